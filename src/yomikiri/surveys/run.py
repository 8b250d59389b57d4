"""Running a survey: unsettled deals go to the executor, and their attempts go to the store.

Every attempt is on disk before the next one is handled, so whatever is killed, at most the deals being solved
are lost.  The memory limit holds for all workers together: each has its share.  A deal for which the share
was not enough is tried again at the end, alone, with all of it.
"""

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

from yomikiri.core.log import log_of
from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.store import Attempt, Store
from yomikiri.surveys.executor import Executor
from yomikiri.surveys.plan import Survey, better, settled
from yomikiri.surveys.pool import LocalPool
from yomikiri.surveys.proofs import Proofs
from yomikiri.surveys.tally import Tally
from yomikiri.surveys.task import Task

Report = Callable[[Tally], None]

LOG = log_of("surveys")


def run(
    survey: Survey,
    store: Store,
    executor: Executor | None = None,
    *,
    report: Report | None = None,
    cancel: Cancel | None = None,
    proofs: Proofs | None = None,
) -> Tally:
    """Run a survey, or continue it; returns its final tally.

    ``report`` is called at the beginning and after every deal; ``cancel`` ends the run early; ``proofs`` says
    which of the new verdicts get certificates.
    """
    executor = executor or LocalPool()
    cancel = cancel or Cancel()
    memory = executor.memory(survey.limits.memory)
    shared, alone = (replace(survey.limits, memory=amount) for amount in memory)
    store.remember(survey.record())
    known = survey.standing(store)
    # A deal that crashed counts once it has been tried again.
    tally = Tally.of(survey.deals.count, (a for a in known.values() if settled(a, alone)))
    LOG.debug("survey begins: %s, %d of %d known", survey, tally.done, tally.total)
    if report is not None:
        report(tally)
    waiting: list[str] = []
    """Deals for which the share of memory was not enough."""

    def tasks(limits: Limits, names: Iterator[str]) -> Iterator[Task]:
        for name in names:
            certified = proofs is not None and proofs.takes(survey.rules, name)
            folder = proofs.folder if proofs is not None and certified else None
            yield Task(survey.rules, name, survey.solver, limits, certificates=folder)

    def first() -> Iterator[str]:
        for name in survey.deals:
            attempt = known.get(name)
            if settled(attempt, alone):
                continue
            if _short_of_memory(attempt) and settled(attempt, shared):
                waiting.append(name)
            else:
                yield name

    def finish(found: Iterator[Attempt]) -> Iterator[Attempt]:
        # Close it in any case: that ends the workers.
        with closing(found):  # type: ignore[type-var]
            for attempt in found:
                store.record([attempt])
                yield attempt

    def count(attempt: Attempt) -> None:
        before = known.pop(attempt.deal.deal, None)
        tally.add(attempt if better(attempt, before) or before is None else before)
        LOG.debug("deal %s: %s, %d expanded", attempt.deal.deal, attempt.outcome, attempt.expanded)
        if report is not None:
            report(tally)

    for attempt in finish(executor.run(tasks(shared, first()), cancel)):
        if memory.share < memory.alone and _short_of_memory(attempt):
            waiting.append(attempt.deal.deal)
        else:
            count(attempt)
    if not cancel.is_set():
        for attempt in finish(executor.run(tasks(alone, iter(waiting)), cancel, alone=True)):
            count(attempt)
    tally.finished = not cancel.is_set() or tally.done == tally.total
    LOG.info("survey %s: %s, %s", "ends" if tally.finished else "cancelled", survey, tally.estimate)
    return tally


def _short_of_memory(attempt: Attempt | None) -> bool:
    return attempt is not None and Outcome.MEMORY_LIMIT.value in attempt.stopped_by
