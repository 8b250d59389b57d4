"""The reproductions: what they run, that they go on, what they say, and figures that are always the same."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from survey_tools import Noting

from yomikiri import Cancel, InputError, Limits, Superpuzz
from yomikiri.papers import NAMES, Figure, index, report
from yomikiri.papers.drawing import draw
from yomikiri.papers.measures import GOALS, gap_set, goals, take
from yomikiri.papers.page import NOT_RUN, WHAT_WAS_RUN, Panel, Series
from yomikiri.papers.published import gaps as paper_gaps
from yomikiri.papers.running import measures_of, run_all, surveys_of
from yomikiri.papers.steps import (
    decide_gaps,
    decide_superpuzz,
    order,
    ordered,
    plain_gaps,
    shortest_freecell,
    sliding,
    stubborn,
)
from yomikiri.store import Attempt, Configuration, DealRecord, Store
from yomikiri.surveys import InProcess, plan, run, wilson


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "results.db")) as opened:
        yield opened


def cells(name: str, store: Store, title: str, *, quick: bool = False) -> dict[str, tuple[str, ...]]:
    """The rows of a table by their first cell."""
    [table] = [table for table in report(name, store, quick).tables if table.title == title]
    return {row[0]: row for row in table.rows}


# -- what the papers say ---------------------------------------------------------------------------


def test_distributions_of_the_paper_add_up_to_its_solvable_deals() -> None:
    for size, row in paper_gaps.GAPS_ARRANGEMENTS.items():
        assert (len(row), sum(row)) == (24, paper_gaps.GAPS_SOLVABLE[size])
    for size, row in paper_gaps.SUPERPUZZ_GOALS.items():
        assert (len(row), sum(row)) == (24, paper_gaps.SUPERPUZZ_SOLVABLE[size])


# -- what is run -----------------------------------------------------------------------------------


def test_steps_are_what_the_words_of_a_survey_make() -> None:
    limits = Limits(20_000_000, None, 2**32)
    assert decide_superpuzz(7).survey == plan("superpuzz", "1-1000", size=7, limits=limits)
    limits = replace(limits, nodes=30_000_000)
    assert ordered(5, "priority-2").survey == plan(
        "superpuzz", "1-100", size=5, algorithm="priority-2", limits=limits
    )
    limits = replace(limits, nodes=100_000_000)
    assert plain_gaps(14).survey == plan(
        "gaps", "1-100", size=14, algorithm="depth-first", first=True, limits=limits
    )
    limits = replace(limits, nodes=20_000_000)
    assert shortest_freecell().survey == plan("freecell", "1-1000", shortest=True, limits=limits)
    rules = plan("sliding", "1", size="4x4", options={"goal": "blank-first"}).rules
    assert sliding("manhattan").survey.rules == rules


def test_every_step_belongs_to_a_report_and_every_report_has_some() -> None:
    named = {name for step in order() for name in step.names}
    assert named == set(NAMES)
    assert {measure.name for measure in measures_of(None)} <= set(NAMES)


def test_a_full_run_ends_with_everything_that_its_reports_ask_for() -> None:
    helped: dict[object, int] = {}
    for survey in surveys_of(None):
        key = (survey.rules, survey.solver, survey.limits)
        helped[key] = max(helped.get(key, 0), survey.deals.count)
    for name in NAMES:
        asked = {(s.rules, s.solver, s.limits): s.deals.count for s in surveys_of(name)}
        assert asked
        assert {key: helped[key] for key in asked} == asked


def test_samples_can_be_made_smaller() -> None:
    assert {survey.deals.count for survey in surveys_of("full-game", deals=3)} == {3}
    assert [m.deals for m in measures_of("gaps-superpuzz", deals=7)] == ["1-7", "1-7"]
    assert max(survey.deals.count for survey in surveys_of(None, quick=True)) == 100
    assert list(map(str, measures_of(None, quick=True))) == [
        "superpuzz 4 deals 1-100, count-goals",
        "superpuzz 5 deals 1-5, count-goals",
        "sliding 4x4 goal=blank-first, gap-set cells=8 gap=0",
    ]


def test_a_reproduction_that_is_named_again_runs_nothing_twice(store: Store) -> None:
    first, again = Noting(), Noting()
    assert run_all("superpuzz-priority", store, first, quick=True, deals=2)
    assert run_all("superpuzz-priority", store, again, quick=True, deals=2)
    assert len(first.given) == 2 * 4 * 4
    assert again.given == []


def test_a_cancelled_reproduction_goes_on_where_it_stopped(store: Store) -> None:
    cancel, first, again = Cancel(), Noting(), Noting()
    told: list[str] = []

    def stop(line: str) -> None:
        told.append(line)
        if len(told) == 3:
            cancel.set()

    done = run_all("superpuzz-priority", store, first, quick=True, deals=2, told=stop, cancel=cancel)
    assert not done
    known = len(list(store.attempts()))
    assert 0 < known < 32
    assert run_all("superpuzz-priority", store, again, quick=True, deals=2)
    assert known + len(again.given) == len(list(store.attempts())) == 32


# -- measures --------------------------------------------------------------------------------------


def test_goals_are_counted_as_plain_breadth_first_search_counts_them(store: Store) -> None:
    measure = replace(goals(4), deals="5,8,31-40")
    take(measure, store)
    compared = 0
    for attempt in store.attempts(measure.rules, GOALS):
        game = Superpuzz(4)
        start = game.deal(int(attempt.deal.deal))
        if attempt.stored > 5_000:
            continue
        seen, waiting = {start}, [start]
        while waiting:
            position = waiting.pop()
            for move in game.moves(position):
                child = game.play(position, move)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        assert attempt.winnable == sum(map(game.is_goal, seen))
        assert attempt.winnable == 24 or attempt.stored == len(seen)
        compared += 1
    assert compared > 2
    assert list(store.check()) == []


def test_the_gap_set_of_the_paper_comes_out_to_the_node(store: Store) -> None:
    take(gap_set(0, 8), store)
    assert cells("gap-sets", store, "Table 1: patterns and nodes")["Gap0, 8 cells"][1:] == (
        "4,233,704",
        "4,233,704",
        "1,489,107",
        "1,489,107",
        "11,912,856",
        "7,870,996",
        "agrees",
    )
    assert list(store.check()) == []


# -- what is said ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_report_of_an_empty_store_says_that_nothing_was_run(name: str, store: Store) -> None:
    found = report(name, store)
    assert found.name == name
    assert found.tables
    for table in found.tables:
        assert all(len(row) == len(table.columns) for row in table.rows)
    verdicts = {verdict for table in found.tables for verdict in table.verdicts}
    assert not {"agrees", "differs"} & verdicts
    assert NOT_RUN in found.markdown()
    assert NOT_RUN in found.plain()
    assert found.plain().startswith(f"{found.title}\n{'=' * len(found.title)}\n\n")


def test_a_report_sets_ours_beside_the_papers(store: Store) -> None:
    run(replace(decide_superpuzz(4), quick="1-60").quickly, store, InProcess())
    row = cells("gaps-superpuzz", store, "Table 2: solvable deals of Superpuzz")["4"]
    low, high = wilson(58, 60)
    ours = f"96.7 % ({100 * low:.1f} to {100 * high:.1f})"
    assert row == ("4", "60 of 1000", "58 / 2 / 0", ours, "88.1 % (85.9 to 90.0)", "differs")


def test_undecided_deals_widen_a_share_and_are_counted(store: Store) -> None:
    survey = decide_superpuzz(6).survey
    hard = replace(survey, deals=replace(survey.deals, ranges=(("", 1, 40),)), limits=Limits(nodes=150))
    run(hard, store, InProcess())
    row = cells("full-game", store, "Superpuzz")["6"]
    solvable, lost, undecided = map(int, row[2:5])
    assert undecided > 0
    assert solvable + lost + undecided == 40
    low, high = (float(word) for word in row[5].split("(")[1].rstrip(")").split(" to "))
    assert low < 100 * solvable / 40 < 100 * (solvable + undecided) / 40 < high


def test_a_second_attempt_with_a_larger_limit_replaces_the_first(store: Store) -> None:
    assert stubborn(13).survey.limits.nodes > (decide_superpuzz(13).survey.limits.nodes or 0)  # type: ignore[operator]
    survey = replace(decide_superpuzz(6).survey, limits=Limits(nodes=150))
    survey = replace(survey, deals=replace(survey.deals, ranges=(("", 1, 20),)))
    run(survey, store, InProcess())
    run(replace(survey, limits=Limits(nodes=10**6)), store, InProcess())
    row = cells("full-game", store, "Superpuzz")["6"]
    assert row[1] == "20 of 1000"
    assert row[4] == "0"


def test_arrangements_that_were_not_decided_widen_the_share_of_one(store: Store) -> None:
    step = decide_gaps(6)
    run(replace(step, quick="1-30").quickly, store, InProcess())
    whole = cells("full-game", store, "Gaps")["6"][-1]
    [attempt] = [a for a in store.attempts(step.survey.rules) if a.deal.deal == "1"]
    entries = json.loads(attempt.arrangements or "")
    for entry in entries.values():
        entry.update(outcome="node_limit", moves=None, length=None)
    store.record([_other(attempt, "31", json.dumps(entries))])
    wider = cells("full-game", store, "Gaps")["6"][-1]
    assert whole != wider
    assert _ends(wider)[1] - _ends(wider)[0] > _ends(whole)[1] - _ends(whole)[0]


def _other(attempt: Attempt, deal: str, arrangements: str) -> Attempt:
    """The attempt as one at another deal, with nothing decided."""
    return replace(
        attempt,
        deal=DealRecord(attempt.deal.rules, deal, attempt.deal.position),
        configuration=Configuration(attempt.configuration.solver, Limits(nodes=1), "0"),
        outcome="node_limit",
        winnable=0,
        moves=None,
        length=None,
        arrangements=arrangements,
    )


def _ends(text: str) -> tuple[float, float]:
    low, high = text.split("(")[1].rstrip(")").split(" to ")
    return float(low), float(high)


def test_what_is_said_of_the_papers_growth_is_computed_from_its_table(store: Store) -> None:
    [table] = [t for t in report("superpuzz-priority", store).tables if t.title.startswith("What that means")]
    bases = [float(row[1].split("× ")[1].removesuffix("^x")) for row in table.rows]
    assert f"which grow {min(bases):.1f} to {max(bases):.1f} times a column" in table.note
    assert "6 to 9 times as many" in table.note


def test_unknown_names_are_refused_with_the_known_ones(store: Store) -> None:
    with pytest.raises(InputError, match="unknown reproduction 'gaps': expected one of superpuzz-priority"):
        report("gaps", store)


def test_every_compared_table_of_gap_sets_says_when_it_agrees(store: Store) -> None:
    notes = [table.note for table in report("gap-sets", store).tables if "verdict" in table.columns]
    rules = ("agree only if they are equal", "the ratio of the two means contains 1", "lies in it")
    assert all(rule in note for rule, note in zip(rules, notes, strict=True))


def test_the_first_page_counts_the_verdicts_of_each_report(store: Store) -> None:
    run(replace(decide_superpuzz(4), quick="1-60").quickly, store, InProcess())
    found = report("gaps-superpuzz", store)
    assert found.verdicts.startswith("1 differ, ")
    assert "* Table 2: solvable deals of Superpuzz: 1 differ, 6 not run\n" in found.markdown()
    [all_of_it] = [table.rows for table in found.tables if table.title == WHAT_WAS_RUN]
    one_begun = f"{found.verdicts} | 0, 1, {len(all_of_it) - 1} |"
    assert f"| [Gaps against Superpuzz](gaps-superpuzz.md) | {one_begun}" in index([found])


# -- figures ---------------------------------------------------------------------------------------


def test_figures_are_the_same_bytes_every_time() -> None:
    ours = Series("ours", [4, 5, 6], [10.0, 90.0, 0.0], [8.0, 70.0, 0.0], [13.0, float("inf"), 0.0])
    theirs = Series("paper", [4, 5], [20.0, 60.0], look="paper", colour=1)
    others = tuple(
        Series(look, [4, 6], [5.0, 50.0], look=look, colour=2) for look in ("fit", "steps", "bars")
    )
    panel = Panel("columns", "positions", (ours, theirs, *others), log_y=True)
    figure = Figure("f", "F", "A figure.", (panel,))
    assert figure.svg() == figure.svg()
    assert figure.png() == figure.png()
    assert figure.svg().startswith(b"<?xml")
    assert figure.png().startswith(b"\x89PNG")
    assert b"<dc:date>" not in figure.svg()


def test_a_report_draws_all_its_figures_even_of_nothing(store: Store) -> None:
    for figure in report("full-game", store).figures:
        assert b"</svg>" in figure.svg()
        assert figure.caption


def test_figures_say_which_extra_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(InputError, match=r"pip install 'yomikiri\[figures\]'"):
        draw((Panel("x", "y", ()),), "svg")
