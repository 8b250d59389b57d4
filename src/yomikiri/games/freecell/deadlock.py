"""Deadlocks in FreeCell: which cards must move twice; the bounds ``home``, ``one-suit`` and ``components``.

Follows the paper on shortest solutions of FreeCell that introduces condition A and the deadlock graph;
the supermove versions are ours, proved in ``docs/freecell-heuristics.md``.

Every card not home needs one move home.  Any other move is *extra*, and a bound is the number of cards not
home plus a lower bound on extra moves.  Extra moves are charged to the lowest card that they move.  Let T be
the set of cards charged in some solution: that solution has at least |T| extra moves.  What T must look like
follows from *runs*, the units that can move as one: in the metric ``single`` every card is its own run, in
``supermove`` a run is a maximal part of a column in which each card is built on the one below it.

Let card w lie above card v in a column.  If no card of w's run that lies above v and not above w is in T,
then w goes home before v: it stays in the column until then.  All these bounds count sets of cards that T
must meet and that have no card in common; building rules, cells and empty columns play no part in them.
"""

from collections.abc import Iterator
from itertools import groupby, pairwise

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell

Edges = dict[Card, list[Card]]


def cards_out(position: Position) -> list[Card]:
    """The cards that are not home, suit by suit from the lowest rank."""
    out = [card for card in position.cells if card is not None]
    for column in position.columns:
        out.extend(column)
    return sorted(out, key=lambda card: (SUITS.index(card.suit), card.rank))


def runs(game: FreeCell, position: Position) -> dict[Card, Card]:
    """For each card in a column the lowest card of its run, which names the run."""
    lowest: dict[Card, Card] = {}
    for column in position.columns:
        for height, card in enumerate(column):
            below = column[height - 1] if height else None
            joined = game.metric == "supermove" and below is not None and game.fits(card, below)
            lowest[card] = lowest[below] if joined and below is not None else card
    return lowest


def meets_condition_a(position: Position) -> set[Card]:
    """Cards above a lower card of their own suit: they cannot go straight home."""
    found = set()
    for column in position.columns:
        least: dict[str, int] = {}
        for card in column:
            if least.get(card.suit, card.rank) < card.rank:
                found.add(card)
            else:
                least[card.suit] = card.rank
    return found


def paid_cards(game: FreeCell, position: Position) -> set[Card]:
    """For each run with a card of condition A, that card (the lowest if there are several) and those below.

    T must contain one of them: the lower card of the suit cannot lie in the run itself, where ranks fall from
    the bottom to the top, so otherwise it would have to wait for a card that waits for it.  In the
    metric ``single`` these are the cards of condition A.
    """
    run, meets = runs(game, position), meets_condition_a(position)
    paid: set[Card] = set()
    for column in position.columns:
        for _, cards in groupby(column, run.__getitem__):
            part = list(cards)
            heights = [height for height, card in enumerate(part, start=1) if card in meets]
            paid.update(part[: min(heights, default=0)])
    return paid


def one_suit_extra(game: FreeCell, position: Position) -> int:
    """The number of runs with a card of condition A."""
    run = runs(game, position)
    return len({run[card] for card in meets_condition_a(position)})


def reduced_graph(game: FreeCell, position: Position) -> Edges:
    """The deadlock graph without the blocking edges onto cards that condition A may have paid for.

    An edge leads to a card that must go first: steady, to the next lower card of the suit; blocking, to the
    card directly on top.  A blocking edge onto w disappears from the game only if w is in T.
    """
    out = cards_out(position)
    paid = paid_cards(game, position)
    edges: Edges = {card: [] for card in out}
    for card in out:
        lower = Card(card.suit, card.rank - 1)
        if lower in edges:
            edges[card].append(lower)
    for column in position.columns:
        for card, above in pairwise(column):
            if above not in paid:
                edges[card].append(above)
    return edges


def components_extra(game: FreeCell, position: Position) -> int:
    """The number of strongly connected components of the reduced graph with an edge: T has a card in each."""
    return sum(len(component) > 1 for component in strong_components(reduced_graph(game, position)))


def strong_components(edges: Edges) -> Iterator[list[Card]]:
    """Kosaraju's algorithm: order by finishing time, then collect against the edges."""
    against: Edges = {card: [] for card in edges}
    for card, targets in edges.items():
        for target in targets:
            against[target].append(card)
    finished: list[Card] = []
    seen: set[Card] = set()
    for card in edges:
        finished += _reach(card, edges, seen)
    seen = set()
    for card in reversed(finished):
        component = _reach(card, against, seen)
        if component:
            yield component


def _reach(start: Card, edges: Edges, seen: set[Card]) -> list[Card]:
    """Cards that can be reached and were not seen before, in finishing order."""
    if start in seen:
        return []
    seen.add(start)
    found = [card for target in edges[start] for card in _reach(target, edges, seen)]
    return [*found, start]


def home(game: FreeCell, position: Position) -> int:
    """h0: the number of cards not home.  Each needs a move home, and a move brings home at most one."""
    return len(cards_out(position))


def one_suit(game: FreeCell, position: Position) -> int:
    """h1: h0 plus the runs with a card of condition A.  Different runs have no card in common.

    In ``supermove`` the cards of condition A themselves may not be counted: with the columns ``4D 3S 2D`` and
    ``AD 2S 4S 3D`` (bottom first) both 4S and 3D meet it, but they move as one.
    """
    return home(game, position) + one_suit_extra(game, position)


def components(game: FreeCell, position: Position) -> int:
    """h2: h1 plus the components of the reduced deadlock graph.

    Admissible: all cards of a component wait for each other unless a blocking edge inside it disappears, so
    T has a card of it that condition A did not pay for; components are disjoint.  Not consistent: one move
    can break two components and a condition A.
    """
    return one_suit(game, position) + components_extra(game, position)
