"""Compiles the kernel to WebAssembly: a module for each family of games, ``native/wasm/NAME.cpp``.

The compiler is clang as the package ``ziglang`` brings it.  Its own cache, and copies under ``build`` that
are kept by a hash of the sources, make the next build a moment's work.  Learned scores are compiled in.

    python tools/wasm_modules.py [--compile]

puts them where a wheel takes them from; with ``--compile`` they stay in the cache, where tests find them.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NATIVE = ROOT / "native"
KEPT = ROOT / "build" / "wasm"
PACKED = ROOT / "build" / "kernel"
"""Where a wheel takes them from."""

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
FAILURES = "native/wasm/failures.cpp"


def names() -> list[str]:
    """The modules there are."""
    return sorted(path.stem for path in (NATIVE / "wasm").glob("*.cpp") if path.stem != "failures")


def modules() -> dict[str, Path]:
    """The compiled modules by name; those of the same sources and flags are there already."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(names(), pool.map(_compiled, names()), strict=True))


def write(folder: Path) -> None:
    """Put the modules into a folder by name."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in modules().items():
        shutil.copy(path, folder / f"{name}.wasm")


def models() -> dict[str, Path]:
    """By module the learned scores that come with the package, as headers that the games' answers include."""
    # Only this needs the package: an environment that just packs what was compiled elsewhere has none.
    from yomikiri.core.registry import entries
    from yomikiri.learning import load_model

    written = {}
    for name, entry in entries().items():
        learner = entry.part("learner")
        if entry.browser_module is None or learner is None or learner.default is None:
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
        written[entry.browser_module] = path
    return written


def _sources(name: str) -> list[Path]:
    """What a module may include: its own game, and what belongs to none."""
    games = NATIVE / "games"
    headers = [
        path
        for path in sorted(NATIVE.rglob("*.hpp"))
        if "bind" not in path.name and (games not in path.parents or path.parent.name == name)
    ]
    learned = [path for module, path in models().items() if module == name]
    return [*headers, *learned, NATIVE / "wasm" / f"{name}.cpp", ROOT / FAILURES]


def _compiled(name: str) -> Path:
    digest = hashlib.sha256(" ".join(FLAGS).encode())
    for path in _sources(name):
        digest.update(path.read_bytes())
    module = KEPT / f"{name}-{digest.hexdigest()[:16]}.wasm"
    if module.exists():
        return module
    KEPT.mkdir(parents=True, exist_ok=True)
    unfinished = module.with_suffix(f".{os.getpid()}")
    command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, f"native/wasm/{name}.cpp", FAILURES]
    caches = {f"ZIG_{kind}_CACHE_DIR": str(KEPT / "zig") for kind in ("GLOBAL", "LOCAL")}
    done = subprocess.run(
        [*command, "-o", str(unfinished)],
        cwd=ROOT,
        env=caches | os.environ,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"the kernel does not compile to WebAssembly:\n{done.stderr}")
    for old in KEPT.glob(f"{name}-*.wasm"):
        old.unlink()
    unfinished.rename(module)
    return module


if __name__ == "__main__":
    if sys.argv[1:] == ["--compile"]:
        modules()
    else:
        write(PACKED)
