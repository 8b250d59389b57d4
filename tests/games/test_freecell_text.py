"""Boards of FreeCell as other programs and people write them: the same game, or a refusal, or a note."""

import random
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from freecell_tools import walk
from hypothesis import given, settings
from hypothesis import strategies as st
from test_fuzz import says_on_one_line

from yomikiri import Deal, FreeCell, Gaps, NotationError, Superpuzz, open_deal
from yomikiri.core.cards import RANKS, SYMBOLS, Card
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import PRESETS
from yomikiri.games.freecell.text import READ_AS_COLUMNS, READ_AS_ROWS

# The Microsoft deal 24 as Freecell Solver's manual has it, and as a screen shows it.
MANUAL = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD 10H 10C 10D 8D
7H JS KH 10S KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
SCREEN = """\
4♣ 5♥ Q♣ 5♦ 2♦ 7♥ A♥ 7♠
2♣ Q♥ 9♠ 2♠ K♦ J♠ 5♠ 6♣
9♣ 3♣ 6♥ J♣ 10♥ K♥ 6♠ 7♦
8♣ A♣ 9♥ 5♣ 10♣ 10♠ A♦ 4♦
Q♠ 3♥ 3♠ J♥ 10♦ K♣ 8♥ 8♠
4♠ 4♥ K♠ 6♦ 8♦ 7♣ J♦ 9♦
2♥ Q♦ 3♦ A♠
"""


def rows_of(position: Position, write: Callable[[Card], str] = lambda card: str(card)) -> str:
    """The columns as a screen shows them, row by row, where no row has a gap."""
    height = max(map(len, position.columns))
    rows = [[column[row] for column in position.columns if row < len(column)] for row in range(height)]
    return "\n".join(" ".join(map(write, row)) for row in rows)


def columns_of(position: Position, write: Callable[[Card], str] = lambda card: str(card)) -> str:
    """The columns, a line each, without a mark that says so."""
    return "\n".join(" ".join(map(write, column)) for column in position.columns if column)


def cells_of(position: Position) -> str:
    return "FC: " + " ".join("-" if card is None else str(card) for card in position.cells)


# -- other programs ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        MANUAL,
        MANUAL.replace("10", "T"),
        MANUAL.replace("10", "0").replace("A", "1").lower(),
        MANUAL.replace("\n", "\t# a column\r\n"),
        "# deal 24 / from a manual\n\n" + MANUAL,
        "Foundations: H-0 C-0 D-0 S-0 \nFreecells:                \n: "
        + MANUAL.strip().replace("\n", "\n: "),
        "FC: - - - -\n" + MANUAL,
        "Found: H-0\nFree cells:\n" + MANUAL,
    ],
)
def test_the_deal_of_a_manual_is_read_in_all_its_forms(text: str) -> None:
    assert FreeCell().read_board(text) == (FreeCell().deal(24), None)


def test_a_solvers_board_leaves_blanks_for_empty_cells() -> None:
    solver = """\
Foundations: H-0 C-0 D-A S-A
Freecells:  JD  8H
: 4C 2C 9C 8C QS 4S 2H
: 5H QH 3C AC 3H 4H QD
: QC 9S 6H 9H 3S KS 3D
: 5D 2S JC 5C JH 6D
: 2D KD TH TC TD 8D
: 7H JS KH TS KC 7C
: AH 5S 6S
: 7S 6C 7D 4D 8S 9D
"""
    game = FreeCell()
    played = game.deal(24)
    for text in ("4h", "7a", "7b", "7h"):
        played = game.play(played, game.parse_move(played, text))
    assert game.read_board(solver) == (played, None)


def test_pysolfc_writes_an_empty_column_as_an_empty_line() -> None:
    game = FreeCell(4, 2, ranks=3)
    text = "Founds: C-A H-2\nFC: 2S -\n\nAS 3D 2C\n3H\n3S 2D AD 3C\n"
    position, note = game.read_board(text)
    assert note is None
    assert [len(column) for column in position.columns] == [0, 3, 1, 4]
    # With other numbers of lines, blank ones are what separates things.
    for spaced in (text.replace("\n3H", "\n\n3H"), text.replace("FC: 2S -\n", "FC: 2S -\n\n")):
        assert [len(column) for column in game.parse_position(spaced).columns] == [3, 1, 4, 0]


@pytest.mark.parametrize("variant", ["eight-off", "seahaven-towers"])
def test_a_deal_with_cards_in_its_cells_is_read_by_columns_and_by_rows(variant: str) -> None:
    game = FreeCell(variant=variant)
    dealt = game.deal(24)
    assert game.read_board(f"{cells_of(dealt)}\n{columns_of(dealt)}") == (dealt, None)
    assert game.read_board(f"{cells_of(dealt)}\n{rows_of(dealt)}") == (dealt, READ_AS_ROWS)


