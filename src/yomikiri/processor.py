"""Which of the two kernels fits this processor, chosen once, when the package is imported.

The kernel is compiled twice from the same sources: for any machine, and for x86-64 processors with the
instructions that practically all have had since 2013 or so (level v3: counting and cutting bits, words of 256
bits).  The searches are the same and so are all their counts; only their speed differs (docs/speed.md).  The
environment variable ``YOMIKIRI_KERNEL`` set to ``plain`` or ``wide`` overrides the choice.
"""

import importlib
import importlib.util
import os
import sys
import warnings
from pathlib import Path

PLAIN, WIDE = "plain", "wide"
NEEDED = frozenset(("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"))
"""What Linux calls the instructions of level v3 beyond those of every x86-64 processor of the last decade."""


def choose_kernel() -> str:
    """Have ``yomikiri._kernel`` be the kernel that fits; says which."""
    wish = os.environ.get("YOMIKIRI_KERNEL")
    built = importlib.util.find_spec("yomikiri._kernel_wide") is not None
    if wish is not None and (wish not in (PLAIN, WIDE) or (wish == WIDE and not built)):
        have = f"{PLAIN} or {WIDE}" if built else f"{PLAIN}, the only one built here"
        warnings.warn(f"YOMIKIRI_KERNEL '{wish}' is not used: expected {have}", stacklevel=2)
    if wish == PLAIN or not built or (wish != WIDE and not fits(_flags())):
        return PLAIN
    kernel = importlib.import_module("yomikiri._kernel_wide")
    sys.modules["yomikiri._kernel"] = kernel
    vars(sys.modules["yomikiri"])["_kernel"] = kernel
    return WIDE


def fits(flags: str) -> bool:
    """Whether a processor with these flags runs the wide kernel."""
    return set(flags.split()) >= NEEDED


def _flags() -> str:
    """The flags of the processor as Linux tells them; nothing where it is not Linux."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("flags"):
                return line.partition(":")[2]
    except OSError:
        pass
    return ""


KERNEL = choose_kernel()
"""The kernel in use, ``plain`` or ``wide``."""
