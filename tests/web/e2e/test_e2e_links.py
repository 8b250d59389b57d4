"""The address bar: a link to what is shown, always; what links mean, and what outlives a reload."""

import json

import pytest
from e2e_tools import EASY, STORE, OpenTable, Table

from yomikiri import FreeCell

FUTURE = f"{STORE}.then(({{store}}) => store.future)"
MOVES = f"{STORE}.then(({{store}}) => store.moves)"
SETUP = f"{STORE}.then(({{store}}) => store.setup)"


@pytest.mark.parametrize("game", ["superpuzz", "freecell"])
def test_a_link_restores_game_deal_and_moves(tables: OpenTable, game: str) -> None:
    first = tables()
    first.open(EASY[game])
    for count in (1, 2):
        first.page.evaluate(PLAY_ONE)
        first.wait_moves(count)
    places = first.page.eval_on_selector_all("#board-area [data-card]", BOTH)
    first.click("#share")
    first.wait("document.querySelector('#share').innerText.trim() === 'Copied'")
    second = tables()
    second.visit(first.page.evaluate("navigator.clipboard.readText()"))
    assert second.move_count == 2
    assert second.page.eval_on_selector_all("#board-area [data-card]", BOTH) == places
    second.click("#undo")
    second.wait_moves(1)


PLAY_ONE = f"{STORE}.then(({{store}}) => store.play(store.state.legal[0].text))"
BOTH = "all => Object.fromEntries(all.map(one => [one.dataset.card, one.dataset.at]))"


def test_the_back_button_leads_to_the_deal_before(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#game-superpuzz")
    table.wait("location.hash.includes('game=superpuzz')")
    table.page.go_back()
    table.wait("location.hash.includes('game=sliding')")
    table.page.wait_for_selector('#board-area [data-card="8"]')


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        ("game=superpuzz&size=5&deal=9&moves=HK", "HK"),
        ("game=chess&deal=1", "chess"),
        ("game=superpuzz&size=99&deal=1", "99"),
        ("game=superpuzz&deal=none", "none"),
        ("game=sliding&position=AAAA", "This link could not be opened"),
        ("deal=12", "names no game"),
        ("view=nowhere", "names no game"),
        ("board-area", "names no game"),
    ],
)
def test_a_broken_link_says_what_is_wrong_and_leaves_the_address(
    table: Table, words: str, complaint: str
) -> None:
    table.may_complain = ["422"]
    table.open(EASY["sliding"])
    before = table.hash
    table.page.goto(f"{table.address}/#{words}")
    table.page.wait_for_selector("#alert:not([hidden])")
    table.wait(f"location.hash === {json.dumps(before)}")
    assert complaint in table.find("#alert").inner_text()
    assert table.find("#board-area [data-card]").count() == 8


def test_a_page_that_begins_with_a_broken_link_shows_a_game_and_its_link(table: Table) -> None:
    table.may_complain = ["422"]
    table.page.goto(f"{table.address}/#game=superpuzz&size=5&deal=9&moves=HK")
    table.page.wait_for_selector("html[data-ready]")
    assert "HK" in table.find("#alert").inner_text()
    assert table.hash == "#game=superpuzz&size=13&deal=12"
    table.click("#language")
    assert "HK" in table.find("#alert").inner_text()
    assert "リンク" in table.find("#alert").inner_text()


def test_words_of_a_link_that_mean_nothing_are_left_out(table: Table) -> None:
    table.open(EASY["sliding"])
    before = table.hash
    table.page.goto(f"{table.address}/{before}&colour=red")
    table.wait(f"location.hash === {json.dumps(before)}")
    assert table.find("#alert").is_hidden()


@pytest.mark.parametrize("game", [pytest.param("freecell", marks=pytest.mark.slow), "bakers-game"])
def test_a_freecell_link_without_a_metric_means_what_the_app_deals(table: Table, game: str) -> None:
    table.open(EASY["sliding"])
    table.click("#game-freecell")
    table.wait("location.hash.includes('game=freecell')")
    dealt = table.page.evaluate(SETUP)["options"]
    table.page.goto(f"{table.address}/#game={game}&deal=617")
    table.wait("location.hash.includes('deal=617')")
    table.wait("location.hash.includes('o.metric=supermove')")
    assert table.page.evaluate(SETUP)["options"] == dealt == {"metric": "supermove"}


def test_a_link_carries_the_metric_whichever_it_is(table: Table) -> None:
    table.open({"game": "freecell", "deal": "617", "o.metric": "single"})
    assert table.page.evaluate(SETUP)["options"] == {}
    assert "o.metric=single" in table.hash
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    assert table.page.evaluate(SETUP)["options"] == {}
    table.click("#new-deal")
    table.find("[data-option=metric]").select_option("supermove")
    table.click("#choose-play")
    table.wait("location.hash.includes('o.metric=supermove')")


def test_a_pasted_position_is_played_in_the_metric_chosen(table: Table) -> None:
    game = FreeCell()
    position = json.dumps(game.position_to_json(game.deal(617)))
    table.open({"game": "freecell", "deal": "1"})
    table.click("#paste")
    table.find("#paste-text").fill(position)
    table.click("#paste-play")
    table.wait("location.hash.includes('position=')")
    assert "o.metric=supermove" in table.hash


def play_three_and_undo_two(table: Table) -> tuple[list[str], list[str]]:
    for count in (1, 2, 3):
        table.page.evaluate(PLAY_ONE)
        table.wait_moves(count)
    for count in (2, 1):
        table.click("#undo")
        table.wait_moves(count)
    return table.page.evaluate(MOVES), table.page.evaluate(FUTURE)


def test_redo_outlives_a_reload(table: Table) -> None:
    table.open(EASY["superpuzz"])
    played, future = play_three_and_undo_two(table)
    assert len(future) == 2
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    assert table.page.evaluate(FUTURE) == future
    table.click("#redo")
    table.wait_moves(2)
    assert table.page.evaluate(MOVES) == [*played, future[0]]
    assert future[1] not in table.hash.split("moves=")[1].split(",")


def test_redo_outlives_another_deal_and_the_way_back(table: Table) -> None:
    table.open(EASY["superpuzz"])
    _, future = play_three_and_undo_two(table)
    table.click("#random-deal")
    table.wait_moves(0)
    table.page.go_back()
    table.wait_moves(1)
    assert table.page.evaluate(FUTURE) == future


def test_a_game_goes_on_where_it_was_left_after_a_reload(table: Table) -> None:
    table.open(EASY["superpuzz"])
    played, future = play_three_and_undo_two(table)
    table.click("#game-sliding")
    table.wait("location.hash.includes('game=sliding')")
    table.page.reload()
    table.page.wait_for_selector("html[data-ready]")
    table.click("#game-superpuzz")
    table.wait_moves(1)
    assert table.page.evaluate(MOVES) == played
    assert table.page.evaluate(FUTURE) == future
