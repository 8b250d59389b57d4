"""Draw the map of the package from its imports: a floor for each room, and a line for each use.

Run as ``python docs/make_map.py``; a test compares the picture in ``docs/images`` with what this would draw.
"""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from xml.sax.saxutils import escape

SOURCE = Path(__file__).resolve().parent.parent / "src" / "yomikiri"
MAP = Path(__file__).with_name("images") / "map.svg"

FLOORS = (
    ("cli", "web"),
    ("papers", "datasets", "environments"),
    ("surveys",),
    ("store",),
    ("games",),
    ("learning",),
    ("search",),
    ("certificates",),
    ("bounds",),
    ("core",),
)
"""From the top down: a room uses those below it."""
WIDTH, FLOOR, HEIGHT, MARGIN = 760, 92, 52, 20
KERNEL = "_kernel"


def room_of(parts: tuple[str, ...]) -> str | None:
    """The room of a dotted name without ``yomikiri``; a folder of a game is a room in a room."""
    if not parts or parts[0] not in {*(room for floor in FLOORS for room in floor), KERNEL}:
        return None
    if parts[0] == "games":
        is_folder = len(parts) > 1 and (SOURCE / "games" / parts[1] / "__init__.py").is_file()
        return f"games.{parts[1]}" if is_folder else None
    return parts[0]


def uses() -> Counter[tuple[str, str]]:
    """How many imports lead from one room to another."""
    found: Counter[tuple[str, str]] = Counter()
    for path in sorted(SOURCE.rglob("*.py")):
        own = room_of(path.relative_to(SOURCE).with_suffix("").parts)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for name in _imported(node):
                other = room_of(tuple(name.split(".")[1:]))
                if own is not None and other is not None and own != other:
                    found[own, other] += 1
    return found


def _imported(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name.startswith("yomikiri"))
    elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("yomikiri"):
        yield from (f"{node.module}.{alias.name}" for alias in node.names)


def boxes() -> dict[str, tuple[float, float, float, float]]:
    """Where each room is: left, top, width, height."""
    found: dict[str, tuple[float, float, float, float]] = {}
    games = sorted(path.parent.name for path in (SOURCE / "games").glob("*/__init__.py"))
    for number, floor in enumerate(FLOORS):
        rooms = [f"games.{name}" for name in games] if floor == ("games",) else list(floor)
        width = (WIDTH - 2 * MARGIN + 12) / len(rooms) - 12 if len(rooms) > 2 else 220
        left = (WIDTH - len(rooms) * (width + 12) + 12) / 2
        for place, room in enumerate(rooms):
            found[room] = (left + place * (width + 12), MARGIN + number * FLOOR, width, HEIGHT)
    found[KERNEL] = (MARGIN, MARGIN + (len(FLOORS) - 1) * FLOOR, 150, HEIGHT)
    return found


def drawn() -> str:
    """The picture."""
    places, counts = boxes(), uses()
    height = 2 * MARGIN + (len(FLOORS) - 1) * FLOOR + HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
        "<title>The rooms of yomikiri, and which uses which</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#fbfaf7"/>',
    ]
    for (own, other), count in sorted(counts.items()):
        x, y, width, tall = places[own]
        to_x, to_y, to_width, _ = places[other]
        begin, end = (x + width / 2, y + tall), (to_x + to_width / 2, to_y)
        if end[1] < begin[1]:  # Within a floor.
            begin, end = (begin[0], y + tall), (end[0], to_y + HEIGHT)
        middle = (begin[1] + end[1]) / 2 + (30 if end[1] == begin[1] else 0)
        bow = 46 * (1 if end[0] >= WIDTH / 2 else -1) if end[1] - begin[1] > FLOOR else 0
        stroke = min(4.0, 0.8 + count / 25)
        parts.append(
            f'<path d="M{begin[0]:.0f} {begin[1]:.0f} C{begin[0] + bow:.0f} {middle:.0f} '
            f'{end[0] + bow:.0f} {middle:.0f} {end[0]:.0f} {end[1]:.0f}" fill="none" stroke="#7a8699" '
            f'stroke-opacity="0.55" stroke-width="{stroke:.1f}"><title>{escape(own)} uses {escape(other)}: '
            f"{count}</title></path>"
        )
    for room, (x, y, width, tall) in places.items():
        name = {KERNEL: "native kernel"}.get(room, room.removeprefix("games."))
        fill = "#fff3d6" if room.startswith("games.") else "#e5ecf6" if room != KERNEL else "#e8e4dc"
        parts.append(
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{width:.0f}" height="{tall}" rx="8" fill="{fill}" '
            f'stroke="#55617a"/><text x="{x + width / 2:.0f}" y="{y + tall / 2 + 6:.0f}" font-size="17" '
            f'text-anchor="middle" fill="#1d2433">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


if __name__ == "__main__":
    MAP.write_text(drawn(), encoding="utf-8")
