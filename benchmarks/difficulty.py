"""Compare the difficulty of deals with other measures of it: rank correlations, game by game.

    python benchmarks/difficulty.py [--deals N] [--json FILE] [--csv FILE] [--plot FILE.svg]
    python benchmarks/difficulty.py --read data/difficulty.csv --plot docs/images/difficulty.svg

For each game at a small size, the first deals that can be won are rated, and the rating is compared with

* *other search*: positions that A* expands, which the rating has not seen;
* *dead ends*: how many moves a random player makes before the game is lost, mean of some games;
* *winning share*: the share of winning moves on the way to the solution;
* *length*: moves of a shortest solution.

Spearman's coefficient is 1 for the same order, -1 for the reverse.  The harder a deal is, the sooner a player
at random should have lost it, and the fewer of the moves should win.  A second table asks what makes a deal
hard without the rating: how positions expanded, the share of winning moves and the length go together.
"""

import argparse
import csv
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from yomikiri import Limits, Outcome, game, solve
from yomikiri.core.deal import Deal
from yomikiri.core.dealing import SplitMix64
from yomikiri.core.registry import entries
from yomikiri.search.difficulty import Walk, rate_deal

GAMES = 8
"""Random games for each deal."""
LONGEST = 60
"""Moves of a random game that does not end."""
MOST_TRIED = 10
"""Deals looked at for each one wanted."""
OTHER_NODES = 200_000
SMALL = ("superpuzz=6", "gaps=7", "freecell=4x2x5", "sliding=3x3", "peg=5x5", "black-hole=7")
"""Every game at a size at which hundreds of deals take a minute or two."""


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, equal values sharing the mean of theirs."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    found = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for index in order[start:end]:
            found[index] = (start + end - 1) / 2
        start = end
    return found


def spearman(left: Sequence[float], right: Sequence[float]) -> float | None:
    """The correlation of ranks; None where one side has all values equal."""
    a, b = ranks(left), ranks(right)
    mean = (len(a) - 1) / 2
    above = sum((x - mean) * (y - mean) for x, y in zip(a, b, strict=True))
    below = math.sqrt(sum((x - mean) ** 2 for x in a) * sum((y - mean) ** 2 for y in b))
    return above / below if below else None


def moves_before_loss(deal: Deal, position: Any, number: int) -> float:
    """How long a player at random lasts, mean of some games."""
    rules, walk, lasted = deal.game, Walk(deal.game, None), 0
    for each in range(GAMES):
        stream, at = SplitMix64(number * GAMES + each), position
        for _ in range(LONGEST):
            moves = rules.moves(at)
            if not moves or rules.is_goal(at):
                break
            at = rules.play(at, moves[stream.below(len(moves))])
            if walk.decided(at) is Outcome.UNSOLVABLE:
                break
            lasted += 1
    return lasted / GAMES


def measured(name: str, size: str, wanted: int) -> list[dict[str, float]]:
    """What was found of the first deals of a game that can be won."""
    rules, entry, found = game(name, size), entries()[name], []
    for number in range(1, MOST_TRIED * wanted + 1):
        deal = Deal.of(rules, entry.dealt(rules, number), number)
        rating = rate_deal(deal)
        if rating.bits is None:
            continue
        position = deal.positions[rating.arrangement]
        other = solve(rules, position, algorithm="a-star", limits=Limits(nodes=OTHER_NODES))
        found.append(
            {
                "deal": number,
                "bits": rating.bits,
                "luck": rating.luck,
                "effort": rating.effort,
                "mistakes": rating.mistakes,
                "winning share": rating.winning_share or 0.0,
                "other search": other.expanded,
                "length": other.length or rating.length or 0,
                "dead ends": moves_before_loss(deal, position, number),
            }
        )
        if len(found) == wanted:
            break
    return found


def table(rows: Sequence[tuple[str, str, list[dict[str, float]]]]) -> str:
    """The rank correlations as a table of Markdown."""
    columns = ("other search", "dead ends", "winning share", "length")
    lines = [
        "| game | size | deals | bits | " + " | ".join(columns) + " |",
        "|---|---|---:|---|" + "---:|" * 4,
    ]
    for name, size, found in rows:
        bits = sorted(row["bits"] for row in found)
        spread = " / ".join(f"{bits[round(part * (len(bits) - 1))]:.1f}" for part in (0.1, 0.5, 0.9))
        cells = []
        for column in columns:
            value = spearman([row["bits"] for row in found], [row[column] for row in found])
            cells.append("–" if value is None else f"{value:.2f}".replace("-", "−"))
        lines.append(f"| {name} | {size} | {len(found)} | {spread} | {' | '.join(cells)} |")
    return "\n".join(lines)


