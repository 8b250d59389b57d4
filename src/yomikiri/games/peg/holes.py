"""Boards of peg solitaire: their holes, the jumps between them, and the symmetries.

The hole in row r and column c, both from 0, is number 8r + c, and a set of holes is a number with those bits.
So a jump in any direction is a shift, a reflection takes a few masks, and a code is one byte per row.  The
reflections of an 8x8 board of bits are those of H. Warren, "Hacker's Delight", chapter 7.

People name a hole by the letter of its column and the number of its row, from the top left, as J. Beasley
does in "The Ins and Outs of Peg Solitaire" (1985): the middle of the English board is ``d4``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from yomikiri.core.errors import InputError, NotationError, shown

Holes = int
"""A set of holes: bit 8r + c is the hole in row r and column c."""

WIDTH = 8
WAYS = (-WIDTH, -1, 1, WIDTH)
"""Up, left, right, down: from a hole to its neighbour.  This is also the order of jumps from a hole."""

ENGLISH, EUROPEAN = "english", "european"
SHAPES = {
    ENGLISH: "  ooo  /  ooo  /ooooooo/ooooooo/ooooooo/  ooo  /  ooo  ",
    EUROPEAN: "  ooo  / ooooo /ooooooo/ooooooo/ooooooo/ ooooo /  ooo  ",
}
MOST_ROWS = 7
MIN_SIDE, MAX_SIDE = 3, 6
"""Sides of rectangles.  On a 7x7 board a peg can have 27,384 moves of several jumps, on these 1,536."""
_RECTANGLE = re.compile(r"([0-9]{1,3})[xX]([0-9]{1,3})", re.ASCII)
_HOLE = re.compile(r"([a-zA-Z])([0-9]{1,2})", re.ASCII)


class Jump(NamedTuple):
    """A peg goes from ``source`` to ``target``, and the one it jumps ``over`` is removed."""

    source: int
    over: int
    target: int

    @property
    def pegs(self) -> Holes:
        """The two holes that must have pegs."""
        return 1 << self.source | 1 << self.over

    @property
    def change(self) -> Holes:
        """The three holes that change."""
        return self.pegs | 1 << self.target


class Symmetry(NamedTuple):
    """A turn or reflection of the board: first transpose, then the two flips."""

    transposed: bool
    upside_down: bool
    mirrored: bool


def transpose(holes: Holes) -> Holes:
    """The holes reflected in the diagonal from the top left."""
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        swapped = (holes ^ holes >> shift) & mask
        holes ^= swapped ^ swapped << shift
    return holes


def mirror(holes: Holes, columns: int) -> Holes:
    """The holes with left and right swapped."""
    for shift, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        holes = (holes >> shift & mask) | (holes & mask) << shift
    return holes >> WIDTH - columns


def upside_down(holes: Holes, rows: int) -> Holes:
    """The holes with top and bottom swapped."""
    return int.from_bytes(holes.to_bytes(rows, "little"), "big")


def members(holes: Holes) -> Iterator[int]:
    """The holes of a set in reading order."""
    while holes:
        lowest = holes & -holes
        yield lowest.bit_length() - 1
        holes ^= lowest


def hole_name(hole: int) -> str:
    """The name of a hole, such as ``d4``."""
    return f"{chr(ord('a') + hole % WIDTH)}{hole // WIDTH + 1}"


@dataclass(frozen=True)
class Board:
    """A board: its name, how many rows and columns it spans, and its holes."""

    name: str
    rows: int
    columns: int
    holes: Holes

    @cached_property
    def in_order(self) -> tuple[int, ...]:
        """The holes in reading order."""
        return tuple(members(self.holes))

    @property
    def centre(self) -> int:
        """The hole in the middle; of the four in the middle of an even board, the one at the lower right."""
        return self.rows // 2 * WIDTH + self.columns // 2

    def has(self, hole: int) -> bool:
        return 0 <= hole < WIDTH * WIDTH and bool(self.holes >> hole & 1)

    @cached_property
    def jumps(self) -> tuple[Jump, ...]:
        """Every jump of the board: by source in reading order, then up, left, right, down."""
        found = (Jump(hole, hole + way, hole + 2 * way) for hole in self.in_order for way in WAYS)
        # No board is more than seven columns wide, so there is always a column of padding: a jump cannot wrap
        # around an edge, and checking that both cells are holes is enough.
        return tuple(jump for jump in found if self.has(jump.over) and self.has(jump.target))

    @cached_property
    def jumps_from(self) -> dict[int, tuple[Jump, ...]]:
        """The jumps from each hole, in order."""
        return {hole: tuple(jump for jump in self.jumps if jump.source == hole) for hole in self.in_order}

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The turns and reflections that keep the board, the identity first."""
        flags = (False, True)
        found = [Symmetry(t, u, m) for t in flags for u in flags for m in flags]
        square = self.rows == self.columns
        return tuple(
            one
            for one in found
            if (square or not one.transposed) and self.image(self.holes, one) == self.holes
        )

    def image(self, holes: Holes, symmetry: Symmetry) -> Holes:
        """Where a symmetry takes a set of holes."""
        if symmetry.transposed:
            holes = transpose(holes)
        if symmetry.upside_down:
            holes = upside_down(holes, self.rows)
        return mirror(holes, self.columns) if symmetry.mirrored else holes

    def keeping(self, hole: int | None) -> tuple[Symmetry, ...]:
        """The symmetries that leave a hole in place; without a hole, all of them."""
        if hole is None:
            return self.symmetries
        return tuple(one for one in self.symmetries if self.image(1 << hole, one) == 1 << hole)

    def hole(self, text: str) -> int:
        """The hole of that name; raises :class:`NotationError` if the board does not have it."""
        match = _HOLE.fullmatch(text)
        if match is not None:
            column, row = ord(match[1].lower()) - ord("a"), int(match[2]) - 1
            if column < self.columns and 0 <= row < self.rows and self.has(row * WIDTH + column):
                return row * WIDTH + column
        raise NotationError(
            f"'{shown(text)}' is not a hole of the {self.name} board: "
            f"expected one such as {hole_name(self.centre)}"
        )


def _shaped(name: str, shape: str) -> Board:
    rows = shape.split("/")
    holes = sum(
        1 << row * WIDTH + column
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "o"
    )
    return Board(name, len(rows), len(rows[0]), holes)


def board_of(size: str) -> Board:
    """The board of a size: ``english``, ``european``, or rows x columns, such as ``4x5``."""
    name = size.lower()
    if name in SHAPES:
        return _shaped(name, SHAPES[name])
    match = _RECTANGLE.fullmatch(size)
    sides = [int(side) for side in match.groups()] if match else []
    if not sides or not all(MIN_SIDE <= side <= MAX_SIDE for side in sides):
        raise InputError(
            f"size '{shown(size)}' is not a size of peg: expected {', '.join(SHAPES)}, or rows x columns "
            f"from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}"
        )
    rows, columns = sides
    return _shaped(f"{rows}x{columns}", "/".join(["o" * columns] * rows))
