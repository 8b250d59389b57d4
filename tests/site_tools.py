"""The site, built once for all tests of a run, however many processes they have."""

import contextlib
import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any

import site_builder

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / "build" / "site"

Ask = Callable[..., dict[str, Any]]
"""Asks the kernel of the site: what is asked, by name, to what the runner says."""


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    """A state or a line of the page without the comforts that only the server offers."""

    def bare(moves: list[Any]) -> list[Any]:
        return [
            {name: move[name] for name in move if name != "by_itself"} if isinstance(move, dict) else move
            for move in moves
        ]

    left = {name: value for name, value in answer.items() if name not in ("home", "held_back")}
    return {name: bare(value) if name in ("legal", "moves") else value for name, value in left.items()}


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
        parts = [site_builder.kernel(), *_files(site_builder.PAGE), *_files(site_builder.SITE)]
        parts += [Path(site_builder.__file__), *ROOT.glob("src/yomikiri/games/*/entry.py")]
        digest = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
        stamp = PLACE.parent / "site.stamp"
        if not (stamp.exists() and stamp.read_text() == digest and PLACE.exists()):
            site_builder.build(PLACE)
            stamp.write_text(digest)
    return PLACE


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]
