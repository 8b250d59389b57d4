"""Builds the site without a server: the page of the web app, the kernel as WebAssembly, and what ties them.

A first visit should cost few journeys: the style sheets are in the page, the scripts are one file
(:mod:`bundle`) and one more for the workers, and there is a module of the kernel for each family of games
(:mod:`wasm_modules`).  What only Python knows is written out: the list of games, the deals that are listed,
and the surveys that are published.  See docs/site.md.
"""

import argparse
import base64
import gzip
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

from bundle import Bundler
from published_surveys import published
from wasm_modules import modules
from yomikiri.core.registry import entries
from yomikiri.web.shelf import listed, shelf

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "yomikiri" / "web" / "static"
SITE = ROOT / "site"

CHUNKS = {"surveys/main.js": "surveys.js", "local/moving-svg.js": "moving-svg.js"}
"""Modules that are loaded when they are needed, and the files that they come in."""
STYLE = re.compile(r'^ *<link rel="stylesheet" href="/static/([^"]+)" />\n', re.MULTILINE)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {script}; style-src 'self' {style}; "
    "img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
FIRST = ("index.html", "static/js/app.js", "static/js/worker.js")
"""What every first visit loads, besides one module of the kernel."""


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _hash(text: str) -> str:
    """How a policy names a script or a style that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _scripts() -> dict[str, str]:
    """The bundled scripts by file."""
    texts = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for folder in (PAGE / "js", SITE / "js")
        for path in sorted(folder.rglob("*.js"))
    }
    texts["shelf.js"] = f"export default {_compact(shelf())};\n"
    page = Bundler(texts, CHUNKS).bundle("app.js", "app.js")
    return page | Bundler(texts, CHUNKS).bundle("local/worker.js", "worker.js")


def _early() -> str:
    """A script that sends for the module of the game that will be shown, before anything else is loaded."""
    found = {
        name: entry.browser_module for entry in entries().values() for name in (entry.name, *entry.variants)
    }
    text = (SITE / "early.js").read_text(encoding="utf-8")
    return text.partition("*/\n")[2].replace("@MODULES@", _compact(found))


def _page() -> str:
    """The page with its styles and its policy."""
    page = (PAGE / "index.html").read_text(encoding="utf-8")
    sheets = [PAGE / name for name in STYLE.findall(page)]
    style = "".join(path.read_text(encoding="utf-8") for path in [*sheets, SITE / "site.css"])
    style = re.sub(r"\n\s*", "\n", re.sub(r"/\*.*?\*/", "", style, flags=re.DOTALL)).strip()
    early = _early()
    policy = POLICY.format(script=_hash(early), style=_hash(style))
    head = (
        f'    <meta http-equiv="Content-Security-Policy" content="{policy}" />\n'
        f"    <script>{early}</script>\n"
        f"    <style>{style}</style>\n"
        '    <link rel="manifest" href="manifest.webmanifest" />\n'
    )
    page = re.sub(r"<!--.*?-->\n", "", page, flags=re.DOTALL)
    before, title, rest = STYLE.sub("", page).partition("    <title>")
    return (before + head + title + rest).replace('"/static/', '"static/')


def build(target: Path) -> list[str]:
    """Write the site into a folder; the names of its files."""
    compiled = modules()
    shutil.rmtree(target, ignore_errors=True)
    static = target / "static"
    for folder in ("js", "kernel", "surveys"):
        (static / folder).mkdir(parents=True)
    for name, text in _scripts().items():
        (static / "js" / name).write_text(text, encoding="utf-8")
    for name, path in compiled.items():
        shutil.copy(path, static / "kernel" / f"{name}.wasm")
    surveys, deals = published()
    (static / "surveys.json").write_text(_compact(surveys), encoding="utf-8")
    (static / "listed.json").write_text(_compact(listed()), encoding="utf-8")
    shutil.copy(PAGE / "icon.svg", static)
    shutil.copy(SITE / "manifest.webmanifest", target)
    (target / "index.html").write_text(_page(), encoding="utf-8")
    files = sorted(path.relative_to(target).as_posix() for path in target.rglob("*") if path.is_file())
    _service_worker(target, files)
    # Only who asks for the deals of a survey gets them; they are as large as all the rest.
    for name, path in deals.items():
        shutil.copy(path, static / "surveys" / f"{name}.csv")
    return [*files, "service-worker.js"]


def _service_worker(target: Path, files: list[str]) -> None:
    digest = hashlib.sha256()
    for name in files:
        digest.update((target / name).read_bytes())
    text = (SITE / "service-worker.js").read_text(encoding="utf-8")
    text = text.replace("@VERSION@", digest.hexdigest()[:16])
    text = text.replace('["@FILES@"]', json.dumps(["./", *files]))
    (target / "service-worker.js").write_text(text, encoding="utf-8")


def sizes(target: Path, files: list[str]) -> dict[str, int]:
    """The files as a host that compresses sends them, in bytes."""
    return {name: len(gzip.compress((target / name).read_bytes(), 9)) for name in files}


def first_load(compressed: dict[str, int]) -> int:
    """The bytes of a first visit, with the largest module of the kernel."""
    kernels = [size for name, size in compressed.items() if name.endswith(".wasm")]
    return sum(compressed[name] for name in FIRST) + max(kernels)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "site", metavar="FOLDER")
    target = parser.parse_args().output
    files = build(target)
    compressed = sizes(target, files)
    print(f"{target}: {len(files)} files that are kept for use offline, ", end="")
    print(f"{sum(compressed.values()) / 1000:.0f} KB compressed; a first visit loads at most ", end="")
    print(f"{first_load(compressed) / 1000:.0f} KB")
    print(f"to look at it: {Path(sys.executable).name} -m http.server --directory {target}")


if __name__ == "__main__":
    main()
