"""Peg solitaire solved: known lengths, verdicts, and what every algorithm agrees on."""

import pytest

from yomikiri import Outcome, algorithms, solve
from yomikiri.games.peg.rules import METRICS, Peg


def test_the_central_game_is_solved_in_31_jumps() -> None:
    game = Peg()
    result = solve(game, game.deal(1), shortest=True)
    assert (result.outcome, result.length, result.proved_shortest) == (Outcome.SOLVED, 31, True)
    assert result.certified


def test_the_central_game_in_moves_is_solved_by_decide() -> None:
    game = Peg(metric="moves")
    result = solve(game, game.deal(1))
    assert result.outcome is Outcome.SOLVED
    assert result.length is not None
    assert 18 <= result.length <= 31
    assert result.lower_bound == 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hole", "moves"), [("c1", 16), ("d1", 18), ("c2", 16), ("d2", 19), ("c3", 15), ("d3", 16), ("d4", 18)]
)
def test_shortest_ways_back_to_the_empty_hole_are_the_known_ones(hole: str, moves: int) -> None:
    """18 for the central game: E. Bergholt 1912, J. Beasley 1964; all of them: J. Beasley 1985."""
    game = Peg("english", hole, "moves")
    position = game.board.holes ^ 1 << game.board.hole(hole)
    result = solve(game, position, shortest=True)
    assert (result.outcome, result.length, result.proved_shortest) == (Outcome.SOLVED, moves, True)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("size", ["3x4", "4x4"])
def test_all_algorithms_agree_in_the_kernel_and_in_python(size: str, metric: str) -> None:
    game = Peg(size, "any", metric)
    seen = set()
    for number in (1, 2, 3, 30, 31, 32):
        position = game.deal(number)
        shortest = solve(game, position, algorithm="breadth-first", engine="python")
        seen.add(shortest.outcome)
        for name, algorithm in algorithms(game).items():
            for engine in ("auto", "python"):
                if name == "ida-star" and position.bit_count() > 9:
                    continue  # No position is remembered, so that each is reached in thousands of ways.
                result = solve(game, position, algorithm=name, engine=engine)
                assert result.outcome is shortest.outcome
                if algorithm.shortest:
                    assert result.length == shortest.length
    assert seen == {Outcome.SOLVED, Outcome.UNSOLVABLE}


@pytest.mark.parametrize("order", ["breadth-first", "depth-first"])
@pytest.mark.parametrize("symmetry", ["none", "board"])
@pytest.mark.parametrize("metric", METRICS)
def test_exhaustive_searches_agree_in_every_count(metric: str, symmetry: str, order: str) -> None:
    game = Peg("4x4", "b1", metric)
    for number in (1, 2, 5, 30):
        position = game.deal(number)
        kernel, python = (
            solve(game, position, algorithm=order, symmetry=symmetry, engine=engine)
            for engine in ("kernel", "python")
        )
        counts = [
            (found.outcome, found.length, found.expanded, found.generated) for found in (kernel, python)
        ]
        assert counts[0] == counts[1]


def test_what_the_class_excludes_is_not_searched() -> None:
    for finish in ("centre", "any"):
        game = Peg("european", finish)
        result = solve(game, game.deal(1))
        assert (result.outcome, result.expanded) == (Outcome.UNSOLVABLE, 0)


def test_random_deals_have_the_verdicts_that_they_had() -> None:
    game = Peg()
    verdicts = "".join(
        "1" if solve(game, game.deal(number)).outcome is Outcome.SOLVED else "0" for number in range(34, 64)
    )
    assert verdicts == "110100100111100000101000001111"
