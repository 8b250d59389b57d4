"""The reproductions where deals were left open: never dropped, and never compared as if they were known."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from yomikiri import Limits
from yomikiri.papers import report
from yomikiri.papers.steps import decide_gaps, sliding
from yomikiri.store import Attempt, Configuration, DealRecord, Store
from yomikiri.surveys import InProcess, Survey, run


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def row(store: Store, name: str, title: str, first: str) -> tuple[str, ...]:
    [table] = [table for table in report(name, store).tables if table.title == title]
    return next(row for row in table.rows if row[0] == first)


def attempt(survey: Survey, deal: str, outcome: str, **columns: object) -> Attempt:
    """An attempt that nobody made."""
    game = survey.rules.make()
    position = game.layout(int(deal)) if survey.rules.game == "gaps" else game.deal(int(deal))  # type: ignore[attr-defined]
    return Attempt(
        DealRecord(survey.rules, deal, game.format_position(position)),
        Configuration(survey.solver, survey.limits, "0"),
        outcome,
        "here",
        "2026-01-31T12:00:00Z",
        **columns,  # type: ignore[arg-type]
    )


def ends(cell: str) -> tuple[float, float]:
    low, high = cell.split("(")[1].rstrip(")").split(" to ")
    return float(low), float(high)


def test_a_deal_of_gaps_whose_worker_died_widens_the_share_of_one_arrangement(store: Store) -> None:
    survey = replace(decide_gaps(5), quick="1-30").quickly
    run(survey, store, InProcess())
    low, high = ends(row(store, "full-game", "Gaps", "5")[-1])
    store.record([attempt(survey, "31", "crashed", message="died")])
    lower, higher = ends(row(store, "full-game", "Gaps", "5")[-1])
    assert lower < low
    assert higher > high


def test_a_distribution_with_open_deals_is_not_compared(store: Store) -> None:
    title = "Table 3: winnable arrangements of Gaps"
    survey = replace(decide_gaps(5), quick="1-60").quickly
    run(survey, store, InProcess())
    assert row(store, "gaps-superpuzz", title, "5")[-1] in ("agrees", "differs")
    assert row(store, "gaps-superpuzz", title, "12")[2] == "not run"
    store.record([attempt(survey, "61", "crashed", message="died")])
    assert row(store, "gaps-superpuzz", title, "5")[-1] == "not comparable: 1 not counted to the end"


def test_a_row_of_which_the_paper_has_lost_a_cell_says_so(store: Store) -> None:
    run(replace(decide_gaps(12), quick="1").quickly, store, InProcess())
    found = row(store, "gaps-superpuzz", "Table 3: winnable arrangements of Gaps", "12")
    assert found[-1] == "not comparable: a cell of the paper's row is lost"


def test_instances_of_the_fifteen_puzzle_that_were_given_up_open_the_mean(store: Store) -> None:
    for name, scale in (("manhattan", 1000), ("manhattan+gap0", 100)):
        survey = sliding(name).survey
        store.record(
            attempt(survey, str(deal), "solved", length=0, moves="", generated=scale * deal)
            for deal in range(1, 41)
        )
        found = row(store, "gap-sets", "Table 2: IDA* with gap sets", "manhattan")
        assert "open" not in found[2]
    title = "Table 2: what is left of Manhattan's nodes"
    assert row(store, "gap-sets", title, "gap0 on 8 cells")[-1] == "differs"
    limited = replace(sliding("manhattan").survey, limits=Limits(nodes=5))
    store.record([attempt(limited, "41", "node_limit", generated=5)])
    found = row(store, "gap-sets", "Table 2: IDA* with gap sets", "manhattan")
    assert found[1] == "40 and 1 undecided"
    assert found[2].endswith("to open)")
    assert row(store, "gap-sets", title, "gap0 on 8 cells")[-1] == "not comparable: 1 undecided"
