"""Home moves of FreeCell that some shortest solution makes now, so no other move needs to be tried.

A card on the board is useful only as a place for cards that fit on it.  If each of those is home, or could
itself go home at once without harm, then nothing is lost when the card goes home: whatever would be put on it
goes home instead.  That holds in both metrics and for all building rules (proof in
``docs/freecell-heuristics.md``).  Spelled out for building by alternate colour, a card of rank r may go if
both suits of the other colour are home up to r - 1, or both up to r - 2 and the other suit of its own colour
up to r - 3.  When building in suit, every home move is safe.
"""

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.notation import HOME, Move, cards_of
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell


def is_safe(game: FreeCell, position: Position, card: Card) -> bool:
    """Whether ``card``, which can go home, may do so without making the shortest solution longer."""
    for suit, home in zip(SUITS, position.home, strict=True):
        guest = Card(suit, card.rank - 1)
        if home >= guest.rank or not game.fits(guest, card):
            continue
        if home < guest.rank - 1 or not is_safe(game, position, guest):
            return False
    return True


def safe_move(game: FreeCell, position: Position) -> Move | None:
    """The first safe home move in the order of moves, if there is one."""
    for move in game.moves(position):
        if move.target == HOME and is_safe(game, position, cards_of(position, move)[0]):
            return move
    return None
