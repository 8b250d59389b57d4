"""Search: requests, results, the algorithms, and the call that ties them together."""

from typing import TYPE_CHECKING, Any

from yomikiri.core.code_rows import from_array, to_array
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import algorithms, heuristics
from yomikiri.search.certify import certify
from yomikiri.search.combined import maximum, sum_of, weighted
from yomikiri.search.control import Cancel, Progress
from yomikiri.search.deals import DealResult, solve_deal
from yomikiri.search.heuristic import DEAD_END, Heuristic
from yomikiri.search.heuristic_check import HeuristicCheck, check_heuristic
from yomikiri.search.level import Level
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.search.pattern_database import PatternDatabase
from yomikiri.search.play import Hint, Play
from yomikiri.search.request import Request
from yomikiri.search.shorten import shorten
from yomikiri.search.solve import solve, symmetries

if TYPE_CHECKING:
    from yomikiri.search.awaited import asolve
    from yomikiri.search.frame import results_frame
    from yomikiri.search.many import solve_many
    from yomikiri.search.many_progress import ManyProgress

__all__ = [
    "DEAD_END",
    "Algorithm",
    "Cancel",
    "DealResult",
    "Heuristic",
    "HeuristicCheck",
    "Hint",
    "Level",
    "Limits",
    "ManyProgress",
    "Outcome",
    "PatternDatabase",
    "Play",
    "Progress",
    "Proof",
    "Request",
    "Result",
    "algorithms",
    "asolve",
    "certify",
    "check_heuristic",
    "from_array",
    "heuristics",
    "maximum",
    "results_frame",
    "shorten",
    "solve",
    "solve_deal",
    "solve_many",
    "sum_of",
    "symmetries",
    "to_array",
    "weighted",
]


_LATER = {
    "ManyProgress": "many_progress",
    "asolve": "awaited",
    "results_frame": "frame",
    "solve_many": "many",
}
"""Names that few programs use, and where they live: their modules are loaded on first use."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(f"yomikiri.search.{_LATER[name]}"), name)
    from yomikiri.moved import renamed

    return renamed("yomikiri.search", name)
