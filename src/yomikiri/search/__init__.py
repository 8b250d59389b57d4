"""Search: what is asked, what is answered, the algorithms, and the call that ties them together."""

from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import algorithms, heuristics
from yomikiri.search.arrangements import ArrangementsResult, solve_arrangements
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Progress
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.search.request import Request
from yomikiri.search.shorten import shorten
from yomikiri.search.solve import solve, symmetries

__all__ = [
    "Algorithm",
    "ArrangementsResult",
    "Cancel",
    "Limits",
    "Outcome",
    "Progress",
    "Proof",
    "Request",
    "Result",
    "algorithms",
    "certify",
    "heuristics",
    "shorten",
    "solve",
    "solve_arrangements",
    "symmetries",
]
