"""The algorithms of FreeCell and its family."""

from yomikiri.search.algorithm import Algorithm
from yomikiri.search.freecell_quick import quick_algorithms
from yomikiri.search.freecell_shortest import shortest_algorithms


def freecell_algorithms(general: list[Algorithm]) -> list[Algorithm]:
    """The algorithms of the family, the default first; ``general`` are those of every game."""
    own = quick_algorithms() + shortest_algorithms(general)
    names = {entry.name for entry in own}
    return own + [entry for entry in general if entry.name not in names]
