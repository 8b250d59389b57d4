"""Stand-alone admissible functions: a position in, a lower bound on its distance to the goal out."""

from yomikiri.heuristics.gap_sets import GapSets
from yomikiri.heuristics.linear_conflict import LinearConflict
from yomikiri.heuristics.manhattan import Manhattan
from yomikiri.heuristics.pattern_database import AdditivePatternDatabases, PatternDatabase
from yomikiri.heuristics.relaxation import is_dead, persistent_moves, possible_rows, relax
from yomikiri.heuristics.superpuzz import misplaced
from yomikiri.heuristics.waiting import waiting
from yomikiri.heuristics.walking_distance import WalkingDistance

__all__ = [
    "AdditivePatternDatabases",
    "GapSets",
    "LinearConflict",
    "Manhattan",
    "PatternDatabase",
    "WalkingDistance",
    "is_dead",
    "misplaced",
    "persistent_moves",
    "possible_rows",
    "relax",
    "waiting",
]
