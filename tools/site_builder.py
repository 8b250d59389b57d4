"""Builds the site without a server: the page of the web app, the kernel as WebAssembly, and what ties them.

The kernel is compiled by clang as the package ``ziglang`` brings it; its own cache, and a copy under
``build`` that is kept by a hash of the sources, make the next build a moment's work.  What only Python knows
(the list of games, deals that are listed) is written into ``games.json``, and learned scores are compiled in.
See docs/site.md.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import yomikiri
from yomikiri.core.catalog import listed_deal
from yomikiri.core.entry import GameEntry
from yomikiri.core.registry import entries
from yomikiri.learning import load_model
from yomikiri.web.play import offered

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "src" / "yomikiri" / "web" / "static"
SITE = ROOT / "site"
KEPT = ROOT / "build" / "wasm"

SOURCES = ("native/wasm/module.cpp", "native/wasm/failures.cpp")
FLAGS = [
    *("-target", "wasm32-wasi"),
    # What every browser has that has modules in workers.
    "-mcpu=generic+simd128+bulk_memory+sign_ext+nontrapping_fptoint",
    *("-std=c++20", "-O2", "-DNDEBUG", "-Inative", "-Ibuild/wasm"),
    *("-include", "wasm/one_thread.hpp"),
    "-mexec-model=reactor",
    "-Wl,--max-memory=4294901760",  # 4 GiB less a page: a size of all of it would be 0.
    "-Wl,-z,stack-size=1048576",
    *("-Wl,--strip-all", "-Wl,--gc-sections"),
]
MOST_LISTED = 1000
"""Deals of a source that are written out; the kernel knows those of larger ones by itself."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
HEAD = f"""    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />
    <link rel="manifest" href="manifest.webmanifest" />
    <link rel="stylesheet" href="static/site.css" />
"""


def kernel() -> Path:
    """The kernel as a WebAssembly module, compiled unless one of the same sources and flags is there."""
    headers = [path for path in sorted((ROOT / "native").rglob("*.hpp")) if "bind" not in path.name]
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for path in [*headers, *(ROOT / name for name in SOURCES), *models()]:
        digest.update(path.read_bytes())
    module = KEPT / f"kernel-{digest.hexdigest()[:16]}.wasm"
    if module.exists():
        return module
    KEPT.mkdir(parents=True, exist_ok=True)
    unfinished = module.with_suffix(f".{os.getpid()}")
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, *SOURCES, "-o", str(unfinished)]
    caches = {f"ZIG_{kind}_CACHE_DIR": str(KEPT / "zig") for kind in ("GLOBAL", "LOCAL")}
    done = subprocess.run(
        command, cwd=ROOT, env=caches | os.environ, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"the kernel does not compile to WebAssembly:\n{done.stderr}")
    for old in KEPT.glob("kernel-*.wasm"):
        old.unlink()
    unfinished.rename(module)
    return module


def models() -> list[Path]:
    """The learned scores that come with the package, as headers that the games' answers include."""
    written = []
    for name, entry in entries().items():
        learner = entry.part("learner")
        if learner is None or learner.default is None:
            continue
        model = load_model(learner.default)
        text = (
            f"#pragma once\n#include <cstdint>\nnamespace yomikiri::shipped_{name.replace('-', '_')} {{\n"
            f"inline constexpr const char* kRules = {json.dumps(model.rules)};\n"
            f"inline constexpr std::int16_t kWeights[] = {{{', '.join(map(str, model.weights))}}};\n}}\n"
        )
        path = KEPT / "models" / f"{name}.hpp"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
        written.append(path)
    return written


def shelf() -> dict[str, Any]:
    """What only Python knows of the games."""
    found = entries()
    return {
        "games": [offered(entry) for entry in found.values()],
        "drawn": {entry.name: min(entry.most, entry.drawn) for entry in found.values()},
        "listed": {entry.name: _listed(entry) for entry in found.values()},
        "version": yomikiri.__version__,
    }


def _listed(entry: GameEntry) -> dict[str, Any]:
    """The deals of short lists, by name, each as a position with the options that it implies."""
    deals = {}
    for source in entry.sources:
        match = re.fullmatch(r"(\w+):([0-9]+)\.\.([0-9]+)", source)
        if match is None or int(match[3]) - int(match[2]) >= MOST_LISTED:
            continue
        for number in range(int(match[2]), int(match[3]) + 1):
            name = f"{match[1]}:{number}"
            deal = listed_deal(entry.name, name)
            assert deal is not None
            deals[name] = {"position": deal.text, "options": dict(deal.game.options)}
    return deals


def build(target: Path) -> list[str]:
    """Write the site into a folder; the names of its files."""
    module = kernel()
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(PAGE, target / "static", ignore=shutil.ignore_patterns("index.html"))
    shutil.copytree(SITE / "js", target / "static" / "js", dirs_exist_ok=True)
    shutil.copy(SITE / "site.css", target / "static" / "site.css")
    shutil.copy(SITE / "manifest.webmanifest", target)
    shutil.copy(module, target / "static" / "kernel.wasm")
    (target / "static" / "games.json").write_text(
        json.dumps(shelf(), ensure_ascii=False, separators=(",", ":")), encoding="utf-8"
    )
    page = (PAGE / "index.html").read_text(encoding="utf-8").replace('"/static/', '"static/')
    head, title, rest = page.partition("    <title>")
    (target / "index.html").write_text(head + HEAD + title + rest, encoding="utf-8")
    files = sorted(str(path.relative_to(target)) for path in target.rglob("*") if path.is_file())
    _service_worker(target, files)
    return [*files, "service-worker.js"]


def _service_worker(target: Path, files: list[str]) -> None:
    digest = hashlib.sha256()
    for name in files:
        digest.update((target / name).read_bytes())
    text = (SITE / "service-worker.js").read_text(encoding="utf-8")
    names = ["./", *(name.replace(os.sep, "/") for name in files)]
    text = text.replace("@VERSION@", digest.hexdigest()[:16]).replace('["@FILES@"]', json.dumps(names))
    (target / "service-worker.js").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--output", type=Path, default=ROOT / "dist" / "site", metavar="FOLDER")
    target = parser.parse_args().output
    files = build(target)
    sizes = {name: len(gzip.compress((target / name).read_bytes(), 9)) for name in files}
    print(f"{target}: {len(files)} files, {sum(sizes.values()) / 1024:.0f} KiB compressed, ", end="")
    print(f"of which the kernel {sizes[str(Path('static/kernel.wasm'))] / 1024:.0f} KiB")
    print(f"to look at it: {Path(sys.executable).name} -m http.server --directory {target}")


if __name__ == "__main__":
    main()
