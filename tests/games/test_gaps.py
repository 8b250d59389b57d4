"""Gaps: layouts, arrangements, and rules that are those of the rows with the aces fixed."""

import random

import pytest

from yomikiri import Gaps, InputError, Layout, NotationError, Superpuzz, _kernel, game, open_deal, solve
from yomikiri.core.cards import SUITS, deck
from yomikiri.games.gaps.rules import ARRANGEMENTS, parse_arrangement
from yomikiri.games.rows.rules import Position

SIZES = range(3, 15)
SIX = "DA C2 S2 C3 C4 C5 / HA H2 H5 D2 H6 D6 / SA H4 D4 S6 D5 S3 / CA D3 H3 C6 S5 S4"
SIX_SWAPS = (
    "(H6,D3) (H6,C2) (H6,D2) (D6,D4) (D6,H5) (D6,H3) (H6,H4) (H6,S2) (H6,D3) "
    "(H6,H5) (H6,S3) (D6,C3) (D6,D4) (S6,S4) (C6,C4) (C6,D5) (C6,S5) (C6,C5)"
)


def test_the_worked_deal_is_won_as_printed() -> None:
    gaps = Gaps(6)
    start = position = gaps.parse_position(SIX)
    swaps = SIX_SWAPS.split()
    for swap in swaps:
        move = gaps.parse_move(position, swap)
        assert gaps.format_swap(position, move) == swap
        assert move in gaps.moves(position)
        position = gaps.play(position, move)
    assert gaps.is_goal(position)
    assert len(gaps.read_moves(start, swaps)) == 18
    assert solve(gaps, start, shortest=True).length == 18


def test_there_are_24_arrangements() -> None:
    assert len(set(ARRANGEMENTS)) == 24
    assert ARRANGEMENTS[0] == "HDSC"
    assert all(sorted(each) == sorted(SUITS) for each in ARRANGEMENTS)


@pytest.mark.parametrize("columns", SIZES)
def test_a_deal_is_every_card_but_the_aces_and_four_holes(columns: int) -> None:
    gaps = Gaps(columns)
    for number in (1, 2, 99):
        layout = gaps.layout(number)
        assert layout.columns == columns
        assert len(layout.cells) == 4 * (columns - 1)
        assert layout.cells.count(None) == 4
        assert {card for card in layout.cells if card} == {c for c in deck(columns - 1) if c.rank > 1}
        assert gaps.deal(number) == layout.arrange("HDSC")
        assert gaps.layout(number) == layout != gaps.layout(number + 1)


@pytest.mark.parametrize("columns", SIZES)
def test_an_arrangement_puts_its_aces_at_the_left_and_changes_nothing_else(columns: int) -> None:
    layout = Gaps(columns).layout(5)
    for arrangement in ARRANGEMENTS:
        position = layout.arrange(arrangement)
        rows = [position.cells[row * columns : row * columns + columns] for row in range(4)]
        assert "".join(row[0].suit for row in rows if row[0]) == arrangement
        assert all(row[0] and row[0].rank == 1 for row in rows)
        assert tuple(cell for row in rows for cell in row[1:]) == layout.cells


def test_deal_one_of_six_columns_stays_what_it_is() -> None:
    assert str(Gaps(6).layout(3)) == "D4 C5 S2 H3 H2\nS5 D3 D2 .. ..\nH5 .. .. H4 C4\nS4 D5 C3 C2 S3"


@pytest.mark.parametrize("columns", SIZES)
def test_layouts_and_positions_read_back(columns: int) -> None:
    gaps = Gaps(columns)
    layout = gaps.layout(7)
    assert Layout.read(str(layout)) == layout
    assert eval(repr(layout)) == layout
    assert Layout.read(gaps.format_position(layout).lower().replace("..", "--")) == layout
    for arrangement in ARRANGEMENTS[::5]:
        position = layout.arrange(arrangement)
        for _ in range(6):
            assert gaps.parse_position(gaps.format_position(position)) == position
            assert gaps.decode(gaps.encode(position)) == position
            assert eval(repr(position)) == position
            assert gaps.position_from_json(gaps.position_to_json(position)) == position
            moves = gaps.moves(position)
            if not moves:
                break
            position = gaps.play(position, moves[-1])


def test_the_places_of_the_aces_may_be_named() -> None:
    text = str(Gaps(5).layout(2))
    named = text
    for suit in "SCHD":
        named = named.replace("..", f"{suit}A", 1)
    assert Layout.read(named) == Layout.read(text)


@pytest.mark.parametrize("columns", SIZES)
def test_the_kernel_plays_as_the_rules_do(columns: int) -> None:
    gaps, kernel = Gaps(columns), _kernel.Superpuzz(columns)
    rng = random.Random(columns)
    cards = gaps.cards
    for number in range(1, 9):
        position = gaps.layout(number).arrange(rng.choice(ARRANGEMENTS))
        for _ in range(12):
            code, moves = gaps.encode(position), gaps.moves(position)
            assert len(moves) <= 4
            assert kernel.moves(code) == [(cards.index(m.card), m.source, m.target) for m in moves]
            followers = [gaps.play(position, move) for move in moves]
            children = [(gaps.encode(p), gaps.is_goal(p), code, True) for p in followers]
            assert kernel.children(code) == children
            assert all(p.cells[::columns] == position.cells[::columns] for p in followers)
            if not moves:
                break
            position = rng.choice(followers)


