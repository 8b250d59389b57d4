"""The manifest of a data set: its recipe, and for every part its rows, its length and its checksum.

A folder has parts, plain Parquet files that any tool reads, and ``manifest.sealed``, a sealed file.  A part
counts once the manifest names it, and the manifest is written anew after every part, whole or not at all.  So
after a kill there is at most a part too many, which is made again and overwritten.  Nothing in it depends on
when, where or in which order parts were made: a build that was interrupted ends with the same bytes.
"""

import os
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.sealed_file import BodySum, Format
from yomikiri.core.whole_file import write_whole
from yomikiri.datasets.part import Part
from yomikiri.datasets.recipe import Recipe

MANIFEST = "manifest.sealed"
FORMAT = Format("data set", 1, "build it again, or fetch it again from where it came")


@dataclass(frozen=True)
class Written:
    """What the manifest says of a part."""

    length: int
    checksum: str
    counts: dict[str, int]

    @property
    def rows(self) -> int:
        return sum(self.counts.values())


@dataclass
class Manifest:
    """A data set in a folder."""

    folder: Path
    recipe: Recipe
    parts: dict[int, Written] = field(default_factory=dict)

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> "Manifest":
        """That of a data set that is there."""
        path = Path(folder) / MANIFEST
        try:
            data = FORMAT.read_json(path)
        except FileNotFoundError:
            raise InputError(
                f"'{shown(os.fspath(folder), 200)}' is no data set: expected a folder with {MANIFEST}"
            ) from None
        parts = {int(part["index"]): _written(part) for part in data["parts"]}
        return cls(Path(folder), Recipe.from_dict(data["recipe"]), parts)

    @classmethod
    def begin(cls, folder: str | os.PathLike[str], recipe: Recipe) -> "Manifest":
        """That of a data set to be built, which may have been begun; another one's is refused."""
        place = Path(folder)
        if not (place / MANIFEST).exists():
            if place.is_dir() and any(place.glob("*.parquet")):
                raise InputError(
                    f"'{shown(os.fspath(folder), 200)}' has Parquet files and no {MANIFEST}: "
                    "expected an empty folder"
                )
            try:
                place.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise InputError(
                    f"'{shown(os.fspath(folder), 200)}' cannot be made: {error.strerror or error}"
                ) from None
            found = cls(place, recipe)
            found.save()
            return found
        found = cls.open(place)
        mine, theirs = recipe.to_dict(), found.recipe.to_dict()
        if mine != theirs:
            name = next(name for name in mine if mine[name] != theirs[name])
            raise FORMAT.of_another(
                place, "recipe", f"its {name} is {theirs[name]}, not {mine[name]}; expected another folder"
            )
        return found

    def save(self) -> None:
        parts = [
            {"index": index, "bytes": part.length, "checksum": part.checksum, "counts": part.counts}
            for index, part in sorted(self.parts.items())
        ]
        FORMAT.write_json(self.folder / MANIFEST, {"recipe": self.recipe.to_dict(), "parts": parts})

    def file(self, index: int) -> Path:
        """The file of a part."""
        return self.folder / f"part-{index:06d}.parquet"

    def add(self, part: Part) -> None:
        """Write a part, then the manifest that names it."""
        write_whole(self.file(part.index), part.content)
        self.parts[part.index] = Written(len(part.content), checksum_of(part.content), part.counts)
        self.save()

    def read(self, index: int) -> bytes:
        """The bytes of a part, checked."""
        part, path = self.parts[index], self.file(index)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            raise FORMAT.refused(path, "the file is missing") from None
        except OSError as error:
            raise InputError(f"'{path}' cannot be read: {error.strerror or error}") from None
        if len(content) != part.length:
            raise FORMAT.refused(path, f"it has {len(content)} bytes, expected {part.length}")
        if checksum_of(content) != part.checksum:
            raise FORMAT.refused(path, "its checksum is wrong")
        return content

    def missing(self) -> list[int]:
        """The parts that are still to be made; those that are there are checked."""
        for index in self.parts:
            self.read(index)
        return [index for index in range(self.recipe.files) if index not in self.parts]

    @property
    def complete(self) -> bool:
        return len(self.parts) == self.recipe.files

    @property
    def rows(self) -> int:
        return sum(part.rows for part in self.parts.values())

    @property
    def counts(self) -> dict[str, int]:
        """Rows by split, source and whether they are proved."""
        found: Counter[str] = Counter()
        for part in self.parts.values():
            found.update(part.counts)
        return dict(sorted(found.items()))

    def count(self, word: str) -> int:
        """The rows of a split, of a source, or that are ``proved``."""
        return sum(rows for name, rows in self.counts.items() if word in name.split("/"))


def checksum_of(content: bytes) -> str:
    """The checksum of a part."""
    found = BodySum()
    found.add(content)
    return f"{found.value:016x}"


def _written(part: dict[str, Any]) -> Written:
    return Written(part["bytes"], part["checksum"], part["counts"])