# -- rows of a screen -------------------------------------------------------------------------------


def test_a_deal_typed_as_the_screen_shows_it_is_that_deal_and_is_told() -> None:
    assert FreeCell().read_board(SCREEN) == (FreeCell().deal(24), READ_AS_ROWS)
    assert FreeCell().parse_position(SCREEN.replace("\n", " / ")) == FreeCell().deal(24)


@pytest.mark.parametrize("columns", range(3, 11))
@pytest.mark.parametrize("ranks", [2, 4, 6, 9, 12, 13])
def test_every_deal_by_rows_or_by_columns_is_itself_or_refused(columns: int, ranks: int) -> None:
    game = FreeCell(columns, ranks=ranks)
    dealt = game.deal(3)
    for text in (rows_of(dealt), columns_of(dealt)):
        try:
            position, _ = game.read_board(text)
        except NotationError as error:
            # Only where a deal is as high as it is wide.
            assert len(dealt.columns[0]) == len([column for column in dealt.columns if column])
            says_on_one_line(error, beginning="the lines can be ")
        else:
            assert position == dealt
    assert game.read_board(":" + columns_of(dealt).replace("\n", "\n:")) == (dealt, None)


def test_a_square_board_is_refused_with_both_readings() -> None:
    game = FreeCell(4, 1, ranks=4)
    with pytest.raises(NotationError) as refused:
        game.parse_position(columns_of(game.deal(1)))
    assert str(refused.value) == (
        "the lines can be 4 columns or 4 rows: expected a colon before each that is a column"
    )


def test_in_the_middle_of_a_game_lines_are_columns_and_that_is_told_where_it_is_a_question() -> None:
    game = FreeCell(4, 2, ranks=3)
    head = "Foundations: H-3 D-3\n"
    position, note = game.read_board(head + "3S 2S\n3C 2C\nAC AS")
    assert [len(column) for column in position.columns] == [2, 2, 2, 0]
    assert note == READ_AS_COLUMNS
    # Rows never get longer, and one card alone is in a column of its own either way.
    assert game.read_board(head + "3S 2S\n3C 2C AC AS")[1] is None
    assert (
        game.read_board(head + "Founds: S-2 C-2\n".replace("Founds:", "FC: 3S #") + "3C 2C AC 2S AS")[1]
        is None
    )
    assert game.read_board("Foundations: H-3 D-3 S-3 C-2\n3C")[1] is None
    assert game.read_board(head + ":3S 2S\n3C 2C\nAC AS")[1] is None


@pytest.mark.parametrize("gap", ["    ", "\t\t", "\u3000\u3000\u3000\u3000"])
def test_rows_with_gaps_are_refused_and_not_pushed_together(gap: str) -> None:
    game = FreeCell(4, 2, ranks=3)
    for line in (f"2S{gap}AS", f"{gap}2S AS"):
        with pytest.raises(NotationError) as refused:
            game.parse_position(f"Foundations: H-3 D-3\n3S 3C 2C AC\n{line}")
        assert str(refused.value) == (
            "line 3 has a gap, as rows of a screen have: expected each column on a line of its own, "
            "the card at the bottom first"
        )


def test_a_line_may_be_set_wide_or_in_columns_of_text() -> None:
    deal = FreeCell().deal(24)
    for between in ("  ", "     ", "\t"):
        assert FreeCell().parse_position(MANUAL.replace(" ", between)) == deal
    aligned = "\n".join(" ".join(f"{word:>3}" for word in line.split()) for line in MANUAL.splitlines())
    assert FreeCell().parse_position(aligned) == deal
    with pytest.raises(NotationError, match="found 12 columns, expected 8: each line is a column"):
        FreeCell().parse_position(
            MANUAL.replace("8C QS", "8C\nQS")
            .replace("10H 10C", "10H\n10C")
            .replace("KC 7C", "KC\n7C")
            .replace("5S 6S", "5S\n6S")
        )


# -- never another game -----------------------------------------------------------------------------


