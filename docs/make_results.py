"""Make the tables and the figures of ``results.md`` from the files in ``data/``.

    python docs/make_results.py

Tables stand between comments in the page; the rest of the page is written by hand.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS.parent / "benchmarks"))

import json  # noqa: E402

import korf24  # noqa: E402
import lost_deals  # noqa: E402
from records import DATA, MADE, Record, records  # noqa: E402

from yomikiri.surveys import Estimate  # noqa: E402

PAGE = DOCS / "results.md"
CELLS = re.compile("freecell-([0-9])-cells")
ARRANGEMENTS = 24
"""Of the aces of a deal of Gaps."""
MOST_NAMED = 12
"""Lost deals that the page names; the file has them all."""
FIGURE = DOCS / "images" / "results-columns.svg"
LENGTHS = DOCS / "images" / "results-lengths.svg"


def estimate(record: Record) -> tuple[int, int, int, Estimate]:
    """Won, lost and open deals of a file, and what they say of all deals."""
    counts = Counter(row.outcome for row in record.rows().values())
    won, lost = counts.pop("solved", 0), counts.pop("unsolvable", 0)
    left = sum(counts.values())
    return won, lost, left, Estimate.of(won, lost, left)


def share(found: Estimate) -> str:
    """A share with its interval, in per cent."""
    most = "" if found.least == found.most else f" to {100 * found.most:.2f}"
    return f"{100 * found.least:.2f}{most} % ({100 * found.low:.2f} to {100 * found.high:.2f})"


def verdicts(known: list[Record], made: dict[str, dict[str, str]]) -> str:
    lines = [
        "| game | deals | won | lost | open | can be won | others have | file | made |",
        "|---|--:|--:|--:|--:|---|---|---|---|",
    ]
    for record in known:
        won, lost, left, found = estimate(record)
        about, file = record.about, record.path.name
        source = f"`{file}` | {made[file]['date']}, {made[file]['version']} |"
        lines.append(
            f"| {about['title']} | {won + lost + left:,} | {won:,} | {lost:,} | {left:,} | {share(found)} "
            f"| {about.get('published', '')} | {source}"
        )
        if "each" in about:
            lines.append(f"| {about['each']} | {arrangements(record)} | | {source}")
    return "\n".join(lines)


def arrangements(record: Record) -> str:
    """How many arrangements there are, are won, lost and open, and the share of won ones.

    Those of one deal resemble each other, so the interval is over deals.
    """
    rows = list(record.rows().values())
    won = [int(row.length) for row in rows]
    # A limit is for all arrangements of a deal: who has reached it may have left some of them open.
    left = [
        ARRANGEMENTS - n if row.expanded >= record.about["nodes"] else 0
        for n, row in zip(won, rows, strict=True)
    ]
    least = [n / ARRANGEMENTS for n in won]
    most = [(n + more) / ARRANGEMENTS for n, more in zip(won, left, strict=True)]
    low, high = (
        mean(shares) + sign * 1.96 * stdev(shares) / len(shares) ** 0.5
        for shares, sign in ((least, -1), (most, 1))
    )
    upper = "" if not any(left) else f" to {100 * mean(most):.2f}"
    whole = ARRANGEMENTS * len(rows)
    counts = f"{whole:,} | {sum(won):,} | {whole - sum(won) - sum(left):,} | {sum(left):,}"
    return f"{counts} | {100 * mean(least):.2f}{upper} % ({100 * low:.2f} to {100 * high:.2f})"


def fewest(known: dict[str, Record]) -> tuple[int, Counter[str]]:
    """How many deals all files have, and how many of these need how many cells at least."""
    surveys = [known[f"freecell-{cells}-cells"].rows() for cells in range(4)]
    reached, lost_with_four = lost_deals.read(DATA / lost_deals.NAME)
    last = min(reached, *(max(rows) for rows in surveys))
    found: Counter[str] = Counter()
    for deal in range(1, last + 1):
        outcomes = [rows[deal].outcome for rows in surveys]
        outcomes.append(lost_with_four[deal][0] if deal in lost_with_four else "solved")
        won = outcomes.index("solved") if "solved" in outcomes else len(outcomes)
        if any(outcome != "unsolvable" for outcome in outcomes[:won]):
            found["open"] += 1
        else:
            found[str(won) if won < len(outcomes) else "more"] += 1
    return last, found


def fewest_cells(known: dict[str, Record]) -> str:
    last, found = fewest(known)
    names = {**{str(cells): str(cells) for cells in range(5)}, "more": "more than 4", "open": "open"}
    heads = " | ".join(names[key] for key in names)
    counts = " | ".join(f"{found[key]:,}" for key in names)
    shares = " | ".join(f"{100 * found[key] / last:.2f} %" for key in names)
    rows = [f"| deals 1 to {last:,} | {heads} |", f"|---|{'--:|' * len(names)}"]
    return "\n".join([*rows, f"| deals | {counts} |", f"| share | {shares} |"])


def lost(made: dict[str, dict[str, str]]) -> str:
    reached, found = lost_deals.read(DATA / lost_deals.NAME)
    numbers = [str(deal) for deal, (outcome, _) in sorted(found.items()) if outcome == "unsolvable"]
    left = len(found) - len(numbers)
    shown = ", ".join(numbers[:MOST_NAMED]) + (", …" if len(numbers) > MOST_NAMED else "")
    about = made[lost_deals.NAME]
    return (
        "| deals | won | lost | open | the lost ones | file | made |\n|--:|--:|--:|--:|---|---|---|\n"
        f"| 1 to {reached:,} | {reached - len(found):,} | {len(numbers)} | {left} | {shown} "
        f"| `{lost_deals.NAME}` | {about['date']}, {about['version']} |"
    )


def shortest(known: list[Record]) -> str:
    lines = [
        "| counted by | deals | proved | lost | open | mean | median | shortest | longest | most expanded |",
        "|---|--:|--:|--:|--:|--:|--:|---|---|---|",
    ]
    for record in known:
        rows = list(record.rows().values())
        won, lost, left, _ = estimate(record)
        lengths = {row.deal: int(row.length) for row in rows if row.outcome == "solved"}
        least, most = min(lengths.values()), max(lengths.values())
        metric = record.game.options.get("metric", "single")
        hardest = max((row for row in rows if row.decided), key=lambda row: row.expanded)
        lines.append(
            f"| {metric} | {len(rows):,} | {won:,} | {lost:,} | {left:,} "
            f"| {mean(lengths.values()):.2f} | {median(lengths.values()):g} "
            f"| {least}: {deals_of(lengths, least)} | {most}: {deals_of(lengths, most)} "
            f"| {hardest.expanded:,}: deal {hardest.deal} |"
        )
    return "\n".join(lines)


def twenty_four() -> str:
    """The solved instances of the 24-puzzle, beside published counts."""
    rows = [row for row in korf24.read(DATA / korf24.NAME) if row.solved]
    heads = ["Korf & Felner 6-6-6-6", "Döbbelin 6-6-6-6", "Döbbelin 9-9-6", "Clausecker"]
    lines = [
        f"| instance | moves | expanded | generated | {' | '.join(heads)} |",
        "|--:|--:|--:|--:|" + "--:|" * len(heads),
    ]
    for row in sorted(rows, key=lambda row: row.generated or 0):
        published = " | ".join(f"{count:,}" for count in row.published)
        lines.append(f"| {row.number} | {row.length} | {row.expanded:,} | {row.generated:,} | {published} |")
    return "\n".join(lines)


def deals_of(lengths: dict[int, int], length: int) -> str:
    found = [str(deal) for deal, its in sorted(lengths.items()) if its == length]
    return f"deal{'s' * (len(found) > 1)} {', '.join(found[:3])}" + (", …" if len(found) > 3 else "")


def page(text: str) -> str:
    """The page with its tables made anew."""
    known = [record for record in records().values() if record.path.exists()]
    made = json.loads((DATA / MADE).read_text(encoding="utf-8"))
    lengths = [record for record in known if record.about.get("shortest")]
    fewer = [record for record in known if CELLS.fullmatch(record.name)]
    others = [record for record in known if record not in lengths and record not in fewer]
    tables = {
        "winnable": verdicts(others, made),
        "cells": verdicts(fewer, made),
        "fewest": fewest_cells(records()),
        "lost": lost(made),
        "shortest": shortest(lengths),
        "korf24": twenty_four(),
    }
    for name, table in tables.items():
        begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n{table}\n\n{end}{rest.partition(end)[2]}"
    return text


def plotter() -> Any:
    """Matplotlib, set to draw the same file every time."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "yomikiri"
    return pyplot


