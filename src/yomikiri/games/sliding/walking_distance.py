"""Walking distance, by K. Takahashi: what the rows and the columns need by themselves.

Forget everything about a tile but its goal row and the row that it is in.  What is left is a small puzzle:
for each row, how many of its tiles belong in each row, and where the blank is.  Only vertical slides change
it.  One breadth-first search from the goal finds its distances; the same is done for columns, and the two add
up.
"""

from collections.abc import Iterator
from functools import cached_property

from yomikiri.core.errors import InputError
from yomikiri.games.sliding.rules import Sliding, Tiles

LARGEST = 80
"""Lines squared times places for which a table is built: 5 lines of 3 have 352,560 entries and take some
seconds, 5 lines of 4 would have millions."""

Counts = tuple[tuple[int, ...], ...]
"""For each line, how many of its tiles belong in each line."""

Table = dict[tuple[Counts, int], int]
"""The distance, by counts and the blank's line."""


class WalkingDistance:
    """The vertical slides that the rows need, and the horizontal ones that the columns need.

    Admissible: a solution's vertical slides, taken alone, solve the puzzle of the rows, since horizontal
    ones do not change it; so there are at least as many of them as its distance.  Likewise for columns, and
    no slide is both.  Consistent: a slide changes one of the two puzzles, by one of its moves. At least the
    Manhattan distance: each tile needs its vertical steps in the puzzle of the rows, too.
    """

    def __init__(self, game: Sliding) -> None:
        self.game = game
        home = {tile: divmod(cell, game.columns) for cell, tile in enumerate(game.goal)}
        self._row_of = [home[tile][0] for tile in range(game.cells)]
        self._column_of = [home[tile][1] for tile in range(game.cells)]
        self._blank = home[0]

    @cached_property
    def vertical(self) -> Table:
        """The distances of the rows, built when first asked for."""
        return walking_table(self.game.rows, self.game.columns, self._blank[0])

    @cached_property
    def horizontal(self) -> Table:
        """The distances of the columns."""
        return walking_table(self.game.columns, self.game.rows, self._blank[1])

    def __call__(self, position: Tiles) -> int:
        rows, columns = self.game.rows, self.game.columns
        in_rows = [[0] * rows for _ in range(rows)]
        in_columns = [[0] * columns for _ in range(columns)]
        blank_row = blank_column = 0
        for cell, tile in enumerate(position):
            row, column = divmod(cell, columns)
            if tile:
                in_rows[row][self._row_of[tile]] += 1
                in_columns[column][self._column_of[tile]] += 1
            else:
                blank_row, blank_column = row, column
        vertical = self.vertical[tuple(map(tuple, in_rows)), blank_row]
        return vertical + self.horizontal[tuple(map(tuple, in_columns)), blank_column]

    def __repr__(self) -> str:
        return f"WalkingDistance({self.game!r})"


def is_small(game: Sliding) -> bool:
    """Whether the tables of a board can be built in Python."""
    return game.rows * game.columns * max(game.rows, game.columns) <= LARGEST


def walking_table(lines: int, places: int, blank: int) -> Table:
    """The distances of the puzzle with that many lines and places per line, and the goal's blank in
    ``blank``."""
    if lines * lines * places > LARGEST:
        raise InputError(
            f"the table of walking distances for {lines} lines of {places} tiles is too large for Python: "
            "expected a board of at most 4x4 or 3x5"
        )
    goal = tuple(
        tuple((places - (line == blank)) * (line == other) for other in range(lines)) for line in range(lines)
    )
    distances = {(goal, blank): 0}
    layer = [(goal, blank)]
    while layer:
        following = []
        for state in layer:
            for child in _slides(*state):
                if child not in distances:
                    distances[child] = distances[state] + 1
                    following.append(child)
        layer = following
    return distances


def _slides(counts: Counts, blank: int) -> Iterator[tuple[Counts, int]]:
    """A tile of any kind in a line beside the blank's moves into the blank's line; the blank takes its
    place."""
    for line in (blank - 1, blank + 1):
        if not 0 <= line < len(counts):
            continue
        for kind, count in enumerate(counts[line]):
            if count:
                rows = list(counts)
                rows[line] = _changed(counts[line], kind, -1)
                rows[blank] = _changed(counts[blank], kind, +1)
                yield tuple(rows), line


def _changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])
