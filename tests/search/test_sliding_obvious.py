"""Sliding puzzles against an obvious solver of the tests' own: lengths on whole boards, and parity.

The judge (``obvious_sliding.py``) shares no line with the package.
"""

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any

import pytest

import obvious_sliding as obvious
from yomikiri import Limits, Outcome, Sliding, algorithms, solve

ROOM = Limits(memory=2**28)

BOARDS = [Sliding(2, 2), Sliding(2, 3), Sliding(3, 2), Sliding(2, 3, goal="blank-first")]
BOARDS += [Sliding(2, 3, goal=(5, 1, 0, 2, 4, 3)), Sliding(3, 2, goal=(4, 0, 1, 5, 3, 2))]
LARGER = [Sliding(3, 3), Sliding(3, 3, goal="blank-first"), Sliding(3, 3, goal=(1, 2, 3, 8, 0, 4, 7, 6, 5))]
LARGER += [Sliding(2, 4), Sliding(4, 2)]


def questions(game: Sliding, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Ways to ask: each algorithm of the kernel, with one of its heuristics and one or two threads."""
    for name, entry in algorithms(game).items():
        if entry.in_kernel:
            heuristic = rng.choice(entry.heuristics) if entry.heuristics else None
            yield name, {"heuristic": heuristic, "threads": rng.choice([1, 2]) if entry.parallel else 1}


def check(game: Sliding, tiles: tuple[int, ...], truth: int | None, name: str, options: Any) -> None:
    result = solve(game, tiles, algorithm=name, limits=ROOM, **options)
    about = game, tiles, name, options
    if truth is None:
        assert (result.outcome, result.length) == (Outcome.UNSOLVABLE, None), about
    elif algorithms(game)[name].shortest:
        assert (result.length, result.lower_bound, result.proved_shortest) == (truth, truth, True), about
    else:
        assert result.outcome is Outcome.SOLVED, about
        assert (result.length or 0) >= truth, about


@pytest.mark.parametrize("game", BOARDS, ids=repr)
def test_every_algorithm_agrees_with_an_obvious_solver(game: Sliding) -> None:
    rng, truth = Random(repr(game)), obvious.distances(game.rows, game.columns, game.goal)
    boards = list(permutations(range(game.rows * game.columns)))
    assert len(truth) == len(boards) // 2
    for number, tiles in enumerate(rng.sample(boards, min(200, len(boards)))):
        for name, options in questions(game, rng):
            check(game, tiles, truth.get(tiles), name, options)
        if number % 50 == 0:
            for name, entry in algorithms(game).items():
                if not entry.in_kernel:
                    check(game, tiles, truth.get(tiles), name, {})


@pytest.mark.slow
@pytest.mark.parametrize("game", BOARDS + LARGER, ids=repr)
def test_the_searches_of_the_kernel_agree_with_an_obvious_solver_on_whole_boards(
    game: Sliding, record_property: Any
) -> None:
    rng, truth = Random(repr(game)), obvious.distances(game.rows, game.columns, game.goal)
    boards = list(truth) if len(truth) <= 360 else rng.sample(list(truth), min(8_000, len(truth)))
    # Exchanging two tiles makes any of them unsolvable.
    spoilt = [tuple({1: 2, 2: 1}.get(tile, tile) for tile in tiles) for tiles in boards]
    answers = 0
    for tiles in boards + spoilt:
        for name, options in questions(game, rng):
            check(game, tiles, truth.get(tiles), name, options)
            answers += 1
    record_property("answers", answers)
