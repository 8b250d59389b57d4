"""The site without a server, built once, and its kernel in Node, asked line by line."""

import importlib.util
import json
import shutil
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


def _node() -> str | None:
    found = importlib.util.find_spec("playwright")
    own = Path(found.origin).parent / "driver" / "node" if found and found.origin else None
    return str(own) if own is not None and own.exists() else shutil.which("node")


@pytest.fixture(scope="session")
def ask(site: Path) -> Iterator[Ask]:
    """Asks the kernel of the site; gives what the runner says."""
    node = _node()
    if node is None:
        pytest.skip("there is no Node: yomikiri[test] brings one with Playwright")
    command = [node, str(Path(__file__).parent / "runner.mjs"), str(site)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
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
