"""Drawings of positions for ``render``: text, SVG, or an array of colours."""

from typing import Any

import numpy as np

from yomikiri.core.agent_view import AgentView
from yomikiri.core.errors import InputError, shown
from yomikiri.core.picture import board_of, picture
from yomikiri.core.scene import scenes

MODES = ["ansi", "rgb_array", "svg"]
ANSI, RGB, SVG = MODES
FRAMES_A_SECOND = 4


def checked_mode(mode: str | None) -> str | None:
    """A render mode that there is, or none."""
    if mode is not None and mode not in MODES:
        raise InputError(f"unknown render_mode '{shown(str(mode))}': expected one of {', '.join(MODES)}")
    return mode


def drawn(view: AgentView[Any, Any], position: Any, mode: str) -> Any:
    """The position in one of ``MODES``."""
    if mode == ANSI:
        return view.game.format_position(position)
    if mode == SVG:
        return picture(view.game, position)
    return rgb_array(view, position)


def rgb_array(view: AgentView[Any, Any], position: Any) -> Any:
    """Rows of pixels; all pictures of a game have one size, as a film needs it."""
    try:
        from yomikiri.core.raster import frame
    except ImportError:
        raise ImportError("render mode rgb_array needs Pillow: pip install 'yomikiri[gym]'") from None
    board = board_of(view.game, position)
    boards = [board]
    if view.deepest is not None:
        longest = [next((card for column in board["columns"] for card in column), "HA")] * view.deepest
        boards.append({**board, "columns": [longest, *board["columns"][1:]]})
    return np.asarray(frame(scenes(boards)[0]).convert("RGB"))
