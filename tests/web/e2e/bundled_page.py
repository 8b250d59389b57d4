"""The page in few files, for the tests in a browser.

It has a hundred modules, and each is a request that the browser, its driver and the server all have a hand
in: to load them costs more than most tests.  Here the same modules come as one script, bundled as for the
site, and the style sheets as one.  A module can still be imported by its own address, and is the page's own.

Servers that a test starts for itself give the page as it is.
"""

import contextlib
import fcntl
import hashlib
import shutil
from pathlib import Path

from bundle import EXPORT, NAMED, Bundler, stripped
from site_builder import CHUNKS, PAGE, STYLE

ROOT = Path(__file__).resolve().parents[3]
PLACE = ROOT / "build" / "page"
PARKED = "parked.html"
"""An empty page of the same server, where a tab waits for its next test."""
SERVE = """
import sys
from pathlib import Path
from yomikiri.cli import command
from yomikiri.web import app
app.STATIC = Path(sys.argv.pop(1))
command()
"""
"""A program that is `yomikiri` with the page in the folder that is its first argument."""


def built() -> Path:
    """The folder of the page, made anew if a file of it has changed."""
    files = sorted(path for path in PAGE.rglob("*") if path.is_file() and path.suffix != ".wasm")
    parts = [*files, ROOT / "tools" / "bundle.py", Path(__file__)]
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
    PLACE.mkdir(parents=True, exist_ok=True)
    with (PLACE / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = PLACE / digest[:16]
        if not target.exists():
            for old in PLACE.iterdir():
                with contextlib.suppress(NotADirectoryError):
                    shutil.rmtree(old)
            _build(target.with_suffix(".new"))
            target.with_suffix(".new").rename(target)
    return target


def _build(target: Path) -> None:
    scripts = target / "js"
    scripts.mkdir(parents=True)
    texts = {
        path.relative_to(PAGE / "js").as_posix(): path.read_text(encoding="utf-8")
        for path in (PAGE / "js").rglob("*.js")
    }
    page = Bundler(texts, CHUNKS).bundle("app.js", "app.js")
    for name, text in (page | Bundler(texts, CHUNKS).bundle("local/worker.js", "worker.js")).items():
        (scripts / name).write_text(text, encoding="utf-8")
    for path, text in texts.items():
        if f'$["{path}"] = ' in page["app.js"] and path != "app.js":
            (scripts / path).parent.mkdir(parents=True, exist_ok=True)
            (scripts / path).write_text(_door_to(path, stripped(text)), encoding="utf-8")
    index = (PAGE / "index.html").read_text(encoding="utf-8")
    style = "".join((PAGE / name).read_text(encoding="utf-8") for name in STYLE.findall(index))
    (target / "style.css").write_text(style, encoding="utf-8")
    before, _, after = STYLE.sub("", index).partition("    <script ")
    link = '    <link rel="stylesheet" href="/static/style.css" />\n    <script '
    (target / "index.html").write_text(before + link + after, encoding="utf-8")
    shutil.copy(PAGE / "icon.svg", target)
    (target / PARKED).write_text(
        '<!doctype html><title>parked</title><link rel="icon" href="icon.svg" />', encoding="utf-8"
    )


def _door_to(path: str, text: str) -> str:
    """A module that exports what a module of the bundle does."""
    names = [found[2] for found in EXPORT.finditer(text)]
    for found in NAMED.finditer(text):
        names += [one.split(" as ")[-1].strip() for one in found[1].split(",")]
    return (
        f'import {{ $ }} from "/static/js/app.js";\nconst it = $["{path}"];\nexport default it.default;\n'
        f"export const {{ {', '.join(names)} }} = it;\n"
    )
