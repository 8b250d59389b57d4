"""A solution of FreeCell in a millisecond, or a proof that there is none.

Kernel searches, all complete, all followed by the same repair, which removes unnecessary moves:

* Sweeps.  The first is a narrow beam search guided by a score that is cheap to update; further sweeps, if
  needed, take the next best positions of every layer, until there are none left.  The default, ``quick``, and
  ``thorough``, which is wider and narrows towards the end, have a score that was learned
  (:mod:`yomikiri.games.freecell.learner`); ``by-hand`` has the one that was written by hand.
* ``fast``: best first for a few hundred positions, with one score after the other; if that fails, narrow
  sweeps by the latter.  A quarter of the time, and solutions twelve moves longer.
* ``depth-first``: the child with the best score first, no position twice.  The least work per position, and
  the longest solutions.

What has taken long goes on with positions up to toggles (:mod:`yomikiri.games.freecell.toggles`): fewer of
them, for a proof that there is no solution.

In the metric ``supermove`` the sweeps by a learned score move runs.  The others search with single cards.  In
the end moves are combined: the fewest that pass only through positions of the solution.  See
``docs/freecell-quick.md``.
"""

import time
from dataclasses import replace
from functools import lru_cache, partial

from yomikiri import _kernel
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.position import Position, encode
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.certify import certify
from yomikiri.search.driver import kernel_limits, watching
from yomikiri.search.exhaustive import depth_first
from yomikiri.search.level import levels_of
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request

WIDTH = 13
"""Positions per layer that one sweep by the score written by hand expands.  Wider is slower and gives shorter
solutions."""

BOUND = "one-suit"
"""The lower bound in results: better ones take longer than the search."""

SMALL = 64 * 2**20
"""Bytes that a search may take before we ask the machine how many are free: asking takes a good part of the
time for a deal.  Enough for a million positions; a search that needs more is started again."""


def quick_algorithms() -> list[Algorithm]:
    """Those without a model.  In Python they are plain depth-first search: the same verdicts."""
    return [
        Algorithm(
            "by-hand",
            "as quick, without a model: wider sweeps by a score that was written by hand",
            depth_first,
            twin=False,
            search=partial(quick, order="sweeps", name="by-hand"),
        ),
        Algorithm(
            "fast",
            "any solution, or none, as soon as can be: best first, then narrow sweeps",
            depth_first,
            twin=False,
            search=partial(quick, order="fast", name="fast"),
        ),
        Algorithm(
            "depth-first",
            "the most promising move first, then repair",
            depth_first,
            twin=False,
            search=partial(quick, order="depth-first", name="depth-first"),
        ),
    ]


def quick(
    game: FreeCell,
    position: Position,
    request: Request,
    *,
    order: str = "sweeps",
    name: str = "by-hand",
    width: int = WIDTH,
    weights: bytes | None = None,
) -> Result:
    """Search ``position`` to the end in the kernel's ``order``: ``sweeps``, ``fast`` or ``depth-first``.

    ``weights`` are those of a learned score; None is the score written by hand.
    """

    watch = watching(request.progress, request.cancel)

    def search(limits: Limits) -> _kernel.Answer:
        return _kernel.freecell_quick(
            *rules_of(game),
            game.metric == "supermove",
            encode(position),
            order=order,
            width=width,
            weights=weights,
            watch=watch,
            **kernel_limits(limits),
        )

    started, limits = time.monotonic(), request.limits
    answer = search(limits if limits.memory is not None else replace(limits, memory=SMALL))
    if answer.outcome == "memory_limit" and limits.memory is None:
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - (time.monotonic() - started)))
        answer = search(limits)
    outcome = Outcome(answer.outcome)
    result = Result.of(
        outcome,
        name,
        answer,
        lower_bound=None if outcome is Outcome.UNSOLVABLE else HEURISTICS[BOUND](game, position),
        seconds=time.monotonic() - started,
        levels=levels_of(answer),
    )
    if outcome is not Outcome.SOLVED:
        return result
    moves = tuple(map(_move, answer.path))
    certify(game, position, moves)
    # The time that the rules take to replay the moves counts, too.
    return replace(result, seconds=time.monotonic() - started).with_moves(moves)


@lru_cache(maxsize=4096)
def _move(step: bytes) -> Move:
    """The move that three bytes encode; the same few keep coming up."""
    return Move(*step)


def rules_of(game: FreeCell) -> tuple[int, int, int, bool, bool]:
    """Columns, cells, ranks, whether building is in suit, whether empty columns take kings only."""
    return game.columns, game.cells, game.ranks, game.building == "suit", game.empty == "kings"
