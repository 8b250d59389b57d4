"""Deals by number, by name and as text; only one of the ways opens files."""

import json
from pathlib import Path

import pytest

from yomikiri import InputError, NotationError, Superpuzz, game
from yomikiri.games import listed_deal, open_deal, read_deal


def test_a_number_a_name_and_random_are_listed_deals() -> None:
    deal = listed_deal("superpuzz", "12", 6)
    assert deal is not None
    assert deal == open_deal("superpuzz", "12", 6)
    assert deal.position == Superpuzz(6).deal(12)
    korf = listed_deal("sliding", "korf:1")
    assert korf is not None
    assert korf.game.options == {"goal": "blank-first"}
    assert listed_deal("gaps", "random") is not None


def test_no_file_is_a_listed_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("deal").write_text("HA .. / DA .. / SA .. / CA ..")
    assert open_deal("superpuzz", "deal").label == "position"
    for source in ("deal", "./deal", "-", ""):
        assert listed_deal("superpuzz", source) is None


def test_a_listed_deal_out_of_range_is_told_so() -> None:
    with pytest.raises(InputError, match="out of range"):
        listed_deal("freecell", "9999999999")
    with pytest.raises(InputError, match="korf:1 to korf:100"):
        listed_deal("sliding", "korf:101")


def test_a_position_is_read_from_text_and_from_json() -> None:
    rules = game("sliding", "3x3")
    position = rules.deal(5)
    assert read_deal("sliding", rules.format_position(position)).position == position
    data = json.dumps(rules.position_to_json(position))
    assert read_deal("sliding", data) == read_deal("sliding", rules.format_position(position))
    with pytest.raises(NotationError, match="3x3, expected 4x4"):
        read_deal("sliding", rules.format_position(position), "4x4")


def test_numbers_on_one_line_are_of_the_size_that_is_asked_for() -> None:
    assert read_deal("sliding", "1 2 3 4 5 0").game.size == "2x3"
    assert read_deal("sliding", "1 2 3 4 5 0", "3x2").game.size == "3x2"
    with pytest.raises(NotationError, match="2x3, expected 4x4"):
        read_deal("sliding", "1 2 3 4 5 0", "4x4")
    with pytest.raises(NotationError, match="2x3, expected 3x2"):
        read_deal("sliding", "1 2 3 / 4 5 0", "3x2")


def test_a_variant_is_a_name_for_a_position_too() -> None:
    montana = game("superpuzz", 4, "montana")
    text = montana.format_position(montana.deal(2))
    assert read_deal("montana", text) == read_deal("superpuzz", text, None, "montana")
