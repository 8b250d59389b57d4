"""Stand-alone admissible functions: a position in, a lower bound on its distance to the goal out."""

from yomikiri.heuristics.relaxation import is_dead, persistent_moves, possible_rows, relax
from yomikiri.heuristics.superpuzz import misplaced
from yomikiri.heuristics.waiting import waiting

__all__ = ["is_dead", "misplaced", "persistent_moves", "possible_rows", "relax", "waiting"]
