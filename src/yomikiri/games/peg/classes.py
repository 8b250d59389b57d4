"""Position classes: what the diagonals reveal (M. Reiss 1857; N. de Bruijn 1972).

Number the diagonals of one direction 0, 1, 2, 0, 1, 2, …  A jump changes three holes in a row or column, one
on a diagonal of each number.  So the number of pegs on the diagonals with any *two* of the numbers changes by
two or not at all: it keeps its parity.  Two such sets in each direction give four parities, the *class* of a
position, which no jump ever changes.  If the class of a position differs from that of a single peg in the
finish, no sequence of jumps leads there.  The converse does not hold.
"""

from functools import cache

from yomikiri.games.peg.holes import WIDTH, Board, Holes, hole_name, members


def _diagonals() -> tuple[Holes, ...]:
    """The four sets, over all 64 cells: falling then rising diagonals, numbers 0 and 1, then 1 and 2."""
    cells = [(row * WIDTH + column, row, column) for row in range(WIDTH) for column in range(WIDTH)]
    return tuple(
        sum(1 << cell for cell, row, column in cells if (row + sign * column) % 3 in numbers)
        for sign in (1, -1)
        for numbers in ((0, 1), (1, 2))
    )


DIAGONALS = _diagonals()


def position_class(position: Holes) -> tuple[int, ...]:
    """The parities of the pegs in the four sets."""
    return tuple((position & holes).bit_count() % 2 for holes in DIAGONALS)


@cache
def possible_finishes(board: Board, parities: tuple[int, ...]) -> Holes:
    """The holes in which a last peg has this class."""
    return sum(1 << hole for hole in board.in_order if position_class(1 << hole) == parities)


def why_unsolvable(board: Board, position: Holes, finish: int | None) -> str | None:
    """Why no last peg can be in ``finish`` (None: in any hole), if that can be shown."""
    parities = position_class(position)
    possible = possible_finishes(board, parities)
    if possible >> finish & 1 if finish is not None else possible:
        return None
    reason = (
        "position class: every jump changes an even number of holes in each of four sets of diagonals, so "
        f"the parities of their pegs, here {_word(parities)}, never change; "
    )
    if finish is not None:
        reason += f"a last peg in {hole_name(finish)} has {_word(position_class(1 << finish))}, "
    if not possible:
        return reason + "no hole gives a last peg these parities"
    return reason + f"only in {', '.join(map(hole_name, members(possible)))} it has these"


def _word(parities: tuple[int, ...]) -> str:
    return "".join(map(str, parities))
