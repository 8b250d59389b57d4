"""Reads what a person asks of Gaps as text: a size, layouts of 24 arrangements, and positions."""

from typing import Any

from yomikiri.core.cards import read_card
from yomikiri.core.deal import Positions
from yomikiri.core.entry import Options, Title
from yomikiri.games.gaps.rules import ARRANGEMENTS, MAX_COLUMNS, MIN_COLUMNS, Gaps, Layout, read_layout
from yomikiri.games.rows.deals import columns
from yomikiri.games.rows.rules import split_rows


def make(size: str | None, variant: str | None, options: Options) -> Gaps:
    """The game of a size."""
    return Gaps(columns("gaps", size, MIN_COLUMNS, MAX_COLUMNS))


def read(text: str, size: str | None, variant: str | None, options: Options) -> tuple[Gaps, Any]:
    """A position if an ace heads every row; otherwise the arrangements of a layout without aces."""
    rows = split_rows(text)
    heads = [read_card(row[0]) for row in rows]
    if all(card is not None and card.rank == 1 for card in heads):
        game = Gaps(max(MIN_COLUMNS, min(len(rows[0]), MAX_COLUMNS)))
        return game, game.parse_position(text)
    layout = read_layout(text)
    return Gaps(layout.columns), positions(layout)


def deal(game: Gaps, number: int) -> Positions:
    """The arrangements of a numbered deal."""
    return positions(game.layout(number))


def positions(layout: Layout) -> Positions:
    """The positions of a layout, by arrangement."""
    return Positions(ARRANGEMENTS, layout.arrange, str(layout))


def rules_line(game: Gaps) -> Title:
    """The rules in one line."""
    return Title(
        "A hole takes the next card in suit after its left neighbour. Aces stay; you chose their rows.",
        "穴には左隣の札と同じマークの次の数字が入ります。Aは動きません（段は選べます）。",
    )
