"""The second opinion: stored answers, all or a sample, decided again by another algorithm.

The integrity check of a store finds damage.  It cannot find a wrong verdict, whether the solver erred or
somebody changed it: proofs of absence are not stored.  So we prove it again, within limits, with an algorithm
that did not produce the answer: first breadth-first search, which knows no bounds and leaves nothing out,
then anything that searches differently, with another heuristic where there is a choice and with whole
positions instead of fingerprints.

The choice of answers depends only on what they are about and on the seed, so a sample is the same in every
copy of a store.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from heapq import nsmallest
from typing import Any

from yomikiri.core.errors import YomikiriError
from yomikiri.games import Game
from yomikiri.search import Cancel, Limits
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import algorithms, heuristics
from yomikiri.store import Attempt, Solver, Store, canonical
from yomikiri.store.attempt import read_object
from yomikiri.surveys.claim import Claim, Question, Refuted, claims_of, positions_of
from yomikiri.surveys.executor import Executor
from yomikiri.surveys.tally import Gauge
from yomikiri.surveys.task import Task

LIMITS = Limits(nodes=1_000_000, seconds=10.0)
"""The default limits of a search: enough for small deals."""
PYTHON_SHARE = 500
"""A search in Python gets this many times fewer nodes: it takes a millisecond per position."""
NAMED = 10
"""How many of the answers that stay open are named."""
BY_THEMSELVES = "their moves and bounds"

Report = Callable[[Gauge], None]


@dataclass
class Recheck:
    """The result of checking answers again."""

    total: int
    """Answers in the store."""
    seed: int | None
    """The seed of the sample; None if all were taken."""
    limits: Limits
    chosen: Counter[str] = field(default_factory=Counter)
    """By what they claim: unsolvable, shortest, solved, bounds."""
    proved: Counter[str] = field(default_factory=Counter)
    by: Counter[str] = field(default_factory=Counter)
    """By which solver proved them."""
    open: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Answers that another search disproves, one line each."""
    finished: bool = True

    def lines(self) -> list[str]:
        """The figures as text, without ``wrong``."""
        count, proved = self.chosen.total(), self.proved.total()
        which = "all" if self.seed is None else f"{count:,} of {self.total:,}"
        drawn = "" if self.seed is None else f", seed {self.seed}"
        within = [
            f"{self.limits.nodes:,} nodes" if self.limits.nodes is not None else "",
            f"{self.limits.seconds:g} seconds" if self.limits.seconds is not None else "",
        ]
        limits = " and ".join(word for word in within if word) or "no limits"
        kinds = ", ".join(f"{self.proved[kind]:,} of {n:,} {kind}" for kind, n in sorted(self.chosen.items()))
        lines = [f"decided again: {which} answers{drawn}, within {limits} a search"]
        if count:
            lines.append(f"  proved again: {proved:,} of {count:,} ({proved / count:.1%}): {kinds}")
        if self.by:
            lines.append("  by " + ", ".join(f"{who}: {n:,}" for who, n in self.by.most_common()))
        if self.open:
            names = "; ".join(self.open[:NAMED]) + ("; …" if len(self.open) > NAMED else "")
            lines.append(f"  not decided within the limits: {len(self.open):,}: {names}")
        lines.append(f"  disagree: {len(self.wrong):,}")
        if not self.finished:
            lines.append(f"  stopped: {count - proved - len(self.open) - len(self.wrong):,} not looked at")
        return lines


@dataclass
class _Case:
    """An answer in progress: which parts of it are open, and which solvers are left to try."""

    attempt: Attempt
    game: Game[Any, Any]
    kind: str
    questions: dict[str, Question]
    askable: Iterator[Solver]

    @property
    def name(self) -> str:
        return f"{self.attempt.deal}, {self.attempt.configuration.solver}"

    def next_solver(self) -> Solver | None:
        """The next solver for what is open."""
        solver = next(self.askable, None)
        if solver is None or "" in self.questions:
            return solver
        options = read_object("options", solver.options)
        return Solver(solver.algorithm, canonical(options | {"arrangements": sorted(self.questions)}))


