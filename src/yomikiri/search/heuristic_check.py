"""Does a heuristic keep its promises?  Checks every position of a small board against its true distance.

A forward search finds every position reachable from the starts; a backward search from the goals among them
gives each its true distance.  Then every value is compared with the distance, and with the values one move
away.  A heuristic that passes on small boards may still fail on large ones; one that fails is wrong for good.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from yomikiri.core.code_rows import row_bytes
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.search.heuristic import DEAD_END, Heuristic, as_heuristic

MOST_POSITIONS = 1_000_000
AT_ONCE = 4096
"""Positions evaluated at a time, if the heuristic does not say."""


@dataclass(frozen=True)
class Counterexample:
    """A position that breaks a promise."""

    position: Any
    value: int
    distance: int | None
    """The true number of moves; None if no goal can be reached."""
    following: Any = None
    """A position one move away, if the two together break the promise."""
    following_value: int | None = None

    def __str__(self) -> str:
        left = "no goal can be reached" if self.distance is None else f"{self.distance} moves are left"
        text = f"{_value(self.value)} where {left}, in {self.position!r}"
        if self.following_value is None:
            return text
        return f"{text}; a move away, in {self.following!r}, it is {_value(self.following_value)}"


@dataclass(frozen=True)
class HeuristicCheck:
    """What a check has found; the counterexamples are those nearest to a goal."""

    name: str
    positions: int
    """How many were checked: all that can be reached."""
    overestimate: Counterexample | None
    """Where a value is more than the true distance."""
    drop: Counterexample | None
    """Where a value is more than one above that of a position one move away."""

    @property
    def admissible(self) -> bool:
        """Whether no value was too high."""
        return self.overestimate is None

    @property
    def consistent(self) -> bool:
        """Whether no value was more than one above a neighbour's or too high at a goal."""
        return self.drop is None and self.overestimate is None

    def __str__(self) -> str:
        lines = [f"{self.name}, on {self.positions} positions:"]
        either = self.drop or self.overestimate
        for word, found in (("admissible", self.overestimate), ("consistent", either)):
            lines.append(f"  {word}: {'yes' if found is None else f'no: {found}'}")
        return "\n".join(lines)


def check_heuristic(
    game: Game[Any, Any],
    heuristic: Heuristic | Callable[[Any], Any],
    starts: Iterable[Any] | None = None,
    *,
    most: int = MOST_POSITIONS,
) -> HeuristicCheck:
    """Look for a counterexample among all positions reachable from ``starts``, or from deal 1.

    More than ``most`` positions raise an :class:`InputError`: checking half a board proves nothing.
    """
    own = as_heuristic(heuristic)
    given = [game.deal(1)] if starts is None else list(starts)
    if not given:
        raise InputError("no positions to start from: expected one or more")
    for position in given:
        game.check(position)
    positions, children = _reached(game, given, most)
    distances = _distances(game, positions, children)
    values = _values(game, own, positions)
    # Nearest to a goal first: there a counterexample is easiest to understand.
    order = sorted(range(len(positions)), key=lambda at: (distances[at] is None, distances[at]))
    return HeuristicCheck(
        own.name,
        len(positions),
        next((found for at in order if (found := _overestimate(positions, values, distances, at))), None),
        next((found for at in order if (found := _drop(positions, values, distances, children, at))), None),
    )


def _reached(game: Game[Any, Any], starts: Sequence[Any], most: int) -> tuple[list[Any], list[list[int]]]:
    """The positions that can be reached, and for each the indices of those one move away."""
    place: dict[Any, int] = {}
    for position in starts:
        place.setdefault(position, len(place))
    positions = list(place)
    children: list[list[int]] = []
    for position in positions:  # The list grows as we go.
        listed = []
        for move in game.moves(position) if not game.is_goal(position) else ():
            child = game.play(position, move)
            if child not in place:
                if len(place) == most:
                    raise InputError(
                        f"more than {most} positions can be reached: "
                        "expected a smaller board, or a larger most"
                    )
                place[child] = len(place)
                positions.append(child)
            listed.append(place[child])
        children.append(listed)
    return positions, children


def _distances(game: Game[Any, Any], positions: list[Any], children: list[list[int]]) -> list[int | None]:
    """For each position the number of moves to a goal; None if no goal can be reached."""
    parents: list[list[int]] = [[] for _ in positions]
    for at, listed in enumerate(children):
        for child in listed:
            parents[child].append(at)
    distances: list[int | None] = [0 if game.is_goal(position) else None for position in positions]
    waiting = deque(at for at, distance in enumerate(distances) if distance == 0)
    while waiting:
        at = waiting.popleft()
        for parent in parents[at]:
            if distances[parent] is None:
                distances[parent] = (distances[at] or 0) + 1
                waiting.append(parent)
    return distances


def _values(game: Game[Any, Any], heuristic: Heuristic, positions: list[Any]) -> list[int]:
    width = row_bytes(game, positions[0]) if heuristic.batch is not None else 0
    estimates, step = heuristic.bound_to(game, width), heuristic.batch or AT_ONCE
    batches = (positions[first : first + step] for first in range(0, len(positions), step))
    return [value for batch in batches for value in estimates.of(batch)]


def _overestimate(
    positions: list[Any], values: list[int], distances: list[int | None], at: int
) -> Counterexample | None:
    distance = distances[at]
    if distance is None or values[at] <= distance:
        return None
    return Counterexample(positions[at], values[at], distance)


def _drop(
    positions: list[Any], values: list[int], distances: list[int | None], children: list[list[int]], at: int
) -> Counterexample | None:
    for child in children[at]:
        if values[at] > values[child] + 1:
            return Counterexample(positions[at], values[at], distances[at], positions[child], values[child])
    return None


def _value(value: int) -> str:
    return "a dead end" if value == DEAD_END else str(value)
