"""Which Microsoft deals can be won with fewer cells: a row a deal; a run goes on where the last one stopped.

    python benchmarks/freecell_cells.py --cells 2 --deals 1-32000 --output data/freecell-2-cells.csv

A row has the deal, the outcome (solved, unsolvable, or the limit that was reached), the length of the one
solution found, not always a shortest, and the positions expanded.  Every solution is replayed by the rules.
"""

import argparse
from pathlib import Path

import arguments

from yomikiri import Limits
from yomikiri.games.freecell.batch import verdicts as batch_verdicts
from yomikiri.games.freecell.rules import FreeCell

HEADING = "deal,outcome,length,expanded"
TOGETHER = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--cells", type=int, default=2)
    parser.add_argument("--deals", type=arguments.deals, default="1-100")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="positions expanded for a deal")
    parser.add_argument("--output", type=Path, required=True)
    options = parser.parse_args()
    game, output = FreeCell(cells=options.cells), options.output
    if not output.exists():
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(f"{HEADING}\n", encoding="utf-8")
    known = {int(line.split(",")[0]) for line in output.read_text(encoding="utf-8").splitlines()[1:]}
    numbers = [number for number in options.deals if number not in known]
    limits = Limits(nodes=options.nodes, memory=2**30)
    for at in range(0, len(numbers), TOGETHER):
        some = numbers[at : at + TOGETHER]
        verdicts = batch_verdicts(game, map(game.deal, some), limits, check=True)
        with output.open("a", encoding="utf-8") as file:
            for number, one in zip(some, verdicts, strict=True):
                length = "" if one.length is None else one.length
                file.write(f"{number},{one.outcome.value},{length},{one.expanded}\n")


if __name__ == "__main__":
    arguments.run(main)
