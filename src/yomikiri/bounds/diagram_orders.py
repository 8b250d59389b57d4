"""Orders of the bits for diagrams of positions, and the search for better ones.

A code has four bits per cell.  An order of cells and, within each cell, an order of its four bits make an
order of bits; the number of nodes in a diagram depends on it, by a factor of two or more for gap sets.
Finding the best order is NP-hard (Bollig and Wegener); :func:`better_order` improves a given one by
*sifting*, as BDD packages do: each cell in turn is tried in every place and left in the best.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from yomikiri import _kernel
from yomikiri.bounds.diagrams import NO_LIMIT, never_stop

MSB_FIRST = (3, 2, 1, 0)
LSB_FIRST = (0, 1, 2, 3)


def bit_order(cells: Sequence[int], within: Sequence[int] = MSB_FIRST) -> tuple[int, ...]:
    """The bits of the cells in the given order, those of a cell in the order ``within``."""
    return tuple(4 * cell + bit for cell in cells for bit in within)


def paper_order(cells: int) -> tuple[int, ...]:
    """The order of the paper on gap sets: the last cell on top, the least significant bit first."""
    return bit_order(range(cells - 1, -1, -1), LSB_FIRST)


def first_cell_first(cells: int) -> tuple[int, ...]:
    """The first cell on top, the most significant bit first: better for gap sets, and used for tables."""
    return bit_order(range(cells), MSB_FIRST)


@dataclass(frozen=True)
class Order:
    """An order that was tried, and its result."""

    cells: tuple[int, ...]
    within: tuple[int, ...]
    nodes: int

    @property
    def bits(self) -> tuple[int, ...]:
        """The order of bits."""
        return bit_order(self.cells, self.within)


def diagram_nodes(
    codes: _kernel.Codes,
    order: Sequence[int],
    kind: str,
    watch: Callable[..., bool] = never_stop,
    *,
    consume: bool = False,
) -> int:
    """How many nodes the diagram has in that order, without the terminals.

    ``watch`` is called now and then with the number of finished levels, and more; it may raise to stop.
    With ``consume`` no codes are left, and there is no copy of them in memory.
    """
    made = _kernel.Diagram.build(codes, list(order), kind, memory=NO_LIMIT, watch=watch, consume=consume)
    return made.nodes


def better_order(
    codes: _kernel.Codes,
    cells: int,
    kind: str = "zdd",
    *,
    start: Sequence[int] | None = None,
    rounds: int = 8,
    report: Callable[[Order], None] | None = None,
) -> Order:
    """The best order that sifting finds, starting from the order of cells ``start`` (the first cell first).

    The order within cells is chosen first, among all 24, then the cells are sifted until a round improves
    nothing, and then the order within cells is chosen again.  ``report`` gets every improvement.
    """
    cell_order = tuple(range(cells)) if start is None else tuple(start)
    tried: dict[tuple[tuple[int, ...], tuple[int, ...]], Order] = {}

    def look(order: tuple[int, ...], within: tuple[int, ...]) -> Order:
        if (order, within) not in tried:
            nodes = diagram_nodes(codes, bit_order(order, within), kind)
            tried[order, within] = Order(order, within, nodes)
        return tried[order, within]

    def best_of(best: Order, others: Iterator[tuple[tuple[int, ...], tuple[int, ...]]]) -> Order:
        for order, within in others:
            found = look(order, within)
            if found.nodes < best.nodes:
                best = found
                if report is not None:
                    report(best)
        return best

    best = look(cell_order, MSB_FIRST)
    for _ in range(rounds):
        before = best
        here = best.cells
        best = best_of(best, ((here, within) for within in permutations(MSB_FIRST)))
        for cell in range(cells):
            within = best.within
            best = best_of(best, ((order, within) for order in _places(best.cells, cell)))
        if best == before:
            break
    return best


def _places(order: tuple[int, ...], cell: int) -> Iterator[tuple[int, ...]]:
    """The order with the cell in every place."""
    rest = tuple(other for other in order if other != cell)
    for place in range(len(order)):
        yield (*rest[:place], cell, *rest[place:])
