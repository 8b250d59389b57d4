"""Boards of FreeCell as people and programs write them, read into positions.

This reads the text that we write (:mod:`yomikiri.games.freecell.position`), what Freecell Solver and PySolFC
write, and what people type.  It is tolerant: cards in any form that :func:`yomikiri.core.cards.read_card`
accepts; ``Founds:`` and ``FC:`` for the headings, which may be omitted, as may the colon before a column;
blank lines anywhere; ``/`` for a line end; comments after ``#``.  A line with only ``:`` is an empty column.
PySolFC writes an empty line for that, so blank lines below the headings are empty columns if that gives as
many lines as the game has columns.

Lines are columns, but people also type what they see, and a screen shows rows.  The cards themselves do not
tell which is meant; how they are dealt does (:func:`fitted`).
"""

import re
from dataclasses import dataclass

from yomikiri.core.board_text import numbered_lines, refuse_nothing
from yomikiri.core.cards import SUITS, SYMBOLS, Card, deck, read_card, read_rank, read_suit
from yomikiri.core.errors import NotationError, shown
from yomikiri.games.freecell.position import EMPTY_CELL, RANK_LETTERS, Position, write_card

Columns = tuple[tuple[Card, ...], ...]

_HEADING = re.compile(r"(found(?:ation)?s?|free ?cells?|fc)\s*:", re.IGNORECASE | re.ASCII)
_OTHER_HEADING = re.compile(r"[^\W\d_][\w -]*:")
_FOUNDATION = re.compile(rf"([HDSC{''.join(SYMBOLS)}])-(10|[0A1-9TJQK])", re.IGNORECASE | re.ASCII)
_APART = re.compile(r"(?<=\S)\s+(?=\S)")

GAP = 3
"""Extra blanks between two cards, or at the left, that count as a missing card."""

READ_AS_ROWS = (
    "the lines were read as rows, as a screen shows them: as columns they would not be a deal of this game; "
    "a colon before a line makes it a column"
)
READ_AS_COLUMNS = (
    "the lines were read as columns, the card at the bottom first; if they are rows of a screen, write each "
    "column on a line of its own"
)


@dataclass(frozen=True)
class Board:
    """A board as read, its lines as columns, with the line number of each card for error messages."""

    position: Position
    lines: dict[Card, int]
    cells_line: int
    """The line number of the cells, or 0 if there was none."""
    has_colons: bool
    """Whether some line is marked as a column."""
    gap_line: int
    """The first line with a gap between or before its cards, or 0."""
    spaced: Columns
    """The columns, if blank lines below the headings are empty columns."""


def read_board(text: str) -> Board:
    """Read a board; cards may be missing, but none may occur twice."""
    refuse_nothing(text, "the columns of a board, a line each")
    home: dict[str, int] | None = None
    cells: list[Card | None] | None = None
    cells_line = heading_line = 0
    columns: list[tuple[int, tuple[Card, ...]]] = []
    blanks: list[int] = []
    bare: list[tuple[int, str]] = []
    lines: dict[Card, int] = {}
    for number, line in numbered_lines(text):
        heading = _HEADING.match(line.strip())
        words = line.strip()[heading.end() if heading else 0 :].split()
        if heading is None and not words:
            blanks.append(number)
        elif heading is None:
            columns.append((number, tuple(_cards(_column_words(line, number), number, lines))))
            if not words[0].startswith(":"):
                bare.append((number, line))
        elif heading.group(1)[:2].lower() == "fo":
            if home is not None:
                raise NotationError(f"line {number}: a second line of foundations, expected one")
            home, heading_line = _foundations(words, number), number
        else:
            if cells is not None:
                raise NotationError(f"line {number}: a second line of cells, expected one")
            cells_line = heading_line = number
            cells = [
                None if word == EMPTY_CELL else next(iter(_cards([word], number, lines, EMPTY_CELL)))
                for word in words
            ]
    ranks = home or {}
    for card, number in lines.items():
        if card.rank <= ranks.get(card.suit, 0):
            raise NotationError(
                f"line {number}: {write_card(card)} is on the board, but the foundation "
                f"{card.suit}-{RANK_LETTERS[ranks[card.suit] - 1]} says that it is home"
            )
    h, d, s, c = (ranks.get(suit, 0) for suit in SUITS)
    found = tuple(cards for _, cards in columns)
    empty = [(number, ()) for number in blanks if number > heading_line] if heading_line else []
    spaced = tuple(cards for _, cards in sorted([*columns, *empty], key=lambda line: line[0]))
    position = Position((h, d, s, c), tuple(cells or ()), found)
    return Board(position, lines, cells_line, len(bare) < len(columns), _gap_line(bare), spaced)


def _column_words(line: str, number: int) -> list[str]:
    """The cards in a column's line, whose colon may stand apart, touch the first card, or be left out."""
    other = _OTHER_HEADING.match(line.strip())
    if other is not None:
        raise NotationError(
            f"line {number}: '{shown(other.group())}' is not a heading of a board: expected Foundations: or "
            "Freecells:, or the cards of a column"
        )
    return line.strip().removeprefix(":").split()


