"""How a first visit to the site goes on a slow line: Fast 3G, and a processor four times slower.

    python benchmarks/site_visit.py

Needs what `make site` needs, and Chromium on the path.  Each figure is the median of five visits with an
empty browser, and of five deals; times depend on the machine, bytes do not.
"""

import shutil
import statistics
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tests")]

import site_tools  # noqa: E402
from site_host import Visit, serving  # noqa: E402

TIMES = 5
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def visited(browser: Any, address: str, turn: int) -> dict[str, float]:
    """One first visit."""
    context = browser.new_context(viewport={"width": 412, "height": 823})
    visit = Visit(context.new_page())
    found = {"first verdict, ms": visit.open(address)}
    found["first paint, ms"] = visit.painted()
    found["bytes to the first verdict"] = sum(visit.sizes)
    found["files"] = len(visit.sizes)
    found["verdict on a fresh deal, ms"] = visit.verdict_on(str(1941 + turn))
    context.close()
    return found


def main() -> None:
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    with serving(site_tools.built()) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        visits = [visited(browser, address, turn) for turn in range(TIMES)]
        browser.close()
    for name in visits[0]:
        print(f"{name}: {statistics.median(visit[name] for visit in visits):,.0f}")


if __name__ == "__main__":
    main()
