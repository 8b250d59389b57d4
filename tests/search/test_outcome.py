"""What is asked and what is answered: limits, outcomes, results."""

import math

import pytest

from yomikiri import Card, CertificationError, InputError, Limits, Outcome, Proof, Result, Superpuzz, solve
from yomikiri.core.system import available_memory
from yomikiri.games.superpuzz.rules import Move

NAMES = {"Card": Card, "Limits": Limits, "Move": Move, "Outcome": Outcome, "Proof": Proof, "Result": Result}


def test_only_solved_and_unsolvable_decide_the_question() -> None:
    assert [outcome for outcome in Outcome if outcome.decided] == [Outcome.SOLVED, Outcome.UNSOLVABLE]


@pytest.mark.parametrize("value", [*Outcome, *Proof])
def test_repr_rebuilds_outcomes_and_proofs(value: Outcome | Proof) -> None:
    assert eval(repr(value), NAMES) is value
    assert type(value)(value.value) is value


@pytest.mark.parametrize("limits", [Limits(), Limits(nodes=0), Limits(5, 0.25, 10**12)])
def test_repr_rebuilds_limits(limits: Limits) -> None:
    assert eval(repr(limits), NAMES) == limits


@pytest.mark.parametrize("engine", ["kernel", "python"])
@pytest.mark.parametrize("number", [1, 31])
def test_repr_rebuilds_results(number: int, engine: str) -> None:
    game = Superpuzz(4)
    result = solve(game, game.deal(number), engine=engine)
    assert eval(repr(result), NAMES) == result


@pytest.mark.parametrize("name", ["nodes", "seconds", "memory"])
@pytest.mark.parametrize("value", [-1, -0.001, math.nan, -math.inf])
def test_a_limit_that_is_negative_or_no_number_is_refused(name: str, value: float) -> None:
    with pytest.raises(InputError, match=rf"^{name} limit .* is negative or not a number$"):
        Limits(**{name: value})


def test_zero_is_a_limit() -> None:
    assert Limits(0, 0, 0) == Limits(nodes=0, seconds=0.0, memory=0)
    assert Limits(memory=0).memory_bytes() == 0


def test_without_a_memory_limit_most_of_the_free_memory_is_one() -> None:
    assert 0 < Limits().memory_bytes() < available_memory() * 1.2
    assert Limits(memory=12345).memory_bytes() == 12345


@pytest.mark.parametrize("limits", [Limits(nodes=2**64), Limits(memory=2**70), Limits(seconds=math.inf)])
def test_a_limit_beyond_all_counting_is_no_limit(limits: Limits) -> None:
    game = Superpuzz(4)
    assert solve(game, game.deal(1), limits=limits).outcome is Outcome.SOLVED


def test_a_result_with_moves_bounds_the_length_from_above_and_is_shortest_if_the_bounds_meet() -> None:
    moves = (1, 2, 3)
    some = Result(Outcome.SOLVED, "x", lower_bound=2).with_moves(moves)
    assert (some.length, some.lower_bound, some.upper_bound, some.certified) == (3, 2, 3, True)
    assert not some.proved_shortest
    best = Result(Outcome.SOLVED, "x", proved_shortest=True, lower_bound=3).with_moves(moves)
    assert (best.length, best.lower_bound, best.upper_bound, best.proved_shortest) == (3, 3, 3, True)
    lucky = Result(Outcome.SOLVED, "x", lower_bound=3).with_moves(moves)
    assert lucky.proved_shortest
    assert Result(Outcome.CANCELLED, "x").length is None


@pytest.mark.parametrize("lower", [None, 4])
def test_a_solution_below_its_lower_bound_is_a_defect(lower: int | None) -> None:
    with pytest.raises(CertificationError, match=rf"^3 moves where {lower} was proved the least$"):
        Result(Outcome.SOLVED, "x", lower_bound=lower).with_moves((1, 2, 3))


def test_a_solution_above_its_lower_bound_is_not_called_shortest() -> None:
    message = "^x calls 3 moves the fewest, but proved only that there are no fewer than 2$"
    with pytest.raises(CertificationError, match=message):
        Result(Outcome.SOLVED, "x", proved_shortest=True, lower_bound=2).with_moves((1, 2, 3))
    some = Result(Outcome.SOLVED, "x", lower_bound=2).with_moves((1, 2, 3))
    assert some.checked(shortest=False) is some
    with pytest.raises(CertificationError, match=message):
        some.checked(shortest=True)


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if not outcome.decided])
def test_at_a_limit_a_solution_may_be_longer_than_what_was_proved(outcome: Outcome) -> None:
    result = Result(outcome, "x", lower_bound=2).with_moves((1, 2, 3))
    assert result.checked(shortest=True) is result
