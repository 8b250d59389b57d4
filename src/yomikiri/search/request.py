"""Requests: what an algorithm's own kernel search is given besides the position."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yomikiri.search.control import Cancel, ProgressCallback
from yomikiri.search.outcome import Limits
from yomikiri.search.within import Within


@dataclass(frozen=True)
class Request:
    """When to stop, whom to tell, and how to search."""

    limits: Limits = field(default_factory=Limits)
    progress: ProgressCallback | None = None
    cancel: Cancel | None = None
    heuristic: str | None = None
    """A name among the algorithm's heuristics; None is its best."""
    threads: int = 1
    """More than one only for parallel algorithms."""
    count_shortest: bool = False
    """Whether to count all shortest solutions; only for algorithms that can do so."""
    resume: Path | None = None
    """A file to resume from and save to, for algorithms that can be resumed."""
    weight: float | None = None
    """The weight of weighted A*; None is the default."""
    within: Within | None = None
    """How much longer than a shortest one a solution of a bounded search may be; None is the default."""
    model: Any = None
    """A learned model, or the file with one, for algorithms that one can guide; None is the package's."""
