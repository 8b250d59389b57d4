"""Certificates of peg solitaire: boards up to symmetry, position classes, pagoda functions, full regions.

A key is the code of a position: seven bytes, one per row from the top, bit c for column c.  With ``alike`` it
is the code of the canonical position (:class:`yomikiri.games.peg.space.PegSpace`).
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from yomikiri.certificates.argument import Argument
from yomikiri.certificates.format import INFINITE, NotACertificate
from yomikiri.certificates.reasoning import Reasoning
from yomikiri.core.errors import InputError
from yomikiri.games.peg import classes, pagodas
from yomikiri.games.peg.bounds import full_regions
from yomikiri.games.peg.holes import MOST_ROWS, Holes
from yomikiri.games.peg.rules import METRICS, Chain, Peg
from yomikiri.games.peg.space import PegSpace

ALIKE, CLASSES, PAGODAS = "alike", "classes", "pagodas"


class PegArgument(Argument[Holes]):
    """A node is a position, or with ``alike`` the canonical one of its class."""

    lemmas: ClassVar[Mapping[str, str]] = {
        ALIKE: "alike: turns and reflections that keep the board and the finish make no difference",
        CLASSES: "classes: no jump changes the parities of the pegs in four sets of diagonals",
        PAGODAS: "pagodas: no jump raises the sum of the weights of the pegs, if the weights are such",
    }
    bounds: ClassVar[Mapping[str, str]] = {
        "regions": "regions: each of the disjoint full regions needs a move that starts in it",
        "pegs": "pegs: a jump takes one peg away",
        "none": "no lower bound but 0",
    }
    game: Peg
    width = MOST_ROWS

    def __init__(self, game: Peg, start: Holes, inference: Iterable[str], bound_name: str) -> None:
        super().__init__(game, start, inference, bound_name)
        if bound_name not in self.bounds:
            raise NotACertificate(f"the bound '{bound_name}' takes no words of its own")
        self._space = PegSpace(game)

    def node(self, position: Holes) -> Holes:
        return self._space.canonical(position) if ALIKE in self.inference else position

    def key(self, node: Holes) -> bytes:
        return self.game.encode(node)

    def read(self, key: bytes) -> Holes:
        try:
            position = self.game.decode(key)
        except InputError as error:
            raise NotACertificate(f"the key {key.hex()} is not a position: {error}") from None
        if self.node(position) != position:
            raise NotACertificate(f"the key {key.hex()} is not the key of its position")
        return position

    def is_goal(self, node: Holes) -> bool:
        return self.game.is_goal(node)

    def followers(self, node: Holes) -> Iterable[tuple[Chain, Holes]]:
        game = self.game
        return [(move, self.node(game.play(node, move))) for move in game.moves(node)]

    def bound(self, node: Holes) -> int:
        board, finish = self.game.board, self.game.finish
        if CLASSES in self.inference and classes.why_unsolvable(board, node, finish) is not None:
            return INFINITE
        if PAGODAS in self.inference and any(
            pagoda.excludes(node) for pagoda in pagodas.pagodas(board, finish)
        ):
            return INFINITE
        if self.bound_name == "none":
            return 0
        if self.bound_name == "pegs" and self.game.metric == METRICS[0]:
            return node.bit_count() - 1
        least = min(1, node.bit_count() - 1)
        return least if self.bound_name == "pegs" else max(least, full_regions(self.game, node))


class PegReasoning(Reasoning):
    """All three lemmas, and the bound that fits the metric."""

    def rules_of(self, game: Any) -> dict[str, str]:
        return {"size": game.size, "finish": game.finish_text, "metric": game.metric}

    def game_of(self, name: str, rules: Mapping[str, str]) -> Peg:
        metric: Any = rules["metric"]  # The rules refuse unknown metrics.
        return Peg(rules["size"], rules["finish"], metric)

    def usual(self, game: Any, *, shortest: bool) -> tuple[tuple[str, ...], str]:
        bound = "none" if not shortest else "pegs" if game.metric == METRICS[0] else "regions"
        return (ALIKE, CLASSES, PAGODAS), bound

    def argument(
        self, game: Any, start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> PegArgument:
        return PegArgument(game, start, inference, bound)


REASONING = PegReasoning()
