"""Why a card cannot be picked up: for whoever points at it and sees nothing happen."""

from collections.abc import Collection

from yomikiri.core.board import SYMBOLS
from yomikiri.core.cards import Card
from yomikiri.core.entry import Title
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def held_back(game: FreeCell, position: Position, movable: Collection[str]) -> dict[str, Title]:
    """The reason for each card on the board that begins no legal move; ``movable`` are those that do."""
    found = {}
    for column, cards in enumerate(position.columns):
        for index, card in enumerate(cards):
            if str(card) not in movable:
                found[str(card)] = _in_column(game, position, column, index)
    for held in position.cells:
        if held is not None and str(held) not in movable:
            found[str(held)] = _no_place(held)
    return found


def _in_column(game: FreeCell, position: Position, column: int, index: int) -> Title:
    cards = position.columns[column]
    card, above = cards[index], len(cards) - index - 1
    for lower, upper in zip(cards[index:], cards[index + 1 :], strict=False):
        if not game.fits(upper, lower):
            return _out_of_order(card, upper, lower)
    if above and game.metric == "single":
        return Title(
            f"Cards move one at a time here: what lies on {_name(card)} has to go first.",
            f"ここでは1枚ずつ動かします。先に{_name(card)}の上の札をどけてください。",
        )
    rooms = [
        game.capacity(position, target)
        for target, pile in enumerate(position.columns)
        if target != column and (game.fits(card, pile[-1]) if pile else game.opens(card) and index > 0)
    ]
    return _too_many(above + 1, max(rooms)) if rooms else _no_place(card)


def _out_of_order(card: Card, upper: Card, lower: Card) -> Title:
    return Title(
        f"{_name(upper)} is not built on {_name(lower)}: what lies on {_name(card)} cannot move with it.",
        f"{_name(upper)}は{_name(lower)}に続いていないので、{_name(card)}の上の札は一緒に動かせません。",
    )


def _too_many(wanted: int, most: int) -> Title:
    many = "1 card moves" if most == 1 else f"{most} cards move"
    return Title(
        f"These are {wanted} cards, but with the free cells and columns only {many} at once.",
        f"これは{wanted}枚ですが、空いているセルと列では一度に{most}枚しか動かせません。",
    )


def _no_place(card: Card) -> Title:
    return Title(f"No place takes {_name(card)} now.", f"今は{_name(card)}を置ける場所がありません。")


def _name(card: Card) -> str:
    return f"{RANKS[card.rank - 1]}{SYMBOLS[card.suit]}"
