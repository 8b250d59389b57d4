"""The last room: a move that is made only together with one that depends on it.

A *room* is an empty cell or an empty column.  When a card x moves off a card y into the last room, it must be
followed at once by a move that depends on it: y goes home or onto another top, a card goes onto y, or, if the
room is a column, a card goes onto x.  So a search makes both moves in one step and never sees the position in
between; if there is no second move, x stays.

Why nothing is lost: after x has moved there is no room, so the next move m of a shortest solution takes none.
It does not move x again, because x could have gone there at once.  If m does not depend on x having moved, m
is legal before it, and x can still move afterwards: swapping the two keeps the length.  Then m is a step that
the search makes, to a position that is one move nearer; and so on from there.  So every position keeps its
distance.  With no room left a supermove takes one card, so the same holds in both metrics; and it holds with
safe home moves made at once, because the only card that can become safe when x moves is y, which depends on
it.
"""

from yomikiri.core.cards import SUITS
from yomikiri.games.freecell.notation import HOME, Move, cards_of, is_column
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell


def takes_last_room(position: Position, move: Move) -> bool:
    """Whether ``move`` uncovers a card by taking the last room."""
    rooms = position.cells.count(None) + position.columns.count(())
    if rooms != 1 or not is_column(move.source) or move.target == HOME:
        return False
    if is_column(move.target) and position.columns[move.target]:
        return False
    return len(position.columns[move.source]) > move.count


def dependent_moves(game: FreeCell, position: Position, move: Move) -> list[Move]:
    """The moves that depend on ``move``, which takes the last room."""
    places = move.source, move.target
    return [
        other
        for other in game.moves(game.play(position, move))
        if other.source != move.target and (other.source in places or other.target in places)
    ]


def wastes_last_room(game: FreeCell, position: Position, move: Move) -> bool:
    """Whether ``move`` takes the last room without making any other move possible."""
    if not takes_last_room(position, move):
        return False
    column = position.columns[move.source]
    moved, below = cards_of(position, move)[0], column[-move.count - 1]
    if below.rank == position.home[SUITS.index(below.suit)] + 1:
        return False
    tops = [other[-1] for number, other in enumerate(position.columns) if other and number != move.source]
    held = [card for card in position.cells if card is not None]
    uncovered = [moved] if is_column(move.target) else []
    goes_on = any(game.fits(below, top) for top in [*tops, *uncovered])
    takes = any(game.fits(card, place) for card in [*tops, *held] for place in [below, *uncovered])
    return not goes_on and not takes
