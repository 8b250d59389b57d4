"""The kernel searches as the Python reference does: same outcome, same solution, same counts."""

import pytest

from effort import a_part
from yomikiri import Limits, Outcome, Proof, Result, Superpuzz, algorithms, solve

KERNEL_ALGORITHMS = [entry.name for entry in algorithms(Superpuzz(4)).values() if entry.kernel and entry.twin]
STORES = {
    "exact": {},
    "fingerprint": {"states": "fingerprint"},
    "patricia": {"duplicates": "patricia"},
}


def essence(result: Result) -> tuple[object, ...]:
    """What must be equal between the engines."""
    return (
        result.outcome,
        result.moves,
        result.proved_shortest,
        result.lower_bound,
        result.upper_bound,
        result.expanded,
        result.generated,
        result.stored,
        result.certified,
    )


def assert_twins(columns: int, numbers: range, algorithm: str, symmetry: str, nodes: int) -> set[Outcome]:
    game = Superpuzz(columns)
    outcomes = set()
    for number in numbers:
        position = game.deal(number)
        asked = {"algorithm": algorithm, "symmetry": symmetry, "limits": Limits(nodes=nodes)}
        expected = solve(game, position, engine="python", **asked)
        for store, options in STORES.items():
            found = solve(game, position, engine="kernel", **asked, **options)
            assert essence(found) == essence(expected), f"deal {number}, {store}"
        outcomes.add(expected.outcome)
    return outcomes


@a_part(3)
@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_three_columns(algorithm: str, symmetry: str, part: int) -> None:
    outcomes = assert_twins(3, range(1, 101)[::part], algorithm, symmetry, nodes=40)
    assert {Outcome.SOLVED, Outcome.UNSOLVABLE} <= outcomes


@a_part(3)
@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_four_columns(algorithm: str, symmetry: str, part: int) -> None:
    outcomes = assert_twins(4, range(1, 101)[::part], algorithm, symmetry, nodes=60)
    assert outcomes >= {Outcome.UNSOLVABLE, Outcome.NODE_LIMIT}
    assert algorithm == "breadth-first" or Outcome.SOLVED in outcomes


@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_five_columns(algorithm: str, symmetry: str) -> None:
    outcomes = assert_twins(5, range(1, 7), algorithm, symmetry, nodes=300)
    assert algorithm == "breadth-first" or Outcome.SOLVED in outcomes


@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_lost_deals_are_searched_to_the_end(algorithm: str) -> None:
    game = Superpuzz(4)
    lost = [
        number
        for number in range(1, 401)
        if solve(game, game.deal(number), algorithm="breadth-first", limits=Limits(nodes=400)).outcome
        is Outcome.UNSOLVABLE
    ]
    assert len(lost) > 12
    for number in lost[:12]:
        assert assert_twins(4, range(number, number + 1), algorithm, "none", 500) == {Outcome.UNSOLVABLE}


def test_shortest_solutions_are_the_same_moves() -> None:
    solved = 0
    for number in range(1, 31):
        outcomes = assert_twins(3, range(number, number + 1), "breadth-first", "none", nodes=2_000)
        solved += outcomes == {Outcome.SOLVED}
    assert solved >= 20


@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_deals_that_need_thousands_of_positions(algorithm: str) -> None:
    assert_twins(4, range(44, 45), algorithm, "rows", nodes=10_000)
    assert_twins(4, range(147, 148), algorithm, "none", nodes=10_000)


@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_every_node_limit_up_to_the_end_of_a_search(algorithm: str) -> None:
    game = Superpuzz(4)
    position = game.deal(69)  # 70 positions in all, none of them a goal
    for nodes in range(72):
        limits = Limits(nodes=nodes)
        expected = solve(game, position, algorithm=algorithm, engine="python", limits=limits)
        found = solve(game, position, algorithm=algorithm, limits=limits)
        assert essence(found) == essence(expected)
        assert expected.outcome is (Outcome.NODE_LIMIT if nodes < 70 else Outcome.UNSOLVABLE)


@pytest.mark.parametrize("algorithm", KERNEL_ALGORITHMS)
def test_all_stores_agree_on_searches_that_make_their_tables_grow(algorithm: str) -> None:
    game = Superpuzz(8)
    for symmetry in ("none", "rows"):
        results = [
            solve(
                game,
                game.deal(2),
                algorithm=algorithm,
                symmetry=symmetry,
                limits=Limits(nodes=40_000, memory=2**30),
                **options,
            )
            for options in STORES.values()
        ]
        assert len({essence(result) for result in results}) == 1
        assert [result.proof for result in results] == [Proof.EXACT, Proof.FINGERPRINT, Proof.EXACT]
