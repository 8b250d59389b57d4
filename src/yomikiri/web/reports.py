"""Reports: the papers' tables and figures, made from the contents of a store, without running anything."""

from functools import partial
from importlib import import_module
from typing import Any

from yomikiri.web.survey_browser import SurveyBrowser

Json = dict[str, Any]


def _maker() -> Any:
    """The package that makes reports; None if this version has none."""
    try:
        return import_module("yomikiri.papers")
    except ModuleNotFoundError:
        return None


def names(browser: SurveyBrowser) -> list[str]:
    """The available reports; none without a store."""
    maker = _maker()
    return [] if browser.store is None or maker is None else [str(name) for name in maker.NAMES]


def report(name: str, browser: SurveyBrowser) -> Json | None:
    """A report in words, tables and the names of its figures; None if there is none of that name."""
    found = _made(name, browser)
    if found is None:
        return None
    return {
        "name": str(found.name),
        "title": str(found.title),
        "text": str(found.text),
        "tables": [
            {
                "title": str(table.title),
                "columns": [str(column) for column in table.columns],
                "rows": [["" if value is None else str(value) for value in row] for row in table.rows],
                "note": None if table.note is None else str(table.note),
            }
            for table in found.tables
        ],
        "figures": [
            {"name": str(figure.name), "title": str(figure.title), "caption": str(figure.caption)}
            for figure in found.figures
        ],
    }


def figure(name: str, figure_name: str, browser: SurveyBrowser) -> bytes | None:
    """A figure of a report as SVG; None if there is none of that name."""
    found = _made(name, browser)
    figures = [] if found is None else [one for one in found.figures if str(one.name) == figure_name]
    if not figures:
        return None
    drawn = figures[0].svg()
    return drawn.encode() if isinstance(drawn, str) else bytes(drawn)


def _made(name: str, browser: SurveyBrowser) -> Any:
    if name not in names(browser):
        return None
    return browser.keep(f"report {name}", partial(_maker().report, name, browser.store))
