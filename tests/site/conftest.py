"""The site without a server, built once, and its kernel in Node, asked line by line."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the web app is not installed: yomikiri[web]")
pytest.importorskip("ziglang", reason="the compiler to WebAssembly is not installed: yomikiri[site]")

import site_tools
from site_tools import Ask


@pytest.fixture(scope="session")
def site() -> Path:
    """The folder of the site."""
    return site_tools.built()


@pytest.fixture(scope="session")
def ask(site: Path) -> Iterator[Ask]:
    """Asks the kernel of the site; gives what the runner says."""
    node = site_tools.node()
    if node is None:
        pytest.skip("there is no Node: yomikiri[test] brings one with Playwright")
    process = subprocess.Popen(
        site_tools.runner(node), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdin is not None
    assert process.stdout is not None
    to, out = process.stdin, process.stdout

    def asked(**question: Any) -> dict[str, Any]:
        to.write(json.dumps(question) + "\n")
        to.flush()
        said: dict[str, Any] = json.loads(out.readline())
        return said

    yield asked
    to.close()
    process.wait(20)
