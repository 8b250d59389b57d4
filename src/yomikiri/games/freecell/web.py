"""How the page draws FreeCell and its family, and what it says about a position without searching."""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json
from yomikiri.core.entry import Title
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.cycles import disjoint_circles
from yomikiri.games.freecell.deadlock import meets_condition_a
from yomikiri.games.freecell.held_back import held_back
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move, cards_of, is_column
from yomikiri.games.freecell.position import Position, cards_board
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import is_safe
from yomikiri.games.freecell.shortest import kernel_of


class CardsBoard:
    """Boards of kind ``cards``: columns, cells and homes."""

    def board(self, game: FreeCell, position: Position) -> Json:
        return cards_board(position) | {"most_rank": game.ranks}

    def move(self, game: FreeCell, position: Position, move: Move) -> Json:
        cards = list(map(str, cards_of(position, move)))
        told: Json = {"cards": cards, "from": _pile(move.source), "to": _pile(move.target)}
        if move.target == HOME:
            safe = is_safe(game, position, cards_of(position, move)[0])
            told["by_itself"] = "safe" if safe else "home"
        return told

    def double_clicks(
        self, game: FreeCell, position: Position, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        """A double click sends a card home; or else onto a card, into a cell, or into an empty column."""
        empty = {f"t{column}" for column, cards in enumerate(position.columns, 1) if not cards}

        def worth(move: Mapping[str, Any]) -> int:
            if move["to"] == "home":
                return 0
            return 3 if move["to"] in empty else 1 if move["to"].startswith("t") else 2

        found: dict[str, str] = {}
        for move in sorted(legal, key=worth):
            found.setdefault(move["cards"][0], move["text"])
        return found

    def held_back(
        self, game: FreeCell, position: Position, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, Title]:
        """The reason for each card that begins no move."""
        return held_back(game, position, {move["cards"][0] for move in legal})


BOARD = CardsBoard()


def _pile(place: int) -> str:
    if place == HOME:
        return "home"
    return f"t{place + 1}" if is_column(place) else chr(ord("a") + place - FIRST_CELL)


def analysis(game: FreeCell, position: Position) -> Json:
    """Cards that wait for one another, and lower bounds."""
    circles = [list(map(str, circle)) for circle in disjoint_circles(game, position)]
    blocked = sorted(map(str, meets_condition_a(position)))
    kernel, code = kernel_of(game), game.encode(position)
    bounds = {name: kernel.estimate(code, name) for name in HEURISTICS}
    bound = max(bounds.values())
    return {
        "kind": "cards",
        "cycles": [{"cards": circle} for circle in circles],
        "blocked": blocked,
        "bound": bound,
        "bounds": bounds,
        "text": (
            f"at least {bound} moves: {bounds['home']} cards are not home, {len(blocked)} lie on a lower "
            f"card of their own suit, {len(circles)} more circles of cards wait for one another"
        ),
    }


LINES = {
    "alternate": Title(
        "Bring every suit home from the ace up. Columns are built down in alternate colours; "
        "cells hold one card each.",
        "各マークをAから順に組札へ。場札は赤黒交互に1つずつ下げて重ね、セルには1枚ずつ置けます。",
    ),
    "suit": Title(
        "Bring every suit home from the ace up. Columns are built down in suit; cells hold one card each.",
        "各マークをAから順に組札へ。場札は同じマークで1つずつ下げて重ね、セルには1枚ずつ置けます。",
    ),
}


def rules_line(game: FreeCell) -> Title:
    """The rules in one line."""
    return LINES[game.building]
