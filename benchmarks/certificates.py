"""Prove verdicts of many deals by certificates: what the proofs take, and whether all of them are accepted.

    python benchmarks/certificates.py small --checker build/checker/check-certificate
    python benchmarks/certificates.py full korf --results proofs.jsonl --memory 8

Each claim is searched for, written as a certificate, and checked by the independent program of ``checker/``,
each in a process of its own, so that peaks of memory can be told apart.  With ``--results FILE`` a line of
JSON is appended for each claim, and claims that the file has are not proved again: a run can be stopped and
continued.  ``--table`` prints the summary of such a file and does nothing else.  Times are processor time.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import arguments

from yomikiri import FreeCell, Gaps, InputError, Limits, Superpuzz, open_deal, solve
from yomikiri.certificates import write_certificate
from yomikiri.games.gaps.rules import ARRANGEMENTS
from yomikiri.search.certificate import claim_of

LOST = (73, 56, 45, 68, 77, 40, 35, 27, 29, 43, 58, 67, 84, 87, 88, 97, 25)
"""The deals of 1 to 100 that the full Superpuzz loses, the largest proof last."""
PATTERNS = "patterns 1,4,5,8,9,12|2,3,6,7,10,11|13,14,15"


class Claim(NamedTuple):
    """A position whose verdict is to be proved, if it is of the kind that its group is about."""

    group: str
    name: str
    game: Any
    position: Any
    deal: int | None
    shortest: bool
    bound: str | None = None


def small() -> Iterator[Claim]:
    for columns in (4, 5, 6, 7, 8):
        game = Superpuzz(columns)
        for number in range(1, 1001):
            yield Claim(f"Superpuzz {columns}, lost", str(number), game, game.deal(number), number, False)


def full() -> Iterator[Claim]:
    game = Superpuzz(13)
    for number in LOST:
        yield Claim("Superpuzz 13, lost", str(number), game, game.deal(number), number, False)


def gaps() -> Iterator[Claim]:
    game = Gaps(14)
    for number in range(1, 21):
        for order in ARRANGEMENTS:
            position = game.layout(number).arrange(order)
            yield Claim("Gaps 14, lost", f"{number}/{order}", game, position, None, False)


def short() -> Iterator[Claim]:
    game = Superpuzz(8)
    for number in range(1, 101):
        yield Claim("Superpuzz 8, shortest", str(number), game, game.deal(number), number, True)


def decks() -> Iterator[Claim]:
    for ranks, columns, cells in ((4, 4, 1), (5, 4, 2), (6, 5, 2)):
        for variant in ("freecell", "bakers-game"):
            game = FreeCell(columns, cells, ranks=ranks, variant=variant)
            for number in range(1, 41):
                group = f"{variant} {columns}x{cells}x{ranks}, both claims"
                yield Claim(group, str(number), game, game.deal(number), number, True)


def bakers() -> Iterator[Claim]:
    game = FreeCell(variant="bakers-game")
    for number in range(1, 101):
        yield Claim("Baker's Game, lost", str(number), game, game.deal(number), number, False)
    for number in range(1, 31):
        yield Claim("Baker's Game, shortest", str(number), game, game.deal(number), number, True)


def korf() -> Iterator[Claim]:
    for number in range(1, 101):
        deal = open_deal("sliding", f"korf:{number}")
        yield Claim("Korf, shortest", str(number), deal.game, deal.position, None, True, PATTERNS)


GROUPS: dict[str, Callable[[], Iterator[Claim]]] = {
    "small": small,
    "gaps": gaps,
    "short": short,
    "decks": decks,
    "korf": korf,
    "full": full,
    "bakers": bakers,
}


def prove(claim: Claim, path: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Search and write; a verdict that the group is not about, or a limit, has no certificate."""
    began = time.process_time()
    limits = Limits(seconds=options.seconds, memory=options.memory << 30)
    result = solve(claim.game, claim.position, shortest=claim.shortest, limits=limits)
    searched = time.process_time() - began
    row: dict[str, Any] = {"verdict": str(result.outcome), "search": round(searched, 3)}
    if result.outcome.decided and (claim.shortest or result.moves is None):
        began = time.process_time()
        try:
            header = write_certificate(
                path,
                claim.game,
                claim.position,
                claim_of(result),
                result.moves or (),
                deal=claim.deal,
                bound=claim.bound,
                most=options.most,
            )
        except InputError as error:
            return row | {"verdict": str(error)}
        row |= {"write": round(time.process_time() - began, 3), "claim": str(header.claim)}
        row |= {"entries": header.entries, "visits": header.visits or header.entries}
        row |= {"bytes": path.stat().st_size, "plain": header.entries * header.width}
    return row


