"""Stand-alone admissible functions: a position in, a lower bound on its distance to the goal out."""

from yomikiri.heuristics.superpuzz import misplaced

__all__ = ["misplaced"]
