"""Make the pictures of the docs: what the command line really prints, and a board of every game.

Run as ``python docs/make_images.py``.  Time and rate in a picture of the terminal are those of the machine
that made it; the boards are the same everywhere, and a test compares them.
"""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from yomikiri import open_deal, picture
from yomikiri.core.registry import entries

IMAGES = Path(__file__).with_name("images")
PICTURES = {"solved.svg": ["solve", "superpuzz", "2", "--shortest"]}
WIDTH = 100


def boards() -> dict[str, str]:
    """The pictures of the first deal of every game and variant, as notebooks draw it, by their names."""
    found = {}
    for entry in entries().values():
        for name in (entry.name, *(variant for variant in entry.variants if variant != entry.name)):
            variant = None if name == entry.name else name
            deal = open_deal(entry.name, entry.first_deal, variant=variant)
            position = next(iter(deal.positions.values()))
            found[f"board-{name}.svg"] = picture(deal.game, position).rstrip() + "\n"
    return found


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name, drawing in boards().items():
        (IMAGES / name).write_text(drawing, encoding="utf-8")
    for name, words in PICTURES.items():
        env = os.environ | {"FORCE_COLOR": "1", "COLUMNS": str(WIDTH), "TERM": "xterm-256color"}
        done = subprocess.run(
            [sys.executable, "-m", "yomikiri", *words], env=env, capture_output=True, text=True, check=True
        )
        console = Console(record=True, width=WIDTH, file=io.StringIO())
        console.print(Text.from_ansi(done.stdout))
        svg = console.export_svg(title=" ".join(["yomikiri", *words]), unique_id=Path(name).stem)
        # The picture stands alone: any monospaced font will do, none is fetched from elsewhere.
        svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
        svg = svg.replace("<!-- Generated with Rich https://www.textualize.io -->", "")
        text = "\n".join(line.rstrip() for line in svg.splitlines())
        (IMAGES / name).write_text(text.strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
