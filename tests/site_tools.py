"""The site, built once for all tests of a run, however many processes they have."""

import contextlib
import hashlib
import importlib.util
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import site_builder
import wasm_modules
from yomikiri.web.shelf import shelf

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "site"

Ask = Callable[..., dict[str, Any]]
"""Asks the kernel of the site: what is asked, by name, to what the runner says."""


@contextlib.contextmanager
def _alone(path: Path) -> Iterator[None]:
    """While others build, wait."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        _lock(file)
        yield


def _lock(file: IO[str]) -> None:
    with contextlib.suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def built() -> Path:
    """The folder of the site, made anew if anything that it is made of has changed."""
    with _alone(PLACE.parent / "site.lock"):
        parts = [*wasm_modules.modules().values(), *_files(site_builder.PAGE), *_files(site_builder.SITE)]
        parts += [*_files(ROOT / "tools", "*.py"), *ROOT.glob("src/yomikiri/games/*/entry.py")]
        parts += [ROOT / "data" / "made.json"]
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
        stamp = PLACE.parent / "site.stamp"
        if not (stamp.exists() and stamp.read_text() == digest and PLACE.exists()):
            site_builder.build(PLACE)
            stamp.write_text(digest)
    return PLACE


def _files(folder: Path, pattern: str = "*") -> list[Path]:
    return [path for path in sorted(folder.rglob(pattern)) if path.is_file()]


def node() -> str | None:
    """Node: the one that Playwright brings, or another."""
    found = importlib.util.find_spec("playwright")
    own = Path(found.origin).parent / "driver" / "node" if found and found.origin else None
    return str(own) if own is not None and own.exists() else shutil.which("node")


def runner(node: str) -> list[str]:
    """The command that asks the kernel of the site in Node."""
    site = built()
    games = PLACE.parent / "site.shelf.json"
    games.write_text(json.dumps(shelf()), encoding="utf-8")
    script = Path(__file__).parent / "site" / "runner.mjs"
    return [node, str(script), str(site_builder.PAGE / "js"), str(site), str(games)]
