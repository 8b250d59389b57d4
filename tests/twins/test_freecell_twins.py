"""The kernel's FreeCell agrees with the Python rules, codes and bounds on random walks, in all variants."""

import random

import pytest

from yomikiri import _kernel
from yomikiri.games.freecell import FreeCell
from yomikiri.games.freecell_notation import Move
from yomikiri.games.freecell_position import Position
from yomikiri.heuristics.freecell import HEURISTICS
from yomikiri.heuristics.freecell_safe import safe_move
from yomikiri.search.freecell_shortest import kernel_of
from yomikiri.spaces.freecell import FreeCellCode

GAMES = [
    FreeCell(),
    FreeCell(metric="supermove"),
    FreeCell(variant="bakers-game"),
    FreeCell(variant="bakers-game", metric="supermove"),
    FreeCell(variant="eight-off", metric="supermove"),
    FreeCell(variant="seahaven-towers"),
    FreeCell(columns=6, cells=3, empty="kings"),
    FreeCell(columns=6, cells=3, empty="kings", metric="supermove"),
    FreeCell(columns=4, cells=2, ranks=5),
    FreeCell(columns=4, cells=2, ranks=5, metric="supermove"),
    FreeCell(columns=3, cells=0, ranks=4, building="suit"),
    FreeCell(columns=10, cells=0),
]


def walk(game: FreeCell, number: int, steps: int) -> list[Position]:
    """The positions of a random walk, in which home moves are rare, so that it is long and runs grow."""
    rng = random.Random(f"{game!r} {number}")
    position = game.deal(number)
    found = [position]
    for _ in range(steps):
        moves = game.moves(position)
        if not moves:
            break
        onto = [move for move in moves if move.target < game.columns and position.columns[move.target]]
        position = game.play(position, rng.choice(onto if onto and rng.random() < 0.5 else moves))
        found.append(position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_moves_come_in_the_same_order_and_lead_to_the_same_positions(game: FreeCell) -> None:
    kernel = kernel_of(game)
    for number in range(1, 4):
        for position in walk(game, number, 60):
            code = game.encode(position)
            children = kernel.children(code)
            moves = game.moves(position)
            assert [Move(*move) for move, _, _ in children] == moves
            assert [after for _, after, _ in children] == [
                game.encode(game.play(position, move)) for move in moves
            ]
            assert all(before == code for _, _, before in children)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_keys_are_those_of_the_python_code(game: FreeCell) -> None:
    kernel = kernel_of(game)
    for number in range(1, 4):
        positions = walk(game, number, 60)
        for start in (positions[0], positions[len(positions) // 2]):
            code = FreeCellCode(game, start)
            for position in positions[positions.index(start) :]:
                assert kernel.key(game.encode(start), game.encode(position)) == code.encode(position)


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_bounds_are_those_of_the_python_heuristics(game: FreeCell, name: str) -> None:
    kernel = kernel_of(game)
    for number in range(1, 3):
        for position in walk(game, number, 60)[::10]:
            assert kernel.estimate(game.encode(position), name) == HEURISTICS[name](game, position)


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_children_of_a_search_have_safe_moves_made_and_the_bounds_of_python(
    game: FreeCell, name: str
) -> None:
    kernel = kernel_of(game)
    for number in range(1, 3):
        positions = walk(game, number, 50)
        code = FreeCellCode(game, positions[0])
        for at in positions[5::20]:
            position, _ = closed(game, at)
            expected = {}
            for move in game.moves(position):
                child, safe = closed(game, game.play(position, move))
                expected[code.encode(child)] = (1 + safe, HEURISTICS[name](game, child))
            found = kernel.kids(game.encode(positions[0]), game.encode(position), name, True)
            assert {key: (cost, bound) for key, cost, _, bound in found} == expected
            assert all(least <= bound for _, _, least, bound in found)


def closed(game: FreeCell, position: Position) -> tuple[Position, int]:
    """The position after all safe home moves, and how many these were."""
    count = 0
    while (move := safe_move(game, position)) is not None:
        position, count = game.play(position, move), count + 1
    return position, count


def test_the_kernel_refuses_what_is_no_position() -> None:
    game = FreeCell(columns=3, cells=1, ranks=3)
    kernel, code = kernel_of(game), game.encode(game.deal(1))
    for wrong in (b"", code[:-1], code + b"\1", bytes([4]) + code[1:], code[:5] + b"\200" + code[6:]):
        with pytest.raises(ValueError, match="not the code of a position"):
            kernel.children(wrong)
    with pytest.raises(ValueError, match="rules out of range"):
        _kernel.FreeCell(11, 4, 13, suit=False, kings=False, supermove=False)
    with pytest.raises(ValueError, match="unknown heuristic"):
        kernel.estimate(code, "h9")
