"""The algorithms there are, by name, for each game.

Every game, also one that a user writes, has the five reference algorithms.  Superpuzz has, besides,
those of its papers, each with a kernel twin; Gaps shares its kernel.  Both have ``decide``, which
answers at full size, and an A* in the kernel that knows more of the game.  Interfaces and tests walk
:func:`algorithms`.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from yomikiri.errors import InputError, shown
from yomikiri.games.gaps import Gaps
from yomikiri.games.protocol import Game
from yomikiri.games.rows import RowGame
from yomikiri.games.superpuzz import Superpuzz
from yomikiri.heuristics import misplaced
from yomikiri.search.anytime import shortest
from yomikiri.search.control import Cancel, Meter, ProgressCallback
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.informed import Heuristic, a_star, ida_star, zero
from yomikiri.search.outcome import Limits, Result
from yomikiri.search.superpuzz_orders import arrange_aces, priority_1, priority_2
from yomikiri.spaces import Space

Reference = Callable[[Space, Any, Meter], list[bytes] | None]
KernelSearch = Callable[[Any, Any, Limits, ProgressCallback | None, Cancel | None], Result]


@dataclass(frozen=True)
class Algorithm:
    """One way to search a game."""

    name: str
    summary: str
    reference: Reference
    shortest: bool = False
    """Whether its first solution is a shortest one."""
    kernel: str | None = None
    """The kernel's name of its order, if it is one of the kernel's exhaustive search."""
    states: str = "exact"
    """How the kernel remembers positions unless it is told: whole (``exact``) or by ``fingerprint``."""
    twin: bool = True
    """Whether the kernel searches as the reference does, step for step; otherwise only verdicts agree."""
    search: KernelSearch | None = None
    """A search of its own that runs in the kernel; its results are certified."""

    @property
    def in_kernel(self) -> bool:
        """Whether the kernel has it."""
        return self.kernel is not None or self.search is not None


def heuristic_of(game: Game[Any, Any]) -> Heuristic:
    """The default admissible heuristic of a game."""
    return misplaced if isinstance(game, RowGame) else zero


def algorithms(game: Game[Any, Any]) -> dict[str, Algorithm]:
    """The algorithms for a game by name, the default for "any solution" first."""
    found = _general(game)
    if isinstance(game, Superpuzz):
        found = _superpuzz() + [entry for entry in found if entry.name in ("a-star", "ida-star")]
    elif isinstance(game, Gaps):
        found = [_with_kernel(entry) for entry in found]
        # Without ace moves no order of them, and without holes in column 1 no class, tells positions apart.
        found.sort(key=lambda entry: entry.name != "depth-first")
    if isinstance(game, RowGame):
        found = [_decide(), *_with_kernel_a_star(found)]
    return {entry.name: entry for entry in found}


def choose(game: Game[Any, Any], name: str | None, *, shortest: bool, explores: bool = False) -> Algorithm:
    """The algorithm of that name, or the game's default for what is asked.

    With ``explores`` the default is one whose way to remember positions can be chosen, if there is one.
    """
    known = algorithms(game)
    if name is None:
        able = [entry for entry in known.values() if entry.shortest or not shortest]
        return next((entry for entry in able if entry.kernel is not None or not explores), able[0])
    if name not in known:
        raise InputError(
            f"unknown algorithm '{shown(name)}' for {game.name}: expected one of {', '.join(known)}"
        )
    if shortest and not known[name].shortest:
        names = ", ".join(entry.name for entry in known.values() if entry.shortest)
        raise InputError(f"algorithm '{name}' does not find shortest solutions: expected one of {names}")
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


def _with_kernel(entry: Algorithm) -> Algorithm:
    """The algorithm of Gaps with its kernel: aces do not move, so either order of ace moves is plain."""
    kernels = {"breadth-first": "breadth-first", "depth-first": "depth-first-aces-last"}
    return replace(entry, kernel=kernels.get(entry.name))


def _with_kernel_a_star(entries: list[Algorithm]) -> list[Algorithm]:
    """The entries with A* in the kernel, before all others whose solutions are shortest."""
    [plain] = [entry for entry in entries if entry.name == "a-star"]
    others = [entry for entry in entries if entry is not plain]
    place = next(index for index, entry in enumerate(others) if entry.shortest)
    informed = replace(plain, summary="best f first, by waiting cycles; shortest", search=shortest)
    return [*others[:place], informed, *others[place:]]


def _decide() -> Algorithm:
    """Pooled depth-first search over contracted positions; see the docs page "The full game".

    Its reference is plain depth-first search: the same verdict, found in another order and without pruning,
    so its counts and its solution are its own.
    """
    return Algorithm(
        "decide",
        "any solution or none, at full size: pruned depth-first search from many points",
        depth_first,
        kernel="decide",
        # Whole positions cost 2.4 times the memory and 1.7 times the time at 13 columns.
        states="fingerprint",
        twin=False,
    )


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
