"""Compile the kernel's sources for systems that this machine is not: a check, from which nothing is linked.

    python tools/cross.py [--target NAME]... [--only PART]

``zig c++`` (the package ziglang) is a clang with the headers of other systems.  What it takes for Windows and
macOS has still to be run there, but a name that only Linux has, an intrinsic of another processor and a type
of another width are found here, and every warning counts.  Python's own headers are those of this machine;
for Windows, whose integers have other widths, with a ``pyconfig.h`` that says so.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import nanobind

ROOT = Path(__file__).resolve().parent.parent
WINDOWS = "x86_64-windows-gnu"
TARGETS = (WINDOWS, "aarch64-macos", "x86_64-macos", "aarch64-linux-gnu")
WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror")
WIDTHS = {
    "SHORT": 2,
    "INT": 4,
    "LONG": 4,
    "LONG_LONG": 8,
    "VOID_P": 8,
    "SIZE_T": 8,
    "TIME_T": 8,
    "WCHAR_T": 2,
    "DOUBLE": 8,
}


def sources(root: Path) -> list[Path]:
    """What CMake compiles into a kernel."""
    listed = re.search(
        r"set\(KERNEL_SOURCES\n(.*?)\)", (root / "CMakeLists.txt").read_text("utf-8"), re.DOTALL
    )
    assert listed is not None
    return [root / name for name in listed[1].split()]


def windows_headers(folder: Path) -> Path:
    """Python's headers as a compiler for 64-bit Windows has to see them."""
    place = folder / "include"
    shutil.copytree(sysconfig.get_path("include"), place)
    lines = ["#pragma once", "#define MS_WINDOWS 1", "#define MS_WIN32 1", "#define MS_WIN64 1"]
    lines += ["#define NT_THREADS 1", "#define HAVE_STDDEF_H 1", "#define HAVE_SYS_TYPES_H 1"]
    lines += [f"#define SIZEOF_{name} {width}" for name, width in WIDTHS.items()]
    lines += ["#define ALIGNOF_LONG 4", "#define ALIGNOF_SIZE_T 8", "#define ALIGNOF_MAX_ALIGN_T 16"]
    lines += ["#define HAVE_PY_SSIZE_T 1", "typedef long long Py_ssize_t;"]
    lines += ["#define PY_SSIZE_T_MAX 0x7fffffffffffffffLL", ""]
    (place / "pyconfig.h").write_text("\n".join(lines), encoding="utf-8")
    return place


def compiled(source: Path, target: str, python: Path, folder: Path) -> str:
    """What the compiler says against a source on a target; nothing if it takes it."""
    command = [sys.executable, "-m", "ziglang", "c++", "-target", target, "-std=c++20", "-O0", *WARNINGS]
    command += ["-DNDEBUG", "-DNB_DOMAIN=kernel", "-DYOMIKIRI_KERNEL=_kernel", f"-I{ROOT / 'native'}"]
    command += ["-isystem", str(python), "-isystem", nanobind.include_dir()]
    # With -fsyntax-only it would build the standard library of the target first.
    made = folder / f"{target}-{'-'.join(source.parts[-2:])}.o"
    done = subprocess.run([*command, "-c", str(source), "-o", str(made)], capture_output=True, check=False)
    made.unlink(missing_ok=True)
    return done.stderr.decode(errors="replace") if done.returncode else ""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="cross.py", description=__doc__.splitlines()[0])
    parser.add_argument("--target", action="append", choices=TARGETS, help="all of them unless told")
    parser.add_argument("--only", default="", metavar="PART", help="sources whose path contains this")
    chosen = parser.parse_args(words)
    asked = [path for path in sources(ROOT) if chosen.only in path.as_posix()]
    if not asked:
        print(f"no source contains '{chosen.only}': expected a part of a path", file=sys.stderr)
        return 2
    refused = 0
    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(os.cpu_count()) as team:
        folder = Path(place)
        widths = windows_headers(folder)
        for target in chosen.target or TARGETS:
            python = widths if target == WINDOWS else Path(sysconfig.get_path("include"))
            answers = list(team.map(lambda one, t=target, p=python: compiled(one, t, p, folder), asked))
            print(f"{target}: {answers.count('')} of {len(asked)} sources compile", flush=True)
            refused += len(answers) - answers.count("")
            for answer in filter(None, answers):
                print(answer, file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
