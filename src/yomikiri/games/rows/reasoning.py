"""What certificates of games on four rows may rely on: the lemmas by name, and the argument using them."""

from typing import Any

from yomikiri.certificates.argument import JOINS, Argument
from yomikiri.certificates.reasoning import Reasoning
from yomikiri.games.rows.certificate_nodes import NodeArgument
from yomikiri.games.rows.certificates import CONTRACTION, DEAD, LEMMAS, PERSISTENT, RowArgument


class RowReasoning(Reasoning):
    """Shared by the games on four rows; each must say how a header names it."""

    def rules_of(self, game: Any) -> dict[str, str]:
        return {"columns": str(game.columns), "lead": str(game.lead)}

    def usual(self, game: Any, *, shortest: bool) -> tuple[tuple[str, ...], str]:
        if shortest:
            return (DEAD, PERSISTENT), "waiting"
        return (*LEMMAS, JOINS), "none"

    def argument(
        self, game: Any, start: Any, inference: tuple[str, ...], bound: str, width: int
    ) -> Argument[Any]:
        kind = NodeArgument if CONTRACTION in inference else RowArgument
        return kind(game, start, inference, bound)
