"""Tasks: one deal for one solver within limits, a value sent to any worker, which returns an attempt."""

import json
import socket
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from yomikiri.core.catalog import open_deal, read_deal
from yomikiri.core.deal import Deal
from yomikiri.core.errors import shown
from yomikiri.core.installed import version
from yomikiri.search import Cancel, DealResult, Limits, Outcome, Result, solve, solve_deal
from yomikiri.store import CRASHED, FAILED, Attempt, Configuration, DealRecord, Rules, Solver, canonical
from yomikiri.surveys.proofs import write_proofs


@dataclass(frozen=True)
class Task:
    """A deal to solve; ``limits.memory`` is what this one search may take."""

    rules: Rules
    deal: str
    solver: Solver
    limits: Limits
    position: str | None = None
    """The position itself, if it should not be dealt by its number or name."""
    certificates: str | None = None
    """A folder for the certificates of the verdicts."""

    @classmethod
    def about(cls, deal: DealRecord, solver: Solver, limits: Limits) -> "Task":
        """The task to solve a deal as stored."""
        return cls(deal.rules, deal.deal, solver, limits, deal.position)

    def open(self) -> Deal:
        rules = self.rules
        options = json.loads(rules.options)
        if self.position is not None:
            return read_deal(rules.game, self.position, rules.size or None, rules.variant or None, options)
        return open_deal(rules.game, self.deal, rules.size or None, rules.variant or None, options)

    def perform(self, cancel: Cancel | None = None) -> Attempt:
        """:func:`perform` this."""
        return perform(self, cancel)

    def crashed(self, reason: str) -> Attempt:
        """What is stored if the worker dies."""
        return crashed(self, reason)


def now() -> str:
    """The time in UTC, as the store writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def perform(task: Task, cancel: Cancel | None = None) -> Attempt:
    """Solve the deal of a task.  Errors become the answer, so that a survey can go on."""
    started = now()
    try:
        return _answered(task, started, cancel)
    except MemoryError:
        return _attempt(task, Outcome.MEMORY_LIMIT.value, started)
    except Exception as error:
        return _attempt(task, FAILED, started, message=shown(f"{type(error).__name__}: {error}", 500))


def crashed(task: Task, reason: str) -> Attempt:
    """What is stored for a task whose worker died."""
    return _attempt(task, CRASHED, now(), message=reason)


def _answered(task: Task, started: str, cancel: Cancel | None) -> Attempt:
    deal = task.open()
    options: dict[str, Any] = json.loads(task.solver.options)
    options |= {"algorithm": task.solver.algorithm, "limits": task.limits, "cancel": cancel}
    if not deal.has_arrangements:
        result = solve(deal.game, deal.position, **options)
        columns = _columns(deal, deal.position, result) | _proved(task, deal, {"": result}, cancel)
        return _attempt(task, result.outcome.value, started, **columns)
    answer = solve_deal(deal, **options)
    columns = _deal_columns(deal, answer) | _proved(task, deal, dict(answer.results), cancel)
    return _attempt(task, answer.outcome.value, started, **columns)


def _proved(task: Task, deal: Deal, results: dict[str, Result], cancel: Cancel | None) -> dict[str, Any]:
    """Write the certificates; returns their column."""
    if task.certificates is None:
        return {}
    return {"certificates": write_proofs(task.certificates, deal, results, task.limits, cancel)}


def _columns(deal: Deal, position: Any, result: Result) -> dict[str, Any]:
    moves = None if result.moves is None else " ".join(deal.game.write_moves(position, result.moves))
    return {
        "proof": result.proof.value,
        "error_bound": result.error_bound,
        "length": result.length,
        "moves": moves,
        "proved_shortest": result.proved_shortest,
        "certified": result.certified,
        "lower_bound": result.lower_bound,
        "upper_bound": result.upper_bound,
        "expanded": result.expanded,
        "generated": result.generated,
        "stored": result.stored,
        "peak_bytes": result.peak_bytes,
        "seconds": result.seconds,
    }


def _deal_columns(deal: Deal, answer: DealResult) -> dict[str, Any]:
    """A deal with arrangements: sums, the best of its solutions, and the details of each arrangement."""
    entries = {
        name: {"outcome": result.outcome.value} | _columns(deal, deal.positions[name], result)
        for name, result in answer.results.items()
    }
    best: dict[str, Any] = entries[answer.best] if answer.best is not None else {}
    lowers = [result.lower_bound for result in answer.results.values() if result.lower_bound is not None]
    proofs = {result.proof.value for result in answer.results.values()}
    return {
        "proof": "exact" if proofs == {"exact"} else "fingerprint",
        "error_bound": min(1.0, sum(result.error_bound for result in answer.results.values())),
        "length": best.get("length"),
        "moves": best.get("moves"),
        "proved_shortest": False,
        "certified": best.get("certified", False),
        "lower_bound": min(lowers, default=None),
        "upper_bound": best.get("length"),
        "expanded": answer.expanded,
        "generated": answer.generated,
        "stored": answer.stored,
        "peak_bytes": answer.peak_bytes,
        "seconds": answer.seconds,
        "winnable": answer.winnable,
        "arrangements": canonical(entries),
    }


def _attempt(task: Task, outcome: str, started: str, **columns: Any) -> Attempt:
    deal = task.open()
    return Attempt(
        deal=DealRecord(task.rules, task.deal, deal.text),
        configuration=Configuration(task.solver, task.limits, version()),
        outcome=outcome,
        host=socket.gethostname(),
        started=started,
        **columns,
    )
