"""Plans, deals and estimates: what a survey is, before anything is solved."""

import json
from dataclasses import replace

import pytest
from survey_tools import Noting, Pretending

from yomikiri import InputError, Limits
from yomikiri.store import Attempt, Store
from yomikiri.surveys import Deals, Estimate, Report, Survey, plan, run, wilson
from yomikiri.surveys.estimate import Z95
from yomikiri.surveys.executor import round_memory
from yomikiri.surveys.plan import settled
from yomikiri.surveys.task import Task, crashed, perform


@pytest.mark.parametrize(
    ("text", "canonical", "count"),
    [
        ("7", "7", 1),
        ("1-1000", "1-1000", 1000),
        ("5-9,1-4, 20", "1-9,20", 10),
        ("1-10,3-4,korf:2-3", "1-10,korf:2-3", 12),
    ],
)
def test_deals_are_sorted_and_joined(text: str, canonical: str, count: int) -> None:
    deals = Deals.parse(text)
    assert (str(deals), deals.count) == (canonical, count)
    assert Deals.parse(canonical) == deals
    assert len(list(deals)) == count
    assert all(deal in deals for deal in deals)
    assert "1001" not in deals
    assert "own:1" not in deals


@pytest.mark.parametrize("text", ["", "x", "1-", "0", "5-4", "1-99999999999999999999", "../a", "a:b", "-1"])
def test_deals_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(InputError, match="deals '"):
        Deals.parse(text)


