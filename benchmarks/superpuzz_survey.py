"""Measure Superpuzz beside the published tables: the numbers of the docs page "Superpuzz, measured".

Solves the numbered deals 1 to ``--deals`` of each size with the kernel, to the end, and prints the three
tables of the page in Markdown: how many deals are solvable, how many positions it takes to know, and how
the five exhaustive orders compare.  Shares have Wilson 95 % intervals: unlike the textbook interval they
stay within 0 and 1 and hold for shares near either end (E. B. Wilson, 1927).

Published values: T. Shintani, "Priority-first Search in Superpuzz", Tables 1, 2, 7 and 9.  *Independent*
are the results of a separate, simpler program on 1000 random deals of its own.

Run as ``python benchmarks/superpuzz_survey.py``; about five minutes.  The numbers do not depend on the
machine: deals are numbered, and every search is deterministic.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from statistics import mean

import arguments

from yomikiri import Outcome, Result, Superpuzz, algorithms, solve

# columns: solvable of the paper's 1000 deals (Table 2)
PAPER_SOLVABLE = {4: 881, 5: 848, 6: 828, 7: 814}
# columns: mean and largest graph of an unsolvable deal (Table 7)
PAPER_UNSOLVABLE = {4: (2568, 4683), 5: (18066, 210966), 6: (104823, 642873), 7: (260331, 9105889)}
# columns: priority 1, priority 2, aces pushed last, aces pushed first, solvable of 100 (Table 1)
PAPER_ORDERS = {
    4: (124, 134, 416, 404, 89),
    5: (1830, 1847, 2650, 3629, 87),
    6: (21927, 21187, 19956, 32984, 88),
    7: (22724, 22287, 112229, 55632, 84),
}
# columns: per cent solvable, mean positions to the first solution (priority 1), mean unsolvable graph
INDEPENDENT = {4: (90.2, 152, 497), 5: (85.3, 1957, 5436), 6: (83.0, 15900, 27971), 7: (82.3, 89435, 159218)}

ORDERS = ("priority-1", "priority-2", "depth-first-aces-last", "depth-first-aces-first", "breadth-first")


def wilson(successes: int, trials: int, z: float = 1.959964) -> tuple[float, float]:
    """The Wilson score interval for a share, by default at 95 %."""
    share = successes / trials
    spread = z * (share * (1 - share) / trials + z * z / (4 * trials * trials)) ** 0.5
    centre, scale = share + z * z / (2 * trials), 1 + z * z / trials
    return (centre - spread) / scale, (centre + spread) / scale


def with_error(values: Iterable[int]) -> str:
    """The mean and its standard error."""
    values = list(values)
    middle = mean(values)
    variance = sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1)
    return f"{middle:,.0f} ± {(variance / len(values)) ** 0.5:,.0f}"


def survey(columns: int, deals: int, algorithm: str) -> list[Result]:
    """The results of deals 1 to ``deals``; a result that decided nothing ends the program."""
    game = Superpuzz(columns)
    results = []
    for number in range(1, deals + 1):
        result = solve(game, game.deal(number), algorithm=algorithm, engine="kernel")
        if not result.outcome.decided:
            sys.exit(f"deal {number} at {columns} columns ended with {result.outcome.value}")
        results.append(result)
        if number % 50 == 0:
            print(f"{columns} columns, {algorithm}: {number} deals", file=sys.stderr)
    return results


def solved(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.outcome is Outcome.SOLVED]


def unsolvable(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.outcome is Outcome.UNSOLVABLE]


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print("| " + " | ".join(heads) + " |")
    print("|" + "---:|" * len(heads))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print(flush=True)


def solvable_row(columns: int, results: Sequence[Result]) -> list[str]:
    count, deals = len(solved(results)), len(results)
    low, high = wilson(count, deals)
    paper_low, paper_high = wilson(PAPER_SOLVABLE[columns], 1000)
    return [
        str(columns),
        f"{100 * count / deals:.1f} % ({100 * low:.1f} to {100 * high:.1f})",
        f"{INDEPENDENT[columns][0]} %",
        f"{PAPER_SOLVABLE[columns] / 10:.1f} % ({100 * paper_low:.1f} to {100 * paper_high:.1f})",
    ]


def nodes_row(columns: int, results: Sequence[Result]) -> list[str]:
    graphs = [result.stored for result in unsolvable(results)]
    return [
        str(columns),
        with_error(result.stored for result in solved(results)),
        with_error(result.expanded for result in solved(results)),
        f"{INDEPENDENT[columns][1]:,}",
        with_error(graphs),
        f"{max(graphs):,}",
        f"{INDEPENDENT[columns][2]:,}",
        "{:,} / {:,}".format(*PAPER_UNSOLVABLE[columns]),
    ]


def orders_row(columns: int, deals: int) -> list[str]:
    row, count = [str(columns)], 0
    for order, published in zip(ORDERS, PAPER_ORDERS[columns], strict=True):
        results = survey(columns, deals, order)
        count = len(solved(results))
        stored, expanded = (
            mean(getattr(r, name) for r in solved(results)) for name in ("stored", "expanded")
        )
        beside = f" (paper {published:,})" if order != "breadth-first" else ""
        row.append(f"{stored:,.0f}, {expanded:,.0f}{beside}")
    return [*row, f"{count} (paper {PAPER_ORDERS[columns][4]})"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--deals", type=arguments.count, default=1000, help="deals of each size for the first two tables"
    )
    parser.add_argument(
        "--orders-deals", type=arguments.count, default=100, help="deals of each size for the third"
    )
    parser.add_argument("--sizes", type=int, nargs="+", choices=sorted(PAPER_ORDERS), default=[4, 5, 6, 7])
    options = parser.parse_args()
    assert set(ORDERS) <= set(algorithms(Superpuzz(4)))

    results = {size: survey(size, options.deals, "priority-1") for size in options.sizes}
    print_table(
        ["columns", "solvable (95 %)", "independent", "paper (95 %)"],
        [solvable_row(size, results[size]) for size in options.sizes],
    )
    print_table(
        [
            "columns",
            "stored to first solution",
            "expanded to first solution",
            "independent",
            "unsolvable graph, mean",
            "largest",
            "independent",
            "paper, mean / largest",
        ],
        [nodes_row(size, results[size]) for size in options.sizes],
    )
    print_table(
        ["columns", *ORDERS, "solvable"],
        [orders_row(size, options.orders_deals) for size in options.sizes],
    )


if __name__ == "__main__":
    arguments.run(main)
