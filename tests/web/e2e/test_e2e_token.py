"""The token in the browser: a link lets in, and does not stay in the address bar."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from e2e_tools import Table

WORD = "correct-horse-battery-staple"


@pytest.fixture
def address() -> Iterator[str]:
    command = [sys.executable, "-m", "yomikiri", "serve", "--no-open", "--port", "0", "--token", WORD]
    process = subprocess.Popen([*command, "--workers", "1"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        match = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert match
        yield match.group()
    finally:
        process.terminate()
        process.wait(60)


def test_a_link_with_the_token_lets_in_and_one_without_says_what_is_missing(
    table: Table, address: str
) -> None:
    table.may_complain = ["401"]
    table.page.goto(f"{address}/")
    table.page.wait_for_selector("#alert:not([hidden])")
    assert "token" in table.find("#alert").inner_text()
    table.page.goto("about:blank")
    table.page.goto(f"{address}/#token={WORD}&game=superpuzz&size=5&deal=9")
    table.page.wait_for_selector("html[data-ready]")
    assert "deal=9" in table.hash
    assert WORD not in str(table.page.evaluate("window.location.href"))
    table.verdict("won")  # The socket is let in, too.
    table.page.goto("about:blank")
    table.page.goto(f"{address}/")  # The cookie is kept.
    table.page.wait_for_selector("html[data-ready]")
