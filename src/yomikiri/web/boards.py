"""Boards: positions and moves as the page draws them, with places that have names.

Places: ``r1c5`` for a row and a column counted from 1; in FreeCell ``t3`` for a column of the tableau,
``a`` to ``h`` for cells, and ``home``.
"""

from typing import Any

from yomikiri.games import FreeCell, Game, Sliding
from yomikiri.games.cards import SUITS
from yomikiri.games.freecell_notation import FIRST_CELL, HOME, cards_of, is_column
from yomikiri.games.rows import ROWS, RowGame
from yomikiri.web.start import Played

Json = dict[str, Any]


def board(game: Game[Any, Any], position: Any) -> Json:
    """A position as a board."""
    if isinstance(game, RowGame):
        cards = [None if card is None else game.write_card(card) for card in position.cells]
        n = game.columns
        return {"kind": "rows", "columns": n, "rows": [cards[row * n : row * n + n] for row in range(ROWS)]}
    if isinstance(game, FreeCell):
        return {
            "kind": "freecell",
            "home": dict(zip(SUITS, position.home, strict=True)),
            "cells": [None if card is None else str(card) for card in position.cells],
            "columns": [list(map(str, column)) for column in position.columns],
            "most_rank": game.ranks,
        }
    assert isinstance(game, Sliding)  # There is no other kind of board.
    return {
        "kind": "sliding",
        "rows": game.rows,
        "columns": game.columns,
        "tiles": list(position),
        "goal": list(game.goal),
    }


def move_out(game: Game[Any, Any], position: Any, move: Any) -> Json:
    """A legal move in a position."""
    text = game.format_move(position, move)
    if isinstance(game, RowGame):
        source, target = (cell_place(cell, game.columns) for cell in (move.source, move.target))
        return {"text": text, "cards": [game.write_card(move.card)], "from": source, "to": target}
    if isinstance(game, FreeCell):
        cards = list(map(str, cards_of(position, move)))
        return {"text": text, "cards": cards, "from": _pile(move.source), "to": _pile(move.target)}
    blank, tile = (cell_place(position.index(number), game.columns) for number in (0, move))  # type: ignore[attr-defined]
    return {"text": text, "cards": [move], "from": tile, "to": blank}


def cell_place(cell: int, columns: int) -> str:
    """The name of a cell in rows and columns."""
    return f"r{cell // columns + 1}c{cell % columns + 1}"


def _pile(place: int) -> str:
    if place == HOME:
        return "home"
    return f"t{place + 1}" if is_column(place) else chr(ord("a") + place - FIRST_CELL)


def state(line: Played) -> Json:
    """Where a line of play has come to."""
    game, position = line.start.game, line.position
    won = game.is_goal(position)
    legal = [move_out(game, position, move) for move in game.choices(position)]
    stuck = not won and not legal
    reason = game.why_unsolvable(position)
    if stuck and reason is None:
        reason = "no move is left"
    return {
        "setup": line.start.setup.model_dump(),
        "title": line.start.title,
        "moves": list(line.moves),
        "board": board(game, position),
        "legal": legal,
        "won": won,
        "stuck": stuck,
        "text": game.format_position(position),
        "why_lost": reason,
        "home": _double_clicks(game, legal),
    }


def _double_clicks(game: Game[Any, Any], legal: list[Json]) -> dict[str, str]:
    """For a card the move that a double click makes: home, or to its only place."""
    if isinstance(game, FreeCell):
        return {move["cards"][0]: move["text"] for move in legal if move["to"] == "home"}
    if not isinstance(game, RowGame):
        return {}
    moves: dict[str, list[str]] = {}
    for move in legal:
        moves.setdefault(move["cards"][0], []).append(move["text"])
    return {card: texts[0] for card, texts in moves.items() if len(texts) == 1}


def line_out(line: Played) -> Json:
    """A whole line, board by board."""
    game, position = line.start.game, line.start.position
    states, moves = [board(game, position)], []
    writers = {"plain": game.format_move, **game.notations}
    notations: dict[str, list[str]] = {name: [] for name in writers}
    for text in line.moves:
        move = game.parse_move(position, text)
        moves.append(move_out(game, position, move))
        for name, write in writers.items():
            notations[name].append(write(position, move))
        position = game.play(position, move)
        states.append(board(game, position))
    return {
        "setup": line.start.setup.model_dump(),
        "title": line.start.title,
        "states": states,
        "moves": moves,
        "notations": notations,
        "won": game.is_goal(position),
    }
