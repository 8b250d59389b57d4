"""How well words and glyphs are read: the contrast of WCAG 2, computed in the browser from what it paints.

axe looks at a page at rest.  Here states are forced on elements as the inspector does it, so that hovered,
focused and pressed looks are measured too; and cards are, which are drawn in SVG and have no background.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from e2e_tools import Table

STATES: dict[str, list[str]] = {
    "at rest": [],
    "hovered": ["hover"],
    "focused": ["focus", "focus-visible"],
    "pressed": ["hover", "active"],
}
READABLE = 4.5
"""What WCAG asks of words (AA)."""
LARGE = 3.0
"""What it asks of large words: 24 pixels, or bold ones of 18.66; and of glyphs."""

MEASURE = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8")


def weak(table: Table, kind: str = "words", least: float | None = None, within: str = "body") -> list[str]:
    """What has too little contrast, with where it is; contrast.js says what kinds there are."""
    found: list[dict[str, Any]] = table.page.evaluate(MEASURE, [kind, within])
    assert found, f"there are no {kind}"
    return [
        f"{one['where']} '{one['text']}': {one['ratio']:.2f}"
        for one in found
        if one["ratio"] < (least or (LARGE if one["large"] else READABLE))
    ]


SEEN = ":not([hidden], [hidden] *, dialog:not([open]) *)"


@contextmanager
def forced(table: Table, selector: str, states: Sequence[str]) -> Iterator[None]:
    """All elements of a selector that are seen in a state of CSS, as if a pointer were there."""
    assert table.find(f":is({selector}){SEEN}").count() > 0
    if not states:
        yield
        return
    session = table.page.context.new_cdp_session(table.page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    nodes = session.send("DOM.querySelectorAll", {"nodeId": root, "selector": f":is({selector}){SEEN}"})[
        "nodeIds"
    ]
    for node in nodes:
        session.send("CSS.forcePseudoState", {"nodeId": node, "forcedPseudoClasses": list(states)})
    try:
        yield
    finally:
        session.detach()
