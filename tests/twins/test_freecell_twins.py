"""The kernel's FreeCell agrees with the Python rules and codes on random walks, in all variants."""

import pytest

from freecell_positions import GAMES, walk
from yomikiri import _kernel
from yomikiri.games.freecell.notation import Move
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.shortest import kernel_of
from yomikiri.games.freecell.space import FreeCellCode


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
