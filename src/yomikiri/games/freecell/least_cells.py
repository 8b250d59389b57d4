"""The fewest cells with which a position of FreeCell can be won, proved.

An extra cell never does harm: it can stay empty.  So the least number is found from below, starting with the
cells that hold a card: each search that finds no solution proves that more are needed, and the first solution
settles the question.
"""

from dataclasses import dataclass
from typing import Any

from yomikiri.games.freecell.notation import MAX_CELLS
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.quick import quick
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.control import Cancel
from yomikiri.search.outcome import Limits, Outcome, Result
from yomikiri.search.request import Request


@dataclass(frozen=True)
class LeastCells:
    """What is known: at least ``least`` cells are needed, and ``enough``, if not None, suffice."""

    least: int
    enough: int | None
    results: dict[int, Result]
    """The searches, by the number of cells."""

    @property
    def proved(self) -> bool:
        """Whether the number is settled: no limit left a gap."""
        return self.least == self.enough

    @property
    def outcome(self) -> Outcome:
        """``SOLVED`` if the number is proved, ``UNSOLVABLE`` if no number is enough, or a limit."""
        if self.proved:
            return Outcome.SOLVED
        return next(
            (one.outcome for one in self.results.values() if not one.outcome.decided), Outcome.UNSOLVABLE
        )


def with_cells(game: FreeCell, position: Position, cells: int) -> tuple[FreeCell, Position]:
    """The same cards in a game with that many cells."""
    held = [card for card in position.cells if card is not None]
    rules: Any = {
        "building": game.building,
        "empty": game.empty,
        "metric": game.metric,
        "variant": game.variant,
    }
    other = FreeCell(game.columns, cells, ranks=game.ranks, **rules)
    return other, Position(position.home, (*held, *[None] * (cells - len(held))), position.columns)


def least_cells(
    game: FreeCell,
    position: Position,
    limits: Limits | None = None,
    *,
    most: int = MAX_CELLS,
    cancel: Cancel | None = None,
) -> LeastCells:
    """The fewest cells, at most ``most``, that suffice for ``position``; limits apply to each search."""
    held = sum(card is not None for card in position.cells)
    least, results = held, dict[int, Result]()
    for cells in range(held, most + 1):
        result = quick(*with_cells(game, position, cells), Request(limits=limits or Limits(), cancel=cancel))
        results[cells] = result
        if result.outcome is Outcome.CANCELLED:
            break
        if result.outcome is Outcome.SOLVED:
            return LeastCells(least, cells, results)
        if result.outcome is Outcome.UNSOLVABLE and least == cells:
            least = cells + 1
    return LeastCells(least, None, results)
