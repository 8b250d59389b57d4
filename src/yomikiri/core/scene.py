"""Scenes: a board as pieces and slots at coordinates, for pictures of a line of play.

An animation needs the same for all games and both formats: where each piece is, in which order pieces
overlap, and what empty places look like.
"""

from dataclasses import dataclass, replace

from yomikiri.core.board import Json

CARD_WIDTH, CARD_HEIGHT, GAP, FAN, MARGIN = 40, 56, 6, 18, 14
TILE = 56
LETTER = 24
PIECE = 28
SUIT_LETTERS = "HDSC"
SYMBOLS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
RED = "HD"


@dataclass(frozen=True)
class Piece:
    """A card, a tile or one of many pegs: its name and its upper left corner."""

    name: str
    x: int
    y: int
    key: str = ""
    """Which piece it is if several share the name: characters of a text board stay where they are, and pegs
    are called by the hole that they stood in first."""

    @property
    def identity(self) -> str:
        """An identity that a piece keeps in every scene."""
        return self.key or self.name


@dataclass(frozen=True)
class Scene:
    """A board, with its pieces in drawing order."""

    width: int
    height: int
    piece_width: int
    piece_height: int
    slots: tuple[tuple[int, int], ...]
    pieces: tuple[Piece, ...]
    corner: int = 5
    """The radius of corners of slots and pieces."""


def label(name: str) -> tuple[str, str, bool]:
    """What is written on a piece: rank, suit (empty for a tile), and whether it is red."""
    if name[:1] in SYMBOLS:
        rank = "10" if name[1:] == "0" else name[1:]
        return rank, name[0], name[0] in RED
    return name, "", False


def scenes(boards: list[Json]) -> list[Scene]:
    """The scenes of a line of play, all of one size."""
    if boards and boards[0]["kind"] == "pegs":
        return _pegs(boards)
    made = [_SCENES[board["kind"]](board) for board in boards]
    height = max(scene.height for scene in made)
    return [replace(one, height=height) for one in made]


def _across(index: int, width: int = CARD_WIDTH) -> int:
    return MARGIN + index * (width + GAP)


def _down(index: int, height: int = CARD_HEIGHT) -> int:
    return MARGIN + index * (height + GAP)


def _rows(board: Json) -> Scene:
    columns, rows = board["columns"], board["rows"]
    slots, pieces = [], []
    for row, cards in enumerate(rows):
        for column, card in enumerate(cards):
            if card == "":
                continue
            slots.append((_across(column), _down(row)))
            if card is not None:
                pieces.append(Piece(card, *slots[-1]))
    size = _across(columns) - GAP + MARGIN, _down(len(rows)) - GAP + MARGIN
    return Scene(*size, CARD_WIDTH, CARD_HEIGHT, tuple(slots), tuple(pieces))


def _cards(board: Json) -> Scene:
    cells, columns, home = board["cells"], board["columns"], board["home"]
    across = max(len(cells) + len(home), len(columns))
    slots, pieces = [], []
    for index, card in enumerate(cells):
        slots.append((_across(index), MARGIN))
        if card is not None:
            pieces.append(Piece(card, *slots[-1]))
    for index, (suit, rank) in enumerate(home.items()):
        place = _across(across - len(home) + index), MARGIN
        slots.append(place)
        pieces += [Piece(suit + "A234567890JQK"[r], *place) for r in range(rank)]
    top = _down(1) + GAP
    for index, column in enumerate(columns):
        slots.append((_across(index), top))
        pieces += [Piece(card, _across(index), top + FAN * depth) for depth, card in enumerate(column)]
    deepest = max([len(column) for column in columns] + [1])
    size = _across(across) - GAP + MARGIN, top + FAN * (deepest - 1) + CARD_HEIGHT + MARGIN
    return Scene(*size, CARD_WIDTH, CARD_HEIGHT, tuple(slots), tuple(pieces))


def _tiles(board: Json) -> Scene:
    columns = board["columns"]
    pieces = []
    slots = []
    for cell, tile in enumerate(board["tiles"]):
        slots.append((_across(cell % columns, TILE), _down(cell // columns, TILE)))
        if tile:
            pieces.append(Piece(str(tile), *slots[-1]))
    size = _across(columns, TILE) - GAP + MARGIN, _down(board["rows"], TILE) - GAP + MARGIN
    return Scene(*size, TILE, TILE, tuple(slots), tuple(pieces))


def _text(board: Json) -> Scene:
    """One piece for every non-blank character of a text, where it stands."""
    lines = board["lines"]
    pieces = [
        Piece(letter, _across(column, LETTER), _down(row, LETTER), f"{row},{column}")
        for row, line in enumerate(lines)
        for column, letter in enumerate(line)
        if letter != " "
    ]
    across = max(map(len, lines), default=1)
    size = _across(across, LETTER) - GAP + MARGIN, _down(len(lines), LETTER) - GAP + MARGIN
    return Scene(*size, LETTER, LETTER, (), tuple(pieces))


def _pegs(boards: list[Json]) -> list[Scene]:
    """The boards of a line of play, in which pegs are followed.

    A jump ends two holes from where it begins, so row and column of what jumps stay even or odd; of what it
    takes off, one is different.
    """
    made: list[Scene] = []
    names: dict[tuple[int, int], str] = {}
    for board in boards:
        rows = board["rows"]
        holes = [(row, column) for row, marks in enumerate(rows) for column in range(len(marks))]
        slots = {
            (row, column): (_across(column, PIECE), _down(row, PIECE))
            for row, column in holes
            if rows[row][column] is not None
        }
        pegs = [hole for hole in slots if rows[hole[0]][hole[1]]]
        gone = {hole: name for hole, name in names.items() if hole not in pegs}
        for row, column in [hole for hole in pegs if hole not in names]:
            came = [hole for hole in gone if (hole[0] - row) % 2 == 0 and (hole[1] - column) % 2 == 0]
            names[row, column] = gone.pop(came[0]) if came else f"{row},{column}"
        names = {hole: names[hole] for hole in pegs}
        size = _across(board["columns"], PIECE) - GAP + MARGIN, _down(len(rows), PIECE) - GAP + MARGIN
        pieces = tuple(Piece("", *slots[hole], names[hole]) for hole in pegs)
        made.append(Scene(*size, PIECE, PIECE, tuple(slots.values()), pieces, PIECE // 2))
    return made


_SCENES = {"rows": _rows, "cards": _cards, "tiles": _tiles, "text": _text}
