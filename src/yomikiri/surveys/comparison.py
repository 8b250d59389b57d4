"""Solvers side by side on the same deals: nodes, time, length and memory of each.

Every solver is a survey, run in a results store: a given one, where a stopped comparison continues and
nothing is solved twice, or a temporary one.  We compare the deals that all solvers decided; the others are
counted separately, never dropped silently.
"""

import json
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from yomikiri.core.catalog import variant_of
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.store import Attempt, Store
from yomikiri.surveys.executor import Executor, InProcess
from yomikiri.surveys.paired import Median, Pair
from yomikiri.surveys.plan import Survey, plan
from yomikiri.surveys.pool import LocalPool
from yomikiri.surveys.run import Report, run

MEASURES = ("expanded", "generated", "seconds", "length", "peak_bytes")
_NUMBERS = ("threads", "hash_seed")


@dataclass(frozen=True)
class Contender:
    """A solver: its text, such as ``a-star:manhattan``, and what that means."""

    name: str
    algorithm: str | None
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, text: str) -> "Contender":
        """Read ``ALGORITHM``, ``ALGORITHM:HEURISTIC`` or ``default``, and ``,OPTION=VALUE`` after it."""
        head, *others = text.split(",")
        algorithm, colon, heuristic = head.partition(":")
        options: dict[str, Any] = {"heuristic": heuristic} if heuristic else {}
        if not algorithm or (colon and not heuristic):
            raise InputError(_no_solver(text))
        for other in others:
            name, equals, value = other.partition("=")
            if not name or not equals or not value or name in options:
                raise InputError(_no_solver(text))
            if name in _NUMBERS and not (value.isascii() and value.isdecimal() and len(value) < 20):
                raise InputError(f"solver '{shown(text)}': {name} '{shown(value)}' is not a whole number")
            options[name] = int(value) if name in _NUMBERS else value
        return cls(text, None if algorithm == "default" else algorithm, options)


def _no_solver(text: str) -> str:
    return (
        f"solver '{shown(text)}' is not understood: expected a form like a-star, a-star:HEURISTIC, default, "
        "or breadth-first,states=fingerprint"
    )


