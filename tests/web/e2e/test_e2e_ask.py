"""Asking in the browser: verdicts, warnings, hints, bounds, marks; searches, watched and cancelled."""

import time
from pathlib import Path
from typing import Any

from e2e_tools import EASY, HARD, OpenTable, Table, solution, thrown_away

from yomikiri.certificates import check

RUNNING = "document.querySelector('#live').dataset.phase === 'running'"
EXPANDED = "Number(document.querySelector('[data-figure=expanded]').textContent.replace(/\\D/g, '')) > 0"


def test_the_verdict_flips_after_a_losing_move_and_one_click_takes_it_back(table: Table) -> None:
    setup, losing = thrown_away()
    table.open(setup)
    assert "Yes" in table.verdict("won")
    move = table.legal_move(losing)
    table.card(move["cards"][0]).click()
    table.click_target(move["to"])
    assert "Proved" in table.verdict("lost")
    table.page.wait_for_selector("#loss:not([hidden])")
    assert losing in table.find("#loss-text").inner_text()
    table.click("#take-back")
    table.wait_moves(0)
    table.verdict("won")
    assert not table.find("#loss").is_visible()


def test_a_lost_line_is_led_back_to_its_last_winning_position(table: Table) -> None:
    setup, losing = thrown_away()
    line = [losing]
    table.open(setup, line)
    for _ in range(2):
        line.append(table.legal_move()["text"])
        table.open(setup, line)
    table.verdict("lost")
    table.page.wait_for_selector("#take-back:visible")
    assert "Move 1" in table.find("#loss-text").inner_text()
    table.click("#take-back")
    table.wait_moves(0)
    table.verdict("won")


def test_a_deal_that_was_never_winnable_says_so(table: Table) -> None:
    table.open({"game": "superpuzz", "size": "4", "deal": "44"})
    assert "Proved" in table.verdict("lost")
    # What makes no sense is not offered, and the page says why; the key says it, too.
    for button in ("#hint", "#solve", "#shortest"):
        assert table.find(button).is_disabled()
        assert table.find(button).get_attribute("aria-describedby") == "ask-why"
    assert "Nothing wins" in table.find("#ask-why").inner_text()
    table.press("h")
    table.page.wait_for_selector("#hint-result:visible")
    assert "nothing wins" in table.find("#hint-text").inner_text()
    table.open(EASY["superpuzz"])
    table.verdict("won")
    assert table.find("#hint").is_enabled()
    assert table.find("#ask-why").is_hidden()


def test_the_certificate_of_a_verdict_is_saved_and_proves_it(table: Table, tmp_path: Path) -> None:
    lost = {"game": "superpuzz", "size": "4", "deal": "44"}
    for setup, verdict, claims in (
        (lost, "lost", {"unsolvable"}),
        (EASY["superpuzz"], "won", {"solved", "shortest"}),
    ):
        table.open(setup)
        table.verdict(verdict)
        with table.page.expect_download() as waiting:
            table.click("#verdict-certificate")
        download: Any = waiting.value
        assert download.suggested_filename.endswith(".certificate")
        download.save_as(tmp_path / verdict)
        checked = check(tmp_path / verdict)
        assert checked.proved
        assert checked.header.claim.kind in claims


def test_a_hint_marks_the_card_and_its_place_and_is_played(table: Table) -> None:
    table.open(EASY["superpuzz"])
    table.verdict("won")
    table.press("h")
    table.page.wait_for_selector("#hint-result:not([hidden])")
    marked = table.find("#board-area .card.hint")
    assert marked.count() == 1
    assert table.find("#board-area .hint-arrow").count() == 1
    card = str(marked.get_attribute("data-card"))
    before = table.at(card)
    table.click("#hint-play")
    table.wait_moves(1)
    assert table.at(card) != before
    assert table.find("#board-area .card.hint").count() == 0
    table.verdict("won")


