"""The check of a data set: all of its files, and a sample of its rows played and proved again.

A checksum finds damage, not a label that is wrong.  So rows of a sample are made again from their deal:
the moves are played, the position and every bound computed anew, bounds in Python, too, where the kernel made
them, and the label is proved by a search that begins at the position and knows nothing of the rows around it.
By that the label of a position on a path is proved in another way than it was made.
"""

import io
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from yomikiri.core.catalog import open_deal
from yomikiri.core.code_rows import row_of
from yomikiri.core.deal import ONLY, Deal
from yomikiri.core.errors import CertificationError, InputError, YomikiriError, shown
from yomikiri.core.registry import entry_of
from yomikiri.datasets.bounds import Bounds
from yomikiri.datasets.judge import LABELS, Judge, Label
from yomikiri.datasets.manifest import Manifest
from yomikiri.datasets.part import counted
from yomikiri.datasets.recipe import Recipe
from yomikiri.datasets.rows import BOUND, UNKNOWN, load_polars, metric_of
from yomikiri.datasets.splits import split_of
from yomikiri.search import Cancel, Limits
from yomikiri.search.heuristic import DEAD_END
from yomikiri.surveys.deals import Deals

SHARE = 0.01
DEAD_BYTE = 255


class _Wrong(YomikiriError):
    """A row is not what it says; the message says how."""


@dataclass
class DatasetCheck:
    """What a check found."""

    rows: int
    """Of the data set."""
    share: float
    seed: int
    looked_at: int = 0
    proved: int = 0
    open: int = 0
    """Rows whose label could not be proved again within the limits, and was not refuted either."""
    wrong: list[str] = field(default_factory=list)
    """Rows that are false, and what is false about them."""
    finished: bool = True
    over: bool = False

    def line(self) -> str:
        """One line for people."""
        return (
            f"{self.looked_at:,} rows of {self.rows:,} looked at: {self.proved:,} proved again, "
            f"{self.open:,} open, {len(self.wrong):,} false"
        )

    def to_dict(self) -> dict[str, Any]:
        """As a JSON object."""
        names = ("rows", "share", "seed", "looked_at", "proved", "open", "wrong", "finished")
        return {name: getattr(self, name) for name in names}


def check_dataset(
    folder: str | os.PathLike[str],
    *,
    share: float = SHARE,
    seed: int = 0,
    limits: Limits | None = None,
    report: Callable[[DatasetCheck], None] | None = None,
    cancel: Cancel | None = None,
) -> DatasetCheck:
    """Check a data set: its files, and of its rows that share, drawn by the seed.

    ``limits`` are for each label and for each set of moves; without them a label has the nodes that the
    solution of a deal had.  A damaged file is an error, a false row is in ``wrong``.
    """
    pl = load_polars()
    if not 0 <= share <= 1:
        raise InputError(f"share {share!r} is no share: expected a number from 0 to 1")
    manifest = Manifest.open(folder)
    checker = _Checker(manifest.recipe, limits or Limits(nodes=manifest.recipe.nodes))
    found = DatasetCheck(manifest.rows, share, seed)
    for index in sorted(manifest.parts):
        frame = pl.read_parquet(io.BytesIO(manifest.read(index)))
        columns = frame.select("split", "source", "proved", "deal", "arrangement", "code")
        if counted(columns.select("split", "source", "proved").to_dicts()) != manifest.parts[index].counts:
            found.wrong.append(f"{manifest.file(index).name}: its rows are not those that were counted")
        doubles = columns.select("deal", "arrangement", "code").is_duplicated().sum()
        if doubles:
            found.wrong.append(f"{manifest.file(index).name}: {doubles} rows are not the only ones")
        rng = random.Random(f"{seed}/{index}")
        for number in [number for number in range(frame.height) if rng.random() < share]:
            if cancel is not None and cancel.is_set():
                found.finished = False
                return found
            row = frame.row(number, named=True)
            found.looked_at += 1
            try:
                if checker.proves(row):
                    found.proved += 1
                else:
                    found.open += 1
            except _Wrong as error:
                where = f"{manifest.file(index).name}, row {number} (deal {row['deal']}, ply {row['ply']})"
                found.wrong.append(f"{where}: {error}")
            if report is not None:
                report(found)
    found.over = True
    return found


