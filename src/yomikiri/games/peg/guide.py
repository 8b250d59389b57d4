"""Peg solitaire for newcomers."""

from yomikiri.core.entry import Title
from yomikiri.core.guide import Guide
from yomikiri.games.peg.holes import hole_name
from yomikiri.games.peg.rules import Peg

JUMP = Title(
    "A peg jumps over a neighbour, left, right, up or down, into the empty hole right behind it.",
    "ペグは上下左右の隣のペグを飛び越え、すぐ後ろの空いた穴へ移ります。",
)
TAKE = Title("The peg that was jumped over is taken off.", "飛び越されたペグは取り除きます。")
ANY = Title("Leave a single peg, wherever it stands.", "最後に1本だけ残します。場所はどこでもかまいません。")


def guide(game: Peg) -> Guide:
    """The goal and the rules."""
    if game.finish is None:
        return Guide(1 << game.board.centre, (ANY, JUMP, TAKE))
    hole = hole_name(game.finish)
    last = Title(f"Leave a single peg, in hole {hole}.", f"最後の1本を穴{hole}に残します。")
    return Guide(1 << game.finish, (last, JUMP, TAKE))
