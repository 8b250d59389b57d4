"""Symmetries of sliding puzzles: turning the board over and renaming the tiles.

Tables (pattern databases, gap sets, walking distances) are made for one goal only.  Turning the board over
and renaming the tiles are automorphisms of the rules, so a goal with its blank in *any* corner, whatever the
order of its tiles, becomes the goal with the blank first: :class:`Normal`.  And a symmetry of the board that
keeps the goal's blank in place gives, with the tiles renamed to match, a position at the same distance from
the goal; looking that one up too, the *reflected* lookup, makes a table more effective: :func:`alike`.

A symmetry is a tuple that says for each cell where it goes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from yomikiri.core.errors import InputError
from yomikiri.games.sliding.rules import BLANK_FIRST, Sliding, Tiles

Symmetry = tuple[int, ...]


def symmetries(rows: int, columns: int) -> list[Symmetry]:
    """The symmetries of the board: the identity first, eight for a square, four for any other."""

    def cells(place: Callable[[int, int], tuple[int, int]]) -> Symmetry:
        places = [place(row, column) for row in range(rows) for column in range(columns)]
        return tuple(row * columns + column for row, column in places)

    last_row, last_column = rows - 1, columns - 1
    found = [
        cells(lambda row, column: (row, column)),
        cells(lambda row, column: (row, last_column - column)),
        cells(lambda row, column: (last_row - row, column)),
        cells(lambda row, column: (last_row - row, last_column - column)),
    ]
    if rows == columns:
        # Each of them again after reflecting in the main diagonal.
        diagonal = cells(lambda row, column: (column, row))
        found += [tuple(turn[cell] for cell in diagonal) for turn in found]
    return found


def carried(tiles: Tiles, symmetry: Symmetry) -> Tiles:
    """The board with the content of each cell moved by the symmetry; no tile is renamed."""
    moved = [0] * len(tiles)
    for cell, tile in enumerate(tiles):
        moved[symmetry[cell]] = tile
    return tuple(moved)


def alike(game: Sliding) -> list[Callable[[Tiles], Tiles]]:
    """The automorphisms of the game that keep its goal, apart from the identity.

    There is one for each symmetry of the board that keeps the cell of the goal's blank: it moves the
    position, and each tile takes the name of the tile whose goal cell is the image of its own.  With the
    blank in a corner of a square, that is the reflection in the diagonal through the corner.
    """
    blank = game.goal.index(0)
    kept = [turn for turn in symmetries(game.rows, game.columns)[1:] if turn[blank] == blank]
    return [_automorphism(game.goal, turn) for turn in kept]


def _automorphism(goal: Tiles, symmetry: Symmetry) -> Callable[[Tiles], Tiles]:
    names = {tile: goal[symmetry[cell]] for cell, tile in enumerate(goal)}
    return lambda position: carried(tuple(names[tile] for tile in position), symmetry)


@dataclass(frozen=True)
class Normal:
    """A game whose goal has its blank in a corner, seen as the game on the same board with the blank first.

    There, tile t belongs in cell t.
    """

    game: Sliding

    def __post_init__(self) -> None:
        if not is_corner(self.game, self.game.goal.index(0)):
            raise InputError(f"{self.game!r} has no normal form: the blank of its goal is in no corner")

    @cached_property
    def symmetry(self) -> Symmetry:
        """The flip of the board that moves the blank's goal cell to cell 0."""
        blank = self.game.goal.index(0)
        flips = symmetries(self.game.rows, self.game.columns)[:4]
        return next(flip for flip in flips if flip[blank] == 0)

    @cached_property
    def _names(self) -> dict[int, int]:
        return {tile: self.symmetry[cell] for cell, tile in enumerate(self.game.goal)}

    @cached_property
    def _own_names(self) -> dict[int, int]:
        return {normal: tile for tile, normal in self._names.items()}

    @cached_property
    def normal_game(self) -> Sliding:
        """The same board with the blank first."""
        return Sliding(self.game.rows, self.game.columns, BLANK_FIRST)

    def position(self, position: Tiles) -> Tiles:
        """The position in normal form."""
        return carried(tuple(self._names[tile] for tile in position), self.symmetry)

    def tile(self, tile: int) -> int:
        """The name of a tile, and so a move, in normal form."""
        return self._names[tile]

    def own_position(self, normal: Tiles) -> Tiles:
        """The position of the game from its normal form; a flip undoes itself."""
        return carried(tuple(self._own_names[tile] for tile in normal), self.symmetry)

    def own_tile(self, normal: int) -> int:
        """The game's name for a tile, or move, of the normal form."""
        return self._own_names[normal]


def is_corner(game: Sliding, cell: int) -> bool:
    """Whether a cell is a corner of the board."""
    row, column = divmod(cell, game.columns)
    return row in (0, game.rows - 1) and column in (0, game.columns - 1)


def normalise(game: Sliding, position: Tiles) -> Tiles:
    """The position in normal form: the goal has the blank first and tile t in cell t."""
    return Normal(game).position(position)


def transposed(game: Sliding, normal: Tiles) -> Tiles:
    """A position in normal form, reflected in the diagonal through cell 0, again in normal form.

    On a board that is not square, the result is a position of the board with rows and columns swapped.
    """
    rows, columns = game.rows, game.columns
    place = [cell % columns * rows + cell // columns for cell in range(rows * columns)]
    return carried(tuple(place[tile] for tile in normal), tuple(place))
