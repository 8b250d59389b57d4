"""Numbers for the lower bounds of FreeCell that *A shortest-solution FreeCell solver* defines.

Our copy of the paper has its definitions (h0 to h3) but no table of measured values.  The values here were
measured by a separate, simpler program, which is not part of yomikiri: Microsoft's deals, single moves.
"""

SOURCE = "A shortest-solution FreeCell solver"
LETTERS = {"home": "h0", "one-suit": "h1", "components": "h2", "cycles": "h3", "relaxed": "h4"}
"""The paper's names; h4, the exact relaxation, is that of Sukegawa & Hoki (2023)."""

ROOT_DEALS = range(1, 31)
ROOTS = {"home": 52.0, "one-suit": 65.6, "components": 66.7, "cycles": 69.8, "relaxed": 72.9}
"""Means at the start of deals 1 to 30.  That program's h3 looks for fewer kinds of cycles than ours."""
ROOT_OPTIMUM = 80.6

EXPANDED_DEAL_6 = {"one-suit": 2_490_000, "components": 1_750_000, "cycles": 156_000, "relaxed": 24_000}

RANDOM_DEALS = 100
RANDOM_MEAN, RANDOM_LEAST, RANDOM_MOST = 81.67, 68, 98
"""Shortest lengths of 100 random deals."""

SUPERPUZZ_SHORTEST = {6: 24.6, 7: 32.1, 8: 41.2, 9: 48.9}
"""Mean shortest lengths of Superpuzz by columns, from the same source."""
