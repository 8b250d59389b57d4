"""Certificates of Superpuzz, Montana and Gaps: plain positions, the dead test and persistent sets.

A key is a byte for the rows that float (0 here; for the others see :mod:`.certificate_nodes`), and for each
card in deck order the number of its cell in 6 bits, most significant first.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from yomikiri import _kernel
from yomikiri.certificates.argument import Argument, KernelTable
from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.core.cards import Card
from yomikiri.core.errors import InputError
from yomikiri.games.rows.bounds import misplaced
from yomikiri.games.rows.relaxation import is_dead, persistent_moves
from yomikiri.games.rows.rules import Move, Position, RowGame
from yomikiri.games.rows.waiting import waiting

DEAD, PERSISTENT, CONTRACTION, DELAY = "dead", "persistent", "contraction", "delay"
LEMMAS = {
    DEAD: "dead: what the relaxation does not reach never happens; no assignment of rows is left",
    PERSISTENT: "persistent: if nothing can interfere with some moves, only these have to be looked at",
    CONTRACTION: "contraction: an entry stands for all arrangements of its loose cards and floating aces",
    DELAY: "delay: an ace that fills the last hole of column 1 can wait until a move depends on it",
}
BOUNDS = {
    "waiting": "waiting: misplaced cards and disjoint cycles of waits, over the assignments that are left",
    "misplaced": "misplaced: each card outside its goal cell needs a move, over all assignments",
    "none": "no lower bound but 0",
}


def table_in_kernel(game: RowGame, argument: Argument[Any], wanted: int, **options: Any) -> KernelTable:
    """The kernel's table for an argument of either kind."""
    lemmas: Any = {name: name in argument.inference for name in LEMMAS}
    return _kernel.certify_rows(game.columns, game.encode(argument.start), wanted, **lemmas, **options)


class RowKeys:
    """Keys of boards of four rows with some rows of column 1 marked."""

    def __init__(self, game: RowGame) -> None:
        self.game = game
        self.width = 3 * (game.columns - 1) + 1

    def key(self, position: Position, rows: int = 0) -> bytes:
        where = {card: cell for cell, card in enumerate(position.cells)}
        number = rows
        for card in self.game.cards:
            number = number << 6 | where[card]
        return number.to_bytes(self.width, "big")

    def read(self, key: bytes) -> tuple[Position, int]:
        number = int.from_bytes(key[1:], "big")
        cells: list[Card | None] = [None] * (4 * self.game.columns)
        for card in reversed(self.game.cards):
            number, cell = number >> 6, number & 63
            if cell >= len(cells) or cells[cell] is not None:
                raise NotACertificate(f"the key {key.hex()} puts {card} in cell {cell}: taken, or not there")
            cells[cell] = card
        position = Position(tuple(cells))
        try:
            self.game.parse_position(
                self.game.format_position(position)
            )  # The aces of Gaps stand at the left.
        except InputError as error:
            raise NotACertificate(f"the key {key.hex()} is not a position: {error}") from None
        return position, key[0]


class RowArgument(Argument[Position]):
    """A node is a position, with its rows as they lie."""

    lemmas: ClassVar[Mapping[str, str]] = {DEAD: LEMMAS[DEAD], PERSISTENT: LEMMAS[PERSISTENT]}
    bounds: ClassVar[Mapping[str, str]] = BOUNDS
    game: RowGame

    def __init__(self, game: RowGame, start: Position, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        if bound_name not in BOUNDS:
            raise NotACertificate(f"the bound '{bound_name}' takes no words of its own")
        self.keys = RowKeys(game)
        self.width = self.keys.width

    def node(self, position: Position) -> Position:
        return position

    def key(self, node: Position) -> bytes:
        return self.keys.key(node)

    def read(self, key: bytes) -> Position:
        position, rows = self.keys.read(key)
        if rows:
            raise NotACertificate(
                f"the key {key.hex()} has floating rows, without the inference 'contraction'"
            )
        return position

    def is_goal(self, node: Position) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Position) -> Iterator[tuple[Move, Position]]:
        some = persistent_moves(node) if PERSISTENT in self.inference else None
        for move in self.game.moves(node) if some is None else some:
            yield move, self.game.play(node, move)

    def bound(self, node: Position) -> int:
        if DEAD in self.inference and is_dead(node):
            return INFINITE
        if self.bound_name == "misplaced":
            return misplaced(node)
        if self.bound_name == "waiting":
            least = waiting(node)
            return INFINITE if least is None else least
        return 0

    def in_kernel(self, wanted: int, **options: Any) -> KernelTable:
        return table_in_kernel(self.game, self, wanted, **options)
