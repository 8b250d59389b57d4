"""``yomikiri improve``: turns a solution into one that is never longer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from yomikiri.cli import output
from yomikiri.cli.exits import Exit
from yomikiri.cli.record import improve_record
from yomikiri.cli.replay import replay
from yomikiri.core.words import plural
from yomikiri.games import Deal
from yomikiri.search import Limits, shorten


@dataclass(frozen=True)
class Improvement:
    """An improved solution."""

    before: int
    """How many moves it had."""
    moves: tuple[str, ...]
    """The moves it has now, as text."""

    @property
    def message(self) -> str:
        if len(self.moves) == self.before:
            return f"{plural(self.before, 'move')}: nothing was found to leave out"
        return f"{plural(len(self.moves), 'move')} instead of {self.before}"


def improve(deal: Deal, texts: Sequence[str], limits: Limits | None, *, as_json: bool, quiet: bool) -> int:
    """Improve the solution and show it; if the moves are not a solution, answer as ``verify`` does."""
    verdict = replay(deal, texts)
    if not verdict.won:
        if as_json:
            output.write_json(improve_record(deal, len(texts), None, verdict.message))
        else:
            output.write(verdict.message)
        return Exit.NO
    game: Any = deal.game
    moves = shorten(game, deal.position, game.read_moves(deal.position, texts), limits)
    answer = Improvement(len(texts), tuple(game.write_moves(deal.position, moves)))
    if as_json:
        output.write_json(improve_record(deal, answer.before, answer.moves, answer.message))
    else:
        if not quiet:
            output.write(answer.message)
        output.write(" ".join(answer.moves))
    return Exit.DONE