def in_child(work: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], int]:
    """What a function answers in a process of its own, and the peak of its memory in bytes."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(writing, json.dumps(work()).encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        text = pipe.read()
    _, _, usage = os.wait4(child, 0)
    return json.loads(text or '{"verdict": "the process ended"}'), usage.ru_maxrss << 10


def checked(checker: Path, path: Path) -> dict[str, Any]:
    """Status, time and memory of the independent checker."""
    with subprocess.Popen([checker, path], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as program:
        _, status, usage = os.wait4(program.pid, 0)
        program.returncode = os.waitstatus_to_exitcode(status)
    used = round(usage.ru_utime + usage.ru_stime, 3)
    return {"status": program.returncode, "check": used, "check bytes": usage.ru_maxrss << 10}


def summary(rows: list[dict[str, Any]]) -> str:
    """A line for each group: how many are proved, and the sums and the largest of what that took."""
    lines = [
        "| claims | tried | proved | entries, all | most | bytes | s to search | to write | to check "
        "| MB to write, most | to check |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for group in dict.fromkeys(row["group"] for row in rows):
        tried = [row for row in rows if row["group"] == group]
        proved = [row for row in tried if row.get("status") == 0]
        if not proved:
            continue
        sums = [sum(row[key] for row in proved) for key in ("entries", "bytes", "search", "write", "check")]
        most = max(row["entries"] for row in proved)
        memory = [max(row[key] for row in proved) >> 20 for key in ("write bytes", "check bytes")]
        lines.append(
            f"| {group} | {len(tried)} | {len(proved)} | {sums[0]:,} | {most:,} | {sums[1]:,} | "
            f"{sums[2]:.1f} | {sums[3]:.1f} | {sums[4]:.1f} | {memory[0]} | {memory[1]} |"
        )
    refused = [row for row in rows if row.get("status", 0) != 0]
    lines += [f"NOT ACCEPTED: {row['group']} {row['name']}, status {row['status']}" for row in refused]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--checker", type=Path, default=Path("build/checker/check-certificate"))
    parser.add_argument("--results", type=Path, help="append lines here, and skip what is there")
    parser.add_argument("--seconds", type=arguments.amount, default=60.0, help="for each search")
    parser.add_argument("--memory", type=arguments.count, default=4, help="GiB for each search")
    parser.add_argument("--most", type=arguments.count, default=20_000_000, help="positions of a proof")
    parser.add_argument("--table", action="store_true", help="only print the summary of --results")
    options = parser.parse_args()
    if unknown := [group for group in options.groups if group not in GROUPS]:
        parser.error(f"'{unknown[0]}' is not a group: expected some of {', '.join(GROUPS)}")
    if not options.table and not options.checker.is_file():
        parser.error(f"'{options.checker}' is not there: make -C checker builds the independent checker")
    rows: list[dict[str, Any]] = []
    if options.results is not None and options.results.exists():
        rows = [json.loads(line) for line in options.results.read_text().splitlines()]
    known = {(row["group"], row["name"]) for row in rows}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "certificate"
        for group in [] if options.table else options.groups or GROUPS:
            for claim in GROUPS[group]():
                if (claim.group, claim.name) in known:
                    continue
                row, memory = in_child(lambda claim=claim: prove(claim, path, options))  # type: ignore[misc]
                row = {"group": claim.group, "name": claim.name, **row, "write bytes": memory}
                if path.exists():
                    row |= checked(options.checker, path)
                    path.unlink()
                rows.append(row)
                if options.results is not None:
                    with options.results.open("a") as file:
                        file.write(json.dumps(row) + "\n")
                print(row["group"], row["name"], row["verdict"], row.get("status", ""), file=sys.stderr)
    print(summary(rows))


if __name__ == "__main__":
    arguments.run(main)
