"""Whatever board is typed for whatever game: that board, or one of our errors, and never another one."""

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_fuzz import says_on_one_line

from yomikiri import InputError, open_deal
from yomikiri.core.cards import RANKS, SYMBOLS
from yomikiri.core.registry import entries
from yomikiri.games import read_deal

NAMES = sorted({*entries(), *(variant for kind in entries().values() for variant in kind.variants)})

words = st.one_of(
    st.builds(
        str.__add__, st.sampled_from([*"HDSCx", *SYMBOLS]), st.sampled_from([*RANKS, "10", "T", "t", "11"])
    ),
    st.builds(
        str.__add__, st.sampled_from([*RANKS, "10", "1"]), st.sampled_from([*"hdsc", *SYMBOLS, "\ufe0f"])
    ),
    st.integers(0, 26).map(str),
    st.sampled_from(
        ["..", "-", ":", "#", "/", "H-0", "C-A", "Foundations:", "FC:", "Talon:", "_", "{", "\x00"]
    ),
    st.text(max_size=4),
)
blanks = st.sampled_from([" ", " ", "\n", "\t", "    ", ", ", "\r\n", " / ", "\u3000", "\u2028", ""])
texts = st.lists(st.tuples(words, blanks), max_size=60).map(lambda pairs: "".join(map("".join, pairs)))


@settings(max_examples=80, deadline=None)
@pytest.mark.parametrize("name", NAMES)
@given(texts | st.text())
@example("#" * 5000)
@example("/" * 60_000)
@example("A" * 60_000)
@example("\ud800")
@example("Foundations:" * 5000)
def test_any_text_is_a_board_or_one_of_our_errors(name: str, text: str) -> None:
    try:
        deal = read_deal(name, text)
    except InputError as error:
        says_on_one_line(error)
    else:
        again = read_deal(name, deal.text, deal.game.size)
        assert again.positions == deal.positions


@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("name", NAMES)
@given(
    st.integers(1, 10**6),
    st.randoms(),
    st.sampled_from(["drop", "double", "swap", "misspell", "join", "cut"]),
)
def test_a_slip_is_refused_or_is_the_board_that_it_makes(
    name: str, number: int, draw: random.Random, slip: str
) -> None:
    deal = open_deal(name, str(number))
    text = deal.text
    lines = [line.split(" ") for line in text.splitlines()]
    places = [
        (row, column)
        for row, line in enumerate(lines)
        for column, word in enumerate(line)
        if word not in ("", "-") and not word.endswith(":")
    ]
    (row, column), (other, place) = draw.sample(places, 2)
    word = lines[row][column]
    match slip:
        case "drop":
            del lines[row][column]
        case "double":
            lines[row].insert(column, word)
        case "swap":
            lines[row][column], lines[other][place] = lines[other][place], word
        case "misspell":
            lines[row][column] = word[:-1] + draw.choice("XZ#19€")
        case "join":
            lines[row][column] = word + word
        case "cut":
            del lines[row]
    typed = "\n".join(map(" ".join, lines))
    try:
        found = read_deal(name, typed, deal.game.size)
    except InputError as error:
        says_on_one_line(error)
        return
    # A cell or a foundation that goes without saying may be left out; two cards may have changed places.
    swapped = slip == "swap" and found.text.split() == typed.split()
    assert found.positions == deal.positions or swapped
