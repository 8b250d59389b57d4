"""What a divided search keeps on disk, so that it can resume after any failure: its levels.

A folder has one file per level and part, with the positions that were new there and the records of how they
were reached, and ``search.json``, which is written last and says which files count, by name and by the last
word of each seal.  Every position is written once.  To resume, all are read again and nothing is expanded;
the hash determines the owner of a position, so there may be more or fewer parts than before.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, ClassVar

from yomikiri.core.errors import InputError
from yomikiri.core.sealed_file import Format

FILE = "search.json"
FORMAT = Format("search in parts", 2, "empty the folder to search from the start")
"""Version 1 had no seal."""
_WORD = re.compile("[0-9a-f]{16}")


@dataclass
class SavedLevels:
    """The search, its options, and how far it has come."""

    game: str
    position: str
    symmetry: str
    skip_lost: bool
    states: str
    """How positions are told apart, ``exact`` or ``fingerprint``: supposed duplicates are not saved."""
    hash_seed: int
    """The hash seed of the fingerprints."""
    levels: list[list[str]] = field(default_factory=list)
    """For each level reached, the words of its files, one for each part that wrote it."""
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    seconds: float = 0.0

    SAME: ClassVar = ("game", "position", "symmetry", "skip_lost")

    def load(self, folder: Path) -> bool:
        """Load from a folder, if it is not empty, how far an earlier run of the same search has come; returns
        whether there was one."""
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"'{folder}' is not a folder for a search in parts: {error.strerror}") from None
        try:
            data = FORMAT.read_json(path)
        except FileNotFoundError:
            self.levels, self.expanded, self.generated, self.stored, self.seconds = [], 0, 0, 0, 0.0
            return False
        names = [entry.name for entry in fields(self)]
        if not isinstance(data, dict) or sorted(data) != sorted(names):
            raise FORMAT.refused(path, f"it does not have {', '.join(names)}")
        found = SavedLevels(**data)
        for name in self.SAME:
            own, other = getattr(self, name), getattr(found, name)
            if other != own:
                raise FORMAT.of_another(path, "search", f"its {name} is '{other}', expected '{own}'")
        for reason in found._implausible():
            raise FORMAT.refused(path, reason)
        # Whole positions are as good as any fingerprints, but an answer that rests on fingerprints other than
        # those it names would be neither exact nor confirmed.
        told_apart = (self.states, self.hash_seed)
        if found.states != "exact" and (found.states, found.hash_seed) != told_apart:
            reason = f"it told positions apart by fingerprints with hash seed {found.hash_seed}"
            raise FORMAT.of_another(path, "search", f"{reason}, expected the same states and hash_seed")
        self.__dict__.update(found.__dict__)
        self.states, self.hash_seed = told_apart
        return True

    def files(self, folder: Path, level: int, parts: int) -> list[str]:
        """The files of a level, one per part."""
        return [str(folder.absolute() / f"level-{level:05d}.part-{part:05d}") for part in range(parts)]

    def sealed_files(self, folder: Path) -> list[list[tuple[str, str]]]:
        """The files of all levels, each with its word."""
        return [
            list(zip(self.files(folder, level, len(words)), words, strict=True))
            for level, words in enumerate(self.levels)
        ]

    def save(self, folder: Path, counts: Sequence[int], seconds: float, words: list[str]) -> None:
        """Record one more level, whose files are written, and the total cost; OSError if that fails."""
        expanded, generated, stored = counts
        after = replace(
            self,
            levels=[*self.levels, words],
            expanded=expanded,
            generated=generated,
            stored=stored,
            seconds=seconds,
        )
        FORMAT.write_json(folder / FILE, asdict(after))
        self.__dict__.update(after.__dict__)

    def _implausible(self) -> Iterator[str]:
        """Impossible values, in spite of the seal; the first is enough to refuse the file."""
        if not _is_list_of(self.levels, list) or not self.levels:
            yield "its levels are no list"
        if self.states not in ("exact", "fingerprint") or type(self.hash_seed) is not int:
            yield "it does not say how it told positions apart"
        for words in self.levels:
            if not words or not _is_list_of(words, str) or not all(map(_WORD.fullmatch, words)):
                yield "a level has no files, or files without a seal"
        for name in ("expanded", "generated", "stored", "seconds"):
            value = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if type(value) not in kinds or not 0 <= value < 2**63:
                yield f"its {name} is not a number"
        # All levels but the last, which may be empty, were expanded, and each has at least one position;
        # everything stored except the start was generated.
        if not len(self.levels) - 1 <= self.expanded <= self.stored <= self.generated + 1:
            yield (
                f"{self.expanded} expanded, {self.generated} generated and {self.stored} stored "
                f"do not make {len(self.levels)} levels"
            )


def _is_list_of(value: Any, kind: type) -> bool:
    return isinstance(value, list) and all(isinstance(entry, kind) for entry in value)
