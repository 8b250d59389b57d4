"""How the page draws peg solitaire, and what it says about it."""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json
from yomikiri.core.entry import Title
from yomikiri.games.peg.holes import WIDTH, Holes, hole_name
from yomikiri.games.peg.position import board_of_pegs
from yomikiri.games.peg.rules import Chain, Peg


class PegsBoard:
    """Boards of kind ``pegs``; a peg is called by the place where it stands."""

    def board(self, game: Peg, position: Holes) -> Json:
        return board_of_pegs(game.board, position)

    def move(self, game: Peg, position: Holes, move: Chain) -> Json:
        source, target = (f"r{hole // WIDTH + 1}c{hole % WIDTH + 1}" for hole in (move[0], move[-1]))
        return {"cards": [source], "from": source, "to": target}

    def double_clicks(self, game: Peg, position: Holes, legal: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        """A double click on a peg makes its only move."""
        moves: dict[str, list[str]] = {}
        for move in legal:
            moves.setdefault(move["from"], []).append(move["text"])
        return {peg: texts[0] for peg, texts in moves.items() if len(texts) == 1}


BOARD = PegsBoard()


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
