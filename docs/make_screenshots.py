"""Make the pictures of the web app, with a real server and a real browser: each game, and a phone.

Run as ``make screenshots``, or ``python docs/make_screenshots.py``.  It needs Chromium (``chromium`` on the
path), Japanese fonts (on Debian the packages ``chromium`` and ``fonts-noto-cjk``) and Playwright, which the
extra ``yomikiri[test]`` brings.  Pictures have few colours, to stay small.
"""

import io
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

from yomikiri import solve
from yomikiri.games import listed_deal

IMAGES = Path(__file__).with_name("images")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
COLOURS = 256
LARGEST = 150_000
WAIT_MS = 120_000
"""A machine that is busy with searches takes its time to draw."""
WIDE, PHONE, ASIDE = (1280, 800), (390, 844), (844, 390)


@dataclass(frozen=True)
class Picture:
    """What is shown: a deal, how many moves of a solution are played, and the card that is picked up."""

    name: str
    setup: dict[str, str]
    moves: int
    card: str | None = None
    theme: str = "light"
    locale: str = "en-US"
    window: tuple[int, int] = WIDE
    options: dict[str, str] = field(default_factory=dict)
    study: str = ""
    """Moves of a study to open; then the game is analysed, and the engine's line shown."""


PICTURES = [
    Picture("web-superpuzz.png", {"game": "superpuzz", "size": "13", "deal": "12"}, 31, "movable"),
    Picture(
        "web-gaps.png",
        {"game": "gaps", "size": "14", "deal": "12", "arrangement": "SCHD"},
        24,
        "movable",
        "dark",
    ),
    Picture(
        "web-freecell.png",
        {"game": "freecell", "size": "8x4", "deal": "617"},
        34,
        "movable",
        options={"metric": "supermove"},
    ),
    Picture(
        "web-analysis.png",
        {"game": "superpuzz", "size": "5", "deal": "9", "moves": "S2,D3,H4,C4,DA@4"},
        0,
        study="1. S2 2. D3 3. H4 4. C4 5. DA@4 6. H2 (6. CA@2 {Ace and two stay together.} 7. C2) 7. HA@2",
    ),
    Picture("web-peg.png", {"game": "peg", "size": "english", "deal": "1"}, 9, "movable"),
    Picture("web-sliding.png", {"game": "sliding", "size": "4x4", "deal": "3"}, -9, None, "dark"),
    Picture(
        "web-phone.png",
        {"game": "superpuzz", "size": "13", "deal": "12"},
        31,
        "movable",
        locale="ja-JP",
        window=PHONE,
    ),
    Picture(
        "web-landscape.png",
        {"game": "freecell", "size": "8x4", "deal": "617"},
        12,
        None,
        options={"metric": "supermove"},
        window=ASIDE,
    ),
]


def played(picture: Picture) -> list[str]:
    """The first moves of a solution; of a negative number, all but so many."""
    setup = picture.setup
    deal = listed_deal(setup["game"], setup["deal"], setup["size"], None, picture.options)
    assert deal is not None
    game, position = deal.game, deal.positions[setup.get("arrangement") or ""]
    moves = solve(game, position).moves
    assert moves is not None, f"{picture.name} shows a deal that was not solved"
    return list(game.write_moves(position, moves))[: picture.moves]


def link(picture: Picture) -> str:
    words = picture.setup | {f"o.{name}": value for name, value in picture.options.items()}
    if picture.study:
        return "#" + urlencode(words | {"study": picture.study})
    return "#" + urlencode(words | {"moves": ",".join(played(picture))})


@contextmanager
def serving() -> Iterator[str]:
    """A server on a free port; gives its address."""
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0", "--workers", "1"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        match = re.search(r"http://\S+:\d+/", server.stdout.readline())
        assert match, "the server did not say where it is"
        yield match.group()
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)


def shoot(browser: Browser, address: str, picture: Picture) -> bytes:
    width, height = picture.window
    phone = picture.window in (PHONE, ASIDE)
    options: dict[str, Any] = (
        {"is_mobile": True, "has_touch": True, "device_scale_factor": 2} if phone else {}
    )
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.theme == "dark" else "light",
        locale=picture.locale,
        reduced_motion="reduce",
        **options,
    )
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(address + link(picture))
    page.wait_for_selector("html[data-ready]")
    page.evaluate("document.getElementById('welcome-close').click()")
    # The verdict is part of the picture.
    page.wait_for_selector("[data-verdict=won], [data-verdict=solved]")
    if picture.card is not None:
        page.locator(f".board .{picture.card}").first.click()
    if picture.study:
        page.click("#analyse")
        page.wait_for_selector("#analyse[aria-busy=true]")
        page.wait_for_selector("#analyse[aria-busy=false]")
        page.click("#engine-toggle")
        page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    shot = page.locator("#play-view").screenshot() if picture.study else page.screenshot()
    context.close()
    return shot


def small(shot: bytes) -> bytes:
    """The same picture with a palette."""
    image = Image.open(io.BytesIO(shot)).convert("RGB")
    buffer = io.BytesIO()
    few = image.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)
    few.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def main(names: list[str]) -> None:
    """Take the pictures that are named, or all of them."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        sys.exit(f"no browser: expected one of {', '.join(BROWSERS)} on the path")
    IMAGES.mkdir(exist_ok=True)
    with serving() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        for picture in PICTURES:
            if names and picture.name not in names:
                continue
            data = small(shoot(browser, address, picture))
            assert len(data) < LARGEST, f"{picture.name} has {len(data)} bytes: expected less than {LARGEST}"
            (IMAGES / picture.name).write_bytes(data)
            print(f"docs/images/{picture.name}: {len(data)} bytes")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
