"""Watched searches: what every search function does around its actual search.

``progress=True`` becomes a callback that shows the counts, and the start and end of the search are logged.
"""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from yomikiri.core import words
from yomikiri.core.log import log_of
from yomikiri.search.showing import showing

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

LOG = log_of("search")


def watched(search: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """Wrap a search function: show progress if ``progress`` is True, and log its start and end."""

    @wraps(search)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        if not isinstance(kwargs.get("progress"), bool):
            return _logged(search, args, kwargs)
        if not kwargs["progress"]:
            return _logged(search, args, {**kwargs, "progress": None})
        with showing() as report:
            return _logged(search, args, {**kwargs, "progress": report})

    return call


def _logged(search: Callable[..., Answer], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Answer:
    if not LOG.isEnabledFor(logging.INFO):
        return search(*args, **kwargs)
    asked = args[0] if args else kwargs.get("game", kwargs.get("deal"))
    game = getattr(asked, "game", asked)
    subject = f"{getattr(game, 'name', '?')} {getattr(game, 'size', '?')}"
    given = ", ".join(f"{name}={_shown(value)}" for name, value in kwargs.items() if value is not None)
    LOG.debug("%s %s begins: %s", search.__name__, subject, given or "nothing else asked")
    answer: Any = search(*args, **kwargs)
    LOG.info(
        "%s %s: %s by %s, %s expanded, %s",
        search.__name__,
        subject,
        answer.outcome.value,
        answer.algorithm,
        words.count(answer.expanded),
        words.time(answer.seconds),
    )
    return answer  # type: ignore[no-any-return]


def _shown(value: Any) -> str:
    """An argument as it is logged; one that cannot show itself is left to the search to refuse."""
    try:
        return repr(value)
    except Exception:
        return f"<{type(value).__name__}>"
