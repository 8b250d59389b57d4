"""What the page says about peg solitaire; the board is drawn as text."""

from yomikiri.core.entry import Title
from yomikiri.games.peg.holes import hole_name
from yomikiri.games.peg.rules import Peg


def rules_line(game: Peg) -> Title:
    """The rules in one line."""
    if game.finish is None:
        return Title(
            "Jump over a neighbour into the empty hole behind it; the neighbour goes. Leave one peg.",
            "隣のペグを飛び越えて空いた穴へ。飛び越えたペグは取り除き、最後に1本だけ残します。",
        )
    hole = hole_name(game.finish)
    return Title(
        f"Jump over a neighbour into the empty hole behind it; the neighbour goes. Leave one peg in {hole}.",
        f"隣のペグを飛び越えて空いた穴へ。飛び越えたペグは取り除き、最後の1本を{hole}に残します。",
    )
