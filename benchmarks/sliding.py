"""The tables of docs/sliding-search.md: ``python benchmarks/sliding.py [korf|random|hard|near|tables] ...``.

All heuristics of the 15-puzzle on Korf's hundred instances and on 300 random ones (deals 1 to 300), with the
paper's means beside them; the hardest positions, and those on their solutions; and what tables cost.  Node
counts are the same on every machine; seconds are processor time, tables being there already.  ``--first N``
takes fewer instances, and ``--names`` fewer heuristics.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence

import arguments
import measured

from yomikiri import Sliding, solve
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.rules import Tiles
from yomikiri.games.sliding.shortest import LARGER_GAPS, automaton, kernel_heuristics

GAME = Sliding(4, 4, "blank-first")

PAPER = {"manhattan": (1.32e8, 51.8), "manhattan+gap0": (3.44e7, 22.3), "manhattan+gaps": (8.65e6, 9.1)}
"""Generated positions and seconds of the paper on gap sets, Table 2, for its 300 random instances."""

HARD = (
    "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0",
    "15 11 13 12 14 10 8 9 7 2 5 1 3 6 4 0",
    "15 11 13 12 14 10 8 9 2 6 5 1 3 7 4 0",
    "15 11 9 12 14 10 13 8 6 7 5 1 3 2 4 0",
    "15 11 9 12 14 10 8 13 6 2 5 1 3 7 4 0",
    "15 11 8 12 14 10 13 9 2 7 5 1 3 6 4 0",
    "15 11 8 12 14 10 9 13 2 6 5 1 3 7 4 0",
    "15 11 8 12 14 10 9 13 2 6 4 5 3 7 1 0",
    "15 14 13 12 10 11 8 9 2 6 5 1 3 7 4 0",
    "15 11 9 12 14 10 13 8 2 6 5 1 3 7 4 0",
    "15 11 13 12 14 10 9 5 2 6 8 1 3 7 4 0",
    "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
    "15 10 8 12 11 14 9 13 7 2 5 1 3 6 4 0",
    "15 11 8 12 14 10 9 13 2 6 1 4 3 7 5 0",
    "15 11 8 12 14 10 9 13 6 7 5 1 3 2 4 0",
    "15 11 8 12 14 10 9 13 7 2 5 1 3 6 4 0",
    "15 11 8 12 14 10 9 13 7 6 2 1 3 5 4 0",
)
"""All positions of 80 moves, blank first (A. Brungger, A. Marzetta, K. Fukuda & J. Nievergelt, 1999)."""


def tiles(text: str) -> Tiles:
    return tuple(map(int, text.split()))


def measure(name: str, algorithm: str, positions: Sequence[Tiles]) -> tuple[int, float, float]:
    """The sum of lengths, and the means of generated positions and of processor seconds."""
    solve(GAME, GAME.goal, heuristic=name, algorithm=algorithm)  # Opens the tables.
    began = time.process_time()
    results = [solve(GAME, position, heuristic=name, algorithm=algorithm) for position in positions]
    seconds = (time.process_time() - began) / len(positions)
    return sum(r.length or 0 for r in results), sum(r.generated for r in results) / len(positions), seconds


def table(
    title: str, positions: Sequence[Tiles], names: Sequence[str], kept: measured.Run, *, paper: bool
) -> None:
    print(f"\n{title}\n")
    print("| heuristic | instances | sum of lengths | nodes | s | nodes, pruned | s, pruned |", end="")
    print(" paper: nodes | s |" if paper else "")
    print("|---|--:|--:|--:|--:|--:|--:|" + ("--:|--:|" if paper else ""))
    for name in names:
        total, nodes, seconds = measure(name, "ida-star", positions)
        same, fewer, sooner = measure(name, "ida-star-pruned", positions)
        assert total == same
        for algorithm, mean, cost in (("ida-star", nodes, seconds), ("ida-star-pruned", fewer, sooner)):
            generated = round(mean * len(positions))
            label = f"{title}, {algorithm}, {name}"
            kept.add(label, cost * len(positions), moves=total, generated=generated)
        row = f"| {name} | {len(positions)} | {total} | {nodes:.3g} | {seconds:.3g} "
        row += f"| {fewer:.3g} | {sooner:.3g} |"
        if paper:
            row += f" {PAPER[name][0]:.3g} | {PAPER[name][1]:.3g} |" if name in PAPER else " | |"
        print(row, flush=True)


def hard(names: Sequence[str]) -> None:
    """The positions of eighty moves, by the best heuristics, spare paths left out."""
    print("\nThe hardest positions\n\n| position | moves |" + "".join(f" {n}: nodes | s |" for n in names))
    print("|---|--:|" + "--:|--:|" * len(names))
    for text in HARD:
        row = f"| {text} |"
        for name in names:
            began = time.process_time()
            result = solve(GAME, tiles(text), heuristic=name)
            if name == names[0]:
                row += f" {result.length} |"
            row += f" {result.generated:.3g} | {time.process_time() - began:.2f} |"
        print(row, flush=True)


def near(name: str) -> None:
    """Positions on shortest solutions of those of eighty moves: after k moves, 80 - k are left."""
    print("\nPositions on shortest solutions from those of 80 moves\n")
    print("| moves | positions | nodes: least | mean | most | s: mean | most |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    positions = [tiles(text) for text in HARD]
    solutions = [solve(GAME, position, heuristic=name).moves or () for position in positions]
    for step in range(6):
        pairs = zip(positions, solutions, strict=True)
        positions = [GAME.play(position, moves[step]) for position, moves in pairs]
        nodes, seconds = [], []
        # Solutions meet on their way.
        different = sorted(set(positions))
        for position in different:
            began = time.process_time()
            result = solve(GAME, position, heuristic=name)
            seconds.append(time.process_time() - began)
            nodes.append(result.generated)
            assert result.length == 79 - step
        row = f"| {79 - step} | {len(different)} | {min(nodes):.3g} | {sum(nodes) / len(nodes):.3g} "
        row += f"| {max(nodes):.3g} | {sum(seconds) / len(seconds):.2f} | {max(seconds):.2f} |"
        print(row, flush=True)


def tables() -> None:
    """What building costs, in a cache of its own."""
    print("\n| table | bytes | s |\n|---|--:|--:|")
    with tempfile.TemporaryDirectory() as place:
        os.environ["YOMIKIRI_CACHE"] = place
        for entry in pattern_tables.pattern_tables().values():
            began = time.process_time()
            entry.open().release()
            print(f"| {entry.name} | {entry.bytes} | {time.process_time() - began:.2f} |", flush=True)
            entry.remove()
    began = time.process_time()
    spare = automaton(4, 4)
    print(f"| spare paths, 4x4: {len(spare)} states | {spare.bytes} | {time.process_time() - began:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="any of korf, random, hard, near, tables; else all")
    parser.add_argument("--first", type=arguments.count, default=300, help="so many instances")
    parser.add_argument("--names", help="heuristics, separated by commas")
    measured.add_arguments(parser)
    words = parser.parse_args()
    # The larger gap sets, which take gigabytes, only if they are named.
    usual = [name for name in reversed(kernel_heuristics(GAME)) if not name.endswith(tuple(LARGER_GAPS))]
    names = words.names.split(",") if words.names else usual
    parts = ["tables", "korf", "random", "hard", "near"]
    for part in words.parts:
        if part not in parts:
            parser.error(f"unknown part '{part}': expected one of {', '.join(parts)}")
    kept = measured.Run(words)
    for part in words.parts or parts:
        if part == "korf":
            positions = [instance.tiles for instance in INSTANCES][: words.first]
            table("Korf's instances", positions, names, kept, paper=False)
        elif part == "random":
            positions = [GAME.deal(number) for number in range(1, words.first + 1)]
            table("Deals 1 to 300", positions, names, kept, paper=True)
        elif part == "hard":
            hard(words.names.split(",") if words.names else ["pdb-78"])
        elif part == "near":
            near(names[0] if words.names else "pdb-78")
        else:
            tables()
        sys.stdout.flush()
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
