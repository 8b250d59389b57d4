"""``yomikiri hint``: the next move of a solution, from a deal or from the middle of a game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from yomikiri.cli import exits, output
from yomikiri.cli.interrupt import cancel_on_interrupt
from yomikiri.cli.live import LiveDisplay
from yomikiri.cli.opening import opened
from yomikiri.cli.options import parse_limits, read_moves
from yomikiri.cli.parameters import (
    NONE,
    SEARCH,
    Arrangement,
    DealSource,
    GameName,
    Json,
    Memory,
    Nodes,
    Quiet,
    Seconds,
    Size,
    Variant,
    flag,
    option,
    with_rules,
)
from yomikiri.cli.record import plain_record
from yomikiri.core.deal import Deal
from yomikiri.core.errors import IllegalMove, InputError
from yomikiri.core.registry import entry_of
from yomikiri.core.words import plural
from yomikiri.search import Cancel, Limits, Outcome, Play, solve
from yomikiri.search.control import ProgressCallback

CHEAP = 10_000
"""Positions to expand for a shortest solution that was not requested."""

After = Annotated[
    str | None,
    option("--after", "MOVES", "Moves that were played before, quoted; or a file, or - for standard input."),
]


@dataclass(frozen=True)
class Advice:
    """A hint, and how good it is."""

    outcome: Outcome
    move: str
    """The move as text; empty if there is none."""
    left: int | None
    """How many moves the solution has."""
    shortest: bool
    """Whether no solution is shorter."""
    reason: str
    """Why there is no move."""

    @property
    def message(self) -> str:
        if not self.move:
            return self.reason
        how = ", a shortest way" if self.shortest else ""
        return f"{self.move}  ({plural(self.left or 0, 'move')} left{how})"


def advice(
    play: Play[Any, Any],
    limits: Limits,
    *,
    shortest: bool = False,
    progress: ProgressCallback | None = None,
    cancel: Cancel | None = None,
) -> Advice:
    """The next move of a shortest solution if requested or cheap, otherwise of the one found soonest."""
    if not play.is_goal and play.why_lost is None:
        how: dict[str, Any] = {"shortest": True, "limits": limits}
        if not shortest:
            few = CHEAP if limits.nodes is None else min(CHEAP, limits.nodes)
            how["limits"] = Limits(few, limits.seconds, limits.memory)
            if entry_of(play.game).tables is not None:  # Nobody wants to wait for tables.
                how = {"algorithm": "breadth-first", "limits": how["limits"]}
        found = solve(play.game, play.position, cancel=cancel, progress=progress, **how)
        if found.moves and (shortest or found.outcome is Outcome.SOLVED):
            text = play.game.format_move(play.position, found.moves[0])
            return Advice(found.outcome, text, len(found.moves), found.proved_shortest, "")
        if found.outcome is Outcome.UNSOLVABLE:
            return Advice(found.outcome, "", None, False, "the game cannot be won")
        if found.outcome is Outcome.CANCELLED or shortest:
            return Advice(found.outcome, "", None, False, _why(found.outcome))
    hint = play.hint(limits, progress=progress, cancel=cancel)
    return Advice(hint.outcome, hint.text, hint.left, False, hint.reason)


def _why(outcome: Outcome) -> str:
    if outcome is Outcome.CANCELLED:
        return "the search was cancelled"
    return f"no solution was found within the {outcome.value.replace('_', ' ')}"


def played(deal: Deal, source: str, after: str | None) -> Play[Any, Any]:
    """The game after the moves given by ``--after``."""
    texts = [] if not (after or "").strip() else read_moves([after or ""], source)
    try:
        return Play(deal.game, deal.position, texts)
    except IllegalMove as error:
        raise InputError(f"--after: {error}") from None


@with_rules
def hint_command(
    game_name: GameName,
    source: DealSource,
    after: After = None,
    size: Size = None,
    variant: Variant = None,
    rules: Mapping[str, str] = NONE,
    arrangement: Arrangement = None,
    shortest: Annotated[
        bool,
        flag("--shortest", "Give the next move of a shortest solution, however long that takes.", SEARCH),
    ] = False,
    nodes: Nodes = None,
    seconds: Seconds = None,
    memory: Memory = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Give the next move of a solution, or say that the game cannot be won any more."""
    limits = parse_limits(nodes, seconds, memory)
    deal = opened(game_name, source, size, variant, rules, arrangement, needed=True)
    play = played(deal, source, after)
    with cancel_on_interrupt() as cancel, LiveDisplay(deal, enabled=not quiet) as display:
        found = advice(play, limits, shortest=shortest, progress=display.progress, cancel=cancel)
    if as_json:
        answer = {
            "outcome": found.outcome.value,
            "move": found.move or None,
            "left": found.left,
            "proved_shortest": found.shortest,
            "after": play.texts(),
            "message": found.message,
        }
        output.write_json(plain_record(deal, answer))
    else:
        output.write((found.move or found.outcome.value) if quiet else found.message)
    return exits.OF_OUTCOME[found.outcome]
