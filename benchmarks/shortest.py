"""The tables of docs/shortest.md: ``python benchmarks/shortest.py [reduction|superpuzz|gaps|anytime] ...``.

Without arguments all four, which takes about ten minutes on one core.  Limits are in expansions, so
everything but the seconds, which are processor time, is the same on every machine; except when ``anytime``
is told of a bound, which is ten times a second.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable

import arguments

from yomikiri import Limits, Outcome, Progress, Superpuzz, _kernel, solve
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps

GIBIBYTE = 2**30
ANYTIME_NODES = 400_000


def a_star(game: Superpuzz, number: int, *, nodes: int | None = None, reduce: bool = True) -> _kernel.Answer:
    """Plain A*, without the steps around it."""
    return _kernel.row_shortest(
        game.columns,
        game.encode(game.deal(number)),
        reduce=reduce,
        nodes=nodes,
        seconds=None,
        memory=4 * GIBIBYTE,
        watch=lambda *counts: False,
    )


def word(answer: _kernel.Answer) -> str:
    """The length, x for unsolvable, or the lower bound of an open deal."""
    if answer.outcome == "solved":
        return str(len(answer.path))
    return "x" if answer.outcome == "unsolvable" else f">={answer.lower_bound}"


def reduction() -> None:
    """Plain A* with and without persistent moves."""
    for columns, numbers in ((8, range(1, 101)), (13, range(2, 3)), (13, range(3, 4))):
        game = Superpuzz(columns)
        for reduce in (True, False):
            begun = time.process_time()
            found = [a_star(game, number, reduce=reduce) for number in numbers]
            expanded = [answer.expanded for answer in found]
            print(
                f"{columns} columns, deals {numbers[0]}..{numbers[-1]},",
                f"reduction {'on' if reduce else 'off'}: expansions mean {statistics.mean(expanded):.0f},",
                f"median {statistics.median(expanded):.0f},",
                f"sum {sum(expanded)}; {time.process_time() - begun:.1f} s",
            )


def superpuzz() -> None:
    """Plain A* on a hundred deals of 8, 9 and 10 columns."""
    for columns, nodes in ((8, None), (9, None), (10, 300_000)):
        game = Superpuzz(columns)
        begun = time.process_time()
        found = [a_star(game, number, nodes=nodes) for number in range(1, 101)]
        seconds = time.process_time() - begun
        words = [word(answer) for answer in found]
        expanded = [answer.expanded for answer in found]
        lengths = [len(answer.path) for answer in found if answer.outcome == "solved"]
        print(f"{columns} columns, at most {nodes} expansions a deal:", " ".join(words))
        print(
            f"  solved {len(lengths)}, unsolvable {words.count('x')}, mean length"
            f" {statistics.mean(lengths):.2f}; expansions mean {statistics.mean(expanded):.0f},"
            f" median {statistics.median(expanded):.0f}, most {max(expanded)};"
            f" {seconds:.1f} s,"
            f" {max(answer.peak_bytes for answer in found) / 2**20:.0f} MiB"
        )


def gaps() -> None:
    """Every arrangement of twenty full-size deals of Gaps."""
    game, limits = Gaps(14), Limits(nodes=300_000, memory=4 * GIBIBYTE)
    totals = dict.fromkeys(Outcome, 0)
    started = time.process_time()
    for number in range(1, 21):
        begun = time.process_time()
        lengths, still_open = [], 0
        for arrangement in ARRANGEMENTS:
            result = solve(game, game.layout(number).arrange(arrangement), shortest=True, limits=limits)
            totals[result.outcome] += 1
            still_open += not result.outcome.decided
            if result.outcome is Outcome.SOLVED:
                lengths.append(len(result.moves or ()))
        print(
            f"gaps 14, deal {number}: winnable {len(lengths)}, open {still_open},",
            f"shortest {min(lengths, default=None)}, {time.process_time() - begun:.1f} s",
        )
    counts = ", ".join(f"{outcome.value} {count}" for outcome, count in totals.items() if count)
    print(f"  {counts}; {time.process_time() - started:.1f} s")


def anytime(nodes: int = ANYTIME_NODES) -> None:
    """Brackets at 13 columns: lower..upper as the progress reports it when it has changed notably."""
    game = Superpuzz(13)
    for number in range(1, 13):
        steps: list[str] = []
        last: tuple[int, int | None] = (0, None)

        def note(progress: Progress, steps: list[str] = steps) -> None:
            nonlocal last
            now = (progress.lower_bound, progress.upper_bound)
            if now[1] != last[1] or now[0] >= last[0] + 4:
                last = now
                steps.append(f"{now[0]}..{now[1] or '?'}@{progress.expanded}")

        limits = Limits(nodes=nodes, memory=4 * GIBIBYTE)
        result = solve(game, game.deal(number), shortest=True, limits=limits, progress=note)
        bracket = f"{result.lower_bound}..{result.upper_bound or '?'}"
        print(f"13 columns, deal {number}: {result.outcome.value} {bracket}:", " ".join(steps))


PARTS: dict[str, Callable[..., None]] = {
    part.__name__: part for part in (reduction, superpuzz, gaps, anytime)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help=f"any of {', '.join(PARTS)}")
    parser.add_argument(
        "--nodes", type=arguments.count, default=ANYTIME_NODES, help="expansions a deal in anytime"
    )
    options = parser.parse_args()
    for name in options.parts:
        if name not in PARTS:
            parser.error(f"unknown part '{name}': expected one of {', '.join(PARTS)}")
    for name in options.parts or PARTS:
        PARTS[name](*([options.nodes] if name == "anytime" else []))
        sys.stdout.flush()


if __name__ == "__main__":
    arguments.run(main)