def draw_columns(path: Path) -> None:
    """The share of winnable deals of Superpuzz by columns, with intervals."""
    known = [
        record
        for record in records().values()
        if record.name.startswith("superpuzz-") and record.path.exists()
    ]
    found = [(int(record.about["size"]), estimate(record)[3]) for record in known]
    figure, axes = plotter().subplots(figsize=(6.4, 3.2))
    for columns, one in found:
        axes.plot(
            [columns, columns], [100 * one.low, 100 * one.high], color="tab:blue", linewidth=6, alpha=0.35
        )
        axes.plot(
            [columns, columns], [100 * one.least, 100 * one.most], color="tab:blue", marker="_", markersize=12
        )
    axes.set_xlabel("columns")
    axes.set_ylabel("% of deals that can be won")
    axes.set_title("Superpuzz: sample and 95 % interval", fontsize=10)
    axes.set_xticks([columns for columns, _ in found])
    axes.grid(axis="y", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def draw_lengths(path: Path) -> None:
    """How many deals of FreeCell have shortest solutions of each length."""
    known = [record for record in records().values() if record.about.get("shortest") and record.path.exists()]
    figure, axes = plotter().subplots(figsize=(6.4, 3.2))
    for record in known:
        counts = Counter(int(row.length) for row in record.rows().values() if row.outcome == "solved")
        metric = record.game.options.get("metric", "single")
        lengths = range(min(counts), max(counts) + 1)
        axes.bar(
            lengths, [counts[n] for n in lengths], alpha=0.6, label=f"{metric}: {counts.total():,} deals"
        )
    axes.set_xlabel("moves of a shortest solution")
    axes.set_ylabel("deals")
    axes.legend(fontsize=8)
    axes.grid(axis="y", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    draw_columns(FIGURE)
    draw_lengths(LENGTHS)
