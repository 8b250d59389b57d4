"""Surveys: a solver run over many deals, stopped and resumed at will, with honest estimates at the end."""

from yomikiri.surveys.deals import Deals
from yomikiri.surveys.estimate import Estimate, wilson
from yomikiri.surveys.executor import Executor, InProcess
from yomikiri.surveys.plan import Survey, plan
from yomikiri.surveys.pool import LocalPool
from yomikiri.surveys.report import Report
from yomikiri.surveys.run import run
from yomikiri.surveys.tally import Tally

__all__ = [
    "Deals",
    "Estimate",
    "Executor",
    "InProcess",
    "LocalPool",
    "Report",
    "Survey",
    "Tally",
    "plan",
    "run",
    "wilson",
]
