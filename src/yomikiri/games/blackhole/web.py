"""How the page draws Black Hole: the hole in the middle of the first row, and a fan down each column."""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json, cell_place
from yomikiri.core.entry import Title
from yomikiri.games.blackhole.rules import BlackHole, Position, fans_board, hole_column


class FansBoard:
    """Boards of kind ``rows``."""

    def board(self, game: BlackHole, position: Position) -> Json:
        return fans_board(position)

    def move(self, game: BlackHole, position: Position, move: int) -> Json:
        fan = position.fans[move]
        return {
            "cards": [str(fan[-1])],
            "from": cell_place(len(fan) * game.fans + move, game.fans),
            "to": cell_place(hole_column(game.fans), game.fans),
        }

    def double_clicks(
        self, game: BlackHole, position: Position, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """A double click sends a card into the hole."""
        return {move["cards"][0]: move["text"] for move in legal}


BOARD = FansBoard()

LINE = Title(
    "Take the top card of a fan into the hole if its rank is one above or below; suits do not matter.",
    "山の一番上の札を、穴の札より1つ上か1つ下のランクなら穴へ。マークは問いません。",
)


def rules_line(game: BlackHole) -> Title:
    """The rules in one line."""
    return LINE
