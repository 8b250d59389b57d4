"""Sliding puzzles: the 15-puzzle (invented by N. Chapman, made famous under S. Loyd's name) and its kin.

A board of m rows and n columns holds the tiles 1 to mn-1 and one blank.  A tile beside the blank slides into
it.  Won when the tiles stand as in the goal: in order with the blank last, in order with the blank first
(as in Korf and in the paper on gap sets), or in any other given arrangement.

Cells are numbered in reading order from 0.  A position is the tuple of the tiles in the cells, 0 for the
blank (see :mod:`.position`); a move is the tile that slides.  **Move order**: the tiles above, left of, right
of and below the blank.  The letters U, D, L, R say which way the *tile* slides, so the same order is D, R, L,
U.

Half of all positions can never reach the goal, and parity tells which (W. Johnson & W. Story, 1879): see
:meth:`Sliding.why_unsolvable`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from yomikiri.core.board_text import refuse_nothing, word_lines
from yomikiri.core.dealing import shuffled
from yomikiri.core.errors import IllegalMove, InputError, NotationError, shown
from yomikiri.core.protocol import Game
from yomikiri.games.sliding.position import Position, positions_of

Tiles = tuple[int, ...]
"""The tiles in the cells in reading order, 0 for the blank."""

MIN_SIDE, MAX_SIDE = 2, 5
LEAST, MOST = f"{MIN_SIDE}x{MIN_SIDE}", f"{MAX_SIDE}x{MAX_SIDE}"
BLANK_LAST, BLANK_FIRST = "blank-last", "blank-first"
BLANK_TEXTS = ("0", "_", ".")
NOTATIONS = ("tiles", "directions")

_SIZE = re.compile(r"([0-9]{1,4})[xX]([0-9]{1,4})")
_NUMBER = re.compile(r"[0-9]{1,4}")
_BESIDE = {"D": (-1, 0, "above"), "R": (0, -1, "left of"), "L": (0, 1, "right of"), "U": (1, 0, "below")}
"""For each direction, in move order: where the tile comes from, seen from the blank."""


def named_goal(name: str, cells: int) -> Tiles:
    """The goal of that name on a board with that many cells."""
    if name == BLANK_FIRST:
        return tuple(range(cells))
    return (*range(1, cells), 0)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns from a text such as ``4x4``."""
    match = _SIZE.fullmatch(text)
    sides = tuple(map(int, match.groups())) if match else ()
    if len(sides) != 2 or not all(MIN_SIDE <= side <= MAX_SIDE for side in sides):
        raise InputError(
            f"size '{shown(text)}' is not a size of sliding: expected rows x columns from {LEAST} to {MOST}"
        )
    return sides[0], sides[1]


def split_tiles(text: str) -> list[list[str]]:
    """The words of each row; rows are lines or separated by ``/``, words by blanks or commas."""
    return word_lines(text.replace(",", " "))


