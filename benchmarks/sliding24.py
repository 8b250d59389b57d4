"""The 24-puzzle: ``python benchmarks/sliding24.py RESULTS [--seconds S] [--deals 1-10] [--threads N]``.

Solves deals of the 5x5 board with the 6-6-6-6 databases, each for at most so many seconds of processor time
*in all runs together*, and appends a line of JSON to RESULTS whenever a deal is left.  The state of each open
search is in RESULTS.NUMBER; another run goes on from there.  Prints what is known, lengths or lower bounds,
and every minute how far the search is.  Ctrl-C or SIGTERM ends it; what was done is kept.
"""

import argparse
import json
import signal
import time
from pathlib import Path

import arguments

from yomikiri import Cancel, Limits, Outcome, Progress, Sliding, solve

GAME = Sliding(5, 5)


def earlier(results: Path, number: int) -> list[dict[str, object]]:
    """The lines of a deal."""
    lines = [json.loads(line) for line in results.read_text().splitlines()] if results.exists() else []
    return [line for line in lines if line["deal"] == number]


def search(results: Path, number: int, seconds: float, threads: int, stop: Cancel) -> None:
    """Go on with a deal, unless it is solved or has had its time."""
    lines = earlier(results, number)
    spent = sum(float(str(line["seconds"])) for line in lines)
    if spent >= seconds or any(line["outcome"] == "solved" for line in lines):
        return
    cancel, began, shown = Cancel(), time.process_time(), time.monotonic()
    before: int | None = None  # what earlier runs generated

    def watch(progress: Progress) -> None:
        nonlocal shown, before
        before = progress.generated if before is None else before
        used = time.process_time() - began
        if stop.is_set() or spent + used > seconds:
            cancel.set()
        if time.monotonic() - shown > 60:
            shown = time.monotonic()
            rate = (progress.generated - before) / used / 1e6
            print(f"  deal {number}: >= {progress.lower_bound}, {used:.0f} s, {rate:.1f} M/s", flush=True)

    state = Path(f"{results}.{number}")
    result = solve(
        GAME,
        GAME.deal(number),
        limits=Limits(),
        resume=state,
        threads=threads,
        progress=watch,
        cancel=cancel,
    )
    used = round(time.process_time() - began, 1)
    line = {
        "deal": number,
        "outcome": result.outcome.value,
        "length": result.length,
        "lower_bound": result.lower_bound,
        "generated": result.generated,
        "seconds": used,
    }
    with results.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    bound = f"= {result.length}" if result.outcome is Outcome.SOLVED else f">= {result.lower_bound}"
    print(f"deal {number}: {bound}, {result.generated:.3g} generated, {spent + used:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seconds", type=arguments.amount, default=3600)
    parser.add_argument("--deals", type=arguments.deals, default="1-10")
    parser.add_argument("--threads", type=arguments.count, default=1)
    words = parser.parse_args()
    stop = Cancel()
    for end in (signal.SIGINT, signal.SIGTERM):
        signal.signal(end, lambda *_: stop.set())
    for number in words.deals:
        if not stop.is_set():
            search(words.results, number, words.seconds, words.threads, stop)


if __name__ == "__main__":
    arguments.run(main)
