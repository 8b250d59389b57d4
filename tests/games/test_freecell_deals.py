"""Deals of FreeCell: Microsoft's numbers as everybody knows them, our own, and the names for both."""

import random
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from yomikiri import Deal, InputError, open_deal
from yomikiri.core.cards import Card, deck
from yomikiri.games import FreeCell
from yomikiri.games.freecell.deals import lay_out, microsoft_order, own_order
from yomikiri.games.freecell.position import Position, write_card
from yomikiri.games.freecell.rules import PRESETS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "deals.md"


def vectors() -> list[tuple[str, str]]:
    """The boards of the page: which deal, and its text."""
    text = PAGE.read_text(encoding="utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    parts = [block.partition("\n") for block in blocks]
    return [(name, board) for name, _, board in parts if name.split()[0] in PRESETS]


@pytest.mark.parametrize(("name", "board"), vectors(), ids=lambda value: value.partition("\n")[0])
def test_the_page_shows_what_is_dealt(name: str, board: str) -> None:
    kind, source = name.split()
    assert str(open_deal(kind, source).position) == board.rstrip("\n")


def test_the_page_has_the_deals_that_people_know() -> None:
    names = [name for name, _ in vectors()]
    assert {f"freecell ms:{number}" for number in (1, 617, 11982, 1000000, 2**31, 2**32, 2**33 - 1)} <= set(
        names
    )
    assert {name.split()[0] for name in names} == set(PRESETS)


def test_the_first_rows_of_deal_1_are_those_of_every_freecell() -> None:
    names = " ".join(map(write_card, microsoft_order(1)))
    assert names.startswith("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S")


@pytest.mark.parametrize(
    "number", [1, 32000, 32001, 999_999, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
)
def test_a_deal_is_a_whole_deck(number: int) -> None:
    assert sorted(microsoft_order(number)) == sorted(deck(13))
    assert sorted(own_order(13, number)) == sorted(deck(13))


def test_deals_differ() -> None:
    assert len({tuple(microsoft_order(number)) for number in range(1, 2001)}) == 2000
    assert len({tuple(own_order(5, number)) for number in range(1, 501)}) == 500


@pytest.mark.parametrize("number", [0, -1, 2**33, True, 1.0, "1"])
def test_a_number_that_microsoft_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(InputError, match=r"expected 1 to 8589934591$"):
        microsoft_order(number)
    with pytest.raises(InputError, match=r"expected 1 to 8589934591$"):
        FreeCell().deal(number)


def test_the_rules_do_not_change_the_order_of_the_cards() -> None:
    for number in (5, 77):
        orders = set()
        for game in (FreeCell(), FreeCell(7, 2), FreeCell(9, 0, "suit"), FreeCell(metric="supermove")):
            for position in (game.deal(number), game.deal_own(number)):
                height = max(map(len, position.columns))
                rows = [[c[row] for c in position.columns if row < len(c)] for row in range(height)]
                orders.add(tuple(card for row in rows for card in row))
        assert len(orders) == 2


def test_the_last_cards_go_to_the_cells_where_the_game_wants_them() -> None:
    order = deck(2)
    a, b, c, d, e, f, g, h = order
    assert lay_out(order, 3, 2, (0,)) == Position((0, 0, 0, 0), (h, None), ((a, d, g), (b, e), (c, f)))
    assert lay_out(order, 3, 4, (1, 2)) == Position(
        (0, 0, 0, 0), (None, g, h, None), ((a, d), (b, e), (c, f))
    )
    # A cell that the game does not have gets nothing; the columns get the card.
    assert lay_out(order, 3, 1, (0, 2)) == lay_out(order, 3, 1, (0,))


@pytest.mark.parametrize(
    ("source", "same"),
    [("ms:617", "617"), ("ms:0617", "617"), ("ms:1000000", "1000000")],
)
def test_a_plain_number_is_microsoft_s(source: str, same: str) -> None:
    named, plain = open_deal("freecell", source), open_deal("freecell", same)
    assert named == Deal.of(FreeCell(), plain.position, source)
    assert plain.label == int(same)
    assert FreeCell().deal(int(same)) == plain.position


def test_own_deals_are_named_so_and_small_decks_have_no_others() -> None:
    dealt = open_deal("freecell", "own:5")
    assert dealt == Deal.of(FreeCell(), FreeCell().deal_own(5), "own:5")
    assert dealt.position != FreeCell().deal(5)
    small = FreeCell(4, 2, ranks=5)
    assert open_deal("freecell", "5", "4x2x5") == Deal.of(small, small.deal_own(5), 5)
    assert open_deal("freecell", "own:5", "4x2x5").position == small.deal(5)
    largest = 2**63 - 1
    assert open_deal("freecell", f"own:{largest}").position == FreeCell().deal_own(largest)


def test_our_own_order_depends_on_the_ranks_and_the_number_alone() -> None:
    assert [write_card(card) for card in own_order(2, 1)] == OWN_2_1
    assert own_order(13, 1)[0] in deck(13)
    assert own_order(13, 1)[:8] != own_order(12, 1)[:8]


OWN_2_1 = ["AC", "AD", "AH", "2C", "2S", "AS", "2D", "2H"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("8589934592", "deal '8589934592' is out of range: expected 1 to 8589934591"),
        ("0", "deal '0' is out of range: expected 1 to 8589934591"),
        ("ms:0", "deal 'ms:0' is out of range: expected ms:1 to ms:8589934591"),
        ("ms:8589934592", "deal 'ms:8589934592' is out of range: expected ms:1 to ms:8589934591"),
        ("ms:", "deal 'ms:' is out of range"),
        ("ms:-1", "deal 'ms:-1' is out of range"),
        ("ms:٣", "is out of range"),
        ("own:" + "9" * 5000, "is out of range: expected own:1 to own:9223372036854775807"),
        ("pysol:5", "deal 'pysol:5' is not known: expected a form like ms:617 or own:5"),
    ],
)
def test_a_deal_that_does_not_exist_is_refused(source: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        open_deal("freecell", source)


def test_small_decks_have_no_microsoft_deals() -> None:
    with pytest.raises(InputError, match=r"^deal 'ms:7' has 13 ranks, the game 5: expected own:7$"):
        open_deal("freecell", "ms:7", "4x2x5")


def test_a_random_deal_has_a_number_that_opens_it_again() -> None:
    for _ in range(5):
        dealt = open_deal("freecell")
        assert isinstance(dealt.label, int)
        assert 1 <= dealt.label <= 1_000_000
        assert open_deal("freecell", str(dealt.label)) == dealt


def test_cards_are_named_rank_first() -> None:
    assert write_card(Card("H", 10)) == "TH"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make-microsoft-freecell-board") is None, reason="no freecell-solver-bin")
def test_freecell_solver_deals_the_same() -> None:
    numbers = random.Random(7)
    edges = [1, 32000, 10**6, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1]
    for number in [*edges, *(numbers.randrange(1, 2**33) for _ in range(300))]:
        board = subprocess.run(
            ["make-microsoft-freecell-board", "-t", str(number)], capture_output=True, text=True, check=True
        )
        assert FreeCell().parse_position(board.stdout) == FreeCell().deal(number)
