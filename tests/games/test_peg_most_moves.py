"""How many moves a position of peg solitaire can have: the kernel keeps them in an array."""

from itertools import combinations

import pytest

from yomikiri.games.peg.holes import WIDTH, members
from yomikiri.games.peg.rules import Peg

ROOM = 2048
"""Of the kernel, in native/games/peg/peg.hpp."""


def most_moves(size: str) -> int:
    """No position of a board has more moves.

    A jump takes a peg two holes on, so it stays among the holes an even number of rows and of columns
    away.  The pegs it jumps over are between those.  Of each such set, try every way to fill it, with
    all holes in between full; the sum of the largest numbers is a bound for all pegs together.
    """
    game = Peg(size, metric="moves")
    board = game.board
    total = 0
    for parity in ((0, 0), (0, 1), (1, 0), (1, 1)):
        mine = [hole for hole in members(board.holes) if (hole // WIDTH % 2, hole % WIDTH % 2) == parity]
        between = sum(
            1 << hole
            for hole in members(board.holes)
            if (hole // WIDTH % 2 == parity[0]) != (hole % WIDTH % 2 == parity[1])
        )
        most = 0
        for count in range(1, len(mine)):
            for chosen in combinations(mine, count):
                position = between + sum(1 << hole for hole in chosen)
                most = max(most, sum(move[0] in chosen for move in game.moves(position)))
        total += most
    return total


@pytest.mark.parametrize(("size", "most"), [("3x3", 10), ("4x4", 32), ("5x5", 362)])
def test_small_boards_have_few_moves(size: str, most: int) -> None:
    assert most_moves(size) == most <= ROOM


@pytest.mark.parametrize(("size", "most"), [("english", 1686), ("european", 1964), ("6x6", 1136)])
def test_no_position_has_more_moves_than_the_kernel_has_room_for(size: str, most: int) -> None:
    assert most_moves(size) == most <= ROOM
