"""What a divided search leaves on the disk, so that it can go on after whatever happened: its levels.

A folder has one file for each level and part, with the positions that were new there and the records of how
they were reached, and ``search.json``, which is written last and says which of them count.  Every position
is written once.  To go on, all are read again and nothing is expanded; the hash says who owns a position,
so there may be more or fewer parts than before.
"""

import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import ClassVar

from yomikiri.errors import InputError

FILE = "search.json"


@dataclass
class SavedLevels:
    """What is searched and how, and how far it has come."""

    game: str
    position: str
    symmetry: str
    skip_lost: bool
    parts: list[int] = field(default_factory=list)
    """For each level that was reached, how many parts have written it."""
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    seconds: float = 0.0

    SAME: ClassVar = ("game", "position", "symmetry", "skip_lost")

    def load(self, folder: Path) -> bool:
        """Take over from a folder, if there is something in it, how far an earlier run of the same search
        has come; whether there was."""
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return False
        except (OSError, UnicodeDecodeError):
            raise InputError(f"'{path}' can not be read: expected the folder of a search in parts") from None
        try:
            found = SavedLevels(**json.loads(text))
            numbers = (found.expanded, found.generated, found.stored, found.seconds, *found.parts)
            if not all(isinstance(number, int | float) and 0 <= number < 2**63 for number in numbers):
                raise ValueError("a number out of range")
        except (ValueError, TypeError):
            raise InputError(f"'{path}' is not the file of a search in parts") from None
        for name in self.SAME:
            if getattr(found, name) != getattr(self, name):
                raise InputError(
                    f"'{path}' is of another search: its {name} is '{getattr(found, name)}', "
                    f"expected '{getattr(self, name)}'"
                )
        self.__dict__.update(found.__dict__)
        return bool(self.parts)

    def files(self, folder: Path, level: int, parts: int) -> list[str]:
        """The files of a level, one a part."""
        return [str(folder.absolute() / f"level-{level:05d}.part-{part:05d}") for part in range(parts)]

    def levels(self, folder: Path) -> list[list[str]]:
        """The files of all levels."""
        return [self.files(folder, level, parts) for level, parts in enumerate(self.parts)]

    def save(self, folder: Path, counts: Sequence[int], seconds: float, parts: int) -> None:
        """Note one more level, whose files are written, and what all of it took."""
        self.parts.append(parts)
        self.expanded, self.generated, self.stored = counts
        self.seconds = seconds
        path = folder / FILE
        part = path.with_name(FILE + ".part")
        try:
            with part.open("w", encoding="utf-8") as stream:
                stream.write(json.dumps(asdict(self)) + "\n")
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(part, path)
        except OSError as error:
            raise InputError(f"'{path}' can not be written: {error.strerror}") from None
