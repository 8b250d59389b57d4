"""Choosing deals: the first of a sequence that can be won and has the wanted difficulty."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from yomikiri.core.deal import Deal
from yomikiri.core.dealing import SplitMix64
from yomikiri.search.control import Cancel
from yomikiri.search.difficulty import NODES, Difficulty, Level, rate_deal
from yomikiri.search.outcome import Limits, Outcome
from yomikiri.search.solution import at_a_glance, some_solution


@dataclass(frozen=True)
class Choice:
    """The result of looking for a deal."""

    deal: Deal | None
    """The deal; None if there was none, or the search was cancelled."""
    rating: Difficulty | None
    """How hard it is, if that was asked."""
    looked: int
    """Deals that were looked at."""
    undecided: int
    """How many of them reached a limit before an answer."""
    cancelled: bool = False


def drawn(first: int, last: int, seed: int) -> Iterator[int]:
    """Deal numbers from ``first`` to ``last`` in an order set by the seed; some may repeat."""
    stream = SplitMix64(seed)
    while True:
        yield first + stream.below(last - first + 1)


def can_be_won(deal: Deal, *, limits: Limits | None = None, cancel: Cancel | None = None) -> Outcome:
    """Whether a deal can be won: solved if one of its positions is, unsolvable if all are."""
    found = Outcome.UNSOLVABLE
    for position in deal.positions.values():
        result = at_a_glance(deal.game, position) or some_solution(
            deal.game, position, limits=limits or Limits(nodes=NODES), cancel=cancel
        )
        if result.moves is not None:
            return Outcome.SOLVED
        if found is Outcome.UNSOLVABLE:
            found = result.outcome
        if result.outcome is Outcome.CANCELLED:
            return Outcome.CANCELLED
    return found


def choose_deal(
    deals: Iterator[int],
    make: Callable[[int], Deal],
    level: Level | None = None,
    *,
    limits: Limits | None = None,
    cancel: Cancel | None = None,
) -> Choice:
    """The first of the numbered deals that can be won and, if a level is given, has that difficulty."""
    looked = undecided = 0
    for number in deals:
        deal, rating = make(number), None
        if level is None:
            outcome = can_be_won(deal, limits=limits, cancel=cancel)
        else:
            rating = rate_deal(deal, limits=limits, cancel=cancel)
            outcome = rating.outcome
        if outcome is Outcome.CANCELLED:
            return Choice(None, None, looked, undecided, cancelled=True)
        looked += 1
        if outcome is Outcome.SOLVED and (rating is None or rating.level is level):
            return Choice(deal, rating, looked, undecided)
        undecided += outcome not in (Outcome.SOLVED, Outcome.UNSOLVABLE)
    return Choice(None, None, looked, undecided)
