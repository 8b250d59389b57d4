"""The deals that the papers work through, replayed swap by swap with their holes tracked by name."""

import pytest

from yomikiri import Superpuzz
from yomikiri.games.superpuzz.rules import Position

FIVE_COLUMNS = (
    """
    H5 C5 H4 S4 D5
    H2 C2 D3 S5 SA
    S3 H3 HA C3 D2
    CA S2 DA D4 C4
    """,
    "(H5,HA) (H5,H4) (C5,H2) (H5,H3) (C5,DA) (C5,S3) (C5,CA) (H5,C2) (H5,D2) (C5,SA) (S5,D4) (S5,S4) (S5,H4) "
    "(S5,C3) (S5,C4)",
)
GAPS_SIX_COLUMNS = (
    """
    DA C2 S2 C3 C4 C5
    HA H2 H5 D2 H6 D6
    SA H4 D4 S6 D5 S3
    CA D3 H3 C6 S5 S4
    """,
    "(H6,D3) (H6,C2) (H6,D2) (D6,D4) (D6,H5) (D6,H3) (H6,H4) (H6,S2) (H6,D3) (H6,H5) (H6,S3) (D6,C3) (D6,D4) "
    "(S6,S4) (C6,C4) (C6,D5) (C6,S5) (C6,C5)",
)


@pytest.mark.parametrize(
    ("columns", "layout", "swaps", "length"), [(5, *FIVE_COLUMNS, 15), (6, *GAPS_SIX_COLUMNS, 18)]
)
def test_the_printed_solution_is_legal_and_wins(columns: int, layout: str, swaps: str, length: int) -> None:
    game = Superpuzz(columns)
    position = game.parse_position(layout)
    # A second bookkeeping that knows no rules: names of cards and holes in cells, exchanged as printed.
    names = layout.split()
    assert len(swaps.split()) == length
    for swap in swaps.split():
        hole, card = swap[1:-1].split(",")
        move = game.parse_move(position, swap)
        assert move in game.moves(position)
        assert game.format_swap(position, move) == swap
        a, b = names.index(hole), names.index(card)
        assert (move.source, move.target) == (b, a)
        names[a], names[b] = card, hole
        position = game.play(position, move)
        assert position == Position.read(_rows(names, columns))
        assert position.hole_names == Position.read(_rows(names, columns)).hole_names
    assert game.is_goal(position)
    assert not game.is_goal(game.parse_position(layout))


def _rows(names: list[str], columns: int) -> str:
    return " / ".join(" ".join(names[row * columns : row * columns + columns]) for row in range(4))
