"""FreeCell and its family for newcomers."""

from yomikiri.core.entry import Title
from yomikiri.core.guide import Guide
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell

GOAL = Title(
    "Bring all four suits home, each from the ace to the king.", "4つのマークをAからKまで順に組札へ送ります。"
)
TOPS = Title(
    "Only the card at the end of a column, or one in a cell, can move.",
    "動かせるのは列の端の札とセルの札だけです。",
)
BUILDING = {
    "alternate": Title(
        "In a column a card goes on one of the other colour that is one rank higher.",
        "列では、色が違い数が1つ大きい札の上に置けます。",
    ),
    "suit": Title(
        "In a column a card goes on one of its own suit that is one rank higher.",
        "列では、同じマークで数が1つ大きい札の上に置けます。",
    ),
}
CELLS = Title("A cell holds one card of any kind.", "セルにはどの札でも1枚だけ置けます。")
EMPTY = {
    "any": Title("An empty column takes any card.", "空いた列にはどの札でも置けます。"),
    "kings": Title("An empty column takes only kings.", "空いた列にはKだけ置けます。"),
}
RUNS = Title(
    "A run in order moves as one if the free cells and columns could carry it card by card.",
    "順に並んだ札は、空いたセルと列で1枚ずつ運べる枚数ならまとめて動かせます。",
)
STAY = Title("Cards that are home stay there.", "組札へ送った札は戻せません。")


def guide(game: FreeCell) -> Guide:
    """The goal and the rules."""
    ranks = game.ranks
    goal = Position((ranks, ranks, ranks, ranks), (None,) * game.cells, ((),) * game.columns)
    cells = (CELLS,) if game.cells else ()
    runs = (RUNS,) if game.metric == "supermove" else ()
    lines = (GOAL, TOPS, BUILDING[game.building], *cells, EMPTY[game.empty], *runs, STAY)
    return Guide(goal, lines)
