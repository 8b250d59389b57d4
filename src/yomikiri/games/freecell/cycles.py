"""``cycles`` (h3): deadlocks of two, three and four suits with no card in common.

A *link* leads from card w to card u of another suit when a card of u's suit that is lower than u lies below w
in its column: u cannot go home before w has moved.  Cards that link to one another in a circle cannot all go
straight home.  A circle with two cards of one suit contains a smaller one, so two to four cards of different
suits are enough; condition A is the circle of one.  Each such set is charged to the runs of its cards, T has
a card in one of these, and sets without a common run can be added.

The maximum number of such sets is hard to find; a greedy choice is cheap and nearly as good.  It is part of
the definition, and depends only on the position up to the order of columns and cells.
"""

from collections.abc import Iterator
from itertools import combinations, permutations

from yomikiri.core.cards import Card
from yomikiri.games.freecell.deadlock import cards_out, components_extra, meets_condition_a, one_suit, runs
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell


def links(game: FreeCell, position: Position) -> dict[Card, set[Card]]:
    """In deck order, the cards in columns whose runs condition A does not pay for, and what they link to."""
    run = runs(game, position)
    paid = {run[card] for card in meets_condition_a(position)}
    free = [card for card in cards_out(position) if card in run and run[card] not in paid]
    lower: dict[Card, dict[str, int]] = {}
    for column in position.columns:
        least: dict[str, int] = {}
        for card in column:
            lower[card] = dict(least)
            least[card.suit] = min(card.rank, least.get(card.suit, card.rank))
    return {
        card: {
            other
            for other in free
            if other.suit != card.suit and lower[card].get(other.suit, other.rank) < other.rank
        }
        for card in free
    }


def circles(link: dict[Card, set[Card]], size: int) -> Iterator[tuple[Card, ...]]:
    """The sets of ``size`` cards of different suits that link in a circle, each once, in deck order.

    Deck order of sets: compared card by card, from the first card of a set to the last.  A set is given in
    the order of its circle, in which each card links to the next and the last one to the first.
    """
    for cards in combinations(link, size):
        if len({card.suit for card in cards}) < size:
            continue
        first, *others = cards
        for rest in permutations(others):
            circle = (first, *rest)
            if all(circle[at] in link[circle[at - 1]] for at in range(size)):
                yield circle
                break


def disjoint_circles(game: FreeCell, position: Position) -> list[tuple[Card, ...]]:
    """Circles chosen greedily, small ones first, in deck order, if none of their runs is taken yet."""
    run, link = runs(game, position), links(game, position)
    taken: set[Card] = set()
    found: list[tuple[Card, ...]] = []
    for size in (2, 3, 4):
        # A circle needs cards that are not taken; dropping taken ones now saves looking at their sets.
        left = {card: targets for card, targets in link.items() if run[card] not in taken and targets}
        for circle in circles(left, size):
            if taken.isdisjoint(run[card] for card in circle):
                taken.update(run[card] for card in circle)
                found.append(circle)
    return found


def cycles_extra(game: FreeCell, position: Position) -> int:
    """How many disjoint circles there are."""
    return len(disjoint_circles(game, position))


def cycles(game: FreeCell, position: Position) -> int:
    """h3: h1 and the disjoint circles, or the components of h2 if those are more."""
    return one_suit(game, position) + max(cycles_extra(game, position), components_extra(game, position))
