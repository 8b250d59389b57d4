"""SVG: a line of play as one self-contained file, animated by SMIL; or a still board.

In SVG later elements lie on top, and that cannot be animated.  So every *stay* of a piece at a place is an
element of its own, visible while it lasts, in the order in which the stays begin: a card put on another
comes later and lies on top.
"""

from html import escape

from yomikiri.core.board import Json
from yomikiri.core.scene import SYMBOLS, Piece, Scene, label, scenes

SECONDS = 0.8
"""Seconds per move."""
GLIDE = 0.45
"""The fraction of a move during which the piece is moving."""
LEAD = 1
"""The pause before the first move, in moves, to look at the board."""
PAUSE = 2.0
"""The pause at the end, in seconds, before it starts again."""

GREEN, PAPER, LINE, RED, BLACK = "#1d5c43", "#fdfcf7", "#3d8465", "#b3202c", "#1a1a1a"


def moving_svg(scenes: list[Scene], title: str) -> str:
    """The picture, which loops forever."""
    first, total = scenes[0], SECONDS * (len(scenes) - 1 + LEAD) + PAUSE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {first.width} {first.height}" '
        f'width="{first.width}" height="{first.height}" role="img" font-family="sans-serif">',
        f"<title>{escape(title)}</title>",
        f'<rect width="100%" height="100%" fill="{GREEN}"/>',
    ]
    w, h, corner = first.piece_width, first.piece_height, first.corner
    parts += [
        f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{corner}" fill="none" stroke="{LINE}"/>'
        for x, y in first.slots
    ]
    for piece, before, begins, ends in _stays(scenes):
        parts.append(_element(piece, before, begins, ends, total, w, h, corner))
    return "\n".join([*parts, "</svg>", ""])


def still_svg(board: Json, title: str) -> str:
    """A single, still board."""
    return moving_svg(scenes([board]), title)


def _stays(scenes: list[Scene]) -> list[tuple[Piece, Piece | None, int, int | None]]:
    """Each stay: the piece, where it was before, and the moves with which it begins and ends."""
    stays: list[tuple[Piece, Piece | None, int, int | None]] = []
    open_stay: dict[str, int] = {}
    for number, scene in enumerate(scenes):
        for piece in scene.pieces:
            known = open_stay.get(piece.identity)
            if known is not None and stays[known][0] == piece:
                continue
            before = None
            if known is not None:
                before = stays[known][0]
                stays[known] = (*stays[known][:3], number)
            open_stay[piece.identity] = len(stays)
            stays.append((piece, before, number, None))
        for gone in open_stay.keys() - {piece.identity for piece in scene.pieces}:
            known = open_stay.pop(gone)
            stays[known] = (*stays[known][:3], number)
    return stays


def _element(
    piece: Piece,
    before: Piece | None,
    begins: int,
    ends: int | None,
    total: float,
    width: int,
    height: int,
    corner: int,
) -> str:
    rank, suit, red = label(piece.name)
    ink = RED if red else BLACK
    text = ""
    if suit:
        text = (
            f'<text x="4" y="15" font-size="14" font-weight="bold" fill="{ink}">{rank}{SYMBOLS[suit]}</text>'
            f'<text x="{width / 2:g}" y="{height - 12}" font-size="24" text-anchor="middle" fill="{ink}">'
            f"{SYMBOLS[suit]}</text>"
        )
    elif rank:
        text = (
            f'<text x="{width / 2:g}" y="{height / 2 + 8:g}" font-size="22" font-weight="bold" '
            f'text-anchor="middle" fill="{ink}">{rank}</text>'
        )
    animations = ""
    if begins:
        starts = _at(begins - 1, total)
        there = _at(begins - 1 + GLIDE, total)
        x, y = (before or piece).x, (before or piece).y
        animations += (
            f'<animateTransform attributeName="transform" type="translate" dur="{total:g}s" '
            f'repeatCount="indefinite" values="{x} {y};{x} {y};{piece.x} {piece.y};{piece.x} {piece.y}" '
            f'keyTimes="0;{starts};{there};1"/>'
        )
    if begins or ends is not None:
        changes = [("0", "hidden" if begins else "visible")]
        changes += [(_at(begins - 1, total), "visible")] if begins else []
        changes += [] if ends is None else [(_at(ends - 1, total), "hidden")]
        times, values = (";".join(parts) for parts in zip(*changes, strict=True))
        animations += (
            f'<animate attributeName="visibility" calcMode="discrete" dur="{total:g}s" '
            f'repeatCount="indefinite" values="{values}" keyTimes="{times}"/>'
        )
    hidden = ' visibility="hidden"' if begins else ""
    return (
        f'<g transform="translate({piece.x} {piece.y})"{hidden}>'
        f'<rect width="{width}" height="{height}" rx="{corner}" fill="{PAPER}" stroke="#888"/>'
        f"{text}{animations}</g>"
    )


def _at(moves: float, total: float) -> str:
    """The time after that many moves, as a fraction of the whole."""
    return f"{(moves + LEAD) * SECONDS / total:.6f}"
