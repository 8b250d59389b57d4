"""Prints the kernel that fits this machine: what an editable installation compiles.

CMake asks it before there is a package to import, so the module of the package that knows is loaded from its
file.  Where the system does not tell what its processor can do, every kernel has to be compiled: ``all``.
"""

import runpy
from pathlib import Path

SYSTEM = Path(__file__).resolve().parent.parent / "src" / "yomikiri" / "core" / "system.py"


def which_kernel() -> str:
    system = runpy.run_path(str(SYSTEM))
    flags = system["processor_flags"]()
    if not flags:
        return "all"
    return next((name for name in system["NEEDED"] if system["fits"](name, flags)), "plain")


if __name__ == "__main__":
    print(which_kernel())
