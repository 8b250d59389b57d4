"""The build of a data set: parts that are missing go to an executor, what comes back goes to the folder."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from yomikiri.core.log import log_of
from yomikiri.datasets.manifest import Manifest
from yomikiri.datasets.part import Part, PartWork
from yomikiri.datasets.recipe import Recipe
from yomikiri.datasets.rows import load_polars
from yomikiri.search import Cancel
from yomikiri.surveys.executor import Executor
from yomikiri.surveys.pool import LocalPool
from yomikiri.surveys.tally import clock

LOG = log_of("datasets")


@dataclass
class BuildTally:
    """Where a build stands."""

    manifest: Manifest
    before: int
    """Parts that were there when it began."""
    rows: int = 0
    """Rows of this run."""
    failed: list[Part] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    over: bool = False

    @property
    def finished(self) -> bool:
        """Whether the data set is complete."""
        return self.manifest.complete

    @property
    def seconds_left(self) -> float | None:
        """How long it takes if it goes on like this; None while nothing is known."""
        done, total = len(self.manifest.parts), self.manifest.recipe.files
        made = done - self.before
        return None if made == 0 else (time.monotonic() - self.started) / made * (total - done)

    def line(self) -> str:
        """One line for people."""
        done, total = len(self.manifest.parts), self.manifest.recipe.files
        elapsed = time.monotonic() - self.started
        rate = self.rows / elapsed if elapsed > 0 else 0.0
        words = [f"{done} of {total} parts", f"{self.manifest.rows:,} positions", f"{rate:.3g}/s"]
        left = self.seconds_left
        if left is not None and done < total:
            words.append(f"{clock(left)} left")
        if self.failed:
            words.append(f"{len(self.failed)} failed")
        return "; ".join(words)


def build(
    recipe: Recipe,
    folder: str | os.PathLike[str],
    executor: Executor | None = None,
    *,
    memory: int | None = None,
    report: Callable[[BuildTally], None] | None = None,
    cancel: Cancel | None = None,
) -> BuildTally:
    """Build a data set in a folder, or go on where it stopped; where it stands at the end.

    ``memory`` is for all workers together; a search that meets it leaves its label open.  ``report`` is
    called at the beginning and after every part; ``cancel`` ends the build early.
    """
    load_polars()
    executor, cancel = executor or LocalPool(), cancel or Cancel()
    manifest = Manifest.begin(folder, recipe)
    missing = set(manifest.missing())
    tally = BuildTally(manifest, len(manifest.parts))
    share = executor.memory(memory).share
    if report is not None:
        report(tally)

    def work() -> Iterator[PartWork]:
        for index, deals in enumerate(recipe.chunks()):
            if index in missing:
                yield PartWork(recipe, index, deals, share)

    # Closed in any case: that is what ends the workers.
    with closing(executor.run(work(), cancel)) as parts:  # type: ignore[type-var]
        for part in parts:
            if part.content:
                manifest.add(part)
                tally.rows += part.rows
            else:
                tally.failed.append(part)
                LOG.warning("part %d: %s: %s", part.index, part.outcome, part.message)
            if report is not None:
                report(tally)
    tally.over = True
    return tally
