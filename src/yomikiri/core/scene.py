"""Scenes: a board as pieces and slots at coordinates, for pictures of a line of play.

An animation needs the same for all games and both formats: where each piece is, in which order pieces
overlap, and what empty places look like.
"""

from dataclasses import dataclass

from yomikiri.core.board import Json

CARD_WIDTH, CARD_HEIGHT, GAP, FAN, MARGIN = 40, 56, 6, 18, 14
TILE = 56
LETTER = 24
SUIT_LETTERS = "HDSC"
SYMBOLS = {"H": "♥", "D": "♦", "S": "♠", "C": "♣"}
RED = "HD"


@dataclass(frozen=True)
class Piece:
    """A card or a tile: its name and its upper left corner."""

    name: str
    x: int
    y: int
    key: str = ""
    """Which piece it is if several share the name: characters of a text board stay where they are."""

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


def label(name: str) -> tuple[str, str, bool]:
    """What is written on a piece: rank, suit (empty for a tile), and whether it is red."""
    if name[:1] in SYMBOLS:
        rank = "10" if name[1:] == "0" else name[1:]
        return rank, name[0], name[0] in RED
    return name, "", False


def scenes(boards: list[Json]) -> list[Scene]:
    """The scenes of a line of play, all of one size."""
    made = [_SCENES[board["kind"]](board) for board in boards]
    height = max(scene.height for scene in made)
    return [
        Scene(one.width, height, one.piece_width, one.piece_height, one.slots, one.pieces) for one in made
    ]


def _across(index: int, width: int = CARD_WIDTH) -> int:
    return MARGIN + index * (width + GAP)


def _down(index: int, height: int = CARD_HEIGHT) -> int:
    return MARGIN + index * (height + GAP)


def _rows(board: Json) -> Scene:
    columns, rows = board["columns"], board["rows"]
    slots, pieces = [], []
    for row, cards in enumerate(rows):
        for column, card in enumerate(cards):
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


_SCENES = {"rows": _rows, "cards": _cards, "tiles": _tiles, "text": _text}
