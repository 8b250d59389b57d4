"""Make the pictures of the README from what the command line really prints.

Run as ``python docs/make_images.py``.  Time and rate in a picture are those of the machine
that made it.
"""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

IMAGES = Path(__file__).with_name("images")
PICTURES = {"solved.svg": ["solve", "superpuzz", "2", "--shortest"]}
WIDTH = 100


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
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
