"""Linear conflicts: O. Hansson, A. Mayer & M. Yung, "Criticizing solutions to relaxed models yields powerful
admissible heuristics" (Information Sciences 63, 1992).
"""

from collections.abc import Iterable, Sequence
from functools import cache

from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles


class LinearConflict:
    """The Manhattan distance, plus two for every tile that must step aside in its own goal line.

    Two tiles in their common goal row, each beyond the other, cannot pass within the row: one must leave the
    row and come back, two slides that the Manhattan distance does not count.  In each row, the tiles that
    stay are in the order of their goal cells, so at least as many must leave as are not in the longest
    ascending subsequence.  The same holds for columns.

    Admissible: leaving a row and coming back are vertical slides; leaving a column, horizontal ones.  A
    tile at home in both its row and its column is in its goal cell, and may have to leave either: then it
    needs two extra slides of each kind.  So nothing is counted twice.  Consistent: a slide changes the
    tiles of two rows or of two columns, but only one tile can enter or leave the ones at home in a line,
    and then its Manhattan distance changes the other way; the tests compare every slide of whole boards.
    """

    def __init__(self, game: Sliding) -> None:
        self.game = game
        self.manhattan = Manhattan(game)
        home = {tile: cell for cell, tile in enumerate(game.goal)}
        places = [divmod(home[tile], game.columns) for tile in range(game.cells)]
        self._home_row, self._home_column = [row for row, _ in places], [column for _, column in places]

    def __call__(self, position: Tiles) -> int:
        return self.manhattan(position) + 2 * self.conflicts(position)

    def conflicts(self, position: Tiles) -> int:
        """The number of tiles that must step aside, over all rows and columns."""
        rows, columns = self.game.rows, self.game.columns
        in_rows = (
            _stepping_aside(
                position[row * columns : row * columns + columns], row, self._home_row, self._home_column
            )
            for row in range(rows)
        )
        in_columns = (
            _stepping_aside(position[column::columns], column, self._home_column, self._home_row)
            for column in range(columns)
        )
        return sum(in_rows) + sum(in_columns)

    def __repr__(self) -> str:
        return f"LinearConflict({self.game!r})"


def _stepping_aside(
    line: Iterable[int], number: int, home_line: Sequence[int], home_place: Sequence[int]
) -> int:
    """How many of the tiles in their goal line must leave it."""
    wanted = tuple([home_place[tile] for tile in line if tile and home_line[tile] == number])
    return len(wanted) - _longest_ascent(wanted) if len(wanted) > 1 else 0


@cache
def _longest_ascent(numbers: tuple[int, ...]) -> int:
    """The length of the longest ascending subsequence of different numbers."""
    longest: list[int] = []
    for index, number in enumerate(numbers):
        longest.append(1 + max((longest[i] for i in range(index) if numbers[i] < number), default=0))
    return max(longest)
