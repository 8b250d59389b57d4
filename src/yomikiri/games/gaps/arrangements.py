"""``solve_arrangements()``: a layout of Gaps and its 24 arrangements, for programs that have a layout."""

from collections.abc import Iterable, Sequence
from typing import Any

from yomikiri.core.deal import Deal
from yomikiri.core.errors import InputError
from yomikiri.games.gaps.deals import positions
from yomikiri.games.gaps.rules import Gaps, Layout, parse_arrangement
from yomikiri.search.deals import DealResult, solve_deal


def solve_arrangements(
    game: Gaps, layout: Layout, *, arrangements: Sequence[str] | None = None, **options: Any
) -> DealResult:
    """Solve all arrangements of a layout, or the given ones; the options are those of
    :func:`yomikiri.solve_deal`."""
    if not isinstance(layout, Layout):
        raise InputError(f"a layout of {game.name} was expected, found {type(layout).__name__}")
    if layout.columns != game.columns:
        raise InputError(f"the layout is for {layout.columns} columns, the game has {game.columns}")
    if isinstance(arrangements, Iterable) and not isinstance(arrangements, str):
        arrangements = [parse_arrangement(str(name)) for name in arrangements]
    return solve_deal(Deal(game, positions(layout), "position"), arrangements=arrangements, **options)
