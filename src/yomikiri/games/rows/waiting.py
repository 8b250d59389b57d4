"""Waiting cycles: a lower bound for games of four rows that notices when cards block one another.

Fix an assignment of suits to rows, and with it a goal cell for every card.  Cards out of place need one move
each; some need two.  In any play that ends in that goal, let A(c) be the time when card c is first in its
goal cell (0 if it is there now) and L(c) the time of its first move.

1. A misplaced card c arrives only when its predecessor p stands left of its cell: A(p) < A(c).
2. It arrives only after the present occupant d of its cell has left: L(d) < A(c).
3. A misplaced card d either goes home with its first move, L(d) = A(d), or moves at least twice: it is
   *paid*.

So for an occupant d that is not paid, (2) says A(d) < A(c).  A card waits for its predecessor and for an
unpaid occupant; a cycle of such waits is impossible, so every cycle contains an occupant that is paid.  If k
cycles share no occupant, at least k cards are paid, and the play has at least *misplaced + k* moves.

Disjoint cycles are found in rounds.  Let every card arrive that can; then each *ready* card (its predecessor
has arrived, it has not) waits for one occupant, which has not arrived either, so it waits in turn for
the ready card at the bottom of its own chain: a graph with one edge out of every ready card, whose cycles
are disjoint.  Count them, pay *all* their occupants so that no later cycle uses them again, and repeat.
Nothing here depends on an order of cards, so the count is well defined.

The bound is the minimum over the assignments that the relaxation allows.  It is admissible but, since whole
cycles are paid, not consistent: rarely, a move lowers it by more than one.

The kernel's ``native/games/rows/waiting_cycles.hpp`` is the fast twin.
"""

from yomikiri.core.cards import Card, deck
from yomikiri.games.rows.relaxation import Assignment, possible_assignments
from yomikiri.games.rows.rules import Position


def waiting(position: Position) -> int | None:
    """No solution is shorter than this; None if the position is dead."""
    return min(
        (
            _misplaced(position, each) + waiting_cycles(position, each)
            for each in possible_assignments(position)
        ),
        default=None,
    )


def waiting_cycles(position: Position, assignment: Assignment) -> int:
    """The number of disjoint waiting cycles, counted in rounds as described above."""
    cards = deck(position.columns - 1)
    occupant = {card: position.cells[_home(position, card, assignment)] for card in cards}
    arrived = {card for card in cards if occupant[card] == card}
    paid: set[Card] = set()
    count = 0
    while True:
        _let_arrive(cards, occupant, arrived, paid)
        ready = {card for card in cards if card not in arrived and _is_next(card, arrived)}
        if not ready:
            return count
        waits_for = {card: _bottom(occupant[card], ready) for card in ready}
        for cycle in _cycles(waits_for):
            count += 1
            paid |= {blocker for card in cycle if (blocker := occupant[card])}


def _misplaced(position: Position, assignment: Assignment) -> int:
    cards = deck(position.columns - 1)
    return sum(position.cells[_home(position, card, assignment)] != card for card in cards)


def _home(position: Position, card: Card, assignment: Assignment) -> int:
    return assignment[card.suit] * position.columns + card.rank - 1


def _is_next(card: Card, arrived: set[Card]) -> bool:
    return card.rank == 1 or Card(card.suit, card.rank - 1) in arrived


def _let_arrive(
    cards: list[Card], occupant: dict[Card, Card | None], arrived: set[Card], paid: set[Card]
) -> None:
    grown = True
    while grown:
        grown = False
        for card in cards:
            blocker = occupant[card]
            free = blocker is None or blocker in arrived or blocker in paid
            if card not in arrived and free and _is_next(card, arrived):
                arrived.add(card)
                grown = True


def _bottom(blocker: Card | None, ready: set[Card]) -> Card:
    """The ready card of the blocker's chain: the highest of its suit that is no higher than it."""
    assert blocker is not None  # Otherwise the waiting card would have arrived.
    return max(card for card in ready if card.suit == blocker.suit and card.rank <= blocker.rank)


def _cycles(follows: dict[Card, Card]) -> list[list[Card]]:
    """The cycles of a graph with one edge out of every card."""
    found: list[list[Card]] = []
    seen: set[Card] = set()
    for start in follows:
        walk: list[Card] = []
        card = start
        while card not in seen:
            seen.add(card)
            walk.append(card)
            card = follows[card]
        if card in walk:
            found.append(walk[walk.index(card) :])
    return found
