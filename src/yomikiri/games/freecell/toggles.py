"""Toggles: positions that differ only in where a card lies that can switch freely count as one.

A *toggle* is a card x on top of a column, on one of the two cards that it can be built on, p, while the
other, q, is on top of another column: x can switch to q, and back.  If p, once uncovered, or q could switch
itself, the toggle does not count; then no two toggles have a card in common, and switching one changes
nothing about the others.  A position stands for all that differ from it in toggles: *settled*, with x on the
card whose suit comes first, and with all safe home moves made.

A step begins in one of those positions.  If a move has nothing to do with a toggle, it does not matter
whether that is switched; so only moves that use every switched toggle are made from a position with toggles
switched: p moves, a card goes onto p, or one goes onto x.  A move has two ends, so two toggles are enough.
Where a move takes the last room, what depends on it is part of the step
(:mod:`yomikiri.games.freecell.last_room`).

``docs/freecell-toggles.md`` proves that nothing is lost.  It is a rule for searches that look for any
solution or none: a toggle is a move, so shortest solutions may need it.
"""

from collections.abc import Iterator
from itertools import combinations

from yomikiri.core.cards import SUITS, Card
from yomikiri.games.freecell.last_room import dependent_moves, takes_last_room
from yomikiri.games.freecell.notation import Move, cards_of, is_column
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.safe import safe_move


def toggles(game: FreeCell, position: Position) -> list[Move]:
    """The moves that switch the toggles of a position, by column."""
    tops = {cards[-1]: number for number, cards in enumerate(position.columns) if cards}

    def other_place(column: int, depth: int) -> int | None:
        """The column whose top could take the card that lies so deep, if it is built on what it lies on."""
        cards = position.columns[column]
        if len(cards) <= depth or not game.fits(cards[-depth], cards[-depth - 1]):
            return None
        card, on = cards[-depth], cards[-depth - 1]
        return next((number for top, number in tops.items() if top != on and game.fits(card, top)), None)

    found = []
    for column in range(len(position.columns)):
        target = other_place(column, 1)
        if target is None:
            continue
        if other_place(column, 2) is None and other_place(target, 1) is None:
            found.append(Move(column, target))
    return found


def settled(game: FreeCell, position: Position) -> Position:
    """The position that stands for this one."""
    while (home := safe_move(game, position)) is not None:
        position = game.play(position, home)
    for move in toggles(game, position):
        on, other = position.columns[move.source][-2], position.columns[move.target][-1]
        if SUITS.index(on.suit) > SUITS.index(other.suit):
            position = game.play(position, move)
    return position


def steps(game: FreeCell, position: Position) -> Iterator[Position]:
    """Where the steps from a settled position lead; some more than once."""
    switches = toggles(game, position)
    for count in range(3):
        for chosen in combinations(switches, count):
            start = position
            for move in chosen:
                start = game.play(start, move)
            switched = [position.columns[move.source][-2:] for move in chosen]
            for ends, after in _moves(game, start):
                if all(_uses(ends, card, left) for left, card in switched):
                    yield settled(game, after)


def _uses(ends: list[tuple[Card, Card | None]], card: Card, left: Card) -> bool:
    """Whether moves use the toggle of ``card``, which has left ``left``.  Its own moves could begin where it
    was, unless that has moved."""
    for mover, _ in ends:
        if left == mover:
            return True
        if card == mover:
            return False
    return any(target in (left, card) for _, target in ends)


def _moves(game: FreeCell, position: Position) -> Iterator[tuple[list[tuple[Card, Card | None]], Position]]:
    """Single moves, and pairs where the first takes the last room: what moves onto what, and the position
    after."""
    for move in game.moves(position):
        after = game.play(position, move)
        ends = [(cards_of(position, move)[0], _target(position, move))]
        if takes_last_room(position, move) and safe_move(game, after) is None:
            for other in dependent_moves(game, position, move):
                second = cards_of(after, other)[0], _target(after, other)
                yield [*ends, second], game.play(after, other)
        else:
            yield ends, after


def _target(position: Position, move: Move) -> Card | None:
    """The card that a move puts one on."""
    return (
        position.columns[move.target][-1]
        if is_column(move.target) and position.columns[move.target]
        else None
    )