PAIRS = (("other search", "winning share"), ("other search", "length"), ("winning share", "length"))
"""What is compared without the rating."""


def pairs(rows: Sequence[tuple[str, str, list[dict[str, float]]]]) -> str:
    """How three signs of difficulty go together, as a table of Markdown."""
    lines = [
        "| game | size | deals | " + " | ".join(f"{one} and {other}" for one, other in PAIRS) + " |",
        "|---|---|---:|" + "---:|" * len(PAIRS),
    ]
    for name, size, found in rows:
        cells = []
        for one, other in PAIRS:
            value = spearman([row[one] for row in found], [row[other] for row in found])
            cells.append("–" if value is None else f"{value:.2f}".replace("-", "−"))
        lines.append(f"| {name} | {size} | {len(found)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def write_csv(path: Path, rows: Sequence[tuple[str, str, list[dict[str, float]]]]) -> None:
    """One row a deal."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["game", "size", *rows[0][2][0]])
        for name, size, found in rows:
            writer.writerows([name, size, *(f"{value:.6g}" for value in row.values())] for row in found)


def read_csv(path: Path) -> list[tuple[str, str, list[dict[str, float]]]]:
    """What :func:`write_csv` wrote."""
    games: dict[tuple[str, str], list[dict[str, float]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            place = line.pop("game"), line.pop("size")
            games.setdefault(place, []).append({key: float(value) for key, value in line.items()})
    return [(name, size, found) for (name, size), found in games.items()]


def draw(rows: Sequence[tuple[str, str, list[dict[str, float]]]], path: Path) -> None:
    """A panel for each game: winning moves against positions expanded, the colour showing the length."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    matplotlib.rcParams["svg.hashsalt"] = "yomikiri"
    figure, panels = pyplot.subplots(2, math.ceil(len(rows) / 2), figsize=(9, 5.6), squeeze=False)
    for panel in panels.flat[len(rows) :]:
        panel.axis("off")
    for panel, (name, size, found) in zip(panels.flat, rows, strict=False):
        drawn = panel.scatter(
            [row["winning share"] for row in found],
            [row["other search"] for row in found],
            c=[row["length"] for row in found],
            s=9,
            cmap="viridis",
        )
        panel.set_yscale("log")
        panel.set_title(f"{name} {size}", fontsize=9)
        panel.tick_params(which="both", labelsize=7)
        figure.colorbar(drawn, ax=panel).ax.tick_params(labelsize=7)
    figure.supxlabel("share of winning moves along the solution", fontsize=9)
    figure.supylabel("positions that A* expands", fontsize=9)
    figure.suptitle("A point a deal; the colour is the length of a shortest solution", fontsize=10)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=int, default=200, metavar="N", help="deals of each game")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where every measurement goes")
    parser.add_argument(
        "--game", action="append", metavar="NAME=SIZE", help="a game and its size; again for more"
    )
    parser.add_argument("--csv", type=Path, metavar="FILE", help="where every measurement goes, a row a deal")
    parser.add_argument("--read", type=Path, metavar="FILE", help="measure nothing; take such a file")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw winning moves against positions")
    chosen = parser.parse_args()
    rows = [] if chosen.read is None else read_csv(chosen.read)
    for name, size in [each.split("=") for each in chosen.game or SMALL if chosen.read is None]:
        found = measured(name, size, chosen.deals)
        if len(found) < 3:
            print(f"{name} {size}: only {len(found)} deals can be won", file=sys.stderr)
            continue
        rows.append((name, size, found))
        print(table(rows[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    if chosen.json is not None:
        chosen.json.write_text(json.dumps({f"{name} {size}": found for name, size, found in rows}, indent=1))
    if chosen.csv is not None:
        write_csv(chosen.csv, rows)
    if chosen.plot is not None:
        draw(rows, chosen.plot)
    print(f"{table(rows)}\n\n{pairs(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
