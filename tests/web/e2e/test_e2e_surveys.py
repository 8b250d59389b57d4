"""Surveys in the browser: from the list to a bar, from the bar to its deals, from a deal to the board."""

from e2e_tools import EASY, Table


def open_surveys(table: Table) -> None:
    table.open(EASY["sliding"])
    table.click("#view-surveys")
    table.page.wait_for_selector("[data-survey]")


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
