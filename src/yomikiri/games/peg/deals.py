"""Numbered deals of peg solitaire.

On a board of H holes, deal 1 has a peg in every hole but the central one: with the usual finish it is the
*central game*.  Deals 2 to H leave one of the other holes empty, in reading order.  Deals from H + 1 on are
random: the stream of :mod:`yomikiri.core.dealing` for the text ``peg/size/number`` gives one bit per hole in
reading order, 64 at a time, and we take the first position whose class is that of a last peg in the finish:
every such position with two or more pegs is equally likely.  (The class alone shows fifteen in sixteen of all
positions to be lost.)
"""

from collections.abc import Sequence

from yomikiri.core.dealing import MAX_DEAL, SplitMix64, fnv1a
from yomikiri.core.errors import InputError
from yomikiri.games.peg.classes import position_class
from yomikiri.games.peg.holes import Board, Holes


def deal(board: Board, finishes: Sequence[int], number: int) -> Holes:
    """The position of a deal number; random ones depend on the allowed finishes."""
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
