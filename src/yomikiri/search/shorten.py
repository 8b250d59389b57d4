"""``shorten()``: a solution in, one that is never longer out."""

from collections.abc import Sequence
from typing import Any

from yomikiri import _kernel
from yomikiri.errors import CertificationError
from yomikiri.games.freecell import FreeCell
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.search.certify import certify
from yomikiri.search.outcome import Limits
from yomikiri.search.repair import repair
from yomikiri.spaces import PlainSpace
from yomikiri.spaces.space import moves_along

MAX_COUNT = 2**64 - 1
"""The kernel counts in 64 bits; a larger limit is no limit."""

DEFAULT_LIMITS = Limits(nodes=300_000)
"""A second or two; a number of positions, so that the same solution is shortened the same way everywhere."""


NEIGHBOURS = 5_000
"""How many positions around a solution are looked at."""


def shorten(
    game: Game[Any, Any], position: Any, moves: Sequence[Any], limits: Limits | None = None
) -> list[Any]:
    """A certified solution of ``position`` that is no longer than ``moves``, which must be one.

    For Superpuzz and Gaps the kernel searches the neighbourhood of the solution and then finds
    shortest ends for it; solutions of FreeCell are repaired; for other games loops are cut out.
    """
    certify(game, position, moves)
    moves = without_loops(game, position, moves)
    if isinstance(game, RowGame):
        answer = shorten_in_kernel(game, position, moves, limits or DEFAULT_LIMITS)
        moves = moves_along(PlainSpace(game), position, answer.path)
    if isinstance(game, FreeCell):
        moves = repair(game, position, moves)
    certify(game, position, moves)
    return list(moves)


def without_loops(game: Game[Any, Any], position: Any, moves: Sequence[Any]) -> list[Any]:
    """The moves without those between two visits of one position, the longest loops first met."""
    last_visit = {position: 0}
    positions = [position]
    for count, move in enumerate(moves, start=1):
        positions.append(game.play(positions[-1], move))
        last_visit[positions[-1]] = count
    kept = []
    at = last_visit[position]
    while at < len(moves):
        kept.append(moves[at])
        at = last_visit[positions[at + 1]]
    return kept


def shorten_in_kernel(
    game: RowGame,
    position: Any,
    moves: Sequence[Any],
    limits: Limits,
    watch: Any = None,
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
        watch=watch or never_stop,
        **kernel_limits(limits),
    )
    if len(answer.path) > len(moves):
        raise CertificationError(f"{len(moves)} moves were made into {len(answer.path)}")
    return answer


def never_stop(*counts: Any) -> bool:
    """A watch that only watches."""
    return False


def kernel_limits(limits: Limits) -> Any:
    """The limits as keywords of a kernel call."""
    nodes = None if limits.nodes is None else min(limits.nodes, MAX_COUNT)
    memory = min(limits.memory_bytes(), MAX_COUNT)
    return {"nodes": nodes, "seconds": limits.seconds, "memory": memory}
