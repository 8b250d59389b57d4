"""Black Hole for newcomers."""

from yomikiri.core.cards import SUITS, Card
from yomikiri.core.entry import Title
from yomikiri.core.guide import Guide
from yomikiri.games.blackhole.rules import BlackHole, Position

LINES = (
    Title("Bring every card into the hole.", "すべての札を穴に入れます。"),
    Title("Only the top card of a fan can go.", "動かせるのは各山の一番上の札だけです。"),
    Title(
        "It goes if its rank is one above or below that of the card in the hole.",
        "穴の札より数が1つ大きいか1つ小さければ入ります。",
    ),
    Title("Suits do not matter; ace and king are neighbours.", "マークは問いません。AとKは隣どうしです。"),
    Title("What is in the hole stays there.", "穴に入れた札は戻せません。"),
)


def guide(game: BlackHole) -> Guide:
    """The goal and the rules."""
    return Guide(Position(Card(SUITS[0], game.ranks), ((),) * game.fans), LINES)
