"""What every game has in the kernel: the class that ``bind_game`` makes of it, ours or anyone's.

Besides its position each search takes limits, as every search of the kernel does, and a ``watch`` that is
called about ten times a second with the counts so far and may ask it to stop.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from yomikiri._kernel import Answer, Environments, Slice

Watch = Callable[..., bool | None]


class KernelGame(Protocol):
    """A game that the kernel knows, made with the parameters of its rules by name; positions are codes.

    Searches that a game does not meet the needs of are not there: ``searches`` lists those that are.
    """

    searches: list[str]
    orders: list[str]
    heuristics: list[str]

    def __init__(self, **parameters: int | bool | str | bytes) -> None:
        """By name, as the game's header reads them."""

    def moves(self, code: bytes) -> list[bytes]:
        """The moves in the order of the rules, as the bytes that the kernel keeps of them."""

    def children(self, code: bytes) -> list[tuple[bytes, bool]]:
        """For each move the code of the child, and whether it is a goal."""

    def is_goal(self, code: bytes) -> bool: ...
    def key(self, code: bytes) -> bytes:
        """What searches store of the position."""

    def estimate(self, code: bytes) -> int | None:
        """A lower bound on the cost of a solution; None if there is none."""

    def explore(
        self,
        code: bytes,
        *,
        order: str = "breadth-first",
        store: str = "exact",
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
        hash_seed: int = 0,
    ) -> "Answer": ...
    def decide(
        self,
        code: bytes,
        *,
        store: str = "fingerprint",
        seed: int = 1,
        threads: int = 1,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
        hash_seed: int = 0,
    ) -> "Answer": ...
    def best_first(
        self,
        code: bytes,
        evaluate: Callable[[bytes, int], Any],
        *,
        weight: float = 1.0,
        within: float = 0.0,
        batch: int = 1,
        row: int,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer":
        """Best-first search by estimates from outside: ``evaluate(rows, count)`` gives them as 32-bit
        integers in a buffer.  Rows are codes of ``row`` bytes, padded with 255.  See
        :mod:`yomikiri.search.best_first` for the order; the path is there at a limit, too, if one is known.
        """

    def a_star(
        self,
        code: bytes,
        *,
        weight: float = 1.0,
        upper: int | None = None,
        threads: int = 1,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer": ...
    def greedy(
        self,
        code: bytes,
        *,
        upper: int | None = None,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer": ...
    def beam(
        self,
        code: bytes,
        *,
        width: int = 1000,
        upper: int | None = None,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer": ...
    def ida_star(
        self,
        code: bytes,
        *,
        upper: int | None = None,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer": ...
    def bidirectional(
        self, code: bytes, *, nodes: int | None, seconds: float | None, memory: int, watch: Watch
    ) -> "Answer":
        """A shortest solution, searched from both ends; for games whose moves moves can undo."""

    def shorten(
        self,
        code: bytes,
        path: list[bytes],
        *,
        neighbours: int = 5000,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer":
        """A solution, as codes, made shorter if that is easy; solved means proved shortest."""

    def slice(
        self,
        code: bytes,
        *,
        store: str = "exact",
        index: int,
        parts: int,
        memory: int,
        hash_seed: int = 0,
    ) -> "Slice":
        """One part of a partitioned search from the position."""

    def environments(self, games: int, *, limit: int = 1000, deals: int = 1) -> "Environments":
        """So many games to be played side by side, each for ``limit`` steps at most, with deals drawn from
        ``deals`` numbers, from 0.  Not there if the kernel does not know the actions of the game."""
