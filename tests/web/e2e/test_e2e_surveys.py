"""Surveys in the browser: from the list to a bar, from the bar to its deals, from a deal to the board."""

import json
import re

import pytest
from e2e_tools import EASY, OpenTable, Table


def open_surveys(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#view-surveys")
    table.page.wait_for_selector("[data-survey]")


def open_survey(table: Table, words: str = "4 columns") -> str:
    """Choose a survey of the list; its id."""
    row = table.find("[data-survey]").filter(has_text=words)
    row.locator("button").click()
    table.page.wait_for_selector("#survey:visible [data-outcome]")
    return str(row.get_attribute("data-survey"))


def test_surveys_are_listed_with_intervals(table: Table) -> None:
    open_surveys(table)
    rows = table.find("[data-survey]")
    assert rows.count() == 2
    first = rows.filter(has_text="4 columns")
    cells = first.locator("td").all_inner_texts()
    assert int(cells[1]) + int(cells[2]) + int(cells[3]) == int(cells[0]) == 40
    label = first.locator("svg.interval").get_attribute("aria-label")
    assert "95 % interval" in label
    assert first.locator(".whisker").count() == 3
    assert rows.filter(has_text="6 columns").locator(".interval-maybe").count() == 1


def test_a_bar_leads_to_its_deals_and_a_deal_to_the_board(table: Table) -> None:
    open_surveys(table)
    table.find("[data-survey] button").filter(has_text="4 columns").click()
    bar = table.find("[data-measure=length] [data-bin]").first
    label = str(bar.get_attribute("aria-label"))
    bar.click()
    table.page.wait_for_selector("[data-deal]")
    length, count = label.split(":")
    assert table.find("[data-deal]").count() == int(count.split()[0])
    deal = table.find("[data-deal]").first
    number = str(deal.get_attribute("data-deal"))
    assert length in deal.inner_text()
    deal.locator("button").click()
    table.wait(f"/deal={number}(&|$)/.test(location.hash)")
    assert "size=4" in table.hash
    table.verdict("won")
    table.page.go_back()
    table.page.wait_for_selector("#surveys-view:visible")


def test_reports_show_their_tables_and_figures(table: Table) -> None:
    report = {
        "name": "shares",
        "title": "Shares that can be won",
        "text": "What the store knows.",
        "tables": [
            {"title": "By size", "columns": ["size", "won"], "rows": [["4", "38"]], "note": "All decided."}
        ],
        "figures": [{"name": "curve", "title": "The curve", "caption": "It falls."}],
    }
    figure = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
    )
    page = table.page
    page.route("**/api/reports", lambda route: route.fulfill(json={"store": True, "reports": ["shares"]}))
    page.route("**/api/reports/shares", lambda route: route.fulfill(json=report))
    page.route(
        "**/api/reports/shares/curve.svg",
        lambda route: route.fulfill(body=figure, content_type="image/svg+xml"),
    )
    open_surveys(table)
    table.click("[data-report=shares] summary")
    page.wait_for_selector(".report-table")
    assert table.find(".report-table td").inner_text() == "38"
    assert table.hash == "#view=surveys&report=shares"
    page.reload()
    page.wait_for_selector(".report-table")
    table.wait("document.querySelector('.report img').naturalWidth === 40")
    page.unroute_all()


def test_bars_and_outcomes_work_by_keyboard(table: Table) -> None:
    open_surveys(table)
    table.find("[data-survey] button").filter(has_text="6 columns").focus()
    table.press("Enter")
    table.page.wait_for_selector("[data-outcome]")
    table.tab_to("it.dataset.outcome === 'node_limit'")
    table.press("Enter")
    table.page.wait_for_selector("[data-deal]")
    assert table.find("[data-deal]").count() == int(table.find("[data-outcome=node_limit] .num").inner_text())
    table.tab_to("it.dataset.bin !== undefined")
    here = table.focused()["bin"]
    table.press("ArrowRight")
    assert table.focused()["bin"] != here
    table.press("Enter")
    table.page.wait_for_selector(".bar.chosen")