class _Checker:
    """Checks rows of one recipe."""

    def __init__(self, recipe: Recipe, limits: Limits) -> None:
        self.recipe, self.limits = recipe, limits
        self.game = recipe.rules.make()
        self.deals = Deals.parse(recipe.deals)
        self.bounds = Bounds(self.game)
        self.plain = Bounds(self.game, kernel=False)
        self.opened: Callable[[str], Deal] = lru_cache(maxsize=64)(self._opened)

    def proves(self, row: dict[str, Any]) -> bool:
        """Whether the row is proved again; False if it is left open, _Wrong if it is false."""
        position = self._replayed(row)
        for name, value in self.bounds.values(position).items():
            _same(row, BOUND + name, value)
        for name, value in self.plain.values(position).items():
            # Some games say "lost" in Python by a value that fits in a byte.
            if not (row[BOUND + name] == DEAD_END and value >= DEAD_BYTE):
                _same(row, BOUND + name, value)
        if row["moves_to_go"] != UNKNOWN and not row["lower"] == row["upper"] == row["moves_to_go"]:
            raise _Wrong(f"moves_to_go is {row['moves_to_go']}, its bounds {row['lower']} and {row['upper']}")
        judge = LABELS[self.recipe.label](self.game, self.limits, self.bounds)
        judge.small = self.limits
        try:
            label = judge.label(position)
            self._compare(row, label, judge)
            return self._moves(row, label, judge, position) and judge.proved(label)
        except CertificationError as error:
            raise _Wrong(str(error)) from None

    def _opened(self, name: str) -> Deal:
        rules = self.recipe.rules
        return open_deal(rules.game, name, rules.size, rules.variant or None, dict(self.game.options))

    def _replayed(self, row: dict[str, Any]) -> Any:
        """The position that the moves of the row lead to, which has to be that of the row."""
        if row["deal"] not in self.deals:
            raise _Wrong(f"the deal is not one of {self.recipe.deals}")
        deal = self.opened(row["deal"])
        start = deal.positions[row["arrangement"] or ONLY]
        texts = row["way"].split()
        try:
            moves = self.game.read_moves(start, texts)
        except (YomikiriError, ValueError) as error:
            raise _Wrong(f"way: {error}") from None
        position = start
        for move in moves:
            position = self.game.play(position, move)
        _same(row, "ply", len(texts))
        _same(row, "code", list(row_of(self.game, position, len(row["code"]))))
        _same(row, "text", self.game.format_position(position))
        _same(row, "split", split_of(entry_of(self.game), row["deal"]))
        _same(row, "label", self.recipe.label)
        _same(row, "rules", str(self.recipe.rules))
        _same(row, "metric", metric_of(self.game))
        _same(row, "version", self.recipe.version)
        _same(row, "seed", self.recipe.seed)
        if row["source"] not in self.recipe.positions:
            raise _Wrong(f"source is {row['source']}: expected one of {', '.join(self.recipe.positions)}")
        return position

    def _compare(self, row: dict[str, Any], label: Label, judge: Judge) -> None:
        """Refute what the new label contradicts."""
        claimed = {UNKNOWN: None, 0: False, 1: True}[row["winnable"]]
        if None not in (claimed, label.winnable) and claimed != label.winnable:
            can = "can" if label.winnable else "cannot"
            raise _Wrong(f"winnable is {row['winnable']}, but it {can} be won")
        if label.upper is not None and label.upper < row["lower"]:
            raise _Wrong(f"{row['lower']} moves are said to be the fewest, but {label.upper} are enough")
        if row["upper"] != UNKNOWN and label.lower > row["upper"]:
            raise _Wrong(f"{row['upper']} moves are said to be enough, but it takes {label.lower}")
        said = Label(claimed, max(0, row["lower"]), None if row["upper"] == UNKNOWN else row["upper"])
        if row["proved"] != judge.proved(said):
            raise _Wrong(f"proved is {row['proved']}, which the other columns do not bear out")
        exact = said.exact if self.recipe.label == "shortest" else None
        _same(row, "moves_to_go", UNKNOWN if exact is None else exact)

    def _moves(self, row: dict[str, Any], label: Label, judge: Judge, position: Any) -> bool:
        """Whether the set of moves is proved again."""
        if not judge.proved(label):
            return False
        choice = judge.choice(position, label)
        found = {self.game.format_move(position, move) for move in choice.moves}
        claimed = set(row["best_moves"])
        extra, missing = claimed - found, found - claimed
        if extra and choice.complete:
            raise _Wrong(f"best_moves has {' '.join(sorted(extra))}, which is none")
        if missing and row["best_proved"]:
            raise _Wrong(f"best_moves is without {' '.join(sorted(missing))}")
        return choice.complete


def _same(row: dict[str, Any], name: str, expected: Any) -> None:
    if row.get(name) != expected:
        found, wanted = (shown(str(value), 100) for value in (row.get(name), expected))
        raise _Wrong(f"{name} is {found}: expected {wanted}")
