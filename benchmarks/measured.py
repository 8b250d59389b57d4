"""What a benchmark found, as JSON (``--json FILE``), and beside a stored run (``--against FILE``).

There are two kinds of figures.  *Counts*, such as positions expanded, are the same on every machine: where
they differ from those of the stored run, the program ends with status 1.  *Costs* are processor time in units
of a reference search that the same process runs before and after: machines differ, and one machine from hour
to hour, so seconds say little and are not stored.  Costs are shown as ratios to the stored ones and judged by
whoever reads them.
"""

import argparse
import hashlib
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from yomikiri import InputError, Superpuzz, solve

VERSION = 1
Count = int | str | None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write counts and costs as JSON")
    parser.add_argument("--against", type=Path, metavar="FILE", help="compare with a run that was stored so")


@dataclass(frozen=True)
class Entry:
    """One line of a benchmark: what it counted, and what it cost in units of the reference."""

    name: str
    counts: dict[str, Count]
    cost: float | None = None


@dataclass
class Run:
    """The entries of one run; if nobody asked for them, `add` and `finish` do nothing."""

    options: argparse.Namespace
    entries: list[tuple[str, dict[str, Count], float | None]] = field(default_factory=list)
    unit: float = field(init=False, default=0.0)

    def __post_init__(self) -> None:
        self.wanted = self.options.json is not None or self.options.against is not None
        self.stored = None if self.options.against is None else load(self.options.against)
        if self.wanted:
            self.unit = min(reference() for _ in range(3))

    def add(self, name: str, seconds: float | None = None, **counts: Count) -> None:
        """A name that no other entry has, processor time, and whatever is the same on every machine."""
        self.entries.append((name, counts, seconds))

    def finish(self) -> None:
        """Write and compare; ends the program if a count has changed."""
        if not self.wanted:
            return
        unit = min(self.unit, *(reference() for _ in range(3)))
        found = [
            Entry(name, counts, None if seconds is None else round(seconds / unit, 4))
            for name, counts, seconds in self.entries
        ]
        if self.options.json is not None:
            self.options.json.write_text(dump(found), encoding="utf-8")
        if self.stored is not None:
            lines, changed = compare(self.stored, found)
            print(*lines, sep="\n")
            if changed:
                sys.exit(1)


def reference() -> float:
    """The processor time of a breadth-first search through 544,051 positions."""
    game = Superpuzz(9)
    began = time.process_time()
    solve(game, game.deal(7), algorithm="breadth-first", states="fingerprint")
    return time.process_time() - began


def dump(entries: list[Entry]) -> str:
    """A stored run: a line for each entry, so that a change is a small difference."""
    rows = [json.dumps(vars(entry), ensure_ascii=False) for entry in entries]
    body = ",\n    ".join(rows)
    head = f'  "version": {VERSION},\n  "checksum": "{_checksum(rows)}",\n'
    return f'{{\n{head}  "entries": [\n    {body}\n  ]\n}}\n'


def load(path: Path) -> list[Entry]:
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"'{path}' is not a stored run: {error}") from None
    if not isinstance(data, dict) or data.get("version") != VERSION:
        raise InputError(f"'{path}' is not a stored run of version {VERSION}")
    rows = data.get("entries", [])
    if data.get("checksum") != _checksum([json.dumps(row, ensure_ascii=False) for row in rows]):
        raise InputError(f"'{path}' is damaged: its checksum is another")
    return [Entry(**row) for row in rows]


def _checksum(rows: list[str]) -> str:
    return hashlib.sha256("\n".join(rows).encode()).hexdigest()[:16]


def compare(stored: list[Entry], found: list[Entry]) -> tuple[list[str], bool]:
    """What to print, and whether a count has changed.  Entries that only one side has are named."""
    before = {entry.name: entry for entry in stored}
    lines, changed, ratios = [], False, []
    for entry in found:
        then = before.pop(entry.name, None)
        if then is None:
            lines.append(f"{entry.name}: not in the stored run")
            continue
        for name in sorted(then.counts.keys() | entry.counts.keys()):
            was, now = then.counts.get(name), entry.counts.get(name)
            if was != now:
                lines.append(f"{entry.name}: {name} was {was}, is {now}")
                changed = True
        if then.cost and entry.cost:
            ratios.append(entry.cost / then.cost)
            lines.append(f"{entry.name}: cost {then.cost:.3f}, now {entry.cost:.3f}: {ratios[-1]:.2f} times")
    lines += [f"{name}: only in the stored run" for name in before]
    if ratios:
        middle = sorted(ratios)[len(ratios) // 2]
        span = f"{min(ratios):.2f} to {max(ratios):.2f}"
        lines.append(f"costs are {span} times the stored ones, in the middle {middle:.2f}")
    lines.append("counts differ from the stored run" if changed else "counts are those of the stored run")
    return lines, changed
