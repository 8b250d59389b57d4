"""A first visit to the site on a slow line with a slow processor: what it loads and waits for."""

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("ziglang", reason="the compiler to WebAssembly is not installed: yomikiri[site]")

import site_tools
from site_host import Visit, serving

MOST_BYTES = 400_000
"""That a first visit may load, compressed, to the first verdict."""
MOST_FILES = 8


def test_a_first_visit_is_small_and_seen_before_its_scripts_have_come(fresh_tab: Callable[[], Any]) -> None:
    tab = fresh_tab()
    with serving(site_tools.built()) as address:
        tab.hand_out(address)
        visit = Visit(tab.page)
        first = visit.open(address)
        assert sum(visit.sizes) <= MOST_BYTES
        assert len(visit.sizes) <= MOST_FILES
        assert visit.painted() < visit.came("/app.js")
        # Workers are not sent for by a script that has to come first.
        assert visit.came("/worker.js") < visit.came("/app.js")
        # Another deal waits for its search alone: the verdict comes sooner than the page did.
        assert visit.verdict_on("1941") < first
    assert tab.complaints == []
