"""The general kernel algorithms, for every game with a class made by ``bind_game``.

A game's folder says how to make that class for a space; exhaustive searches, ``decide`` and A* follow from
that.  Anything that needs more, such as tables or several steps, has its own search in the game's folder.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from yomikiri import _kernel
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.core.space import Space, moves_along
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.driver import KernelCall, kernel_limits
from yomikiri.search.exhaustive import depth_first
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request

ORDERS = ("breadth-first", "depth-first")


@dataclass(frozen=True)
class InKernel:
    """The general algorithms of a game, where the kernel has them."""

    make: Callable[[Space, str | None], Any]
    """``(space, heuristic)`` to the kernel's game, a :class:`yomikiri.core.kernel_game.KernelGame`; None is
    the usual heuristic."""
    space: Callable[[Any], Space]
    """``(game)`` to the space that ``decide`` and A* search."""
    stores: tuple[str, ...] = ("exact",)
    """How exhaustive searches can remember positions."""

    def decide(self, *, shortest: bool) -> Algorithm:
        """``decide``; ``shortest`` says whether all solutions of the game have the same length."""
        return Algorithm(
            "decide",
            "any solution or none: pruned depth-first search from many points",
            depth_first,
            shortest=shortest,
            twin=False,
            search=partial(self._search, name="decide"),
        )

    def exhaustive(self, algorithm: Algorithm) -> Algorithm:
        """Breadth-first or depth-first search in the kernel; anything else unchanged."""
        if algorithm.name not in ORDERS:
            return algorithm
        return replace(algorithm, kernel=partial(self._explore, order=algorithm.name))

    def a_star(self, algorithm: Algorithm, summary: str) -> Algorithm:
        """A* in the kernel; anything else unchanged."""
        if algorithm.name != "a-star":
            return algorithm
        return replace(algorithm, summary=summary, search=partial(self._search, name="a-star"), twin=False)

    def check_store(self, game: Game[Any, Any], store: str) -> None:
        """Refuse a way to remember positions that the game does not have."""
        if store not in self.stores:
            kept = "duplicates" if store == "patricia" else "states"
            raise InputError(
                f"{game.name} does not offer {kept} {store}: "
                f"expected states {' or '.join(self.stores)}, duplicates hash"
            )

    def _explore(self, space: Space, position: Any, call: KernelCall, *, order: str) -> _kernel.Answer:
        self.check_store(space.game, call.store)
        more = {"store": call.store, "hash_seed": call.hash_seed} if len(self.stores) > 1 else {}
        kernel = self.make(space, None)
        answer: _kernel.Answer = kernel.explore(
            space.game.encode(position), order=order, **more, **call.keywords
        )
        return answer

    def _search(self, game: Game[Any, Any], position: Any, request: Request, *, name: str) -> Result:
        space = self.space(game)
        kernel, code = self.make(space, request.heuristic), game.encode(position)
        known = BoundedSearch(game, position, request, name, lower=kernel.estimate(code) or 0)
        if kernel.heuristics:
            known.heuristic = request.heuristic or kernel.heuristics[0]
        asked = {"watch": known.watch(bounds=True), **kernel_limits(known.left())}
        if name == "decide":
            answer = kernel.decide(code, store="exact", **asked)
        else:
            answer = kernel.a_star(code, **asked)
        known.pay(answer)
        known.lower = max(known.lower, answer.lower_bound)
        if answer.outcome == Outcome.SOLVED.value:
            known.found(moves_along(space, position, answer.path))
        return known.result(Outcome(answer.outcome))