def _gap_line(lines: list[tuple[int, str]]) -> int:
    """The first line with a gap where others have cards; 0 if there is none."""
    texts = [(number, line.expandtabs()) for number, line in lines]
    indents = [len(text) - len(text.lstrip()) for _, text in texts]
    apart = [max(map(len, _APART.findall(text)), default=1) for _, text in texts]
    least = min((len(run) for _, text in texts for run in _APART.findall(text)), default=1)
    for (number, _), indent, widest in zip(texts, indents, apart, strict=True):
        if indent >= min(indents) + GAP or widest >= least + GAP:
            return number
    return 0


def _cards(words: list[str], number: int, lines: dict[Card, int], other: str = "") -> list[Card]:
    """The cards of the words of one line; ``lines`` remembers where each card was seen."""
    found = []
    for word in words:
        card = read_card(word)
        if card is None:
            hint = f", or {other} for an empty cell" if other else ""
            raise NotationError(
                f"line {number}: '{shown(word)}' is not a card: expected a rank {RANK_LETTERS} or 10 "
                f"and a suit H, C, D or S{hint}"
            )
        if card in lines:
            where = "" if lines[card] == number else f", also in line {lines[card]}"
            raise NotationError(f"line {number}: {write_card(card)} occurs twice{where}")
        lines[card] = number
        found.append(card)
    return found


def _foundations(words: list[str], number: int) -> dict[str, int]:
    home: dict[str, int] = {}
    for word in words:
        match = _FOUNDATION.fullmatch(word)
        if match is None:
            raise NotationError(
                f"line {number}: '{shown(word)}' is not a foundation: expected a form like H-0, C-A or D-T"
            )
        suit = read_suit(match.group(1))
        if suit in home:
            raise NotationError(f"line {number}: a second foundation of {suit}, expected one of each suit")
        # Here 0 means that nothing is home; in a card it would be a ten.
        home[suit] = 0 if match.group(2) == "0" else read_rank(match.group(2))
    return home


# -- a board in a game -----------------------------------------------------------------------------


def fitted(board: Board, dealt: Position, ranks: int) -> tuple[Position, str | None]:
    """The position in a game with ``ranks`` ranks that deals its cards as in ``dealt``, and how it was read.

    The latter is for people, and None if there was no doubt.  Cells and columns that the board does not
    mention are empty.
    """
    columns, note = _columns(board, dealt)
    home, cells = board.position.home, board.position.cells
    if len(cells) > len(dealt.cells):
        found = f"line {board.cells_line}: found {len(cells)} cells"
        raise NotationError(f"{found}, expected {len(dealt.cells)} at most")
    if len(columns) > len(dealt.columns):
        told = "" if board.has_colons else ": each line is a column"
        raise NotationError(f"found {len(columns)} columns, expected {len(dealt.columns)}{told}")
    for card, line in board.lines.items():
        if card.rank > ranks:
            top = write_card(Card(card.suit, ranks))
            raise NotationError(f"line {line}: {write_card(card)} is too high: cards go up to {top}")
    missing = [
        card for card in deck(ranks) if card not in board.lines and card.rank > home[SUITS.index(card.suit)]
    ]
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise NotationError(f"{write_card(missing[0])}{more} is missing: it is not on the board and not home")
    if max(home) > ranks:
        raise NotationError(f"a foundation has rank {max(home)}, expected 0 to {ranks}")
    position = Position(
        home,
        cells + (None,) * (len(dealt.cells) - len(cells)),
        columns + ((),) * (len(dealt.columns) - len(columns)),
    )
    return position, note


def _columns(board: Board, dealt: Position) -> tuple[Columns, str | None]:
    """The columns of a board, and a note on how its lines were interpreted.

    On a screen the columns hang from the top, so no row is longer than the one before, and none is longer
    than the number of columns.  Lines of this shape are rows if reading them as rows, and not as columns,
    gives a deal.  In the middle of a game nobody can tell, since the place of a card in its row depends on
    blanks; there lines are columns, as in every file.
    """
    width, lines = len(dealt.columns), board.position.columns
    if board.has_colons:
        return lines, None
    columns = board.spaced if len(board.spaced) == width else lines
    if board.gap_line:
        raise NotationError(
            f"line {board.gap_line} has a gap, as rows of a screen have: expected each column on a line of "
            "its own, the card at the bottom first"
        )
    lengths = [len(line) for line in lines]
    if max(lengths, default=0) > width or lengths != sorted(lengths, reverse=True):
        return columns, None
    rows = tuple(tuple(line[n] for line in lines if n < len(line)) for n in range(max(lengths, default=0)))
    as_dealt = [len(column) for column in dealt.columns if column]
    at_start = max(board.position.home) == 0 and _held(board.position) == _held(dealt)
    are_rows = at_start and [len(column) for column in rows] == as_dealt
    are_columns = at_start and sorted(lengths) == sorted(as_dealt)
    if are_rows and are_columns:
        raise NotationError(
            f"the lines can be {len(lines)} columns or {len(lines)} rows: expected a colon before each that "
            "is a column"
        )
    if are_rows:
        return rows, READ_AS_ROWS
    told = len(lines) <= width and not are_columns and set(rows) != set(lines)
    return columns, READ_AS_COLUMNS if told else None


def _held(position: Position) -> int:
    """How many cards the cells hold."""
    return sum(card is not None for card in position.cells)
