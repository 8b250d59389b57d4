"""The algorithms available for each game, by name.

Every game, including one that a user writes, has the five reference algorithms; a game's entry may add more.
Interfaces and tests iterate over :func:`algorithms`.
"""

from collections.abc import Mapping
from dataclasses import is_dataclass
from functools import partial
from typing import Any

from yomikiri.core.entry import GameEntry
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.core.words import expected
from yomikiri.search.algorithm import A_BOUND, EVERY_POSITION, ONE_PATH, Algorithm
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.focal import bounded_algorithm, search_in_kernel
from yomikiri.search.guided import GREEDY, WEIGHTED, kernel_of
from yomikiri.search.hasty import follow, names_of, search_hastily, widest_space
from yomikiri.search.informed import Heuristic, a_star, ida_star, zero
from yomikiri.search.within import Within


def heuristics(game: Game[Any, Any]) -> dict[str, Heuristic]:
    """The admissible heuristics of a game by name, the default first."""
    own = entry_of(game).part("heuristics")
    return {"zero": zero} if own is None else own(game)


def heuristic_of(game: Game[Any, Any]) -> Heuristic:
    """The default admissible heuristic of a game."""
    return next(iter(heuristics(game).values()))


def algorithms(game: Game[Any, Any]) -> dict[str, Algorithm]:
    """The algorithms for a game by name, the default for "any solution" first."""
    global _last
    entry, (last_game, last_entry, last_found) = entry_of(game), _last
    if game is last_game and entry is last_entry:
        return dict(last_found)
    found = _listed(game, entry)
    if is_dataclass(game) and type(game).__dataclass_params__.frozen:
        _last = game, entry, found
    return dict(found)


_last: tuple[Any, Any, dict[str, Algorithm]] = (None, None, {})
"""A frozen game, its entry and its algorithms: programs ask about one game again and again, and to list them
takes as long as a tenth of a quick search."""


def _listed(game: Game[Any, Any], entry: GameEntry) -> dict[str, Algorithm]:
    found = _general(game)
    own = entry.part("algorithms")
    if own is not None:
        found = own(game, found)
    aliases = next((each.aliases for each in found if each.aliases), {})
    # A game's own bounded search comes later and takes the place of the general one.
    every = [*_bounded(game, aliases), *found, *_hasty(game, aliases)]
    named = {each.name: each for each in every}
    return {name: named[name] for name in [*(each.name for each in found), *named]}


def choose(
    game: Game[Any, Any],
    name: str | Algorithm | None,
    *,
    shortest: bool,
    explores: bool = False,
    within: Within | None = None,
) -> Algorithm:
    """The algorithm of that name, or the game's default for the request.

    With ``explores``, prefer a default that lets the caller choose how it remembers positions; with
    ``within``, take one that can be told how good a solution must be.
    """
    known = algorithms(game)
    if within is not None:
        return _able_to_bound(game, name.name if isinstance(name, Algorithm) else name, within, shortest)
    if isinstance(name, Algorithm):
        name = name.name
    if name is None:
        able = [entry for entry in known.values() if entry.shortest or not shortest]
        return next((entry for entry in able if entry.kernel is not None or not explores), able[0])
    if name not in known:
        raise InputError(f"unknown algorithm '{shown(name)}' for {game.name}: {expected(name, known)}")
    if shortest and not known[name].shortest:
        names = ", ".join(entry.name for entry in known.values() if entry.shortest)
        raise InputError(f"algorithm '{name}' does not find shortest solutions: expected one of {names}")
    return known[name]


def modelled(game: Game[Any, Any], name: str | Algorithm | None, *, shortest: bool, engine: str) -> Algorithm:
    """The algorithm that a learned model guides; an InputError if another one was asked for."""
    known = algorithms(game)
    able = [entry.name for entry in known.values() if entry.modelled]
    wanted = name.name if isinstance(name, Algorithm) else name
    if not able:
        raise InputError(f"{game.name} has no search that a model can guide: leave the model out")
    if wanted is not None and wanted not in able:
        raise InputError(
            f"a model is for {' or '.join(able)}, not for {shown(wanted)}: leave one of them out"
        )
    if shortest or engine == "python":
        what = "shortest solutions" if shortest else "engine python"
        raise InputError(f"a model guides {' and '.join(able)} in the kernel, not {what}: leave it out")
    return known[wanted or able[0]]


