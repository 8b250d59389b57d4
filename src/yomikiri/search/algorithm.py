"""What an algorithm is: its name, what it promises, its Python reference and, if there is one, its kernel."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yomikiri.search.control import Meter
from yomikiri.search.outcome import Result
from yomikiri.search.request import Request
from yomikiri.spaces import Space

Reference = Callable[[Space, Any, Meter], list[bytes] | None]
KernelSearch = Callable[[Any, Any, Request], Result]


@dataclass(frozen=True)
class Algorithm:
    """One way to search a game."""

    name: str
    summary: str
    reference: Reference
    shortest: bool = False
    """Whether its first solution is a shortest one."""
    kernel: str | None = None
    """The kernel's name of its order, if it is one of the kernel's exhaustive search."""
    states: str = "exact"
    """How the kernel remembers positions unless it is told: whole (``exact``) or by ``fingerprint``."""
    twin: bool = True
    """Whether the kernel searches as the reference does, step for step; otherwise only verdicts agree."""
    search: KernelSearch | None = None
    """A search of its own that runs in the kernel; its results are certified."""
    heuristics: tuple[str, ...] = ()
    """The heuristics that can be chosen by name, the best first."""
    parallel: bool = False
    """Whether it can use more than one thread."""
    counts: bool = False
    """Whether it can count all shortest solutions."""
    resumable: bool = False
    """Whether it can save what it has done and go on from there."""

    @property
    def in_kernel(self) -> bool:
        """Whether the kernel has it."""
        return self.kernel is not None or self.search is not None