def spelling(draw: random.Random) -> Callable[[Card], str]:
    """A way to write cards, anew for each."""
    symbols = {suit: [symbol for symbol, letter in SYMBOLS.items() if letter == suit] for suit in "HDSC"}

    def write(card: Card) -> str:
        rank = draw.choice(["0", "T", "10", "t"]) if card.rank == 10 else RANKS[card.rank - 1]
        rank = draw.choice([rank, rank.lower(), "1" if card.rank == 1 else rank])
        suit = draw.choice([card.suit, card.suit.lower(), *symbols[card.suit]])
        return rank + suit if draw.random() < 0.5 else suit + rank

    return write


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(PRESETS)), st.integers(0, 80), st.integers(1, 10**6), st.randoms())
def test_a_board_typed_in_any_way_is_the_same_game_or_refused_or_noted(
    variant: str, steps: int, number: int, draw: random.Random
) -> None:
    game = FreeCell(variant=variant, metric=draw.choice(["single", "supermove"]))
    position = list(walk(game, game.deal(number), steps + 1, seed=number))[-1]
    write = spelling(draw)
    head = [
        "Founds: "
        + " ".join(
            f"{suit}-{'A23456789TJQK'[rank - 1]}"
            for suit, rank in zip("HDSC", position.home, strict=True)
            if rank
        ),
        "Freecells: " + " ".join("-" if card is None else write(card) for card in position.cells),
    ]
    draw.shuffle(head)
    by_rows = draw.random() < 0.5
    body = rows_of(position, write) if by_rows else columns_of(position, write)
    lines = [*head, *body.splitlines()]
    text = "\n".join(line + draw.choice(["", "  ", " # 4C / 5D", "\r", "\n"]) for line in lines)
    try:
        found, note = game.read_board(text)
    except NotationError as error:
        says_on_one_line(error)
        return
    same = sorted(found.columns) == sorted(position.columns) and found.home == position.home
    # What is written by rows and taken for columns says so; the deal itself is always right.  A row with a
    # gap is typed without it, and may then be the row of another board: that it was read as a row is noted.
    gaps = any(left < right for left, right in pairwise(map(len, position.columns)))
    assert same or (by_rows and (note == READ_AS_COLUMNS or (gaps and note == READ_AS_ROWS)))
    if steps == 0:
        assert found == position
        assert note == (READ_AS_ROWS if by_rows else None)


def test_rows_that_have_lost_a_gap_are_noted() -> None:
    game = FreeCell()
    position = list(walk(game, game.deal(3842), 2, seed=3842))[-1]
    assert [len(column) for column in position.columns] == [7, 7, 6, 7, 6, 7, 6, 6]
    found, note = game.read_board(rows_of(position))
    assert [len(column) for column in found.columns] == [7, 7, 7, 7, 6, 6, 6, 6]
    assert note == READ_AS_ROWS


# -- every card game --------------------------------------------------------------------------------


@pytest.mark.parametrize("ten", ["0", "T", "10", "t"])
def test_ten_is_read_alike_in_every_card_game(ten: str) -> None:
    for game in (Superpuzz(), Superpuzz(13, "montana"), Gaps()):
        position = game.deal(5)
        text = game.format_position(position)
        assert "H0" in text
        assert game.parse_position(text.replace("0", ten)) == position
        turned = " / ".join(" ".join(word[::-1] for word in line.split()) for line in text.splitlines())
        assert game.parse_position(turned.replace("0", ten)) == position
    assert FreeCell().parse_position(MANUAL.replace("10", ten)) == FreeCell().deal(24)


@pytest.mark.parametrize("name", ["superpuzz", "montana", "gaps", "freecell", "eight-off", "sliding"])
def test_comments_and_numbers_with_a_hash_are_read_in_every_game(name: str, tmp_path: Path) -> None:
    deal = open_deal(name, "24")
    assert open_deal(name, "#24") == deal
    file = tmp_path / "deal.txt"
    for text in ("#24", " # 24 \n"):
        file.write_text(text)
        assert open_deal(name, str(file)) == deal
    lines = deal.text.splitlines()
    file.write_text("# 24 / mine\n" + "\n".join(f"{line} # row {n}" for n, line in enumerate(lines)))
    assert open_deal(name, str(file), variant=None).positions == deal.positions
    for text in ("# 24, mine", "#24\n#25"):
        file.write_text(text)
        with pytest.raises(NotationError, match="the text has only comments: expected "):
            open_deal(name, str(file))


@pytest.mark.parametrize("name", ["superpuzz", "gaps", "freecell", "sliding"])
def test_an_empty_file_is_called_empty(name: str, tmp_path: Path) -> None:
    file = tmp_path / "empty"
    for text in ("", "\n \n"):
        file.write_text(text)
        with pytest.raises(NotationError, match=r"^the file '.*' is empty: expected a position$"):
            open_deal(name, str(file))


def test_gaps_are_read_with_symbols_at_the_head(tmp_path: Path) -> None:
    game = Gaps(6)
    file = tmp_path / "gaps"
    for deal in (Deal.of(game, game.deal(3), 3), open_deal("gaps", "3", 6)):
        text = deal.text
        for suit, symbol in (("H", "♥"), ("D", "♦"), ("S", "♠"), ("C", "♣")):
            text = text.replace(suit, symbol)
        file.write_text(text)
        assert open_deal("gaps", str(file)).positions == deal.positions
