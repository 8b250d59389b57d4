"""The deal of the day: the same for everyone who asks with the same date, and one that can be won.

The date and the rules draw deal numbers, by the generator of :mod:`yomikiri.core.dealing`; the first deal
that is solved within a fixed number of positions is the one.  No limit of time takes part in the choice, or a
slow machine would deal another.  The site without a server draws the same (``native/words/desk.hpp``).
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import islice
from typing import Any

from yomikiri.core.catalog import listed_deal, variant_of
from yomikiri.core.deal import Deal
from yomikiri.core.dealing import fnv1a
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.search.choosing import drawn
from yomikiri.search.difficulty import Difficulty, rate_deal

Json = dict[str, Any]

NODES = 100_000
"""Positions that may be expanded to solve a deal; one that takes more is passed over."""
MOST = 1000
"""Deals that are looked at before the search ends without one."""


def read_date(text: str | None) -> date:
    """A date as ISO 8601 has it."""
    try:
        return date.fromisoformat(text or "")
    except ValueError:
        raise InputError(f"'{shown(text or '')}' is not a date: expected a form like 2026-01-31") from None


def candidates(game: Game[Any, Any], day: date) -> Iterator[Deal]:
    """Deals of a game in the order that a day decides."""
    entry = entry_of(game)
    rules: Json = {"size": str(game.size), "variant": variant_of(game), "options": dict(game.options)}
    options = [f"{name}={value}" for name, value in sorted(rules["options"].items())]
    words = ["daily", day.isoformat(), game.name, rules["size"], rules["variant"] or "", *options]
    for number in drawn(1, min(entry.most, entry.drawn), fnv1a("/".join(words).encode())):
        deal = listed_deal(game.name, str(number), **rules)
        assert deal is not None  # Every game has numbered deals.
        yield deal


def deal_of_the_day(
    game: Game[Any, Any], day: date, limits: Limits, cancel: Cancel | None = None
) -> tuple[Deal | None, Difficulty]:
    """The deal and how hard it is; None and the outcome where a limit of time came first."""
    ends = None if limits.seconds is None else time.monotonic() + limits.seconds
    each = replace(limits, nodes=NODES, seconds=None)
    for deal in islice(candidates(game, day), MOST):
        if ends is not None and time.monotonic() > ends:
            return None, Difficulty(Outcome.TIME_LIMIT)
        rating = rate_deal(deal, limits=each, cancel=cancel, portable=True)
        if rating.outcome is Outcome.CANCELLED:
            return None, rating
        if rating.level is not None:
            return deal, rating
    return None, Difficulty(Outcome.NODE_LIMIT)


def setup_of(deal: Deal, rating: Difficulty) -> Json:
    """The setup that names a deal of the day."""
    game = deal.game
    return {
        "game": game.name,
        "size": str(game.size),
        "variant": variant_of(game),
        "options": dict(game.options),
        "deal": str(deal.label),
        "position": None,
        "arrangement": rating.arrangement or None,
    }
