"""Record a terminal: run real commands, and draw what they print as one SVG that moves.

Run as ``python docs/make_recording.py``.  The commands are typed, their output appears line by line, and the
screen is cleared for the next scene; then it begins again.  Only CSS moves it, so that it plays wherever
pictures are shown, and it keeps still for readers who ask for less motion: they see the last scene.  Times in
the picture are those of the machine that made it; a test compares everything else with what is printed now.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

PICTURE = Path(__file__).with_name("images") / "tour.svg"
SCENES = (
    ("yomikiri solve superpuzz 9",),
    ("yomikiri solve freecell 617",),
    (
        "yomikiri solve superpuzz 21 --size 5 --quiet --certificate lost.certificate",
        "yomikiri check lost.certificate",
        "yomikiri solve sliding korf:12 --shortest --quiet",
        "yomikiri survey run superpuzz --size 6 --deals 1-200 --store results.db",
    ),
)
COLUMNS, LINE, CHARACTER, MARGIN, BAR = 88, 19, 8.4, 18, 34
TYPING, APPEARING, THINKING, HOLDING = 0.035, 0.07, 0.5, 3.0
"""Seconds: for a character that is typed, between lines, before the first, and before the next scene."""
PROMPT = "$ "


@dataclass(frozen=True)
class Row:
    """A line of the screen: its text, when it comes, and how long it is typed (nothing for output)."""

    text: Text
    begin: float
    typed: float = 0.0


def printed(command: str, folder: Path) -> list[Text]:
    """The lines that a command prints, with their colours; the folder stays between commands."""
    env = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    env.pop("NO_COLOR", None)
    words = [sys.executable, "-m", *command.split()]
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, check=False)
    lines = list(Text.from_ansi(done.stdout.strip("\n")).split("\n"))
    # What does not fit on a line is wrapped by the terminal.
    console = Console(width=COLUMNS)
    return [part for line in lines for part in (line.wrap(console, COLUMNS) or [line])]


def scenes() -> list[list[list[Text]]]:
    """For each scene, for each command, what it prints."""
    with tempfile.TemporaryDirectory() as folder:
        return [[printed(command, Path(folder)) for command in commands] for commands in SCENES]


def timeline(recorded: list[list[list[Text]]]) -> tuple[list[tuple[list[Row], float, float]], float]:
    """The rows of each scene with the times between which it is shown, and how long everything takes."""
    now, found = 0.0, []
    for commands, outputs in zip(SCENES, recorded, strict=True):
        begin, rows = now, []
        for command, lines in zip(commands, outputs, strict=True):
            typed = len(command) * TYPING
            rows.append(Row(Text(PROMPT + command, style="bold"), now, typed))
            now += typed + THINKING
            for line in lines:
                rows.append(Row(line, now))
                now += APPEARING
            now += THINKING
        now += HOLDING
        found.append((rows, begin, now))
    return found, now


def drawn(recorded: list[list[list[Text]]]) -> str:
    """The picture."""
    shown, total = timeline(recorded)
    height = BAR + 2 * MARGIN + LINE * max(len(rows) for rows, _, _ in shown)
    width = round(2 * MARGIN + COLUMNS * CHARACTER)
    style, body = [], []
    for number, (rows, _, end) in enumerate(shown):
        last = number == len(shown) - 1
        body.append(f'<g class="{"last" if last else "scene"}">')
        for place, row in enumerate(rows):
            name = f"r{number}-{place}"
            style.append(_keyframes(name, row.begin, end, total))
            y = BAR + MARGIN + LINE * (place + 0.7)
            body.append(
                f'<text class="row" y="{y:.0f}" style="animation-name:{name}">'
                f"{''.join(_spans(row.text))}</text>"
            )
            if row.typed:
                style.append(_typing(name, row, total))
                x, top = MARGIN + CHARACTER * len(PROMPT), y - LINE * 0.75
                body.append(
                    f'<rect class="cover" x="{x:.0f}" y="{top:.0f}" '
                    f'width="{COLUMNS * CHARACTER:.0f}" height="{LINE}" '
                    f'style="animation-name:t{name}"/>'
                )
        body.append("</g>")
    return "\n".join([*_head(width, height, total, style), *body, "</g></svg>", ""])


def _head(width: int, height: int, total: float, style: list[str]) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img">'
    )
    yield "<title>yomikiri in a terminal</title>"
    yield f"<desc>{escape('; '.join(command for scene in SCENES for command in scene))}</desc>"
    yield "<style>"
    yield "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#d7dae0;white-space:pre}"
    yield f".row,.cover{{animation-duration:{total:.1f}s;animation-iteration-count:infinite}}"
    yield ".row,.cover{animation-timing-function:step-end}.cover{fill:#171a21;visibility:hidden}"
    yield ".scene .row{visibility:hidden}"
    yield "@media (prefers-reduced-motion:reduce){.row,.cover{animation:none}}"
    yield from style
    yield "</style>"
    yield f'<rect width="{width}" height="{height}" rx="9" fill="#171a21"/>'
    for place, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{20 + 20 * place}" cy="18" r="6" fill="{colour}"/>'
    yield f'<clipPath id="screen"><rect width="{width}" height="{height}" rx="9"/></clipPath>'
    yield '<g clip-path="url(#screen)">'


def _keyframes(name: str, begin: float, end: float, total: float) -> str:
    """Hidden, then shown from the beginning of a row to the end of its scene."""
    first, last = _percent(begin, total), _percent(end, total)
    hidden = "visibility:hidden"
    return f"@keyframes {name}{{0%{{{hidden}}}{first}{{visibility:visible}}{last},100%{{{hidden}}}}}"


def _typing(name: str, row: Row, total: float) -> str:
    """A cover that moves to the right off a command, a character at a time."""
    count = len(row.text.plain) - len(PROMPT)
    first, last = _percent(row.begin, total), _percent(row.begin + row.typed, total)
    way = CHARACTER * count
    return (
        f"@keyframes t{name}{{0%{{visibility:hidden}}"
        f"{first}{{visibility:visible;transform:translateX(0);animation-timing-function:steps({count})}}"
        f"{last}{{visibility:visible;transform:translateX({way:.1f}px);animation-timing-function:step-end}}"
        f"{_percent(row.begin + row.typed + 0.01, total)},100%{{visibility:hidden}}}}"
    )


def _percent(time: float, total: float) -> str:
    return f"{100 * time / total:.3f}%"


def _spans(text: Text) -> Iterator[str]:
    """The pieces of a line that have one style, each at its own column."""
    console = Console(width=COLUMNS, color_system="truecolor")
    column = 0
    for segment in text.render(console):
        piece = segment.text.rstrip("\n")
        if piece.strip():
            style, marks = segment.style, ""
            if style is not None and style.color is not None and not style.color.is_default:
                marks += f' fill="{style.color.get_truecolor(MONOKAI).hex}"'
            if style is not None and style.bold:
                marks += ' font-weight="bold"'
            if style is not None and style.dim:
                marks += ' opacity="0.7"'
            x = MARGIN + CHARACTER * column
            length = CHARACTER * len(piece)
            yield (
                f'<tspan x="{x:.1f}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{marks}>'
                f"{escape(piece)}</tspan>"
            )
        column += len(piece)


if __name__ == "__main__":
    PICTURE.write_text(drawn(scenes()), encoding="utf-8")
