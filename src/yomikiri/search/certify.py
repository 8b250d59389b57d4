"""Certification: no solution leaves the library before the Python rules have replayed it."""

from collections.abc import Sequence

from yomikiri.core.errors import CertificationError, IllegalMove
from yomikiri.core.protocol import Game, M, P


def certify(game: Game[P, M], position: P, moves: Sequence[M]) -> P:
    """Replay ``moves`` from ``position`` and return the final position, which is a goal.

    Raises :class:`CertificationError` if a move is illegal or the game is not won at the end.
    """
    try:
        final = game.replay(position, moves)
    except IllegalMove as error:
        raise _where(game, position, moves, error) from error
    if not game.is_goal(final):
        raise CertificationError(f"the position after {len(moves)} moves is not a goal")
    return final


def _where(game: Game[P, M], position: P, moves: Sequence[M], problem: IllegalMove) -> CertificationError:
    """The error with the number of the move."""
    for count, move in enumerate(moves, start=1):
        try:
            position = game.play(position, move)
        except IllegalMove as error:
            return CertificationError(f"move {count} of {len(moves)} is illegal: {error}")
    return CertificationError(f"one of {len(moves)} moves is illegal: {problem}")
