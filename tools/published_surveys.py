"""The surveys whose results are published in ``data``, as the page of surveys reads them.

They are told as the server tells those of a store (:mod:`yomikiri.web.survey_browser`), but for the times
that the searches took: files have none, since times are of one machine.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from yomikiri.core.catalog import variant_of
from yomikiri.search.algorithms import choose
from yomikiri.surveys import Estimate
from yomikiri.surveys.report import Spread
from yomikiri.web.survey_browser import histogram_of

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "benchmarks"))

from records import MADE, Record, records  # noqa: E402

Json = dict[str, Any]


def published() -> tuple[list[Json], dict[str, Path]]:
    """The surveys, and by survey the file that has its deals."""
    known = [record for record in records().values() if record.path.exists()]
    made = json.loads((ROOT / "data" / MADE).read_text(encoding="utf-8"))
    surveys = [_survey(record, made[record.path.name]["version"]) for record in known]
    return surveys, {record.name: record.path for record in known}


def _survey(record: Record, version: str) -> Json:
    rows = [row for _, row in sorted(record.rows().items())]
    counts = Counter(row.outcome for row in rows)
    outcomes = dict(sorted(counts.items()))
    won, lost = counts["solved"], counts["unsolvable"]
    estimate = Estimate.of(won, lost, len(rows) - won - lost)
    about, game = record.about, record.game
    several = game.name == "gaps"
    shortest = bool(about.get("shortest"))
    lengths = [int(row.length) for row in rows if row.length]
    measures = {
        "length": [] if several else [(int(row.length), row.outcome) for row in rows if row.length],
        "expanded": [(row.expanded, row.outcome) for row in rows],
    }
    return {
        "id": record.name,
        "title": about["title"],
        "game": game.name,
        "size": str(game.size),
        "variant": variant_of(game),
        "options": dict(game.options),
        "deals": f"{rows[0].deal}-{rows[-1].deal}",
        "algorithm": about.get("algorithm") or choose(game, None, shortest=shortest).name,
        "total": len(rows),
        "done": len(rows),
        "solved": won,
        "unsolvable": lost,
        "undecided": len(rows) - won - lost,
        "outcomes": outcomes,
        "estimate": vars(estimate) | {"text": str(estimate)},
        "text": "",
        "expanded": {
            name: vars(_spread([row.expanded for row in rows if row.outcome == name])) for name in outcomes
        },
        "lengths": vars(_spread(lengths)) if lengths and not several else None,
        "proved_shortest": len(lengths) if shortest else 0,
        "winnable": vars(_spread(lengths)) if lengths and several else None,
        "seconds": None,
        "versions": [version],
        "histograms": {name: histogram_of(pairs) for name, pairs in measures.items()},
        "shortest": shortest,
    }


def _spread(values: list[int]) -> Spread:
    found = Spread.of(values)
    assert found is not None
    return found
