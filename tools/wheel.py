"""Build a wheel with every kernel, make it fit other Linux systems, and look at what is in it.

    python tools/wheel.py [--stable] [--output FOLDER]

On Linux ``auditwheel`` gives the wheel the tag of the oldest systems that it runs on; elsewhere it stays as
it was built.  A wheel for everybody has to be built on an old system: the release workflow does that, in
the images of the manylinux project.  ``--stable`` builds one wheel for CPython 3.12 and everything after it.

The WebAssembly modules are compiled first, for which yomikiri has to be installed; ``--packed-modules`` takes
those that are in ``build/kernel``, as a Python without it must.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import wasm_modules

ROOT = Path(__file__).resolve().parent.parent
WANTED = re.compile(
    r"""
    yomikiri/.*\.(py|pyi|typed)            # the package and its types
    | yomikiri/_kernel[a-z_]*\.[^/]*(so|pyd)  # the kernels
    | yomikiri/include/.*\.hpp             # for games that others write
    | yomikiri/cmake/.*\.cmake
    | yomikiri/web/static/.*               # the page
    | yomikiri/.*schemas/[^/]*\.json       # what commands print
    | yomikiri/games/[^/]*/models/[^/]*\.model  # learned scores
    | yomikiri-[^/]*\.dist-info/.*
    | yomikiri\.libs/.*                    # what auditwheel adds
    """,
    re.VERBOSE,
)
NEVER = re.compile(r"(^|/)(tests?|benchmarks|native|docs|build|__pycache__)/|\.(cpp|o|a|pyc)$")


def unneeded(names: list[str]) -> list[str]:
    """What a wheel contains that nobody who installs it needs."""
    return [
        name
        for name in names
        if not name.endswith("/") and (not WANTED.fullmatch(name) or NEVER.search(name))
    ]


def kernels_in(names: list[str]) -> set[str]:
    """The kernels that a wheel contains."""
    return {
        match[1]
        for name in names
        if (match := re.match(r"yomikiri/(_kernel[a-z_]*)\.[^/]*(?:so|pyd)$", name))
    }


def expected_kernels(machine: str) -> set[str]:
    """The kernels that a wheel for such a processor has to contain."""
    wide = {"_kernel_wide", "_kernel_wider"} if machine.lower() in ("x86_64", "amd64") else set()
    return {"_kernel", *wide}


def modules_in(names: list[str]) -> set[str]:
    """The WebAssembly modules that a wheel contains."""
    return {Path(name).stem for name in names if name.endswith(".wasm")}


def build(folder: Path, *, stable: bool) -> Path:
    """Build a wheel into a folder, all kernels, whatever the surroundings ask of developers' builds."""
    surroundings = {key: value for key, value in tools_first().items() if not key.startswith("SKBUILD_")}
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    # In a place of its own: that of an editable installation remembers what it was asked for.
    command += [
        "--config-setting=build-dir=build/wheel/{wheel_tag}",
        "--config-setting=cmake.define.YOMIKIRI_KERNELS=all",
    ]
    if stable:
        command.append("--config-setting=wheel.py-api=cp312")
    subprocess.run([*command, str(ROOT)], env=surroundings, check=True)
    return next(folder.glob("*.whl"))


def tools_first() -> dict[str, str]:
    """The surroundings with the programs beside this Python before all others."""
    return {
        **os.environ,
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]),
    }


def repair(wheel: Path, folder: Path) -> Path:
    """The wheel with the tag of the systems that it runs on."""
    command = [
        sys.executable,
        "-m",
        "auditwheel",
        "repair",
        "--strip",
        "--wheel-dir",
        str(folder),
        str(wheel),
    ]
    subprocess.run(command, env=tools_first(), check=True)
    return next(folder.glob("*.whl"))


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="wheel.py", description=__doc__.splitlines()[0])
    parser.add_argument("--stable", action="store_true", help="one wheel for CPython 3.12 and later")
    parser.add_argument("--packed-modules", action="store_true", help="take the modules of build/kernel")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", metavar="FOLDER")
    chosen = parser.parse_args(words)
    if not chosen.packed_modules:
        wasm_modules.write(wasm_modules.PACKED)
    chosen.output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as built, tempfile.TemporaryDirectory() as repaired:
        wheel = build(Path(built), stable=chosen.stable)
        if sys.platform == "linux":
            wheel = repair(wheel, Path(repaired))
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
        problems = [f"{name} is not needed" for name in unneeded(names)]
        missing = expected_kernels(platform.machine()) - kernels_in(names)
        missing |= {f"{name}.wasm" for name in set(wasm_modules.names()) - modules_in(names)}
        problems += [f"{name} is missing" for name in sorted(missing)]
        target = chosen.output / wheel.name
        target.write_bytes(wheel.read_bytes())
    print(f"{target}: {target.stat().st_size / 2**20:.1f} MiB, {', '.join(sorted(kernels_in(names)))}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
