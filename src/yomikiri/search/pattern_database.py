"""Pattern databases for any game: true distances in a smaller game that keeps part of every position.

An *abstraction* is a function that forgets: it maps a position to a pattern, any value with a distinct
``repr``.  ``successors`` gives the patterns that a move can lead to.  If it lists, for every move of the
game, the pattern that the move leads to (unless that is the same pattern), and goals have goal patterns, then
the distance of a pattern is never more than that of its positions: the table is admissible and consistent.

The table is built once, by exhaustive search: all patterns reachable from the starts, then distances
backwards from the goals.  It is kept in a sealed file (:mod:`yomikiri.core.sealed_file`), together with its
game.
"""

import json
import os
import struct
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.errors import InputError, MemoryRefused
from yomikiri.core.protocol import Game
from yomikiri.core.sealed_file import Format
from yomikiri.search.heuristic import DEAD_END, MOST_ESTIMATE, Heuristic

FILE = Format("pattern database", 1, "build it again")
MOST_PATTERNS = 20_000_000
_ENTRY = struct.Struct("<HH")
"""A record of the body, which starts with a line of JSON: distance, length of the pattern, then its bytes."""

Abstraction = Callable[[Any], Any]


@dataclass(frozen=True, repr=False)
class PatternDatabase:
    """The distances of all patterns of a game under an abstraction."""

    game: Game[Any, Any]
    abstraction: Abstraction
    name: str
    distances: dict[bytes, int] = field(repr=False)

    @classmethod
    def build(
        cls,
        game: Game[Any, Any],
        abstraction: Abstraction,
        *,
        successors: Callable[[Any], Iterable[Any]],
        starts: Iterable[Any],
        goals: Iterable[Any] | Callable[[Any], bool],
        name: str = "",
        most: int = MOST_PATTERNS,
    ) -> "PatternDatabase":
        """Search all patterns from those of ``starts``, which are positions.

        ``goals`` are positions, or a function that recognises a goal pattern.  More than ``most`` patterns
        raise :class:`MemoryRefused`.
        """
        if callable(goals):
            is_goal: Callable[[Any], bool] = goals
        else:
            wanted = {abstraction(position) for position in goals}
            if not wanted:
                raise InputError("no goals: expected positions, or a function of a pattern")
            is_goal = wanted.__contains__
        place: dict[Any, int] = {}
        for position in starts:
            place.setdefault(abstraction(position), len(place))
        if not place:
            raise InputError("no starts: expected one or more positions")
        patterns = list(place)
        parents: list[list[int]] = [[] for _ in place]
        for at, pattern in enumerate(patterns):  # The list grows as we go.
            for following in successors(pattern):
                if following not in place:
                    if len(place) == most:
                        raise MemoryRefused(f"there are more than {most} patterns: expected a larger most")
                    place[following] = len(place)
                    patterns.append(following)
                    parents.append([])
                parents[place[following]].append(at)
        distances = _backwards([is_goal(pattern) for pattern in patterns], parents)
        title = name or getattr(abstraction, "__name__", "patterns")
        return cls(game, abstraction, title, dict(zip(map(_key, patterns), distances, strict=True)))

    def __len__(self) -> int:
        return len(self.distances)

    def __repr__(self) -> str:
        return f"<PatternDatabase '{self.name}' of {self.game!r}: {len(self)} patterns>"

    def distance(self, position: Any) -> int:
        """The distance of a position's pattern, or :data:`DEAD_END`."""
        pattern = self.abstraction(position)
        found = self.distances.get(_key(pattern))
        if found is None:
            raise InputError(
                f"pattern {pattern!r} is not in the database '{self.name}': "
                "expected one that can be reached from its starts"
            )
        return found

    @property
    def heuristic(self) -> Heuristic:
        """The distances as a heuristic for :func:`yomikiri.solve`."""
        return Heuristic(self.distance, self.name, admissible=True, consistent=True)

    # -- files ---------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table, all of it or nothing."""
        with FILE.writing(path) as stream:
            stream.write(json.dumps(self._head(self.game) | {"name": self.name}).encode() + b"\n")
            stream.write(
                b"".join(_ENTRY.pack(value, len(key)) + key for key, value in self.distances.items())
            )

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], game: Game[Any, Any], abstraction: Abstraction
    ) -> "PatternDatabase":
        """Read a table of this game; the abstraction must be the one that it was built with."""
        line, _, rest = FILE.read(path).partition(b"\n")
        try:
            head = json.loads(line)
            name = head.pop("name")
            distances, at = {}, 0
            while at < len(rest):
                value, size = _ENTRY.unpack_from(rest, at)
                at += _ENTRY.size
                distances[rest[at : at + size]] = value
                at += size
        except (ValueError, KeyError, AttributeError, struct.error):
            raise FILE.refused(path, "its body is not that of a pattern database") from None
        if head != cls._head(game):
            raise FILE.of_another(path, "game", f"expected {cls._head(game)}, found {head}")
        return cls(game, abstraction, name, distances)

    @staticmethod
    def _head(game: Game[Any, Any]) -> dict[str, Any]:
        return {"game": game.name, "size": game.size, "options": dict(game.options)}


def _key(pattern: Any) -> bytes:
    return pattern if isinstance(pattern, bytes) else repr(pattern).encode()


def _backwards(goals: list[bool], parents: list[list[int]]) -> list[int]:
    distances = [0 if goal else DEAD_END for goal in goals]
    waiting = deque(at for at, goal in enumerate(goals) if goal)
    while waiting:
        at = waiting.popleft()
        for parent in parents[at]:
            if distances[parent] == DEAD_END:
                # A lower value stays admissible, and none of our boards comes near it.
                distances[parent] = min(distances[at] + 1, MOST_ESTIMATE)
                waiting.append(parent)
    return distances
