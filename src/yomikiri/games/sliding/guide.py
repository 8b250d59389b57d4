"""Sliding puzzles for newcomers."""

from yomikiri.core.entry import Title
from yomikiri.core.guide import Guide
from yomikiri.games.sliding.rules import Sliding

LINES = (
    Title("Put the tiles in order, as in the picture.", "図のようにコマを並べます。"),
    Title("A tile beside the gap slides into it.", "空きマスの隣のコマは、そこへ滑らせることができます。"),
    Title("Tiles never leave the board or jump.", "コマを持ち上げたり飛び越えたりはできません。"),
    Title("Every slide of one tile is a move.", "コマを1つ滑らせるごとに1手です。"),
)


def guide(game: Sliding) -> Guide:
    """The goal and the rules."""
    return Guide(tuple(game.goal), LINES)
