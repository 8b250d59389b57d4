"""Exports: a line of play as a file to keep.

They are made in a worker (:mod:`yomikiri.web.drawing`); long ones call ``check`` now and then, which raises
when time is up.
"""

import json
from collections.abc import Callable
from typing import Any

import yomikiri
from yomikiri.core.errors import InputError
from yomikiri.core.moving_svg import moving_svg
from yomikiri.core.scene import Scene, scenes
from yomikiri.web.boards import line_out
from yomikiri.web.proof import as_certificate
from yomikiri.web.start import Played

Check = Callable[[], None]

MOST_PICTURES = 2000
"""The most moves of an animation."""
MOST_PIXELS = 500_000_000
"""The most pixels of a GIF in all: 2000 moves of a whole deck have 400 million, and take 3 seconds."""


def as_text(line: Played, check: Check) -> bytes:
    """Title, start position and moves, for people; the moves can be read back as written."""
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


def as_json(line: Played, check: Check) -> bytes:
    """Everything, for programs; ``position`` is a file that every command reads."""
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


def as_svg(line: Played, check: Check) -> bytes:
    """An animation that any browser shows."""
    return moving_svg(_scenes(line, check), line.start.title).encode()


def as_gif(line: Played, check: Check) -> bytes:
    """An animation that anything shows."""
    from yomikiri.web.moving_gif import moving_gif  # Load Pillow only when needed.

    found = _scenes(line, check)
    pixels = found[0].width * found[0].height
    if pixels * len(found) > MOST_PIXELS:
        most = MOST_PIXELS // pixels - 1
        raise InputError(
            f"a GIF of {found[0].width} by {found[0].height} pixels has at most {most} moves, "
            f"not {len(line.moves)}"
        )
    return moving_gif(found, check)


def _scenes(line: Played, check: Check) -> list[Scene]:
    if len(line.moves) > MOST_PICTURES:
        raise InputError(f"a moving picture has at most {MOST_PICTURES} moves, not {len(line.moves)}")
    states = line_out(line)["states"]
    check()
    found = scenes(states)
    check()
    return found


FORMATS: dict[str, tuple[Callable[[Played, Check], bytes], str, str]] = {
    "text": (as_text, "text/plain; charset=utf-8", "txt"),
    "json": (as_json, "application/json", "json"),
    "svg": (as_svg, "image/svg+xml", "svg"),
    "gif": (as_gif, "image/gif", "gif"),
    "certificate": (as_certificate, "application/octet-stream", "certificate"),
}
"""For each format: the function that makes it, its media type, and the file extension."""


def file_name(line: Played, ending: str) -> str:
    """A file name that every system accepts."""
    setup = line.start.setup
    words = [setup.variant or setup.game, setup.size or "", (setup.deal or "position").replace(":", "-")]
    return "-".join(word for word in words if word) + f".{ending}"
