"""What axe finds on a page, in both languages and both colours."""

from typing import Any

import pytest
from e2e_tools import Table

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="axe is not installed: yomikiri[test]"
)

OPTIONS = {
    "resultTypes": ["violations"],
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
}


def complaints(table: Table, within: str = "html") -> list[str]:
    """What axe finds, with where.  Behind a dialog nothing can be reached: it is enough to look within."""
    if not table.page.evaluate("'axe' in window"):
        table.page.evaluate(axe.Axe().axe_script)
    found: list[dict[str, Any]] = table.page.evaluate(
        "([within, options]) => window.axe.run(within, options).then(({ violations }) => violations)",
        [within, OPTIONS],
    )
    return [f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:5]}" for one in found]


def every_look(table: Table) -> None:
    """Both languages and both colours: words do not depend on colours, nor colours on words."""
    for look in ("english light", "japanese dark"):
        assert complaints(table) == [], look
        table.click("#theme")
        table.click("#language")
