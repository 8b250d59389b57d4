"""Running: everything that a report reads is run once, into a store.

All surveys and measures are resumable: whatever stops a run, the same command continues it.
"""

from collections.abc import Callable
from dataclasses import replace

from yomikiri.papers.measures import Measure, measures, take
from yomikiri.papers.steps import order
from yomikiri.search import Cancel
from yomikiri.store import Store
from yomikiri.surveys.deals import Deals
from yomikiri.surveys.executor import Executor
from yomikiri.surveys.plan import Survey
from yomikiri.surveys.run import run
from yomikiri.surveys.tally import Standing

Told = Callable[[str], None]
Report = Callable[[Standing], None]


def surveys_of(name: str | None, *, quick: bool = False, deals: int | None = None) -> list[Survey]:
    """The surveys of a report, or without a name of all, in the order in which they are run.

    ``deals`` makes samples smaller: at most that many deals of each survey.
    """
    found: dict[object, Survey] = {}
    for place, step in enumerate(order()):
        if (name is not None and name not in step.names) or (quick and not step.quick):
            continue
        survey = _cut(step.quickly if quick else step.survey, deals)
        # A full run takes large surveys in several portions, one report or a quick run in one.
        key = place if name is None and not quick and deals is None else replace(survey, deals=Deals(()))
        if key not in found or survey.deals.count > found[key].deals.count:
            found[key] = survey
    return list(found.values())


def measures_of(name: str | None, *, quick: bool = False, deals: int | None = None) -> list[Measure]:
    """The measures of a report, or of all; with ``quick``, only those of the quick size, with its deals."""
    found = [measure for measure in measures() if name in (None, measure.name)]
    if quick:
        found = [replace(measure, deals=measure.quick) for measure in found if measure.quick]
    return [_cut_measure(measure, deals) for measure in found]


def _cut(survey: Survey, deals: int | None) -> Survey:
    if deals is None or survey.deals.count <= deals:
        return survey
    names = [name for name, _ in zip(survey.deals, range(deals), strict=False)]
    return replace(survey, deals=Deals.parse(",".join(names)))


def _cut_measure(measure: Measure, deals: int | None) -> Measure:
    if deals is None or measure.deals == "goal":
        return measure
    return replace(measure, deals=_fewer(measure.deals, deals), quick=_fewer(measure.quick, deals))


def _fewer(ranges: str, deals: int) -> str:
    last = int(ranges.rpartition("-")[2])
    return f"1-{min(last, deals)}"


def run_all(
    name: str | None,
    store: Store,
    executor: Executor | None = None,
    *,
    quick: bool = False,
    deals: int | None = None,
    report: Report | None = None,
    told: Told | None = None,
    cancel: Cancel | None = None,
) -> bool:
    """Run what the report of that name needs, or what all need; returns whether it finished.

    ``told`` gets a line when something begins; ``report`` gets the progress.
    """
    cancel = cancel or Cancel()
    surveys = surveys_of(name, quick=quick, deals=deals)
    extra = measures_of(name, quick=quick, deals=deals)
    total = len(surveys) + len(extra)
    for place, survey in enumerate(surveys, 1):
        if cancel.is_set():
            return False
        if told is not None:
            told(f"{place} of {total}: {survey}")
        run(survey, store, executor, report=report, cancel=cancel)
    for place, measure in enumerate(extra, len(surveys) + 1):
        if cancel.is_set():
            return False
        if told is not None:
            told(f"{place} of {total}: {measure}")
        take(measure, store, quick=quick, cancel=cancel, report=report)
    return not cancel.is_set()
