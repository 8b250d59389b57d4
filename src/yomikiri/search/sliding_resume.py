"""A search that can be interrupted for a night: what IDA* has done so far, in a small JSON file.

IDA* remembers nothing but the bound it is at.  An iteration is divided into branches that are searched in
order, so the bound and the number of branches done say all: another run goes on there.  Of a search that
is finished the file has the answer, too.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import ClassVar

from yomikiri.errors import InputError


@dataclass
class SavedSearch:
    """What is searched and how, and how far it has come."""

    position: str
    goal: str
    algorithm: str
    heuristic: str
    """Empty: whichever the file has."""
    bound: int = 0
    """No solution is shorter than this."""
    branch: int = 0
    """So many branches of the iteration with this bound hold no solution."""
    expanded: int = 0
    generated: int = 0
    seconds: float = 0.0
    peak_bytes: int = 0
    moves: list[int] | None = None
    """The tiles of a shortest solution, of as many moves as the bound, once it is found."""
    solutions: int | None = None
    """How many shortest solutions there are, once they are counted."""

    SAME: ClassVar = ("position", "goal", "algorithm", "heuristic")

    def load(self, path: Path, heuristics: Sequence[str]) -> None:
        """Take over from a file, if there is one, what an earlier run of the same search has done.

        Without a heuristic of its own the search takes the file's, one of ``heuristics``.
        """
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return
        except (OSError, UnicodeDecodeError):
            raise InputError(
                f"'{path}' can not be read: expected the file of an interrupted search"
            ) from None
        try:
            data = json.loads(text)
            found = SavedSearch(**data)
            for kind, most, numbers in (
                ((int,), 2**15, (found.bound, found.branch)),
                ((int,), 2**63, (found.expanded, found.generated, found.peak_bytes)),
                ((int, float), 2**63, (found.seconds,)),
                ((int,), 2**64, () if found.solutions is None else (found.solutions,)),
                ((int,), 2**15, () if found.moves is None else tuple(found.moves)),
            ):
                if not all(type(number) in kind and 0 <= number < most for number in numbers):
                    raise ValueError("a number out of range")
            if found.moves is not None and len(found.moves) != found.bound:
                raise ValueError("moves that are not as many as the bound")
        except (ValueError, TypeError):
            raise InputError(f"'{path}' is not the file of an interrupted search") from None
        if not self.heuristic and found.heuristic in heuristics:
            self.heuristic = found.heuristic
        for name in self.SAME:
            if getattr(found, name) != getattr(self, name):
                own = getattr(self, name)
                raise InputError(
                    f"'{path}' is of another search: its {name} is '{getattr(found, name)}', "
                    + (f"expected '{own}'" if own else f"expected one of {', '.join(heuristics)}")
                )
        for field in fields(self):
            setattr(self, field.name, getattr(found, field.name))

    def save(self, path: Path) -> None:
        """Write the file, all of it or nothing."""
        part = path.with_name(path.name + ".part")
        try:
            part.write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")
            os.replace(part, path)
        except OSError as error:
            raise InputError(f"'{path}' can not be written: {error.strerror}") from None