def test_a_position_plays_on_as_in_superpuzz() -> None:
    gaps, other = Gaps(8), Superpuzz(8)
    for number in range(1, 30):
        position = gaps.deal(number)
        assert gaps.moves(position) == other.moves(position)
        assert gaps.encode(position) == other.encode(position)


@pytest.mark.parametrize("text", ["", "HDS", "HDSCC", "HHSC", "HDSX", "hd sc", "HDſC", "hdsc\n"])
def test_what_is_no_arrangement_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=r"is not an arrangement: expected the letters H, D, S, C in some"):
        parse_arrangement(text)
    with pytest.raises(InputError, match="is not an arrangement"):
        Gaps(4).layout(1).arrange(text)


def test_an_arrangement_may_be_written_small() -> None:
    assert parse_arrangement("chds") == "CHDS"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#", "the text has only comments: expected 4 rows of cards and holes"),
        ("HA/DA/SA/CA", "row 1 has 1 cells, expected 3 to 14"),
        ("H2/D2/S2/C2", "row 1 has 1 cells, expected 2 to 13"),
        ("HA ../DA ../SA ../CA ..", "row 1 has 2 cells, expected 3 to 14"),
        (" / ".join([" ".join(["HA"] * 15)] * 4), "row 1 has 15 cells, expected 3 to 14"),
        (" / ".join([" ".join(["H2"] * 14)] * 4), "row 1 has 14 cells, expected 2 to 13"),
        ("H2 .. / D2 .. / S2 .. / D2 ..", "row 4, column 1: D2 occurs twice"),
        ("H2 .. / D2 .. / S2 .. / .. ..", "C2 is missing"),
        ("H2 .. / D2 .. / S2 .. / C3 ..", "row 4, column 1: C3 is too high: a layout 2 wide goes up to C2"),
        ("H2 .. / D2 .. / S2 .. / C2 ?", r"row 4, column 2: '\?' is not a card: .*; a hole is '..'"),
        ("HA H2 .. / DA D2 .. / SA S2 .. / CA HA ..", "row 4, column 2: HA occurs twice"),
    ],
)
def test_text_that_is_neither_a_layout_nor_a_position_is_refused(tmp_path, text: str, reason: str) -> None:
    file = tmp_path / "deal.txt"
    file.write_text(text)
    with pytest.raises(NotationError, match=rf"^{reason}$"):
        open_deal("gaps", str(file))


def test_a_position_without_an_ace_at_the_left_is_refused() -> None:
    with pytest.raises(NotationError, match=r"^row 2 begins with H2, expected an ace: in Gaps"):
        Gaps(3).parse_position("HA .. .. / H2 D2 .. / SA S2 .. / CA C2 DA")
    with pytest.raises(NotationError, match=r"^row 4 begins with a hole, expected an ace"):
        Gaps(3).parse_position("HA H2 .. / DA D2 .. / SA S2 .. / .. C2 CA")


@pytest.mark.parametrize("size", ["2", "15", "x", "-3", ""])
def test_other_sizes_are_refused(size: str) -> None:
    with pytest.raises(InputError, match=r"is not a size of gaps: expected 3 to 14$"):
        game("gaps", size)
    with pytest.raises(InputError, match=r"^gaps has 3 to 14 columns, not 2$"):
        Gaps(2)


def test_gaps_has_no_variants() -> None:
    with pytest.raises(InputError, match=r"^unknown variant 'montana' of gaps: it has no variants$"):
        game("gaps", 5, "montana")


def test_fourteen_columns_leave_no_rank_to_name_holes() -> None:
    gaps = Gaps(14)
    position = next(gaps.deal(number) for number in range(1, 9) if gaps.moves(gaps.deal(number)))
    move = gaps.moves(position)[0]
    assert not gaps.names_holes
    with pytest.raises(NotationError, match=r"^holes have no names with 14 columns"):
        gaps.format_swap(position, move)
    with pytest.raises(NotationError, match=r"^'\(HK,HA\)': holes have no names with 14 columns$"):
        gaps.parse_move(position, "(HK,HA)")
    assert gaps.parse_move(position, gaps.format_move(position, move)) == move


def test_a_layout_is_not_solved_as_if_it_were_a_position() -> None:
    with pytest.raises(InputError, match=r"^a layout is not a position: expected an arrangement"):
        solve(Gaps(5), Gaps(5).layout(1))


def test_an_ace_can_not_move() -> None:
    gaps = Gaps(6)
    position = gaps.deal(1)
    assert all(move.card.rank > 1 for move in gaps.moves(position))
    with pytest.raises(ValueError, match=r"^HA cannot move: column 1 has no hole$"):
        gaps.parse_move(position, "HA")
    assert isinstance(position, Position)
