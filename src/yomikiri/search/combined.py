"""Heuristics made of others: their maximum, their sum, a multiple.

Parts are heuristics, functions, or names of the game's own heuristics, which are all admissible.  If any part
takes arrays, so does the combination, in the largest batch size of its parts; a part that takes positions is
then called row by row.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.code_rows import load_numpy
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.search.algorithms import heuristics
from yomikiri.search.heuristic import DEAD_END, MOST_ESTIMATE, MOST_WEIGHT, Estimates, Heuristic, OneByOne

Part = str | Heuristic | Callable[[Any], Any]


@dataclass(frozen=True)
class Named(Heuristic):
    """One of the game's own heuristics, by name."""

    def bound_to(self, game: Game[Any, Any], width: int) -> Estimates:
        known = heuristics(game)
        if self.name not in known:
            raise InputError(
                f"unknown heuristic '{shown(self.name)}' of {game.name}: expected one of {', '.join(known)}"
            )
        return OneByOne(Heuristic(known[self.name], self.name, admissible=True), game)


@dataclass(frozen=True)
class Combined(Heuristic):
    """Several heuristics combined; ``function`` takes their values for one position."""

    parts: tuple[Heuristic, ...] = field(default=(), kw_only=True)
    most: float = field(default=0.0, kw_only=True)
    """No value is more than this many times the true number of moves; 0 if there is no such guarantee."""

    @property
    def factor(self) -> float:
        return self.most

    def bound_to(self, game: Game[Any, Any], width: int) -> Estimates:
        return CombinedEstimates(self.function, [part.bound_to(game, width) for part in self.parts])


class CombinedEstimates(Estimates):
    """The values of several heuristics, combined position by position."""

    def __init__(self, together: Callable[[Any], Any], parts: Sequence[Estimates]) -> None:
        self._together, self._parts = together, parts

    def of(self, positions: Sequence[Any]) -> list[int]:
        columns = [part.of(positions) for part in self._parts]
        return [self._one(values) for values in zip(*columns, strict=True)]

    def of_rows(self, rows: bytes, count: int) -> Any:
        numpy: Any = load_numpy()
        values = numpy.array([numpy.frombuffer(part.of_rows(rows, count), "i4") for part in self._parts])
        dead = (values == DEAD_END).any(axis=0)
        found = numpy.minimum(self._together(values), MOST_ESTIMATE)
        return numpy.where(dead, DEAD_END, found).astype("i4")

    def _one(self, values: Sequence[int]) -> int:
        if DEAD_END in values:
            return DEAD_END
        return min(int(self._together(values)), MOST_ESTIMATE)


def maximum(*parts: Part) -> Heuristic:
    """The greatest of the parts' values: admissible, or consistent, if all parts are."""
    taken = _parts(parts)
    return Combined(
        Largest(),
        f"maximum({', '.join(part.name for part in taken)})",
        admissible=all(part.admissible for part in taken),
        consistent=all(part.consistent for part in taken),
        batch=_batch(taken),
        parts=taken,
        most=_factor(taken),
    )


def sum_of(*parts: Part, additive: bool = False) -> Heuristic:
    """The sum of the parts' values.

    It is admissible only if no move is counted by two parts: then declare ``additive``, and the sum is
    admissible, or consistent, if all parts are.  If parts may count the same move, it promises nothing.
    """
    taken = _parts(parts)
    if not isinstance(additive, bool):
        raise InputError(f"additive {shown(repr(additive))}: expected True or False")
    return Combined(
        Total(),
        f"sum_of({', '.join(part.name for part in taken)})",
        admissible=additive and all(part.admissible for part in taken),
        consistent=additive and all(part.consistent for part in taken),
        batch=_batch(taken),
        parts=taken,
        most=_factor(taken) if additive else 0.0,
    )


def weighted(part: Part, weight: float) -> Heuristic:
    """``weight`` times a heuristic's values, rounded down.

    If the part is admissible, A* with this finds solutions proved to be at most ``weight`` times as long as a
    shortest one.
    """
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not 1 <= weight <= MOST_WEIGHT:
        raise InputError(f"weight {shown(repr(weight))}: expected a number from 1 to {MOST_WEIGHT:g}")
    taken = _parts((part,))
    same = weight == 1
    return Combined(
        Multiple(float(weight)),
        f"weighted({taken[0].name}, {weight:g})",
        admissible=same and taken[0].admissible,
        consistent=same and taken[0].consistent,
        batch=taken[0].batch,
        parts=taken,
        most=float(weight) * taken[0].factor,
    )


@dataclass(frozen=True)
class Largest:
    """The largest of several values, or of several arrays of them."""

    def __call__(self, values: Any) -> Any:
        return max(values) if isinstance(values, tuple) else values.max(axis=0)


@dataclass(frozen=True)
class Total:
    """The sum of several values, or of several arrays of them."""

    def __call__(self, values: Any) -> Any:
        return sum(values) if isinstance(values, tuple) else values.sum(axis=0)


@dataclass(frozen=True)
class Multiple:
    """A multiple of one value, or of an array of them, rounded down."""

    weight: float

    def __call__(self, values: Any) -> Any:
        if isinstance(values, tuple):
            return math.floor(self.weight * values[0])
        return (self.weight * values[0]) // 1


def _parts(given: Sequence[Part]) -> tuple[Heuristic, ...]:
    if not given:
        raise InputError("no heuristics to combine: expected one or more")
    return tuple(_part(part) for part in given)


def _part(given: Part) -> Heuristic:
    if isinstance(given, str):
        return Named(_by_name, given, admissible=True)
    return given if isinstance(given, Heuristic) else Heuristic(given)


def _by_name(position: Any) -> int:
    raise InputError("a heuristic by its name needs a game")


def _batch(parts: Sequence[Heuristic]) -> int | None:
    return max((part.batch for part in parts if part.batch is not None), default=None)


def _factor(parts: Sequence[Heuristic]) -> float:
    """The largest possible ratio of a value to the true number of moves; 0 if one part guarantees nothing."""
    return max(part.factor for part in parts) if all(part.factor for part in parts) else 0.0
