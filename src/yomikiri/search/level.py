"""Levels: what a search went through one after another, and what each of them cost.

What a level is depends on the algorithm: an f of A*, a bound of IDA*, a depth of breadth-first search and
of beams, a sweep.  Searches that close in from both sides have steps of several kinds, in the order in which
they were made.  The expansions of all levels together are those of the whole search.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True)
class Level:
    """One level: ``by`` says of what kind it is (``f``, ``bound``, ``depth``, ...), ``value`` which."""

    by: str
    value: int
    expanded: int
    generated: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The level as a JSON object."""
        return asdict(self)


class LevelLog:
    """Where the levels of a search began; each ends where the next one begins."""

    def __init__(self) -> None:
        self._starts: list[tuple[str, int, int, int, float]] = []

    def __len__(self) -> int:
        return len(self._starts)

    def begin(self, by: str, value: int, expanded: int, generated: int, seconds: float) -> None:
        """A level begins when so much is done, unless it is the one that has begun last."""
        if not self._starts or self._starts[-1][:2] != (by, value):
            self._starts.append((by, value, expanded, generated, seconds))

    def until(self, expanded: int, generated: int, seconds: float) -> tuple[Level, ...]:
        """The levels, if the last one has come so far."""
        ends = [start[2:] for start in self._starts[1:]] + [(expanded, generated, seconds)]
        return tuple(
            Level(by, value, end[0] - nodes, end[1] - moves, end[2] - since)
            for (by, value, nodes, moves, since), end in zip(self._starts, ends, strict=False)
        )


@runtime_checkable
class Levelled(Protocol):
    """An answer of the kernel that may have gone by levels."""

    @property
    def levels(self) -> list[tuple[str, int, int, int, float]]: ...


def levels_of(answer: Levelled) -> tuple[Level, ...]:
    """The levels of an answer of the kernel; none if it went by nothing."""
    return tuple(Level(*level) for level in answer.levels)


def joined(levels: Iterable[Level]) -> tuple[Level, ...]:
    """Levels with those that are one after another and the same put together: one that went on later."""
    found: list[Level] = []
    for level in levels:
        last = found[-1] if found else None
        if last is not None and (last.by, last.value) == (level.by, level.value):
            found[-1] = replace(
                last,
                expanded=last.expanded + level.expanded,
                generated=last.generated + level.generated,
                seconds=last.seconds + level.seconds,
            )
        else:
            found.append(level)
    return tuple(found)
