"""The numbers of T. Shintani & K. Hosoya, *Comparison between Gaps and Superpuzz*: Tables 1 to 9 and the
fits.

1000 random deals per size.  The row for 12 columns of Table 3 has lost an unknown cell in our copy; it is
left out.  A test adds up the rows of Tables 3 and 4, which must give Tables 1 and 2.
"""

from typing import NamedTuple

SOURCE = "T. Shintani & K. Hosoya, Comparison between Gaps and Superpuzz"
DEALS = 1000


class Nodes(NamedTuple):
    """Mean and largest number of positions."""

    mean: int
    most: int


GAPS_SOLVABLE = {
    5: 722, 6: 619, 7: 529, 8: 470, 9: 427, 10: 403, 11: 391, 12: 359, 13: 362, 14: 366,
}  # fmt: skip
"""Table 1: deals with at least one winnable arrangement of the aces."""

SUPERPUZZ_SOLVABLE = {4: 881, 5: 848, 6: 828, 7: 814, 8: 818, 9: 808, 10: 785}
"""Table 2."""

GAPS_ARRANGEMENTS = {
    5: (47, 50, 53, 73, 48, 47, 32, 53, 31, 29, 36, 36, 21, 13, 19, 39, 11, 7, 13, 11, 13, 22, 1, 17),
    6: (92, 60, 58, 62, 48, 33, 30, 30, 27, 38, 18, 21, 17, 13, 7, 17, 8, 7, 7, 4, 4, 12, 3, 3),
    7: (66, 78, 62, 44, 40, 30, 29, 27, 24, 17, 19, 17, 18, 9, 8, 13, 4, 5, 3, 1, 4, 4, 3, 4),
    8: (84, 78, 55, 42, 35, 26, 15, 20, 25, 12, 15, 13, 10, 8, 5, 5, 5, 3, 3, 3, 4, 2, 0, 2),
    9: (109, 76, 48, 44, 25, 14, 19, 16, 10, 8, 18, 9, 7, 2, 6, 3, 2, 3, 3, 1, 1, 0, 2, 1),
    10: (107, 55, 49, 46, 32, 15, 15, 17, 13, 5, 9, 6, 8, 2, 4, 7, 2, 1, 1, 3, 2, 3, 0, 1),
    11: (114, 56, 46, 36, 21, 15, 14, 11, 17, 12, 10, 8, 4, 3, 7, 9, 0, 2, 1, 2, 1, 0, 0, 2),
    13: (111, 49, 44, 21, 26, 22, 7, 11, 13, 13, 8, 3, 5, 5, 3, 3, 6, 2, 2, 3, 1, 1, 1, 2),
    14: (97, 65, 36, 36, 22, 20, 19, 13, 6, 7, 5, 7, 9, 2, 2, 3, 3, 3, 5, 2, 2, 1, 0, 1),
}
"""Table 3: deals with exactly 1, 2, ... 24 winnable arrangements."""

SUPERPUZZ_GOALS = {
    4: (3, 4, 2, 1, 4, 11, 2, 1, 1, 6, 2, 4, 0, 1, 2, 6, 4, 8, 1, 17, 4, 7, 17, 773),
    5: (1, 11, 3, 1, 0, 22, 0, 1, 4, 5, 1, 10, 3, 5, 1, 6, 2, 14, 4, 17, 5, 16, 27, 689),
}
"""Table 4: deals that reach exactly 1, 2, ... 24 of the goal positions."""

GAPS_MOVES = {7: 30, 8: 38, 9: 48, 10: 59, 11: 69, 12: 81, 13: 94, 14: 107}
SUPERPUZZ_MOVES = {6: 74, 7: 101, 8: 125, 9: 163, 10: 182}
"""Table 5: mean moves of the first solution that depth-first search finds."""

GAPS_UNSOLVABLE = {
    5: Nodes(310, 2066),
    6: Nodes(1226, 8428),
    7: Nodes(3740, 46082),
    8: Nodes(10664, 192254),
    9: Nodes(28508, 492560),
    10: Nodes(66225, 625146),
    11: Nodes(165201, 3064489),
    12: Nodes(393094, 5609739),
    13: Nodes(850852, 10161981),
    14: Nodes(2010481, 35798634),
}
"""Table 6: positions of the whole graph of an unsolvable deal."""

SUPERPUZZ_UNSOLVABLE = {
    4: Nodes(2568, 4683),
    5: Nodes(18066, 210966),
    6: Nodes(104823, 642873),
    7: Nodes(260331, 9105889),
    8: Nodes(2635808, 20017131),
    9: Nodes(6873026, 34065758),
    10: Nodes(22444113, 153076338),
}
"""Table 7."""

GAPS_FIRST = {
    5: Nodes(106, 1735),
    6: Nodes(415, 7691),
    7: Nodes(1191, 20314),
    8: Nodes(4443, 83765),
    9: Nodes(12229, 351271),
    10: Nodes(26901, 378007),
    11: Nodes(75630, 1387992),
    12: Nodes(145145, 2099119),
    13: Nodes(377830, 7361840),
    14: Nodes(1177923, 57794221),
}
"""Table 8: positions generated until the first solution."""

SUPERPUZZ_FIRST = {
    4: Nodes(412, 6139),
    5: Nodes(3692, 89144),
    6: Nodes(3014, 605718),
    7: Nodes(147037, 7508040),
    8: Nodes(397768, 34271282),
    9: Nodes(2131605, 82458061),
    10: Nodes(7001904, 128814719),
}
"""Table 9."""

POWER = (1.0, -0.10)
"""The fit to Table 2 as it is printed: p = 1.0 x ** -0.10."""
EXTRAPOLATED = {11: 0.770, 12: 0.763, 13: 0.756}
"""And what the paper reads off it."""


class Growth(NamedTuple):
    """An exponential fit base ** x as it is printed, and what the paper predicts from it for 13 columns."""

    base: float
    at_13: float


GROWTH = {
    "unsolvable, mean": Growth(6.0, 1.8e10),
    "unsolvable, most": Growth(7.3, 1.7e11),
    "first solution, mean": Growth(4.9, 9.4e8),
    "first solution, most": Growth(8.1, 6.5e11),
}
"""Of Superpuzz, Tables 7 and 9."""
