"""What ``yomikiri survey list``, ``status`` and ``report`` print as JSON, for each survey."""

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yomikiri.store import Store, SurveyRecord
    from yomikiri.surveys import Report
    from yomikiri.surveys.report import Spread


def listed(record: "SurveyRecord", store: "Store") -> dict[str, Any]:
    """The question, and when it was first asked."""
    from yomikiri.surveys import Survey

    survey = Survey.of(record)
    return {
        "survey": str(survey),
        "started": record.started,
        "game": survey.rules.game,
        "size": survey.rules.size,
        "variant": survey.rules.variant,
        "options": json.loads(survey.rules.options),
        "deals": str(survey.deals),
        "count": survey.deals.count,
        "algorithm": survey.solver.algorithm,
        "solver_options": json.loads(survey.solver.options),
        "limits": {
            "nodes": survey.limits.nodes,
            "seconds": survey.limits.seconds,
            "memory": survey.limits.memory,
        },
    }


def status(record: "SurveyRecord", store: "Store") -> dict[str, Any]:
    """The same, and how far it has come."""
    return listed(record, store) | _standing(_read(record, store))


def report(record: "SurveyRecord", store: "Store") -> dict[str, Any]:
    """The same, and what was found."""
    found = _read(record, store)
    worst = found.tally.worst
    return (
        listed(record, store)
        | _standing(found)
        | {
            "estimate": {
                "least": found.tally.estimate.least,
                "most": found.tally.estimate.most,
                "low": found.tally.estimate.low,
                "high": found.tally.estimate.high,
            },
            "expanded": {outcome: _spread(spread) for outcome, spread in found.expanded.items()},
            "length": _spread(found.lengths),
            "proved_shortest": found.shortest,
            "winnable": _spread(found.winnable),
            "peak_bytes": _spread(found.memory),
            "worst": None if worst is None else {"deal": worst.deal.deal, "expanded": worst.expanded},
            "seconds": found.seconds,
            "versions": list(found.versions),
        }
    )


def _read(record: "SurveyRecord", store: "Store") -> "Report":
    from yomikiri.surveys import Report, Survey

    return Report.of(Survey.of(record), store)


def _standing(found: "Report") -> dict[str, Any]:
    tally = found.tally
    return {
        "done": tally.done,
        "solved": tally.solved,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
    }


def _spread(spread: "Spread | None") -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "count": spread.count,
        "mean": spread.mean,
        "median": spread.median,
        "nine_of_ten": spread.high,
        "most": spread.most,
    }
