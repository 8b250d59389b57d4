"""Resumable searches: what IDA* has done so far, in a small sealed file.

IDA* remembers nothing but its current bound.  An iteration is divided into branches that are searched in
order, so the bound and the number of finished branches say it all: another run continues from there.  For a
finished search the file also holds the answer.

A proof rests on these few numbers, so they are sealed (:mod:`yomikiri.core.sealed_file`), and whatever can be
checked without searching is checked as well: the parity of the bound, that it is not below the Manhattan
distance, that work was counted where some was done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, ClassVar

from yomikiri.core.sealed_file import Format

FORMAT = Format("interrupted search", 2, "delete it to search from the start")
"""Version 1 had no seal.  Raise the version when the division of iterations into branches changes."""


@dataclass
class SavedSearch:
    """The search, its options, and how far it has come."""

    position: str
    goal: str
    algorithm: str
    heuristic: str
    """Empty: the one in the file."""
    branches: int
    """The least number of branches of an iteration; branch numbers mean nothing without it."""
    bound: int = 0
    """No solution is shorter than this."""
    branch: int = 0
    """The number of branches of this bound's iteration that are known to hold no solution."""
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    peak_bytes: int = 0
    moves: list[int] | None = None
    """The tiles of a shortest solution, as many as the bound, once it is found."""
    solutions: int | None = None
    """How many shortest solutions there are, once counted."""

    SAME: ClassVar = ("position", "goal", "algorithm", "branches", "heuristic")
    MOST: ClassVar = {
        "bound": 2**15,
        "branch": 2**15,
        "branches": 2**15,
        "expanded": 2**63,
        "generated": 2**63,
        "peak_bytes": 2**63,
        "seconds": 2**63,
    }

    def load(self, path: Path, heuristics: Sequence[str], manhattan: int) -> None:
        """Load from a file, if it exists, what an earlier run of the same search has done.

        If no heuristic is set, the search takes the file's, one of ``heuristics``.  ``manhattan`` is the
        Manhattan distance of the position.
        """
        try:
            data = FORMAT.read_json(path)
        except FileNotFoundError:
            return
        names = [field.name for field in fields(self)]
        if not isinstance(data, dict) or sorted(data) != sorted(names):
            raise FORMAT.refused(path, f"it does not have {', '.join(names)}")
        found = SavedSearch(**data)
        for reason in found._implausible(manhattan):
            raise FORMAT.refused(path, reason)
        if not self.heuristic and found.heuristic in heuristics:
            self.heuristic = found.heuristic
        for name in self.SAME:
            own, other = getattr(self, name), getattr(found, name)
            if other != own:
                expected = f"'{own}'" if own else f"one of {', '.join(heuristics)}"
                raise FORMAT.of_another(path, "search", f"its {name} is '{other}', expected {expected}")
        for name in names:
            setattr(self, name, getattr(found, name))

    def save(self, path: Path) -> None:
        """Write the file, all of it or nothing; OSError if it cannot be written."""
        FORMAT.write_json(path, asdict(self))

    def _implausible(self, manhattan: int) -> Iterator[str]:
        """Impossible values, in spite of the seal; the first is enough to refuse the file."""
        for name in ("position", "goal", "algorithm", "heuristic"):
            if not isinstance(getattr(self, name), str):
                yield f"its {name} is not text"
        for name, most in self.MOST.items():
            if not _is_number(getattr(self, name), most, also_float=name == "seconds"):
                yield f"its {name} is not a number from 0 to {most}"
        moves, solutions = self.moves, self.solutions
        if moves is not None and not (
            isinstance(moves, list) and all(_is_number(move, 2**15) for move in moves)
        ):
            yield "its moves are no tiles"
        if moves is not None and len(moves) != self.bound:
            yield f"it has {len(moves)} moves at the bound {self.bound}"
        if solutions is not None and (moves is None or not solutions or not _is_number(solutions, 2**64)):
            yield f"it has counted {solutions} solutions"
        begun = self.bound or self.branch or moves is not None
        if begun and (self.bound < manhattan or (self.bound - manhattan) % 2):
            yield f"its bound is {self.bound}, but the Manhattan distance is {manhattan}"
        if self.branch and not self.expanded:
            yield f"it has done {self.branch} branches without expanding a position"


def _is_number(value: Any, most: int, *, also_float: bool = False) -> bool:
    kinds = (int, float) if also_float else (int,)
    return type(value) in kinds and 0 <= value < most