def test_hints_lead_to_the_end(table: Table) -> None:
    line = solution("superpuzz", "4", "5")
    table.open({"game": "superpuzz", "size": "4", "deal": "5"}, line[:-3])
    table.verdict("won")
    for count in range(len(line) - 2, len(line) + 40):
        table.click("#hint")
        table.click("#hint-play")
        table.wait_moves(count)
        if table.find("#won").is_visible():
            return
    raise AssertionError("the hints lead nowhere")


def test_the_bounds_on_the_shortest_solution_meet(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#shortest")
    table.page.wait_for_selector("#shortest-watch:visible")
    assert table.find("#shortest-figure").inner_text() == str(len(solution("sliding", "3x3", "1")))
    assert "Proved" in table.find("#shortest-note").inner_text()


def test_a_long_search_is_watched_and_cancelled(table: Table) -> None:
    table.open(HARD)
    table.click("#shortest")
    table.page.wait_for_selector("#live:visible #cancel")
    table.wait(RUNNING)
    table.wait("document.querySelectorAll('.bounds-lower').length === 1")
    table.wait("document.querySelectorAll('.spark-line').length === 1")
    assert table.page.evaluate(EXPANDED)
    assert table.find("[data-figure=memory]").inner_text() != "–"
    assert "Expanded: all moves from there were tried." in table.find("#live").inner_text()
    table.click("#cancel")
    table.wait("document.querySelector('#live').dataset.phase === 'done'")
    assert table.find("#live-status").inner_text() == "Cancelled"
    assert "stays true" in table.find("#shortest-note").inner_text()
    assert "at least" in table.find("#shortest-figure").inner_text()


def test_another_position_takes_the_question_back(table: Table) -> None:
    table.open(HARD)
    table.click("#shortest")
    table.wait(RUNNING)
    assert table.searches() > 0
    table.open(EASY["sliding"])
    table.verdict("won")
    assert table.find("#shortest-box").is_hidden()
    _wait_for_quiet(table)


def test_closing_the_tab_cancels_its_search(tables: OpenTable) -> None:
    table = tables()
    table.open(HARD)
    table.click("#shortest")
    table.wait(RUNNING)
    table.page.close()
    _wait_for_quiet(table)


def _wait_for_quiet(table: Table) -> None:
    """The server stops within two seconds, which its own tests measure; here other things run beside it."""
    ends = time.monotonic() + 10
    while table.searches() > 0:
        assert time.monotonic() < ends, "the search goes on"
        time.sleep(0.1)


def test_reversible_and_dead_cards_are_shown_on_request(table: Table) -> None:
    table.open({"game": "superpuzz", "size": "13", "deal": "12"})
    table.click("#show-reversible")
    table.page.wait_for_selector("#board-area .card.reversible")
    assert table.find("#show-reversible").get_attribute("aria-pressed") == "true"
    assert "can wander" in table.find("#insight").inner_text()
    table.click("#show-dead")
    table.page.wait_for_selector("#insight :text('dead')")
    table.click("#show-reversible")
    table.wait("document.querySelectorAll('#board-area .card.reversible').length === 0")


def test_deadlock_circles_are_drawn_on_request(table: Table) -> None:
    table.open(EASY["freecell"])
    table.click("#show-cycles")
    table.page.wait_for_selector("#board-area .cycle")
    circles = table.find("#board-area .cycle").count()
    assert circles > 1
    assert table.find("#board-area .card.locked").count() >= 2 * circles
    table.find(".cycle-chip").first.click()
    table.wait("document.querySelectorAll('#board-area .cycle').length === 1")
    table.click("#show-cycles")
    table.wait("document.querySelectorAll('#board-area .cycle').length === 0")


def test_a_solution_may_be_a_little_longer_than_the_shortest(table: Table) -> None:
    table.open({"game": "freecell", "deal": "11"})
    table.verdict("won")
    table.find("#within").fill("5%")
    table.click("#shortest")
    table.page.wait_for_selector("#shortest-watch:visible")
    assert "within 5 % of the shortest" in table.find("#shortest-note").inner_text()
    table.find("#within").fill("much")
    table.press("Enter")
    table.wait(
        "/within 'much': expected a percentage/.test(document.querySelector('#shortest-note').innerText)"
    )
