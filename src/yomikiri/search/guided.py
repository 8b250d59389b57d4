"""Searches guided by the caller's heuristic: in the kernel if it has the game, otherwise in the reference.

Both are the same search (:mod:`yomikiri.search.best_first`); the order makes it A*, weighted A* or greedy.
"""

import math
from dataclasses import dataclass, replace
from typing import Any

from yomikiri.core.code_rows import row_bytes
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.core.space import Space, moves_along
from yomikiri.search.best_first import BestFirst, Order
from yomikiri.search.bounded import BoundedSearch
from yomikiri.search.control import Meter, Stopped
from yomikiri.search.driver import kernel_limits
from yomikiri.search.heuristic import MOST_WEIGHT, Heuristic
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request

WEIGHT = 2.0
"""The default weight of weighted A*."""
WEIGHTED, GREEDY = "weighted-a-star", "greedy"
GUIDED = ("a-star", WEIGHTED, GREEDY)
"""The algorithms that take the caller's heuristic."""


def weight_of(algorithm: str, weight: float | None) -> float:
    """The weight of estimates in an algorithm; an InputError if the algorithm takes none."""
    if algorithm != WEIGHTED:
        if weight is not None:
            raise InputError(f"weight {weight} is for {WEIGHTED}, not for {algorithm}: name the algorithm")
        return math.inf if algorithm == GREEDY else 1.0
    if weight is None:
        return WEIGHT
    number = isinstance(weight, int | float) and not isinstance(weight, bool)
    if not number or not 1 <= weight <= MOST_WEIGHT:
        raise InputError(f"weight {shown(repr(weight))}: expected a number from 1 to {MOST_WEIGHT:g}")
    return float(weight)


@dataclass(frozen=True)
class Guide:
    """A heuristic and how to follow it."""

    heuristic: Heuristic
    algorithm: str
    weight: float | None = None
    engine: str = "auto"

    @property
    def order(self) -> Order:
        """The order in which positions are expanded."""
        weight = weight_of(self.algorithm, self.weight)
        factor = self.heuristic.factor
        return Order(weight, factor * weight if factor else 0.0, self.heuristic.batch or 1)


def guided_algorithm(heuristic: Heuristic, name: str | None, *, shortest: bool) -> str:
    """The algorithm that will follow a heuristic; an InputError if it cannot, or not with these options."""
    chosen = GUIDED[0] if name is None else name
    if chosen not in GUIDED:
        raise InputError(
            f"algorithm '{shown(chosen)}' takes no heuristic of your own: expected one of {', '.join(GUIDED)}"
        )
    if shortest and (chosen != GUIDED[0] or not heuristic.admissible):
        raise InputError(
            f"a shortest solution needs {GUIDED[0]} and an admissible heuristic: "
            f"found {chosen} and '{heuristic.name}', which is "
            f"{'' if heuristic.admissible else 'not '}declared admissible"
        )
    return chosen


BESIDE_OWN = {"duplicates": "hash", "states": None, "hash_seed": 0, "threads": 1, "count_shortest": False}
"""The options allowed beside the caller's heuristic; all others must be None."""


def refuse_beside_own(**given: Any) -> None:
    """Refuse arguments that belong to other searches."""
    for name, value in given.items():
        if value != BESIDE_OWN.get(name):
            raise InputError(f"{name} {shown(str(value))} does not go with a heuristic of your own")


def solve_guided(space: Space, position: Any, guide: Guide, request: Request, lower: int) -> Result:
    """A solution, a proof that there is none, or a limit; ``lower`` is a bound already proved.

    Bounds and ``proved_shortest`` are those that the heuristic's declaration justifies.
    """
    heuristic, order = guide.heuristic, guide.order
    kernel = kernel_of(space) if guide.engine != "python" else None
    if kernel is None and guide.engine == "kernel":
        raise InputError(f"{space.game.name} is not in the kernel: expected engine python")
    known = BoundedSearch(space.game, position, request, guide.algorithm, heuristic.name, lower=lower)
    if kernel is None:
        outcome, proved = _by_reference(known, space, heuristic, order)
    else:
        outcome, proved = _in_kernel(known, space, heuristic, order, kernel)
    if known.upper is not None and proved > known.upper:
        raise InputError(
            f"heuristic '{heuristic.name}' is declared admissible and is not: by its values a solution has "
            f"{proved} moves or more, and one of {known.upper} was found"
        )
    known.lower = max(known.lower, proved)
    result = known.result(outcome)
    return replace(result, lower_bound=None) if result.outcome is Outcome.UNSOLVABLE else result


def kernel_of(space: Space, heuristic: str | None = None) -> Any:
    """The kernel's game for a space; None if the kernel does not have it."""
    make = entry_of(space.game).part("kernel")
    return None if make is None else make(space, heuristic)


def _in_kernel(
    known: BoundedSearch[Any], space: Space, heuristic: Heuristic, order: Order, kernel: Any
) -> tuple[Outcome, int]:
    game: Game[Any, Any] = space.game
    width = row_bytes(game, known.position)
    answer = kernel.best_first(
        game.encode(known.position),
        heuristic.bound_to(game, width).of_rows,
        weight=order.weight,
        within=order.within,
        batch=order.batch,
        row=width,
        watch=known.watch(bounds=order.within > 0),
        **kernel_limits(known.left()),
    )
    known.pay(answer)
    if answer.path or answer.outcome == Outcome.SOLVED.value:
        known.found(moves_along(space, known.position, answer.path))
    return Outcome(answer.outcome), answer.lower_bound


def _by_reference(
    known: BoundedSearch[Any], space: Space, heuristic: Heuristic, order: Order
) -> tuple[Outcome, int]:
    request = known.request
    meter = Meter(known.limits, request.cancel, request.progress)
    width = row_bytes(space.game, known.position) if heuristic.batch is not None else 0
    search = BestFirst(space, meter, heuristic.bound_to(space.game, width).of, order)
    try:
        found = search.run(known.position)
        outcome = Outcome.UNSOLVABLE if found is None else Outcome.SOLVED
    except Stopped as stop:
        outcome = stop.outcome
    except MemoryError:
        outcome = Outcome.MEMORY_LIMIT
    meter.peak_bytes = max(meter.peak_bytes, meter.bytes)
    known.pay(meter)
    if search.path is not None:
        known.found(moves_along(space, known.position, search.path))
    return outcome, meter.lower_bound
