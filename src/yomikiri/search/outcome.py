"""What a search is asked (:class:`Limits`) and what it answers (:class:`Outcome`, :class:`Result`).

Counters, defined once for every algorithm and engine:

* **expanded**: positions whose moves were listed;
* **generated**: moves played from expanded positions, whether or not they led to something new;
* **stored**: different positions in the duplicate detector, the start included.

In ``decide`` a position counts as expanded when it is taken up: new, and then given up as lost, followed
because its move is forced, or put aside for later.

The node limit counts expanded positions.
"""

import os
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any

from yomikiri.errors import CertificationError, InputError


class Outcome(Enum):
    """How a search ended; there is no other way."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"
    NODE_LIMIT = "node_limit"
    TIME_LIMIT = "time_limit"
    MEMORY_LIMIT = "memory_limit"
    CANCELLED = "cancelled"

    def __repr__(self) -> str:
        return f"Outcome.{self.name}"

    @property
    def decided(self) -> bool:
        """Whether the question was answered."""
        return self in (Outcome.SOLVED, Outcome.UNSOLVABLE)


class Proof(Enum):
    """What duplicate detection compared, and so what a claim of completeness rests on."""

    EXACT = "exact"
    """Whole positions: the claim is certain."""
    FINGERPRINT = "fingerprint"
    """Hashes: the claim fails with at most the result's ``error_bound``."""

    def __repr__(self) -> str:
        return f"Proof.{self.name}"


CONTROL_GROUP_FILES = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.usage_in_bytes"),
)
"""Where a control group, of version 2 or 1, says how much memory it may have and has."""


@dataclass(frozen=True)
class Limits:
    """When to give up: expanded positions, wall-clock seconds, bytes of search memory.

    ``None`` is no limit, except for memory: then 80 % of what the machine has free is used, because
    running out of memory must be an outcome and not the end of the process.
    """

    nodes: int | None = None
    seconds: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name, value in (("nodes", self.nodes), ("seconds", self.seconds), ("memory", self.memory)):
            if value is None:
                continue
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise InputError(f"{name} limit {value!r} is not a number")
            # The negated comparison also refuses NaN.
            if not value >= 0:
                raise InputError(f"{name} limit {value} is negative or not a number")
            if name != "seconds" and isinstance(value, float):
                if not value.is_integer():
                    raise InputError(f"{name} limit {value} is not a whole number")
                object.__setattr__(self, name, int(value))  # 1e6 is a number that people write

    def memory_bytes(self) -> int:
        """The memory limit in force."""
        return self.memory if self.memory is not None else int(available_memory() * 0.8)


@dataclass(frozen=True)
class Result:
    """The answer of a search.  ``moves`` are the game's own move values and have been certified."""

    outcome: Outcome
    algorithm: str
    moves: tuple[Any, ...] | None = None
    proved_shortest: bool = False
    lower_bound: int | None = 0
    """No solution is shorter than this; None when there is no solution at all."""
    upper_bound: int | None = None
    """Some solution is at most this long; None while none is known."""
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0
    seconds: float = 0.0
    proof: Proof = Proof.EXACT
    error_bound: float = 0.0
    """Upper bound on the probability that a claim resting on fingerprints is wrong."""
    certified: bool = False
    """Whether ``moves`` were replayed by the Python rules from start to goal."""
    shortest_count: int | None = None
    """How many shortest solutions there are, if they were counted."""
    heuristic: str | None = None
    """The heuristic that was used, where the algorithm has a choice."""
    unbuilt: str | None = None
    """A heuristic for whose tables there was no time: ``heuristic`` itself, if the search was stopped while
    they were built, or a better one that was passed over because they would have taken too long."""

    @property
    def length(self) -> int | None:
        """The number of moves of the solution."""
        return None if self.moves is None else len(self.moves)

    def with_moves(self, moves: tuple[Any, ...]) -> "Result":
        """This result with a certified solution; bounds that meet prove it shortest, however found."""
        if self.lower_bound is None or self.lower_bound > len(moves):
            raise CertificationError(f"{len(moves)} moves where {self.lower_bound} was proved the least")
        lower = len(moves) if self.proved_shortest else self.lower_bound
        return replace(
            self,
            moves=moves,
            upper_bound=len(moves),
            lower_bound=lower,
            proved_shortest=lower == len(moves),
            certified=True,
        )


def available_memory() -> int:
    """Bytes that this process may still take: free memory of the machine, or of its control group."""
    amounts = [_free_memory()]
    for limit_file, used_file in CONTROL_GROUP_FILES:
        try:
            limit = int(Path(limit_file).read_text())
            amounts.append(max(0, limit - int(Path(used_file).read_text())))
        except (OSError, ValueError):
            continue  # No such group, or its limit is the word "max".
    return min(amounts)


def _free_memory() -> int:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        pass  # Not Linux.
    page = os.sysconf("SC_PAGE_SIZE")
    try:
        return os.sysconf("SC_AVPHYS_PAGES") * page
    except (OSError, ValueError):
        # macOS does not tell what is free; half of what there is has to do.
        return os.sysconf("SC_PHYS_PAGES") * page // 2
