"""What an algorithm is: its name, what it promises, its Python reference and, if there is one, its kernel."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.space import Space
from yomikiri.search.control import Meter
from yomikiri.search.driver import Adapter
from yomikiri.search.outcome import Result
from yomikiri.search.request import Request

Reference = Callable[[Space, Any, Meter], list[bytes] | None]
EVERY_POSITION = "memory for every position"
ONE_PATH = "memory for one path"
A_BOUND = "a lower bound"

KernelSearch = Callable[[Any, Any, Request], Result]


@dataclass(frozen=True)
class Algorithm:
    """One way to search a game."""

    name: str
    summary: str
    reference: Reference
    shortest: bool = False
    """Whether its first solution is a shortest one."""
    kernel: Adapter | None = None
    """The game's adapter for :mod:`yomikiri.search.driver`, if the kernel has this search and can remember
    positions in any of its ways."""
    states: str = "exact"
    """How the kernel remembers positions by default: whole (``exact``) or by ``fingerprint``."""
    twin: bool = True
    """Whether the kernel follows the reference step by step; otherwise only the verdicts agree."""
    search: KernelSearch | None = None
    """The algorithm's own search, which runs in the kernel; its results are certified."""
    heuristics: tuple[str, ...] = ()
    """The heuristics to choose from, by name, the best first."""
    aliases: Mapping[str, str] = field(default_factory=dict)
    """Other names of heuristics, and what they stand for."""
    parallel: bool = False
    """Whether it can use more than one thread."""
    counts: bool = False
    """Whether it can count all shortest solutions."""
    bounded: bool = False
    """Whether it can be told how much longer than a shortest one its solutions may be."""
    modelled: bool = False
    """Whether a learned model can guide it; without one of your own it takes the package's."""
    needs: str = EVERY_POSITION
    """What it needs, in a few words: memory, and what a game must provide."""
    resumable: bool = False
    """Whether it can save its state and resume from there."""

    @property
    def in_kernel(self) -> bool:
        """Whether the kernel implements it."""
        return self.kernel is not None or self.search is not None
