"""Menus: whatever they offer, the catalogue accepts."""

import pytest

from yomikiri.games import KINDS, game, listed_deal
from yomikiri.games.menu import MENUS, Menu


def test_every_game_has_a_menu() -> None:
    assert list(MENUS) == list(KINDS)


@pytest.mark.parametrize("menu", MENUS.values(), ids=lambda menu: menu.name)
def test_everything_on_a_menu_can_be_played(menu: Menu) -> None:
    assert menu.default_size in menu.sizes
    for size in menu.sizes:
        rules = game(menu.name, size)
        assert str(rules.size) == size
        rules.check(rules.deal(1))
    assert tuple(menu.variants) == KINDS[menu.name].variants
    for variant, size in menu.variant_sizes.items():
        assert str(game(menu.name, None, variant).size) == size in menu.sizes
    for option in menu.options:
        for value in option.values:
            game(menu.name, None, None, {option.name: value})
        if option.default is not None:
            assert game(menu.name, None, None, {option.name: option.default}) == game(menu.name)


@pytest.mark.parametrize("menu", MENUS.values(), ids=lambda menu: menu.name)
def test_deals_with_names_are_there(menu: Menu) -> None:
    for source in menu.sources:
        first, _, last = source.partition("..")
        assert listed_deal(menu.name, first) is not None
        if last:
            assert listed_deal(menu.name, first.split(":")[0] + ":" + last) is not None


@pytest.mark.parametrize("menu", MENUS.values(), ids=lambda menu: menu.name)
def test_titles_are_in_two_languages(menu: Menu) -> None:
    for title in (menu.title, *menu.variants.values()):
        assert title.en.isascii()
        assert not title.ja.isascii()
