"""Chooses which of the three kernels fits this processor, once, when the package is imported.

The kernel is compiled three times from the same sources: for any machine (*plain*); for x86-64 processors
with the instructions that practically all have had since 2013 or so (*wide*, level v3: counting and cutting
bits, words of 256 bits); and for those that also look up 64 bytes at once and join three sets in one step
(*wider*, level v4 with VBMI: AMD's since 2022, Intel's servers since 2021).  The searches are the same and so
are all their counts; only their speed differs (docs/speed.md).  The environment variable ``YOMIKIRI_KERNEL``,
set to the name of a kernel, overrides the choice.

Wheels have all three.  An editable installation has only the one that fits, which is quicker to compile.
"""

import importlib
import importlib.util
import os
import sys
import warnings

from yomikiri.core.system import NEEDED, fits, processor_flags

PLAIN = "plain"


def choose_kernel() -> str:
    """Make ``yomikiri._kernel`` the kernel that fits, and return its name."""
    flags = _flags()
    built = [name for name in NEEDED if _is_there(f"yomikiri._kernel_{name}")]
    fitting = [name for name in built if fits(name, flags)]
    # If the system does not report the flags, the user's choice is all we have.
    possible = (fitting if flags else built)[::-1]
    if _is_there("yomikiri._kernel"):
        possible.insert(0, PLAIN)
    if not possible:
        raise ImportError("no kernel of yomikiri runs on this processor: install it again on this machine")
    wish = os.environ.get("YOMIKIRI_KERNEL")
    if wish is not None and wish not in possible:
        have = " or ".join(possible) if len(possible) > 1 else f"{possible[0]}, the only one for this machine"
        warnings.warn(f"YOMIKIRI_KERNEL '{wish}' is not used: expected {have}", stacklevel=2)
    chosen = wish if wish in possible else next(iter(fitting), possible[0])
    if chosen == PLAIN:
        return PLAIN
    kernel = importlib.import_module(f"yomikiri._kernel_{chosen}")
    sys.modules["yomikiri._kernel"] = kernel
    vars(sys.modules["yomikiri"])["_kernel"] = kernel
    return chosen


def _is_there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _flags() -> str:
    """The flags of the processor, if the system reports them."""
    return processor_flags()


KERNEL = choose_kernel()
"""The kernel in use: ``plain``, ``wide`` or ``wider``."""
