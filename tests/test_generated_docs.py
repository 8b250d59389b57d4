"""What scripts write into the docs is as the code is now: the map of the rooms, and the words of the code."""

import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent / "docs"
sys.path.insert(0, str(DOCS))

import make_glossary  # noqa: E402
import make_map  # noqa: E402


def test_the_map_is_current() -> None:
    told = "run `python docs/make_map.py`"
    assert make_map.MAP.read_text(encoding="utf-8") == make_map.drawn(), told


def test_the_map_shows_what_is_used() -> None:
    found = make_map.uses()
    assert found["cli", "core"] > 10
    assert found["games.gaps", "games.rows"] > 0
    assert ("core", "search") not in found
    assert not any(own == "search" and other.startswith("games") for own, other in found)


def test_the_glossary_has_every_module_and_class() -> None:
    text = make_glossary.PAGE.read_text(encoding="utf-8")
    assert make_glossary.page(text) == text, "run `python docs/make_glossary.py`"


@pytest.mark.parametrize("word", list(make_glossary.words()), ids=lambda word: f"{word[1]} {word[0]}")
def test_every_word_is_explained(word: tuple[str, str, str]) -> None:
    assert len(word[2]) > 10


OLD = ("crew", "shelf", "bracket", "division", "diver", "stretch")


def test_words_that_were_given_up_are_no_names() -> None:
    names = {name.strip("`").lower() for name, _, _ in make_glossary.words()}
    assert not names & set(OLD)
