"""How the page draws Superpuzz, Montana and Gaps: four rows of cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json, cell_place, rows_board
from yomikiri.games.rows.rules import Move, Position, RowGame


class RowsBoard:
    """Boards of kind ``rows``."""

    def board(self, game: RowGame, position: Position) -> Json:
        cards = [None if card is None else game.write_card(card) for card in position.cells]
        return rows_board(game.columns, cards)

    def move(self, game: RowGame, position: Position, move: Move) -> Json:
        source, target = (cell_place(cell, game.columns) for cell in (move.source, move.target))
        return {"cards": [game.write_card(move.card)], "from": source, "to": target}

    def double_clicks(
        self, game: RowGame, position: Position, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """A double click sends a card to its only target."""
        moves: dict[str, list[str]] = {}
        for move in legal:
            moves.setdefault(move["cards"][0], []).append(move["text"])
        return {card: texts[0] for card, texts in moves.items() if len(texts) == 1}


BOARD = RowsBoard()
