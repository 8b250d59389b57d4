"""The algorithms that Superpuzz and Gaps share: ``decide``, which works at full size, and a kernel A* that
knows more about the game than its reference."""

from dataclasses import replace

from yomikiri.games.rows.bounded import bounded
from yomikiri.games.rows.bounds import misplaced
from yomikiri.games.rows.kernel import decide
from yomikiri.games.rows.shortest import shortest
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.exhaustive import depth_first
from yomikiri.search.focal import bounded_algorithm


def row_algorithms(others: list[Algorithm]) -> list[Algorithm]:
    """``decide`` first, then the others with A* in the kernel, and its bounded search."""
    return [_decide(), *_with_kernel_a_star(others), bounded_algorithm(misplaced, bounded)]


def _with_kernel_a_star(entries: list[Algorithm]) -> list[Algorithm]:
    """The entries with A* in the kernel, placed before all others that find shortest solutions."""
    [plain] = [entry for entry in entries if entry.name == "a-star"]
    others = [entry for entry in entries if entry is not plain]
    place = next(index for index, entry in enumerate(others) if entry.shortest)
    informed = replace(
        plain, summary="best f first, by waiting cycles; shortest", search=shortest, heuristics=()
    )
    return [*others[:place], informed, *others[place:]]


def _decide() -> Algorithm:
    """Pooled depth-first search over contracted positions; see the docs page "The full game".

    Its reference is plain depth-first search: the same verdict, found in another order and without pruning,
    so counts and solutions differ.
    """
    return Algorithm(
        "decide",
        "any solution or none, at full size: pruned depth-first search from many points",
        depth_first,
        kernel=decide,
        # With 13 columns whole positions take 39 bytes instead of 16, and nearly twice the time.
        states="fingerprint",
        twin=False,
        parallel=True,
    )
