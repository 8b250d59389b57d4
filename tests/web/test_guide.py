"""The guide of every game: a picture that is won, and ten lines at most in two languages."""

import pytest
from web_tools import client

from yomikiri.core.registry import entries
from yomikiri.games import game

GAMES = [(name, variant) for name, entry in entries().items() for variant in (None, *entry.variants)]


@pytest.mark.parametrize(("name", "variant"), GAMES)
def test_the_goal_of_a_guide_is_won(name: str, variant: str | None) -> None:
    rules = game(name, None, variant)
    guide = entries()[name].part("guide")(rules)
    assert rules.is_goal(guide.goal)
    assert 3 <= len(guide.lines) <= 10
    assert len({line.en for line in guide.lines}) == len(guide.lines)
    assert all(line.en.endswith(".") and line.ja.endswith("。") for line in guide.lines)


def test_the_page_gets_it_as_a_board() -> None:
    web = client()
    for name in entries():
        told = web.post("/api/guide", json={"game": name}).json()
        assert told["goal"]["kind"] in ("rows", "cards", "tiles", "pegs", "text")
        assert told["lines"][0]["ja"]
    assert web.post("/api/guide", json={"game": "chess"}).status_code == 422
