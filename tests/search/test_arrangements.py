"""All arrangements of a deal: each as if alone, within limits that hold for all together."""

from itertools import pairwise

import pytest

from pace import check
from yomikiri import (
    Cancel,
    DealResult,
    Gaps,
    InputError,
    Limits,
    Outcome,
    Progress,
    Proof,
    algorithms,
    certify,
    solve,
    solve_arrangements,
)
from yomikiri.games.gaps.rules import ARRANGEMENTS

FOUR, SIX = Gaps(4), Gaps(6)


@pytest.mark.parametrize("algorithm", algorithms(FOUR))
def test_each_arrangement_has_the_result_it_has_alone(algorithm: str) -> None:
    for number in (1, 3):
        layout = FOUR.layout(number)
        answer = solve_arrangements(FOUR, layout, algorithm=algorithm)
        assert tuple(answer.results) == ARRANGEMENTS
        assert answer.algorithm == algorithm
        for name, result in answer.results.items():
            alone = solve(FOUR, layout.arrange(name), algorithm=algorithm)
            assert (result.outcome, result.moves, result.expanded) == (
                alone.outcome,
                alone.moves,
                alone.expanded,
            )
            if result.moves is not None:
                assert result.certified
                certify(FOUR, layout.arrange(name), result.moves)


def test_all_algorithms_engines_and_symmetries_agree() -> None:
    for number in range(1, 5):
        layout = FOUR.layout(number)
        verdicts, lengths = set(), set()
        for algorithm, entry in algorithms(FOUR).items():
            for options in ({}, {"symmetry": "rows"}, {"engine": "python"}):
                answer = solve_arrangements(FOUR, layout, algorithm=algorithm, **options)
                verdicts.add(tuple(result.outcome for result in answer.results.values()))
                if entry.shortest:
                    lengths.add(tuple(result.length for result in answer.results.values()))
        assert len(verdicts) == len(lengths) == 1


def test_the_default_finds_any_solution_and_shortest_proves_it() -> None:
    layout = SIX.layout(3)
    answer = solve_arrangements(SIX, layout)
    assert answer.algorithm == "decide"
    shortest = solve_arrangements(SIX, layout, shortest=True)
    assert shortest.algorithm == "a-star"
    assert all(r.proved_shortest for r in shortest.results.values() if r.outcome is Outcome.SOLVED)


def test_the_totals_are_sums_and_memory_is_a_maximum() -> None:
    answer = solve_arrangements(SIX, SIX.layout(3))
    results = list(answer.results.values())
    assert answer.expanded == sum(result.expanded for result in results)
    assert answer.generated == sum(result.generated for result in results)
    assert answer.stored == sum(result.stored for result in results)
    assert answer.seconds == sum(result.seconds for result in results)
    assert answer.peak_bytes == max(result.peak_bytes for result in results)
    assert answer.winnable == 1
    assert answer.best == "CDSH"
    assert answer.outcome is Outcome.SOLVED


def test_all_verdicts_together_are_as_sure_as_their_sum() -> None:
    answer = solve_arrangements(SIX, SIX.layout(3))
    assert answer.proof is Proof.FINGERPRINT
    assert 0 < answer.error_bound == sum(result.error_bound for result in answer.results.values()) < 1e-9
    exact = solve_arrangements(SIX, SIX.layout(3), states="exact")
    assert (exact.proof, exact.error_bound) == (Proof.EXACT, 0)


def test_a_deal_is_unsolvable_when_all_arrangements_are() -> None:
    found = {}
    for number in range(1, 40):
        answer = solve_arrangements(SIX, SIX.layout(number))
        outcomes = {result.outcome for result in answer.results.values()}
        assert outcomes <= {Outcome.SOLVED, Outcome.UNSOLVABLE}
        assert answer.outcome is (Outcome.SOLVED if answer.winnable else Outcome.UNSOLVABLE)
        assert (answer.best is None) == (answer.winnable == 0)
        if answer.best is not None:
            lengths = [r.length for r in answer.results.values() if r.length is not None]
            assert answer.results[answer.best].length == min(lengths)
        found[answer.outcome] = number
    assert set(found) == {Outcome.SOLVED, Outcome.UNSOLVABLE}


def test_first_stops_at_the_first_win() -> None:
    for number in range(1, 12):
        layout = SIX.layout(number)
        full = solve_arrangements(SIX, layout)
        answer = solve_arrangements(SIX, layout, first=True)
        assert answer.outcome is full.outcome
        tried = list(answer.results)
        assert tuple(tried) == ARRANGEMENTS[: len(tried)]
        if answer.outcome is Outcome.SOLVED:
            assert answer.winnable == 1
            assert answer.best == tried[-1]
        else:
            assert len(tried) == 24


