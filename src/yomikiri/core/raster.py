"""Raster pictures: a scene as an image of a few colours, drawn with Pillow.

What moves and what stands still are drawn by the same hand: each piece once, and then stamped where it lies.
"""

from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from yomikiri.core.moving_svg import BLACK, GREEN, LINE, PAPER, RED
from yomikiri.core.scene import Scene, label

SCALE = 4
"""Pieces are drawn so much larger, and then made small: Pillow does not smooth edges by itself."""
CLEAR = 255
"""The number of no colour: what was there before shows through."""
COLOURS = [GREEN, PAPER, LINE, RED, BLACK, "#888888"]


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


@cache
def _palette() -> Image.Image:
    """The colours and, for the edges of letters, what lies between ink and paper."""
    found = [_rgb(colour) for colour in COLOURS]
    for ink in (RED, BLACK):
        found += [
            tuple((a * step + b * (8 - step)) // 8 for a, b in zip(_rgb(ink), _rgb(PAPER), strict=True))
            for step in range(1, 8)
        ]
    flat = [part for colour in found for part in colour]
    image = Image.new("P", (1, 1))
    image.putpalette(flat + [0] * (768 - len(flat)))
    return image


def frame(scene: Scene) -> Image.Image:
    """A board as a picture."""
    shape = scene.piece_width, scene.piece_height, scene.corner
    image = _background(scene.width, scene.height, *shape, scene.slots).copy()
    for piece in scene.pieces:
        stamp, mask = _stamp(piece.name, *shape)
        image.paste(stamp, (piece.x, piece.y), mask)
    return image


@lru_cache(maxsize=4)
def _background(
    width: int,
    height: int,
    piece_width: int,
    piece_height: int,
    corner: int,
    slots: tuple[tuple[int, int], ...],
) -> Image.Image:
    image = Image.new("RGB", (width, height), GREEN)
    draw = ImageDraw.Draw(image)
    for x, y in slots:
        draw.rounded_rectangle((x, y, x + piece_width - 1, y + piece_height - 1), corner, outline=LINE)
    return image.quantize(palette=_palette(), dither=Image.Dither.NONE)


@lru_cache(maxsize=256)
def _stamp(name: str, width: int, height: int, corner: int) -> tuple[Image.Image, Image.Image]:
    """A piece, drawn once, and where it is not transparent."""
    rank, suit, red = label(name)
    ink = RED if red else BLACK
    k = SCALE
    image, mask = Image.new("RGB", (k * width, k * height), PAPER), Image.new("1", (width, height))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle(
        (0, 0, k * width - 1, k * height - 1), corner * k, fill=PAPER, outline="#888888", width=k
    )
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), corner, fill=1)
    if suit:
        draw.text((4 * k, 2 * k), rank, fill=ink, font=ImageFont.load_default(14 * k))
        _suit(draw, suit, k * (width - 11), k * 10, k * 6, ink)
        _suit(draw, suit, k * (width // 2), k * (height - 20), k * 11, ink)
    elif rank:
        centre = k * width / 2, k * height / 2
        draw.text(centre, rank, fill=ink, font=ImageFont.load_default(22 * k), anchor="mm")
    small = image.resize((width, height), Image.Resampling.LANCZOS)
    return small.quantize(palette=_palette(), dither=Image.Dither.NONE), mask


def _suit(draw: ImageDraw.ImageDraw, suit: str, x: float, y: float, size: float, ink: str) -> None:
    """The symbol of a suit around a point; the letters that Pillow brings along have none."""

    def disc(dx: float, dy: float, radius: float) -> None:
        r = radius * size
        draw.ellipse((x + dx * size - r, y + dy * size - r, x + dx * size + r, y + dy * size + r), fill=ink)

    def shape(*points: tuple[float, float]) -> None:
        draw.polygon([(x + dx * size, y + dy * size) for dx, dy in points], fill=ink)

    stalk = ((0, 0.1), (0.35, 1), (-0.35, 1))
    if suit == "D":
        shape((0, -1), (0.75, 0), (0, 1), (-0.75, 0))
    elif suit == "H":
        disc(-0.42, -0.4, 0.46)
        disc(0.42, -0.4, 0.46)
        shape((-0.84, -0.22), (0.84, -0.22), (0, 1))
    elif suit == "S":
        disc(-0.42, 0.25, 0.44)
        disc(0.42, 0.25, 0.44)
        shape((-0.82, 0.1), (0.82, 0.1), (0, -1))
        shape(*stalk)
    else:
        disc(0, -0.5, 0.45)
        disc(-0.48, 0.2, 0.45)
        disc(0.48, 0.2, 0.45)
        shape(*stalk)
