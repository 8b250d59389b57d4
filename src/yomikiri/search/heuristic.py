"""Heuristics supplied by the caller: a function of a position, or of an array of positions.

A heuristic estimates how many moves are left.  Its author declares what its values prove: *admissible*, never
more than the true number; *consistent*, never more than one above the value of a position one move away.
Without a declaration a search may follow it and find solutions, but proves nothing by it.

Values are whole numbers from 0 to 16,383, or :data:`DEAD_END` (or infinity) where no goal can be reached.
Anything else, or an array of the wrong shape, is an :class:`InputError` that names it.
"""

import math
from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.code_rows import load_numpy, position_of, row_bytes, row_of
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game

DEAD_END = 65_535
"""The value of a position from which no goal can be reached."""
MOST_ESTIMATE = 16_383
MOST_BATCH = 65_536
MOST_WEIGHT = 1000.0


@dataclass(frozen=True)
class Heuristic:
    """A function and what it promises.

    Without ``batch`` the function takes a position and returns its value.  With it, the function takes an
    array of at most ``batch`` rows, as made by :func:`yomikiri.to_array`, and returns an array of as many
    values; the rows are read-only, and it may keep them.
    """

    function: Callable[[Any], Any]
    name: str = ""
    """For results and messages; by default the function's own name."""
    admissible: bool = False
    """Whether no value is more than the true number of moves."""
    consistent: bool = False
    """Whether no value is more than one above that of a position one move away, and goals have 0; such a
    heuristic is also admissible."""
    batch: int | None = field(default=None, kw_only=True)
    """How many positions per call, 1 to 65,536; None: one position instead of an array."""

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InputError(f"heuristic {shown(repr(self.function))}: expected a function")
        for name in ("admissible", "consistent"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(f"{name} {shown(repr(getattr(self, name)))}: expected True or False")
        batch = self.batch
        whole = isinstance(batch, int) and not isinstance(batch, bool)
        if batch is not None and not (whole and 1 <= batch <= MOST_BATCH):
            raise InputError(f"batch {shown(repr(batch))}: expected 1 to {MOST_BATCH}, or None")
        if not self.name:
            own = getattr(self.function, "__name__", type(self.function).__name__)
            object.__setattr__(self, "name", "own" if own == "<lambda>" else own)
        if self.consistent:
            object.__setattr__(self, "admissible", True)

    @property
    def factor(self) -> float:
        """No value is more than this many times the true number of moves; 0 if there is no such guarantee."""
        return 1.0 if self.admissible else 0.0

    def bound_to(self, game: Game[Any, Any], width: int) -> "Estimates":
        """Its values for one game, with rows of ``width`` bytes."""
        if self.batch is None:
            return OneByOne(self, game)
        return Batched(self, game, width)

    def value(self, game: Game[Any, Any], position: Any) -> int:
        """Its value for one position, checked."""
        width = row_bytes(game, position) if self.batch is not None else 0
        return self.bound_to(game, width).of([position])[0]


class Estimates(ABC):
    """A heuristic bound to a game: checked values, for positions or for rows."""

    @abstractmethod
    def of(self, positions: Sequence[Any]) -> list[int]:
        """The values of positions, one for each."""

    @abstractmethod
    def of_rows(self, rows: bytes, count: int) -> Any:
        """The values of positions given as rows: 32-bit integers in a buffer."""


class OneByOne(Estimates):
    """The values of a function that takes a position."""

    def __init__(self, heuristic: Heuristic, game: Game[Any, Any]) -> None:
        self._heuristic, self._game = heuristic, game

    def of(self, positions: Sequence[Any]) -> list[int]:
        name, function = self._heuristic.name, self._heuristic.function
        return [checked(function(position), name) for position in positions]

    def of_rows(self, rows: bytes, count: int) -> Any:
        width = len(rows) // count
        codes = (rows[start : start + width] for start in range(0, len(rows), width))
        return array("i", self.of([position_of(self._game, code) for code in codes]))


class Batched(Estimates):
    """The values of a function that takes an array."""

    def __init__(self, heuristic: Heuristic, game: Game[Any, Any], width: int) -> None:
        self._heuristic, self._game, self._width = heuristic, game, width
        self._numpy: Any = load_numpy()

    def of(self, positions: Sequence[Any]) -> list[int]:
        if not positions:
            return []
        rows = b"".join(row_of(self._game, position, self._width) for position in positions)
        values: list[int] = self.of_rows(rows, len(positions)).tolist()
        return values

    def of_rows(self, rows: bytes, count: int) -> Any:
        numpy = self._numpy
        table = numpy.frombuffer(rows, dtype=numpy.uint8).reshape(count, len(rows) // count)
        return checked_array(self._heuristic.function(table), count, self._heuristic.name, numpy)


def checked(value: Any, name: str) -> int:
    """One value, checked: a whole number in range, or a dead end."""
    if type(value) is int and (0 <= value <= MOST_ESTIMATE or value == DEAD_END):
        return value
    if isinstance(value, float) and value == math.inf:
        return DEAD_END
    try:
        if isinstance(value, bool):
            raise TypeError
        whole = int(value)
        if whole != value or not (0 <= whole <= MOST_ESTIMATE or whole == DEAD_END):
            raise ValueError
    except (TypeError, ValueError, OverflowError):
        raise InputError(_wrong(shown(repr(value)), name)) from None
    return whole


def checked_array(values: Any, count: int, name: str, numpy: Any) -> Any:
    """``count`` values, checked, as 32-bit integers."""
    found = numpy.asarray(values)
    if found.shape != (count,):
        raise InputError(
            f"heuristic '{name}' gave an array of shape {found.shape} for {count} positions: "
            f"expected ({count},)"
        )
    kind = found.dtype.kind
    if kind not in "iuf":
        raise InputError(f"heuristic '{name}' gave an array of {found.dtype}: expected whole numbers")
    if kind != "f" and found.min() >= 0 and found.max() <= MOST_ESTIMATE:
        return numpy.ascontiguousarray(found, dtype=numpy.int32)
    if kind == "f":
        found = numpy.where(numpy.isposinf(found), DEAD_END, found)
        wrong = ~((found >= 0) & (found == numpy.floor(found)))  # Catches NaN, too.
    else:
        wrong = found < 0
    wrong |= (found > MOST_ESTIMATE) & (found != DEAD_END)
    if wrong.any():
        place = int(numpy.argmax(wrong))
        raise InputError(_wrong(str(numpy.asarray(values)[place]), name, f" for row {place}"))
    return numpy.ascontiguousarray(found, dtype=numpy.int32)


def _wrong(value: str, name: str, where: str = "") -> str:
    return (
        f"heuristic '{name}' gave {value}{where}: "
        f"expected a whole number from 0 to {MOST_ESTIMATE}, or {DEAD_END} for a dead end"
    )


def as_heuristic(given: Any) -> Heuristic:
    """What the caller gave as a heuristic: one already, or a function that promises nothing."""
    return given if isinstance(given, Heuristic) else Heuristic(given)
