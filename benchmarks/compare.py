"""Compare the speed of two checkouts: ``python benchmarks/compare.py OLD NEW [--rounds 5] [--rows decide]``.

Each checkout has an environment ``.venv`` with its kernel.  Both run the same searches, through the public
functions of the package alone, in processes that stay; runs take turns, old and new, in an order that changes
from round to round, so that whatever else the machine does falls on both.  A row gives the median of the
ratios new / old, the range of their middle half, and the counts, which have to agree.

``--deals`` takes other deals than a row's own, one by one: the old checkout and the new one take turns at
each deal, and the row has the ratio of the sums.

The kernel is the plain one unless YOMIKIRI_KERNEL says otherwise; rows that need tables build them once, in
the cache directory that both share.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import arguments

WORKER = """
import json, sys, time
from yomikiri import FreeCell, Gaps, Limits, Sliding, Superpuzz, open_deal, solve

MAKE = {"superpuzz": Superpuzz, "gaps": Gaps, "freecell": FreeCell, "sliding": Sliding}
for line in sys.stdin:
    task = json.loads(line)
    game = MAKE[task["game"]](*task.get("size", []), **task.get("options", {}))
    expanded = seconds = 0
    for number in task["deals"]:
        if isinstance(number, str):
            named = open_deal(task["game"], number)
            game, deal = named.game, named.position
        else:
            deal = game.deal(number)
        # One position of most games, 24 of Gaps.
        positions = list(getattr(deal, "positions", lambda: [deal])()) if task["game"] == "gaps" else [deal]
        for position in positions[:task.get("positions", 1)]:
            began = time.process_time()
            result = solve(game, position, limits=Limits(**task.get("limits", {})), **task.get("how", {}))
            seconds += time.process_time() - began
            expanded += result.expanded
    print(json.dumps([seconds, expanded]), flush=True)
