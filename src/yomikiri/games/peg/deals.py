"""Numbered deals of peg solitaire.

On a board of H holes, deal 1 has a peg in every hole but the central one: with the usual finish it is the
*central game*.  Deals 2 to H leave each other hole empty in reading order.  The deals from H + 1 on are
random: the stream of :mod:`yomikiri.core.dealing` for the text ``peg/size/number`` gives a bit for each hole
in reading order, 64 at a time, and the first position is taken whose class is that of a last peg in the
finish: every such position of two pegs or more is equally likely.  (Of all positions, fifteen in sixteen can
be seen to be lost by their class.)
"""

from collections.abc import Sequence

from yomikiri.core.dealing import MAX_DEAL, SplitMix64, fnv1a
from yomikiri.core.errors import InputError
from yomikiri.games.peg.classes import position_class
from yomikiri.games.peg.holes import Board, Holes


def deal(board: Board, finishes: Sequence[int], number: int) -> Holes:
    """The position of a deal number; the random ones depend on the finishes that are allowed."""
    if isinstance(number, bool) or not isinstance(number, int):
        raise InputError(f"deal number {number!r} is not a whole number: expected 1 to {MAX_DEAL}")
    if not 1 <= number <= MAX_DEAL:
        raise InputError(f"deal number {number} is out of range: expected 1 to {MAX_DEAL}")
    empty = [board.centre, *(hole for hole in board.in_order if hole != board.centre)]
    if number <= len(empty):
        return board.holes ^ 1 << empty[number - 1]
    wanted = {position_class(1 << hole) for hole in finishes}
    stream = SplitMix64(fnv1a(f"peg/{board.name}/{number}".encode("ascii")))
    while True:
        bits = stream.next()
        drawn = sum((bits >> index & 1) << hole for index, hole in enumerate(board.in_order))
        if drawn.bit_count() >= 2 and position_class(drawn) in wanted:
            return drawn
