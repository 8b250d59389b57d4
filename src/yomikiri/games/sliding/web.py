"""How the page draws sliding puzzles, and what it says about a position without searching."""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json, cell_place
from yomikiri.core.entry import Title
from yomikiri.games.sliding.position import tiles_board
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.shortest import plain_bounds


class TilesBoard:
    """Boards of kind ``tiles``."""

    def board(self, game: Sliding, position: Tiles) -> Json:
        return tiles_board(game.columns, position) | {"goal": list(game.goal)}

    def move(self, game: Sliding, position: Tiles, move: int) -> Json:
        blank, tile = (cell_place(position.index(number), game.columns) for number in (0, move))
        return {"cards": [move], "from": tile, "to": blank}

    def double_clicks(
        self, game: Sliding, position: Tiles, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """None: a tile already slides at the first click."""
        return {}


BOARD = TilesBoard()


def analysis(game: Sliding, position: Tiles) -> Json:
    """Lower bounds."""
    bounds = plain_bounds(game, position)
    return {
        "kind": "tiles",
        "manhattan": bounds["manhattan"],
        "linear_conflict": bounds["linear-conflict"],
        "walking_distance": bounds.get("walking-distance"),
        "text": f"at least {max(bounds.values())} moves",
    }


BLANK_LAST = Title(
    "Slide tiles into the gap until they stand in order.",
    "空きマスへコマを滑らせて、順番に並べます。",
)
BLANK_FIRST = Title(
    "Slide tiles into the gap until they stand in order, the gap first.",
    "空きマスへコマを滑らせて、空きマスを先頭に順番に並べます。",
)


def rules_line(game: Sliding) -> Title:
    """The rules in one line."""
    return BLANK_FIRST if game.goal[0] == 0 else BLANK_LAST
