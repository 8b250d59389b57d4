"""How positions and moves of peg solitaire are written.

A position is the rows of the board, ``o`` for a peg and ``.`` for an empty hole.  Blanks are ignored, rows
may be separated by ``/``, and one line may hold all holes in reading order.  A move names the holes that a
peg occupies: ``d2-d4``, or ``c1-c3-e3`` for two jumps.
"""

from collections.abc import Sequence

from yomikiri.core.board_text import refuse_nothing, word_lines
from yomikiri.core.errors import NotationError, shown
from yomikiri.games.peg.holes import MAX_SIDE, MIN_SIDE, SHAPES, WIDTH, Board, Holes, board_of, hole_name

PEGS, EMPTY = "oO*●", ".-_○·"
EXPECTED = "a board of o for pegs and . for empty holes"


def board_lines(board: Board, position: Holes) -> list[str]:
    """The rows of a board, one mark per hole, a blank where there is none."""
    return [
        " ".join(
            " "
            if not board.has(row * WIDTH + column)
            else "o"
            if position >> row * WIDTH + column & 1
            else "."
            for column in range(board.columns)
        ).rstrip()
        for row in range(board.rows)
    ]


def _rows(text: str) -> list[str]:
    """The marks of each line; an error names the first invalid one."""
    refuse_nothing(text, EXPECTED)
    rows = ["".join(words) for words in word_lines(text)]
    for number, row in enumerate(rows, start=1):
        for mark in row:
            if mark not in PEGS + EMPTY:
                raise NotationError(f"row {number}: '{shown(mark)}' is not a hole: expected {EXPECTED}")
    return rows


def board_in(text: str) -> Board:
    """The board of a position given as text; raises :class:`NotationError` if there is none."""
    lengths = [len(row) for row in _rows(text)]
    for size in SHAPES:
        board = board_of(size)
        if lengths in ([len(board.in_order)], _lengths(board)):
            return board
    rows, columns = len(lengths), lengths[0]
    if MIN_SIDE <= rows <= MAX_SIDE and MIN_SIDE <= columns <= MAX_SIDE and lengths == [columns] * rows:
        return board_of(f"{rows}x{columns}")
    raise NotationError(
        f"found rows of {', '.join(map(str, lengths[: WIDTH + 1]))} holes: expected those of "
        f"{', '.join(SHAPES)}, or of a rectangle from {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}"
    )


def _lengths(board: Board) -> list[int]:
    """How many holes each row has."""
    return [(board.holes >> row * WIDTH & 0xFF).bit_count() for row in range(board.rows)]


def read_position(board: Board, text: str) -> Holes:
    """The pegs on a board of known size."""
    rows = _rows(text)
    marks = "".join(rows)
    if len(rows) > 1 and len(rows) != board.rows:
        raise NotationError(f"found {len(rows)} rows, expected {board.rows} (or all on one line)")
    for number, (row, length) in enumerate(zip(rows, _lengths(board), strict=False), start=1):
        if len(rows) > 1 and len(row) != length:
            raise NotationError(f"row {number} has {len(row)} holes, expected {length}")
    if len(marks) != len(board.in_order):
        raise NotationError(f"found {len(marks)} holes, the {board.name} board has {len(board.in_order)}")
    pegs = sum(1 << hole for hole, mark in zip(board.in_order, marks, strict=True) if mark in PEGS)
    if not pegs:
        raise NotationError("the board has no peg: expected at least one")
    return pegs


def write_move(move: Sequence[int]) -> str:
    """The holes that a peg occupies."""
    return "-".join(map(hole_name, move))


def read_move(board: Board, text: str) -> tuple[int, ...]:
    """The holes that a move names."""
    words = text.split("-")
    if len(words) < 2:
        raise NotationError(f"'{shown(text)}' is not a move: expected holes such as d2-d4")
    return tuple(board.hole(word) for word in words)