def _able_to_bound(game: Game[Any, Any], name: str | None, within: Within, shortest: bool) -> Algorithm:
    """The algorithm that keeps a solution within what is asked; an InputError if it is another."""
    if shortest:
        raise InputError(f"within {within} does not go with a shortest solution: expected one of the two")
    known = algorithms(game)
    able = [entry for entry in known.values() if entry.bounded]
    if not able:
        raise InputError(f"{game.name} has no lower bound to measure 'within {within}' from: leave it out")
    if name is None:
        return able[0]
    if name not in known:
        raise InputError(f"unknown algorithm '{shown(name)}' for {game.name}: {expected(name, known)}")
    if not known[name].bounded:
        names = " or ".join(entry.name for entry in able)
        raise InputError(f"within {within} is for {names}, not for {name}: leave one of them out")
    return known[name]


def _bounded(game: Game[Any, Any], aliases: Mapping[str, str]) -> list[Algorithm]:
    """Bounded search, if the game has an estimate."""
    if entry_of(game).part("heuristics") is None:
        return []
    kernel = kernel_of(widest_space(game))
    if kernel is not None and "bounded" not in kernel.searches:
        kernel = None
    known = heuristics(game)
    choice = tuple(known) if kernel is None else tuple(name for name in names_of(kernel) if name in known)
    search = None if kernel is None else partial(search_in_kernel, named=bool(choice))
    return [bounded_algorithm(heuristic_of(game), search, choice, aliases)]


def _hasty(game: Game[Any, Any], aliases: Mapping[str, str]) -> list[Algorithm]:
    """Weighted A* and greedy search, if the game has an estimate."""
    if entry_of(game).part("heuristics") is None:
        return []
    known = heuristics(game)
    kernel = kernel_of(widest_space(game))
    if kernel is not None and "a_star" not in kernel.searches:
        kernel = None
    # Where the kernel's best heuristic differs from Python's, a choice would work with one engine only.
    choice = tuple(known) if kernel is None or set(names_of(kernel)[:1]) & set(known) else ()
    in_kernel = partial(search_hastily, known=known, aliases=aliases, named=bool(choice))
    return [
        Algorithm(
            name,
            summary,
            partial(follow, algorithm=name, heuristic=heuristic_of(game)),
            search=None if kernel is None else partial(in_kernel, algorithm=name),
            twin=False,
            needs=f"{A_BOUND}, {EVERY_POSITION}",
            heuristics=choice,
            aliases=aliases,
        )
        for name, summary in (
            (WEIGHTED, "best g + weight x h first; at most so many times as long as shortest"),
            (GREEDY, "best h first, however long the way"),
        )
    ]


def _general(game: Game[Any, Any]) -> list[Algorithm]:
    estimate, names = heuristic_of(game), tuple(heuristics(game))
    return [
        Algorithm("breadth-first", "layer by layer; shortest", breadth_first, shortest=True),
        Algorithm("depth-first", "the last listed move first", depth_first),
        Algorithm(
            "priority-first",
            "nearest to the goal by the heuristic first",
            lambda space, start, meter: priority_first(space, start, meter, lambda p: -estimate(p)),
            needs=f"{A_BOUND}, {EVERY_POSITION}",
        ),
        Algorithm(
            "a-star",
            "best f first, in Python; shortest",
            partial(a_star, heuristic=estimate),
            shortest=True,
            needs=f"{A_BOUND}, {EVERY_POSITION}",
            heuristics=names,
        ),
        Algorithm(
            "ida-star",
            "deepening by f, in Python; shortest",
            partial(ida_star, heuristic=estimate),
            shortest=True,
            needs=f"{A_BOUND}, {ONE_PATH}",
            heuristics=names,
        ),
    ]
