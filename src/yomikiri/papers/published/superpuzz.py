"""The numbers of T. Shintani, *Priority-first Search in Superpuzz* (Fukuyama University).

Table 1 and Fig. 6: mean positions searched to the first solution, over the solvable ones of 100 random
deals of each size, by priority-first search in two orders and by depth-first search with the ace moves
pushed last (dfs 1) or first (dfs 2).
"""

from typing import NamedTuple

SOURCE = "T. Shintani, Priority-first Search in Superpuzz"
DEALS = 100


class Orders(NamedTuple):
    """A row of Table 1; the names of the searches are ours."""

    priority_1: int
    priority_2: int
    aces_last: int
    aces_first: int
    solvable: int


TABLE_1 = {
    4: Orders(124, 134, 416, 404, 89),
    5: Orders(1830, 1847, 2650, 3629, 87),
    6: Orders(21927, 21187, 19956, 32984, 88),
    7: Orders(22724, 22287, 112229, 55632, 84),
    8: Orders(183771, 182103, 348681, 371815, 82),
    9: Orders(861365, 917207, 1062466, 996120, 82),
}
"""By columns."""

FULL_SIZE_NODES = 1e8
"""What the paper expects at 13 columns."""
