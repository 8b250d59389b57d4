"""The algorithms there are, by name, for each game.

Every game, also one that a user writes, has the five reference algorithms.  Superpuzz has, besides,
those of its papers, each with a kernel twin.  Interfaces and tests walk :func:`algorithms`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.cards import shown
from yomikiri.games.protocol import Game
from yomikiri.games.superpuzz import Move, Position, Superpuzz
from yomikiri.heuristics import misplaced
from yomikiri.search.control import Meter
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.informed import Heuristic, a_star, ida_star, zero
from yomikiri.spaces import Space

Reference = Callable[[Space, Any, Meter], list[bytes] | None]


@dataclass(frozen=True)
class Algorithm:
    """One way to search a game."""

    name: str
    summary: str
    reference: Reference
    shortest: bool = False
    """Whether its first solution is a shortest one."""
    kernel: str | None = None
    """The kernel's name of its order, if the kernel has it for this game."""


def heuristic_of(game: Game[Any, Any]) -> Heuristic:
    """The default admissible heuristic of a game."""
    return misplaced if isinstance(game, Superpuzz) else zero


def algorithms(game: Game[Any, Any]) -> dict[str, Algorithm]:
    """The algorithms for a game by name, the default for "any solution" first."""
    found = _general(game)
    if isinstance(game, Superpuzz):
        found = _superpuzz() + [entry for entry in found if entry.name in ("a-star", "ida-star")]
    return {entry.name: entry for entry in found}


def choose(game: Game[Any, Any], name: str | None, *, shortest: bool) -> Algorithm:
    """The algorithm of that name, or the game's default for what is asked."""
    known = algorithms(game)
    if name is None:
        return next(entry for entry in known.values() if entry.shortest or not shortest)
    if name not in known:
        raise InputError(
            f"unknown algorithm '{shown(name)}' for {game.name}: expected one of {', '.join(known)}"
        )
    if shortest and not known[name].shortest:
        able = ", ".join(entry.name for entry in known.values() if entry.shortest)
        raise InputError(f"algorithm '{name}' does not find shortest solutions: expected one of {able}")
    return known[name]


def _general(game: Game[Any, Any]) -> list[Algorithm]:
    estimate = heuristic_of(game)
    return [
        Algorithm("breadth-first", "layer by layer; shortest", breadth_first, shortest=True),
        Algorithm("depth-first", "the last listed move first", depth_first),
        Algorithm(
            "priority-first",
            "nearest to the goal by the heuristic first",
            lambda space, start, meter: priority_first(space, start, meter, lambda p: -estimate(p)),
        ),
        Algorithm(
            "a-star", "best f first, in Python; shortest", partial(a_star, heuristic=estimate), shortest=True
        ),
        Algorithm(
            "ida-star",
            "deepening by f, in Python; shortest",
            partial(ida_star, heuristic=estimate),
            shortest=True,
        ),
    ]


def _superpuzz() -> list[Algorithm]:
    aces_last = partial(depth_first, push_order=partial(arrange_aces, aces_last=True))
    aces_first = partial(depth_first, push_order=partial(arrange_aces, aces_last=False))
    return [
        Algorithm(
            "priority-1",
            "positions by class (i, j), most aces and holes in column 1 first",
            partial(priority_first, priority=priority_1),
            kernel="priority-1",
        ),
        Algorithm(
            "priority-2",
            "positions by class (i, j), most aces in column 1 first",
            partial(priority_first, priority=priority_2),
            kernel="priority-2",
        ),
        Algorithm(
            "breadth-first", "layer by layer; shortest", breadth_first, shortest=True, kernel="breadth-first"
        ),
        Algorithm(
            "depth-first-aces-last",
            "depth first, ace moves pushed last and so tried first",
            aces_last,
            kernel="depth-first-aces-last",
        ),
        Algorithm(
            "depth-first-aces-first",
            "depth first, ace moves pushed first and so tried last",
            aces_first,
            kernel="depth-first-aces-first",
        ),
    ]


def priority_1(position: Position) -> int:
    """Shintani's first order, by (i + j, i): a card leaving column 1 is preferred to an ace entering."""
    aces, holes = Superpuzz(position.columns).class_of(position)
    return 5 * (aces + holes) + aces


def priority_2(position: Position) -> int:
    """Shintani's second order, by (i, i + j): an ace entering column 1 is preferred."""
    aces, holes = Superpuzz(position.columns).class_of(position)
    return 5 * aces + aces + holes


def arrange_aces(position: Position, moves: Sequence[Move], *, aces_last: bool) -> list[Move]:
    """The moves with those of aces together at the end (or the beginning), otherwise as listed."""
    return sorted(moves, key=lambda move: (move.card.rank == 1) == aces_last)
