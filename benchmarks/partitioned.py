"""What it costs to divide a search: one deal in one piece, in threads, and in actors of Ray.

    python benchmarks/partitioned.py [--size 8] [--deal N] [--parts 1,2,4] [--cluster local,ray]

Each run must come to the same counts.  Processor time is that of the parts, and beside it that of everybody
else who has to work for them: the driver, and for Ray its servers on this machine.
"""

import argparse
import os
import time
from dataclasses import dataclass
from pathlib import Path

import arguments
import measured

from yomikiri import Limits, Superpuzz, solve
from yomikiri.search.partitioning import partitioning_of
from yomikiri.surveys.partition import PartitionedSearch
from yomikiri.surveys.saved_levels import SavedLevels
from yomikiri.surveys.team import Team, ThreadTeam

MEMORY = 3 * 2**30


@dataclass
class Line:
    """One row of the table."""

    what: str
    wall: float
    parts: float
    others: float
    sent: int
    expanded: int
    stored: int
    peak: int

    HEADER = "| search | wall | parts | others | µs a position | bytes sent a position | memory |"

    def __str__(self) -> str:
        total = (self.parts + self.others) / self.expanded * 1e6
        return (
            f"| {self.what} | {self.wall:.1f} s | {self.parts:.1f} s | {self.others:.1f} s | {total:.2f} "
            f"| {self.sent / self.expanded:.1f} | {self.peak / 2**20:.0f} MiB |"
        )


def servers_seconds(session: str | None) -> float:
    """The processor time so far of Ray's own processes here."""
    total = 0.0
    for folder in Path("/proc").iterdir() if session else ():
        try:
            if folder.name.isdigit() and session in (folder / "cmdline").read_text():
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            continue  # It has just ended.
    return total


def divided(game: Superpuzz, deal: int, parts: int, cluster: str) -> Line:
    partitioning, _ = partitioning_of(
        game, game.deal(deal), states="fingerprint", symmetry="rows", skip_lost=False
    )
    session = None
    if cluster == "ray":
        import ray

        if not ray.is_initialized():
            ray.init(
                "local", num_cpus=4, include_dashboard=False, object_store_memory=2**29, logging_level="error"
            )
        session = Path(ray._private.worker._global_node.get_session_dir_path()).name

    def muster(again: bool) -> Team:
        if cluster == "local":
            return ThreadTeam(partitioning, parts, MEMORY)
        from yomikiri.surveys.ray_team import RayTeam

        return RayTeam(partitioning, parts, MEMORY)

    search = PartitionedSearch(
        Limits(memory=MEMORY), None, None, SavedLevels("", "", "", False, "fingerprint", 0), None
    )
    team = muster(False)
    # From here: starting actors is no part of a search.
    started, mine, servers = time.perf_counter(), time.process_time(), servers_seconds(session)
    before = sum(status.seconds for status in team.call_all("status", [()] * parts))
    outcome, _ = search.run(lambda again: team)
    wall = time.perf_counter() - started
    cost = search.processor_seconds - before
    others = time.process_time() - mine - (cost if cluster == "local" else 0)
    others += servers_seconds(session) - servers
    name = f"{parts} {'threads' if cluster == 'local' else 'actors'}, {outcome.value}"
    return Line(name, wall, cost, others, search.sent, search.expanded, search.stored, search.peak_bytes)


def whole(game: Superpuzz, deal: int) -> Line:
    started, mine = time.perf_counter(), time.process_time()
    result = solve(
        game,
        game.deal(deal),
        algorithm="breadth-first",
        symmetry="rows",
        states="fingerprint",
        limits=Limits(memory=MEMORY),
    )
    wall, cost = time.perf_counter() - started, time.process_time() - mine
    name = f"one piece, {result.outcome.value}"
    return Line(name, wall, cost, 0.0, 0, result.expanded, result.stored, result.peak_bytes)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--size", type=arguments.count, default=8)
    parser.add_argument("--deal", type=arguments.count, default=1)
    parser.add_argument("--parts", type=arguments.counts, default="1,2,4")
    parser.add_argument("--cluster", default="local,ray")
    measured.add_arguments(parser)
    asked = parser.parse_args()
    kept = measured.Run(asked)
    game = Superpuzz(asked.size)
    lines = [whole(game, asked.deal)]
    print(f"{lines[0].expanded} expanded, {lines[0].stored} stored\n{Line.HEADER}\n|{'---|' * 7}\n{lines[0]}")
    for cluster in asked.cluster.split(","):
        for parts in asked.parts:
            lines.append(divided(game, asked.deal, parts, cluster))
            print(lines[-1], flush=True)
            if "unsolvable" in lines[0].what:
                assert (lines[-1].expanded, lines[-1].stored) == (lines[0].expanded, lines[0].stored)
    for line in lines:
        kept.add(line.what, line.parts + line.others, expanded=line.expanded, stored=line.stored)
    kept.finish()


if __name__ == "__main__":
    arguments.run(main)
