"""``shorten()``: turns a solution into one that is never longer."""

from collections.abc import Sequence

from yomikiri.core.protocol import Game, M, P
from yomikiri.core.registry import entry_of
from yomikiri.search.arguments import check_arguments
from yomikiri.search.certify import certify
from yomikiri.search.outcome import Limits

DEFAULT_LIMITS = Limits(nodes=300_000)
"""A second or two; a number of positions, so that the same solution is shortened the same way everywhere."""


def shorten(game: Game[P, M], position: P, moves: Sequence[M], limits: Limits | None = None) -> list[M]:
    """A certified solution of ``position`` that is no longer than ``moves``, which must be one.

    Loops are cut out; a game may do more, such as search around the solution or repair it.
    """
    check_arguments(game, limits=limits)
    certify(game, position, moves)
    moves = without_loops(game, position, moves)
    shorter = entry_of(game).part("shorten")
    if shorter is not None:
        moves = shorter(game, position, moves, limits or DEFAULT_LIMITS)
        certify(game, position, moves)
    return list(moves)


def without_loops(game: Game[P, M], position: P, moves: Sequence[M]) -> list[M]:
    """The moves without loops: those between two visits of a position, the longest from each on the way."""
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
