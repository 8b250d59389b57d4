"""Bounds and dead ends of peg solitaire, against every position of small boards."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peg_graphs import distances, every_position
from yomikiri.games.peg.bounds import DEAD_END, estimate, full_regions, regions
from yomikiri.games.peg.classes import position_class
from yomikiri.games.peg.holes import board_of, hole_name, members
from yomikiri.games.peg.pagodas import pagodas, why_unsolvable
from yomikiri.games.peg.rules import METRICS, Peg
from yomikiri.games.peg.space import PegSpace


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("size", "finish"),
    [
        ("3x3", "centre"),
        ("3x3", "a1"),
        ("3x3", "any"),
        ("3x4", "centre"),
        ("3x4", "b1"),
        ("3x4", "any"),
        ("4x3", "a1"),
        ("4x4", "b2"),
    ],
)
def test_no_bound_is_above_the_moves_that_a_position_needs(size: str, finish: str, metric: str) -> None:
    game = Peg(size, finish, metric)
    needed = distances(game)
    for position in every_position(game):
        bound = estimate(game, position)
        assert bound <= needed.get(position, DEAD_END)
        assert (bound == 0) == game.is_goal(position)
        if game.why_unsolvable(position) is not None:
            assert position not in needed
        if metric == "jumps" and position in needed:
            assert bound == needed[position] == position.bit_count() - 1


@pytest.mark.slow
@pytest.mark.parametrize("finish", ["centre", "a1", "b1", "any"])
def test_no_bound_is_above_the_moves_that_a_position_of_the_4x4_board_needs(finish: str) -> None:
    game = Peg("4x4", finish, "moves")
    needed = distances(game)
    for position in every_position(game):
        assert estimate(game, position) <= needed.get(position, DEAD_END)


@pytest.mark.parametrize(("size", "finish"), [("3x3", "a1"), ("3x4", "any"), ("3x4", "b2")])
def test_positions_that_are_alike_need_as_many_moves(size: str, finish: str) -> None:
    game = Peg(size, finish, "moves")
    needed, space = distances(game), PegSpace(game)
    for position in every_position(game):
        assert needed.get(space.canonical(position)) == needed.get(position)


def test_the_small_boards_have_positions_of_every_kind() -> None:
    game = Peg("4x4", "b2", "moves")
    needed = distances(game)
    every = every_position(game)
    assert any(map(game.why_unsolvable, every))
    assert any(why_unsolvable(game.board, position, game.finish) for position in every)
    assert max(needed.values()) >= 9
    assert max(full_regions(game, position) for position in needed) >= 8


def can_be_won(game: Peg, position: int, seen: set[int]) -> bool:
    """By trying everything."""
    if position in seen:
        return False
    seen.add(position)
    return game.is_goal(position) or any(
        can_be_won(game, game.play(position, move), seen) for move in game.moves(position)
    )


@pytest.mark.parametrize("finish", ["d4", "d1", "c2"])
def test_what_a_pagoda_function_excludes_cannot_be_won_where_the_class_says_nothing(finish: str) -> None:
    game = Peg("english", finish)
    random = Random(finish)
    dead = []
    while len(dead) < 40:
        position = sum(1 << hole for hole in random.sample(game.board.in_order, 9))
        same_class = position_class(position) == position_class(1 << game.board.hole(finish))
        if same_class and game.moves(position) and game.why_unsolvable(position) is not None:
            dead.append(position)
    assert not any(can_be_won(game, position, set()) for position in dead)


# -- Merson's regions ------------------------------------------------------------------------------


def test_the_english_board_has_28_minimal_regions() -> None:
    board = board_of("english")
    named = [[hole_name(hole) for hole in members(region)] for region in regions(board)]
    assert named[:2] == [["c1"], ["e1"]]
    assert ["c2", "b3", "c3"] in named
    assert ["c3", "d3", "c4", "d4"] in named
    assert len(named) == 28
    assert len(regions(board_of("european"))) == 24


@pytest.mark.parametrize("size", ["english", "european", "4x4", "5x6"])
def test_a_region_is_left_only_from_inside_and_none_has_another_in_it(size: str) -> None:
    board = board_of(size)
    for region in regions(board):
        for jump in board.jumps:
            if region >> jump.over & 1:
                assert region >> jump.source & 1 or region >> jump.target & 1
        assert not any(region != other and region & other == other for other in regions(board))


def test_on_a_small_board_no_minimal_region_is_missed() -> None:
    board = board_of("3x4")

    def is_region(holes: int) -> bool:
        return all(
            not holes >> jump.over & 1 or holes >> jump.source & 1 or holes >> jump.target & 1
            for jump in board.jumps
        )

    every = [holes for holes in every_position(Peg("3x4")) if is_region(holes)]
    minimal = {a for a in every if not any(a != b and a & b == b for b in every)}
    assert set(regions(board)) == minimal


@given(st.integers(1, 2**64))
def test_a_move_leaves_at_most_the_region_that_it_starts_in(bits: int) -> None:
    game = Peg("english", metric="moves")
    position = bits & game.board.holes
    full = [region for region in regions(game.board) if position & region == region]
    for move in game.moves(position)[:50]:
        after = game.play(position, move)
        left = [region for region in full if after & region != region]
        assert all(region >> move[0] & 1 for region in left)
        assert full_regions(game, after) >= full_regions(game, position) - 1


@given(st.integers(1, 2**64))
def test_images_have_the_same_bound(bits: int) -> None:
    game = Peg("english", metric="moves")
    position = bits & game.board.holes | 1 << game.board.centre
    images = {game.board.image(position, symmetry) for symmetry in game.board.symmetries}
    assert len({estimate(game, image) for image in images}) == 1


# -- pagoda functions ------------------------------------------------------------------------------


@pytest.mark.parametrize("size", ["english", "european", "4x4", "5x6"])
def test_no_jump_raises_a_pagoda_function(size: str) -> None:
    board = board_of(size)
    for finish in board.in_order:
        assert pagodas(board, finish)
        for pagoda in pagodas(board, finish):
            weight = {hole: value for value, holes in pagoda.weights for hole in members(holes)}
            assert weight[finish] == pagoda.finish > 0
            for jump in board.jumps:
                gained = weight.get(jump.target, 0) - weight.get(jump.source, 0) - weight.get(jump.over, 0)
                assert gained <= 0


def test_with_any_finish_there_is_no_pagoda_function() -> None:
    assert pagodas(board_of("english"), None) == ()
