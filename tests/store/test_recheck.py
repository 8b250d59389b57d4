"""The second opinion: wrong claims are found, though every checksum fits; what is right is proved."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from store_tools import attempt, damage, forge
from yomikiri import Cancel, Limits
from yomikiri.games import game
from yomikiri.search.algorithms import algorithms
from yomikiri.store import Attempt, Rules, Solver, Store
from yomikiri.surveys import InProcess, LocalPool, plan, run
from yomikiri.surveys.claim import Claim, Question, Refuted
from yomikiri.surveys.recheck import LIMITS, Recheck, others, recheck
from yomikiri.surveys.task import Task, perform

SMALL = [("superpuzz", "4"), ("gaps", "4"), ("freecell", "3x1x3"), ("sliding", "2x3")]
QUICKLY = Limits(nodes=200_000)


def surveyed(store: Store, *arguments: Any, **options: Any) -> None:
    run(plan(*arguments, **options), store, InProcess())


def again(store: Store, **options: Any) -> Recheck:
    return recheck(store, InProcess(), **({"limits": QUICKLY} | options))


# -- what is right -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_what_every_algorithm_answers_is_proved_by_another(tmp_path: Path, name: str, size: str) -> None:
    chosen = game(name, size)
    with Store(str(tmp_path / "results.db")) as store:
        for algorithm in algorithms(chosen):
            for nodes in (5_000, 5):
                tasks = [Task(Rules.of(chosen), f"{n}", Solver(algorithm), Limits(nodes)) for n in (1, 2)]
                store.record(perform(task) for task in tasks)
        found = again(store)
        answers = [entry for entry in store.attempts() if entry.decided or entry.lower_bound]
    assert (found.wrong, found.open) == ([], [])
    assert found.total == found.chosen.total() == found.proved.total() == len(answers)


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_the_second_opinion_is_never_that_of_the_same_algorithm(name: str, size: str) -> None:
    chosen = game(name, size)
    for algorithm in algorithms(chosen):
        for shortest in (False, True):
            asked = [solver.algorithm for solver in others(chosen, Solver(algorithm), shortest=shortest)]
            assert asked
            assert algorithm not in asked
            assert asked[0] == "breadth-first" or algorithm == "breadth-first"
            if shortest:
                assert all(algorithms(chosen)[other].shortest for other in asked)


def test_the_second_opinion_rests_on_another_heuristic_and_on_whole_positions() -> None:
    for used, other in (("{}", "cycles"), ('{"heuristic":"cycles"}', "relaxed")):
        asked = others(game("freecell"), Solver("a-star", used), shortest=True)
        options = {solver.algorithm: json.loads(solver.options) for solver in asked}
        assert options["ida-star"] == {"heuristic": other}
    asked = others(game("superpuzz"), Solver("breadth-first"), shortest=False)
    assert Solver("decide", '{"states":"exact"}') in list(asked)


def test_a_position_that_has_only_a_name_is_decided_again(tmp_path: Path) -> None:
    mine = replace(attempt(4), deal=replace(attempt(4).deal, deal="mine"))
    with Store(str(tmp_path / "results.db")) as store:
        store.record([replace(mine, outcome="unsolvable"), attempt(4, "solved")])
        found = again(store)
    [line] = found.wrong
    assert line == "superpuzz 4 deal mine, decide: unsolvable, but breadth-first solves it in 10 moves"
    assert found.proved == {"solved": 1}


# -- what was forged ---------------------------------------------------------------------------------

TO_UNSOLVABLE = (
    "UPDATE attempts SET outcome = 'unsolvable', moves = NULL, length = NULL, certified = (1 = 0), "
    "lower_bound = NULL, upper_bound = NULL, proved_shortest = (1 = 0)"
)


def test_forged_verdicts_pass_the_check_and_are_all_found_by_the_second_opinion(place: str) -> None:
    with Store(place) as store:
        surveyed(store, "superpuzz", "1-60", size=4)
        solved = [entry.deal.deal for entry in store.attempts() if entry.outcome == "solved"]
        forged = Random(1).sample(solved, 20)
        names = ", ".join(f"'{deal}'" for deal in forged)
        forge(store, f"{TO_UNSOLVABLE} WHERE deal_id IN (SELECT id FROM deals WHERE deal IN ({names}))")
        assert list(store.check()) == []
        found = again(store)
    assert {line.split(",")[0] for line in found.wrong} == {f"superpuzz 4 deal {deal}" for deal in forged}
    assert found.proved == {"solved": len(solved) - 20, "unsolvable": 60 - len(solved)}


def test_forged_proofs_that_a_solution_is_shortest_are_all_found(tmp_path: Path) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        surveyed(store, "superpuzz", "1-40", size=4)
        surveyed(store, "superpuzz", "1-40", size=4, shortest=True)
        lengths: dict[str, dict[str, int | None]] = {"a-star": {}, "decide": {}}
        for entry in store.attempts():
            lengths[entry.configuration.solver.algorithm][entry.deal.deal] = entry.length
        best = lengths["a-star"]
        longer = {deal for deal, length in lengths["decide"].items() if length != best[deal]}
        assert len(longer) > 10
        forge(
            store,
            "UPDATE attempts SET proved_shortest = (1 = 1), lower_bound = length WHERE outcome = 'solved'",
        )
        assert list(store.check()) == []
        found = again(store)
    assert {line.partition(":")[0] for line in found.wrong} == {
        f"superpuzz 4 deal {deal}, decide" for deal in longer
    }
    assert all("no solution is shorter than" in line for line in found.wrong)
    assert found.open == []


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("lower_bound = 40", "no solution is shorter than 40 moves, but breadth-first finds one of"),
        ("upper_bound = 5", "5 moves are enough, but breadth-first proves that it takes"),
        ("outcome = 'unsolvable', lower_bound = NULL", "unsolvable, but breadth-first solves it in"),
    ],
)
def test_forged_bounds_of_an_undecided_deal_are_found(tmp_path: Path, change: str, problem: str) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        surveyed(store, "superpuzz", "3", size=4, algorithm="priority-1", limits=Limits(nodes=2))
        assert again(store).proved == {"bounds": 1}
        forge(store, f"UPDATE attempts SET {change}")
        [line] = again(store).wrong
        assert line.startswith(f"superpuzz 4 deal 3, priority-1: {problem}")


def test_a_forged_arrangement_is_found_and_named(tmp_path: Path) -> None:
    found = perform(Task(Rules.of(game("gaps", "5")), "3", Solver("decide"), Limits()))
    entries = json.loads(found.arrangements or "")
    won = [name for name, entry in entries.items() if entry["outcome"] == "solved"]
    lost = {"outcome": "unsolvable", "moves": None, "length": None, "lower_bound": None, "upper_bound": None}
    entries[won[-1]] |= lost
    changed = replace(found, arrangements=json.dumps(entries), winnable=len(won) - 1)
    assert changed.moves != json.loads(found.arrangements or "")[won[-1]]["moves"]
    with Store(str(tmp_path / "results.db")) as store:
        store.record([changed])
        assert list(store.check()) == []
        [line] = again(store).wrong
    assert line.startswith(f"gaps 5 deal 3, decide, {won[-1]}: unsolvable, but breadth-first solves it in ")


def test_moves_that_do_not_win_are_wrong_without_a_search(tmp_path: Path) -> None:
    solved = attempt(3, "solved")
    with Store(str(tmp_path / "results.db")) as store:
        store.record([replace(solved, moves="", length=0)])
        assert again(store).wrong == ["superpuzz 4 deal 3, decide: the moves do not win"]


def test_a_solution_outweighs_the_proof_that_there_is_none() -> None:
    """Not a forgery but a defect of a solver, and therefore to be shown."""
    question = Question(solvable=None, lower=9, upper=None, known=11)
    with pytest.raises(Refuted, match=r"but \{\} proves that there is none"):
        question.proved_by(Claim("unsolvable", None, proved_shortest=False, lower=0, upper=None))
    # Of a deal of which nothing is known, no solution at all proves that none is short.
    assert replace(question, known=None).proved_by(Claim("unsolvable", None, False, 0, None))


# -- what stays open ---------------------------------------------------------------------------------


def test_what_the_limits_leave_open_is_counted_and_named_and_not_wrong(tmp_path: Path) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        surveyed(store, "superpuzz", "1-20", size=5)
        forge(store, f"{TO_UNSOLVABLE} WHERE expanded > 100 AND outcome = 'solved'")
        forged = {str(entry.deal) for entry in store.attempts() if entry.outcome == "unsolvable"}
        found = again(store, limits=Limits(nodes=3))
    assert found.wrong == []
    assert {name.split(",")[0] for name in found.open} <= forged
    assert len(found.open) > 3
    [line] = [line for line in found.lines() if "not decided" in line]
    assert line.startswith(f"  not decided within the limits: {len(found.open)}: {found.open[0]}; ")
    assert found.lines()[0] == "decided again: all answers, within 3 nodes a search"


def test_a_worker_that_crashes_leaves_an_answer_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Mortal(InProcess):
        def run(self, tasks: Iterator[Task], cancel: Cancel, *, alone: bool = False) -> Iterator[Attempt]:
            for task in tasks:
                yield replace(perform(task), outcome="crashed", message="died", moves=None)

    with Store(str(tmp_path / "results.db")) as store:
        store.record([attempt(4)])
        found = recheck(store, Mortal(), limits=QUICKLY)
    assert (found.open, found.wrong) == (["superpuzz 4 deal 4, decide"], [])


def test_a_second_opinion_can_be_cancelled(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with Store(str(tmp_path / "results.db")) as store:
        store.record([attempt(number) for number in range(1, 6)])
        found = again(store, cancel=cancel)
    assert (found.finished, found.proved.total(), found.open) == (False, 0, [])
    assert found.lines()[-1] == "  stopped: 5 not looked at"


def test_damaged_rows_are_left_out(tmp_path: Path) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        store.record([attempt(2, "solved"), attempt(3, "solved")])
        damage(store, "UPDATE attempts SET host = x'ff' WHERE id = 1")
        found = again(store)
    assert (found.total, found.proved) == (1, {"solved": 1})


def test_processes_give_the_same_second_opinions(tmp_path: Path) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        surveyed(store, "superpuzz", "1-12", size=4, shortest=True)
        forge(store, f"{TO_UNSOLVABLE} WHERE id = 5")
        here, there = again(store), recheck(store, LocalPool(2), limits=QUICKLY)
    assert (here.proved, here.by, here.wrong) == (there.proved, there.by, there.wrong)
    assert len(here.wrong) == 1


# -- samples -----------------------------------------------------------------------------------------


def test_a_sample_depends_on_the_seed_and_on_nothing_else(tmp_path: Path) -> None:
    written = [attempt(number, "solved") for number in range(1, 31)]
    samples = []
    for index, order in enumerate((written, written[::-1])):
        with Store(str(tmp_path / f"{index}.db")) as store:
            store.record(order[:10])
            store.record(order[10:])
            for seed in (1, 1, 2):
                found = again(store, sample=7, seed=seed, limits=LIMITS)
                assert (found.chosen.total(), found.total) == (7, len(written))
                chosen = f"decided again: 7 of {len(written)} answers, seed {seed}, within "
                assert found.lines()[0].startswith(chosen)
                samples.append((seed, _sampled(store, seed)))
    assert len({sample for seed, sample in samples if seed == 1}) == 1
    assert len({sample for seed, sample in samples if seed == 2}) == 1
    assert len({sample for _, sample in samples}) == 2


def _sampled(store: Store, seed: int) -> frozenset[str]:
    """The deals of a sample, seen by making all of them wrong."""
    forge(store, "UPDATE attempts SET moves = '', length = 0")
    return frozenset(line.split(",")[0] for line in again(store, sample=7, seed=seed).wrong)


def test_a_sample_larger_than_the_store_is_all_of_it(tmp_path: Path) -> None:
    with Store(str(tmp_path / "results.db")) as store:
        store.record([attempt(2, "solved"), attempt(3, "solved"), attempt(5, "crashed")])
        assert again(store, sample=100).proved == {"solved": 2}
        assert again(store, sample=1).proved == {"solved": 1}
    with Store(str(tmp_path / "empty.db")) as store:
        first = "decided again: all answers, within 200,000 nodes a search"
        assert again(store).lines() == [first, "  disagree: 0"]
