"""Positions of each gap by Manhattan distance, as far as memory goes: ``python benchmarks/gap_layers.py 4``.

    python benchmarks/gap_layers.py 4 --memory 8       # gaps 0, 2 and 4 of the 15-puzzle in 8 GiB
    python benchmarks/gap_layers.py 20 --size 3x3      # all gaps of the 8-puzzle

The recurrence of docs/gap-sets.md once more, in numpy and apart from the kernel, which gives no counts when
its memory ends.  All gaps of one distance to the goal are made together; printed is every layer that is
whole.  When the memory of the process reaches the limit, the sums of each gap are printed and it ends: they
are lower bounds.  Times are processor time.
"""

import argparse
import resource
import time

import arguments
import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.uint64]
"""Positions in ascending order: four bits a cell, the first cell least significant."""
Layer = list[Codes]
"""By the cell of the blank."""

GIB = 1 << 30
TILE = np.uint64(15)


class Board:
    """Neighbours and growth of M; tile i belongs into cell i, and the blank into cell 0."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = rows * columns
        places = [divmod(cell, columns) for cell in range(self.cells)]
        far = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
        self.distance = np.array(far, dtype=np.int8)
        self.neighbours = [[cell for cell in range(self.cells) if row[cell] == 1] for row in far]
        goal = sum(tile << 4 * tile for tile in range(self.cells))
        self.start = self.empty()
        self.start[0] = np.array([goal], dtype=np.uint64)

    def empty(self) -> Layer:
        return [np.empty(0, dtype=np.uint64)] * self.cells

    def moved(self, codes: Codes, blank: int, to: int, growth: int) -> Codes:
        """The positions after the blank has gone to another cell, those only whose M grows by so much."""
        here, there = np.uint64(4 * blank), np.uint64(4 * to)
        wanted = self.distance[:, blank] - self.distance[:, to] == growth
        wanted[0] = False
        chosen: Codes = codes[wanted[(codes >> there & TILE).astype(np.uint8)]]
        tile = chosen >> there & TILE
        after: Codes = chosen ^ (tile << there) ^ (tile << here)
        return after

    def layer(self, closer: Layer, farther: Layer, less: Layer) -> Layer:
        """Up from ``closer`` and down from ``farther``, without ``less``."""
        found = []
        for blank in range(self.cells):
            parents = [(closer, 1), (farther, -1)]
            parts = [
                self.moved(layer[cell], cell, blank, growth)
                for layer, growth in parents
                for cell in self.neighbours[blank]
            ]
            codes = np.concatenate(parts)
            del parts
            codes.sort()
            first = np.ones(len(codes), dtype=bool)
            np.not_equal(codes[1:], codes[:-1], out=first[1:])
            codes = codes[first]
            if len(less[blank]) and len(codes):
                places = np.searchsorted(less[blank], codes)
                np.minimum(places, len(less[blank]) - 1, out=places)
                codes = codes[less[blank][places] != codes]
            found.append(codes)
        return found


def show(board: Board, gap: int) -> None:
    """Layer after layer, and the sums at the end."""
    began = time.process_time()
    stages = [(board.empty(), board.empty()) for _ in range(0, gap + 1, 2)]
    sums, last = [0] * len(stages), [-1] * len(stages)
    step = 0
    try:
        while step == 0 or any(len(codes) for _, now in stages for codes in now):
            for k in range(len(stages)):
                manhattan = step - k
                if manhattan < 0:
                    break
                # Gap g - 2 is one layer ahead: its last is M + 1, the one before it M.
                less, farther = stages[k - 1] if k else (board.empty(), board.empty())
                now = stages[k][1]
                stages[k] = (now, board.empty())
                made = board.start if step == 0 else board.layer(now, farther, less)
                # Of the largest gap, nobody needs the layer before.
                stages[k] = (now if k + 1 < len(stages) else board.empty(), made)
                size = sum(map(len, made))
                sums[k] += size
                if size:
                    last[k] = manhattan
                    used = time.process_time() - began
                    print(f"gap {2 * k}, M = {manhattan}: {size:,} positions, {used:.0f} s", flush=True)
                del now, made, less, farther
            step += 1
        end = "all of them"
    except MemoryError:
        stages.clear()
        end = "then the memory limit"
    for k, total in enumerate(sums):
        reach = f" up to M = {last[k]}" if total else ""
        print(f"gap {2 * k}: {total:,} positions{reach}")
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(f"{end}; {time.process_time() - began:.0f} s, {most / 2**20:.1f} GiB")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("gap", type=int, help="the largest gap, an even number")
    parser.add_argument("--memory", type=arguments.amount, default=8, help="GiB of the whole process")
    size = arguments.pair("x", "4x4")
    parser.add_argument("--size", type=size, default="4x4", help="rows and columns, at most 16 cells")
    words = parser.parse_args()
    rows, columns = words.size
    if not (min(rows, columns) >= 2 and rows * columns <= 16):
        parser.error(f"--size {rows}x{columns} is not a board: expected 2x2 to 4x4, or at most 16 cells")
    if words.gap < 0 or words.gap % 2:
        parser.error(f"gap {words.gap} is not a gap: expected an even number, 0 or more")
    limit = int(words.memory * GIB)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    show(Board(rows, columns), words.gap)


if __name__ == "__main__":
    arguments.run(main)
