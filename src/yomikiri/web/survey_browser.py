"""The survey browser: the surveys of a results store and the reports on them, for browsing.

Reading a large survey takes a moment, so what was read is cached for a while; and for good once every deal of
a survey is decided, since such deals are never tried again.
"""

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from threading import Lock
from typing import Any, TypeVar

from yomikiri.store import Attempt, Store, SurveyRecord
from yomikiri.surveys import Report, Survey
from yomikiri.surveys.report import Spread

Json = dict[str, Any]
T = TypeVar("T")

KEPT_SECONDS = 20.0
BINS = 24
MEASURES: dict[str, Callable[[Attempt], int | None]] = {
    "length": lambda attempt: attempt.length,
    "expanded": lambda attempt: attempt.expanded,
}
ID_CHARACTERS = 16


@dataclass(frozen=True)
class Kept:
    """A survey and what is known about its deals."""

    survey: Survey
    attempts: list[Attempt]
    report: Report

    @property
    def final(self) -> bool:
        """Whether nothing can be added: every deal is decided."""
        return self.report.tally.done == self.report.tally.total and not self.report.tally.undecided


class SurveyBrowser:
    """A store for reading; without one there is nothing to browse."""

    def __init__(self, store: Store | None = None) -> None:
        self.store = store
        self._kept: dict[str, tuple[float, Any]] = {}
        self._lock = Lock()

    def surveys(self) -> Json:
        """All surveys in brief."""
        entries = [self._brief(_id(record), self._known(record)) for record in self._records()]
        return {"store": self.store is not None, "surveys": entries}

    def survey(self, name: str) -> Json | None:
        """One survey with its estimate, its spreads and its histograms; None if there is none."""
        found = self._named(name)
        if found is None:
            return None
        report = found.report
        return self._brief(name, found) | {
            "text": "\n".join(report.lines()),
            "expanded": {outcome: _spread(spread) for outcome, spread in report.expanded.items()},
            "lengths": None if report.lengths is None else _spread(report.lengths),
            "proved_shortest": report.shortest,
            "winnable": None if report.winnable is None else _spread(report.winnable),
            "seconds": report.seconds,
            "versions": list(report.versions),
            "histograms": {measure: histogram(found.attempts, measure) for measure in MEASURES},
        }

    def deals(
        self,
        name: str,
        *,
        outcome: str | None,
        measure: str,
        least: int | None,
        most: int | None,
        offset: int,
        limit: int,
    ) -> Json | None:
        """The deals of a survey with an outcome and a measure in a range, in deal order."""
        found = self._named(name)
        if found is None:
            return None
        value = MEASURES[measure]
        chosen = [
            attempt
            for attempt in found.attempts
            if (outcome is None or attempt.outcome == outcome)
            and (least is None or ((v := value(attempt)) is not None and v >= least))
            and (most is None or ((v := value(attempt)) is not None and v <= most))
        ]
        return {
            "total": len(chosen),
            "offset": offset,
            "deals": [_deal(found.survey, attempt) for attempt in chosen[offset : offset + limit]],
        }

    def _records(self) -> list[SurveyRecord]:
        return [] if self.store is None else self.keep("surveys", self.store.surveys)

    def _named(self, name: str) -> Kept | None:
        """Read only the survey with that id."""
        return next((self._known(record) for record in self._records() if _id(record) == name), None)

    def _known(self, record: SurveyRecord) -> Kept:
        assert self.store is not None
        read = partial(_read, self.store, record)
        return self.keep(f"survey {record.key}", read, for_good=lambda kept: kept.final)

    def keep(self, key: str, read: Callable[[], T], for_good: Callable[[T], bool] = lambda value: False) -> T:
        """What was recently read under that key, or what is read now."""
        with self._lock:
            known = self._kept.get(key)
            if known is not None and time.monotonic() < known[0]:
                value: T = known[1]
                return value
            value = read()
            ends = math.inf if for_good(value) else time.monotonic() + KEPT_SECONDS
            self._kept[key] = (ends, value)
            return value

    def _brief(self, name: str, kept: Kept) -> Json:
        tally, survey = kept.report.tally, kept.survey
        estimate = tally.estimate
        return {
            "id": name,
            "title": str(survey),
            "game": survey.rules.game,
            "size": survey.rules.size,
            "variant": survey.rules.variant or None,
            "options": json.loads(survey.rules.options),
            "deals": str(survey.deals),
            "algorithm": str(survey.solver),
            "total": tally.total,
            "done": tally.done,
            "solved": tally.solved,
            "unsolvable": tally.unsolvable,
            "undecided": tally.undecided,
            "outcomes": dict(tally.outcomes),
            "estimate": {
                "least": estimate.least,
                "most": estimate.most,
                "low": estimate.low,
                "high": estimate.high,
                "text": str(estimate),
            },
        }


def histogram(attempts: list[Attempt], measure: str) -> list[Json]:
    """How many deals have a measure in each of several ranges, with the outcomes; none are left out.

    If there are few values, each gets a bar; many are put into ranges of equal width or, if they span several
    powers of ten, as the work of a search does, into ranges that double.
    """
    value = MEASURES[measure]
    return histogram_of([(v, attempt.outcome) for attempt in attempts if (v := value(attempt)) is not None])


def histogram_of(pairs: list[tuple[int, str]]) -> list[Json]:
    """The same of values with their outcomes."""
    if not pairs:
        return []
    low, high = min(v for v, _ in pairs), max(v for v, _ in pairs)
    edges = _edges(low, high)
    bins: list[Json] = [{"least": a, "most": b - 1, "count": 0, "outcomes": {}} for a, b in pairwise(edges)]
    for v, outcome in pairs:
        one = next(each for each in bins if each["least"] <= v <= each["most"])
        one["count"] += 1
        one["outcomes"][outcome] = one["outcomes"].get(outcome, 0) + 1
    return bins


def _edges(low: int, high: int) -> list[int]:
    if high - low < BINS:
        return list(range(low, high + 2))
    if high >= 100 * max(1, low):
        edges = [low]
        step = 1
        while edges[-1] <= high:
            while step <= edges[-1]:
                step *= 2
            edges.append(step)
        return edges
    width = math.ceil((high - low + 1) / BINS)
    return list(range(low, high + width + 1, width))


def _read(store: Store, record: SurveyRecord) -> Kept:
    survey = Survey.of(record)
    attempts = sorted(survey.standing(store).values(), key=_order)
    return Kept(survey, attempts, Report.about(survey, attempts))


def _order(attempt: Attempt) -> tuple[bool, int, str]:
    """By number; those without a number come last, by name."""
    number = attempt.deal.number
    return number is None, number or 0, attempt.deal.deal


def _id(record: SurveyRecord) -> str:
    return record.key[:ID_CHARACTERS]


def _spread(spread: Spread) -> Json:
    return dict(vars(spread))


def _deal(survey: Survey, attempt: Attempt) -> Json:
    rules = survey.rules
    return {
        "deal": attempt.deal.deal,
        "outcome": attempt.outcome,
        "length": attempt.length,
        "proved_shortest": attempt.proved_shortest,
        "expanded": attempt.expanded,
        "seconds": attempt.seconds,
        "setup": {
            "game": rules.game,
            "size": rules.size,
            "variant": rules.variant or None,
            "options": json.loads(rules.options),
            "deal": attempt.deal.deal,
            "position": None,
            "arrangement": None,
        },
    }
