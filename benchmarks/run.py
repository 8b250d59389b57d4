"""Run the benchmark cases: positions a second, bytes a position, and the expanded counts that are pinned.

The cases are data, in ``cases.toml`` beside this file.  How fast a search is depends on the machine; how
many positions it expands does not, so those counts are the signature of the search: `tests/test_signature.py`
recomputes the quick ones, and a change of behaviour shows as a changed number.  Every store of a case must
expand the same positions: duplicate detection never changes a search, only what it costs.

``python benchmarks/run.py`` measures every case; ``--quick`` only those of the signature; ``--update``
writes new counts into ``cases.toml``; ``--signature`` prints their sum, for the commit message.
``--json FILE`` and ``--against FILE`` store a run and compare with one: see measured.py.
"""

import argparse
import re
import sys
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path

import arguments
import measured

from yomikiri import Result, game, solve

CASES = Path(__file__).with_name("cases.toml")
STORES = {
    "exact": {"states": "exact", "duplicates": "hash"},
    "fingerprint": {"states": "fingerprint", "duplicates": "hash"},
    "patricia": {"states": "exact", "duplicates": "patricia"},
}


@dataclass(frozen=True)
class Case:
    """One search: what is solved, how, and what is expected of it."""

    name: str
    game: str
    size: int | str
    deal: int
    algorithm: str
    stores: list[str]
    symmetry: str
    options: dict[str, str]
    quick: bool
    outcome: str
    expanded: int

    def run(self, store: str) -> Result:
        rules = game(self.game, self.size, options=self.options)
        return solve(
            rules,
            rules.deal(self.deal),
            algorithm=self.algorithm,
            symmetry=self.symmetry,
            **STORES[store],  # type: ignore[arg-type]
        )


def load_cases(path: Path = CASES) -> list[Case]:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    return [Case(**(data["defaults"] | case)) for case in data["case"]]


def signature(cases: list[Case]) -> int:
    """The sum of the pinned counts of the quick cases."""
    return sum(case.expanded for case in cases if case.quick)


def updated(text: str, found: dict[str, Result]) -> str:
    """``cases.toml`` with the outcome and the count of each case that was run; all else stays as written."""
    lines, name = [], ""
    for line in text.splitlines():
        if match := re.fullmatch(r'name = "(.*)"', line):
            name = match.group(1)
        if name in found and line.startswith("outcome = "):
            line = f'outcome = "{found[name].outcome.value}"'
        if name in found and line.startswith("expanded = "):
            line = f"expanded = {found[name].expanded}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="only the cases of the signature")
    parser.add_argument("--update", action="store_true", help="write the counts into cases.toml")
    parser.add_argument("--signature", action="store_true", help="print the sum of the pinned counts")
    measured.add_arguments(parser)
    options = parser.parse_args()
    cases = load_cases()
    if options.signature:
        print(f"Expansions: {signature(cases)}")
        return
    kept = measured.Run(options)
    print(f"{'case':38} {'store':12} {'outcome':11} {'expanded':>11} {'positions/s':>12} {'bytes/pos.':>10}")
    found: dict[str, Result] = {}
    changed = []
    for case in cases:
        if options.quick and not case.quick:
            continue
        for store in case.stores:
            began = time.process_time()
            result = case.run(store)
            used = time.process_time() - began
            counts = {name: getattr(result, name) for name in ("expanded", "generated", "stored")}
            kept.add(f"{case.name}, {store}", used, outcome=result.outcome.value, **counts)
            rate = result.expanded / max(result.seconds, 1e-9)
            print(
                f"{case.name:38} {store:12} {result.outcome.value:11} {result.expanded:11,} {rate:12,.0f} "
                f"{result.peak_bytes / result.stored:10.1f}",
                flush=True,
            )
            expected = found.setdefault(case.name, result)
            if (expected.outcome, expected.expanded) != (result.outcome, result.expanded):
                sys.exit(
                    f"{case.name}: the stores disagree, {expected.expanded} and {result.expanded} expanded"
                )
        got = found[case.name]
        if (got.outcome.value, got.expanded) != (case.outcome, case.expanded):
            changed.append(f"{case.name}: {case.outcome}, {case.expanded} pinned; found {got.expanded}")
    if options.update:
        CASES.write_text(updated(CASES.read_text(encoding="utf-8"), found), encoding="utf-8")
        print(f"Expansions: {signature(load_cases())}")
        return
    if changed:
        sys.exit("\n".join(["counts differ from cases.toml (run with --update if that is meant):", *changed]))
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
