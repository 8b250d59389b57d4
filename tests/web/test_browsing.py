"""Browsing a results store: surveys, histograms, deals, reports."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from starlette.testclient import TestClient
from web_tools import client

from yomikiri.search import Limits
from yomikiri.store import Store
from yomikiri.surveys import InProcess, plan, run, wilson
from yomikiri.web.library import Deals, ReportOut, SurveyOut, Surveys
from yomikiri.web.survey_browser import BINS, MEASURES, SurveyBrowser, histogram


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(str(tmp_path_factory.mktemp("store") / "results.db")) as found:
        run(plan("superpuzz", "1-30", size=4, limits=Limits(nodes=60)), found, InProcess())
        run(plan("sliding", "korf:1-2", algorithm="ida-star", limits=Limits(nodes=10)), found, InProcess())
        yield found


@pytest.fixture(scope="module")
def web(store: Store) -> TestClient:
    return client(store)


def first(web: TestClient) -> dict[str, Any]:
    surveys = Surveys.model_validate(web.get("/api/surveys").json())
    return web.get(f"/api/surveys/{surveys.surveys[0].id}").json()


def test_surveys_are_listed_with_their_intervals(web: TestClient) -> None:
    found = web.get("/api/surveys").json()
    assert found["store"]
    superpuzz, sliding = found["surveys"]
    assert (superpuzz["game"], superpuzz["size"], superpuzz["total"]) == ("superpuzz", "4", 30)
    assert superpuzz["solved"] + superpuzz["unsolvable"] + superpuzz["undecided"] == 30
    assert superpuzz["estimate"]["low"] == wilson(superpuzz["solved"], 30)[0]
    assert superpuzz["estimate"]["high"] == wilson(superpuzz["solved"] + superpuzz["undecided"], 30)[1]
    assert sliding["options"] == {"goal": "blank-first"}
    assert sliding["undecided"] == 2


def test_a_survey_has_its_figures_and_its_histograms(web: TestClient) -> None:
    found = first(web)
    SurveyOut.model_validate(found)
    assert set(found["histograms"]) == set(MEASURES)
    for measure, bins in found["histograms"].items():
        expected = found["solved"] if measure == "length" else found["done"]
        assert sum(one["count"] for one in bins) == expected
        assert all(sum(one["outcomes"].values()) == one["count"] for one in bins)


def test_a_bar_leads_to_its_deals_and_a_deal_to_the_board(web: TestClient) -> None:
    found = first(web)
    for measure in MEASURES:
        for one in found["histograms"][measure]:
            asked = {"measure": measure, "least": one["least"], "most": one["most"], "limit": 100}
            deals = web.get(f"/api/surveys/{found['id']}/deals", params=asked).json()
            Deals.model_validate(deals)
            assert deals["total"] == one["count"]
    solved = web.get(f"/api/surveys/{found['id']}/deals", params={"outcome": "solved"}).json()["deals"]
    assert len(solved) == found["solved"] > 0
    state = web.post("/api/state", json={"setup": solved[0]["setup"], "moves": []}).json()
    assert state["setup"]["deal"] == solved[0]["deal"]


def test_deals_come_page_by_page_in_order(web: TestClient) -> None:
    name = first(web)["id"]
    pages = [
        web.get(f"/api/surveys/{name}/deals", params={"offset": offset, "limit": 12}).json()["deals"]
        for offset in (0, 12, 24, 36)
    ]
    assert [deal["deal"] for page in pages for deal in page] == [str(number) for number in range(1, 31)]
    assert pages[3] == []


def test_what_is_not_there_is_told_so(web: TestClient) -> None:
    for path in ("/api/surveys/none", "/api/surveys/none/deals", "/api/reports/none", "/api/reports/a/b.svg"):
        answer = web.get(path)
        assert answer.status_code == 404
        assert "there is no such" in answer.json()["error"]


@pytest.mark.parametrize("query", ["least=x", "limit=0", "limit=501", "offset=-1", "measure=colour"])
def test_a_wrong_question_about_deals_gets_a_sentence(web: TestClient, query: str) -> None:
    answer = web.get(f"/api/surveys/{first(web)['id']}/deals?{query}")
    assert answer.status_code == 422
    assert query.split("=")[0] in answer.json()["error"]


def test_without_a_store_everything_is_empty() -> None:
    web = client()
    assert web.get("/api/surveys").json() == {"store": False, "surveys": []}
    assert web.get("/api/reports").json() == {"store": False, "reports": []}
    assert web.get("/api/surveys/none").status_code == web.get("/api/reports/none").status_code == 404


def test_a_store_that_breaks_is_told_without_its_address(tmp_path: Path) -> None:
    place = tmp_path / "secret.db"
    with Store(str(place)) as store:
        web = client(store)
        store.close()
        place.write_bytes(b"no database any more" * 100)
        answer = web.get("/api/surveys")
    assert answer.status_code == 503
    assert answer.json() == {"error": "the results store could not be read"}


@dataclass
class Fake:
    """An attempt, as far as a histogram looks."""

    expanded: int
    length: int | None = None
    outcome: str = "solved"


@pytest.mark.parametrize(
    "values",
    [[5], [1, 2, 3], list(range(0, 1000, 7)), [1, 10, 100, 10**6, 10**9], [0, 0, 0, 50_000], [7] * 9],
)
def test_a_histogram_counts_every_value_once_in_few_bars(values: list[int]) -> None:
    bins = histogram([Fake(value) for value in values], "expanded")  # type: ignore[misc]
    assert len(bins) <= max(BINS, 40)
    for value in values:
        assert sum(one["least"] <= value <= one["most"] for one in bins) == 1
    assert sum(one["count"] for one in bins) == len(values)
    assert all(a["most"] + 1 == b["least"] for a, b in pairwise(bins))
    assert histogram([Fake(1)], "length") == []  # type: ignore[list-item]


# -- reports ---------------------------------------------------------------------------------------


@dataclass
class Table:
    title: str = "Table 1"
    columns: tuple[str, ...] = ("n", "share")
    rows: tuple[tuple[object, ...], ...] = ((4, "51 %"), (5, None))
    note: str | None = None


@dataclass
class Figure:
    name: str = "lengths"
    title: str = "Lengths"
    caption: str = "How long"

    def svg(self) -> bytes:
        return b"<svg xmlns='http://www.w3.org/2000/svg'/>"


@dataclass
class Report:
    name: str = "superpuzz"
    title: str = "Superpuzz"
    text: str = "All of it."
    tables: tuple[Table, ...] = field(default_factory=lambda: (Table(),))
    figures: tuple[Figure, ...] = field(default_factory=lambda: (Figure(),))


@pytest.fixture
def reproduce(monkeypatch: pytest.MonkeyPatch, store: Store) -> None:
    """A stand-in for the room that makes reports."""
    module = ModuleType("yomikiri.papers")
    module.NAMES = ("superpuzz", "gaps")  # type: ignore[attr-defined]

    def report(name: str, given: Store, quick: bool = False) -> Report:
        assert given is store
        return Report(name)

    module.report = report  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.mark.usefixtures("reproduce")
def test_reports_have_text_tables_and_figures(web: TestClient) -> None:
    assert web.get("/api/reports").json() == {"store": True, "reports": ["superpuzz", "gaps"]}
    found = web.get("/api/reports/gaps").json()
    ReportOut.model_validate(found)
    assert found["tables"][0]["rows"] == [["4", "51 %"], ["5", ""]]
    assert found["figures"] == [{"name": "lengths", "title": "Lengths", "caption": "How long"}]
    figure = web.get("/api/reports/gaps/lengths.svg")
    assert figure.headers["content-type"] == "image/svg+xml"
    assert figure.content == Figure().svg()
    assert web.get("/api/reports/gaps/widths.svg").status_code == 404
    assert web.get("/api/reports/chess").status_code == 404


def test_only_surveys_that_can_grow_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yomikiri.web.survey_browser.KEPT_SECONDS", 0.0)
    with Store(str(tmp_path / "results.db")) as found:
        run(plan("superpuzz", "1-5", size=4), found, InProcess())
        run(plan("superpuzz", "1-5", size=5, limits=Limits(nodes=3)), found, InProcess())
        browser = SurveyBrowser(found)
        done, open_ = [entry["id"] for entry in browser.surveys()["surveys"]]
        assert browser._named(done) is browser._named(done)
        assert browser._named(open_) is not browser._named(open_)
        assert browser.survey("nothing") is None
