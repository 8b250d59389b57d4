"""Boards: positions and moves as the page draws them, with named places.

A game decides how it is drawn (:class:`yomikiri.core.board.WebBoard`); one that does not is shown as text,
with its legal moves as buttons.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.core.board import Json, TellingBoard, WebBoard, text_board
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.search.play import Play
from yomikiri.web.start import Played


class TextBoard:
    """Boards of kind ``text``: the position as written to files."""

    def board(self, game: Game[Any, Any], position: Any) -> Json:
        return text_board(game.format_position(position))

    def move(self, game: Game[Any, Any], position: Any, move: Any) -> Json:
        return {"cards": [game.format_move(position, move)], "from": "", "to": ""}

    def double_clicks(
        self, game: Game[Any, Any], position: Any, legal: Sequence[Mapping[str, Any]]
    ) -> dict[str, str]:
        return {}


TEXT = TextBoard()


def _drawn_by(game: Game[Any, Any]) -> WebBoard:
    own: WebBoard | None = entry_of(game).part("web_board")
    return TEXT if own is None else own


def board(game: Game[Any, Any], position: Any) -> Json:
    """A position as a board."""
    return _drawn_by(game).board(game, position)


def move_out(game: Game[Any, Any], position: Any, move: Any) -> Json:
    """A legal move in a position."""
    return {"text": game.format_move(position, move), **_drawn_by(game).move(game, position, move)}


def state(line: Played) -> Json:
    """The state at the end of a line of play."""
    game, position = line.start.game, line.position
    play = Play(game, position)
    legal = [move_out(game, position, move) for move in play.legal()]
    return {
        "setup": line.start.setup.model_dump(),
        "title": line.start.title,
        "moves": list(line.moves),
        "board": board(game, position),
        "legal": legal,
        "won": play.is_goal,
        "stuck": play.is_stuck,
        "text": game.format_position(position),
        "why_lost": play.why_lost,
        "home": _drawn_by(game).double_clicks(game, position, legal),
        "held_back": _held_back(game, position, legal),
        "rules": vars(entry_of(game).rules_in_a_line(game)),
    }


def _held_back(game: Game[Any, Any], position: Any, legal: Sequence[Mapping[str, Any]]) -> Json:
    own = _drawn_by(game)
    if not isinstance(own, TellingBoard):
        return {}
    return {card: vars(why) for card, why in own.held_back(game, position, legal).items()}


def guide_out(game: Game[Any, Any]) -> Json:
    """What a newcomer should know of a game."""
    entry = entry_of(game)
    own = entry.part("guide")
    if own is None:
        return {"goal": None, "lines": [vars(entry.rules_in_a_line(game))]}
    found = own(game)
    return {"goal": board(game, found.goal), "lines": list(map(vars, found.lines))}


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
