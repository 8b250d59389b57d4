"""Questions: what a player asks the solver, and its answer as the page gets it.

This is what a worker process runs.  The question and the answer are plain values that can be sent between
processes; the answer includes the codes of the positions along its solution, so the server need not replay
it.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from yomikiri.core.catalog import listed_deal, variant_of
from yomikiri.core.errors import InputError
from yomikiri.core.protocol import Game
from yomikiri.search import Cancel, Limits, Outcome, Progress, Result, solve
from yomikiri.search.solution import at_a_glance, some_solution
from yomikiri.search.within import Within
from yomikiri.web.daily import deal_of_the_day, setup_of

Json = dict[str, Any]
Tell = Callable[[Json], None]

VERDICTS = {Outcome.SOLVED: "won", Outcome.UNSOLVABLE: "lost", Outcome.CANCELLED: "cancelled"}
TRY_SHARE = 8
"""A random deal gets one part in this many of the time for finding a winnable one."""
LEAST_TRY_SECONDS = 2.0


@dataclass(frozen=True)
class Question:
    """``what`` is asked about a position, within limits; ``winnable`` and ``daily`` need only the game."""

    what: str
    game: Game[Any, Any]
    position: Any
    limits: Limits
    algorithm: str | None = None
    day: date | None = None
    """Of ``daily``."""
    within: Within | None = None
    """Of ``shortest``: how much longer a solution may be."""


def answer(question: Question, tell: Tell, cancel: Cancel) -> Json:
    """The answer to a question; ``tell`` gets the progress, at most ten times a second."""
    glance = _Glances(tell)
    if question.what == "winnable":
        return _winnable(question, glance, cancel)
    if question.day is not None:
        return _daily(question, question.day, cancel)
    search = solve if question.what == "shortest" or question.algorithm else some_solution
    options: Json = {"shortest": question.what == "shortest"} if search is solve else {}
    if question.within is not None:
        options = {"within": question.within}
    if question.algorithm:
        options["algorithm"] = question.algorithm
    result = search(
        question.game,
        question.position,
        limits=question.limits,
        progress=glance,
        cancel=cancel,
        **options,
    )
    return answer_of(question.game, question.position, result) | {"profile": glance.profile}


def at_once(question: Question) -> Json | None:
    """The answer to a question if it needs no search; otherwise None."""
    game, position = question.game, question.position
    if question.position is None:
        return None
    seen = at_a_glance(game, position)
    if seen is not None:
        reason = game.why_unsolvable(position)
        return answer_of(game, position, seen) | ({} if reason is None else {"reason": reason})
    if question.what == "win" and game.knows_unsolvable:
        return answer_of(game, position, Result.of(Outcome.SOLVED, "look"))
    return None


def answer_of(game: Game[Any, Any], position: Any, result: Result) -> Json:
    """A result as the page gets it, and the codes of the positions along the solution."""
    texts, codes = None, []
    if result.moves is not None:
        texts, codes = [], [game.encode(position)]
        for move in result.moves:
            texts.append(game.format_move(position, move))
            position = game.play(position, move)
            codes.append(game.encode(position))
    # At a limit there may be a solution that is not proved shortest: it still wins.
    usual = "open" if texts is None else "won"
    return {
        "verdict": VERDICTS.get(result.outcome, usual),
        "outcome": result.outcome.name,
        "moves": texts,
        "length": result.length,
        "proved_shortest": result.proved_shortest,
        "within": result.within,
        "lower": result.lower_bound,
        "upper": result.upper_bound,
        "proof": result.proof.value,
        "error_bound": result.error_bound,
        "expanded": result.expanded,
        "generated": result.generated,
        "stored": result.stored,
        "bytes": result.peak_bytes,
        "seconds": result.seconds,
        "algorithm": result.algorithm,
        "codes": codes,
    }


def cancelled(question: Question) -> Json:
    """The answer to a question whose search was cancelled from outside."""
    return answer_of(question.game, question.position, Result.of(Outcome.CANCELLED, question.algorithm or ""))


class _Glances:
    """Progress as sent to the page, with the work by lower bound, and not too often."""

    SECONDS = 0.1

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._told = 0.0
        self._expanded = 0
        self._levels: dict[int, int] = {}

    def __call__(self, now: Progress) -> None:
        if now.expanded < self._expanded:  # Another search for the same question has begun.
            self._expanded = 0
        self._levels[now.lower_bound] = self._levels.get(now.lower_bound, 0) + now.expanded - self._expanded
        self._expanded = now.expanded
        if time.monotonic() - self._told < self.SECONDS:
            return
        self._told = time.monotonic()
        self._tell(
            {
                "expanded": now.expanded,
                "generated": now.generated,
                "stored": now.stored,
                "open": now.open,
                "bytes": now.bytes,
                "seconds": now.seconds,
                "rate": now.rate,
                "lower": now.lower_bound,
                "upper": now.upper_bound,
                "note": now.note,
                "profile": self.profile,
            }
        )

    @property
    def profile(self) -> list[list[int]]:
        """How many positions were expanded at each value of the lower bound, as far as reported."""
        return [[level, count] for level, count in sorted(self._levels.items()) if level and count]


def _winnable(question: Question, glance: _Glances, cancel: Cancel) -> Json:
    """A random deal that can be won, with its solution: deals are tried until one is solved."""
    game, limits = question.game, question.limits
    seconds = 60.0 if limits.seconds is None else limits.seconds
    share = max(LEAST_TRY_SECONDS, seconds / TRY_SHARE)
    ends = time.monotonic() + seconds
    result = Result.of(Outcome.TIME_LIMIT, question.algorithm or "")
    for setup, position in _random_starts(game):
        left = ends - time.monotonic()
        if left <= 0 or cancel.is_set():
            break
        if game.knows_unsolvable:
            return answer_of(game, position, Result.of(Outcome.SOLVED, "look")) | {"setup": setup}
        tried = replace(limits, seconds=min(left, share))
        result = some_solution(game, position, limits=tried, progress=glance, cancel=cancel)
        if result.outcome in (Outcome.SOLVED, Outcome.CANCELLED):
            return answer_of(game, position, result) | {"setup": setup}
    if cancel.is_set():
        result = replace(result, outcome=Outcome.CANCELLED)
    elif result.outcome is Outcome.UNSOLVABLE:  # That holds for one deal, and does not answer the question.
        result = replace(result, outcome=Outcome.TIME_LIMIT)
    return answer_of(game, None, result)


def _daily(question: Question, day: date, cancel: Cancel) -> Json:
    """The deal of the day, and how hard it is; how it is solved is not told."""
    deal, rating = deal_of_the_day(question.game, day, question.limits, cancel)
    said = answer_of(question.game, None, Result.of(rating.outcome, ""))
    if deal is None:
        return said
    return said | {"setup": setup_of(deal, rating), "level": rating.level, "date": day.isoformat()}


def _random_starts(game: Game[Any, Any]) -> Iterator[tuple[Json, Any]]:
    """Endless random deals, each with its setup; all arrangements of each."""
    while True:
        rules = {"size": str(game.size), "variant": variant_of(game), "options": dict(game.options)}
        deal = listed_deal(game.name, None, **rules)  # type: ignore[arg-type]
        if deal is None:
            raise InputError(f"{game.name} has no random deals")
        setup = {"game": game.name, **rules, "deal": str(deal.label), "position": None, "arrangement": None}
        for name, position in deal.positions.items():
            yield setup | {"arrangement": name or None}, position
