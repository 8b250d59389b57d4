"""Learned scores of FreeCell beside the one written by hand: excess over the shortest, at what cost.

    python benchmarks/learning.py [MODEL ...] [--deals 1-1000] [--widths 13,24,192] [--plot FILE.svg]

Sweeps of several widths on the same deals, one solver right after the other on each deal, so that all meet
the same machine.  The time is the processor's for a whole call.  The deals are those whose shortest length is
proved, by ``data/freecell-shortest.csv``.  Without models it takes the package's.  Several models of
different seeds get a line each; intervals are 95 %, over deals.
"""

import argparse
import csv
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import arguments

from yomikiri.games.freecell.learner import LEARNER, learned
from yomikiri.games.freecell.quick import quick
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.learning import Model, load_model
from yomikiri.search.request import Request

SHORTEST = Path(__file__).parent.parent / "data" / "freecell-shortest.csv"
HAND = "by-hand"


@dataclass
class Row:
    """What one solver did at one width."""

    width: int
    name: str
    excess: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    expanded: list[int] = field(default_factory=list)
    unsolved: int = 0

    @property
    def milliseconds(self) -> float:
        return 1000 * statistics.mean(self.seconds)


def measure(width: int, models: dict[str, Model | None], lengths: dict[int, int]) -> list[Row]:
    game, request = FreeCell(), Request()
    rows = {name: Row(width, name) for name in models}
    for number, shortest in lengths.items():
        position = game.deal(number)
        for name, model in models.items():
            started = time.process_time()
            if model is None:
                result = quick(game, position, request, width=width)
            else:
                result = learned(game, position, Request(model=model), width=width)
            rows[name].seconds.append(time.process_time() - started)
            if result.length is None:
                rows[name].unsolved += 1
            rows[name].excess.append((result.length or 0) - shortest)
            rows[name].expanded.append(result.expanded)
    return list(rows.values())


def interval(values: Sequence[float]) -> str:
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.mean(values):.2f} ± {half:.2f}"


def lines(rows: list[Row]) -> list[str]:
    hand = next(row for row in rows if row.name == HAND)
    found = []
    for row in rows:
        saved = [a - b for a, b in zip(hand.excess, row.excess, strict=True)]
        found.append(
            f"| {row.width} | {row.name} | {interval(row.excess)} "
            f"| {'' if row is hand else interval(saved)} "
            f"| {sum(each == 0 for each in row.excess) / len(row.excess):.0%} "
            f"| {statistics.mean(row.expanded):,.0f} | {row.milliseconds:.2f} "
            f"| {sum(row.seconds) / sum(hand.seconds):.2f} |"
        )
    return found


def draw(rows: list[Row], path: Path) -> None:
    from matplotlib import pyplot

    pyplot.rcParams["svg.hashsalt"] = "yomikiri"
    figure, axes = pyplot.subplots(figsize=(6.4, 4))
    for name in dict.fromkeys(row.name for row in rows):
        own = [row for row in rows if row.name == name]
        axes.plot(
            [row.milliseconds for row in own], [statistics.mean(row.excess) for row in own], "o-", label=name
        )
    axes.set_xscale("log")
    axes.set_xlabel("processor time a deal (ms)")
    axes.set_ylabel("moves more than the shortest")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("models", nargs="*", type=Path, metavar="MODEL")
    parser.add_argument("--deals", type=arguments.deals, default="1-1000")
    parser.add_argument("--widths", type=arguments.counts, default="13,24,36,48,96,192,400")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    with SHORTEST.open(encoding="utf-8") as file:
        known = {
            int(row["deal"]): int(row["length"]) for row in csv.DictReader(file) if row["outcome"] == "solved"
        }
    lengths = {number: known[number] for number in options.deals if number in known}
    if len(lengths) < 2:
        parser.error("expected at least two deals of freecell-shortest.csv")
    models: dict[str, Model | None] = {HAND: None}
    for path in options.models or [LEARNER.default]:
        models["learned" if path == LEARNER.default else path.stem] = load_model(path)
    print(f"{len(lengths)} deals, {statistics.mean(lengths.values()):.2f} moves on average\n")
    print("| width | score | excess | shorter by | optimal | expanded | ms | time |")
    print("|--:|---|--:|--:|--:|--:|--:|--:|")
    rows: list[Row] = []
    for width in options.widths:
        rows += (some := measure(width, models, lengths))
        print("\n".join(lines(some)), flush=True)
    print(f"\nunsolved: {sum(row.unsolved for row in rows)} of {sum(len(row.excess) for row in rows):,}")
    if options.plot is not None:
        draw(rows, options.plot)


if __name__ == "__main__":
    arguments.run(main)
