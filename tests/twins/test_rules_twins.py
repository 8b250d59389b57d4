"""The kernel plays by the rules of the Python page: same moves, same order, same codes, same goals."""

import random
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomikiri import Superpuzz, _kernel
from yomikiri.core.cards import SUITS, Card, deck
from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.rows.space import RowSpace
from yomikiri.games.superpuzz.rules import Position

SIZES = range(2, 14)


def spaces(columns: int, rows_alike: bool) -> tuple[Superpuzz, Space, _kernel.Superpuzz]:
    game = Superpuzz(columns)
    return game, RowSpace(game) if rows_alike else PlainSpace(game), _kernel.Superpuzz(columns, rows_alike)


def assert_twins(position: Position, *, rows_alike: bool) -> None:
    """Everything the kernel says of one position, against the Python rules."""
    game, space, kernel = spaces(position.columns, rows_alike)
    position = space.canonical(position)
    code = game.encode(position)
    cards = game.cards
    moves = game.moves(position)
    assert kernel.moves(code) == [(cards.index(m.card), m.source, m.target) for m in moves]
    assert kernel.is_goal(code) == game.is_goal(position)
    assert kernel.canonical(code) == RowSpace(game).key(position)
    followers = [game.play(position, move) for move in moves]
    assert kernel.children(code) == [(space.key(p), game.is_goal(p), code, True) for p in followers]


@pytest.mark.parametrize("rows_alike", [False, True])
@pytest.mark.parametrize("columns", SIZES)
def test_moves_children_goals_and_undo_agree_along_random_walks(columns: int, rows_alike: bool) -> None:
    game = Superpuzz(columns)
    rng = random.Random(columns)
    for number in range(1, 25):
        position = game.deal(number)
        for _ in range(15):
            assert_twins(position, rows_alike=rows_alike)
            moves = game.moves(position)
            if not moves:
                break
            position = game.play(position, rng.choice(moves))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    columns = draw(st.integers(2, 13))
    layout = draw(st.permutations(deck(columns)))
    return Position(tuple(None if card.rank == columns else card for card in layout))


@settings(max_examples=100, deadline=None)
@given(positions(), st.booleans())
def test_they_agree_on_any_position(position: Position, rows_alike: bool) -> None:
    assert_twins(position, rows_alike=rows_alike)


@pytest.mark.parametrize("columns", SIZES)
def test_they_agree_around_every_goal(columns: int) -> None:
    game = Superpuzz(columns)
    for suits in permutations(SUITS):
        cells: list[Card | None] = []
        for suit in suits:
            cells += [*(Card(suit, rank) for rank in range(1, columns)), None]
        assert _kernel.Superpuzz(columns).is_goal(game.encode(Position(tuple(cells))))
        # One card lifted into a hole elsewhere: its followers include the goal or come near it.
        for row in range(4):
            for other in range(4):
                moved = cells.copy()
                source, hole = row * columns + columns - 2, other * columns + columns - 1
                moved[source], moved[hole] = moved[hole], moved[source]
                assert_twins(Position(tuple(moved)), rows_alike=suits[0] == "H")


@pytest.mark.parametrize("rows_alike", [False, True])
def test_the_kernel_takes_a_position_that_is_not_canonical(rows_alike: bool) -> None:
    for columns in SIZES:
        game, space, kernel = spaces(columns, rows_alike)
        for number in range(1, 20):
            position = game.deal(number)
            code = game.encode(position)
            assert kernel.canonical(code) == RowSpace(game).key(position)
            for move, (child, _, undone, hashed) in zip(
                game.moves(position), kernel.children(code), strict=True
            ):
                assert child == space.key(game.play(position, move))
                assert undone == space.key(position)
                assert hashed


def reachable_by_rules(game: Superpuzz, space: Space, start: Position) -> dict[bytes, list[bytes]]:
    """The state graph by the Python rules: each key with the keys of its followers, in move order."""
    start = space.canonical(start)
    graph: dict[bytes, list[bytes]] = {}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        key = space.key(position)
        if key not in graph:
            followers = [space.canonical(game.play(position, move)) for move in game.moves(position)]
            graph[key] = [space.key(following) for following in followers]
            waiting += followers
    return graph


def reachable_by_kernel(kernel: _kernel.Superpuzz, start: bytes) -> dict[bytes, list[bytes]]:
    graph: dict[bytes, list[bytes]] = {}
    waiting = [start]
    while waiting:
        code = waiting.pop()
        if code not in graph:
            graph[code] = [child for child, _, _, _ in kernel.children(code)]
            waiting += graph[code]
    return graph


@pytest.mark.parametrize("rows_alike", [False, True])
@pytest.mark.parametrize(
    ("columns", "number"),
    [(2, 1), (3, 9), (3, 55), (3, 63), (3, 97), (4, 5), (4, 31), (4, 44), (4, 192), (4, 196)],
)
def test_whole_state_graphs_are_identical(columns: int, number: int, rows_alike: bool) -> None:
    game, space, kernel = spaces(columns, rows_alike)
    start = game.deal(number)
    by_rules = reachable_by_rules(game, space, start)
    assert reachable_by_kernel(kernel, space.key(start)) == by_rules
    for code in by_rules:
        assert kernel.is_goal(code) == game.is_goal(game.decode(code))