def test_wilson_solves_its_equation_and_stays_within_0_and_1() -> None:
    # The ends are the shares p for which the observed share is z standard errors away.
    for trials in (1, 7, 100, 1000):
        for successes in range(0, trials + 1, max(1, trials // 7)):
            low, high = wilson(successes, trials)
            assert 0 <= low <= successes / trials <= high <= 1
            for end in {low, high} - {0.0, 1.0}:
                error = (end * (1 - end) / trials) ** 0.5
                assert abs(abs(successes / trials - end) / error - Z95) < 1e-6
    assert wilson(0, 0) == (0, 1)


def test_undecided_deals_widen_the_interval() -> None:
    before, after = Estimate.of(50, 50, 0), Estimate.of(50, 40, 10)
    assert (before.least, before.most) == (0.5, 0.5)
    assert (after.least, after.most) == (0.5, 0.6)
    assert after.low == before.low
    assert after.high == wilson(60, 100)[1] > before.high
    assert str(after) == "50.0% to 60.0% solvable (95 %: 40.4% to 69.1%)"


def test_a_plan_names_everything_that_matters() -> None:
    survey = plan("montana", "1-3", size=5, shortest=True, limits=Limits(100, 2.5))
    assert str(survey) == "montana 5 deals 1-3, a-star, 100 nodes, 2.5 seconds"
    assert Survey.of(survey.record()) == survey
    assert plan("gaps", [3, 1, 2], size=5, first=True).solver.options == '{"first":true}'
    assert plan("superpuzz", "1", states="exact", symmetry="none").solver.options == '{"states":"exact"}'
    assert str(plan("sliding", "korf:1-3").rules) == "sliding 4x4 goal=blank-first"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"size": 99}, "size '99'"),
        ({"algorithm": "magic"}, "unknown algorithm 'magic'"),
        ({"algorithm": "decide", "shortest": True}, "does not find shortest"),
        ({"colour": "red"}, "unknown option 'colour' of a survey"),
        ({"first": True}, "first is for the arrangements of gaps"),
        ({"algorithm": "decide", "heuristic": "magic"}, "unknown heuristic 'magic'"),
        ({"game": "sliding", "deals": "1,korf:1"}, "not all of one game"),
        ({"game": "sliding", "deals": "korf:1-101"}, "korf:101"),
    ],
)
def test_a_mistake_is_found_before_a_survey_begins(words: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        plan(**{"game": "superpuzz", "deals": "1-10"} | words)  # type: ignore[arg-type]


# -- resuming ----------------------------------------------------------------------------------------


def attempt(outcome: str, limits: Limits) -> Attempt:
    task = Task(plan("superpuzz", "1", size=4).rules, "1", plan("superpuzz", "1").solver, limits)
    return replace(crashed(task, "died"), outcome=outcome)


@pytest.mark.parametrize(
    ("outcome", "limits", "asked", "expected"),
    [
        ("solved", Limits(10), Limits(), True),
        ("unsolvable", Limits(10), Limits(5), True),
        ("node_limit", Limits(10), Limits(10), True),
        ("node_limit", Limits(10), Limits(9), True),
        ("node_limit", Limits(10), Limits(11), False),
        ("node_limit", Limits(10), Limits(), False),
        ("node_limit", Limits(10, 1.0), Limits(10, 9.0), True),
        ("time_limit", Limits(10, 1.0), Limits(99, 1.0), True),
        ("time_limit", Limits(10, 1.0), Limits(10, 2.0), False),
        ("memory_limit", Limits(memory=100), Limits(memory=100), True),
        ("memory_limit", Limits(memory=100), Limits(memory=101), False),
        ("crashed", Limits(), Limits(), False),
        ("failed", Limits(), Limits(), False),
    ],
)
def test_only_a_larger_limit_of_the_kind_that_stopped_it_is_worth_trying(
    outcome: str, limits: Limits, asked: Limits, expected: bool
) -> None:
    assert settled(attempt(outcome, limits), asked) is expected


def test_a_survey_named_again_goes_on_where_it_stopped(tmp_path: object) -> None:
    place = f"{tmp_path}/results.db"
    with Store(place) as store:
        first = run(plan("superpuzz", "1-5", size=4), store, Noting())
        executor = Noting()
        second = run(plan("superpuzz", "3-8", size=4), store, executor)
        assert executor.deals == ["6", "7", "8"]
        again = Noting()
        third = run(plan("superpuzz", "1-8", size=4), store, again)
        assert again.given == []
        assert (first.done, second.done, third.done) == (5, 6, 8)
        assert third.finished
        assert third.solved_now == 0
        assert [str(survey.deals) for survey in store.surveys()] == ["1-5", "3-8", "1-8"]
        assert list(store.check()) == []


def test_larger_limits_try_again_only_what_is_undecided(tmp_path: object) -> None:
    with Store(f"{tmp_path}/results.db") as store:
        words = {"size": 5, "algorithm": "breadth-first"}
        small = run(plan("superpuzz", "1-12", **words, limits=Limits(nodes=300)), store, Noting())  # type: ignore[arg-type]
        assert 0 < small.undecided < 12
        executor = Noting()
        large = run(plan("superpuzz", "1-12", **words, limits=Limits(nodes=10**7)), store, executor)  # type: ignore[arg-type]
        assert len(executor.given) == small.undecided
        assert large.undecided == 0
        assert large.done == 12
        truth = run(plan("superpuzz", "1-12", size=5), store, Noting())
        assert (large.solved, large.unsolvable) == (truth.solved, truth.unsolvable)


def test_larger_limits_try_a_won_deal_of_gaps_again_if_arrangements_are_open(tmp_path: object) -> None:
    with Store(f"{tmp_path}/results.db") as store:
        small = plan("gaps", "1-10", size=8, limits=Limits(nodes=500))
        run(small, store, Noting())
        found = small.standing(store)
        half = [deal for deal, attempt in found.items() if attempt.decided and not attempt.complete]
        assert half
        report = Report.of(small, store)
        assert report.winnable is not None
        assert report.winnable.count == sum(attempt.complete for attempt in found.values()) < 10
        again, larger = Noting(), Noting()
        assert run(small, store, again).done == 10
        assert again.given == []
        run(replace(small, limits=Limits(nodes=10**6)), store, larger)
        assert set(half) <= set(larger.deals)
        assert larger.deals == [deal for deal, attempt in found.items() if not attempt.complete]
        truth = run(replace(small, limits=Limits()), store, again)
        assert again.given == []
        assert truth.undecided == 0
        assert all(attempt.complete for attempt in small.standing(store).values())


def test_the_first_win_of_gaps_is_all_that_was_asked_for(tmp_path: object) -> None:
    with Store(f"{tmp_path}/results.db") as store:
        survey = plan("gaps", "1-40", size=8, first=True, limits=Limits(nodes=500))
        run(survey, store, Noting())
        won = {a.deal.deal for a in store.attempts() if a.decided}
        assert won
        executor = Noting()
        run(replace(survey, limits=Limits(nodes=600)), store, executor)
        assert not won & set(executor.deals)
        # As if an arrangement before the one that is won had been given up.
        half = next(a for a in store.attempts() if a.outcome == "solved")
        entries = json.loads(half.arrangements or "")
        next(iter(entries.values()))["outcome"] = "node_limit"
        assert replace(half, arrangements=json.dumps(entries)).complete


def test_other_limits_and_versions_share_answers_but_other_solvers_do_not(tmp_path: object) -> None:
    with Store(f"{tmp_path}/results.db") as store:
        run(plan("superpuzz", "1-3", size=4), store, Noting())
        executor = Noting()
        run(plan("superpuzz", "1-3", size=4, limits=Limits(nodes=10**6)), store, executor)
        assert executor.given == []
        run(plan("superpuzz", "1-3", size=4, states="exact"), store, executor)
        run(plan("superpuzz", "1-3", size=4, algorithm="breadth-first"), store, executor)
        run(plan("superpuzz", "1-3", size=4, variant="montana"), store, executor)
        assert len(executor.given) == 9


def test_a_deal_short_of_memory_is_tried_alone_with_all_of_it(tmp_path: object) -> None:
    words = {"size": 6, "algorithm": "breadth-first"}
    rules, solver = plan("superpuzz", "1", **words).rules, plan("superpuzz", "1", **words).solver  # type: ignore[arg-type]
    peaks = {
        str(n): perform(Task(rules, str(n), solver, Limits(memory=2**30))).peak_bytes for n in range(1, 9)
    }
    largest = max(peaks.values())
    total = largest + 2**20
    hard = [deal for deal, peak in peaks.items() if peak > total // 4]
    assert 0 < len(hard) < 8
    survey = plan("superpuzz", "1-8", **words, limits=Limits(memory=total))  # type: ignore[arg-type]
    with Store(f"{tmp_path}/results.db") as store:
        executor = Pretending()
        tally = run(survey, store, executor)
        assert (tally.done, tally.undecided) == (8, 0)
        assert [(task.deal, task.limits.memory) for task in executor.given] == [
            *((str(n), total // 4) for n in range(1, 9)),
            *((deal, total) for deal in hard),
        ]
        assert all(found.peak_bytes <= (found.configuration.limits.memory or 0) for found in store.attempts())
    # Killed before the last part, it goes straight there.
    with Store(f"{tmp_path}/other.db") as store:
        store.record(perform(Task(rules, deal, solver, Limits(memory=total // 4))) for deal in peaks)
        executor = Pretending()
        assert run(survey, store, executor).undecided == 0
        assert [(task.deal, task.limits.memory) for task in executor.given] == [(d, total) for d in hard]


def test_free_memory_is_rounded_so_that_limits_repeat() -> None:
    assert round_memory(13 * 2**30 + 12345) == 12 * 2**30
    assert round_memory(7) == 7
    assert all(n * 3 // 4 <= round_memory(n) <= n for n in range(1, 5000))