def recheck(
    store: Store,
    executor: Executor,
    *,
    sample: int | None = None,
    seed: int = 0,
    limits: Limits = LIMITS,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Recheck:
    """Decide stored answers again: ``sample`` of them, drawn by ``seed``, or all.

    Damaged rows have been named by the integrity check and are left out.
    """
    cancel = cancel or Cancel()
    total = 0

    def answers() -> Iterator[Attempt]:
        nonlocal total
        for attempt in store.attempts(damaged=lambda problem: None):
            if _says_something(attempt):
                total += 1
                yield attempt

    chosen = list(answers()) if sample is None else nsmallest(sample, answers(), key=_rank(seed))
    found = Recheck(total, None if sample is None else seed, limits)
    gauge = Gauge("answers decided again", 0, len(chosen))

    def tell() -> None:
        gauge.done = len(found.open) + len(found.wrong) + found.proved.total()
        gauge.over = gauge.done == gauge.total
        if report is not None:
            report(gauge)

    waiting: list[_Case] = []
    for attempt in chosen:
        case = _opened(attempt, found)
        if case is not None:
            waiting.append(case)
        tell()
    while waiting and not cancel.is_set():
        waiting = _round(waiting, executor, found, cancel, tell)
    found.finished = not waiting
    return found


def _says_something(attempt: Attempt) -> bool:
    try:
        return any(claim.says_something for claim in claims_of(attempt).values())
    except YomikiriError:
        return True  # It will be refuted.


def _rank(seed: int) -> Callable[[Attempt], tuple[bytes, str]]:
    """Rank by the question and its solver; the memory limit, which varies, only breaks ties."""

    def rank(attempt: Attempt) -> tuple[bytes, str]:
        rules, configuration = attempt.deal.rules, attempt.configuration
        about = [rules.game, rules.size, rules.variant, rules.options, attempt.deal.deal]
        text = "\n".join([str(seed), *about, configuration.solver.key])
        return hashlib.sha256(text.encode()).digest(), configuration.key

    return rank


def _opened(attempt: Attempt, found: Recheck) -> _Case | None:
    """The case of an answer, or None if it needs no search; updates the figures."""
    where = f"{attempt.deal}, {attempt.configuration.solver}"
    kind = _kind(attempt)
    found.chosen[kind] += 1
    try:
        claims = claims_of(attempt)
        deal = Task.about(attempt.deal, attempt.configuration.solver, Limits()).open()
        positions = positions_of(deal, iter(claims))
        asked = {}
        for name, claim in claims.items():
            try:
                question = claim.question(deal.game, positions[name])
            except (YomikiriError, ValueError, LookupError) as error:
                raise Refuted(f"{name}: {error}" if name else str(error)) from None
            if question is not None:
                asked[name] = question
    except (YomikiriError, ValueError, LookupError) as error:
        found.wrong.append(f"{where}: {error}")
        return None
    if not asked:
        found.proved[kind] += 1
        found.by[BY_THEMSELVES] += 1
        return None
    shortest = any(question.shortest for question in asked.values())
    made_by = attempt.configuration.solver
    return _Case(attempt, deal.game, kind, asked, others(deal.game, made_by, shortest=shortest))


def _kind(attempt: Attempt) -> str:
    if attempt.outcome == "solved":
        return "shortest" if attempt.proved_shortest else "solved"
    return "unsolvable" if attempt.outcome == "unsolvable" else "bounds"


def others(game: Game[Any, Any], made_by: Solver, *, shortest: bool) -> Iterator[Solver]:
    """Solvers that can give a second opinion, the most independent and the quickest first."""
    known = algorithms(game)

    def preference(entry: Algorithm) -> tuple[bool, ...]:
        return entry.name != "breadth-first", not entry.in_kernel, not entry.shortest

    # If several only order the same plain search differently, one is enough.
    able = [entry for entry in known.values() if entry.shortest or not (entry.twin or shortest)]
    for entry in sorted(able, key=preference):
        if entry.name == made_by.algorithm:
            continue
        options: dict[str, Any] = {}
        if entry.kernel is not None and entry.states != "exact":
            options["states"] = "exact"
        if heuristic := _other_heuristic(game, entry, made_by):
            options["heuristic"] = heuristic
        yield Solver(entry.name, canonical(options))


def _other_heuristic(game: Game[Any, Any], entry: Algorithm, made_by: Solver) -> str | None:
    """A heuristic that the answer does not rest on, and that needs no tables; None for the default."""
    maker = algorithms(game).get(made_by.algorithm)
    if maker is None or not maker.heuristics:
        return None
    used = read_object("solver_options", made_by.options).get("heuristic", maker.heuristics[0])
    plain = heuristics(game)
    return next((name for name in entry.heuristics if name in plain and name != used), None)


def _round(
    cases: Iterable[_Case], executor: Executor, found: Recheck, cancel: Cancel, tell: Callable[[], None]
) -> list[_Case]:
    """Try one solver on every case; returns those that are still open."""
    share = executor.memory(found.limits.memory).share
    asked: dict[Task, list[_Case]] = {}
    for case in cases:
        solver = case.next_solver()
        if solver is None:
            found.open.append(case.name)
            continue
        limits = replace(found.limits, memory=share)
        if limits.nodes is not None and not algorithms(case.game)[solver.algorithm].in_kernel:
            limits = replace(limits, nodes=-(-limits.nodes // PYTHON_SHARE))
        asked.setdefault(Task.about(case.attempt.deal, solver, limits), []).append(case)
    tell()
    waiting = {_key(task.rules, task.deal, task.solver): cases for task, cases in asked.items()}
    with closing(executor.run(iter(asked), cancel)) as answers:  # type: ignore[type-var]
        for answer in answers:
            solver = answer.configuration.solver
            key = _key(answer.deal.rules, answer.deal.deal, solver)
            waiting[key] = [case for case in waiting[key] if not _settled(case, answer, found)]
            tell()
    return [case for cases in waiting.values() for case in cases]


def _key(*about: Any) -> tuple[Any, ...]:
    return about


def _settled(case: _Case, answer: Attempt, found: Recheck) -> bool:
    """Whether another answer settles a case; what is proved is removed from it."""
    algorithm = answer.configuration.solver.algorithm
    for name, claim in _claims_or_none(answer).items():
        if name not in case.questions:
            continue
        try:
            if case.questions[name].proved_by(claim):
                del case.questions[name]
        except Refuted as error:
            where = f"{case.name}, {name}" if name else case.name
            found.wrong.append(f"{where}: {str(error).format(algorithm)}")
            return True
    if case.questions:
        return False
    found.proved[case.kind] += 1
    found.by[algorithm] += 1
    return True


def _claims_or_none(answer: Attempt) -> dict[str, Claim]:
    return {} if answer.message is not None else claims_of(answer)