def test_a_survey_is_in_the_address_and_back_returns_to_the_list(table: Table) -> None:
    open_surveys(table)
    assert table.hash == "#view=surveys"
    name = open_survey(table)
    assert table.hash == f"#view=surveys&survey={name}"
    assert "4 columns" in table.page.title()
    table.find("[data-outcome=solved]").click()
    table.page.wait_for_selector("[data-deal]")
    assert table.hash == f"#view=surveys&survey={name}&outcome=solved"
    table.click("#deals-next")
    table.wait("location.hash.endsWith('&from=25')")
    table.page.wait_for_selector('[data-deal="26"], [data-deal="27"]')
    table.page.go_back()
    table.wait("document.querySelector('#survey-deals').hidden")
    assert table.hash == f"#view=surveys&survey={name}"
    table.page.go_back()
    table.wait("document.querySelector('#survey').hidden")
    assert table.hash == "#view=surveys"
    assert table.find("[data-survey]").count() == 2
    table.wait(f"document.activeElement.closest('[data-survey={json.dumps(name)}]')")
    table.page.go_forward()
    table.page.wait_for_selector("#survey:visible")
    table.page.go_back()
    table.page.go_back()
    table.page.wait_for_selector("#play-view:visible")
    assert "Sliding" in table.page.title()


def test_a_link_leads_to_a_survey_and_to_the_deals_behind_a_bar(tables: OpenTable) -> None:
    table = tables()
    open_surveys(table)
    open_survey(table)
    bar = table.find("[data-measure=length] [data-bin]").nth(1)
    count = int(re.findall(r"\d+", str(bar.get_attribute("aria-label")))[-1])
    bar.click()
    table.page.wait_for_selector("[data-deal]")
    title = table.find(".deals-title").inner_text()
    other = tables()
    other.page.goto(table.page.url)
    other.page.wait_for_selector("[data-deal]")
    assert other.find("[data-deal]").count() == count
    assert other.find(".deals-title").inner_text() == title
    assert other.find("[data-measure=length] .bar.chosen").count() == 1
    assert other.hash == table.hash
    other.page.reload()
    other.page.wait_for_selector("[data-deal]")
    assert other.hash == table.hash
    other.find("[data-deal] button").first.click()
    other.page.wait_for_selector("#play-view:visible")
    other.page.go_back()
    other.page.wait_for_selector("[data-deal]:visible")
    assert other.hash == table.hash
    other.click("#survey-close")
    other.wait("location.hash === '#view=surveys'")
    assert other.find("#survey").is_hidden()


@pytest.mark.parametrize(
    "words", ["survey=none", "survey=none&outcome=solved", "report=none", "outcome=solved"]
)
def test_a_link_to_what_the_store_does_not_have_leaves_the_address(table: Table, words: str) -> None:
    table.may_complain = ["404"]
    table.page.goto(f"{table.address}/#view=surveys&{words}")
    table.page.wait_for_selector("[data-survey]")
    table.wait("location.hash === '#view=surveys'")
    if words.startswith("survey"):
        assert "could not be opened" in table.find("#surveys-message").inner_text()
        table.find("[data-survey] button").first.click()
        table.page.wait_for_selector("#survey:visible")
    assert table.find("#surveys-message").is_hidden()


def test_a_phone_shows_surveys_without_scrolling_sideways(tables: OpenTable) -> None:
    table = tables(width=390, height=844, touch=True)
    open_surveys(table)
    open_survey(table)
    table.find("[data-outcome=solved]").click()
    table.page.wait_for_selector("[data-deal]")
    # A phone makes its window wider than its screen if the page is; so the screen is asked.
    assert table.page.evaluate("document.documentElement.scrollWidth <= screen.width")
