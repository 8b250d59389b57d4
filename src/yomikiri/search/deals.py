"""Deals of one or several positions: each is searched by itself, within limits for the deal as a whole.

A deal with several arrangements can be won if any of them can, and is lost only if all are proved lost.  They
share no positions, so searching them together would gain nothing.
"""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError, shown
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import choose
from yomikiri.search.arguments import check_arguments
from yomikiri.search.control import Cancel, Progress, ProgressCallback
from yomikiri.search.names import AlgorithmName
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.search.result_table import deal_table
from yomikiri.search.solve import solve
from yomikiri.search.watched import watched
from yomikiri.search.within import Within


@dataclass(frozen=True)
class DealResult:
    """The results of the searched positions, in order, and what they add up to."""

    results: Mapping[str, Result]
    """By arrangement; a search for the first win ends with the winning one."""
    label: int | str | None = None
    """Among many results: the number or the name of the deal."""

    def _repr_html_(self) -> str:
        return deal_table(self)

    @property
    def outcome(self) -> Outcome:
        """Solved if any arrangement is; unsolvable if all are; otherwise the first limit that was hit."""
        outcomes = [result.outcome for result in self.results.values()]
        if Outcome.SOLVED in outcomes:
            return Outcome.SOLVED
        return next((outcome for outcome in outcomes if not outcome.decided), Outcome.UNSOLVABLE)

    @property
    def algorithm(self) -> str:
        return next(iter(self.results.values())).algorithm

    @property
    def winnable(self) -> int:
        """How many arrangements were won."""
        return sum(result.outcome is Outcome.SOLVED for result in self.results.values())

    @property
    def proof(self) -> Proof:
        """What the verdicts together rest on: exact only if each of them is."""
        exact = all(result.proof is Proof.EXACT for result in self.results.values())
        return Proof.EXACT if exact else Proof.FINGERPRINT

    @property
    def error_bound(self) -> float:
        """A bound on the probability that any verdict is wrong: the sum of their bounds."""
        return sum(result.error_bound for result in self.results.values())

    @property
    def hash_seed(self) -> int:
        """The seed of all searches that were not cancelled before they started."""
        return max(result.hash_seed for result in self.results.values())

    @property
    def best(self) -> str | None:
        """The first arrangement with the shortest solution found; None if none was won."""
        lengths = {name: len(r.moves) for name, r in self.results.items() if r.moves is not None}
        return min(lengths, key=lengths.__getitem__, default=None)

    @property
    def expanded(self) -> int:
        return sum(result.expanded for result in self.results.values())

    @property
    def generated(self) -> int:
        return sum(result.generated for result in self.results.values())

    @property
    def stored(self) -> int:
        return sum(result.stored for result in self.results.values())

    @property
    def peak_bytes(self) -> int:
        """The most memory that any one search took; each releases its memory before the next starts."""
        return max(result.peak_bytes for result in self.results.values())

    @property
    def seconds(self) -> float:
        return sum(result.seconds for result in self.results.values())


@watched
def solve_deal(
    deal: Deal,
    *,
    first: bool = False,
    arrangements: Sequence[str] | None = None,
    algorithm: AlgorithmName | Algorithm | None = None,
    shortest: bool = False,
    limits: Limits | None = None,
    progress: ProgressCallback | bool | None = None,
    cancel: Cancel | None = None,
    **options: Any,
) -> DealResult:
    """Solve the positions of a deal in turn, or only those named; with ``first``, stop at the first win.

    ``limits`` hold for all of them together: nodes and seconds that one search leaves are available to the
    next.  ``progress`` gets the total counts so far (True displays them); ``cancel`` stops the running search
    and all that would follow.  The other options are those of :func:`yomikiri.solve`.
    """
    assert not isinstance(progress, bool)  # The decorator has made it a callback or None.
    if not isinstance(deal, Deal):
        raise InputError(f"a deal was expected, found {type(deal).__name__}")
    game = deal.game
    check_arguments(
        game,
        first=first,
        algorithm=algorithm,
        shortest=shortest,
        limits=limits,
        progress=progress,
        cancel=cancel,
    )
    if arrangements is not None and (isinstance(arrangements, str) or not isinstance(arrangements, Iterable)):
        raise InputError(f"arrangements {shown(repr(arrangements))}: expected a list of names")
    names = list(deal.positions) if arrangements is None else list(arrangements)
    if not names:
        raise InputError("no arrangement to solve: expected at least one")
    within = options.get("within")
    asked = None if within is None else Within.of(within)
    chosen = choose(game, algorithm, shortest=shortest, within=asked)
    limits = limits or Limits()
    started = time.monotonic()
    results: dict[str, Result] = {}
    for name in names:
        if cancel is not None and cancel.is_set():
            results.setdefault(name, Result.of(Outcome.CANCELLED, chosen.name))
            continue
        so_far = list(results.values())
        results[name] = solve(
            game,
            deal.positions[name],
            algorithm=chosen,
            shortest=shortest,
            limits=_left(limits, so_far, time.monotonic() - started),
            progress=None if progress is None else _adding(progress, so_far),
            cancel=cancel,
            **options,
        )
        if first and results[name].outcome is Outcome.SOLVED:
            break
    return DealResult(results)


def _left(limits: Limits, results: Sequence[Result], seconds: float) -> Limits:
    """What is left of the limits; memory is released after each search, so it is never used up."""
    expanded = sum(result.expanded for result in results)
    return replace(
        limits,
        nodes=None if limits.nodes is None else max(0, limits.nodes - expanded),
        seconds=None if limits.seconds is None else max(0.0, limits.seconds - seconds),
    )


def _adding(progress: ProgressCallback, results: Sequence[Result]) -> ProgressCallback:
    """A callback whose reports include the cost of earlier results."""
    expanded, generated, stored = (
        sum(getattr(result, name) for result in results) for name in ("expanded", "generated", "stored")
    )
    seconds = sum(result.seconds for result in results)

    def report(now: Progress) -> None:
        progress(
            replace(
                now,
                expanded=now.expanded + expanded,
                generated=now.generated + generated,
                stored=now.stored + stored,
                seconds=now.seconds + seconds,
            )
        )

    return report
