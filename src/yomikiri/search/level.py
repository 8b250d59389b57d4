"""Levels: the successive stages of a search, and what each of them cost.

What a level is depends on the algorithm: an f of A*, a bound of IDA*, a depth of breadth-first or beam
search, a sweep.  Searches that close in from both sides have steps of several kinds, in the order they ran.
The expansions of all levels add up to those of the whole search.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, Protocol, runtime_checkable


@dataclass(frozen=True)
class Level:
    """One level: ``by`` is its kind (``f``, ``bound``, ``depth``, ...), ``value`` says which."""

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
        """Begin a level at these counts, unless it is the current one."""
        if not self._starts or self._starts[-1][:2] != (by, value):
            self._starts.append((by, value, expanded, generated, seconds))

    def until(self, expanded: int, generated: int, seconds: float) -> tuple[Level, ...]:
        """The levels, the last one ending at these counts."""
        ends = [start[2:] for start in self._starts[1:]] + [(expanded, generated, seconds)]
        return tuple(
            Level(by, value, end[0] - nodes, end[1] - moves, end[2] - since)
            for (by, value, nodes, moves, since), end in zip(self._starts, ends, strict=False)
        )


@runtime_checkable
class Levelled(Protocol):
    """An answer of the kernel that may have levels."""

    @property
    def levels(self) -> list[tuple[str, int, int, int, float]]: ...


def levels_of(answer: Levelled) -> tuple[Level, ...]:
    """The levels of an answer of the kernel; empty if it had none."""
    return tuple(Level(*level) for level in answer.levels)


def joined(levels: Iterable[Level]) -> tuple[Level, ...]:
    """Levels with adjacent equal ones merged: those are one level that was resumed."""
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
