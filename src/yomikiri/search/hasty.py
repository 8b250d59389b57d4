"""Weighted A* and greedy best-first search with a game's own heuristics: quick solutions, shortest or not.

Weighted A* expands by g + w h.  Its solution is proved to be at most w times as long as a shortest one, as
the lower bound of the result shows; greedy search looks at h alone and proves nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.core.space import PlainSpace, Space, moves_along
from yomikiri.search.best_first import BestFirst, Order
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.control import Meter
from yomikiri.search.driver import kernel_limits
from yomikiri.search.guided import GREEDY, Guide, kernel_of, solve_guided, weight_of
from yomikiri.search.heuristic import Heuristic, OneByOne
from yomikiri.search.informed import zero
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request

Function = Callable[[Any], int]


def follow(
    space: Space,
    start: Any,
    meter: Meter,
    *,
    algorithm: str,
    weight: float | None = None,
    heuristic: Function = zero,
) -> list[bytes] | None:
    """Weighted A* or greedy search in Python."""
    scale = weight_of(algorithm, weight)
    estimates = OneByOne(Heuristic(heuristic, "of the game", admissible=True), space.game)
    return BestFirst(space, meter, estimates.of, Order(scale, scale)).run(start)


def widest_space(game: Game[Any, Any]) -> Space:
    """The space that merges the most positions, as in other searches that are not plain."""
    entry = entry_of(game)
    make = entry.part("space")
    found: Space = PlainSpace(game) if make is None else make(game, entry.symmetries[-1])
    return found


def names_of(kernel: Any) -> list[str]:
    """The names of a kernel game's estimates; empty if it has a single unnamed one."""
    return list(getattr(kernel, "heuristics", ()))


def search_hastily(
    game: Game[Any, Any],
    position: Any,
    request: Request,
    *,
    algorithm: str,
    known: Mapping[str, Function],
    aliases: Mapping[str, str],
    named: bool,
) -> Result:
    """Weighted A* or greedy search in the kernel, with its own estimate or one that only Python has.

    ``known`` are Python's heuristics, ``aliases`` other names for them; ``named`` says if there is a choice.
    """
    space = widest_space(game)
    kernel = kernel_of(space)
    names = names_of(kernel)
    asked_for = request.heuristic or next(iter(names), None)
    name = None if asked_for is None else aliases.get(asked_for, asked_for)
    if name in names:
        kernel = kernel_of(space, name)
    elif name is not None:
        guide = Guide(Heuristic(known[name], name, admissible=True), algorithm, request.weight)
        return solve_guided(space, position, guide, request, known[name](position))
    scale, code = weight_of(algorithm, request.weight), game.encode(position)
    search = BoundedSearch(game, position, request, algorithm, name if named else None)
    search.lower = kernel.estimate(code) or 0
    asked: Any = {"watch": search.watch(bounds=True), **kernel_limits(search.left())}
    if algorithm == GREEDY:
        answer = kernel.greedy(code, **asked)
    else:
        answer = kernel.a_star(code, weight=scale, **asked)
    search.pay(answer)
    if answer.outcome == Outcome.SOLVED.value:
        search.found(moves_along(space, position, answer.path))
        # When it was found, no rank was below its length, and a rank is at most ``scale`` times the length of
        # a solution.
        search.lower = max(search.lower, Order(scale, scale).bound(len(answer.path)))
    result = search.result(Outcome(answer.outcome))
    return replace(result, lower_bound=None) if result.outcome is Outcome.UNSOLVABLE else result
