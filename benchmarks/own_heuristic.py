"""How many positions a second a heuristic in NumPy evaluates, called by the kernel with batches.

    python benchmarks/own_heuristic.py
    python benchmarks/own_heuristic.py --deals 1-10 --batches 256,4096 --nodes 500000

Sliding puzzles of 4x4 by the Manhattan distance, vectorised.  One line for each size of a batch: the
positions that were evaluated, in all deals together, over the seconds of ``solve()``.  The last line is the
kernel's own A* with its own Manhattan distance, for comparison.
"""

import argparse
import time
from typing import Any

import arguments
import measured
import numpy as np

from yomikiri import Heuristic, Limits, Result, Sliding, solve

GAME = Sliding(4, 4)
CELLS = GAME.rows * GAME.columns


def manhattan_table() -> list[Any]:
    """For each cell the distances of all tiles that may lie there."""
    table = np.zeros((CELLS, CELLS), dtype=np.uint8)
    for home, tile in enumerate(GAME.goal):
        for cell in range(CELLS) if tile else ():
            down = abs(home // GAME.columns - cell // GAME.columns)
            across = abs(home % GAME.columns - cell % GAME.columns)
            table[cell, tile] = down + across
    return list(table)


TABLE = manhattan_table()


def manhattan(rows: Any) -> Any:
    """The Manhattan distance of every row; no board of 4x4 has more than a byte holds."""
    total = np.zeros(len(rows), dtype=np.uint8)
    for cell, distances in enumerate(TABLE):
        total += distances.take(rows[:, cell])
    return total


def timed(deals: list[int], nodes: int, **how: Any) -> tuple[int, int, float]:
    """Positions stored and expanded, and the seconds."""
    began = time.process_time()
    results: list[Result] = [
        solve(GAME, GAME.deal(deal), algorithm="a-star", limits=Limits(nodes=nodes), **how) for deal in deals
    ]
    seconds = time.process_time() - began
    return sum(r.stored for r in results), sum(r.expanded for r in results), seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=arguments.deals, default="2-5", metavar="A,B-C")
    parser.add_argument("--batches", default="16,256,4096,65536", metavar="N,N")
    parser.add_argument("--nodes", type=arguments.count, default=200_000, help="positions in each deal")
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    deals = list(options.deals)
    batches = [arguments.count(word) for word in options.batches.split(",")]
    ways: list[tuple[str, Any]] = [
        (f"batches of {batch}", Heuristic(manhattan, consistent=True, batch=batch)) for batch in batches
    ]
    for name, heuristic in [*ways, ("in the kernel", "manhattan")]:
        stored, expanded, seconds = timed(deals, options.nodes, heuristic=heuristic)
        print(f"{name:>17}: {stored:>9} evaluated, {expanded:>9} expanded, {stored / seconds:>9.0f} a second")
        kept.add(name, seconds, stored=stored, expanded=expanded)
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
