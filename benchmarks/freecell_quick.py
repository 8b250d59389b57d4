"""Quick solutions of FreeCell, beside Freecell Solver if that is installed: time, length, unsolved.

    python benchmarks/freecell_quick.py [--deals 1-2000] [--presets looking-glass video-editing]

Ours is measured as a user calls it: CPU time of a whole ``solve()``, certification included.  The other is
Debian's ``fc-solve`` (package ``freecell-solver-bin``), a process for each deal: its CPU time less that of a
process for a board with one card left.  A run of n cards that it moves at once is counted as 2n - 1 single
moves, for all cards of it but one must move twice; it can take more, so its lengths are lower bounds.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import arguments
import measured

from yomikiri import solve
from yomikiri.games.freecell.rules import FreeCell

PEER = "fc-solve"
MOVES = re.compile(r"(?:[0-9a-h]{2}(?:v[0-9]+)? ?)+")
NEARLY_DONE = "Foundations: H-K C-K D-K S-Q\nFreecells: - - - -\nKS\n"


@dataclass
class Row:
    """What one solver did."""

    name: str
    seconds: list[float] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    unsolved: list[int] = field(default_factory=list)

    def add(self, number: int, seconds: float, length: int | None) -> None:
        self.seconds.append(seconds)
        if length is None:
            self.unsolved.append(number)
        else:
            self.lengths.append(length)

    def __str__(self) -> str:
        times = [1000 * value for value in (statistics.mean(self.seconds), statistics.median(self.seconds))]
        longest = 1000 * max(self.seconds)
        length = statistics.mean(self.lengths) if self.lengths else float("nan")
        most = max(self.lengths, default=0)
        return (
            f"| {self.name} | {times[0]:.2f} | {times[1]:.2f} | {longest:.1f} "
            f"| {length:.2f} | {most} | {len(self.unsolved)} |"
        )


HEADING = """| solver | mean ms | median ms | max ms | mean length | max length | unsolved |
|---|---|---|---|---|---|---|"""


def ours(game: FreeCell, numbers: Iterable[int], algorithm: str) -> Row:
    row = Row(f"yomikiri {algorithm}")
    for number in numbers:
        position = game.deal(number)
        started = time.process_time()
        result = solve(game, position, algorithm=algorithm)
        row.add(number, time.process_time() - started, result.length)
    return row


def cpu_seconds(arguments: list[str], output: Path) -> float:
    """Runs a program with its output in a file; its CPU time."""
    with output.open("wb") as file:
        child = subprocess.Popen(arguments, stdout=file, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0  # wait4 has taken the status
    return usage.ru_utime + usage.ru_stime


def peer(game: FreeCell, numbers: Iterable[int], preset: str, folder: Path) -> Row:
    row = Row(f"{PEER} {preset}")
    board, output = folder / "board", folder / "output"
    command = [PEER, "-l", preset, "-m", "-snx", str(board)]
    board.write_text(NEARLY_DONE)
    start_up = statistics.median(cpu_seconds(command, output) for _ in range(100))
    for number in numbers:
        board.write_text(f"{game.deal(number)}\n")
        seconds = cpu_seconds(command, output)
        text = output.read_text()
        moves = [move for line in text.splitlines() if MOVES.fullmatch(line) for move in line.split()]
        single = sum(2 * int(move.partition("v")[2] or 1) - 1 for move in moves)
        row.add(number, max(0.0, seconds - start_up), single if "is solveable" in text else None)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--deals", type=arguments.deals, default="1-2000", help="Microsoft deals (default 1-2000)"
    )
    parser.add_argument("--metric", default="single", choices=("single", "supermove"))
    parser.add_argument("--algorithms", nargs="*", default=["quick"])
    parser.add_argument("--presets", nargs="*", default=["looking-glass", "video-editing"])
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    numbers = options.deals
    game = FreeCell(metric=options.metric)
    which = f"{len(numbers)} Microsoft deals from {numbers[0]} to {numbers[-1]}"
    print(f"FreeCell, {which}, metric {options.metric}\n\n{HEADING}")
    for algorithm in options.algorithms:
        row = ours(game, numbers, algorithm)
        kept.add(algorithm, sum(row.seconds), moves=sum(row.lengths), unsolved=len(row.unsolved))
        print(row, flush=True)
    if shutil.which(PEER) is None:
        print(f"\n{PEER} is not installed: nothing to compare with")
    else:
        with tempfile.TemporaryDirectory() as folder:
            for preset in options.presets:
                print(peer(game, numbers, preset, Path(folder)), flush=True)
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
