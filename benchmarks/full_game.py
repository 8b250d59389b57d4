"""Decide full-size deals: how many can be won, and what it takes to know.

    python benchmarks/full_game.py superpuzz --deals 1-100
    python benchmarks/full_game.py gaps --deals 1-100

One line a deal, then a summary.  With ``--results FILE`` lines are appended to the file and deals that it has
are not searched again, so a run can be stopped, continued, or made in pieces.  Times are processor time.
"""

import argparse
import math
import statistics
import time
from pathlib import Path

import arguments
import measured

from yomikiri import Limits, Outcome, Superpuzz, solve
from yomikiri.games.gaps.rules import ARRANGEMENTS, Gaps


def superpuzz_line(number: int, options: argparse.Namespace) -> str:
    """``deal outcome moves positions seconds`` of one deal."""
    game = Superpuzz(options.columns or 13)
    began = time.process_time()
    result = solve(
        game, game.deal(number), algorithm="decide", states=options.states, limits=limits_of(options)
    )
    used = time.process_time() - began
    return f"{number} {result.outcome.value} {result.length or 0} {result.expanded} {used:.2f}"


def gaps_line(number: int, options: argparse.Namespace) -> str:
    """``deal outcome winnable positions seconds`` of one deal, over its 24 arrangements of aces."""
    game = Gaps(options.columns or 14)
    layout = game.layout(number)
    began = time.process_time()
    results = [
        solve(
            game, layout.arrange(order), algorithm="decide", states=options.states, limits=limits_of(options)
        )
        for order in ARRANGEMENTS
    ]
    used = time.process_time() - began
    winnable = sum(result.outcome is Outcome.SOLVED for result in results)
    undecided = any(not result.outcome.decided for result in results)
    outcome = "solved" if winnable else "undecided" if undecided else "unsolvable"
    return f"{number} {outcome} {winnable} {sum(result.expanded for result in results)} {used:.2f}"


def limits_of(options: argparse.Namespace) -> Limits:
    return Limits(nodes=options.nodes, seconds=options.seconds, memory=options.memory << 30)


def wilson(successes: int, trials: int) -> str:
    """A share with its 95 % interval after Wilson, in per cent."""
    if trials == 0:
        return "none"
    z, p = 1.959964, successes / trials
    middle = (p + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials**2)) / (1 + z * z / trials)
    return f"{100 * p:.1f} % ({100 * (middle - half):.1f} to {100 * (middle + half):.1f})"


def mean_share(shares: list[float]) -> str:
    """A mean with its 95 % interval in per cent; each deal counts once, for its arrangements go together."""
    mean = statistics.fmean(shares)
    half = 1.959964 * statistics.stdev(shares) / math.sqrt(len(shares)) if len(shares) > 1 else math.nan
    return f"{100 * mean:.1f} % ({100 * (mean - half):.1f} to {100 * (mean + half):.1f})"


def summary(game: str, lines: list[str]) -> str:
    """Counts, shares with intervals, and the distribution of the effort."""
    rows = [line.split() for line in lines]
    solved = [row for row in rows if row[1] == "solved"]
    unsolvable = [row for row in rows if row[1] == "unsolvable"]
    stubborn = [row[0] for row in rows if row not in solved and row not in unsolvable]
    positions = sorted(int(row[3]) for row in rows)
    seconds = sorted(float(row[4]) for row in rows)

    def at(values: list[float] | list[int], share: float) -> float:
        return values[min(len(values) - 1, int(share * len(values)))]

    report = [
        f"{len(rows)} deals: {len(solved)} solvable, {len(unsolvable)} not, {len(stubborn)} undecided",
        f"undecided: {' '.join(stubborn) or 'none'}",
        f"solvable, of those decided: {wilson(len(solved), len(solved) + len(unsolvable))}",
        "positions, median / 90 % / most: "
        + " / ".join(f"{at(positions, share):,}" for share in (0.5, 0.9, 1.0)),
        "seconds, median / 90 % / most: "
        + " / ".join(f"{at(seconds, share):.2f}" for share in (0.5, 0.9, 1.0)),
        f"in all {sum(positions) / 1e6:.1f} million positions in {sum(seconds):.0f} s",
    ]
    if game == "gaps":
        shares = [int(row[2]) / len(ARRANGEMENTS) for row in rows]
        report.append(f"solvable arrangements: {mean_share(shares)}")
    return "\n".join(report)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=("superpuzz", "gaps"))
    parser.add_argument(
        "--deals", type=arguments.deals, default="1-100", help="such as 1-100 or 25,29 (default 1-100)"
    )
    parser.add_argument("--columns", type=arguments.count, help="default: full size")
    parser.add_argument("--seconds", type=arguments.amount, default=60, help="a search (default 60)")
    parser.add_argument("--nodes", type=arguments.count, help="positions a search (default: no limit)")
    parser.add_argument("--memory", type=arguments.count, default=8, help="GiB a search (default 8)")
    parser.add_argument("--states", choices=("fingerprint", "exact"), default="fingerprint")
    parser.add_argument("--results", type=Path, help="file of lines to continue")
    measured.add_arguments(parser)
    options = parser.parse_args()
    kept = measured.Run(options)
    known: dict[int, str] = {}
    if options.results and options.results.exists():
        known = {int(line.split()[0]): line for line in options.results.read_text().splitlines()}
    line_of = superpuzz_line if options.game == "superpuzz" else gaps_line
    for number in options.deals:
        if number not in known:
            known[number] = line_of(number, options)
            if options.results:
                with options.results.open("a") as file:
                    file.write(known[number] + "\n")
        print(known[number], flush=True)
        _, outcome, length, expanded, seconds = known[number].split()
        kept.add(f"deal {number}", float(seconds), outcome=outcome, moves=int(length), expanded=int(expanded))
    print(summary(options.game, [known[number] for number in options.deals]))
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
