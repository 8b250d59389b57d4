"""Which of the three kernels fits this processor, chosen once, when the package is imported.

The kernel is compiled three times from the same sources: for any machine (*plain*); for x86-64 processors
with the instructions that practically all have had since 2013 or so (*wide*, level v3: counting and cutting
bits, words of 256 bits); and for those that also look up 64 bytes at once and join three sets in one step
(*wider*, level v4 with VBMI: AMD's since 2022, Intel's servers since 2021).  The searches are the same and so
are all their counts; only their speed differs (docs/speed.md).  The environment variable ``YOMIKIRI_KERNEL``,
set to the name of a kernel, overrides the choice.
"""

import importlib
import importlib.util
import os
import sys
import warnings

from yomikiri.core.system import processor_flags

PLAIN = "plain"
V3 = ("abm", "avx", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe")
V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
NEEDED = {"wider": frozenset((*V3, *V4, "avx512vbmi")), "wide": frozenset(V3)}
"""What Linux calls the instructions of each kernel, the fastest first, beyond those of every x86-64 processor
of the last decade."""


def choose_kernel() -> str:
    """Have ``yomikiri._kernel`` be the kernel that fits; says which."""
    flags = _flags()
    built = [name for name in NEEDED if importlib.util.find_spec(f"yomikiri._kernel_{name}") is not None]
    fitting = [name for name in built if fits(name, flags)]
    # Where the system does not tell, a wish is all there is to go by.
    possible = [PLAIN, *(fitting if flags else built)[::-1]]
    wish = os.environ.get("YOMIKIRI_KERNEL")
    if wish is not None and wish not in possible:
        have = " or ".join(possible) if len(possible) > 1 else f"{PLAIN}, the only one for this machine"
        warnings.warn(f"YOMIKIRI_KERNEL '{wish}' is not used: expected {have}", stacklevel=2)
    chosen = wish if wish in possible else next(iter(fitting), PLAIN)
    if chosen == PLAIN:
        return PLAIN
    kernel = importlib.import_module(f"yomikiri._kernel_{chosen}")
    sys.modules["yomikiri._kernel"] = kernel
    vars(sys.modules["yomikiri"])["_kernel"] = kernel
    return chosen


def fits(kernel: str, flags: str) -> bool:
    """Whether a processor with these flags runs that kernel."""
    return set(flags.split()) >= NEEDED[kernel]


def _flags() -> str:
    """The flags of the processor, where the system tells them."""
    return processor_flags()


KERNEL = choose_kernel()
"""The kernel in use: ``plain``, ``wide`` or ``wider``."""
