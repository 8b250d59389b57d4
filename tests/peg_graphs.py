"""Every position of a small board of peg solitaire, with the moves that it needs: the judge of the bounds."""

from functools import cache

from yomikiri.games.peg.rules import Peg


@cache
def distances(game: Peg) -> dict[int, int]:
    """For every position that can be won, the least number of moves to the end.

    A jump takes one peg away, so that the positions with fewer pegs come first.
    """
    found: dict[int, int] = {}
    for position in sorted(every_position(game), key=int.bit_count):
        if game.is_goal(position):
            found[position] = 0
            continue
        after = [
            found[child] for move in game.moves(position) if (child := game.play(position, move)) in found
        ]
        if after:
            found[position] = 1 + min(after)
    return found


def every_position(game: Peg) -> list[int]:
    """All positions of the board with a peg or more."""
    holes = game.board.in_order
    return [
        sum((bits >> index & 1) << hole for index, hole in enumerate(holes))
        for bits in range(1, 1 << len(holes))
    ]
