"""Parts: some deals of a data set as one Parquet file, made by whoever has time, here or on a cluster."""

import io
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from yomikiri.core.catalog import open_deal
from yomikiri.core.errors import shown
from yomikiri.datasets.bounds import Bounds
from yomikiri.datasets.recipe import Recipe
from yomikiri.datasets.rows import load_polars, of_deal, schema
from yomikiri.search import Cancel, Limits, Outcome
from yomikiri.store import CRASHED, FAILED

FORMAT = {"compression": "zstd", "compression_level": 9, "statistics": False}


@dataclass(frozen=True)
class Part:
    """A part that was made, or why it was not."""

    index: int
    outcome: str
    content: bytes = b""
    counts: dict[str, int] = field(default_factory=dict)
    """Rows by split, source and whether they are proved: ``training/path/proved``."""
    seconds: float = 0.0
    message: str = ""

    @property
    def rows(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True)
class PartWork:
    """A part to be made: a value that travels to any worker."""

    recipe: Recipe
    index: int
    deals: tuple[str, ...]
    memory: int

    def perform(self, cancel: Cancel | None = None) -> Part:
        """Make it.  Whatever goes wrong is the answer."""
        started = time.monotonic()
        try:
            rows: list[dict[str, Any]] = []
            for deal in self.deals:
                if cancel is not None and cancel.is_set():
                    return Part(self.index, Outcome.CANCELLED.value)
                rows += self._rows(deal)
            return self._made(rows, time.monotonic() - started)
        except Exception as error:
            reason = shown(f"{type(error).__name__}: {error}", 500)
            return Part(self.index, FAILED, seconds=time.monotonic() - started, message=reason)

    def crashed(self, reason: str) -> Part:
        """What there is of it if its worker died."""
        return Part(self.index, CRASHED, message=reason)

    def _rows(self, deal: str) -> list[dict[str, Any]]:
        return of_deal(self.recipe, self._opened(deal), Limits(nodes=self.recipe.nodes, memory=self.memory))

    def _opened(self, deal: str) -> Any:
        rules = self.recipe.rules
        game = rules.make()
        return open_deal(rules.game, deal, rules.size, rules.variant or None, dict(game.options))

    def _made(self, rows: list[dict[str, Any]], seconds: float) -> Part:
        deal = self._opened(self.deals[0])
        start = next(iter(deal.positions.values()))
        columns = schema(deal.game, start, Bounds(deal.game))
        frame = load_polars().DataFrame(rows, schema=columns)
        file = io.BytesIO()
        frame.write_parquet(file, **FORMAT)
        return Part(self.index, "made", file.getvalue(), counted(rows), seconds)


def counted(rows: list[dict[str, Any]]) -> dict[str, int]:
    """Rows by split, source and whether their labels are proved."""
    found = Counter(f"{row['split']}/{row['source']}/{'proved' if row['proved'] else 'open'}" for row in rows)
    return dict(sorted(found.items()))
