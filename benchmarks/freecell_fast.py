"""Any solution of many FreeCell deals, beside Freecell Solver if that is installed: time and length.

    python benchmarks/freecell_fast.py [--deals 1-32000] [--parts 8]

Ours deals and solves in one call (``survey``), solutions repaired; the other is Debian's
``freecell-solver-range-parallel-solve`` with the preset that is the fastest of its own, ``lg``.  Both take
turns over the parts of the range, so that a busy machine slows both alike.  The processor time of the other
includes its start, some milliseconds; ours excludes Python's.  Its solutions are not shown by that program:
``--lengths N`` asks ``fc-solve`` for those of the first N deals, and counts a run of n cards as 2n - 1 moves.
"""

import argparse
import shutil
import tempfile
import time
from itertools import pairwise
from pathlib import Path

import arguments
import freecell_quick
import measured

from yomikiri.games.freecell.batch import survey
from yomikiri.games.freecell.rules import FreeCell

PEER = "freecell-solver-range-parallel-solve"


def stretches(first: int, last: int, parts: int) -> list[tuple[int, int]]:
    """The range in so many parts."""
    ends = [first + (last + 1 - first) * part // parts for part in range(parts + 1)]
    return [(begin, end - 1) for begin, end in pairwise(ends) if begin < end]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--deals", type=arguments.deals, default="1-32000", help="a range (default 1-32000)")
    parser.add_argument(
        "--parts", type=arguments.count, default=8, help="how often to take turns (default 8)"
    )
    parser.add_argument("--lengths", type=arguments.count, help="the other's solutions of so many deals")
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    first, last = options.deals[0], options.deals[-1]
    game = FreeCell()
    has_peer = shutil.which(PEER) is not None
    ours = theirs = 0.0
    won = moves = expanded = 0
    others: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for begin, end in stretches(first, last, options.parts):
            started = time.process_time()
            found = survey(game, begin, end)
            ours += time.process_time() - started
            won, moves, expanded = won + found.won, moves + found.moves, expanded + found.expanded
            others += [f"{number} {outcome.value}" for number, outcome, _ in found.others]
            if has_peer:
                command = [PEER, str(begin), str(end), str(end - begin + 1), "-l", "lg"]
                theirs += freecell_quick.cpu_seconds(command, Path(folder) / "output")
        count = last - first + 1
        print(f"FreeCell, deals {first} to {last}: {won:,} won, the others: {', '.join(others) or 'none'}\n")
        print("| solver | processor time | a deal | mean length | expanded a deal |\n|---|--:|--:|--:|--:|")
        print(
            f"| yomikiri fast | {ours:.2f} s | {1e3 * ours / count:.3f} ms | {moves / max(won, 1):.2f} "
            f"| {expanded / count:.0f} |"
        )
        kept.add("fast", ours, moves=moves, expanded=expanded, won=won)
        kept.finish()
        if not has_peer:
            print(f"\n{PEER} is not installed: nothing to compare with")
            return
        length = ""
        if options.lengths:
            numbers = range(first, min(first + options.lengths, last + 1))
            row = freecell_quick.peer(game, numbers, "lg", Path(folder))
            length = f"{sum(row.lengths) / len(row.lengths):.2f}"
        print(f"| {PEER} -l lg | {theirs:.2f} s | {1e3 * theirs / count:.3f} ms | {length} | |")
        print(f"\nratio: {ours / theirs:.2f}")


if __name__ == "__main__":
    arguments.run(main)
