"""The log: loggers under the name ``yomikiri``, silent until a program gives them a handler.

``yomikiri.search`` tells of searches, ``yomikiri.tables`` of tables that are built, ``yomikiri.surveys`` of
surveys: how something begins at DEBUG, how it ended at INFO.  What goes wrong is raised, not logged.  The
silence is with each of these loggers, not with ``yomikiri``: the web app reports its defects by one of its
own, and those must be seen where nothing was set up.
"""

import logging


def log_of(part: str) -> logging.Logger:
    """The logger of a part."""
    found = logging.getLogger(f"yomikiri.{part}")
    if not found.handlers:
        found.addHandler(logging.NullHandler())
    return found
