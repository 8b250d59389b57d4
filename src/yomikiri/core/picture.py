"""Pictures: a position as one SVG, drawn as in the web app; text for a game without a board."""

from typing import Any

from yomikiri.core.board import Json, WebBoard, text_board
from yomikiri.core.moving_svg import still_svg
from yomikiri.core.protocol import Game, M, P
from yomikiri.core.registry import entry_of


def board_of(game: Game[Any, Any], position: Any) -> Json:
    """A position as a board: the game's own, or its text."""
    own: WebBoard | None = entry_of(game).part("web_board")
    return text_board(game.format_position(position)) if own is None else own.board(game, position)


def picture(game: Game[P, M], position: P) -> str:
    """A position as the text of an SVG file, drawn as in the web app."""
    return still_svg(board_of(game, position), game.format_position(position))
