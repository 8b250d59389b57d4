"""How many positions a second of one core `decide` takes up and generates at full size, with all its pruning.

    python benchmarks/decide_rate.py
    python benchmarks/decide_rate.py --deals 1-100 --nodes 1000000 --rounds 3

One line a deal with the best of the rounds, then all deals together: the sum of positions over the sum of
the best times, which are processor time of ``solve()`` with whatever it certifies.  Machines differ, and one
machine from hour to hour; so every round also runs a plain breadth-first search, and the cost of a position
is what it takes over what one of that takes.
"""

import argparse
import time
from collections.abc import Callable
from functools import partial

import arguments
import measured

from yomikiri import Limits, Result, Superpuzz, solve

SEVEN = "13,25,40,45,68,77,87"  # deals that need more positions than are asked of them here


def timed(run: Callable[[], Result]) -> tuple[float, Result]:
    began = time.process_time()
    result = run()
    return time.process_time() - began, result


def decide(number: int, columns: int, nodes: int) -> Result:
    game = Superpuzz(columns)
    return solve(
        game, game.deal(number), algorithm="decide", states="fingerprint", limits=Limits(nodes=nodes)
    )


def reference() -> Result:
    """A deal of 9 columns without a solution: 544,051 positions, in a table that fits a large cache."""
    game = Superpuzz(9)
    return solve(game, game.deal(7), algorithm="breadth-first", states="fingerprint")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=arguments.deals, default=SEVEN, metavar="A,B-C")
    parser.add_argument("--columns", type=arguments.count, default=13)
    parser.add_argument(
        "--nodes", type=arguments.count, default=300_000, help="positions to take up in each deal"
    )
    parser.add_argument("--rounds", type=arguments.count, default=5)
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    Superpuzz(options.columns)  # What does not exist is refused before the clock runs.

    best: dict[int, tuple[float, Result]] = {}
    plain = min((timed(reference) for _ in range(3)), key=lambda run: run[0])
    for _ in range(options.rounds):
        for deal in options.deals:
            run = timed(partial(decide, deal, options.columns, options.nodes))
            best[deal] = min(best.get(deal, run), run, key=lambda run: run[0])
        plain = min(plain, timed(reference), key=lambda run: run[0])

    unit = plain[0] / plain[1].expanded

    def line(name: str, seconds: float, results: list[Result]) -> str:
        taken, made = sum(r.expanded for r in results), sum(r.generated for r in results)
        each = seconds / taken
        rates = f"{taken / seconds / 1e6:9.2f} {made / seconds / 1e6:10.2f}"
        return f"{name:>5} {taken:12,} {rates} {1e9 * each:8.0f} {each / unit:6.2f}"

    print(" deal     taken up       M/s  generated       ns   cost")
    for deal, (seconds, result) in best.items():
        print(line(str(deal), seconds, [result]))
        kept.add(f"deal {deal}", seconds, expanded=result.expanded, generated=result.generated)
    print(line("all", sum(run[0] for run in best.values()), [run[1] for run in best.values()]))
    print(f"cost 1 is a position of breadth-first search at 9 columns: {1e9 * unit:.0f} ns")
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
