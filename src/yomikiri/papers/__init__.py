"""The papers, reproduced: what their tables and figures say beside what our surveys find.

``report(name, store)`` reads what a store has and runs nothing; what is missing says "not run".  What has
to be run for it is in :mod:`yomikiri.papers.steps` and ``measures``, and ``running`` runs it.
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
    """The report of that name from what the store has; with ``quick`` of the quick size only."""
    if name not in _REPORTS:
        raise InputError(f"unknown reproduction '{shown(name)}': expected one of {', '.join(NAMES)}")
    reading = Reading(store, quick=quick)
    found = _REPORTS[name](reading)
    return replace(found, tables=(*found.tables, reading.table()))
