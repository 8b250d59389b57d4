"""Superpuzz, Montana and Gaps for newcomers."""

from yomikiri.core.cards import SUITS, Card
from yomikiri.core.entry import Title
from yomikiri.core.guide import Guide
from yomikiri.games.rows.rules import Position, RowGame

GOAL = Title(
    "Put every suit into a row of its own, in order from the left.",
    "マークごとに1段ずつ、左から順に並べます。",
)
FOLLOW = Title(
    "A hole takes one card: the next of the same suit after the card on its left.",
    "穴に入るのは、左隣の札と同じマークの次の札だけです。",
)
BLOCKED = Title(
    "Nothing goes to the right of a highest card or of another hole.",
    "最も大きい札や別の穴の右には何も入りません。",
)
AGAIN = Title("A card that moves leaves a hole behind.", "動かした札のあとが新しい穴になります。")
FREE_FIRST = Title(
    "A hole at the left end takes any of the lowest cards.", "左端の穴には最も小さい札ならどれでも入ります。"
)
ANY_ROW = Title("Which suit gets which row is up to you.", "どの段をどのマークにするかは自由です。")
FIXED = Title(
    "The aces stand in their column from the start and stay; before the game you choose their rows.",
    "Aは最初から左端にあって動きません。どの段に置くかは始める前に選べます。",
)


def _goal(game: RowGame) -> Position:
    ranks = range(1, game.columns)
    return Position(tuple(card for suit in SUITS for card in (*(Card(suit, rank) for rank in ranks), None)))


def free_guide(game: RowGame) -> Guide:
    """The goal and the rules where the lowest cards move."""
    return Guide(_goal(game), (GOAL, FOLLOW, FREE_FIRST, BLOCKED, AGAIN, ANY_ROW))


def fixed_guide(game: RowGame) -> Guide:
    """The same where they stay."""
    return Guide(_goal(game), (GOAL, FIXED, FOLLOW, BLOCKED, AGAIN))
