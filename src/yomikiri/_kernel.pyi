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
