"""The kernel's view of a game: the class that ``bind_game`` makes from it, for our games and anyone else's.

Besides the position, each search takes limits, like every search in the kernel, and a ``watch`` that is
called about ten times a second with the counts so far and may ask the search to stop.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from yomikiri._kernel import Answer, Environments, Slice

Watch = Callable[..., bool | None]


class KernelGame(Protocol):
    """A game that the kernel knows, made from the parameters of its rules by name; positions are codes.

    Searches whose requirements a game does not meet are missing: ``searches`` lists the ones available.
    """

    searches: list[str]
    orders: list[str]
    heuristics: list[str]

    def __init__(self, **parameters: int | bool | str | bytes) -> None:
        """Parameters go by name, as the game's header reads them."""

    def moves(self, code: bytes) -> list[bytes]:
        """The moves in the order of the rules, as the bytes in which the kernel stores them."""

    def children(self, code: bytes) -> list[tuple[bytes, bool]]:
        """For each move, the code of the child and whether it is a goal."""

    def is_goal(self, code: bytes) -> bool: ...
    def key(self, code: bytes) -> bytes:
        """The key that searches store for the position."""

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
        crowd: int = 33554432,
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
        """Best-first search with external estimates: ``evaluate(rows, count)`` returns them as 32-bit
        integers in a buffer.  Rows are codes of ``row`` bytes, padded with 255.  See
        :mod:`yomikiri.search.best_first` for the order; if a path is known, it is returned at a limit too.
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
    def bounded(
        self,
        code: bytes,
        *,
        share: int = 0,
        moves_more: int = 0,
        upper: int | None = None,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Watch,
    ) -> "Answer":
        """A solution that is at most ``share`` millionths of the lower bound and ``moves_more`` longer than
        that; one of ``upper`` is known.  Solved without a path: that one will do."""

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
        """A shortest solution, searched from both ends; for games in which other moves can undo a move."""

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
        """A solution, as codes, shortened where that is easy; solved means proved shortest."""

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
