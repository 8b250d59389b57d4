"""Shortest solutions of FreeCell: lengths, positions, bytes and processor time, deal by deal.

    python benchmarks/freecell.py --deals 1-100
    python benchmarks/freecell.py --random 100
    python benchmarks/freecell.py --deals 1-100 --metric supermove

Prints a line for every deal as soon as it is solved and the distribution at the end.  Times are processor
time, the beam and the replay by the Python rules included, so a busy machine lengthens them only a little.
"""

import argparse
import random
import statistics
import time

import arguments
import measured

from yomikiri import FreeCell, InputError, Limits, Outcome, solve

GIB = 2**30
SEED, LARGEST = 20_000, 32_000
"""Random deals are drawn from Microsoft's first 32,000, always the same ones."""


def main() -> None:
    options = _options()
    game, kept = FreeCell(metric=options.metric), measured.Run(options)
    times: list[float] = []
    lengths: list[int] = []
    expanded = stored = most_bytes = 0
    all_bytes = 0
    for number in _numbers(options):
        started = time.process_time()
        result = solve(
            game,
            game.deal(number),
            shortest=True,
            algorithm=options.algorithm,
            heuristic=options.heuristic,
            threads=options.threads,
            limits=Limits(memory=int(options.memory * GIB)),
        )
        took = time.process_time() - started
        times.append(took)
        kept.add(f"deal {number}", took, length=result.length, expanded=result.expanded, stored=result.stored)
        expanded, stored = expanded + result.expanded, stored + result.stored
        most_bytes = max(most_bytes, result.peak_bytes)
        all_bytes += result.peak_bytes
        if result.outcome is Outcome.SOLVED and result.proved_shortest:
            lengths.append(result.length or 0)
        print(
            f"{number:>7} {result.outcome.value:>12} {result.lower_bound!s:>4} {result.upper_bound!s:>4} "
            f"{result.expanded:>11,} expanded {result.stored:>11,} stored "
            f"{result.peak_bytes / 2**20:>7.0f} MiB "
            f"{result.peak_bytes / max(1, result.stored):>6.1f} bytes/position {took:>8.2f} s",
            flush=True,
        )
    times.sort()
    within = {limit: sum(took <= limit for took in times) for limit in (1, 10, 60, 600)}
    print(f"proved shortest: {len(lengths)} of {len(times)}")
    if lengths:
        print(f"length: mean {statistics.mean(lengths):.2f}, {min(lengths)} to {max(lengths)}")
    print(
        f"processor time: {sum(times):.1f} s in all, mean {statistics.mean(times):.2f}, "
        f"median {statistics.median(times):.2f}, largest {times[-1]:.1f}"
    )
    print("within " + ", ".join(f"{limit} s: {count}" for limit, count in within.items()))
    print(
        f"{expanded:,} expanded, {stored:,} stored, {expanded / max(1e-9, sum(times)):,.0f} expanded a second"
    )
    print(f"at most {most_bytes / 2**20:,.0f} MiB; {all_bytes / max(1, stored):.1f} bytes/position in all")
    kept.finish()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--deals", type=arguments.deals, default="1-30", help="Microsoft deals, such as 1-30 or 5,7"
    )
    parser.add_argument(
        "--random", type=arguments.count, metavar="N", help="N random deals of 1 to 32000 instead"
    )
    parser.add_argument("--metric", default="single", choices=("single", "supermove"))
    parser.add_argument("--algorithm", default="a-star")
    parser.add_argument("--heuristic")
    parser.add_argument("--threads", type=arguments.count, default=1)
    parser.add_argument("--memory", type=arguments.amount, default=16, metavar="GIB")
    measured.add_arguments(parser)
    return parser.parse_args()


def _numbers(options: argparse.Namespace) -> list[int]:
    if options.random is not None:
        if options.random > LARGEST:
            raise InputError(f"--random {options.random} is more than there are: expected 1 to {LARGEST}")
        return sorted(random.Random(SEED).sample(range(1, LARGEST + 1), options.random))
    found: list[int] = options.deals
    return found


if __name__ == "__main__":
    arguments.run(main)
