"""Animated GIF: a line of play, one frame per move, drawn with Pillow.

Pillow's own way to save an animation keeps all frames until the end: 450 MiB for 2000 moves of a whole deck.
Here a frame is written as soon as it is drawn, and only the rectangle that has changed, with unchanged pixels
transparent; only two frames are kept in memory.
"""

import io
from collections.abc import Callable, Iterable

from PIL import GifImagePlugin, Image, ImageChops

from yomikiri.core.raster import CLEAR, frame
from yomikiri.core.scene import Scene

MILLISECONDS = 700
LAST_MILLISECONDS = 3000


def moving_gif(scenes: list[Scene], check: Callable[[], None]) -> bytes:
    """The picture, which loops forever.  ``check`` is called for each frame and may end it by raising."""
    stream = io.BytesIO()
    before = None
    for number, scene in enumerate(scenes, start=1):
        check()
        drawn = frame(scene)
        part, corner = drawn, (0, 0)
        if before is None:
            _write(stream, GifImagePlugin.getheader(drawn.copy(), info={"loop": 0})[0])
        else:
            part, corner = _change(before, drawn)
        duration = MILLISECONDS if number < len(scenes) else LAST_MILLISECONDS
        _write(
            stream,
            GifImagePlugin.getdata(part, corner, duration=duration, disposal=1, transparency=CLEAR),
        )
        before = drawn
    stream.write(b";")
    return stream.getvalue()


def _write(stream: io.BytesIO, parts: Iterable[bytes]) -> None:
    for part in parts:
        stream.write(part)


def _change(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The rectangle in which a frame differs from the one before, and its corner; a dot if they are equal."""
    difference = ImageChops.difference(before, after)
    box = difference.getbbox() or (0, 0, 1, 1)
    part = after.crop(box)
    part.paste(CLEAR, mask=difference.crop(box).point([255] + [0] * 255, "1"))
    return part, box[:2]
