"""Peg solitaire: the kernel against the Python pages, move for move and bound for bound."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peg_graphs import distances, every_position
from yomikiri.core.space import PlainSpace
from yomikiri.games.peg.bounds import DEAD_END, estimate
from yomikiri.games.peg.kernel import kernel_of
from yomikiri.games.peg.rules import METRICS, Peg
from yomikiri.games.peg.space import PegSpace
from yomikiri.search.driver import never_stop

FREE: Any = {"nodes": None, "seconds": None, "memory": 1 << 30, "watch": never_stop}
SIZES = ["english", "european", "3x3", "4x6", "6x4", "5x5"]


def check(game: Peg, position: int) -> None:
    """Kernel and Python see the same in a position."""
    code = game.encode(position)
    plain, alike, space = kernel_of(game, alike=False), kernel_of(game, alike=True), PegSpace(game)
    children = [game.play(position, move) for move in game.moves(position)]
    assert plain.children(code) == [(game.encode(child), game.is_goal(child)) for child in children]
    assert [int.from_bytes(move, "little") ^ position for move in plain.moves(code)] == children
    assert plain.is_goal(code) == alike.is_goal(code) == game.is_goal(position)
    assert plain.key(code) == code
    assert alike.key(code) == space.key(position)
    bound = estimate(game, position)
    assert plain.estimate(code) == (None if bound == DEAD_END else bound)
    canonical = space.canonical(position)
    children = [game.play(canonical, move) for move in game.moves(canonical)]
    assert alike.children(code) == [(space.key(child), game.is_goal(child)) for child in children]
    assert alike.estimate(code) == plain.estimate(code)


@given(st.sampled_from(SIZES), st.sampled_from(METRICS), st.integers(0, 50), st.integers(1, 2**64))
def test_any_position_is_the_same_in_the_kernel(size: str, metric: str, finish: int, bits: int) -> None:
    usual = Peg(size)
    holes = usual.board.in_order
    name = usual.format_move(0, (holes[finish],)) if finish < len(holes) else "any"
    game = Peg(size, name, metric)
    check(game, bits & game.board.holes or 1 << game.board.centre)


@given(st.sampled_from(SIZES), st.sampled_from(METRICS), st.integers(1, 33), st.lists(st.integers(0, 99)))
def test_walks_are_the_same_in_the_kernel(size: str, metric: str, number: int, picks: list[int]) -> None:
    game = Peg(size, "any", metric)
    position = game.deal(number)
    check(game, position)
    for pick in picks:
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, moves[pick % len(moves)])
        check(game, position)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("finish", ["b2", "a1", "any"])
def test_every_position_of_a_small_board_is_the_same_in_the_kernel(finish: str, metric: str) -> None:
    game = Peg("3x4", finish, metric)
    for position in every_position(game):
        check(game, position)


@pytest.mark.parametrize("finish", ["b1", "any"])
def test_the_kernel_finds_what_every_position_of_a_small_board_needs(finish: str) -> None:
    game = Peg("3x4", finish, "moves")
    needed = distances(game)
    for alike in (False, True):
        kernel = kernel_of(game, alike=alike)
        for position in every_position(game)[::29]:
            code = game.encode(position)
            searches = [
                kernel.a_star(code, **FREE),
                kernel.ida_star(code, **FREE),
                kernel.explore(code, order="breadth-first", **FREE),
            ]
            wanted = ("solved", needed[position]) if position in needed else ("unsolvable", 0)
            assert [(answer.outcome, len(answer.path)) for answer in searches] == [wanted] * 3
            assert kernel.decide(code, store="exact", **FREE).outcome == wanted[0]


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("rows", 8, "rows 8: expected 1 to 7"),
        ("columns", 0, "columns 0: expected 1 to 7"),
        ("holes", 0, "holes 0: expected 1 to"),
        ("holes", 1 << 7, "holes beside a board of 7 rows and 7 columns"),
        ("finish", 0, "finish 0: expected a hole of the board"),
        ("regions", b"abc", "3 bytes: expected words of eight"),
        ("pagodas", bytes(8), "pagoda functions break off"),
        ("pagodas", b"\xff" * 16, "pagoda functions break off"),
        ("alike", 1, "the parameter alike: expected True or False"),
        ("colour", 1, "unknown parameter 'colour'"),
    ],
)
def test_parameters_that_make_no_board_are_refused(name: str, value: object, reason: str) -> None:
    usual = {
        "rows": 7,
        "columns": 7,
        "holes": Peg().board.holes,
        "finish": 27,
        "regions": b"",
        "pagodas": b"",
        "alike": True,
    }
    kernel: Any = type(kernel_of(Peg()))
    kernel(**usual)
    with pytest.raises(ValueError, match=reason):
        kernel(**{**usual, name: value})


@pytest.mark.parametrize("code", [b"", bytes(7), b"\x01" + bytes(6), b"\xff" * 7, bytes(6), bytes(8)])
def test_a_code_that_is_no_position_is_refused(code: bytes) -> None:
    with pytest.raises(ValueError, match="code"):
        kernel_of(Peg()).children(code)


def test_more_moves_than_there_is_room_for_are_refused() -> None:
    """No board of ours has so many, but the kernel takes any holes."""
    kernel: Any = type(kernel_of(Peg(metric="moves")))
    holes = sum(0x7F << 8 * row for row in range(7))
    whole = kernel(rows=7, columns=7, holes=holes, finish=-1, regions=b"", pagodas=b"", alike=False)
    between = sum((0x2A if row % 2 == 0 else 0x55) << 8 * row for row in range(7))
    with pytest.raises(ValueError, match="a position with more than 2048 moves"):
        whole.children((between | 1).to_bytes(7, "little"))


def test_plain_and_alike_keys_are_those_of_the_spaces() -> None:
    game = Peg()
    for number in range(1, 60):
        position = game.deal(number)
        code = game.encode(position)
        assert kernel_of(game, alike=False).key(code) == PlainSpace(game).key(position)
        assert kernel_of(game, alike=True).key(code) == PegSpace(game).key(position)
