"""Bounded search against the search for a shortest solution: ``python benchmarks/within.py [GAME]``.

Each deal is solved both ways in one process, one after the other, in turns which comes first; times are those
of the processor, of whole calls, the replay of the moves included.  Prints a line for each deal and the
median of the ratios.  Both have the same limit on positions, with ``--nodes``; deals that the search for the
shortest does not finish count as what it took.  ``--alone`` leaves that search out.
"""

import argparse
import statistics
import time
from typing import Any

import arguments
import measured

from yomikiri import FreeCell, Gaps, Limits, Result, Sliding, Superpuzz, solve
from yomikiri.core.protocol import Game

GAMES: dict[str, Any] = {
    "freecell": FreeCell(),
    "superpuzz": Superpuzz(13),
    "gaps": Gaps(),
    "sliding": Sliding(4, 4),
    "sliding24": Sliding(5, 5),
}


def timed(game: Game[Any, Any], position: Any, limits: Limits, **asked: Any) -> tuple[Result, float]:
    """An answer, and the seconds of processor time that it took."""
    began = time.process_time()
    result = solve(game, position, limits=limits, **asked)
    return result, time.process_time() - began


def shown(result: Result, seconds: float) -> str:
    length = "-" if result.length is None else result.length
    return f"{result.outcome.value} {length} (>= {result.lower_bound}) {result.expanded:,} {seconds:.3f} s"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", choices=GAMES, default="freecell")
    parser.add_argument("--deals", type=arguments.deals, default="1-100")
    parser.add_argument("--within", default="5%")
    parser.add_argument("--nodes", type=arguments.count)
    parser.add_argument("--alone", action="store_true")
    measured.add_arguments(parser)
    words = parser.parse_args()
    kept = measured.Run(words)
    game, limits = GAMES[words.game], Limits(nodes=words.nodes)
    ratios, works, totals, lengths = [], [], [0.0, 0.0], [0, 0]
    for number in words.deals:
        position = game.deal(number)
        ways: list[dict[str, Any]] = [{"within": words.within}, {"shortest": True}]
        order = [0] if words.alone else [number % 2, 1 - number % 2]
        found = {way: timed(game, position, limits, **ways[way]) for way in order}
        print(number, *(shown(*found[way]) for way in sorted(found)), sep=" | ", flush=True)
        for way, (result, seconds) in found.items():
            totals[way] += seconds
            name = f"deal {number}, " + ("shortest" if way else f"within {words.within}")
            kept.add(name, seconds, length=result.length, expanded=result.expanded)
            lengths[way] += result.length or 0
        if not words.alone and found[1][0].expanded:
            ratios.append(found[0][1] / found[1][1])
            works.append(found[0][0].expanded / found[1][0].expanded)
    print(f"seconds: {totals[0]:.2f} within {words.within}, {totals[1]:.2f} shortest")
    print(f"moves: {lengths[0]} within {words.within}, {lengths[1]} shortest")
    if len(ratios) > 1:
        for name, values in (("time", ratios), ("expanded", works)):
            low, middle, high = statistics.quantiles(values, n=4)
            print(f"{name}, ratio: median {middle:.3f}, quartiles {low:.3f} and {high:.3f}")
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
