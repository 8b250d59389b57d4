"""A data set that is read: columns as arrays, without a copy after the Parquet files have been decoded.

The frame is polars', whose memory is Arrow's: whatever speaks Arrow's C interface (pyarrow, pandas, DuckDB)
takes it as it is.  Arrays of NumPy are views of the same memory, and therefore read-only.
"""

import io
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from yomikiri.core.code_rows import from_array, load_numpy
from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.core.words import expected
from yomikiri.datasets.manifest import Manifest
from yomikiri.datasets.recipe import Recipe
from yomikiri.datasets.rows import BOUND, load_polars

if TYPE_CHECKING:
    import polars

SPLITS = ("training", "validation", "test", "none")


@dataclass(frozen=True, eq=False)
class Dataset:
    """The rows of a data set, or of one of its splits."""

    recipe: Recipe
    frame: "polars.DataFrame"

    def __len__(self) -> int:
        return self.frame.height

    def __repr__(self) -> str:
        return f"<{len(self)} positions of {self.recipe.rules}, label {self.recipe.label}>"

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""
        return self.recipe.rules.make()

    def array(self, name: str) -> Any:
        """A column of numbers as an array of NumPy, which is a view of the frame's memory.

        Columns of truth values are bits there, and are unpacked.  Texts and lists are in :attr:`frame`.
        """
        load_numpy()
        if name not in self.frame.columns:
            raise InputError(f"unknown column '{shown(name)}': {expected(name, self.frame.columns)}")
        series = self.frame[name]
        pl = load_polars()
        if series.dtype == pl.Boolean:
            return series.to_numpy()
        if not (series.dtype.is_integer() or series.dtype.is_float() or series.dtype.base_type() is pl.Array):
            raise InputError(f"column '{name}' has no numbers: expected one that has, or the frame")
        return series.to_numpy(allow_copy=False)

    @property
    def codes(self) -> Any:
        """The positions, a row of bytes each, as :func:`yomikiri.to_array` makes them."""
        return self.array("code")

    @property
    def moves_to_go(self) -> Any:
        """The proved number of moves to a goal, -1 where it is not proved, or there is none."""
        return self.array("moves_to_go")

    @property
    def winnable(self) -> Any:
        """1 where the position can be won, 0 where it cannot, -1 where that is not known."""
        return self.array("winnable")

    @property
    def bounds(self) -> dict[str, Any]:
        """The lower bounds by name."""
        names = [name for name in self.frame.columns if name.startswith(BOUND)]
        return {name.removeprefix(BOUND): self.array(name) for name in names}

    def positions(self, rows: Sequence[int] | slice | None = None) -> list[Any]:
        """The positions as the game's own values, of some rows or of all."""
        codes = self.codes
        return from_array(self.game, codes if rows is None else codes[rows])

    def arrow(self) -> Any:
        """The rows as a table of pyarrow, if that is installed; :attr:`frame` itself speaks Arrow, too."""
        try:
            import pyarrow  # noqa: F401
        except ModuleNotFoundError:
            raise InputError(
                "a table of Arrow needs the package pyarrow: expected it, or the frame's own Arrow interface"
            ) from None
        return self.frame.to_arrow()

    def torch(self, target: str = "moves_to_go") -> Any:
        """The codes and a column as a ``torch.utils.data.Dataset``; rows whose target is -1 are left out."""
        from yomikiri.datasets.torch_view import torch_dataset

        return torch_dataset(self, target)


def load_dataset(
    folder: str | os.PathLike[str], split: str | None = None, columns: Sequence[str] | None = None
) -> Dataset:
    """The rows of a data set, of one split (``training``, ``validation``, ``test``, ``none``) or of all.

    Every part is checked before anything is answered.  ``columns`` reads only some of them; texts are
    most of the memory.
    """
    pl = load_polars()
    if split is not None and split not in SPLITS:
        raise InputError(f"split '{shown(split)}' is unknown: {expected(split, SPLITS)}")
    manifest = Manifest.open(folder)
    if not manifest.parts:
        raise InputError(f"'{shown(os.fspath(folder), 200)}' has no part yet: build it first")
    wanted = None if columns is None else list(dict.fromkeys(["split", *columns]))
    frames = []
    for index in sorted(manifest.parts):
        frame = pl.read_parquet(io.BytesIO(manifest.read(index)))
        for name in wanted or ():
            if name not in frame.columns:
                raise InputError(f"unknown column '{shown(name)}': {expected(name, frame.columns)}")
        frame = frame if wanted is None else frame.select(wanted)
        frames.append(frame if split is None else frame.filter(pl.col("split") == split))
    # In one piece, so that every column is one stretch of memory.
    joined = pl.concat(frames, rechunk=True)
    return Dataset(manifest.recipe, joined if columns is None else joined.select(list(columns)))
