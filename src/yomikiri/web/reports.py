"""Reports: the papers' tables and figures, made from what a store has; nothing is run for them."""

from typing import Any

from yomikiri.store import Store

Json = dict[str, Any]


def _maker() -> Any:
    """The room that makes reports; None where this version has none."""
    try:
        from yomikiri.surveys import reproduce  # type: ignore[attr-defined]
    except ImportError:
        return None
    return reproduce


def names(store: Store | None) -> list[str]:
    """The reports there are; without a store none."""
    maker = _maker()
    return [] if store is None or maker is None else [str(name) for name in maker.NAMES]


def report(name: str, store: Store | None) -> Json | None:
    """A report in words, tables and the names of its figures; None if there is none of that name."""
    found = _made(name, store)
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
                "rows": [[str(value) for value in row] for row in table.rows],
                "note": None if table.note is None else str(table.note),
            }
            for table in found.tables
        ],
        "figures": [
            {"name": str(figure.name), "title": str(figure.title), "caption": str(figure.caption)}
            for figure in found.figures
        ],
    }


def figure(name: str, figure_name: str, store: Store | None) -> bytes | None:
    """A figure of a report as SVG; None if there is none of that name."""
    found = _made(name, store)
    figures = [] if found is None else [one for one in found.figures if str(one.name) == figure_name]
    if not figures:
        return None
    drawn = figures[0].svg()
    return drawn.encode() if isinstance(drawn, str) else bytes(drawn)


def _made(name: str, store: Store | None) -> Any:
    return _maker().report(name, store) if name in names(store) else None
