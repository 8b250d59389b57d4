"""Solve Korf and Felner's fifty instances of the 24-puzzle, those of fewest published nodes first.

    python benchmarks/korf24.py [--most 35] [--instances 6,7] [--threads N]

``data/korf24.csv`` has a row an instance: the length of its shortest solutions; nodes that others have
published, which they count in ways of their own; and what our search expanded and generated, if it has been
solved.  A run continues with the first instance that has not; several may run at once, each with its own
``--instances``.

The search is ``within=0``: rounds of IDA* prove that there is no shorter solution, beams between them find
one that is as short as proved.  So the last round, the longest, is often not needed.  All that rounds and
beams look at counts.
"""

import argparse
import csv
import sys
import time
from pathlib import Path
from typing import NamedTuple

import arguments
from records import DATA, seal

from yomikiri import Limits, Outcome, Progress, __version__, open_deal, solve
from yomikiri.core.errors import InputError

NAME = "korf24.csv"
HEURISTIC = "pdb-6666x2"
GLANCE_SECONDS = 60.0
HEADING = (
    "instance",
    "length",
    "korf_felner_6666",
    "doebbelin_6666",
    "doebbelin_996",
    "clausecker",
    "expanded",
    "generated",
    "version",
)


class Instance(NamedTuple):
    """A row of the file."""

    number: int
    length: int
    published: tuple[int, int, int, int]
    expanded: int | None = None
    generated: int | None = None
    version: str = ""

    @property
    def solved(self) -> bool:
        return self.generated is not None


def read(path: Path) -> list[Instance]:
    """The rows of a file, in its order."""
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    if not lines or tuple(lines[0]) != HEADING:
        raise InputError(f"'{path.name}' does not begin with {','.join(HEADING)}")
    found = []
    for line in lines[1:]:
        if len(line) != len(HEADING) or not all(word.isdigit() for word in line[:6]):
            raise InputError(f"'{path.name}' has a damaged row '{','.join(line)}'")
        number, length, *published = map(int, line[:6])
        ours = [int(word) if word else None for word in line[6:8]]
        found.append(Instance(number, length, tuple(published), *ours, line[8]))  # type: ignore[arg-type]
    return found


def write(path: Path, rows: list[Instance]) -> None:
    """All rows, and the checksum."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADING)
        for row in rows:
            ours = ["" if count is None else count for count in (row.expanded, row.generated)]
            writer.writerow([row.number, row.length, *row.published, *ours, row.version])
    part.replace(path)
    seal(path)


def search(row: Instance, threads: int) -> Instance:
    """Solve an instance."""
    deal = open_deal("sliding", f"korf24:{row.number}")
    began = told = time.monotonic()

    def watch(progress: Progress) -> None:
        nonlocal told
        if time.monotonic() - told > GLANCE_SECONDS:
            told = time.monotonic()
            rate = progress.generated / (told - began) / 1e6
            counted = f"{progress.generated:.3g} generated, {rate:.1f} M/s"
            print(f"  {row.number}: >= {progress.lower_bound}, {counted}", file=sys.stderr, flush=True)

    result = solve(
        deal.game,
        deal.position,
        within=0,
        heuristic=HEURISTIC,
        limits=Limits(),
        threads=threads,
        progress=watch,
    )
    if result.outcome is not Outcome.SOLVED:
        raise KeyboardInterrupt
    if result.length != row.length:
        raise AssertionError(f"instance {row.number} has {result.length} moves: published are {row.length}")
    levels = ", ".join(f"{level.by} {level.value}: {level.expanded:,}" for level in result.levels)
    taken = f"{result.generated:,} generated, {result.seconds:.0f} s"
    print(f"{row.number}: {result.length}, {taken} ({levels})", file=sys.stderr, flush=True)
    return row._replace(expanded=result.expanded, generated=result.generated, version=__version__)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--most", type=arguments.count, default=50, help="instances, the easiest first")
    parser.add_argument("--threads", type=arguments.count, default=1)
    parser.add_argument("--instances", type=arguments.deals, help="only these")
    options = parser.parse_args()
    path = DATA / NAME
    for row in sorted(read(path), key=lambda row: row.published[0])[: options.most]:
        if row.solved or (options.instances and row.number not in options.instances):
            continue
        found = search(row, options.threads)
        # Others may have written theirs meanwhile.
        write(path, [found if one.number == row.number else one for one in read(path)])


if __name__ == "__main__":
    arguments.run(main)
