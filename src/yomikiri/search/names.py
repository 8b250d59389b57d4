"""The closed sets of names that a search takes, as types: a type checker finds a misspelling before it runs.

The values are checked at run time as well, against the same tuples.  The names of algorithms are open, since
games from other packages bring their own: pass such an :class:`Algorithm` itself, for example
``algorithms(game)["my-search"]``, which needs no name here.
"""

from typing import Literal, get_args

AlgorithmName = Literal[
    "a-star",
    "bidirectional",
    "bounded",
    "breadth-first",
    "by-hand",
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
    "thorough",
    "weighted-a-star",
]
"""The algorithms of our own games; not every game has all of them."""
Duplicates = Literal["hash", "patricia"]
"""How the kernel detects positions that it has met before."""
States = Literal["exact", "fingerprint"]
"""Whether the kernel remembers positions whole or by fingerprints."""
Engine = Literal["auto", "kernel", "python"]
"""What searches: the kernel where possible, the kernel, or the Python reference."""

DUPLICATES: tuple[str, ...] = get_args(Duplicates)
STATES: tuple[str, ...] = get_args(States)
ENGINES: tuple[str, ...] = get_args(Engine)
