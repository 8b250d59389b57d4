"""Compile what changed in the kernel of an editable installation again, and put it in its place.

    python tools/rebuild.py

The same as installing again, without pip and without a look at the dependencies, which take some seconds.
It needs an installation: `make .venv/.base` or `make test`.
"""

import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def folder(root: Path, version: tuple[int, int], platform: str) -> Path:
    """Where the editable installation of a Python was built; its name is that of a wheel."""
    tag = f"cp{version[0]}{version[1]}"
    return root / "build" / f"{tag}-{tag}-{platform.replace('-', '_').replace('.', '_')}"


def commands(built: Path, cmake: str, packages: Path) -> list[list[str]]:
    """What compiles and what installs."""
    return [
        [cmake, "--build", str(built)],
        [cmake, "--install", str(built), "--prefix", str(packages / "yomikiri")],
    ]


def main() -> int:
    built = folder(ROOT, sys.version_info[:2], sysconfig.get_platform())
    if not (built / "CMakeCache.txt").is_file():
        print(f"{built} is not there: expected an editable installation, by `make test`", file=sys.stderr)
        return 1
    cmake = str(Path(sys.executable).parent / "cmake")
    for command in commands(built, cmake, Path(sysconfig.get_path("platlib"))):
        done = subprocess.run(command, check=False, stdout=subprocess.DEVNULL, cwd=ROOT)
        if done.returncode != 0:
            print(f"'{' '.join(command)}' ended with status {done.returncode}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
