"""Exports: a line of play as a file to keep."""

import json
from collections.abc import Callable
from typing import Any

import yomikiri
from yomikiri.web.boards import line_out
from yomikiri.web.moving_svg import moving_svg
from yomikiri.web.scene import scenes
from yomikiri.web.start import Played


def as_text(line: Played) -> bytes:
    """Title, start position and moves, for people; the moves read back as they stand."""
    game, start = line.start.game, line.start
    end = "won" if game.is_goal(line.position) else "not won"
    lines = [
        start.title,
        "",
        game.format_position(start.position),
        "",
        f"{len(line.moves)} moves, {end}:",
        *(" ".join(line.moves[at : at + 10]) for at in range(0, len(line.moves), 10)),
        "",
    ]
    return "\n".join(lines).encode()


def as_json(line: Played) -> bytes:
    """All of it, for programs; ``position`` is a file that every command reads."""
    game, start = line.start.game, line.start
    record: dict[str, Any] = {
        "setup": start.setup.model_dump(),
        "title": start.title,
        "position": game.position_to_json(start.position),
        "moves": list(line.moves),
        "won": game.is_goal(line.position),
        "version": yomikiri.__version__,
    }
    return json.dumps(record, indent=1, ensure_ascii=False).encode()


def as_svg(line: Played) -> bytes:
    """A moving picture that any browser shows."""
    return moving_svg(scenes(line_out(line)["states"]), line.start.title).encode()


def as_gif(line: Played) -> bytes:
    """A moving picture that anything shows."""
    from yomikiri.web.moving_gif import moving_gif  # Pillow is loaded when it is first needed.

    return moving_gif(scenes(line_out(line)["states"]))


FORMATS: dict[str, tuple[Callable[[Played], bytes], str, str]] = {
    "text": (as_text, "text/plain; charset=utf-8", "txt"),
    "json": (as_json, "application/json", "json"),
    "svg": (as_svg, "image/svg+xml", "svg"),
    "gif": (as_gif, "image/gif", "gif"),
}
"""How a format is made, its media type, and the ending of a file."""

MOST_PICTURES = 2000
"""Moves of a moving picture."""


def file_name(line: Played, ending: str) -> str:
    """A name that every system takes."""
    setup = line.start.setup
    words = [setup.variant or setup.game, setup.size or "", (setup.deal or "position").replace(":", "-")]
    return "-".join(word for word in words if word) + f".{ending}"
