"""Analyses: what can be said about a position without searching."""

from yomikiri.core.board import Json
from yomikiri.core.registry import entry_of
from yomikiri.search import heuristics
from yomikiri.web.start import Played


def analysis(line: Played) -> Json:
    """The analysis of the position at the end of a line; by default the game's lower bounds."""
    game, position = line.start.game, line.position
    own = entry_of(game).part("web_analysis")
    if own is not None:
        found: Json = own(game, position)
        return found
    bounds = {name: bound(position) for name, bound in heuristics(game).items()}
    return {"kind": "text", "bounds": bounds, "text": f"at least {max(bounds.values())} moves"}
