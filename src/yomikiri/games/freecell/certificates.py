"""Certificates of FreeCell and its family: keys up to the order of columns and cells, safe moves, deadlocks.

A key has half a byte for each card in deck order, hearts, diamonds, spades and clubs from the ace: what the
card lies on, by the six values of :class:`yomikiri.games.freecell.space.FreeCellCode`.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from yomikiri import _kernel
from yomikiri.certificates.argument import Argument, KernelTable
from yomikiri.certificates.format import NotACertificate
from yomikiri.certificates.reasoning import Reasoning
from yomikiri.core.cards import SUITS, deck
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.cycles import cycles_extra
from yomikiri.games.freecell.deadlock import home, one_suit
from yomikiri.games.freecell.notation import HOME, Move, cards_of
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import is_safe
from yomikiri.games.freecell.space import KING, VALUES, FreeCellCode, FreeCellSpace, digit_weight

SAFE = "safe-home"


def _cycles(game: FreeCell, position: Position) -> int:
    return one_suit(game, position) + cycles_extra(game, position)


BOUNDS: dict[str, Callable[[FreeCell, Position], int]] = {
    "cycles": _cycles,
    "one-suit": one_suit,
    "home": home,
}


class FreeCellArgument(Argument[Position]):
    """A node is the canonical position among those that differ only in the order of columns and cells."""

    lemmas: ClassVar[Mapping[str, str]] = {
        "alike": "alike: positions that differ only in the order of their columns and cells are one",
        SAFE: "safe-home: if a card goes home that nothing needs, no other move has to be looked at",
    }
    bounds: ClassVar[Mapping[str, str]] = {
        "cycles": "cycles: cards out, runs over a lower card of their suit, and disjoint circles of links",
        "one-suit": "one-suit: cards out, and runs that lie over a lower card of their suit",
        "home": "home: each card that is out needs a move home",
    }
    game: FreeCell

    def __init__(self, game: FreeCell, start: Position, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        if "alike" not in self.inference:
            raise NotACertificate("keys of freecell need the inference 'alike'")
        if bound_name not in BOUNDS:
            raise NotACertificate(f"the bound '{bound_name}' takes no words of its own")
        self.cards = deck(game.ranks)
        self.width = len(self.cards) // 2
        self._code, self._space = FreeCellCode(game, start), FreeCellSpace(game)
        self._bound = BOUNDS[bound_name]

    def node(self, position: Position) -> Position:
        return self._space.canonical(position)

    def key(self, node: Position) -> bytes:
        values = list(self._code.values(node).values())
        return bytes(values[at] << 4 | values[at + 1] for at in range(0, len(values), 2))

    def read(self, key: bytes) -> Position:
        words, kings = [0, 0], 0
        values = [half for byte in key for half in (byte >> 4, byte & 15)]
        for card, value in zip(self.cards, values, strict=True):
            suit = SUITS.index(card.suit)
            if value >= VALUES:
                raise NotACertificate(
                    f"the key {key.hex()} has the value {value} for {card}, expected 0 to 5"
                )
            if card.rank == KING:
                kings |= min(value, 3) << 2 * suit
            else:
                words[suit // 2] += value * digit_weight(card)
        code = words[0].to_bytes(8, "little") + words[1].to_bytes(8, "little") + bytes([kings])
        try:
            node = self._code.decode(code)
        except InputError as error:
            raise NotACertificate(f"the key {key.hex()} is not a position: {error}") from None
        if self.key(node) != key:
            raise NotACertificate(f"the key {key.hex()} is not the key of its position")
        return node

    def is_goal(self, node: Position) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Position) -> Iterable[tuple[Move, Position]]:
        moves = self.game.moves(node)
        if SAFE in self.inference:
            moves = self._safe(node, moves) or moves
        return [(move, self.node(self.game.play(node, move))) for move in moves]

    def _safe(self, node: Position, moves: list[Move]) -> list[Move]:
        """The safe home move of the first suit that has one, in the order H, D, S, C."""
        home = {cards_of(node, move)[0]: move for move in moves if move.target == HOME}
        safe = [card for card in self.cards if card in home and is_safe(self.game, node, card)]
        return [home[safe[0]]] if safe else []

    def bound(self, node: Position) -> int:
        return self._bound(self.game, node)

    def in_kernel(self, wanted: int, **options: Any) -> KernelTable:
        game, start = self.game, self.game.encode(self.start)
        table = (game.columns, game.cells, game.ranks)
        ways = (game.building == "suit", game.empty == "kings", game.metric == "supermove")
        safe = SAFE in self.inference
        return _kernel.certify_freecell(*table, *ways, start, wanted, safe=safe, **options)


RULES = ("columns", "cells", "ranks", "building", "empty", "metric")


class FreeCellReasoning(Reasoning):
    """Positions that are alike, safe moves, and deadlock bounds."""

    def rules_of(self, game: Any) -> dict[str, str]:
        return {name: str(getattr(game, name)) for name in RULES} | {"deals": game.variant}

    def game_of(self, name: str, rules: Mapping[str, Any]) -> FreeCell:
        columns, cells, ranks = (int(rules[rule]) for rule in RULES[:3])
        ways = (rules["building"], rules["empty"], ranks, rules["metric"], rules["deals"])
        return FreeCell(columns, cells, *ways)

    def usual(self, game: Any, *, shortest: bool) -> tuple[tuple[str, ...], str]:
        return ("alike", SAFE), "cycles" if shortest else "home"

    def argument(
        self, game: Any, start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> FreeCellArgument:
        return FreeCellArgument(game, start, inference, bound)


REASONING = FreeCellReasoning()
