"""How Superpuzz and Gaps use the kernel: exhaustive search in several orders, deciding, shortening."""

from collections.abc import Sequence
from typing import Any

from yomikiri import _kernel
from yomikiri.core.errors import CertificationError
from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.games.rows.rules import RowGame
from yomikiri.games.rows.space import RowSpace
from yomikiri.search.driver import KernelCall, Watch, kernel_limits, never_stop
from yomikiri.search.outcome import Limits

NEIGHBOURS = 5_000
"""How many positions around a solution to examine."""


def kernel_of(space: Space, heuristic: str | None = None) -> Any:
    """The kernel's game for a space, as for any game; it has one heuristic."""
    game: Any = space.game
    return _kernel.rows(columns=game.columns, rows_alike=isinstance(space, RowSpace))


def explore(space: Space, position: Any, call: KernelCall, *, order: str) -> _kernel.Answer:
    """The exhaustive search in one of the kernel's orders."""
    game: Any = space.game
    alike = isinstance(space, RowSpace)
    domain = _kernel.Superpuzz(game.columns, rows_alike=alike, hash_seed=call.hash_seed)
    return domain.explore(space.key(position), order=order, store=call.store, **call.keywords)


def decide(space: Space, position: Any, call: KernelCall) -> _kernel.Answer:
    """The pooled search."""
    game: Any = space.game
    return _kernel.row_decide(
        game.columns,
        game.encode(position),
        store=call.store,
        threads=call.threads,
        hash_seed=call.hash_seed,
        **call.keywords,
    )


def shorter(game: RowGame, position: Any, moves: Sequence[Any], limits: Limits) -> list[Any]:
    """A solution near ``moves``, with a shortest end; never longer."""
    answer = shorten_in_kernel(game, position, moves, limits)
    return moves_along(PlainSpace(game), position, answer.path)


def shorten_in_kernel(
    game: RowGame,
    position: Any,
    moves: Sequence[Any],
    limits: Limits,
    watch: Watch = never_stop,
    neighbours: int = NEIGHBOURS,
) -> _kernel.Answer:
    """The kernel's answer; its path is never longer than ``moves``."""
    codes = []
    here = position
    for move in moves:
        here = game.play(here, move)
        codes.append(game.encode(here))
    answer = _kernel.row_shorten(
        game.columns,
        game.encode(position),
        codes,
        neighbours=neighbours,
        watch=watch,
        **kernel_limits(limits),
    )
    if len(answer.path) > len(moves):
        raise CertificationError(f"{len(moves)} moves were made into {len(answer.path)}")
    return answer