"""

ROWS: dict[str, dict[str, Any]] = {
    "decide at 13 columns": {"game": "superpuzz", "size": [13], "deals": [1, 2, 3, 4, 5, 6, 7, 8]},
    "Gaps at 14 columns": {"game": "gaps", "size": [14], "deals": [1, 2, 3, 4], "positions": 6},
    "FreeCell shortest, single cards": {
        "game": "freecell",
        # To their ends: a limit of positions would measure a search that expands fewer as a slower one.
        "deals": [2, 4, 6, 9],
        "how": {"algorithm": "a-star"},
    },
    "FreeCell shortest, supermoves": {
        "game": "freecell",
        "options": {"metric": "supermove"},
        "deals": [1, 2, 3, 5],
        "how": {"algorithm": "a-star"},
        "limits": {"nodes": 30_000},
    },
    "FreeCell quick": {"game": "freecell", "deals": list(range(1, 400)), "how": {"algorithm": "quick"}},
    "15-puzzle, Manhattan": {
        "game": "sliding",
        "size": [4, 4],
        "deals": list(range(1, 11)),
        "how": {"algorithm": "ida-star", "heuristic": "manhattan"},
        "limits": {"nodes": 100_000_000},
    },
    "Korf's hundred, pdb-78": {
        "game": "sliding",
        "deals": [f"korf:{number}" for number in range(1, 101)],
        "how": {"algorithm": "ida-star", "heuristic": "pdb-78"},
    },
    "Korf's hundred, pdb-555": {
        "game": "sliding",
        "deals": [f"korf:{number}" for number in range(1, 101)],
        "how": {"algorithm": "ida-star", "heuristic": "pdb-555"},
    },
    "24-puzzle, linear conflicts": {
        "game": "sliding",
        "size": [5, 5],
        "deals": [1],
        "how": {"algorithm": "ida-star", "heuristic": "linear-conflict"},
        "limits": {"nodes": 30_000_000},
    },
    "24-puzzle, pdb-6666": {
        "game": "sliding",
        "size": [5, 5],
        "deals": [1],
        "how": {"algorithm": "ida-star", "heuristic": "pdb-6666"},
        "limits": {"nodes": 20_000_000},
    },
    "exhaustive at 8 columns": {
        "game": "superpuzz",
        "size": [8],
        "deals": [1, 2],
        "how": {"algorithm": "breadth-first"},
        "limits": {"nodes": 700_000},
    },
    "exhaustive at 9 columns": {
        "game": "superpuzz",
        "size": [9],
        "deals": [1],
        "how": {"algorithm": "breadth-first"},
        "limits": {"nodes": 1_500_000},
    },
}
NEEDS_TABLES = ("pdb-",)


class Worker:
    """A checkout that solves what it is sent."""

    def __init__(self, checkout: Path) -> None:
        python = checkout / ".venv" / "bin" / "python"
        if not python.exists():
            raise SystemExit(f"compare: no {python}: expected a checkout with its environment")
        surroundings = {"YOMIKIRI_KERNEL": "plain", **os.environ}
        self.process = subprocess.Popen(
            [python, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=checkout,
            env=surroundings,
        )

    def run(self, task: dict[str, Any]) -> tuple[float, int]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise SystemExit(f"compare: {self.process.args} ended")  # it has said why
        seconds, expanded = json.loads(answer)
        return seconds, expanded


def compared(name: str, task: dict[str, Any], workers: list[Worker], rounds: int) -> str:
    """One line of the table."""
    counts, ratios, seconds = set(), [], []
    for each in workers:
        counts.add(each.run(task)[1])  # warms up
    for number in range(rounds):
        turn = [0, 1] if number % 2 == 0 else [1, 0]
        took = {which: workers[which].run(task)[0] for which in turn}
        ratios.append(took[1] / took[0])
        seconds.append(took[0])
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios * 3)
    same = f"{counts.pop():,}" if len(counts) == 1 else "differs: " + " and ".join(f"{c:,}" for c in counts)
    ratio = statistics.median(ratios)
    return f"| {name} | {statistics.median(seconds):.2f} | {ratio:.3f} | {low:.3f} to {high:.3f} | {same} |"


def deal_by_deal(name: str, task: dict[str, Any], workers: list[Worker], deals: list[int]) -> str:
    """One line of the table: the sums over deals, and the middle half of their ratios."""
    sums, counts, ratios = [0.0, 0.0], [0, 0], []
    for deal in deals:
        took = [0.0, 0.0]
        for which in [0, 1] if deal % 2 == 0 else [1, 0]:
            took[which], expanded = workers[which].run({**task, "deals": [deal]})
            counts[which] += expanded
        sums = [sums[0] + took[0], sums[1] + took[1]]
        ratios.append(took[1] / took[0])
    low, _, high = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else (ratios * 3)
    same = f"{counts[0]:,}" if counts[0] == counts[1] else f"differs: {counts[0]:,} and {counts[1]:,}"
    return f"| {name} | {sums[0]:.2f} | {sums[1] / sums[0]:.3f} | {low:.3f} to {high:.3f} | {same} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5, help="pairs of runs for each row")
    parser.add_argument("--rows", default="", help="only rows whose names have this in them")
    parser.add_argument("--deals", type=arguments.deals, help="deals to compare one by one, not the row's")
    parser.add_argument("--tables", action="store_true", help="also rows that need pattern databases")
    given = parser.parse_args()
    workers = [Worker(given.old.resolve()), Worker(given.new.resolve())]
    print("| search | seconds, old | new / old | middle half | positions |\n|---|---|---|---|---|")
    for name, task in ROWS.items():
        if given.rows not in name or (not given.tables and any(word in name for word in NEEDS_TABLES)):
            continue
        if given.deals:
            task = {key: value for key, value in task.items() if key != "limits"}
            print(deal_by_deal(name, task, workers, given.deals), flush=True)
        else:
            print(compared(name, task, workers, given.rounds), flush=True)
    for worker in workers:
        worker.process.terminate()


if __name__ == "__main__":
    sys.exit(main())
