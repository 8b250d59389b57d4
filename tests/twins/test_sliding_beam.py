"""Beams of sliding puzzles against the same thing in plain Python."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from yomikiri import Outcome, Sliding, _kernel, solve
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import BLANK_FIRST, Tiles
from yomikiri.search.certify import certify

MEMORY = 2**28
ASKED: dict[str, Any] = {"nodes": None, "seconds": None, "memory": MEMORY, "watch": lambda *_: False}


def plain_beam(
    game: Sliding,
    start: Tiles,
    width: int,
    upper: float,
    bound: Callable[[Tiles], int],
    score: Callable[[Tiles], int] | None = None,
) -> tuple[int | None, int]:
    """The length of what a beam that goes by ``score`` finds, and how many positions it expands."""
    before: set[Tiles] = set()
    now, expanded, depth = [start], 0, 0
    while now and depth < 250:
        found: dict[Tiles, int] = {}
        worst: float = float("inf")
        for position in now:
            expanded += 1
            for move in game.moves(position):
                child = game.play(position, move)
                value = bound(child)
                order = value if score is None else score(child)
                if depth + 1 + value >= upper or order >= worst:
                    continue
                if value == 0:
                    return depth + 1, expanded
                if child in before or child in found:
                    continue
                found[child] = order
                if len(found) == 2 * width:
                    worst = cut(found, width)
        if len(found) > width:
            cut(found, width)
        before, now, depth = set(now), list(found), depth + 1
    return None, expanded


def cut(found: dict[Tiles, int], width: int) -> int:
    """Keep the best, of equal ones the first, in the order in which they were found."""
    kept = sorted(found, key=found.__getitem__)[:width]
    worst = found[kept[-1]]
    for child in set(found) - set(kept):
        del found[child]
    return worst


@pytest.mark.parametrize("bound", ["manhattan", "linear-conflict"])
@pytest.mark.parametrize("size", [(2, 3), (3, 3), (3, 4)])
def test_a_beam_takes_the_positions_of_the_plain_one(size: tuple[int, int], bound: str) -> None:
    game = Sliding(*size, BLANK_FIRST)
    function = {"manhattan": Manhattan, "linear-conflict": LinearConflict}[bound](game)
    rng = random.Random(f"{size} {bound}")
    for number in range(1, 13):
        position = game.deal(number)
        for width in (1, 2, 7, 60):
            # Within 30 moves a beam of one position shows that it does not go on for ever.
            upper = rng.choice([None, 30, 20])
            answer = _kernel.sliding_beam(
                *size, 0, bytes(position), bound=bound, width=width, upper=upper, **ASKED
            )
            length, expanded = plain_beam(game, position, width, upper or float("inf"), function)
            assert (len(answer.path) or None, answer.expanded) == (length, expanded)
            assert answer.outcome == ("exhausted" if length is None else "solved")
            if answer.path:
                steps = [position, *(tuple(key[: game.cells]) for key in answer.path)]
                moves = [
                    next(m for m in game.moves(a) if game.play(a, m) == b)
                    for a, b in itertools.pairwise(steps)
                ]
                certify(game, position, moves)


def test_beams_go_by_the_largest_sum_and_the_mean_of_all() -> None:
    game = Sliding(4, 4, BLANK_FIRST)
    sets = pattern_tables.views(game, "pdb-555", lambda *_: None, 2**30)
    assert len(sets) == 2

    def sums(position: Tiles) -> list[int]:
        labels = bytes(position)
        return [_kernel.sliding_bound(4, 4, 0, labels, "patterns", [views]) for views in sets]

    def largest(position: Tiles) -> int:
        return max(sums(position))

    def score(position: Tiles) -> int:
        found = sums(position)
        return len(found) * max(found) + sum(found)

    differ = 0
    for number in range(1, 9):
        position = game.deal(number)
        for width in (5, 40):
            answer = _kernel.sliding_beam(
                4, 4, 0, bytes(position), bound="patterns", patterns=sets, width=width, upper=None, **ASKED
            )
            found = len(answer.path) or None, answer.expanded
            assert found == plain_beam(game, position, width, float("inf"), largest, score)
            differ += found != plain_beam(game, position, width, float("inf"), largest)
    assert differ > 8


def test_a_beam_that_drops_nothing_finds_a_shortest_solution() -> None:
    game = Sliding(3, 3, BLANK_FIRST)
    for number in range(1, 6):
        position = game.deal(number)
        answer = _kernel.sliding_beam(
            3, 3, 0, bytes(position), bound="manhattan", width=200_000, upper=None, **ASKED
        )
        assert len(answer.path) == solve(game, position, shortest=True).length


def test_a_beam_keeps_to_its_limits() -> None:
    game = Sliding(4, 4, BLANK_FIRST)
    labels = bytes(game.deal(1))
    call = {"bound": "linear-conflict", "width": 1000, "upper": None}
    whole = _kernel.sliding_beam(4, 4, 0, labels, **call, **ASKED)
    for nodes in (0, 1, 17, 1000, whole.expanded - 1):
        answer = _kernel.sliding_beam(4, 4, 0, labels, **call, **{**ASKED, "nodes": nodes})
        assert (answer.outcome, answer.expanded) == (Outcome.NODE_LIMIT.value, nodes)
        assert not answer.path
    answer = _kernel.sliding_beam(4, 4, 0, labels, **call, **{**ASKED, "memory": 40_000})
    assert answer.outcome == Outcome.MEMORY_LIMIT.value
    assert whole.peak_bytes > 40_000
