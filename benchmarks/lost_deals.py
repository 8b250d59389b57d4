"""Which of Microsoft's FreeCell deals cannot be won: a survey of millions, of which only these are kept.

    python benchmarks/lost_deals.py --to 10000000
    python benchmarks/lost_deals.py --open --nodes 100000000
    python benchmarks/lost_deals.py --again

``data/freecell-lost.csv`` has a row for each deal that cannot be won or was left open by the limit, with the
positions expanded, and a last row that says how far the survey has come.  A run continues there, stretch by
stretch; each is dealt and solved in one call of the kernel.  ``--open`` tries open deals again; ``--again``
searches all deals of the file again, so that the counts are those of this version.
"""

import argparse
import csv
from collections.abc import Callable
from pathlib import Path

import arguments
from records import DATA, seal

from yomikiri import Limits
from yomikiri.core.errors import InputError
from yomikiri.games.freecell.batch import survey
from yomikiri.games.freecell.rules import FreeCell

NAME = "freecell-lost.csv"
HEADING = ["deal", "outcome", "expanded"]
REACHED = "reached"
STRETCH, NODES, MEMORY = 5000, 5_000_000, 2 << 30


def read(path: Path) -> tuple[int, dict[int, tuple[str, int]]]:
    """How far the survey has come, and the deals that were not won, with outcome and positions expanded."""
    if not path.exists():
        return 0, {}
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    if len(lines) < 2 or lines[0] != HEADING or lines[-1][1:] != [REACHED, ""]:
        raise InputError(f"'{path.name}' is damaged: expected {','.join(HEADING)}, rows, and how far it goes")
    return int(lines[-1][0]), {int(deal): (outcome, int(count)) for deal, outcome, count in lines[1:-1]}


def write(path: Path, reached: int, found: dict[int, tuple[str, int]]) -> None:
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(HEADING)
        writer.writerows((deal, *found[deal]) for deal in sorted(found))
        writer.writerow((reached, REACHED, ""))
    part.replace(path)
    seal(path)


def run(path: Path, last: int, nodes: int, stretch: int, tell: Callable[[str], None]) -> None:
    """Go on to deal ``last``, writing after every stretch."""
    reached, found = read(path)
    game, limits = FreeCell(), Limits(nodes=nodes, memory=MEMORY)
    while reached < last:
        end = min(reached + stretch, last)
        result = survey(game, reached + 1, end, limits)
        found |= {deal: (outcome.value, count) for deal, outcome, count in result.others}
        reached = end
        write(path, reached, found)
        tell(f"{reached:,} of {last:,} deals, {len(found)} not won")


def run_again(path: Path, nodes: int, *, decided: bool) -> None:
    """Search the open deals of the file again, or all of them with ``decided``."""
    reached, found = read(path)
    for deal in [deal for deal, (outcome, _) in found.items() if decided or outcome != "unsolvable"]:
        del found[deal]
        result = survey(FreeCell(), deal, deal, Limits(nodes=nodes, memory=MEMORY))
        found |= {number: (outcome.value, count) for number, outcome, count in result.others}
        write(path, reached, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--to", type=arguments.count, default=10_000_000, help="the last deal")
    parser.add_argument("--nodes", type=arguments.count, default=NODES, help="positions expanded for a deal")
    parser.add_argument("--open", action="store_true", help="try undecided deals again")
    parser.add_argument("--again", action="store_true", help="search all deals of the file again")
    options = parser.parse_args()
    if options.open or options.again:
        run_again(DATA / NAME, options.nodes, decided=options.again)
    else:
        run(DATA / NAME, options.to, options.nodes, STRETCH, lambda line: print(line, flush=True))


if __name__ == "__main__":
    arguments.run(main)
