"""The log: loggers under the name ``yomikiri``, silent until a program gives them a handler.

``yomikiri.search`` covers searches, ``yomikiri.tables`` the building of tables, ``yomikiri.surveys`` surveys:
starts are logged at DEBUG, ends at INFO.  Errors are raised, not logged.  Each of these loggers is silenced
by itself, not through ``yomikiri``: the web app reports its defects through a logger of its own, and those
must be visible even if nobody has configured logging.
"""

import logging


def log_of(part: str) -> logging.Logger:
    """The logger of a part."""
    found = logging.getLogger(f"yomikiri.{part}")
    if not found.handlers:
        found.addHandler(logging.NullHandler())
    return found
