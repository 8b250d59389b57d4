"""The results store: questions and answers, kept in SQLite or PostgreSQL.

Nothing here searches.  A survey writes its attempts into a :class:`Store`, and reports read them back.
"""

from yomikiri.store.attempt import (
    CRASHED,
    DECIDED,
    FAILED,
    OUTCOMES,
    Attempt,
    Configuration,
    DealRecord,
    Rules,
    Solver,
    SurveyRecord,
    canonical,
)
from yomikiri.store.store import Store

__all__ = [
    "CRASHED",
    "DECIDED",
    "FAILED",
    "OUTCOMES",
    "Attempt",
    "Configuration",
    "DealRecord",
    "Rules",
    "Solver",
    "Store",
    "SurveyRecord",
    "canonical",
]
