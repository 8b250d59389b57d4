"""Run the surveys whose results are published in ``data/``, one row a deal.

    python benchmarks/records.py superpuzz-13 --deals 1-2000
    python benchmarks/records.py superpuzz-13 --open --nodes 500000000 --memory 16
    python benchmarks/records.py --check

``data/records.toml`` says what each survey is about.  A run continues where its file ends; rows are written
in the order of deals as soon as they are known, and an interrupted run loses only the deals it was working
on.  ``--open`` tries deals again that a limit left undecided, with the algorithm ``again`` of the survey if
it has one.  ``--check`` compares files with their checksums.

A row has the deal, the outcome (solved, unsolvable, or the limit that was reached), the length of the
solution, which is a shortest one only where the survey asks for that, and the positions expanded.  For a deal
with several arrangements ``won`` takes the place of the length: how many of them can be won.
"""

import argparse
import csv
import hashlib
import json
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import arguments

from yomikiri import Deal, Limits, Outcome, __version__, solve_many
from yomikiri.core.errors import InputError
from yomikiri.core.registry import entry_of
from yomikiri.games import game

DATA = Path(__file__).resolve().parent.parent / "data"
MADE = "made.json"
"""By file: its checksum, when its last row was written and by which version."""
MEMORY = 6
"""GiB of one search, unless the command says otherwise."""
GLANCE_SECONDS = 30.0


class Row(NamedTuple):
    """What is known of one deal."""

    deal: int
    outcome: str
    length: str
    expanded: int

    @property
    def decided(self) -> bool:
        return self.outcome in ("solved", "unsolvable")


class Record:
    """A survey of ``records.toml`` and its file."""

    def __init__(self, name: str, about: dict[str, Any], folder: Path = DATA) -> None:
        self.name, self.about, self.folder = name, about, folder
        self.path = folder / f"{name}.csv"
        self.game = game(about["game"], about.get("size"), about.get("variant"), about.get("options"))
        several = Deal.of(self.game, entry_of(self.game).dealt(self.game, 1), 1).has_arrangements
        self.heading = ("deal", "outcome", "won" if several else "length", "expanded")

    def rows(self) -> dict[int, Row]:
        """What the file has, by deal."""
        if not self.path.exists():
            return {}
        with self.path.open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
        if not lines or tuple(lines[0]) != self.heading:
            raise InputError(f"'{self.path.name}' does not begin with {','.join(self.heading)}")
        found = {}
        for line in lines[1:]:
            if len(line) != len(self.heading) or not line[0].isdigit() or not line[3].isdigit():
                raise InputError(f"'{self.path.name}' has a damaged row '{','.join(line)}'")
            row = Row(int(line[0]), line[1], line[2], int(line[3]))
            found[row.deal] = row
        return found

    def solved(
        self, deals: Iterable[int], nodes: int, workers: int, memory: int = MEMORY, again: bool = False
    ) -> Iterator[Row]:
        """Search deals, in order; ``again``: those that the first search has left open."""
        options = {key: self.about[key] for key in ("algorithm", "shortest") if key in self.about}
        if again and "again" in self.about:
            options["algorithm"] = self.about["again"]
        limits = Limits(nodes=nodes, memory=memory << 30)
        for result in solve_many(self.game, deals, workers=workers, limits=limits, **options):
            if hasattr(result, "winnable"):
                length = str(result.winnable)
            else:
                length = str(result.length) if result.outcome is Outcome.SOLVED else ""
            yield Row(int(result.label), result.outcome.value, length, result.expanded)

    def replace(self, rows: dict[int, Row]) -> None:
        """Write the whole file again, in the order of deals."""
        part = self.path.with_suffix(".part")
        with part.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(self.heading)
            writer.writerows(rows[deal] for deal in sorted(rows))
        part.replace(self.path)

    def seal(self) -> None:
        seal(self.path)


def seal(path: Path) -> None:
    """Note the checksum of a file, the date and the version."""
    place = path.with_name(MADE)
    made = json.loads(place.read_text(encoding="utf-8")) if place.exists() else {}
    made[path.name] = {
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
        "date": datetime.now(UTC).date().isoformat(),
        "version": __version__,
    }
    text = json.dumps(dict(sorted(made.items())), indent=1)
    place.write_text(f"{text}\n", encoding="utf-8")


def records(folder: Path = DATA) -> dict[str, Record]:
    """All surveys by name."""
    text = (folder / "records.toml").read_text(encoding="utf-8")
    return {name: Record(name, about, folder) for name, about in tomllib.loads(text).items()}


def damaged(folder: Path = DATA) -> list[str]:
    """The files that are not what was written."""
    made = json.loads((folder / MADE).read_text(encoding="utf-8"))
    return [
        name
        for name, about in made.items()
        if not (folder / name).exists()
        or hashlib.sha256((folder / name).read_bytes()).hexdigest() != about["sha256"]
    ]


def run(
    record: Record,
    deals: list[int],
    nodes: int,
    workers: int,
    again: bool,
    tell: Callable[[str], None],
    memory: int = MEMORY,
) -> None:
    """Add rows for the deals that have none, or with ``again`` for those that are open."""
    rows = record.rows()
    if again:
        wanted = [deal for deal in deals if deal in rows and not rows[deal].decided]
    else:
        wanted = [deal for deal in deals if deal not in rows]
    if not record.path.exists():
        record.replace(rows)
    began = told = time.monotonic()
    try:
        for done, row in enumerate(record.solved(wanted, nodes, workers, memory, again), start=1):
            rows[row.deal] = row
            if again:
                record.replace(rows)
            else:
                with record.path.open("a", encoding="utf-8", newline="") as file:
                    csv.writer(file, lineterminator="\n").writerow(row)
            now = time.monotonic()
            if now - told >= GLANCE_SECONDS or done == len(wanted):
                told, rate = now, done / (now - began)
                left = (len(wanted) - done) / rate
                tell(f"{record.name}: {done:,} of {len(wanted):,} deals, {rate:.1f}/s, {left:,.0f} s to go")
    finally:
        record.replace(rows)
        record.seal()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="surveys of data/records.toml")
    parser.add_argument("--deals", type=arguments.deals, help="which (default: all of the survey)")
    parser.add_argument("--nodes", type=arguments.count, help="positions expanded for a deal, at most")
    parser.add_argument("--workers", type=arguments.count, default=1)
    parser.add_argument("--memory", type=arguments.count, default=MEMORY, help="GiB of one search, at most")
    parser.add_argument("--open", action="store_true", help="try undecided deals again")
    parser.add_argument("--check", action="store_true", help="compare the files with their checksums")
    options = parser.parse_args()
    known = records()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"'{unknown[0]}' is not a survey: expected some of {', '.join(known)}")
    if options.check:
        wrong = damaged()
        print(
            "\n".join(f"{name} is not what was written" for name in wrong)
            or "all files are as they were written"
        )
        sys.exit(10 if wrong else 0)
    if not options.names:
        parser.error(f"nothing to run: expected some of {', '.join(known)}")
    for name in options.names:
        record = known[name]
        deals = options.deals or list(range(1, record.about["deals"] + 1))
        nodes = options.nodes or record.about["nodes"]
        run(
            record,
            deals,
            nodes,
            options.workers,
            options.open,
            lambda line: print(line, file=sys.stderr, flush=True),
            options.memory,
        )


if __name__ == "__main__":
    arguments.run(main)