def test_some_arrangements_may_be_asked_for() -> None:
    answer = solve_arrangements(SIX, SIX.layout(3), arrangements=["cdsh", "HDSC"])
    assert list(answer.results) == ["CDSH", "HDSC"]
    assert answer.winnable == 1
    with pytest.raises(InputError, match=r"^'HDS' is not an arrangement"):
        solve_arrangements(SIX, SIX.layout(3), arrangements=["HDS"])
    with pytest.raises(InputError, match=r"^no arrangement to solve"):
        solve_arrangements(SIX, SIX.layout(3), arrangements=[])


def test_nodes_are_handed_on() -> None:
    game = Gaps(9)
    layout = game.layout(1)
    full = solve_arrangements(game, layout)
    for nodes in (0, 1, full.expanded // 2, full.expanded - 1):
        answer = solve_arrangements(game, layout, limits=Limits(nodes=nodes))
        assert len(answer.results) == 24
        assert answer.expanded == nodes
        for name, result in answer.results.items():
            if result.outcome.decided:
                assert result.outcome is full.results[name].outcome
            else:
                assert result.outcome is Outcome.NODE_LIMIT
        if not answer.winnable:
            assert answer.outcome is Outcome.NODE_LIMIT
    exact = solve_arrangements(game, layout, limits=Limits(nodes=full.expanded))
    assert [r.outcome for r in exact.results.values()] == [r.outcome for r in full.results.values()]


def test_no_seconds_mean_no_search() -> None:
    answer = solve_arrangements(SIX, SIX.layout(3), limits=Limits(seconds=0))
    assert (answer.outcome, answer.expanded, len(answer.results)) == (Outcome.TIME_LIMIT, 0, 24)


def test_the_time_limit_holds_for_the_deal() -> None:
    game = Gaps(14)
    answer = solve_arrangements(game, game.layout(1), engine="python", limits=Limits(seconds=0.2))
    assert answer.outcome is Outcome.TIME_LIMIT
    check(answer.seconds, 1.2)
    assert len(answer.results) == 24


def test_memory_is_free_again_after_each() -> None:
    answer = solve_arrangements(SIX, SIX.layout(3), limits=Limits(memory=1000))
    assert answer.outcome is Outcome.MEMORY_LIMIT
    assert all(result.outcome is Outcome.MEMORY_LIMIT for result in answer.results.values())
    assert answer.peak_bytes <= 1000


def test_cancel_stops_everything() -> None:
    cancel = Cancel()
    cancel.set()
    answer = solve_arrangements(SIX, SIX.layout(3), cancel=cancel)
    assert (answer.outcome, answer.expanded, len(answer.results)) == (Outcome.CANCELLED, 0, 24)
    cancel = Cancel()
    game = Gaps(14)
    # The reference is slow enough to be cancelled in its midst.
    answer = solve_arrangements(
        game, game.layout(1), engine="python", cancel=cancel, progress=lambda progress: cancel.set()
    )
    assert answer.outcome is Outcome.CANCELLED
    outcomes = [result.outcome for result in answer.results.values()]
    at = outcomes.index(Outcome.CANCELLED)
    assert all(outcome is Outcome.CANCELLED for outcome in outcomes[at:])
    assert len(outcomes) == 24


def test_progress_counts_all_arrangements_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    from yomikiri.search.control import Meter

    monkeypatch.setattr(Meter, "REPORT_SECONDS", 0.0)
    seen: list[Progress] = []
    answer = solve_arrangements(SIX, SIX.layout(3), engine="python", progress=seen.append)
    expanded = [progress.expanded for progress in seen]
    assert expanded == sorted(expanded)
    assert answer.expanded - 1 <= expanded[-1] <= answer.expanded
    seconds = [progress.seconds for progress in seen]
    assert all(later >= before - 0.01 for before, later in pairwise(seconds))


def test_a_layout_of_another_size_is_refused() -> None:
    with pytest.raises(InputError, match=r"^the layout is for 5 columns, the game has 6$"):
        solve_arrangements(SIX, Gaps(5).layout(1))


def test_bad_options_are_refused() -> None:
    with pytest.raises(
        InputError, match=r"^unknown algorithm 'priority-1' for gaps: expected one of decide, depth-first"
    ):
        solve_arrangements(SIX, SIX.layout(1), algorithm="priority-1")
    with pytest.raises(InputError, match=r"^unknown symmetry"):
        solve_arrangements(SIX, SIX.layout(1), symmetry="x")


def test_a_full_deal_is_decided() -> None:
    game = Gaps(14)
    answer = solve_arrangements(game, game.layout(1), algorithm="depth-first")
    assert isinstance(answer, DealResult)
    assert (answer.outcome, answer.winnable) == (Outcome.UNSOLVABLE, 0)
    assert answer.expanded == 952_666
    decided = solve_arrangements(game, game.layout(1))
    assert (decided.outcome, decided.winnable) == (Outcome.UNSOLVABLE, 0)
    assert decided.expanded < answer.expanded / 4
