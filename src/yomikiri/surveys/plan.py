"""Plans: which deals of which game a survey asks about, by which solver, within which limits.

A plan identifies itself.  Run again, it continues where it stopped: a deal is *settled* if this solver
answered its question, within any limits, or if it was stopped by a limit that is no larger now.  Crashed
deals are tried again.  A deal with several arrangements is answered when all of them are.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from yomikiri.core.errors import DamagedStore, InputError
from yomikiri.core.registry import entries
from yomikiri.search import Limits, Outcome
from yomikiri.search.algorithms import choose
from yomikiri.search.within import Within
from yomikiri.store import FAILED, Attempt, Rules, Solver, Store, SurveyRecord, canonical
from yomikiri.surveys.deals import Deals
from yomikiri.surveys.task import Task, now, perform


@dataclass(frozen=True)
class Survey:
    """A plan; :func:`plan` makes one from a description, ``Survey.of`` from the record in a store.

    ``limits`` apply to each deal, except for the memory, which all workers share.
    """

    rules: Rules
    deals: Deals
    solver: Solver
    limits: Limits

    @classmethod
    def of(cls, record: SurveyRecord) -> "Survey":
        try:
            deals = Deals.parse(record.deals)
        except InputError as error:  # They were readable when they were stored.
            raise DamagedStore(f"the survey of {record.started} is damaged: {error}") from error
        return cls(record.rules, deals, record.solver, record.limits)

    def record(self) -> SurveyRecord:
        return SurveyRecord(self.rules, str(self.deals), self.solver, self.limits, now())

    def __str__(self) -> str:
        limits = [
            f"{value:g} {unit}" if isinstance(value, float) else f"{value} {unit}"
            for value, unit in (
                (self.limits.nodes, "nodes"),
                (self.limits.seconds, "seconds"),
                (self.limits.memory, "bytes"),
            )
            if value is not None
        ]
        return ", ".join([f"{self.rules} deals {self.deals}", str(self.solver), *limits])

    def standing(self, store: Store) -> dict[str, Attempt]:
        """What is known about each deal: its answer, or else the attempt that got furthest.

        Moves are left out: a survey of a million deals must fit in memory.
        """
        found: dict[str, Attempt] = {}
        for attempt in store.attempts(self.rules, self.solver):
            name = attempt.deal.deal
            if name in self.deals and better(attempt, found.get(name)):
                found[name] = bare(attempt)
        return found


def bare(attempt: Attempt) -> Attempt:
    """An attempt without its bulky columns; arrangements are kept if some of them are open."""
    arrangements = None if attempt.complete else attempt.arrangements
    return replace(attempt, deal=replace(attempt.deal, position=""), moves=None, arrangements=arrangements)


def better(attempt: Attempt, other: Attempt | None) -> bool:
    """Whether an attempt says more than another: a complete answer or, failing that, more work done."""
    if other is None:
        return True
    mine, theirs = (attempt.decided, attempt.complete), (other.decided, other.complete)
    if mine != theirs:
        return mine > theirs
    return not attempt.complete and (attempt.message is None, attempt.expanded) >= (
        other.message is None,
        other.expanded,
    )


def settled(attempt: Attempt | None, limits: Limits) -> bool:
    """Whether trying again within these limits would be useless."""
    if attempt is None:
        return False
    had = attempt.configuration.limits
    return all(_exhausted(outcome, had, limits) for outcome in attempt.stopped_by)


def _exhausted(outcome: str, had: Limits, limits: Limits) -> bool:
    """Whether the limit that stopped an attempt is no larger now."""
    match outcome:
        case Outcome.NODE_LIMIT.value:
            return not _larger(limits.nodes, had.nodes)
        case Outcome.TIME_LIMIT.value:
            return not _larger(limits.seconds, had.seconds)
        case Outcome.MEMORY_LIMIT.value:
            return not _larger(limits.memory, had.memory)
    return False


def _larger(limit: float | None, than: float | None) -> bool:
    return than is not None and (limit is None or limit > than)


def plan(
    game: str,
    deals: str | Iterable[int],
    *,
    size: int | str | None = None,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    algorithm: str | None = None,
    shortest: bool = False,
    limits: Limits | None = None,
    **solver_options: Any,
) -> Survey:
    """The plan of a survey, with the options of :func:`yomikiri.solve`; mistakes are found before it starts.

    ``deals`` are ranges such as ``"1-1000,2001"``, or numbers.  Each deal means all its arrangements or, with
    ``first=True``, as many as it takes to win one.
    """
    ranges = Deals.parse(deals if isinstance(deals, str) else ",".join(str(number) for number in deals))
    rules = None
    for word, first, last in ranges.ranges:
        for number in {first, last}:
            task = Task(
                Rules(game, "" if size is None else str(size), variant or "", canonical(dict(options or {}))),
                f"{word}{number}",
                Solver(""),
                Limits(),
            )
            deal = task.open()
            if rules not in (None, Rules.of(deal.game)):
                raise InputError(f"deals '{ranges}' are not all of one game: expected a survey for each")
            rules = Rules.of(deal.game)
    assert rules is not None  # There is at least one range.
    within = solver_options.get("within")
    asked = None if within is None else Within.of(within)
    chosen = choose(deal.game, algorithm, shortest=shortest, within=asked)
    given = {name: value for name, value in solver_options.items() if value != _USUAL.get(name)}
    for name in given:
        if name not in _USUAL:
            raise InputError(f"unknown option '{name}' of a survey: expected one of {', '.join(_USUAL)}")
    if given.get("first") and not deal.has_arrangements:
        able = [entry.name for entry in entries().values() if entry.several is not None]
        raise InputError(
            f"first is for the arrangements of {' and '.join(able)}: one position has one answer"
        )
    survey = Survey(rules, ranges, Solver(chosen.name, canonical(given)), limits or Limits())
    if given:
        # A search that expands nothing finds incompatible options.
        tried = perform(Task(rules, next(iter(ranges)), survey.solver, Limits(nodes=0)))
        if tried.outcome == FAILED:
            raise InputError((tried.message or "").removeprefix("InputError: "))
    return survey


_USUAL: dict[str, Any] = {
    "first": False,
    "duplicates": "hash",
    "states": None,
    "symmetry": "none",
    "hash_seed": 0,
    "engine": "auto",
    "heuristic": None,
    "threads": 1,
    "within": None,
}
"""The options of a solver and their defaults, which are not recorded."""
