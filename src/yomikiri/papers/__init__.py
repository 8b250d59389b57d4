"""The papers, reproduced: what their tables and figures say beside what our surveys find.

``report(name, store)`` reads a store and runs nothing; missing results say "not run".  What must be run for
it is in :mod:`yomikiri.papers.steps` and ``measures``, and ``running`` runs it.
"""

from collections.abc import Callable
from dataclasses import replace

from yomikiri.core.errors import InputError, shown
from yomikiri.papers import (
    freecell_heuristics,
    full_game,
    gap_sets,
    gaps_superpuzz,
    shortest_lengths,
    superpuzz_priority,
)
from yomikiri.papers.facts import Reading
from yomikiri.papers.page import Figure, Report, Table, index
from yomikiri.store import Store

__all__ = ["NAMES", "TITLES", "Figure", "Report", "Table", "index", "report"]

_MODULES = (
    superpuzz_priority,
    gaps_superpuzz,
    gap_sets,
    freecell_heuristics,
    full_game,
    shortest_lengths,
)
_REPORTS: dict[str, Callable[[Reading], Report]] = {module.NAME: module.report for module in _MODULES}

NAMES = tuple(_REPORTS)
TITLES = {module.NAME: module.TITLE for module in _MODULES}


def report(name: str, store: Store, quick: bool = False) -> Report:
    """The report of that name from the contents of the store; with ``quick``, only for the quick size."""
    if name not in _REPORTS:
        raise InputError(f"unknown reproduction '{shown(name)}': expected one of {', '.join(NAMES)}")
    reading = Reading(store, quick=quick)
    found = _REPORTS[name](reading)
    return replace(found, tables=(*found.tables, reading.table()))
