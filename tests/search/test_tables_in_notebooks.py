"""Results, deals and reports as tables for notebooks."""

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

from yomikiri import Limits, Sliding, Superpuzz, open_deal, solve, solve_deal
from yomikiri.core.html_table import html_table
from yomikiri.store import Store
from yomikiri.surveys import plan, run
from yomikiri.surveys.executor import InProcess
from yomikiri.surveys.report import Report


def cells(html: str) -> dict[str, list[str]]:
    """The rows of a table by their first words."""
    rows = [["".join(cell.itertext()) for cell in row] for row in ET.fromstring(html).iter("tr")]
    return {row[0]: row[1:] for row in rows}


def test_a_result_is_a_table() -> None:
    game = Sliding(3, 3)
    found = solve(game, game.deal(1), shortest=True)
    table = cells(found._repr_html_())
    assert table["solution"] == [f"{found.length} moves, proved shortest"]
    assert table["expanded"] == [f"{found.expanded:,}"]
    assert "shortest solution" not in table
    assert table["algorithm"] == [f"{found.algorithm} with {found.heuristic}"]


def test_a_result_that_is_open_or_lost_says_so() -> None:
    game = Superpuzz(6)
    stopped = solve(game, game.deal(8), limits=Limits(nodes=1))
    assert "<caption" in stopped._repr_html_()
    assert "node limit" in stopped._repr_html_()
    assert cells(stopped._repr_html_())["solution"] == ["none is known"]
    assert cells(stopped._repr_html_())["shortest solution"] == [f"at least {stopped.lower_bound}"]
    lost = solve(game, game.deal(8))
    assert cells(lost._repr_html_())["solution"] == ["none"]
    assert "wrong with a probability of at most" in cells(lost._repr_html_())["proof"][0]


def test_a_deal_is_a_table_of_its_arrangements() -> None:
    found = solve_deal(open_deal("gaps", "3", 4), arrangements=["HDSC", "DHSC"])
    table = cells(found._repr_html_())
    assert list(table) == ["arrangement", "HDSC", "DHSC"]


def test_a_report_is_a_table(tmp_path: Path) -> None:
    with Store(str(tmp_path / "s.db"), create=True) as store:
        survey = plan("superpuzz", "1-3", size=4)
        run(survey, store, InProcess())
        report = Report.of(survey, store)
    table = cells(report._repr_html_())
    assert table["deals"][0].startswith("3 of 3 tried")
    assert len(table) == len(report.lines()) - 1
    assert report.lines()[1] == f"  deals: {table['deals'][0]}"


def test_what_stands_in_a_table_is_escaped() -> None:
    assert "<b>" not in html_table("<b>", [("<b>", "<b>")], ("<b>",))
    game = Superpuzz(4)
    odd = replace(solve(game, game.deal(3)), algorithm="<script>")
    assert "<script>" not in odd._repr_html_()