def size_of(text: str) -> tuple[int, int]:
    """The rows and columns of a position given as text; on one line, the board nearest to a square.

    Of two equally near boards, such as 2x3 and 3x2, the wider one.
    """
    refuse_nothing(text, "the numbers of a board")
    rows = split_tiles(text)
    if len(rows) > 1:
        sides = len(rows), len(rows[0])
    else:
        count = len(rows[0]) if rows else 0
        fitting = [
            side for side in range(MIN_SIDE, MAX_SIDE + 1) if side * side <= count == side * (count // side)
        ]
        sides = (fitting[-1], count // fitting[-1]) if fitting else (0, 0)
    if not all(MIN_SIDE <= side <= MAX_SIDE for side in sides):
        found = (
            f"{len(rows)} rows, the first of {len(rows[0])}" if len(rows) > 1 else f"{sum(map(len, rows))}"
        )
        raise NotationError(f"found {found} numbers: expected those of a board from {LEAST} to {MOST}")
    return sides


def is_position(goal: str) -> bool:
    """Whether a goal is meant to be a position and not a name."""
    return not re.match(r"\s*[^\W\d_]", goal)


@dataclass(frozen=True, init=False, repr=False)
class Sliding(Game[Tiles, int]):
    """The rules on one board with one goal: ``Sliding(4, 4)`` is the 15-puzzle with the blank last.

    ``goal`` is ``blank-last``, ``blank-first``, or a position, as text or as its tiles.
    """

    rows: int
    columns: int
    goal: Tiles

    name = "sliding"
    knows_unsolvable = True

    def __init__(self, rows: int = 4, columns: int = 4, goal: str | Sequence[int] = BLANK_LAST) -> None:
        for side in (rows, columns):
            if isinstance(side, bool) or not isinstance(side, int) or not MIN_SIDE <= side <= MAX_SIDE:
                raise InputError(
                    f"a side of {side!r} cells is not possible: expected {MIN_SIDE} to {MAX_SIDE}"
                )
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "goal", self._goal(goal))

    def _goal(self, goal: str | Sequence[int]) -> Tiles:
        if goal in (BLANK_LAST, BLANK_FIRST):
            return named_goal(str(goal), self.cells)
        if not isinstance(goal, str):
            tiles = tuple(goal)
            self.check(tiles)
            return tiles
        if not is_position(goal):
            raise InputError(
                f"unknown goal '{shown(goal)}': expected {BLANK_LAST}, {BLANK_FIRST} or a position"
            )
        try:
            return self.parse_position(goal)
        except NotationError as error:
            raise NotationError(f"goal: {error}") from None

    def __repr__(self) -> str:
        goal = "" if self.goal_text == BLANK_LAST else f", {self.goal_text!r}"
        return f"Sliding({self.rows}, {self.columns}{goal})"

    @property
    def size(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def cells(self) -> int:
        return self.rows * self.columns

    @property
    def goal_text(self) -> str:
        """The goal by its name, or as a position on one line."""
        for name in (BLANK_LAST, BLANK_FIRST):
            if self.goal == named_goal(name, self.cells):
                return name
        return " / ".join(self.position(self.goal).lines())

    @property
    def options(self) -> dict[str, str]:
        """What differs from the usual game."""
        return {} if self.goal_text == BLANK_LAST else {"goal": self.goal_text}

    # -- deals ---------------------------------------------------------------------------------

    def position(self, tiles: Sequence[int]) -> Position:
        """Tiles in reading order as a position that prints as a board; they are not checked."""
        return positions_of(self.columns)(tiles)

    def deal(self, number: int) -> Position:
        """The numbered deal: uniformly one of the positions that can be solved.

        The tiles 1, 2, … and the blank are shuffled and laid out in reading order; if the goal cannot be
        reached from there, the first two tiles are swapped.  That pairs every unsolvable position with a
        solvable one, so all solvable positions are equally likely.
        """
        tiles = shuffled(named_goal(BLANK_LAST, self.cells), self.name, self.size, number)
        if self.why_unsolvable(tuple(tiles)) is not None:
            first, second = [cell for cell, tile in enumerate(tiles) if tile][:2]
            tiles[first], tiles[second] = tiles[second], tiles[first]
        return self.position(tiles)

    # -- rules ---------------------------------------------------------------------------------

    @cached_property
    def _beside(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells above, left of, right of and below it, as far as they exist."""
        return tuple(tuple(cell for cell, _ in self._around(cell)) for cell in range(self.cells))

    def _around(self, blank: int) -> Iterator[tuple[int, str]]:
        """In move order: a cell beside the blank, and the letter for the direction its tile would slide."""
        row, column = divmod(blank, self.columns)
        for letter, (down, right, _) in _BESIDE.items():
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                yield (row + down) * self.columns + column + right, letter

    def neighbours(self, cell: int) -> tuple[int, ...]:
        """The cells above, left of, right of and below a cell, as far as they exist."""
        return self._beside[cell]

    def moves(self, position: Tiles) -> list[int]:
        return [position[cell] for cell in self._beside[position.index(0)]]

    def play(self, position: Tiles, move: int) -> Position:
        blank = position.index(0)
        for cell in self._beside[blank]:
            if position[cell] == move:
                tiles = list(position)
                tiles[blank], tiles[cell] = move, 0
                return positions_of(self.columns)(tiles)
        if move not in position or move == 0:
            raise IllegalMove(
                f"{move!r} is not a tile of a {self.size} board: expected 1 to {self.cells - 1}"
            )
        beside = ", ".join(map(str, self.moves(position)))
        raise IllegalMove(f"tile {move} is not beside the blank: expected one of {beside}")

    def is_goal(self, position: Tiles) -> bool:
        return position == self.goal

    def why_unsolvable(self, position: Tiles) -> str | None:
        """The parity argument, if it applies.

        A slide swaps one tile with the blank.  So it turns an even permutation of the goal into an odd one or
        back, and it also changes the blank's distance to its goal cell, in steps along rows and columns, by
        one.  In the goal both are even, so on every path to it both are even or both are odd.  On a board of
        at least two rows and two columns nothing else stands in the way, so exactly half of all positions can
        be solved.
        """
        odd, steps = self._parities(position, self.goal)
        if odd == bool(steps % 2):
            return None
        kind, other = ("odd", "even") if odd else ("even", "odd")
        reason = (
            f"parity: the position is an {kind} permutation of the goal, but the blank is an {other} number "
            f"of steps ({steps}) from its goal cell; every slide changes both, and in the goal both are even"
        )
        reachable = self.instead(position).get("goal")
        return reason if reachable is None else f"{reason}; the goal {reachable} can be reached"

    def instead(self, position: Tiles) -> dict[str, str]:
        """The other usual goal, if parity rules out this one but not that one.

        On boards such as 4x4 each position can reach one of the two.  Collections of positions often do not
        say which goal they are for.
        """
        other = {BLANK_LAST: BLANK_FIRST, BLANK_FIRST: BLANK_LAST}.get(self.goal_text)
        if other is None:
            return {}
        for name, wanted in ((self.goal_text, False), (other, True)):
            odd, steps = self._parities(position, named_goal(name, self.cells))
            if (odd == bool(steps % 2)) is not wanted:
                return {}
        return {"goal": other}

    def _parities(self, position: Tiles, goal: Tiles) -> tuple[bool, int]:
        """Whether a position is an odd permutation of a goal, and the blank's steps to its goal cell."""
        home = {tile: cell for cell, tile in enumerate(goal)}
        return is_odd([home[tile] for tile in position]), self.distance(position.index(0), home[0])

    def distance(self, one: int, other: int) -> int:
        """The steps along rows and columns from one cell to another."""
        (row, column), (to_row, to_column) = divmod(one, self.columns), divmod(other, self.columns)
        return abs(row - to_row) + abs(column - to_column)

    def check(self, position: Tiles) -> None:
        if not isinstance(position, tuple):
            raise InputError(f"a position of sliding is a tuple of tiles, found {type(position).__name__}")
        if len(position) != self.cells:
            raise InputError(f"the position has {len(position)} cells, a {self.size} board {self.cells}")
        for tile in range(self.cells):
            if position.count(tile) != 1:
                word = f"tile {tile}" if tile else "the blank, 0,"
                raise InputError(f"{word} is there {position.count(tile)} times, expected once")

    # -- codes ---------------------------------------------------------------------------------

    def encode(self, position: Tiles) -> bytes:
        """One byte per cell."""
        return bytes(position)

    def decode(self, code: bytes) -> Position:
        position = self.position(code)
        try:
            self.check(position)
        except InputError as error:
            raise NotationError(f"a code that is not a position: {error}") from None
        return position

    # -- notation ------------------------------------------------------------------------------

    def format_position(self, position: Tiles) -> str:
        """The rows on lines, the numbers in columns."""
        return str(self.position(position))

    def parse_position(self, text: str) -> Position:
        """Read the numbers in reading order, on one line or by rows; the blank is ``0``, ``_`` or ``.``."""
        refuse_nothing(text, "the numbers of a board")
        rows = split_tiles(text)
        if len(rows) > 1:
            if len(rows) != self.rows:
                raise NotationError(f"found {len(rows)} rows, expected {self.rows} (or all on one line)")
            for number, row in enumerate(rows, start=1):
                if len(row) != self.columns:
                    raise NotationError(f"row {number} has {len(row)} numbers, expected {self.columns}")
        words = [word for row in rows for word in row]
        tiles: list[int] = []
        for word in words:
            number = 0 if word in BLANK_TEXTS else int(word) if _NUMBER.fullmatch(word) else self.cells
            if number >= self.cells:
                raise NotationError(
                    f"'{shown(word)}' is not a tile of a {self.size} board: expected 0 to {self.cells - 1}"
                )
            if number in tiles:
                raise NotationError(f"{number} occurs twice" if number else "the blank occurs twice")
            tiles.append(number)
        for tile in range(self.cells):
            if tile not in tiles:
                raise NotationError(f"{tile} is missing" if tile else "the blank, 0, is missing")
        return self.position(tiles)

    def position_to_json(self, position: Tiles) -> dict[str, Any]:
        return {**super().position_to_json(position), "position": self.position(position).lines()}

    def format_move(self, position: Tiles, move: int) -> str:
        return str(move)

    @property
    def notations(self) -> Mapping[str, Callable[[Tiles, int], str]]:
        return {"tiles": self.format_move, "directions": self.format_direction}

    def format_direction(self, position: Tiles, move: int) -> str:
        """The direction of the slide: ``U``, ``D``, ``L`` or ``R``."""
        for cell, letter in self._around(position.index(0)):
            if position[cell] == move:
                return letter
        raise IllegalMove(f"tile {move} is not beside the blank")

    def parse_move(self, position: Tiles, text: str) -> int:
        """Read the number of a tile, or the letter for the direction of a slide."""
        letter = text.upper() if text.isascii() else ""
        if letter in _BESIDE:
            for cell, way in self._around(position.index(0)):
                if way == letter:
                    return position[cell]
            raise IllegalMove(f"'{text}' slides the tile {_BESIDE[letter][2]} the blank, where there is none")
        if not _NUMBER.fullmatch(text) or not 1 <= int(text) < self.cells:
            raise NotationError(
                f"'{shown(text)}' is not a move: expected a tile, 1 to {self.cells - 1}, or one of U, D, L, R"
            )
        return int(text)


def is_odd(permutation: Sequence[int]) -> bool:
    """Whether a permutation of 0, 1, … is odd: a cycle of k places is k-1 swaps."""
    seen: set[int] = set()
    cycles = 0
    for start in range(len(permutation)):
        cycles += start not in seen
        while start not in seen:
            seen.add(start)
            start = permutation[start]
    return (len(permutation) - cycles) % 2 == 1
