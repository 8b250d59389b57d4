"""Claims: what a stored attempt says about a position, and which part of it another search must prove.

A solution proves itself when it is replayed.  A lower bound needs no search if a heuristic of the game,
evaluated in Python, reaches it.  What is left is a :class:`Question`: that there is no solution, or none
shorter than a given number of moves.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from yomikiri.core.deal import ONLY, Deal
from yomikiri.core.errors import InputError, YomikiriError
from yomikiri.core.protocol import Game
from yomikiri.search import Outcome
from yomikiri.search.algorithms import heuristics
from yomikiri.store import DECIDED, Attempt
from yomikiri.store.attempt import read_arrangements
from yomikiri.store.row import ANSWER, read_columns
from yomikiri.store.solutions import replays

_CLAIMED = ("outcome", "length", "moves", "proved_shortest", "lower_bound", "upper_bound")
_COLUMNS = {name: ANSWER[name] for name in _CLAIMED}


class Refuted(YomikiriError):
    """A claim is wrong; the message says what was found instead."""


@dataclass(frozen=True)
class Claim:
    """What is claimed about one position."""

    outcome: str
    moves: str | None
    proved_shortest: bool
    lower: int
    """No solution has fewer moves."""
    upper: int | None
    """Some solution has at most this many moves."""

    @classmethod
    def of(cls, columns: Mapping[str, Any]) -> "Claim":
        """The claim made by an attempt's columns, or by those of one arrangement."""
        length = columns["length"] if columns["proved_shortest"] else None
        lower = max(columns["lower_bound"] or 0, length or 0)
        return cls(
            columns["outcome"], columns["moves"], columns["proved_shortest"], lower, columns["upper_bound"]
        )

    @property
    def says_something(self) -> bool:
        return self.outcome in DECIDED or self.lower > 0 or self.upper is not None

    def question(self, game: Game[Any, Any], position: Any) -> "Question | None":
        """What is left to prove, or None; an invalid solution is refuted at once."""
        known = None
        if self.moves is not None:
            if not replays(game, position, self.moves):
                raise Refuted("the moves do not win")
            known = len(self.moves.split())
        solvable = {Outcome.SOLVED.value: True, Outcome.UNSOLVABLE.value: False}.get(self.outcome)
        if solvable is False and known is not None:
            raise Refuted(f"unsolvable, but its {known} moves win")
        proved = known is not None and (self.upper is None or known <= self.upper)
        open_bound = self.lower if not _reached(self.lower, game, position) else None
        found = Question(
            solvable=None if solvable and known is not None else solvable,
            lower=None if solvable is False else open_bound,
            upper=None if proved or solvable is False else self.upper,
            known=known,
        )
        return found if found.is_open else None


def _reached(lower: int, game: Game[Any, Any], position: Any) -> bool:
    return lower <= 0 or any(bound(position) >= lower for bound in heuristics(game).values())


@dataclass(frozen=True)
class Question:
    """What a search must prove about a position."""

    solvable: bool | None
    """Whether there is a solution; None if that is proved or not claimed."""
    lower: int | None
    upper: int | None
    known: int | None
    """The length of a solution that was replayed."""

    @property
    def is_open(self) -> bool:
        return (self.solvable, self.lower, self.upper) != (None, None, None)

    @property
    def shortest(self) -> bool:
        """Whether it takes a search for shortest solutions."""
        return self.lower is not None or self.upper is not None

    def proved_by(self, answer: Claim) -> bool:
        """Whether another search proves all of it; raises :class:`Refuted` if it disproves something."""
        found = None if answer.moves is None else len(answer.moves.split())
        none = answer.outcome == Outcome.UNSOLVABLE.value
        if none and (self.solvable or self.known is not None or self.upper is not None):
            raise Refuted("it has a solution, but {} proves that there is none")
        if found is not None and self.solvable is False:
            raise Refuted(f"unsolvable, but {{}} solves it in {found} moves")
        if found is not None and self.lower is not None and found < self.lower:
            raise Refuted(f"no solution is shorter than {self.lower} moves, but {{}} finds one of {found}")
        if self.upper is not None and answer.lower > self.upper:
            raise Refuted(f"{self.upper} moves are enough, but {{}} proves that it takes {answer.lower}")
        verdict = True if found is not None else False if none else None
        return (
            (self.solvable is None or self.solvable == verdict)
            and (self.lower is None or none or answer.lower >= self.lower)
            and (self.upper is None or (found is not None and found <= self.upper))
        )


def claims_of(attempt: Attempt) -> dict[str, Claim]:
    """The claims of an attempt: one, without a name, or one for each arrangement of the deal."""
    if attempt.arrangements is None:
        return {"": Claim.of({name: getattr(attempt, name) for name in _CLAIMED})}
    return {
        name: Claim.of(read_columns(entry, _COLUMNS))
        for name, entry in read_arrangements(attempt.arrangements).items()
    }


def positions_of(deal: Deal, names: Iterator[str]) -> dict[str, Any]:
    """The positions that claims of those names are about."""
    if deal.has_arrangements:
        return {name: deal.positions[name] for name in names}
    found = dict.fromkeys(names, deal.position)
    if set(found) != {ONLY}:
        raise InputError("arrangements of a deal that has only one position")
    return found
