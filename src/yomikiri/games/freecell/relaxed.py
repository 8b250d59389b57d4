"""``relaxed`` (h4): the exact optimum with unlimited free cells.

Follows Sukegawa and Hoki, who solve the relaxed game exactly; the search is ours.  In the relaxed game the
top part of any pile that belongs to one run can be lifted in one move to a place of its own, where it keeps
its order.  The least number of lifts is then the least size of a set T (see
:mod:`yomikiri.games.freecell.deadlock`) that leaves no deadlock, so the optimum is admissible; in the
metric ``single`` it is h0 plus the size of the smallest set of cards that must go to a cell.

The search chooses which suit's next card to dig out now.  Everything above that card in its pile must be
lifted, one lift per run; postponing lifts that are not needed yet is never worse.  Home moves need no choice:
they only take cards out of the way.  Earlier decisions matter only through the piles that are left, so the
least number of lifts is memoised for each set of piles.
"""

from itertools import groupby

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.deadlock import home, runs
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell

Pile = tuple[Card, ...]


def relaxed(game: FreeCell, position: Position) -> int:
    """h4: the cards not home plus the least number of lifts in the relaxed game.

    It counts every deadlock that the other bounds count, so none of them is larger.
    """
    return home(game, position) + relaxed_extra(game, position)


def relaxed_extra(game: FreeCell, position: Position) -> int:
    """The least number of lifts that brings all cards home."""
    run = runs(game, position)
    known: dict[frozenset[Pile], int] = {}

    def least(ranks: tuple[int, ...], piles: list[Pile]) -> int:
        ranks, piles = bring_home(ranks, piles)
        if not piles:
            return 0
        key = frozenset(piles)
        if key not in known:
            best = len(run)
            for number, pile in enumerate(piles):
                for height, card in enumerate(pile, start=1):
                    if card.rank != ranks[SUITS.index(card.suit)] + 1:
                        continue
                    lifted = [tuple(part) for _, part in groupby(pile[height:], run.__getitem__)]
                    if len(lifted) < best:
                        others = [*piles[:number], *piles[number + 1 :]]
                        best = min(best, len(lifted) + least(ranks, [*others, pile[:height], *lifted]))
            known[key] = best
        return known[key]

    held = [(card,) for card in position.cells if card is not None]
    return least(position.home, [*held, *position.columns])


def bring_home(ranks: tuple[int, ...], piles: list[Pile]) -> tuple[tuple[int, ...], list[Pile]]:
    """Make home moves from the tops of piles until there are none left; drop empty piles."""
    at = dict(zip(SUITS, ranks, strict=True))
    left = [list(pile) for pile in piles]
    moved = True
    while moved:
        moved = False
        for pile in left:
            while pile and pile[-1].rank == at[pile[-1].suit] + 1:
                at[pile.pop().suit] += 1
                moved = True
    return tuple(at.values()), [tuple(pile) for pile in left if pile]
