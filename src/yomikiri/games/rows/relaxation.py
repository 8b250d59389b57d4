"""Relaxed reachability for games of four rows: what could happen if a card, once somewhere, stayed there too.

In the relaxation, cells that become empty stay available, and cards remain in every cell they ever reached.
So a card may enter a cell that may be empty if its predecessor may be left of it (an ace: if the cell is in
column 1), and then its own cell may be empty as well.  The relaxation mimics every real sequence of moves,
move by move: the hole filled is among the cells that may be empty, the predecessor among the cards that may
be there.  Hence what the relaxation does not reach never happens.  Two uses:

* **Dead test** (:func:`possible_rows`, :func:`is_dead`): suit s can end in row r only if each cell of that
  row already holds its card of the suit or may be emptied.  If the suits cannot be given different rows,
  the position is lost.
* **Persistent moves** (:func:`persistent_moves`): a subset of the moves that is enough, if there is one.

The kernel's ``native/games/rows/relaxation.hpp`` is the fast twin.
"""

from itertools import permutations
from typing import NamedTuple

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.rows.rules import ROWS, Move, Position

Assignment = dict[str, int]
"""The row in which each suit ends, counted from 0."""


class Relaxed(NamedTuple):
    """Everything that may ever happen."""

    empty: frozenset[int]
    """Cells that may become empty."""
    movable: frozenset[Card]
    """Cards that may move."""


def relax(position: Position, frozen: frozenset[Card] = frozenset()) -> Relaxed:
    """The relaxation of ``position`` in which the cards in ``frozen`` stay put."""
    return _relaxed(position, frozen)[0]


def _relaxed(position: Position, frozen: frozenset[Card]) -> tuple[Relaxed, list[set[Card]]]:
    """The relaxation, and the cards that each cell may ever hold."""
    n = position.columns
    may_hold = [{card} if card else set() for card in position.cells]
    empty = set(position.holes)
    movable: set[Card] = set()
    grown = True
    while grown:
        grown = False
        for cell in sorted(empty):
            if cell % n == 0:
                entering = {Card(suit, 1) for suit in SUITS}
            else:
                entering = {card.next for card in may_hold[cell - 1] if card.rank < n - 1}
            new = entering - may_hold[cell] - frozen
            if new:
                grown = True
                may_hold[cell] |= new
                movable |= new
                empty |= {position.find(card) for card in new}
    return Relaxed(frozenset(empty), frozenset(movable)), may_hold


def dead_cards(position: Position) -> list[Card]:
    """The cards that can never again stand in their own column in a row that their ace can head.

    In a goal every card of rank k stands in column k of its ace's row.  So a position with a dead card is
    lost; not every lost one has any.  In deck order.
    """
    n = position.columns
    may_hold = _relaxed(position, frozenset())[1]
    rows = {suit: [row for row in range(ROWS) if Card(suit, 1) in may_hold[row * n]] for suit in SUITS}
    return [
        Card(suit, rank)
        for suit in SUITS
        for rank in range(1, n)
        if not any(Card(suit, rank) in may_hold[row * n + rank - 1] for row in rows[suit])
    ]


def possible_rows(position: Position) -> dict[str, set[int]]:
    """For each suit the rows, counted from 0, in which the relaxation allows it to end."""
    n, empty = position.columns, relax(position).empty
    return {
        suit: {
            row
            for row in range(ROWS)
            if all(
                row * n + rank - 1 in empty or position.cells[row * n + rank - 1] == Card(suit, rank)
                for rank in range(1, n)
            )
        }
        for suit in SUITS
    }


def possible_assignments(position: Position) -> list[Assignment]:
    """The ways to give every suit a row of its own that the relaxation allows."""
    rows = possible_rows(position)
    assignments = [dict(zip(SUITS, order, strict=True)) for order in permutations(range(ROWS))]
    return [each for each in assignments if all(each[suit] in rows[suit] for suit in SUITS)]


def is_dead(position: Position) -> bool:
    """Whether the relaxation proves that the position cannot be won.

    The relaxation of a position reaches whatever that of a later one does, so a dead position stays dead.
    """
    return not possible_assignments(position)


def persistent_moves(position: Position) -> list[Move] | None:
    """Moves that include the first one of some shortest solution, or None if all moves must be tried.

    Take moves of cards C (none an ace), each from its cell x into the hole right of its predecessor p.  While
    the cards C stay put, only that card can enter its hole, and the move is possible as long as p stays.
    Making it takes nothing away from other cards but the chance to place its successor at x + 1.  So if,
    with C frozen, the relaxation moves no such p and empties no such x + 1, then no sequence of moves of
    other cards interferes: the set is *persistent*.  (If p or the successor is itself in C, that check is
    skipped; a successor that already stands at x + 1 cannot move before its predecessor does.)

    Let w be a shortest solution.  If it moved no card of C, the moves of C would still be possible at its
    end; but no move is possible in a goal.  So it does move one, the first such move is in the set, and it
    can be made first of all, since nothing before it interferes: the length stays the same.

    Small sets are tried first, then in the order of the bits of the holes; only proper subsets of the moves.
    """
    n = position.columns
    moves: list[Move] = []
    others = 0
    for hole in position.holes:
        left = position.cells[hole - 1] if hole % n else None
        if hole % n == 0:
            others += 1
        elif left is not None and left.rank < n - 1:
            moves.append(Move(left.next, position.find(left.next), hole))
    choices = [mask for mask in range(1, 2 ** len(moves)) if mask.bit_count() < len(moves) + others]
    for mask in sorted(choices, key=int.bit_count):
        chosen = [move for index, move in enumerate(moves) if mask >> index & 1]
        if _is_persistent(position, chosen):
            return chosen
    return None


def _is_persistent(position: Position, moves: list[Move]) -> bool:
    n = position.columns
    frozen = frozenset(move.card for move in moves)
    relaxed = relax(position, frozen)
    for card, source, _ in moves:
        predecessor, successor, right = Card(card.suit, card.rank - 1), card.next, source + 1
        if predecessor not in frozen and predecessor in relaxed.movable:
            return False
        if successor.rank == n or right % n == 0 or successor in frozen:
            continue  # Nothing can follow the card where it stands.
        if position.cells[right] != successor and right in relaxed.empty:
            return False
    return True
