"""Learned orders of children for Superpuzz's `decide`, beside the score written by hand and none.

    python benchmarks/decide_orders.py [--training 501-900] [--validation 401-500] [--deals 901-1100]

Along the way that `decide` finds for a deal to learn from, it has to choose between open positions.  Each of
them is searched in turn, so it is known which can be won, and how many positions that takes.  Linear scores
of counts are fitted to the order of such siblings, then the deals that no score has seen are decided by each.

The kernel takes no order but its own: ``decide_orders.cpp`` makes the same search from the kernel's headers
with another one, and is compiled first, by ``$CXX`` or ``c++``.  By hand it takes exactly the positions that
the kernel takes.  Runs for some five minutes.
"""

import argparse
import itertools
import math
import os
import shlex
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import arguments
import numpy as np

from yomikiri import InputError, Superpuzz
from yomikiri.learning import Samples
from yomikiri.learning.fit import fit
from yomikiri.learning.samples import UNREACHED

SOURCE = Path(__file__).with_suffix(".cpp")
COUNTS = 603  # as in decide_orders.cpp; the last is the score written by hand
UNIT = -0.25
"""What one point of the score written by hand is worth at the start: less is better in a fit."""
SCALE = 1024
EPOCHS, RATE = 40, 1e-2


@dataclass(frozen=True)
class Sibling:
    """One of the positions to choose between, and what a search from it came to."""

    deal: int
    group: int
    outcome: str
    expanded: int
    counts: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Order:
    """How a score is fitted: to what, from where, and how close to it."""

    name: str
    label: str
    from_hand: bool
    pull: float


ORDERS = (
    Order("fewer positions first, held close to the score", "fewer", True, 0.1),
    Order("fewer positions first", "fewer", True, 0.003),
    Order("fewer positions first, fitted freely", "fewer", False, 0.0),
    Order("won before lost", "won", True, 0.003),
    Order("won before lost, fitted freely", "won", False, 0.0),
)


