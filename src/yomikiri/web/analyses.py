"""Analyses: what can be said of a position without searching, for each kind of game."""

from typing import Any

from yomikiri.games import FreeCell, Sliding
from yomikiri.games.rows import RowGame
from yomikiri.heuristics.freecell import HEURISTICS
from yomikiri.heuristics.freecell_cycles import disjoint_circles
from yomikiri.heuristics.freecell_deadlock import meets_condition_a
from yomikiri.heuristics.relaxation import dead_cards, is_dead
from yomikiri.search.freecell_shortest import kernel_of
from yomikiri.search.sliding_kernel import plain_bounds
from yomikiri.spaces import Component
from yomikiri.web.boards import cell_place
from yomikiri.web.start import Played

Json = dict[str, Any]

DEAD_NOTE = (
    "A dead card can never again stand in its own column (rank k in column k) in a row that its ace can "
    "head, even if every card could be in all the places it ever came to and no hole were ever filled. One "
    "dead card proves that the position is lost; a lost position need not have any."
)


def analysis(line: Played) -> Json:
    """What can be said of where a line has come to."""
    game, position = line.start.game, line.position
    if isinstance(game, RowGame):
        return _rows(game, position)
    if isinstance(game, FreeCell):
        return _freecell(game, position)
    assert isinstance(game, Sliding)  # There is no other kind of board.
    return _sliding(game, position)


def _rows(game: RowGame, position: Any) -> Json:
    component = Component.of(game, position)
    dead = [game.write_card(card) for card in dead_cards(position)]
    lost = is_dead(position)
    aces, holes = game.class_of(position)
    parts = [
        f"class ({aces}, {holes})",
        "no move can be undone"
        if component.is_trivial
        else f"{len(component.cards)} reversible cards, {component.size} positions that lead to one another",
    ]
    if dead:
        parts.append(f"dead: {' '.join(dead)}")
    elif lost:
        parts.append("lost: the suits can not be given different rows any more")
    return {
        "kind": "rows",
        "reversible": [game.write_card(card) for card in component.cards],
        "reversible_holes": [cell_place(cell, game.columns) for cell in component.holes],
        "dead": dead,
        "dead_note": DEAD_NOTE,
        "lost": lost,
        "component": str(component.size),
        "klass": [aces, holes],
        "text": "; ".join(parts),
    }


def _freecell(game: FreeCell, position: Any) -> Json:
    circles = [list(map(str, circle)) for circle in disjoint_circles(game, position)]
    blocked = sorted(map(str, meets_condition_a(position)))
    kernel, code = kernel_of(game), game.encode(position)
    bounds = {name: kernel.estimate(code, name) for name in HEURISTICS}
    bound = max(bounds.values())
    return {
        "kind": "freecell",
        "cycles": [{"cards": circle} for circle in circles],
        "blocked": blocked,
        "bound": bound,
        "bounds": bounds,
        "text": (
            f"at least {bound} moves: {bounds['home']} cards are not home, {len(blocked)} lie on a lower "
            f"card of their own suit, {len(circles)} more circles of cards wait for one another"
        ),
    }


def _sliding(game: Sliding, position: Any) -> Json:
    bounds = plain_bounds(game, position)
    return {
        "kind": "sliding",
        "manhattan": bounds["manhattan"],
        "linear_conflict": bounds["linear-conflict"],
        "walking_distance": bounds.get("walking-distance"),
        "text": f"at least {max(bounds.values())} moves",
    }
