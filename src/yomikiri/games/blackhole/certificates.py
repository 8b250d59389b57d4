"""Certificates of Black Hole: ranks alone, fans in any order, and walks around the ranks.

A key has half a byte for the rank in the hole, then three half bytes for each fan: the ranks of its cards
from the bottom, 0 for none.  Fans are ordered by these numbers, empty ones last.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from yomikiri.certificates.argument import Argument
from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.certificates.reasoning import Reasoning
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.blackhole.rules import HEIGHT, BlackHole, Position
from yomikiri.games.blackhole.space import FanSpace
from yomikiri.games.blackhole.walks import rank_counts, walk_exists

ALIKE, WALKS = "alike", "walks"


class BlackHoleArgument(Argument[Position]):
    """A node is the canonical position among those that show the same ranks."""

    lemmas: ClassVar[Mapping[str, str]] = {
        ALIKE: "alike: positions that differ only in suits and in the order of their fans are one",
        WALKS: "walks: the ranks that go into the hole are a walk by single steps, which does not exist",
    }
    bounds: ClassVar[Mapping[str, str]] = {
        "left": "left: each card that is left needs a move",
        "none": "no lower bound but 0",
    }
    game: BlackHole

    def __init__(self, game: BlackHole, start: Position, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        if ALIKE not in self.inference:
            raise NotACertificate(f"keys of black-hole need the inference '{ALIKE}'")
        if bound_name not in self.bounds:
            raise NotACertificate(f"the bound '{bound_name}' takes no words of its own")
        self._space = FanSpace(game)
        self.halves = 1 + HEIGHT * game.fans
        self.width = (self.halves + 1) // 2

    def node(self, position: Position) -> Position:
        return self._space.canonical(position)

    def key(self, node: Position) -> bytes:
        values = [node.hole.rank]
        for fan in node.fans:
            values += [card.rank for card in fan] + [0] * (HEIGHT - len(fan))
        values.append(0)
        return bytes(values[at] << 4 | values[at + 1] for at in range(0, self.halves, 2))

    def read(self, key: bytes) -> Position:
        values = [half for byte in key for half in (byte >> 4, byte & 15)]
        count = [0] * (self.game.ranks + 1)
        for value in values:
            if value > self.game.ranks:
                raise NotACertificate(f"the key {key.hex()} has the rank {value}")
            count[value] += 1
        if not values[0] or max(count[1:]) > len(SUITS):
            raise NotACertificate(f"the key {key.hex()} is not a position: a rank is there too often")
        # Suits and order are canonical if the key is: no other position has the same key.
        fans = [
            tuple(Card(SUITS[0], rank) for rank in values[at : at + HEIGHT] if rank)
            for at in range(1, self.halves, HEIGHT)
        ]
        node = self.node(Position(Card(SUITS[0], values[0]), tuple(fans)))
        if self.key(node) != key:
            raise NotACertificate(f"the key {key.hex()} is not the key of its position")
        return node

    def is_goal(self, node: Position) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Position) -> Iterable[tuple[int, Position]]:
        game = self.game
        return [(move, self.node(game.play(node, move))) for move in game.moves(node)]

    def bound(self, node: Position) -> int:
        if WALKS in self.inference:
            counts = rank_counts(self.game.ranks, node.fans)
            if not walk_exists(counts, node.hole.rank - 1):
                return INFINITE
        return node.left if self.bound_name == "left" else 0


class BlackHoleReasoning(Reasoning):
    """Both lemmas; every solution has as many moves as there are cards left."""

    def rules_of(self, game: Any) -> dict[str, str]:
        return {"ranks": str(game.ranks)}

    def game_of(self, name: str, rules: Mapping[str, str]) -> BlackHole:
        return BlackHole(int(rules["ranks"]))

    def usual(self, game: Any, *, shortest: bool) -> tuple[tuple[str, ...], str]:
        return (ALIKE, WALKS), "left" if shortest else "none"

    def argument(
        self, game: Any, start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> BlackHoleArgument:
        return BlackHoleArgument(game, start, inference, bound)


REASONING = BlackHoleReasoning()
