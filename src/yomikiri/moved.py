"""Names that have moved: those of version 0.1 work for one more version, with a warning.

``import yomikiri.errors`` gives a module that passes everything on to ``yomikiri.core.errors``.  Names that
are gone, and what replaces them, are in the changelog.
"""

import warnings
from importlib import import_module
from importlib.abc import Loader
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import Any

MODULES = {
    "errors": "core.errors",
    "games.board_text": "core.board_text",
    "games.cards": "core.cards",
    "games.catalog": "core.catalog",
    "games.dealing": "core.dealing",
    "games.freecell_deals": "games.freecell.deals",
    "games.freecell_notation": "games.freecell.notation",
    "games.freecell_options": "games.freecell.asking",
    "games.freecell_position": "games.freecell.position",
    "games.freecell_text": "games.freecell.text",
    "games.korf": "games.sliding.korf",
    "games.protocol": "core.protocol",
    "heuristics.diagram_orders": "bounds.diagram_orders",
    "heuristics.diagrams": "bounds.diagrams",
    "heuristics.diagrams_dd": "bounds.diagrams_dd",
    "heuristics.freecell": "games.freecell.bounds",
    "heuristics.freecell_cycles": "games.freecell.cycles",
    "heuristics.freecell_deadlock": "games.freecell.deadlock",
    "heuristics.freecell_relaxed": "games.freecell.relaxed",
    "heuristics.freecell_safe": "games.freecell.safe",
    "heuristics.gap_sets": "games.sliding.gap_sets",
    "heuristics.gap_tables": "games.sliding.gap_tables",
    "heuristics.linear_conflict": "games.sliding.linear_conflict",
    "heuristics.manhattan": "games.sliding.manhattan",
    "heuristics.pattern_database": "games.sliding.pattern_database",
    "heuristics.pattern_tables": "games.sliding.pattern_tables",
    "heuristics.plain_diagrams": "bounds.plain_diagrams",
    "heuristics.relaxation": "games.rows.relaxation",
    "heuristics.superpuzz": "games.rows.bounds",
    "heuristics.tables": "bounds.tables",
    "heuristics.waiting": "games.rows.waiting",
    "heuristics.walking_distance": "games.sliding.walking_distance",
    "sealed_file": "core.sealed_file",
    "search.anytime": "games.rows.shortest",
    "search.arrangements": "search.deals",
    "search.bracket": "search.bounded",
    "search.division": "search.partitioning",
    "search.freecell_algorithms": "games.freecell.algorithms",
    "search.freecell_quick": "games.freecell.quick",
    "search.freecell_shortest": "games.freecell.shortest",
    "search.kernel": "search.driver",
    "search.repair": "games.freecell.repair",
    "search.row_algorithms": "games.rows.algorithms",
    "search.sliding_algorithms": "games.sliding.algorithms",
    "search.sliding_ida": "games.sliding.ida_star",
    "search.sliding_kernel": "games.sliding.shortest",
    "search.sliding_resume": "games.sliding.resume",
    "search.superpuzz_orders": "games.superpuzz.orders",
    "spaces.components": "games.rows.components",
    "spaces.freecell": "games.freecell.space",
    "spaces.sliding": "games.sliding.symmetry",
    "spaces.space": "core.space",
    "spaces.superpuzz": "games.rows.space",
    "surveys.crew": "surveys.team",
    "surveys.paper_freecell": "papers.published.freecell",
    "surveys.paper_gap_sets": "papers.published.gap_sets",
    "surveys.paper_gaps": "papers.published.gaps",
    "surveys.paper_superpuzz": "papers.published.superpuzz",
    "surveys.ray_crew": "surveys.ray_team",
    "surveys.reproduce": "papers",
    "surveys.reproduce.cells": "papers.cells",
    "surveys.reproduce.drawing": "papers.drawing",
    "surveys.reproduce.facts": "papers.facts",
    "surveys.reproduce.fits": "papers.fits",
    "surveys.reproduce.freecell_heuristics": "papers.freecell_heuristics",
    "surveys.reproduce.full_game": "papers.full_game",
    "surveys.reproduce.gap_sets": "papers.gap_sets",
    "surveys.reproduce.gaps_nodes": "papers.gaps_nodes",
    "surveys.reproduce.gaps_shares": "papers.gaps_shares",
    "surveys.reproduce.gaps_superpuzz": "papers.gaps_superpuzz",
    "surveys.reproduce.intervals": "papers.intervals",
    "surveys.reproduce.measures": "papers.measures",
    "surveys.reproduce.page": "papers.page",
    "surveys.reproduce.running": "papers.running",
    "surveys.reproduce.shortest_lengths": "papers.shortest_lengths",
    "surveys.reproduce.steps": "papers.steps",
    "surveys.reproduce.superpuzz_priority": "papers.superpuzz_priority",
    "whole_file": "core.whole_file",
}
"""Old and new names of modules, both without the leading ``yomikiri.``."""

