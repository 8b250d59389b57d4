"""How a search is split among owners: the kernel's slice of a game, its codes, and the way back to moves.

A :class:`Partitioning` is a plain value that can be sent to any process; each owner makes its slice from it.
Games differ only here: the search over slices knows nothing but codes.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yomikiri import _kernel
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries, entry_of

MovesOf = Callable[[list[bytes]], list[Any]]
"""From the codes along a solution to its moves."""


@dataclass(frozen=True)
class Partitioning:
    """What the owner of a slice needs to know."""

    kind: str
    """Makes the kernel's slices."""
    rules: tuple[Any, ...]
    start: bytes
    """The code of the start."""
    store: str
    """How positions are remembered: ``exact`` or ``fingerprint``."""
    hash_seed: int = 0
    """Which constants their hashes use; all owners must use the same."""

    def slice(self, index: int, parts: int, memory: int) -> _kernel.Slice:
        """Slice ``index`` of ``parts``, with ``memory`` bytes for its tables and lists."""
        make: Callable[..., _kernel.Slice] = getattr(_kernel.Slice, self.kind)
        return make(
            *self.rules, store=self.store, index=index, parts=parts, memory=memory, hash_seed=self.hash_seed
        )


def partitioning_of(
    game: Game[Any, Any], position: Any, *, states: str, symmetry: str, skip_lost: bool, hash_seed: int = 0
) -> tuple[Partitioning, MovesOf]:
    """The partitioning of a search from ``position``, and how codes along a solution become moves."""
    entry = entry_of(game)
    if skip_lost and not entry.skips_lost:
        able = [each.name for each in entries().values() if each.skips_lost]
        raise InputError(f"{game.name} has no test for lost positions: it is for {' and '.join(able)}")
    make = entry.part("partitioning")
    if make is None:
        *able, last = [each.name for each in entries().values() if each.partitioning is not None]
        raise InputError(f"{game.name} has no slices in the kernel: expected {', '.join(able)} or {last}")
    found: tuple[Partitioning, MovesOf] = make(game, position, states, symmetry, skip_lost, hash_seed)
    return found
