"""Lists what the kernel is compiled from: its own files, and every header that one of them leads to.

    python tools/kernel_sources.py

Other headers belong to the modules for browsers alone (:mod:`wasm_modules`): the kernel need not be compiled
again when one of them changes.
"""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^ *# *include "([^"]+)"', re.MULTILINE)


def kernel_sources(root: Path = ROOT) -> list[Path]:
    """The files, and what CMake is told."""
    native = root / "native"
    found: set[Path] = set()
    left = [path for path in native.rglob("*.cpp") if path.parent != native / "wasm"]
    while left:
        path = left.pop()
        if path in found:
            continue
        found.add(path)
        for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
            left += [one for one in (path.parent / name, native / name) if one.is_file()]
    return [root / "CMakeLists.txt", *sorted(found)]


if __name__ == "__main__":
    print(*(path.relative_to(ROOT) for path in kernel_sources()))
