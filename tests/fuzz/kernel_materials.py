"""What calls of the kernel are made of: random positions of every game, sets, tables and slices, all valid.

The hostile values come later, in ``kernel_fuzz.py``; here is what they are mutations of.  Without the Python
games: their positions are only those that can be dealt, and the kernel must bear more.
"""

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from yomikiri import _kernel

MEMORY = 2**22
GOLDEN = 0x9E3779B97F4A7C15


def words(numbers: Sequence[int]) -> bytes:
    return b"".join(number.to_bytes(8, "little") for number in numbers)


# -- positions -------------------------------------------------------------------------------------


def row_code(rng: random.Random, columns: int) -> bytes:
    """Superpuzz or Gaps: six bits a card, its cell.  Half of them near a goal, so that searches end."""
    cards = 4 * (columns - 1)
    cells = rng.sample(range(4 * columns), cards)
    if rng.random() < 0.5:
        cells = [card // (columns - 1) * columns + card % (columns - 1) for card in range(cards)]
        holes = [suit * columns + columns - 1 for suit in range(4)]
        for _ in range(rng.randrange(8)):
            card, hole = rng.randrange(cards), rng.randrange(4)
            cells[card], holes[hole] = holes[hole], cells[card]
    return sum(cell << 6 * card for card, cell in enumerate(cells)).to_bytes(3 * (columns - 1), "little")


def freecell_rules(rng: random.Random) -> dict[str, Any]:
    small = rng.random() < 0.6
    return {
        "columns": rng.randint(1, 5) if small else rng.randint(1, 10),
        "cells": rng.randint(0, 4) if small else rng.randint(0, 8),
        "ranks": rng.randint(1, 4) if small else rng.randint(1, 13),
        "suit": rng.random() < 0.3,
        "kings": rng.random() < 0.3,
        "supermove": rng.random() < 0.5,
    }


def freecell_board(rng: random.Random, rules: dict[str, Any]) -> bytes:
    """Some cards home, some in cells, the others anywhere."""
    ranks = rules["ranks"]
    home = [rng.randint(0, ranks) if rng.random() < 0.3 else 0 for _ in range(4)]
    cards = [16 * suit + rank for suit in range(4) for rank in range(home[suit] + 1, ranks + 1)]
    rng.shuffle(cards)
    cells = [cards.pop() if cards and rng.random() < 0.3 else 0 for _ in range(rules["cells"])]
    columns: list[list[int]] = [[] for _ in range(rules["columns"])]
    for card in cards:
        rng.choice(columns).append(card)
    return bytes([*home, *cells, *(byte for column in columns for byte in (len(column), *column))])


def sliding_labels(rng: random.Random, rows: int, columns: int, goal_blank: int) -> bytes:
    """The goal after some random slides."""
    labels, blank = list(range(rows * columns)), goal_blank
    for _ in range(rng.randrange(60)):
        row, column = divmod(blank, columns)
        other = rng.choice([(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)])
        if 0 <= other[0] < rows and 0 <= other[1] < columns:
            cell = other[0] * columns + other[1]
            labels[blank], labels[cell] = labels[cell], labels[blank]
            blank = cell
    return bytes(labels)


# -- sets and tables -------------------------------------------------------------------------------


def quiet(*counts: Any) -> bool:
    return False


@cache
def gap_codes(rows: int, columns: int, gap: int, cells: int) -> _kernel.Codes:
    return _kernel.gap_codes(rows, columns, gap, cells, memory=2**26, watch=quiet)[0]


def gap_order(cells: int) -> list[int]:
    return [level ^ 3 for level in range(4 * cells)]


@cache
def gap_diagram(rows: int, columns: int, gap: int, cells: int, kind: str) -> _kernel.Diagram:
    codes = gap_codes(rows, columns, gap, cells)
    return _kernel.Diagram.build(codes, gap_order(cells), kind, memory=2**26, watch=quiet)


@cache
def gap_image(rows: int, columns: int, gap: int, cells: int, form: str) -> bytes:
    """The bytes of a gap set in a form."""
    what = rows, columns, gap, cells
    if form == "bitmap":
        place = bytearray(_kernel.gap_bitmap_bytes(rows, columns, cells))
        _kernel.gap_bitmap(*what, place, memory=2**26, watch=quiet)
    elif form == "hash":
        codes = gap_codes(*what)
        place = bytearray(_kernel.gap_hash_bytes(codes, cells))
        _kernel.gap_hash(codes, *what, place)
    else:
        diagram = gap_diagram(*what, form)
        place = bytearray(_kernel.GAP_HEADER_BYTES + diagram.image_bytes)
        _kernel.gap_diagram(diagram, *what, place)
    return bytes(place)


def diagram_image(diagram: _kernel.Diagram) -> bytes:
    place = bytearray(diagram.image_bytes)
    diagram.write(place)
    return bytes(place)


def sealed_diagram(image: bytes) -> bytes:
    """Bytes of a diagram, whatever is in them, with the checksums that they should have."""
    whole = bytearray(image)
    whole[40:48] = words([_kernel.checksum(bytes(whole[256:]))])
    whole[48:56] = bytes(8)
    whole[48:56] = words([_kernel.checksum(bytes(whole[:256]))])
    return bytes(whole)


PARTS = {(2, 3): [(1, 2, 3), (4, 5)], (3, 2): [(1, 2, 3), (4, 5)], (3, 3): [(1, 2, 4, 5), (3, 6, 7, 8)]}


@cache
def pattern(rows: int, columns: int, goals: tuple[int, ...]) -> _kernel.PatternTable:
    place = bytearray(_kernel.pattern_bytes(rows, columns, len(goals)))
    _kernel.pattern_build(rows, columns, bytes(goals), 0, place, memory=2**26, report=quiet)
    return _kernel.PatternTable(rows, columns, len(goals), place)


@cache
def patterns(rows: int, columns: int) -> list[list[Any]]:
    """One set of patterns for a board with the blank first."""
    cells = bytes(range(rows * columns))
    return [[(pattern(rows, columns, tiles), cells, bytes(tiles)) for tiles in PARTS[rows, columns]]]


@cache
def automaton(rows: int, columns: int) -> _kernel.MoveAutomaton:
    return _kernel.MoveAutomaton(rows, columns, 6)


# -- slices ----------------------------------------------------------------------------------------


def make_slice(rng: random.Random) -> tuple[_kernel.Slice, Callable[[], bytes]]:
    """A slice, and what makes positions for it."""
    parts = rng.randint(1, 3)
    share: dict[str, Any] = {
        "store": rng.choice(["exact", "fingerprint"]),
        "index": rng.randrange(parts),
        "parts": parts,
        "memory": MEMORY,
    }
    game = rng.randrange(3)
    if game == 0:
        columns, alike = rng.randint(2, 6), rng.random() < 0.5
        rules = _kernel.Superpuzz(columns, alike)
        made = _kernel.Slice.rows(columns, alike, rng.random() < 0.5, **share)
        return made, lambda: rules.canonical(row_code(rng, columns)) if alike else row_code(rng, columns)
    if game == 1:
        rows, columns = rng.randint(2, 5), rng.randint(2, 5)
        goal = bytes(range(rows * columns))
        made = _kernel.Slice.sliding(rows, columns, goal, **share)
        return made, lambda: sliding_labels(rng, rows, columns, 0)
    asked = freecell_rules(rng)
    start = freecell_board(rng, asked)
    made = _kernel.Slice.freecell(**asked, start=start, **share)
    kernel = _kernel.FreeCell(**asked)
    return made, lambda: kernel.key(start, start)


def forged_batch(rng: random.Random, code_bytes: int, parts: int, target: int | None) -> bytes:
    """Random entries under the seal that ``native/search/slice.hpp`` gives to a batch for that slice."""
    entries = rng.randbytes((code_bytes + 2) * rng.randint(0, 3))
    address = code_bytes if target is None else parts << 32 | target << 8 | 255
    seal = _kernel.checksum(entries) ^ (address + 1) * GOLDEN % 2**64
    return entries + words([seal])
