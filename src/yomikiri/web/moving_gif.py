"""Moving GIF: a line of play, a frame a move, drawn with Pillow."""

import io

from PIL import Image, ImageDraw, ImageFont

from yomikiri.web.moving_svg import BLACK, GREEN, LINE, PAPER, RED
from yomikiri.web.scene import Piece, Scene, label

MILLISECONDS = 700
LAST_MILLISECONDS = 3000
COLOURS = [GREEN, PAPER, LINE, RED, BLACK, "#888888"]


def moving_gif(scenes: list[Scene]) -> bytes:
    """The picture; it runs for ever."""
    frames = [_frame(scene) for scene in scenes]
    stream = io.BytesIO()
    frames[0].save(
        stream,
        format="GIF",
        save_all=True,
        append_images=frames[1:],
        duration=[MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS],
        loop=0,
        disposal=1,
    )
    return stream.getvalue()


def _palette() -> list[int]:
    """The colours and, for the edges of letters, what lies between each and paper."""
    found = [_rgb(colour) for colour in COLOURS]
    paper = _rgb(PAPER)
    for ink in (RED, BLACK):
        found += [
            tuple((a * step + b * (8 - step)) // 8 for a, b in zip(_rgb(ink), paper, strict=True))
            for step in range(1, 8)
        ]
    flat = [part for colour in found for part in colour]
    return flat + [0] * (768 - len(flat))


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _frame(scene: Scene) -> Image.Image:
    image = Image.new("RGB", (scene.width, scene.height), GREEN)
    draw = ImageDraw.Draw(image)
    w, h = scene.piece_width, scene.piece_height
    for x, y in scene.slots:
        draw.rounded_rectangle((x, y, x + w - 1, y + h - 1), 5, outline=LINE)
    for piece in scene.pieces:
        _piece(draw, piece, w, h)
    palette = Image.new("P", (1, 1))
    palette.putpalette(_palette())
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _piece(draw: ImageDraw.ImageDraw, piece: Piece, width: int, height: int) -> None:
    rank, suit, red = label(piece.name)
    ink = RED if red else BLACK
    x, y = piece.x, piece.y
    draw.rounded_rectangle((x, y, x + width - 1, y + height - 1), 5, fill=PAPER, outline="#888888")
    if suit:
        draw.text((x + 4, y + 2), rank, fill=ink, font=ImageFont.load_default(14))
        _suit(draw, suit, x + width - 11, y + 10, 6, ink)
        _suit(draw, suit, x + width // 2, y + height - 20, 11, ink)
    else:
        draw.text((x + width / 2, y + height / 2), rank, fill=ink, font=ImageFont.load_default(22), anchor="mm")


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
