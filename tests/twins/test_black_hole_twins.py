"""Black Hole: the kernel against the Python pages, move for move and bound for bound."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yomikiri.games.blackhole.bounds import DEAD_END, estimate
from yomikiri.games.blackhole.kernel import kernel_of
from yomikiri.games.blackhole.rules import BlackHole, Position
from yomikiri.games.blackhole.space import FanSpace
from yomikiri.search.driver import never_stop

FREE: Any = {"nodes": None, "seconds": None, "memory": 1 << 30, "watch": never_stop}


def check(game: BlackHole, position: Position) -> None:
    """Kernel and Python see the same in a position."""
    code = game.encode(position)
    plain, alike, space = kernel_of(game, alike=False), kernel_of(game, alike=True), FanSpace(game)
    children = [game.play(position, move) for move in game.moves(position)]
    assert plain.children(code) == [(game.encode(child), game.is_goal(child)) for child in children]
    assert list(b"".join(plain.moves(code))) == game.moves(position)
    canonical = space.canonical(position)
    children = [game.play(canonical, move) for move in game.moves(canonical)]
    assert alike.children(code) == [(space.key(child), game.is_goal(child)) for child in children]
    for kernel in (plain, alike):
        assert kernel.is_goal(code) == game.is_goal(position)
        bound = estimate(game, position)
        assert kernel.estimate(code) == (None if bound == DEAD_END else bound)


@given(
    st.sampled_from([3, 5, 7, 9, 11, 13]), st.integers(1, 10**6), st.lists(st.integers(0, 16), max_size=51)
)
def test_walks_are_the_same_in_the_kernel(ranks: int, number: int, picks: list[int]) -> None:
    game = BlackHole(ranks)
    position = game.deal_own(number)
    check(game, position)
    for pick in picks:
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, moves[pick % len(moves)])
        check(game, position)


@given(st.sampled_from([5, 13]), st.integers(1, 10**6), st.data())
def test_any_heights_are_the_same_in_the_kernel(ranks: int, number: int, data: st.DataObject) -> None:
    """Also positions that cannot be reached, such as most of those near the end of a game."""
    game = BlackHole(ranks)
    dealt = game.deal_own(number)
    heights = data.draw(st.lists(st.integers(0, 3), min_size=game.fans, max_size=game.fans))
    check(game, Position(dealt.hole, tuple(fan[:n] for fan, n in zip(dealt.fans, heights, strict=True))))


@pytest.mark.parametrize(("ranks", "deals"), [(3, range(1, 20)), (5, range(1, 3))])
def test_the_kernel_goes_through_the_same_positions(ranks: int, deals: range) -> None:
    """From the keys that it gives of children, every position of a small deal."""
    game = BlackHole(ranks)
    space = FanSpace(game)
    verdicts = set()
    for number in deals:
        start = game.encode(game.deal(number))
        seen, waiting = {start}, [start]
        while waiting:
            code = waiting.pop()
            check(game, game.decode(code))
            found = {space.key(game.decode(child)) for child, _ in kernel_of(game).children(code)}
            waiting += found - seen
            seen |= found
        won = any(game.is_goal(game.decode(code)) for code in seen)
        verdicts.add(won)
        for alike in (False, True):
            kernel = kernel_of(game, alike=alike)
            answers = [
                kernel.decide(start, store="exact", **FREE),
                kernel.explore(start, order="depth-first", **FREE),
                kernel.a_star(start, **FREE),
            ]
            assert {answer.outcome for answer in answers} == {"solved" if won else "unsolvable"}
            assert {len(answer.path) for answer in answers} == {4 * ranks - 1 if won else 0}
    assert True in verdicts


def test_without_symmetry_a_path_has_the_cards_as_they_lie() -> None:
    game = BlackHole(5)
    position = game.deal(1)
    answer = kernel_of(game, alike=False).a_star(game.encode(position), **FREE)
    assert answer.outcome == "solved"
    for code in answer.path:
        following = game.decode(code)
        assert following in [game.play(position, move) for move in game.moves(position)]
        position = following


@pytest.mark.parametrize(
    "code",
    [
        b"",
        b"\0",
        b"\1",
        b"\0\0\0\0\0",
        b"\1\0\0\0",
        b"\1\0\0\0\0\0",
        b"\1\2\0\0\0\2\0",
        b"\1\1\0\0\0\0",
        b"\1\2\3\4\5\0\0\0\0",
        b"\xff\0\0\0\0",
        b"\1\xff\0\0\0\0",
        b"\1\0\0\0\0\2",
    ],
)
def test_a_code_that_is_no_position_is_refused(code: bytes) -> None:
    with pytest.raises(ValueError, match="code"):
        kernel_of(BlackHole(3)).children(code)


@pytest.mark.parametrize("ranks", [1, 4, 15])
def test_ranks_that_are_not_possible_are_refused(ranks: int) -> None:
    kernel: Any = type(kernel_of(BlackHole()))
    with pytest.raises(ValueError, match="expected"):
        kernel(ranks=ranks, alike=True)
