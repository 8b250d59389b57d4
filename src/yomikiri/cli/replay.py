"""Replays: moves given as text, played one after another by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from yomikiri.core.errors import IllegalMove, NotationError
from yomikiri.core.words import plural
from yomikiri.games import Deal
from yomikiri.search.play import Play


@dataclass(frozen=True)
class Verdict:
    """What a replay showed."""

    legal: bool
    """Whether every move was legal."""
    won: bool
    """Whether every move was legal and the game is won after the last."""
    played: int
    """Moves played before the first illegal one."""
    message: str


def replay(deal: Deal, texts: Sequence[str]) -> Verdict:
    """Play the moves; a text that is not a move raises :class:`NotationError`, which says which one."""
    play = Play(deal.game, deal.position)
    for number, text in enumerate(texts, start=1):
        try:
            play.push(text)
        except NotationError as error:
            raise NotationError(f"move {number}: {error}") from None
        except IllegalMove as error:
            return Verdict(False, False, number - 1, f"illegal: move {number}: {error}")
    played = len(texts)
    if play.is_goal:
        return Verdict(True, True, played, f"legal and won: {plural(played, 'move')}")
    return Verdict(
        True, False, played, f"not won: legal, but the game is not won after {plural(played, 'move')}"
    )
