"""Prepared questions: a game and options for solving many deals.

:func:`yomikiri.solve` looks everything up again for every position, which takes as long as a quick search.
Here the first deal goes the whole way, which also catches wrong options; later ones go straight to the
algorithm's own search, if it has one and no unusual options are set.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from yomikiri.core.catalog import listed_deal, variant_of
from yomikiri.core.deal import Deal, Positions
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import choose
from yomikiri.search.control import Cancel
from yomikiri.search.deals import DealResult, solve_deal
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request
from yomikiri.search.solve import searched, solve
from yomikiri.search.within import Within

STRAIGHT = frozenset({"algorithm", "shortest", "heuristic", "threads", "count_shortest", "within"})
"""The options with which the short cut gives the same result."""
NOT_FOR_MANY = ("resume", "certificate")
"""Options that name a file for a single search."""


@dataclass
class Prepared:
    """A game and the options of :func:`yomikiri.solve`, for many deals; it can be sent between processes."""

    game: Game[Any, Any]
    options: dict[str, Any]
    _straight: Algorithm | None = field(default=None, init=False, repr=False)
    """The algorithm whose own search can be called directly after the first deal."""

    def __post_init__(self) -> None:
        for name in NOT_FOR_MANY:
            if self.options.get(name) is not None:
                raise InputError(f"{name} is for one search: expected solve() for it")

    def __getstate__(self) -> dict[str, Any]:
        return {"game": self.game, "options": self.options, "_straight": None}

    def answer(self, index: int, item: Any, limits: Limits, cancel: Cancel | None) -> Result | DealResult:
        """The result for one item: the number or name of a deal, a deal, or a position."""
        deal = self._deal(item)
        if deal is None:
            return _labelled(self._position(item, limits, cancel, known=False), index)
        if isinstance(deal, _Dealt):
            return _labelled(self._position(deal.position, limits, cancel, known=True), item)
        if deal.has_arrangements:
            return replace(self._arrangements(deal, limits, cancel), label=deal.label)
        if deal.game == self.game:
            result = self._position(deal.position, limits, cancel, known=False)
        else:  # Some names of deals contain rule options.
            result = self._searched(deal.game, deal.position, limits, cancel)
        return _labelled(result, index if deal.label == "position" else deal.label)

    def _deal(self, item: Any) -> "Deal | _Dealt | None":
        if isinstance(item, Deal):
            if item.game.name != self.game.name:
                raise InputError(f"a deal of {item.game.name} was found, expected one of {self.game.name}")
            return item
        if isinstance(item, str):
            game = self.game
            found = listed_deal(game.name, item, game.size, variant_of(game), game.options)
            if found is None:
                raise InputError(f"deal '{shown(item)}' is not known: expected a number or a name")
            return found
        if not isinstance(item, int) or isinstance(item, bool):
            return None
        entry = entry_of(self.game)
        if not 1 <= item <= entry.most:
            raise InputError(f"deal '{item}' is out of range: expected 1 to {entry.most}")
        found = entry.dealt(self.game, item)
        return Deal.of(self.game, found, item) if isinstance(found, Positions) else _Dealt(found)

    def _arrangements(self, deal: Deal, limits: Limits, cancel: Cancel | None) -> DealResult:
        return solve_deal(deal, limits=limits, cancel=cancel, **self.options)

    def _position(self, position: Any, limits: Limits, cancel: Cancel | None, *, known: bool) -> Result:
        """``known``: whether it certainly is a position of the game, because the game dealt it."""
        if self._straight is None:
            result = self._searched(self.game, position, limits, cancel)
            if STRAIGHT.issuperset(self.options):
                name, shortest = self.options.get("algorithm"), self.options.get("shortest", False)
                chosen = choose(self.game, name, shortest=shortest, within=self._within())
                self._straight = chosen if chosen.search is not None else None
            return result
        if not known:
            self.game.check(position)
        if self.game.why_unsolvable(position) is not None:
            return Result.of(Outcome.UNSOLVABLE, self._straight.name, lower_bound=None)
        request = Request(
            limits,
            None,
            cancel,
            self.options.get("heuristic"),
            self.options.get("threads", 1),
            self.options.get("count_shortest", False),
            within=self._within(),
        )
        return searched(self._straight, self.game, position, request)

    def _within(self) -> Within | None:
        given = self.options.get("within")
        return None if given is None else Within.of(given)

    def _searched(self, game: Game[Any, Any], position: Any, limits: Limits, cancel: Cancel | None) -> Result:
        if "first" in self.options:
            raise InputError("first is for the arrangements of a deal: one position has one answer")
        return solve(game, position, limits=limits, cancel=cancel, **self.options)


class _Dealt(NamedTuple):
    """A position that the game itself dealt."""

    position: Any


def _labelled(result: Result, label: int | str) -> Result:
    """Set the label of a fresh result in place: a copy would take longer than everything else."""
    object.__setattr__(result, "label", label)
    return result


def check_items(deals: Any) -> None:
    """Refuse anything but a collection of deals; above all a single string, which is iterable."""
    if isinstance(deals, str | bytes) or not isinstance(deals, Iterable):
        raise InputError(f"deals {shown(repr(deals))}: expected several, such as range(1, 101)")
