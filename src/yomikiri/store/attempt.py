"""What is stored: the :class:`Attempt` of a :class:`Configuration` at a :class:`DealRecord`.

They are plain values, made only of text and numbers, so they can be sent between processes and machines and
will read the same in ten years.  The key of a configuration is a hash of its canonical JSON.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.games import Game, variant_of
from yomikiri.games import game as game_of
from yomikiri.search import Limits, Outcome

CRASHED = "crashed"
"""The outcome of a deal whose worker died."""
FAILED = "failed"
"""The outcome of a deal that ended in an exception."""

DECIDED = tuple(outcome.value for outcome in Outcome if outcome.decided)
OUTCOMES = (*(outcome.value for outcome in Outcome if outcome is not Outcome.CANCELLED), CRASHED, FAILED)
"""The possible outcomes of an attempt.  A cancelled one is not an attempt and is not stored."""

_SEARCHED = tuple(outcome.value for outcome in Outcome)
"""The possible outcomes for one arrangement; after a win others may have been cancelled."""


def canonical(value: Mapping[str, Any]) -> str:
    """An object as JSON text, the same for equal objects."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def read_object(name: str, text: str) -> dict[str, Any]:
    """The JSON object that a column of that name holds as text."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError(f"column '{name}' is {shown(text)}: expected a JSON object as text")
    return value


def read_arrangements(text: str) -> dict[str, dict[str, Any]]:
    """The outcome of each arrangement of a deal, by name."""
    found = read_object("arrangements", text)
    for name, entry in found.items():
        if not isinstance(entry, dict) or entry.get("outcome") not in _SEARCHED:
            raise InputError(f"column 'arrangements' has no outcome for '{shown(name)}'")
    return found


def _hash(value: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()


@dataclass(frozen=True)
class Rules:
    """A game at a size, in a variant (empty: the usual one), with options as JSON text."""

    game: str
    size: str
    variant: str = ""
    options: str = "{}"

    @classmethod
    def of(cls, game: Game[Any, Any]) -> "Rules":
        return cls(game.name, str(game.size), variant_of(game) or "", canonical(dict(game.options)))

    def make(self) -> Game[Any, Any]:
        """The game."""
        return game_of(self.game, self.size, self.variant or None, json.loads(self.options))

    def __str__(self) -> str:
        options = json.loads(self.options)
        words = [self.variant or self.game, self.size, *(f"{k}={v}" for k, v in sorted(options.items()))]
        return " ".join(words)


@dataclass(frozen=True)
class DealRecord:
    """A deal: its number or name as text, and its position in the game's notation."""

    rules: Rules
    deal: str
    position: str

    @property
    def number(self) -> int | None:
        """The number of a numbered deal, which orders deals."""
        return int(self.deal) if self.deal.isascii() and self.deal.isdigit() else None

    def __str__(self) -> str:
        return f"{self.rules} deal {shown(self.deal)}"


@dataclass(frozen=True)
class Solver:
    """An algorithm and those of its options that differ from the defaults, as JSON text."""

    algorithm: str
    options: str = "{}"

    @property
    def key(self) -> str:
        return _hash({"algorithm": self.algorithm, "options": json.loads(self.options)})

    def __str__(self) -> str:
        options = json.loads(self.options)
        return " ".join([self.algorithm, *(f"{name}={value}" for name, value in sorted(options.items()))])


@dataclass(frozen=True)
class Configuration:
    """A solver, its limits, and the version of yomikiri that ran it."""

    solver: Solver
    limits: Limits
    version: str

    @property
    def key(self) -> str:
        return _hash(
            {
                "solver": self.solver.key,
                "nodes": self.limits.nodes,
                "seconds": None if self.limits.seconds is None else float(self.limits.seconds),
                "memory": self.limits.memory,
                "version": self.version,
            }
        )


@dataclass(frozen=True)
class Attempt:
    """What a configuration answered for a deal; the counts are those of :class:`yomikiri.Result`."""

    deal: DealRecord
    configuration: Configuration
    outcome: str
    host: str
    started: str
    """When it started, in UTC, such as ``2026-01-31T12:00:00Z``."""
    proof: str | None = None
    error_bound: float = 0.0
    length: int | None = None
    moves: str | None = None
    """The solution in the game's notation; for a deal with arrangements, that of the best."""
    proved_shortest: bool = False
    certified: bool = False
    lower_bound: int | None = None
    upper_bound: int | None = None
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0
    seconds: float = 0.0
    winnable: int | None = None
    """How many arrangements were won, if the deal has several."""
    arrangements: str | None = None
    """The result of each arrangement, if the deal has several: a JSON object by name."""
    message: str | None = None
    """What went wrong, if it crashed or failed."""
    certificates: str | None = None
    """The hashes of the certificates of its verdicts: a JSON object by arrangement, the name ``""`` if there
    are none."""

    @property
    def decided(self) -> bool:
        return self.outcome in DECIDED

    @property
    def stopped_by(self) -> tuple[str, ...]:
        """What kept it from a complete answer: its outcome, or those of arrangements of a won deal.

        If only the first win was wanted, nothing did.
        """
        if not self.decided:
            return (self.outcome,)
        text = self.arrangements
        # Test the text before parsing it: there are many of these, and hardly any was stopped.
        if text is None or '_limit"' not in text or '"first"' in self.configuration.solver.options:
            return ()
        found = {entry["outcome"] for entry in read_arrangements(text).values()}
        return tuple(sorted(found.difference(DECIDED)))

    @property
    def complete(self) -> bool:
        """Whether nothing is left to find out."""
        return not self.stopped_by


@dataclass(frozen=True)
class SurveyRecord:
    """The question of a survey: rules, deals as text, solver, limits; ``started`` is when it first ran."""

    rules: Rules
    deals: str
    solver: Solver
    limits: Limits
    started: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        rules = self.rules
        return _hash(
            {
                "rules": [rules.game, rules.size, rules.variant, json.loads(rules.options)],
                "deals": self.deals,
                "configuration": Configuration(self.solver, self.limits, "").key,
            }
        )