class Search:
    """The compiled search."""

    def __init__(self, folder: Path, columns: int) -> None:
        self.columns, self.folder = columns, folder
        compiler = shlex.split(os.environ.get("CXX", "c++"))
        flags = ["-std=c++20", "-O2", "-DNDEBUG", "-march=native", f"-I{SOURCE.parent.parent / 'native'}"]
        try:
            subprocess.run([*compiler, *flags, str(SOURCE), "-o", str(folder / "search")], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            raise InputError(f"{SOURCE.name} was not compiled: {error}") from None

    def _run(self, words: Sequence[str], deals: Sequence[int]) -> str:
        game = Superpuzz(self.columns)
        codes = "".join(game.encode(game.deal(number)).hex() + "\n" for number in deals)
        command = [str(self.folder / "search"), *words]
        return subprocess.run(command, input=codes, stdout=subprocess.PIPE, text=True, check=True).stdout

    def siblings(self, deals: Sequence[int], nodes: int) -> list[Sibling]:
        """The siblings along the ways that are found."""
        found, left = [], iter(deals)
        deal = next(left)
        for line in self._run(["gather", str(self.columns), str(nodes)], deals).splitlines():
            if not line:
                deal = next(left, 0)
                continue
            group, outcome, expanded, *counts = line.split()
            pairs = tuple((int(at), int(many)) for at, many in (word.split(":") for word in counts))
            found.append(Sibling(deal, int(group), outcome, int(expanded), pairs))
        return found

    def measured(self, deals: Sequence[int], nodes: int, weights: Sequence[int] | None) -> list[int | None]:
        """The positions that each deal takes; None if it is lost or left open."""
        words = ["measure", str(self.columns), str(nodes)]
        if weights is not None:
            file = self.folder / "weights"
            file.write_text(" ".join(map(str, weights)), encoding="ascii")
            words.append(str(file))
        lines = [line.split() for line in self._run(words, deals).splitlines()]
        return [int(expanded) if outcome == "won" else None for outcome, expanded in lines]


def samples(siblings: Sequence[Sibling], label: str) -> Samples:
    """Siblings as groups to be ranked; for `won` without those whose outcome is not known."""
    kept = [each for each in siblings if label == "fewer" or each.outcome != "open"]
    rows = np.zeros((len(kept), COUNTS), dtype=np.int8)
    for row, each in zip(rows, kept, strict=True):
        for at, many in each.counts:
            row[at] = many
    numbers: dict[tuple[int, int], int] = {}
    groups = [numbers.setdefault((each.deal, each.group), len(numbers)) for each in kept]

    def worth(each: Sibling) -> int:
        if each.outcome != "won":
            return UNREACHED
        return round(16 * math.log2(1 + each.expanded)) if label == "fewer" else 0

    to_go = np.array([worth(each) for each in kept], dtype=np.int16)
    return Samples(rows, np.array(groups, dtype=np.int64), to_go).useful()


def by_hand(worth: float) -> list[float]:
    """The score written by hand alone."""
    return [0.0] * (COUNTS - 1) + [worth]


def right(data: Samples, weights: Any) -> str:
    """The share of pairs of siblings in order; equal scores are half right.  Lost ones come last."""
    values = data.counts.astype(np.float32) @ weights
    labels = np.where(data.to_go == UNREACHED, np.iinfo(np.int16).max, data.to_go)
    good, pairs = 0.0, 0
    for group in np.split(np.arange(len(data)), np.nonzero(np.diff(data.groups))[0] + 1):
        for one, other in itertools.combinations(group, 2):
            if labels[one] != labels[other]:
                worse = (values[other] - values[one]) * (1 if labels[one] < labels[other] else -1)
                good += 0.5 * (1 + np.sign(worse))
                pairs += 1
    return f"{good / max(pairs, 1):.2f}"


@dataclass(frozen=True)
class Score:
    """An order to decide by."""

    name: str
    weights: list[int] | None
    """None: no order."""
    pairs: tuple[str, str] = ("", "")
    """How many it has right: by positions, and won before lost."""


def scores(training: list[Sibling], validation: list[Sibling]) -> Iterator[Score]:
    """The one written by hand, none, and those that are fitted."""
    judges = {label: samples(validation, label) for label in ("fewer", "won")}

    def pairs(weights: Any) -> tuple[str, str]:
        found = np.array(weights, dtype=np.float32)
        return right(judges["fewer"], found), right(judges["won"], found)

    yield Score("the score above", [0] * (COUNTS - 1) + [1], pairs(by_hand(UNIT)))
    yield Score("none: the last made first", None)
    for order in ORDERS:
        found = fit(
            samples(training, order.label),
            judges[order.label],
            by_hand(UNIT if order.from_hand else 0.0),
            epochs=EPOCHS,
            rate=RATE,
            pull=order.pull,
        )
        rounded = [int(weight) for weight in np.rint(-SCALE * found.weights)]
        yield Score(order.name, rounded, pairs(found.weights))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--training", type=arguments.deals, default="501-900")
    parser.add_argument("--validation", type=arguments.deals, default="401-500", help="to judge pairs by")
    parser.add_argument("--deals", type=arguments.deals, default="901-1100", help="to decide")
    parser.add_argument("--columns", type=arguments.count, default=13)
    parser.add_argument("--nodes", type=arguments.count, default=300_000, help="positions a search, at most")
    options = parser.parse_args()
    Superpuzz(options.columns)  # What does not exist is refused before anything is compiled.
    if shared := set(options.deals) & {*options.training, *options.validation}:
        parser.error(f"deal {min(shared)} is both to learn from and to decide")
    with tempfile.TemporaryDirectory() as folder:
        search = Search(Path(folder), options.columns)
        training = search.siblings(options.training, options.nodes)
        validation = search.siblings(options.validation, options.nodes)
        if not training or not validation:
            parser.error("no siblings to learn from: expected deals that can be won")
        won = sum(each.outcome == "won" for each in training)
        print(f"{len(training):,} siblings to learn from, {won / len(training):.1%} of them won\n")
        found = [
            (score, search.measured(options.deals, options.nodes, score.weights))
            for score in scores(training, validation)
        ]
    # The deals that some order wins; what another leaves open counts with the limit.
    some = [at for at in range(len(options.deals)) if any(counts[at] is not None for _, counts in found)]
    print(f"| order of children | by positions | won before lost | won of {len(some)} | median | mean |")
    print("|---|--:|--:|--:|--:|--:|")
    for score, counts in found:
        taken = [counts[at] or options.nodes for at in some]
        won = sum(counts[at] is not None for at in some)
        middle, mean = statistics.median(taken), statistics.mean(taken)
        print(f"| {score.name} | {' | '.join(score.pairs)} | {won} | {middle:,.0f} | {mean:,.0f} |")


if __name__ == "__main__":
    arguments.run(main)
