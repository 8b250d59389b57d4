"""The tables of docs/freecell-heuristics.md: ``benchmarks/freecell_heuristics.py [roots|small|deals]``.

Without arguments the first two.  ``roots`` are mean values of the bounds at the start of Microsoft deals,
``small`` the positions that A* in Python expands with each bound on small decks.  ``deals`` are those that
the default search for shortest solutions expands on full deals, with a limit where a bound is too weak.
All counts are the same on every machine; seconds are processor time.
"""

import argparse
import time

import arguments

from yomikiri import Limits, solve
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.rules import METRICS, FreeCell

ROOTS = range(1, 31)
SMALL_DECKS = [(3, 3, 1), (4, 3, 1), (4, 4, 1)]
"""Ranks, columns and cells."""
SMALL_DEALS = range(1, 9)
FULL_DEALS = (2, 3, 6, 7, 8, 13)
"""Deals with short solutions, so that also the weaker bounds prove some of them."""
NODES = 5_000_000


def row(*words: object) -> None:
    print("| " + " | ".join(str(word) for word in words) + " |", flush=True)


def head(*words: str) -> None:
    row(*words, *HEURISTICS)
    print("|" + "---|" * len(words) + "--:|" * len(HEURISTICS))


def roots() -> None:
    """Mean values at the start, and the time that one takes in Python."""
    head("metric")
    for metric in METRICS:
        game = FreeCell(metric=metric)
        deals = [game.deal(number) for number in ROOTS]
        means, times = [], []
        for bound in HEURISTICS.values():
            begin = time.process_time()
            means.append(f"{sum(bound(game, deal) for deal in deals) / len(deals):.1f}")
            times.append(f"{(time.process_time() - begin) / len(deals) * 1000:.2f} ms")
        row(metric, *means)
        row(f"{metric}, time", *times)


def small() -> None:
    """Positions expanded by A* in Python, summed over small deals."""
    head("ranks x columns x cells", "metric")
    for ranks, columns, cells in SMALL_DECKS:
        for metric in METRICS:
            game = FreeCell(columns, cells, ranks=ranks, metric=metric)
            counts = []
            for name in HEURISTICS:
                found = [
                    solve(game, game.deal(number), algorithm="a-star", heuristic=name, engine="python")
                    for number in SMALL_DEALS
                ]
                counts.append(sum(result.expanded for result in found))
            row(f"{ranks} x {columns} x {cells}", metric, *counts)


def deals() -> None:
    """Positions expanded until the shortest solution of a full deal is proved."""
    head("deal", "metric")
    for metric in METRICS:
        game = FreeCell(metric=metric)
        for number in FULL_DEALS:
            counts = []
            for name in HEURISTICS:
                limits = Limits(nodes=NODES)
                result = solve(game, game.deal(number), shortest=True, heuristic=name, limits=limits)
                reached = "" if result.proved_shortest else f" (at least {result.lower_bound})"
                counts.append(f"{result.expanded:,}{reached}")
            row(number, metric, *counts)


PARTS = {"roots": roots, "small": small, "deals": deals}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], metavar="|".join(PARTS))
    for name in parser.parse_args().parts or ["roots", "small"]:
        PARTS[name]()
        print()


if __name__ == "__main__":
    arguments.run(main)
