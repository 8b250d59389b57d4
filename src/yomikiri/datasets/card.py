"""Cards: what a data set is, how it was made and what is in it, in Markdown for whoever gets hold of it."""

import os
from collections import Counter
from collections.abc import Iterable
from typing import Any

from yomikiri.core.registry import entry_of
from yomikiri.datasets.dataset import Dataset, load_dataset
from yomikiri.datasets.manifest import Manifest
from yomikiri.datasets.rows import BOUND, UNKNOWN

CARD = "README.md"
BARS = 40
"""The length of the longest bar of a histogram."""
BINS = 20

COLUMNS = {
    "split": "`training`, `validation`, `test` or `none`, by deal",
    "deal, arrangement": "which deal; which of its arrangements, empty if it has one position",
    "source, ply": "`path`, `beam` or `random`; moves from the deal",
    "code": "the position as a row of bytes, as `to_array` makes them",
    "text, way": "the position, and the moves that lead to it from the deal, in the game's notation",
    "label, proved": "what the label is; whether it is proved",
    "moves_to_go": "the moves of a shortest solution, proved; -1: not proved, or no solution",
    "lower, upper": "proved bounds on them; -1: none",
    "winnable": "1: it can be won, 0: it cannot, -1: not known",
    "best_moves, best_proved": "the optimal moves, or the winning ones; whether those are proved to be all",
    "error_bound": "how likely, at most, the row is wrong because it rests on fingerprints; 0: certain",
    f"{BOUND}…": "the lower bounds of the game by name; 65,535: lost for certain",
    "rules, metric, version, seed": "what counts as a move, and what made the row",
}


def card(folder: str | os.PathLike[str]) -> str:
    """The card of a data set."""
    manifest = Manifest.open(folder)
    data = load_dataset(
        folder, columns=["split", "source", "proved", "moves_to_go", "winnable", "best_proved"]
    )
    recipe = manifest.recipe
    state = "" if manifest.complete else f" **Not complete**: {len(manifest.parts)} of {recipe.files} parts."
    lines = [
        f"# {entry_of(data.game).heading.en}: {manifest.rows:,} labelled positions",
        "",
        f"Positions of {recipe.rules}, deals {recipe.deals}, made by yomikiri {recipe.version}.{state}",
        "",
        "## How it was made",
        "",
        f"    {recipe.command} --out FOLDER",
        "",
        _how(recipe.label),
        "Every solution was replayed by the rules. `yomikiri dataset check FOLDER` proves a sample again.",
        "",
        "## Columns",
        "",
        *_table(("column", "what it says"), COLUMNS.items()),
        "",
        "## Counts",
        "",
        *_table(("split", "source", "proved", "open"), _counts(manifest)),
        "",
        f"All moves that keep the label are proved for {int(data.array('best_proved').sum()):,} rows.",
        "",
        *_histogram(data),
        "## Splits",
        "",
        "By deal, so that no deal is in two of them:",
        "",
        *_table(("split", "deals"), entry_of(data.game).splits.items()),
        "",
        "Positions near the end of two deals can be the same; `code` tells.",
        "",
        "## Licence",
        "",
        "The rows are facts about a game, in the public domain (CC0).",
    ]
    return "\n".join(lines) + "\n"


def _how(label: str) -> str:
    what = "the moves of a shortest solution" if label == "shortest" else "whether it can still be won"
    return (
        f"The label of a position is {what}, proved by a complete search; where the limit of nodes came "
        "first it is open and has its bounds."
    )


def _counts(manifest: Manifest) -> list[tuple[str, ...]]:
    found: dict[tuple[str, str], Counter[str]] = {}
    for name, rows in manifest.counts.items():
        split, source, state = name.split("/")
        found.setdefault((split, source), Counter())[state] += rows
    return [(*key, f"{count['proved']:,}", f"{count['open']:,}") for key, count in found.items()]


def _histogram(data: Dataset) -> list[str]:
    """What the labels are, as bars of text."""
    if data.recipe.label == "winnable":
        names = {1: "can be won", 0: "lost", UNKNOWN: "not known"}
        counts = Counter(names[value] for value in data.winnable.tolist())
        bars = [(name, counts[name]) for name in names.values()]
        title = "Can it still be won?"
    else:
        known = [value for value in data.moves_to_go.tolist() if value != UNKNOWN]
        step = max(1, -(-(max(known, default=0) + 1) // BINS))
        counted = Counter(value // step for value in known)
        last = max(counted, default=0)
        bars = [
            (f"{index * step}" if step == 1 else f"{index * step}-{index * step + step - 1}", counted[index])
            for index in range(last + 1)
        ]
        title = "Moves to go, where they are proved"
    most = max((count for _, count in bars), default=0) or 1
    width = max((len(name) for name, _ in bars), default=0)
    drawn = [f"    {name:>{width}} {count:>9,} {'#' * round(BARS * count / most)}" for name, count in bars]
    return [f"## {title}", "", *(line.rstrip() for line in drawn), ""]


def _table(head: tuple[str, ...], rows: Iterable[tuple[Any, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return ["| " + " | ".join(map(str, line)) + " |" for line in lines]
