"""Facts: what a store knows about the deals of a step, reduced to what the tables need."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps
from yomikiri.papers.intervals import number
from yomikiri.papers.measures import Measure
from yomikiri.papers.page import NOT_RUN, WHAT_WAS_RUN, Table
from yomikiri.papers.steps import Step
from yomikiri.search import Outcome
from yomikiri.store import Attempt, Configuration, Rules, Store
from yomikiri.surveys.deals import Deals
from yomikiri.surveys.estimate import Estimate
from yomikiri.surveys.plan import Survey, bare, better


class Fact(NamedTuple):
    """One deal."""

    outcome: str
    length: int | None
    lower: int | None
    upper: int | None
    expanded: int
    generated: int
    stored: int
    peak_bytes: int
    seconds: float
    winnable: int | None
    open: int
    """Gaps: arrangements that should be tried and are undecided."""

    @property
    def solved(self) -> bool:
        return self.outcome == Outcome.SOLVED.value

    @property
    def lost(self) -> bool:
        return self.outcome == Outcome.UNSOLVABLE.value


class Run(NamedTuple):
    """When, where and how long one attempt ran."""

    rules: Rules
    deal: str
    configuration: Configuration
    started: str
    host: str
    seconds: float

    @classmethod
    def of(cls, attempt: Attempt) -> "Run":
        deal = attempt.deal
        return cls(
            deal.rules, deal.deal, attempt.configuration, attempt.started, attempt.host, attempt.seconds
        )


@dataclass(frozen=True)
class Sample:
    """The deals of a step that were tried, by name; ``asked`` counts those that the step has."""

    asked: int
    facts: Mapping[str, Fact]
    runs: frozenset[Run] = frozenset()
    """All attempts at them, including replaced ones."""

    @classmethod
    def of(cls, survey: Survey, store: Store, *, exactly: bool = False) -> "Sample":
        """The best attempt at each deal; ``exactly``: only among those with this node limit."""
        return cls.among(
            survey.deals.count,
            (
                attempt
                for attempt in store.attempts(survey.rules, survey.solver)
                if attempt.deal.deal in survey.deals
                and not (exactly and attempt.configuration.limits.nodes != survey.limits.nodes)
            ),
        )

    @classmethod
    def among(cls, asked: int, attempts: Iterable[Attempt]) -> "Sample":
        """The best of these attempts at each deal."""
        found: dict[str, Attempt] = {}
        facts: dict[str, Fact] = {}
        runs: set[Run] = set()
        for attempt in attempts:
            name = attempt.deal.deal
            runs.add(Run.of(attempt))
            if better(attempt, found.get(name)):
                found[name] = bare(attempt)
                facts[name] = _fact(attempt)
        return cls(asked, facts, frozenset(runs))

    def __bool__(self) -> bool:
        return bool(self.facts)

    def __iter__(self) -> Iterator[Fact]:
        return iter(self.facts.values())

    @property
    def tried(self) -> int:
        return len(self.facts)

    @property
    def solved(self) -> int:
        return sum(fact.solved for fact in self)

    @property
    def lost(self) -> int:
        return sum(fact.lost for fact in self)

    @property
    def undecided(self) -> int:
        return self.tried - self.solved - self.lost

    @property
    def estimate(self) -> Estimate:
        return Estimate.of(self.solved, self.lost, self.undecided)

    def resolved(self, other: "Sample") -> "Sample":
        """The sample without the undecided deals that ``other`` knows to be lost: they have no solution."""
        return self._without(other, lambda fact: fact.lost)

    def refuted(self, other: "Sample") -> "Sample":
        """The sample without the undecided deals that ``other`` knows to be won: they have no refutation."""
        return self._without(other, lambda fact: fact.solved)

    def _without(self, other: "Sample", settled: Callable[[Fact], bool]) -> "Sample":
        known = other.facts
        kept = {
            name: fact
            for name, fact in self.facts.items()
            if fact.solved or fact.lost or name not in known or not settled(known[name])
        }
        return Sample(self.asked, kept, self.runs)


class Reading:
    """A store read for one report; it remembers what was read."""

    def __init__(self, store: Store, *, quick: bool) -> None:
        self.store, self.quick = store, quick
        self.samples: dict[Survey, Sample] = {}

    def sample(self, step: Step, *, exactly: bool = False) -> Sample:
        """The deals of a step; none if the quick size leaves it out."""
        if self.quick and not step.quick:
            return Sample(0, {})
        survey = step.quickly if self.quick else step.survey
        if survey not in self.samples:
            self.samples[survey] = Sample.of(survey, self.store, exactly=exactly)
        return self.samples[survey]

    def measured(self, measure: Measure) -> Fact | None:
        """The result of measuring one position; None if not measured, or left out of the quick size."""
        if self.quick and not measure.quick:
            return None
        # It has no numbered deals, so an empty range stands for its one position.
        survey = Survey(measure.rules, Deals(()), measure.solver, measure.limits)
        if survey not in self.samples:
            self.samples[survey] = Sample.among(1, self.store.attempts(measure.rules, measure.solver))
        return next(iter(self.samples[survey]), None)

    def table(self) -> Table:
        """What was run: every survey read, with what the store has of it, and when it was run."""
        rows = []
        for survey, sample in self.samples.items():
            expanded = sum(fact.expanded for fact in sample)
            # Sets are not searched; a bound at the root is, with nothing expanded.
            counted = expanded > 0 or survey.limits.nodes is not None
            rows.append(
                (
                    str(survey.rules),
                    str(survey.solver),
                    f"{sample.asked:,}",
                    f"{sample.tried:,}" if sample else NOT_RUN,
                    str(sample.undecided) if sample else "",
                    f"{survey.limits.nodes:,}" if survey.limits.nodes is not None else "none",
                    number(expanded) if sample and counted else "",
                    number(sum(fact.seconds for fact in sample)) if sample else "",
                    _days(sample.runs),
                    _versions(sample.runs),
                )
            )
        note = (
            "Deals are numbered from 1, the same everywhere. *Limit*: positions a deal at the first attempt; "
            "open deals may have been tried again with more. *Positions* and *seconds* (of searches, on "
            "the clock) are sums over the best attempt at each deal. " + _summary(self.samples.values())
        )
        columns = (
            "game",
            "solver",
            "deals asked",
            "tried",
            "undecided",
            "limit",
            "positions",
            "seconds",
            "days (UTC)",
            "version",
        )
        return Table(WHAT_WAS_RUN, columns, tuple(rows), note)


def _days(runs: Iterable[Run]) -> str:
    """The days of the first and the last attempt."""
    days = sorted({run.started.partition("T")[0] for run in runs})
    return " to ".join(dict.fromkeys([days[0], days[-1]])) if days else ""


def _versions(runs: Iterable[Run]) -> str:
    return ", ".join(sorted({run.configuration.version for run in runs}))


def _summary(samples: Iterable[Sample]) -> str:
    """When, where, with which versions and how long everything ran; each attempt counts once."""
    runs = frozenset[Run]().union(*(sample.runs for sample in samples))
    if not runs:
        return "Nothing was run."
    times = sorted(run.started for run in runs)
    first, last = (f"{time[:10]} {time[11:16]}" for time in (times[0], times[-1]))
    hosts = len({run.host for run in runs})
    # Add in a fixed order: floating-point sums depend on it.
    hours = sum(sorted(run.seconds for run in runs)) / 3600
    return (
        f"All attempts, those included that others replaced: {len(runs):,}, begun {first} to {last} UTC, on "
        f"{hosts} machine{'s' if hosts > 1 else ''}, {hours:.2g} hours of searches in all; "
        f"yomikiri {_versions(runs)}."
    )


def _fact(attempt: Attempt) -> Fact:
    still_open = 0
    if attempt.arrangements is not None:
        outcomes = [entry["outcome"] for entry in json.loads(attempt.arrangements).values()]
        decided = (Outcome.SOLVED.value, Outcome.UNSOLVABLE.value)
        still_open = sum(outcome not in decided for outcome in outcomes)
        if attempt.configuration.solver.options == "{}":
            still_open += len(ARRANGEMENTS) - len(outcomes)
    elif attempt.deal.rules.game == Gaps.name and not attempt.decided:
        still_open = len(ARRANGEMENTS)  # Its worker died: nothing is known about any.
    return Fact(
        attempt.outcome,
        attempt.length,
        attempt.lower_bound,
        attempt.upper_bound,
        attempt.expanded,
        attempt.generated,
        attempt.stored,
        attempt.peak_bytes,
        attempt.seconds,
        attempt.winnable,
        still_open,
    )
