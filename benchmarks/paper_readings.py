"""Other readings of two papers' methods, where ours does not give their figures.

    python benchmarks/paper_readings.py gaps --columns 5,6 --deals 300
    python benchmarks/paper_readings.py gap-sets --instances 12,42,55,79

``gaps``: the share of deals that can be won by any of 24 arrangements of the aces, and by one, under other
layouts, rules and slips of a program.  Graphs are small, so plain Python goes through all of them.

``gap-sets``: what gap sets on 8 cells leave of the nodes of IDA* with the Manhattan distance, under other
ways to count.  One search with each bound gives all counts.

docs/paper-readings.md has the tables, and what follows from them.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import NamedTuple

import arguments

from yomikiri import open_deal
from yomikiri.games.sliding.gap_tables import GapTable

Board = tuple[int, ...]
"""Cells row by row, without the column of the aces: ``16 * suit + rank``, or 0 for a hole."""


class Reading(NamedTuple):
    """One reading of the game: where the holes are at first, which moves are allowed, which positions are
    given up, and whether one table of known positions serves all arrangements."""

    name: str
    holes: Callable[[list[int], int], list[int]] | None = None
    allowed: Callable[[Board, int, int, int, Board], bool] | None = None
    given_up: Callable[[Board, int], bool] | None = None
    shared: bool = False


def to_the_right(board: list[int], width: int) -> list[int]:
    """Cards close up to the left, in their rows."""
    rows = [[card for card in board[at : at + width] if card] for at in range(0, len(board), width)]
    return [cell for row in rows for cell in row + [0] * (width - len(row))]


def last_column(board: list[int], width: int) -> list[int]:
    cards = [card for card in board if card]
    return [cell for at in range(0, len(cards), width - 1) for cell in [*cards[at : at + width - 1], 0]]


def another_row(board: Board, hole: int, at: int, width: int, aces: Board) -> bool:
    return hole // width != at // width


def own_row(board: Board, hole: int, at: int, width: int, aces: Board) -> bool:
    """Only on a card that is in the row of its suit."""
    left = board[hole - 1] if hole % width else 16 * aces[hole // width]
    return left // 16 == aces[hole // width]


def dead_holes(least: int) -> Callable[[Board, int], bool]:
    """Give up once so many holes, the last column apart, can take no card."""

    def given_up(board: Board, width: int) -> bool:
        stuck = 0
        for hole, card in enumerate(board):
            if card == 0 and 0 < hole % width < width - 1:
                stuck += board[hole - 1] % 16 in (0, width)
        return stuck >= least

    return given_up


READINGS = (
    Reading("as the rules say"),
    Reading("holes at the right ends of rows", holes=to_the_right),
    Reading("holes in the last column", holes=last_column),
    Reading("no move within a row", allowed=another_row),
    Reading("only onto cards in their own row", allowed=own_row),
    Reading("given up with one dead hole", given_up=dead_holes(1)),
    Reading("given up with two dead holes", given_up=dead_holes(2)),
    Reading("known positions kept from one arrangement to the next", shared=True),
)


def can_be_won(board: Board, aces: Board, width: int, reading: Reading, known: set[Board]) -> bool:
    """Search the whole graph of an arrangement, depth first; ``known`` grows."""
    goal = tuple(16 * suit + rank if rank <= width else 0 for suit in aces for rank in range(2, width + 2))
    known.add(board)
    stack = [board]
    while stack:
        board = stack.pop()
        if board == goal:
            return True
        if reading.given_up and reading.given_up(board, width):
            continue
        place = {card: at for at, card in enumerate(board) if card}
        for hole, card in enumerate(board):
            left = board[hole - 1] if hole % width else 16 * aces[hole // width] + 1
            if card or not left or left % 16 >= width:
                continue
            at = place[left + 1]
            if reading.allowed and not reading.allowed(board, hole, at, width, aces):
                continue
            child = list(board)
            child[hole], child[at] = left + 1, 0
            if (new := tuple(child)) not in known:
                known.add(new)
                stack.append(new)
    return False


def shares(reading: Reading, columns: int, deals: int) -> tuple[float, float]:
    """The shares of deals won by any arrangement, and of arrangements won."""
    width, shuffle = columns - 1, random.Random(columns).shuffle
    any_won = won = 0
    for _ in range(deals):
        cells = [16 * suit + rank if rank > 1 else 0 for suit in range(4) for rank in range(1, columns)]
        shuffle(cells)
        board = tuple(reading.holes(cells, width) if reading.holes else cells)
        known: set[Board] = set()
        count = 0
        for aces in permutations(range(4)):
            count += can_be_won(board, aces, width, reading, known if reading.shared else set())
        any_won, won = any_won + (count > 0), won + count
    return any_won / deals, won / (24 * deals)


class Dive:
    """IDA* on the 15-puzzle, blank first, with the Manhattan distance M and gap sets; every way to count.

    *generated*: all children but the one that takes the last move back.  *entered*: those whose M alone is
    within the bound.  *expanded*: those that the sets do not exclude either.
    """

    def __init__(
        self, tiles: Board, sets: list[object], sort: bool = False, step: int = 2, rising: bool = False
    ) -> None:
        places = [divmod(cell, 4) for cell in range(16)]
        self.far = [[abs(a - c) + abs(b - d) for c, d in places] for a, b in places]
        self.near = [[cell for cell in range(16) if row[cell] == 1] for row in self.far]
        self.cells, self.sets, self.sort, self.rising = list(tiles), sets, sort, rising
        self.total: Counter[str] = Counter()
        distance = sum(self.far[tile][cell] for cell, tile in enumerate(tiles) if tile)
        self.bound = distance
        while True:
            self.last: Counter[str] = Counter()
            found = self.enter(self.cells.index(0), -1, 0, distance, 1)
            self.total += self.last
            if found:
                break
            self.bound += step

    def gap(self) -> int:
        code = sum(tile << 4 * cell for cell, tile in enumerate(self.cells[:8]))
        return next((2 * at for at, kept in enumerate(self.sets) if code in kept), 2 * len(self.sets))  # type: ignore[operator]

    def enter(self, blank: int, before: int, depth: int, distance: int, rise: int) -> bool:
        self.last["entered"] += 1
        slack = self.bound - depth - distance
        if slack < 2 * len(self.sets) and (rise > 0 or not self.rising) and self.gap() > slack:
            return False
        self.last["expanded"] += 1
        if distance == 0:
            return True
        for cell, longer in self.children(blank, before):
            self.last["generated"] += 1
            if depth + 1 + distance + longer <= self.bound:
                self.cells[blank], self.cells[cell] = self.cells[cell], 0
                found = self.enter(cell, blank, depth + 1, distance + longer, longer)
                self.cells[cell], self.cells[blank] = self.cells[blank], 0
                if found:
                    return True
        return False

    def children(self, blank: int, before: int) -> Iterator[tuple[int, int]]:
        listed = [
            (cell, self.far[self.cells[cell]][blank] - self.far[self.cells[cell]][cell])
            for cell in self.near[blank]
            if cell != before
        ]
        return iter(sorted(listed, key=lambda child: child[1]) if self.sort else listed)


def gap_sets(instances: list[int]) -> None:
    kept = [GapTable(4, 4, gap, 8).open() for gap in (0, 2)]
    ways: dict[str, Callable[[Board, list[object]], Dive]] = {
        "": Dive,
        ", shorter distances first": partial(Dive, sort=True),
        ", bound raised by one": partial(Dive, step=1),
        ", sets asked only where a move raised the distance": partial(Dive, rising=True),
    }
    sums: Counter[tuple[str, str, int]] = Counter()
    single: dict[int, list[float]] = {1: [], 2: []}
    for instance in instances:
        position = open_deal("sliding", f"korf:{instance}", size="4x4").position
        for way, dive_by in ways.items():
            dives = [dive_by(position, list(kept[:sets])) for sets in range(3)]
            for sets, dive in enumerate(dives):
                for kind, number in dive.total.items():
                    sums[way, kind, sets] += number
                    sums[way, f"{kind} in the last round", sets] += dive.last[kind]
            if not way:
                for sets in single:
                    single[sets].append(dives[sets].total["expanded"] / dives[0].total["expanded"])
    print("| counted | Gap0 | Gap0 and Gap2 |\n|---|--:|--:|")
    for way, kind in dict.fromkeys((way, kind) for way, kind, _ in sums):
        base = sums[way, kind, 0]
        left = " | ".join(f"{sums[way, kind, sets] / base:.3f}" for sets in (1, 2))
        print(f"| {kind}{way} | {left} |")
    means = " | ".join(f"{sum(ratios) / len(ratios):.3f}" for ratios in single.values())
    print(f"| expanded, mean of the instances' ratios | {means} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("paper", choices=("gaps", "gap-sets"))
    parser.add_argument("--columns", type=arguments.counts, default=[5, 6])
    parser.add_argument("--deals", type=arguments.count, default=300)
    parser.add_argument("--instances", type=arguments.counts, default=[12, 42, 55, 79])
    options = parser.parse_args()
    if options.paper == "gap-sets":
        if wrong := [number for number in options.instances if number > 100]:
            parser.error(f"instance {wrong[0]}: expected 1 to 100")
        gap_sets(options.instances)
        return
    if wrong := [number for number in options.columns if not 3 <= number <= 14]:
        parser.error(f"{wrong[0]} columns: expected 3 to 14")
    heads = " | ".join(f"{columns} columns: any | one" for columns in options.columns)
    print(f"| reading | {heads} |\n|---|{'--:|' * 2 * len(options.columns)}")
    for reading in READINGS:
        found = [shares(reading, columns, options.deals) for columns in options.columns]
        print(f"| {reading.name} | {' | '.join(f'{part:.3f}' for pair in found for part in pair)} |")


if __name__ == "__main__":
    arguments.run(main)
