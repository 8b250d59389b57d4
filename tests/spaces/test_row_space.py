"""Row symmetry: one key for all 24 orders of the rows, and nothing else."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomikiri import CertificationError, Superpuzz
from yomikiri.core.cards import deck
from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.games.rows.space import RowSpace
from yomikiri.games.superpuzz.rules import Position


@st.composite
def positions(draw: st.DrawFn) -> Position:
    columns = draw(st.integers(2, 13))
    layout = draw(st.permutations(deck(columns)))
    return Position(tuple(None if card.rank == columns else card for card in layout))


def rows_of(position: Position) -> list[tuple[object, ...]]:
    n = position.columns
    return [position.cells[row * n : row * n + n] for row in range(4)]


def reordered(position: Position) -> list[Position]:
    """The position with its rows in each of the 24 orders."""
    return [Position(tuple(cell for row in rows for cell in row)) for rows in permutations(rows_of(position))]


@settings(max_examples=80, deadline=None)
@given(positions())
def test_all_24_orders_of_the_rows_have_one_key(position: Position) -> None:
    space = RowSpace(Superpuzz(position.columns))
    assert len({space.key(each) for each in reordered(position)}) == 1
    assert len({space.canonical(each) for each in reordered(position)}) == 1


@settings(max_examples=80, deadline=None)
@given(positions())
def test_the_canonical_position_has_the_same_rows_and_is_its_own_canonical(position: Position) -> None:
    space = RowSpace(Superpuzz(position.columns))
    canonical = space.canonical(position)
    assert canonical in reordered(position)
    assert space.canonical(canonical) == canonical
    assert space.key(position) == space.game.encode(canonical)


def test_rows_stand_in_the_order_of_their_first_card_and_empty_rows_come_last() -> None:
    space = RowSpace(Superpuzz(3))
    position = Position.read(".. .. .. / CA C2 SA / D2 .. S2 / DA H2 HA")
    assert space.canonical(position) == Position.read("DA H2 HA / D2 .. S2 / CA C2 SA / .. .. ..")


@settings(max_examples=80, deadline=None)
@given(positions(), st.randoms(use_true_random=False))
def test_positions_with_other_rows_have_another_key(position: Position, rng: random.Random) -> None:
    space = RowSpace(Superpuzz(position.columns))
    cells = list(position.cells)
    i, j = rng.sample(range(len(cells)), 2)
    cells[i], cells[j] = cells[j], cells[i]
    other = Position(tuple(cells))
    same_rows = sorted(map(str, rows_of(other))) == sorted(map(str, rows_of(position)))
    assert (space.key(other) == space.key(position)) == same_rows


@pytest.mark.parametrize("columns", range(2, 14))
def test_rows_in_another_order_play_on_alike(columns: int) -> None:
    game = Superpuzz(columns)
    space = RowSpace(game)
    for number in range(1, 5):
        position = game.deal(number)
        expected = sorted(space.key(game.play(position, move)) for move in game.moves(position))
        for twin in reordered(position)[::5]:
            assert sorted(space.key(game.play(twin, move)) for move in game.moves(twin)) == expected
            assert game.is_goal(twin) == game.is_goal(position)


def test_the_plain_space_tells_every_two_positions_apart() -> None:
    space = PlainSpace(Superpuzz(4))
    position = space.game.deal(1)
    assert space.canonical(position) is position
    assert len({space.key(each) for each in reordered(position)}) == 24


@pytest.mark.parametrize("columns", [2, 4, 9, 13])
@pytest.mark.parametrize("make", [PlainSpace, RowSpace])
def test_a_path_of_keys_becomes_moves_of_the_dealt_position(make: type, columns: int) -> None:
    game = Superpuzz(columns)
    space: Space = make(game)
    rng = random.Random(columns)
    start = position = next(game.deal(number) for number in range(1, 99) if game.moves(game.deal(number)))
    keys = []
    for _ in range(25):
        # A path in the space of representatives, as search walks it.
        position = space.canonical(position)
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
        keys.append(space.key(position))
    moves = moves_along(space, start, keys)
    assert len(moves) == len(keys) > 0
    here = start
    for move, key in zip(moves, keys, strict=True):
        assert move in game.moves(here)
        here = game.play(here, move)
        assert space.key(here) == key


@pytest.mark.parametrize("make", [PlainSpace, RowSpace])
def test_a_broken_path_is_refused_and_the_step_named(make: type) -> None:
    game = Superpuzz(5)
    space: Space = make(game)
    start = game.deal(1)
    first = game.play(start, game.moves(start)[0])
    second = game.play(first, game.moves(first)[-1])
    good = [space.key(first), space.key(second)]
    assert len(moves_along(space, start, good)) == 2
    for broken, step in [
        ([good[1]], 1),
        ([space.key(start)], 1),
        ([good[0], b""], 2),
        ([good[0], good[0]], 2),
        ([*good, space.key(game.deal(2))], 3),
    ]:
        with pytest.raises(
            CertificationError, match=rf"^step {step} of the path is (not a move of Superpuzz|not a position)"
        ):
            moves_along(space, start, broken)


def test_the_empty_path_has_no_moves() -> None:
    assert moves_along(PlainSpace(Superpuzz(5)), Superpuzz(5).deal(1), []) == []
