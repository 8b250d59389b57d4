"""Solves many positions of FreeCell in one call: some solution of each, or a proof that there is none.

The kernel takes all positions at once and searches them one by one, as ``fast`` does; Python only hands them
over.  Every solution can be certified on request, which takes longer than the search.  :func:`survey` takes
numbers instead, and deals in the kernel, too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from yomikiri import _kernel
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.position import Position, encode
from yomikiri.games.freecell.quick import SMALL, rules_of
from yomikiri.games.freecell.rules import MAX_RANKS, PRESETS, FreeCell
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel
from yomikiri.search.driver import kernel_limits, watching
from yomikiri.search.outcome import Limits, Outcome


@dataclass(frozen=True)
class Surveyed:
    """What is known about the deals of a stretch."""

    won: int
    moves: int
    """Of all solutions together."""
    expanded: int
    others: tuple[tuple[int, Outcome, int], ...]
    """The deals that were not won: number, outcome, positions expanded."""


@dataclass(frozen=True)
class Verdict:
    """What is known about one position."""

    outcome: Outcome
    moves: tuple[Move, ...]
    expanded: int
    stored: int

    @property
    def length(self) -> int | None:
        """The number of moves in the solution; None if there is none."""
        return len(self.moves) if self.outcome is Outcome.SOLVED else None


def verdicts(
    game: FreeCell,
    positions: Iterable[Position],
    limits: Limits | None = None,
    *,
    width: int | None = None,
    check: bool = False,
) -> list[Verdict]:
    """A verdict for each position, in order.

    The limits on positions and memory (64 MiB by default) apply to each search, the seconds to all of them
    together.  With a ``width`` the searches are sweeps as in ``quick``.  With ``check``, every solution is
    replayed by the rules.
    """
    if game.metric != "single":
        raise InputError(f"metric '{game.metric}': expected single, for many positions at once")
    boards: Sequence[Position] = list(positions)
    asked = kernel_limits(limits or Limits(memory=SMALL))
    found = _kernel.freecell_batch(
        *rules_of(game),
        [encode(position) for position in boards],
        width=width or 0,
        watch=watching(None, None),
        **asked,
    )
    verdicts = [
        Verdict(
            Outcome(outcome),
            tuple(Move(*moves[at : at + 3]) for at in range(0, len(moves), 3)),
            expanded,
            stored,
        )
        for outcome, moves, expanded, stored in found
    ]
    if check:
        for position, verdict in zip(boards, verdicts, strict=True):
            if verdict.outcome is Outcome.SOLVED:
                certify(game, position, verdict.moves)
    return verdicts


def survey(
    game: FreeCell, first: int, last: int, limits: Limits | None = None, *, cancel: Cancel | None = None
) -> Surveyed:
    """What is known about the deals from ``first`` to ``last``, dealt and solved in one call.

    The limits are those of :func:`verdicts`.
    """
    if game.ranks != MAX_RANKS or game.metric != "single":
        raise InputError(f"{game!r} has no survey in one call: expected {MAX_RANKS} ranks and metric single")
    columns, cells, _, suit, kings = rules_of(game)
    won, moves, expanded, others = _kernel.freecell_deals(
        columns,
        cells,
        suit,
        kings,
        first,
        last,
        list(PRESETS[game.variant].dealt_cells),
        watch=watching(None, cancel),
        **kernel_limits(limits or Limits(memory=SMALL)),
    )
    return Surveyed(
        won, moves, expanded, tuple((number, Outcome(outcome), count) for number, outcome, count in others)
    )
