"""The native kernel of yomikiri; use yomikiri.solve()."""

from collections.abc import Callable

class Answer:
    """What one search found, and what it cost."""

    @property
    def outcome(self) -> str: ...
    @property
    def path(self) -> list[bytes]: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def stored(self) -> int: ...
    @property
    def lower_bound(self) -> int: ...
    @property
    def peak_bytes(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def error_bound(self) -> float: ...

class Superpuzz:
    """The rules at one width on codes; with ``rows_alike`` every child comes in its canonical form."""

    def __init__(self, columns: int, rows_alike: bool = False) -> None: ...
    def moves(self, code: bytes, /) -> list[tuple[int, int, int]]:
        """The moves in the order of the rules: card, by its place in the deck, source and target."""

    def children(self, code: bytes, /) -> list[tuple[bytes, bool, bytes, bool]]:
        """For each move: the child's code, whether it is a goal, its code with the move undone, and
        whether its hash is what hashing the code afresh gives."""

    def is_goal(self, code: bytes, /) -> bool: ...
    def canonical(self, code: bytes, /) -> bytes: ...
    def explore(
        self,
        start: bytes,
        *,
        order: str,
        store: str,
        nodes: int | None,
        seconds: float | None,
        memory: int,
        watch: Callable[[int, int, int, int, int, float, int], bool],
    ) -> Answer:
        """Search to the end or to a limit; ``watch`` sees counts ten times a second and may stop it."""

def row_estimate(columns: int, code: bytes) -> int | None:
    """A lower bound on the moves to a goal, the twin of ``heuristics.waiting``; None for a dead position."""

def row_persistent(columns: int, code: bytes) -> list[int]:
    """The cards, by their places in the deck, whose moves suffice; empty if all moves have to be tried."""

def row_shortest(
    columns: int,
    code: bytes,
    *,
    upper: int | None = None,
    reduce: bool = True,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    watch: Callable[[int, int, int, int, int, float, int], bool],
) -> Answer:
    """A* for a solution shorter than ``upper``; the outcome ``exhausted`` means that there is none, but
    maybe longer ones."""

def row_beam(
    columns: int,
    code: bytes,
    *,
    width: int,
    widest: int = 0,
    upper: int | None = None,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    watch: Callable[[int, int, int, int, int, float, int], bool],
) -> Answer:
    """Some solution shorter than ``upper``, from beams four times as wide each up to ``widest``; the
    outcome ``exhausted`` means that they lost them all."""

def row_shorten(
    columns: int,
    code: bytes,
    path: list[bytes],
    *,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    watch: Callable[[int, int, int, int, int, float, int], bool],
) -> Answer:
    """A path no longer than ``path``; ``solved`` if it is proved shortest, otherwise the limit met."""

def row_decide(
    columns: int,
    start: bytes,
    *,
    store: str,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    watch: Callable[[int, int, int, int, int, float, int], bool],
    seed: int = 1,
    dead: bool = True,
    persistent: bool = True,
    delay: bool = True,
    contract: bool = True,
) -> Answer:
    """Decide a position of Superpuzz or Gaps; the path has the codes of real positions, one move apart.

    ``expanded`` counts positions taken up.  Each pruning rule can be switched off, to test and measure it.
    """

def checksum(entries: bytes | memoryview) -> int:
    """64 bits that change when the bytes do."""