@dataclass(frozen=True)
class Comparison:
    """What the solvers did, deal by deal, and the statistics."""

    surveys: tuple[Survey, ...]
    contenders: tuple[Contender, ...]
    attempts: tuple[Mapping[str, Attempt], ...]
    """For each solver, its attempts by deal."""
    finished: bool
    """Whether all solvers have tried all deals."""

    @cached_property
    def common(self) -> list[str]:
        """The deals that all solvers decided, in order."""
        return [
            name
            for name in self.surveys[0].deals
            if all(name in found and found[name].decided for found in self.attempts)
        ]

    def values(self, solver: int, measure: str) -> list[float]:
        """A measure of a solver over the deals that all decided; lengths only where it found a solution."""
        found = (getattr(self.attempts[solver][name], measure) for name in self.common)
        return [value for value in found if value is not None]

    def median(self, solver: int, measure: str) -> Median:
        """The median of those values."""
        return Median.of(self.values(solver, measure))

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every other solver against the first, measure by measure."""
        return [
            Pair.of(
                self.contenders[solver].name,
                self.contenders[0].name,
                measure,
                [
                    (mine, theirs)
                    for name in self.common
                    if (mine := getattr(self.attempts[solver][name], measure)) is not None
                    and (theirs := getattr(self.attempts[0][name], measure)) is not None
                ],
            )
            for solver in range(1, len(self.contenders))
            for measure in MEASURES
        ]

    def outcomes(self, solver: int) -> dict[str, int]:
        """How many deals a solver tried, solved, proved unsolvable, and left undecided."""
        found = [attempt.outcome for attempt in self.attempts[solver].values()]
        solved, lost = found.count(Outcome.SOLVED.value), found.count(Outcome.UNSOLVABLE.value)
        undecided = len(found) - solved - lost
        return {"done": len(found), "solved": solved, "unsolvable": lost, "undecided": undecided}

    def rows(self) -> list[dict[str, Any]]:
        """One row for each deal and solver."""
        columns = ("outcome", "length", "proved_shortest", "expanded", "generated", "stored", "peak_bytes")
        return [
            {"deal": name, "solver": contender.name}
            | {column: getattr(found[name], column) for column in (*columns, "seconds")}
            for name in self.surveys[0].deals
            for contender, found in zip(self.contenders, self.attempts, strict=True)
            if name in found
        ]

    def frame(self, library: str | None = None) -> Any:
        """The rows as a data frame: polars, or pandas if only that is installed or it is requested."""
        from yomikiri.search.frame import data_frame

        kinds: dict[str, type] = {
            "deal": str,
            "solver": str,
            "outcome": str,
            "length": int,
            "proved_shortest": bool,
            "expanded": int,
            "generated": int,
            "stored": int,
            "peak_bytes": int,
            "seconds": float,
        }
        return data_frame(self.rows(), kinds, library)

    def to_dict(self) -> dict[str, Any]:
        """Everything as a JSON object."""
        first = self.surveys[0]
        return {
            "game": first.rules.game,
            "size": first.rules.size,
            "variant": first.rules.variant,
            "options": json.loads(first.rules.options),
            "deals": str(first.deals),
            "count": first.deals.count,
            "limits": {
                "nodes": first.limits.nodes,
                "seconds": first.limits.seconds,
                "memory": first.limits.memory,
            },
            "finished": self.finished,
            "solvers": [
                {
                    "solver": contender.name,
                    "algorithm": survey.solver.algorithm,
                    "options": json.loads(survey.solver.options),
                    **self.outcomes(number),
                    "medians": {measure: self.median(number, measure).to_dict() for measure in MEASURES},
                }
                for number, (contender, survey) in enumerate(zip(self.contenders, self.surveys, strict=True))
            ],
            "pairs": [pair.to_dict() for pair in self.pairs],
            "rows": self.rows(),
        }


def compare(
    game: str | Game[Any, Any],
    deals: str | Iterable[int],
    solvers: Iterable[str],
    *,
    size: int | str | None = None,
    variant: str | None = None,
    options: Mapping[str, str] | None = None,
    shortest: bool = False,
    limits: Limits | None = None,
    store: "str | Store | None" = None,
    workers: int = 1,
    report: Report | None = None,
    cancel: Cancel | None = None,
) -> Comparison:
    """Run solvers, such as ``"a-star:manhattan"``, on the same deals, and say how they compare.

    ``limits`` apply to each deal, but the memory to all workers together.  ``store`` is a results store or
    its address: a stopped comparison continues there.  With one worker every search has the machine to
    itself; more are quicker but distort the times.  ``report`` and ``cancel`` are those of
    :func:`yomikiri.surveys.run`.
    """
    if isinstance(game, Game):
        size, variant, options = game.size, variant_of(game), dict(game.options)
        game = game.name
    contenders = _contenders(solvers)
    # Find mistakes before anything runs.
    ranges = deals if isinstance(deals, str) else ",".join(str(number) for number in deals)
    surveys = tuple(
        plan(
            game,
            ranges,
            size=size,
            variant=variant,
            options=options,
            algorithm=contender.algorithm,
            shortest=shortest,
            limits=limits,
            **contender.options,
        )
        for contender in contenders
    )
    cancel = cancel or Cancel()
    executor: Executor = InProcess() if workers == 1 else LocalPool(workers)
    with ExitStack() as stack:
        opened = store if isinstance(store, Store) else stack.enter_context(_opened(store, stack))
        for survey in surveys:
            if not cancel.is_set():
                run(survey, opened, executor, report=report, cancel=cancel)
        found = tuple(survey.standing(opened) for survey in surveys)
        finished = all(len(each) == survey.deals.count for each, survey in zip(found, surveys, strict=True))
    return Comparison(surveys, contenders, found, finished)


def _contenders(solvers: Iterable[str]) -> tuple[Contender, ...]:
    if isinstance(solvers, str) or not isinstance(solvers, Iterable):
        raise InputError(f"solvers {shown(repr(solvers))}: expected several, such as ['a-star', 'ida-star']")
    found = tuple(Contender.parse(text) for text in solvers)
    names: Sequence[str] = [contender.name for contender in found]
    if len(found) < 2 or len(set(names)) < len(names):
        raise InputError(f"solvers {', '.join(map(shown, names)) or 'none'}: expected two or more, each once")
    return found


def _opened(place: str | None, stack: ExitStack) -> Store:
    if place is not None:
        return Store(place)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="yomikiri-"))
    return Store(str(Path(folder) / "compared.db"))
