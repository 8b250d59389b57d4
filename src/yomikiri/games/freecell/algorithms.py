"""The algorithms of FreeCell and its family."""

from typing import Any

from yomikiri import _kernel
from yomikiri.core.space import Space
from yomikiri.games.freecell.bounded import bounded_search
from yomikiri.games.freecell.bounds import heuristic_name
from yomikiri.games.freecell.learner import learned_algorithms
from yomikiri.games.freecell.quick import quick_algorithms
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.shortest import shortest_algorithms
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.driver import KernelCall
from yomikiri.search.exhaustive import depth_first
from yomikiri.search.kernel_search import InKernel


def kernel_of(space: Space, heuristic: str | None = None) -> Any:
    """FreeCell as a general kernel game; the searches that know more about it are in other modules."""
    game: Any = space.game
    return _kernel.freecell(
        columns=game.columns,
        cells=game.cells,
        ranks=game.ranks,
        suit=game.building == "suit",
        kings=game.empty == "kings",
        supermove=game.metric == "supermove",
        **({} if heuristic is None else {"heuristic": heuristic_name(heuristic)}),
    )


KERNEL = InKernel(make=kernel_of, space=FreeCellSpace, stores=("exact", "fingerprint"))


def algorithms(game: FreeCell, general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms of the family, the default first; ``general`` are those of every game."""
    own = [
        *learned_algorithms(),
        *quick_algorithms(),
        _decide(),
        *shortest_algorithms(general),
        bounded_search(game),
    ]
    names = {entry.name for entry in own}
    return own + [KERNEL.exhaustive(entry) for entry in general if entry.name not in names]


def _decide() -> Algorithm:
    """Pooled depth-first search up to toggles; in Python plain depth-first search: the same verdict."""
    return Algorithm(
        "decide",
        "any solution or none, in little memory: depth-first search from many points",
        depth_first,
        kernel=_decide_in_kernel,
        # Whole positions take some 40 bytes instead of 25.
        states="fingerprint",
        twin=False,
        parallel=True,
    )


def _decide_in_kernel(space: Space, position: Any, call: KernelCall) -> _kernel.Answer:
    KERNEL.check_store(space.game, call.store)
    answer: _kernel.Answer = kernel_of(space).decide(
        space.game.encode(position),
        store=call.store,
        threads=call.threads,
        hash_seed=call.hash_seed,
        **call.keywords,
    )
    return answer
