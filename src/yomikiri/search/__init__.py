"""Search: what is asked, what is answered, the algorithms, and the call that ties them together."""

from typing import Any

from yomikiri.search.algorithm import Algorithm
from yomikiri.search.algorithms import algorithms, heuristics
from yomikiri.search.certify import certify
from yomikiri.search.control import Cancel, Progress
from yomikiri.search.deals import DealResult, solve_deal
from yomikiri.search.outcome import Limits, Outcome, Proof, Result
from yomikiri.search.play import Hint, Play
from yomikiri.search.request import Request
from yomikiri.search.shorten import shorten
from yomikiri.search.solve import solve, symmetries

__all__ = [
    "Algorithm",
    "Cancel",
    "DealResult",
    "Hint",
    "Limits",
    "Outcome",
    "Play",
    "Progress",
    "Proof",
    "Request",
    "Result",
    "algorithms",
    "certify",
    "heuristics",
    "shorten",
    "solve",
    "solve_deal",
    "symmetries",
]


def __getattr__(name: str) -> Any:
    from yomikiri.moved import renamed

    return renamed("yomikiri.search", name)
