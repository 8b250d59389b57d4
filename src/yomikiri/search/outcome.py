"""What a search is given (:class:`Limits`) and what it returns (:class:`Outcome`, :class:`Result`).

Counters, defined once for every algorithm and engine:

* **expanded**: positions whose moves were listed;
* **generated**: moves played from expanded positions, whether or not they led to something new;
* **stored**: different positions in the duplicate detector, the start included.

In ``decide`` a position counts as expanded when it is first handled: it is new, and is then given up as lost,
followed because its move is forced, or put aside for later.

The node limit counts expanded positions.
"""

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Generic, Protocol

from yomikiri.core.errors import CertificationError, InputError
from yomikiri.core.protocol import M
from yomikiri.core.system import available_memory
from yomikiri.search.level import Level
from yomikiri.search.result_table import result_table


class Outcome(Enum):
    """How a search ended; these are all the ways."""

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
                object.__setattr__(self, name, int(value))  # People write 1e6.

    def memory_bytes(self) -> int:
        """The memory limit in force."""
        return self.memory if self.memory is not None else int(available_memory() * 0.8)


class Cost(Protocol):
    """What a search cost, whoever counted it."""

    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


COUNTS = ("expanded", "generated", "stored", "peak_bytes", "seconds")


@dataclass(frozen=True)
class Result(Generic[M]):
    """The result of a search.  ``moves`` are the game's own move values and have been certified."""

    outcome: Outcome
    algorithm: str
    moves: tuple[M, ...] | None = None
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
    hash_seed: int = 0
    """Which constants the fingerprints use; 0: the usual ones."""
    certified: bool = False
    """Whether ``moves`` were replayed by the Python rules from start to goal."""
    shortest_count: int | None = None
    """How many shortest solutions there are, if they were counted."""
    heuristic: str | None = None
    """The heuristic that was used, where the algorithm has a choice."""
    unbuilt: str | None = None
    """A heuristic whose tables there was no time for: ``heuristic`` itself, if the search was stopped while
    building them, or a better one that was skipped because they would have taken too long."""
    unsaved: str | None = None
    """Why the search cannot be resumed from its file or folder, if its state could not be written there;
    or why the answer has no certificate, if one was requested."""
    within: str | None = None
    """How much longer than a shortest one the solution may be, such as ``5%`` or ``3`` moves, if a bounded
    search was requested; solved means that it is no longer, and ``lower_bound`` is why."""
    levels: tuple[Level, ...] = field(default=(), compare=False)
    """The successive levels of the search, if it has any.  Results that differ in nothing else are equal: a
    resumed search no longer knows the levels before the interruption."""
    label: int | str | None = None
    """Among many results: the number or name of the deal, or the index, from 0, of a position."""

    @classmethod
    def of(cls, outcome: Outcome, algorithm: str, cost: "Cost | None" = None, **known: Any) -> "Result[M]":
        """The result of a search with this cost: the one place where results are made."""
        if cost is not None:
            known = {name: getattr(cost, name) for name in COUNTS} | known
        return cls(outcome, algorithm, **known)

    @property
    def length(self) -> int | None:
        """The number of moves in the solution."""
        return None if self.moves is None else len(self.moves)

    def _repr_html_(self) -> str:
        return result_table(self)

    def to_dict(self, game: Any = None, position: Any = None) -> dict[str, Any]:
        """The result as a JSON object; given the game and the position, moves are in the game's notation.

        Without them, moves must be plain numbers, strings, or tuples of these.
        """
        from yomikiri.search import result_record

        return result_record.to_dict(self, game, position)

    def to_json(self, game: Any = None, position: Any = None) -> str:
        """The same as JSON text on one line."""
        from yomikiri.search import result_record

        return result_record.to_json(self, game, position)

    @classmethod
    def from_dict(cls, data: Any, game: Any = None, position: Any = None) -> "Result":
        """The result that :meth:`to_dict` turned into ``data``.

        Given the game and the position, the moves are replayed, and an error is raised if they do not win.
        Without them, the moves are taken from the data uncertified.
        """
        from yomikiri.search import result_record

        return result_record.from_dict(data, game, position)

    @classmethod
    def from_json(cls, text: str, game: Any = None, position: Any = None) -> "Result":
        """The result in a JSON text."""
        from yomikiri.search import result_record

        return result_record.from_json(text, game, position)

    @property
    def proved_factor(self) -> float | None:
        """The solution is proved to be at most this many times as long as a shortest one: 1 if it is
        shortest; None without a solution or a lower bound."""
        if self.moves is None or self.upper_bound is None:
            return None
        if self.proved_shortest:
            return 1.0
        return self.upper_bound / self.lower_bound if self.lower_bound else None

    def with_moves(self, moves: tuple[M, ...]) -> "Result[M]":
        """This result with a certified solution; if the bounds meet, it is proved shortest, however found.

        A search that itself claims a shortest solution must have raised its lower bound to that length: a
        solution longer than the proved bound is not the one that the search found.
        """
        if self.lower_bound is None or self.lower_bound > len(moves):
            raise CertificationError(f"{len(moves)} moves where {self.lower_bound} was proved the least")
        return replace(
            self,
            moves=moves,
            upper_bound=len(moves),
            proved_shortest=self.lower_bound == len(moves),
            certified=True,
        ).checked(shortest=self.proved_shortest)

    def checked(self, *, shortest: bool) -> "Result[M]":
        """This result; with ``shortest``, only if it keeps that promise: the solution is proved shortest, or
        the outcome names the limit that stopped the proof."""
        if shortest and self.outcome is Outcome.SOLVED and not self.proved_shortest:
            raise CertificationError(
                f"{self.algorithm} calls {self.length} moves the fewest, but proved only that there are no "
                f"fewer than {self.lower_bound}"
            )
        return self
