"""The figures of the reproductions: what is drawn beside what, with which intervals."""

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from yomikiri import Limits
from yomikiri.papers import Figure, report
from yomikiri.papers.drawing import _beside
from yomikiri.papers.facts import Fact, Sample
from yomikiri.papers.full_game import effort_quantile
from yomikiri.papers.measures import goals, take
from yomikiri.papers.page import Panel, Series
from yomikiri.papers.published import gaps as paper_gaps
from yomikiri.papers.steps import bounds_in_search, decide_gaps, decide_superpuzz, ordered
from yomikiri.store import Store
from yomikiri.surveys import InProcess, run, wilson


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def figure(name: str, store: Store, which: str) -> Figure:
    [found] = [figure for figure in report(name, store).figures if figure.name == which]
    return found


def labelled(panel: Panel, label: str) -> Series:
    [found] = [series for series in panel.series if series.label == label]
    return found


def test_points_at_one_place_stand_beside_each_other_and_in_their_order() -> None:
    series = tuple(Series(name, [4, 5, 14], [1.0, 2.0, 3.0], look="ours") for name in "abcd")
    fit = Series("fit", [4, 14], [1.0, 3.0], look="fit")
    *drawn, line = _beside(Panel("columns", "positions", (*series, fit)))
    assert line == fit
    for place, x in enumerate((4, 5, 14)):
        at = [found.x[place] for found in drawn]
        assert at == sorted(set(at))
        assert sum(at) / 4 == pytest.approx(x)
        assert at[-1] - at[0] < 0.25
    assert _beside(Panel("columns", "positions", (series[0], fit))) == [series[0], fit]


def test_the_fits_stand_beside_what_was_measured_at_full_size(store: Store) -> None:
    for size, nodes in ((11, 20), (13, 50_000)):
        survey = replace(decide_superpuzz(size).survey, limits=Limits(nodes=nodes))
        run(replace(survey, deals=replace(survey.deals, ranges=(("", 1, 12),))), store, InProcess())
    [table] = [t for t in report("gaps-superpuzz", store).tables if t.title.startswith("What it took at 11")]
    rows = {row[:2]: row for row in table.rows}
    assert set(rows) == {(kind, size) for kind in ("solvable", "unsolvable") for size in ("11", "12", "13")}
    solvable = rows["solvable", "13"]
    assert "undecided" in solvable[2]
    assert solvable[4] == "9.39e8"
    assert solvable[5].startswith("over ")
    assert solvable[6] == "6.46e11"
    assert solvable[7] == "not comparable: another search"
    assert rows["solvable", "11"][2] == "0 and 12 undecided"
    assert rows["unsolvable", "12"][2:] == ("not run", "", "2.18e9", "", "2.29e10", "not run")
    panels = figure("gaps-superpuzz", store, "first").panels
    assert [panel.title for panel in panels] == ["a  mean", "b  largest"]
    for index, panel in enumerate(panels):
        assert panel.log_y
        measured = labelled(panel, "Superpuzz, decide")
        assert measured.x == [13]
        assert measured.high == [math.inf]
        printed = [row[index] for row in paper_gaps.SUPERPUZZ_FIRST.values()]
        assert list(labelled(panel, "Superpuzz, paper").y) == printed
        assert max(labelled(panel, "the paper's fit").x) == 13


def test_the_printed_extrapolation_stands_beside_the_measured_shares(store: Store) -> None:
    run(replace(decide_superpuzz(13), quick="1-2").quickly, store, InProcess())
    [panel] = figure("gaps-superpuzz", store, "solvable").panels
    assert list(labelled(panel, "Superpuzz, ours").x) == [13]
    crosses = labelled(panel, "paper's extrapolation")
    assert dict(zip(crosses.x, crosses.y, strict=True)) == {11: 0.770, 12: 0.763, 13: 0.756}


def test_distributions_are_drawn_with_intervals(store: Store) -> None:
    run(replace(decide_gaps(5), quick="1-20").quickly, store, InProcess())
    take(replace(goals(4), deals="1-5"), store)
    panels = figure("gaps-superpuzz", store, "winnable").panels
    assert [len(panel.series) for panel in panels] == [2, 1, 2]
    for panel in panels:
        for series in panel.series:
            assert all(
                low <= y <= high for low, y, high in zip(series.low, series.y, series.high, strict=True)
            )
    printed = labelled(panels[0], "paper")
    low, high = wilson(47, 722)
    assert (printed.low[0], printed.high[0]) == (low, high)


def test_a_bound_that_proves_nothing_is_drawn_as_an_open_end(store: Store) -> None:
    for bound in ("home", "relaxed"):
        survey = replace(bounds_in_search(bound), quick="3").quickly
        run(survey, store, InProcess()) if bound == "relaxed" else None
    [found] = [a for a in store.attempts() if a.deal.deal == "3"]
    solver = bounds_in_search("home").survey.solver
    given_up = replace(found, configuration=replace(found.configuration, solver=solver))
    store.record([replace(given_up, outcome="node_limit", moves=None, length=None, expanded=5_000_000)])
    panel = figure("freecell-heuristics", store, "bounds").panels[1]
    deal = labelled(panel, "deal 3")
    assert list(deal.x) == [0, 4]
    assert list(deal.y) == [5_000_000, found.expanded]
    assert list(deal.high) == [math.inf, found.expanded]


def fact(expanded: int, outcome: str = "solved") -> Fact:
    return Fact(outcome, None, None, None, expanded, 0, 0, 0, 0.0, None, 0)


def test_the_interval_of_a_quantile_has_the_binomial_ranks() -> None:
    sample = Sample(1000, {str(n): fact(n) for n in range(1, 1001)})
    value, low, high = effort_quantile(sample, 0.5)
    # Of 1000 fair coins, 469 to 531 heads are 95 %.
    assert (value, low, high) == (500, 469, 531)
    assert effort_quantile(sample, 0.99)[1:] == (983, 997)


def test_undecided_deals_leave_a_quantile_open_above() -> None:
    facts = {str(n): fact(n) for n in range(1, 991)}
    facts |= {str(n): fact(500, "node_limit") for n in range(991, 1001)}
    sample = Sample(1000, facts)
    assert effort_quantile(sample, 0.5)[2] < math.inf
    assert effort_quantile(sample, 0.99)[2] == math.inf
    assert math.isinf(effort_quantile(Sample(10, {"1": fact(5)}), 0.5)[2])


def test_what_depth_first_search_gave_up_is_no_largest_value(store: Store) -> None:
    survey = replace(ordered(5, "depth-first-aces-last"), quick="1-30").quickly
    run(replace(survey, limits=Limits(nodes=100)), store, InProcess())
    panel = figure("gaps-superpuzz", store, "first").panels[1]
    assert labelled(panel, "Superpuzz, ours").high == [math.inf]
