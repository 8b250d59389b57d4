"""The 24-puzzle: ``python benchmarks/sliding24.py RESULTS [--seconds S] [--deals 1-10] [--threads N]``.

Solves deals of the 5x5 board with the 6-6-6-6 databases, each for at most so many seconds *in all runs
together*, and appends a line of JSON to RESULTS whenever a deal is left.  The state of each open search is
in RESULTS.NUMBER; another run goes on from there.  Prints what is known: lengths, or lower bounds.
"""

import argparse
import json
import time
from pathlib import Path

from yomikiri import Limits, Outcome, Sliding, solve

GAME = Sliding(5, 5)


def spent(results: Path, number: int) -> float:
    """The seconds that earlier runs have searched a deal for; infinite if it is solved."""
    lines = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    mine = [line for line in lines if line["deal"] == number]
    if any(line["outcome"] == "solved" for line in mine):
        return float("inf")
    return float(sum(line["seconds"] for line in mine))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--deals", default="1-10")
    parser.add_argument("--threads", type=int, default=1)
    words = parser.parse_args()
    first, _, last = words.deals.partition("-")
    for number in range(int(first), int(last or first) + 1):
        left = words.seconds - spent(words.results, number)
        if left <= 0:
            continue
        began = time.monotonic()
        result = solve(
            GAME,
            GAME.deal(number),
            limits=Limits(seconds=left),
            resume=Path(f"{words.results}.{number}"),
            threads=words.threads,
        )
        line = {
            "deal": number,
            "outcome": result.outcome.value,
            "length": result.length,
            "lower_bound": result.lower_bound,
            "generated": result.generated,
            "seconds": round(time.monotonic() - began, 1),
        }
        with words.results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        bound = f"= {result.length}" if result.outcome is Outcome.SOLVED else f">= {result.lower_bound}"
        print(f"deal {number}: {bound}, {result.generated:.3g} generated, {line['seconds']} s", flush=True)


if __name__ == "__main__":
    main()