PACKAGES = {
    "heuristics": {
        "AdditivePatternDatabases": "games.sliding.pattern_database",
        "GapSets": "games.sliding.gap_sets",
        "LinearConflict": "games.sliding.linear_conflict",
        "Manhattan": "games.sliding.manhattan",
        "PatternDatabase": "games.sliding.pattern_database",
        "WalkingDistance": "games.sliding.walking_distance",
        "is_dead": "games.rows.relaxation",
        "misplaced": "games.rows.bounds",
        "persistent_moves": "games.rows.relaxation",
        "possible_rows": "games.rows.relaxation",
        "relax": "games.rows.relaxation",
        "waiting": "games.rows.waiting",
    },
    "spaces": {
        "Component": "games.rows.components",
        "PlainSpace": "core.space",
        "RowSpace": "games.rows.space",
        "Space": "core.space",
    },
    "surveys.reproduce": {},
}
"""Packages that are gone: the names they had, and where those are now."""

NAMES = {
    ("yomikiri", "ArrangementsResult"): ("search.deals", "DealResult"),
    ("yomikiri.search", "ArrangementsResult"): ("search.deals", "DealResult"),
    ("yomikiri.search", "solve_arrangements"): ("games.gaps.arrangements", "solve_arrangements"),
}
"""Single names: module and name, and their new place."""


def spec_of(name: str) -> ModuleSpec | None:
    """How to load a module under its old name; None if there was no such module."""
    old = name.removeprefix("yomikiri.")
    if old not in MODULES and old not in PACKAGES:
        return None
    return ModuleSpec(name, _Forwarding(), is_package=old in PACKAGES)


class _Forwarding(Loader):
    """Makes modules that forward everything to its new place."""

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        old = module.__name__.removeprefix("yomikiri.")
        names, new = PACKAGES.get(old, {}), MODULES.get(old)
        if new is not None:
            _warn(module.__name__, f"yomikiri.{new}")

        def forward(name: str) -> Any:
            place = names.get(name, new)
            if place is None or name.startswith("__"):
                raise AttributeError(f"module '{module.__name__}' has no attribute '{name}'")
            if new is None:
                _warn(f"{module.__name__}.{name}", f"yomikiri.{place}.{name}")
            return getattr(import_module(f"yomikiri.{place}"), name)

        module.__getattr__ = forward  # type: ignore[method-assign]


def renamed(module: str, name: str) -> Any:
    """The new object for an old name of a module; an AttributeError if there was no such name."""
    if (module, name) not in NAMES:
        raise AttributeError(f"module '{module}' has no attribute '{name}'")
    place, new = NAMES[module, name]
    _warn(f"{module}.{name}", f"yomikiri.{place}.{new}")
    return getattr(import_module(f"yomikiri.{place}"), new)


def of_rules(package: str, name: str) -> Any:
    """A name that a game's module had before it became a folder: most are in its ``rules``."""
    if name.startswith("__") or find_spec(f"{package}.{name}") is not None:
        raise AttributeError(name)  # A module of the folder, about to be imported.
    rules = import_module(f"{package}.rules")
    if not hasattr(rules, name):
        raise AttributeError(f"module '{package}' has no attribute '{name}'")
    _warn(f"{package}.{name}", f"{package}.rules.{name}")
    return getattr(rules, name)


def _warn(old: str, new: str) -> None:
    warnings.warn(f"{old} is now {new}", DeprecationWarning, stacklevel=4)
