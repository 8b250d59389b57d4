"""Playing in the browser: deals, moves by mouse and keyboard, undo."""

from pathlib import Path

from e2e_tools import EASY, STORE, Table, solution

from yomikiri import solve
from yomikiri.games import listed_deal


def test_a_deal_is_chosen_in_the_dialog(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#new-deal")
    table.find("#choose-game").select_option("superpuzz")
    table.find("#choose-size").select_option("5")
    table.find("#choose-deal").fill("7")
    table.click("#choose-play")
    table.wait("location.hash.includes('deal=7')")
    assert "game=superpuzz" in table.hash
    assert "size=5" in table.hash
    assert table.find("#board-area [data-card]").count() == 16
    assert table.find("#chooser[open]").count() == 0


def test_a_deal_that_there_is_not_is_refused_in_words(table: Table) -> None:
    table.may_complain = ["422"]
    table.open(EASY["sliding"])
    table.click("#new-deal")
    table.find("#choose-deal").fill("nonsense")
    table.click("#choose-play")
    table.page.wait_for_selector("#chooser-error:not([hidden])")
    assert "nonsense" in table.find("#chooser-error").inner_text()


def test_a_random_deal_is_another_one(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#random-deal")
    table.wait("!location.hash.includes('deal=1&') && !location.hash.endsWith('deal=1')")
    assert "game=sliding" in table.hash


def test_a_winnable_deal_can_be_won(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.click("#winnable-deal")
    table.wait("!/deal=9(&|$)/.test(location.hash)")
    assert "Yes" in table.verdict("won")


def test_a_position_is_pasted(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.click("#paste")
    table.find("#paste-game").select_option("sliding")
    table.find("#paste-text").fill("1 2 3\n4 5 6\n7 0 8")
    table.click("#paste-play")
    table.wait("location.hash.includes('position=')")
    assert table.find("#board-area [data-card]").count() == 8
    table.card("8").click()
    table.page.wait_for_selector("#won:not([hidden])")


def test_a_position_is_read_from_a_file(table: Table, tmp_path: Path) -> None:
    place = tmp_path / "position.txt"
    place.write_text("1 2 3\n4 5 6\n7 0 8\n")
    table.open(EASY["superpuzz"])
    table.click("#paste")
    table.find("#paste-game").select_option("sliding")
    table.find("#paste-file").set_input_files(place)
    table.wait("document.querySelector('#paste-text').value.includes('7 0 8')")
    table.click("#paste-play")
    table.wait("location.hash.includes('position=')")
    assert table.find("#board-area [data-card]").count() == 8


def test_a_move_by_two_clicks_is_played_and_taken_back(table: Table) -> None:
    table.open(EASY["superpuzz"])
    move = table.legal_move()
    card = move["cards"][0]
    table.card(card).click()
    table.click_target(move["to"])
    table.wait_at(card, move["to"])
    assert table.move_count == 1
    table.click("#undo")
    table.wait_at(card, move["from"])
    assert table.move_count == 0
    table.click("#redo")
    table.wait_at(card, move["to"])
    table.click("#restart")
    table.wait_moves(0)


def test_a_card_is_dragged_to_its_place_and_goes_back_from_elsewhere(table: Table) -> None:
    table.open(EASY["superpuzz"])
    move = table.legal_move()
    table.drag(move["cards"][0], "#title")
    assert table.at(move["cards"][0]) == move["from"]
    assert table.move_count == 0
    table.drag(move["cards"][0], f'#board-area [data-place="{move["to"]}"]')
    table.wait_at(move["cards"][0], move["to"])
    assert table.move_count == 1


def test_a_freecell_card_is_dragged_to_a_cell(table: Table) -> None:
    table.open(EASY["freecell"])
    move = next(move for move in table.legal() if move["to"] == "c")
    table.drag(move["cards"][0], '#board-area [data-place="c"]')
    table.wait_at(move["cards"][0], "c")


def test_a_double_click_sends_a_card_home(table: Table) -> None:
    table.open({"game": "freecell", "deal": "1", "o.metric": "single"}, solution_until_home())
    table.set("homeward", "never")
    homeward: dict[str, str] = table.page.evaluate(f"{STORE}.then(({{store}}) => store.state.home)")
    card, text = next(iter(homeward.items()))
    before = table.move_count
    table.card(card).dblclick()
    table.wait_moves(before + 1)
    assert table.at(card) == "home"
    assert text in table.hash


def solution_until_home() -> list[str]:
    """Moves of deal 1 after which a card can go home."""
    deal = listed_deal("freecell", "1", None, None, {})
    assert deal is not None
    game, position, texts = deal.game, deal.position, []
    moves = solve(game, position).moves
    assert moves is not None
    for move in moves:
        text = game.format_move(position, move)
        if text.endswith("h"):
            return texts
        texts.append(text)
        position = game.play(position, move)
    raise AssertionError("no card goes home")


def test_a_move_by_keyboard(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.tab_to("it.closest('#board-area .board')")
    move = table.legal_move()
    table.walk_to(move["from"])
    table.press("Enter")
    assert table.find(".held").count() == 1
    table.walk_to(move["to"])
    table.press("Enter")
    table.wait_at(move["cards"][0], move["to"])
    table.press("u")
    table.wait_moves(0)
    table.press("r")
    table.wait_moves(1)


def test_a_puzzle_is_solved_by_keyboard_alone(table: Table) -> None:
    line = solution("superpuzz", "4", "5")
    table.open({"game": "superpuzz", "size": "4", "deal": "5"})
    table.tab_to("it.closest('#board-area .board')")
    for count, text in enumerate(line, start=1):
        move = table.legal_move(text)
        table.walk_to(move["from"])
        table.press("Enter")
        table.walk_to(move["to"])
        table.press("Enter")
        table.wait_moves(count)
    table.page.wait_for_selector("#won:not([hidden])")
    assert table.verdict("solved") == "Solved!"
