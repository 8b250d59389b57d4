"""The shelf: what a browser has to know of the games to play them by itself, with the kernel as WebAssembly.

The modules know the rules; what only Python knows is here: the list of games, how random deals are drawn, and
the deals of short lists, written out as positions.
"""

import re
from collections.abc import Collection
from typing import Any

import yomikiri
from yomikiri.core.catalog import game, listed_deal
from yomikiri.core.entry import GameEntry
from yomikiri.core.registry import entries

Json = dict[str, Any]

MOST_LISTED = 1000
"""Deals of a source that are written out; the kernel knows those of larger ones by itself."""
LARGEST_SAFE = 2**53 - 1
"""The largest whole number that JavaScript can hold exactly."""


def shelf(modules: Collection[str] | None = None) -> Json:
    """The games, from how many deals each draws, the modules that play them, and the version.

    Only games of ``modules`` have one; None: all of them.
    """
    found = entries().values()
    playable = [
        entry
        for entry in found
        if entry.browser_module is not None and (modules is None or entry.browser_module in modules)
    ]
    return {
        "games": [offered(entry) for entry in found],
        "drawn": {entry.name: min(entry.most, entry.drawn) for entry in found},
        "modules": {entry.name: entry.browser_module for entry in playable},
        "version": yomikiri.__version__,
    }


def offered(entry: GameEntry) -> Json:
    """A game and what can be chosen of it."""
    several = entry.several
    return {
        "name": entry.name,
        "title": vars(entry.heading),
        "summary": entry.summary,
        "sizes": list(entry.menu_sizes or (str(entry.default_size),)),
        "size_unit": entry.size_unit,
        "default_size": str(entry.default_size),
        "variants": list(entry.variants),
        "variant_titles": {variant: vars(title) for variant, title in entry.variants.items()},
        "variant_sizes": {variant: str(game(entry.name, None, variant).size) for variant in entry.variants},
        "options": [
            {
                "name": option.name,
                "values": list(option.values),
                "default": option.default,
                "preferred": option.preferred,
            }
            for option in entry.options
            if option.offered
        ],
        "largest_deal": min(entry.most, LARGEST_SAFE),
        "sources": list(entry.sources),
        "arrangements": [] if several is None else list(several.names),
        "short_title": vars(entry.short_title or entry.heading),
        "first_deal": entry.first_deal,
        "first_arrangement": None if several is None else several.shown_first,
        "text_has_size": entry.text_has_size,
        "reversible": entry.reversible,
        "own_analysis": entry.web_analysis is not None,
    }


def listed() -> Json:
    """By game the deals of short lists, by name."""
    return {entry.name: _listed(entry) for entry in entries().values() if entry.browser_module}


def _listed(entry: GameEntry) -> Json:
    """The deals of one game, each as a position with the options that it implies."""
    deals = {}
    for source in entry.sources:
        match = re.fullmatch(r"(\w+):([0-9]+)\.\.([0-9]+)", source)
        if match is None or int(match[3]) - int(match[2]) >= MOST_LISTED:
            continue
        for number in range(int(match[2]), int(match[3]) + 1):
            name = f"{match[1]}:{number}"
            deal = listed_deal(entry.name, name)
            assert deal is not None
            deals[name] = {"position": deal.text, "options": dict(deal.game.options)}
    return deals
