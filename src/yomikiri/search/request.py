"""Requests: what a kernel search of its own is asked besides the position."""

from dataclasses import dataclass, field
from pathlib import Path

from yomikiri.search.control import Cancel, ProgressCallback
from yomikiri.search.outcome import Limits


@dataclass(frozen=True)
class Request:
    """When to stop, whom to tell, and how to search."""

    limits: Limits = field(default_factory=Limits)
    progress: ProgressCallback | None = None
    cancel: Cancel | None = None
    heuristic: str | None = None
    """A name among the algorithm's heuristics; None is its best."""
    threads: int = 1
    """More than one only for algorithms that are parallel."""
    count_shortest: bool = False
    """Whether to count all shortest solutions; only for algorithms that can."""
    resume: Path | None = None
    """A file to go on from and to save to, for algorithms that can be resumed."""
    weight: float | None = None
    """Of weighted A*; None is its usual one."""
