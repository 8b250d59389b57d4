"""Names that a search takes and that are closed, as types: a typing mistake is found before anything runs.

The values are checked at run time as well, by the same tuples.  What an algorithm is called is open, since
games from outside bring algorithms of their own: whoever has one passes the :class:`Algorithm` itself, such
as ``algorithms(game)["my-search"]``, which needs no name here.
"""

from typing import Literal, get_args

AlgorithmName = Literal[
    "a-star",
    "bidirectional",
    "breadth-first",
    "decide",
    "depth-first",
    "depth-first-aces-first",
    "depth-first-aces-last",
    "fast",
    "greedy",
    "ida-star",
    "ida-star-pruned",
    "priority-1",
    "priority-2",
    "priority-first",
    "quick",
    "weighted-a-star",
]
"""The algorithms of our own games; not every game has all of them."""
Duplicates = Literal["hash", "patricia"]
"""How the kernel finds positions that it has met before."""
States = Literal["exact", "fingerprint"]
"""Whether the kernel remembers positions whole or by fingerprints."""
Engine = Literal["auto", "kernel", "python"]
"""Who searches: the kernel where it can, the kernel, or the Python reference."""

DUPLICATES: tuple[str, ...] = get_args(Duplicates)
STATES: tuple[str, ...] = get_args(States)
ENGINES: tuple[str, ...] = get_args(Engine)
