"""Cards: names, ranks, and what is refused."""

import pytest

from yomikiri import Card, NotationError
from yomikiri.core.cards import PICTURE_MARKS, RANKS, SUITS, SYMBOLS, deck, parse_card
from yomikiri.core.errors import shown


def test_every_card_reads_back_from_its_name() -> None:
    for card in deck(13):
        assert parse_card(str(card)) == card
        assert parse_card(str(card).lower()) == card
        assert len(str(card)) == 2


@pytest.mark.parametrize("text", ["H0", "HT", "H10", "0H", "TH", "10H", "♥0", "♥T", "T♥", "10♡", "10♥\ufe0f"])
def test_ten_has_three_spellings_and_its_suit_stands_before_or_after(text: str) -> None:
    assert parse_card(text) == parse_card(text.lower()) == Card("H", 10)


@pytest.mark.parametrize(("symbols", "suit"), [("♥♡", "H"), ("♦♢", "D"), ("♠♤", "S"), ("♣♧", "C")])
def test_suits_may_be_symbols(symbols: str, suit: str) -> None:
    for symbol in (*symbols, *(each + mark for each in symbols for mark in PICTURE_MARKS)):
        assert parse_card(f"4{symbol}") == parse_card(f"{symbol}4") == Card(suit, 4)


def test_no_two_cards_share_a_spelling() -> None:
    spellings = [
        (Card(SYMBOLS.get(suit, suit.upper()), rank), text)
        for suit in (*SUITS, *SUITS.lower(), *SYMBOLS)
        for rank, names in enumerate(["A1", *"23456789", "0T", *"JQK"], start=1)
        for name in (*names, *names.lower(), *(["10"] if rank == 10 else []))
        for text in (suit + name, name + suit)
    ]
    assert len({text: card for card, text in spellings}) == len(set(spellings))
    assert all(parse_card(text) == card for card, text in spellings)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "H",
        "1",
        "X2",
        "H11",
        "11H",
        "HAA",
        "HAH",
        " HA",
        "HA ",
        "H010",
        "..",
        "H-",
        "\x00",
        "ＨA",
        "H٣",
        "♥",
        "♥♥",
    ],
)
def test_anything_else_is_no_card_and_the_message_quotes_it(text: str) -> None:
    with pytest.raises(NotationError, match="is not a card") as caught:
        parse_card(text)
    assert f"'{shown(text)}'" in str(caught.value)


def test_the_deck_lists_suit_by_suit_from_the_ace() -> None:
    assert [str(card) for card in deck(2)] == ["HA", "H2", "DA", "D2", "SA", "S2", "CA", "C2"]
    assert len(set(deck(13))) == 52
    assert [str(card) for card in deck(13)[:13]] == ["H" + rank for rank in RANKS]
    assert [card.suit for card in deck(1)] == list(SUITS)


def test_the_next_card_is_one_rank_higher_in_suit() -> None:
    assert Card("S", 9).next == Card("S", 10)
    assert str(Card("S", 9).next) == "S0"


def test_repr_rebuilds_a_card() -> None:
    for card in deck(13):
        assert eval(repr(card), {"Card": Card}) == card


def test_quoted_input_is_short_and_printable() -> None:
    assert shown("abc") == "abc"
    assert shown("a\nb\x1b[31m") == "a\\x0ab\\x1b[31m"
    long = shown("x" * 1000)
    assert long == "x" * 24 + "…"
    assert shown("\ud800").isprintable()
