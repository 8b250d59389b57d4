"""One big search on many machines: breadth-first, each part owning the positions that hash to it.

The search goes level by level.  A level is expanded in rounds: in each, every part expands some of its
positions and sends one batch to every other part, which takes it in two rounds later, in a fixed order.  So
batches travel while everyone works, a slow part holds up the others only when it is two rounds behind, and
yet nothing depends on who was quicker: the same number of parts gives the same counts and the same solution,
run after run.

A level is always finished, even after a goal has been seen.  So all counts are those of whole levels and do
not depend on the number of parts: if there is no solution, they equal those of ``solve(algorithm=
"breadth-first")``; if there is one, that search stops in the middle of the last level and has expanded a
little less.  The level of the goal is the length of a shortest solution.  The path back is traced from part
to part, and the moves are certified.
"""

import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yomikiri.core.errors import CertificationError, ClusterError, InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.search import Cancel, Limits, Outcome, Progress, Proof, Result, certify
from yomikiri.search.control import ProgressCallback, Stopped
from yomikiri.search.level import Level, LevelLog
from yomikiri.search.names import STATES
from yomikiri.search.partitioning import partitioning_of
from yomikiri.search.solve import check_hash_seed, symmetries
from yomikiri.surveys.part import Status
from yomikiri.surveys.saved_levels import FORMAT, SavedLevels
from yomikiri.surveys.team import Team, ThreadTeam

ROUND = 1 << 16
"""Positions that a part expands in a round: a tenth of a second, and a few megabytes for each other part."""
BEHIND = 2
"""Rounds until a batch is taken in."""
MOST_PARTS = 4096
RESTARTS = 3
"""How often a saved search resumes by itself after a part was lost."""
REPORT_SECONDS = 0.1
_GLANCE_SECONDS = 0.1


def solve_partitioned(
    game: Game[Any, Any],
    position: Any,
    *,
    parts: int = 2,
    cluster: str = "local",
    limits: Limits | None = None,
    states: str = "exact",
    symmetry: str = "none",
    skip_lost: bool = False,
    hash_seed: int = 0,
    resume: Path | None = None,
    progress: ProgressCallback | None = None,
    cancel: Cancel | None = None,
) -> Result:
    """Search ``position`` to the end in ``parts``: a shortest solution, or a proof that there is none.

    ``cluster`` is ``local`` (one thread per part), ``ray`` (one actor each, on the cluster that this machine
    belongs to, or else on a new one here) or ``ray://HOST:PORT``.  ``limits.memory`` is for all parts
    together.  ``states``, ``symmetry`` and ``hash_seed`` are those of :func:`yomikiri.solve`; ``skip_lost``
    skips the moves of positions that are proved lost, where a game can tell.  ``resume`` is a folder, which
    all machines must see: every level is kept there, and the same search resumes from the last one.  If a
    part is lost, that happens by itself; without a folder it raises :class:`ClusterError`.
    """
    for name, value, known in (("states", states, STATES), ("symmetry", symmetry, symmetries(game))):
        if value not in known:
            raise InputError(f"unknown {name} '{shown(value)}': expected one of {', '.join(known)}")
    if isinstance(parts, bool) or not isinstance(parts, int) or not 1 <= parts <= MOST_PARTS:
        raise InputError(f"parts {parts!r} is not a number of parts: expected 1 to {MOST_PARTS}")
    if cluster not in ("local", "ray") and not cluster.startswith("ray://"):
        raise InputError(f"'{shown(cluster)}' is not a cluster: expected local, ray or ray://HOST:PORT")
    check_hash_seed(hash_seed, "a search in parts", states)
    limits = limits or Limits()
    game.check(position)
    partitioning, moves_of = partitioning_of(
        game, position, states=states, symmetry=symmetry, skip_lost=skip_lost, hash_seed=hash_seed
    )
    if game.why_unsolvable(position) is not None:
        return Result.of(Outcome.UNSOLVABLE, "breadth-first", lower_bound=None)

    def muster(again: bool) -> Team:
        if cluster == "local":
            return ThreadTeam(partitioning, parts, limits.memory_bytes())
        from yomikiri.surveys.ray_team import RayTeam

        # If a machine was lost, fewer parts can take over all positions.
        address = None if cluster == "ray" else cluster
        return RayTeam(partitioning, parts, limits.memory, address, fewer=again)

    saved = SavedLevels(repr(game), game.format_position(position), symmetry, skip_lost, states, hash_seed)
    search = PartitionedSearch(limits, progress, cancel, saved, resume)
    outcome, codes = search.run(muster)
    shortest = outcome is Outcome.SOLVED
    result = Result.of(
        outcome,
        "breadth-first",
        search,
        proved_shortest=shortest,
        lower_bound=None if outcome is Outcome.UNSOLVABLE else search.level + (0 if codes == [] else 1),
        proof=Proof.FINGERPRINT if states == "fingerprint" else Proof.EXACT,
        error_bound=search.error_bound,
        hash_seed=hash_seed,
        unsaved=search.unsaved,
        levels=search.levels,
    )
    if codes is None:
        return result
    moves = moves_of(codes)
    certify(game, position, moves)
    return result.with_moves(tuple(moves))


@dataclass
class PartitionedSearch:
    """The driver: it assigns work, adds up, and stops.  No position passes through it."""

    limits: Limits
    progress: ProgressCallback | None
    cancel: Cancel | None
    saved: SavedLevels
    folder: Path | None

    level: int = 0
    expanded: int = 0
    generated: int = 0
    stored: int = 0
    peak_bytes: int = 0
    error_bound: float = 0.0
    sent: int = 0
    """Bytes sent from one part to another."""
    processor_seconds: float = 0.0
    """Processor seconds of all parts."""
    unsaved: str | None = None
    """Why some levels are not in the folder, if so."""

    def __post_init__(self) -> None:
        self._started = time.monotonic()
        self._before = (0, 0)  # Expanded and generated by the runs that wrote the saved levels.
        self._seconds_before = 0.0
        self._levels = LevelLog()
        self._reported = -REPORT_SECONDS
        if self.folder is not None and self.saved.load(self.folder):
            self._seconds_before = self.saved.seconds

    @property
    def levels(self) -> tuple[Level, ...]:
        """What each level cost; the levels of earlier runs of a saved search count as one."""
        return self._levels.until(self.expanded, self.generated, self.seconds)

    def _begin_level(self) -> None:
        if not self._levels and self.expanded:
            self._levels.begin("earlier", self.level, 0, 0, 0.0)
        self._levels.begin("depth", self.level, self.expanded, self.generated, self.seconds)

    @property
    def seconds(self) -> float:
        """Wall-clock time, including earlier runs of a saved search."""
        return self._elapsed() + self._seconds_before

    def run(self, muster: Callable[[bool], Team]) -> tuple[Outcome, list[bytes] | None]:
        """Search with a team from ``muster``, or with another if one is lost.

        Returns the outcome, and the codes along a solution if there is one.
        """
        for trial in range(RESTARTS + 1):
            team = None
            try:
                team = muster(trial > 0)
                return self._search(team)
            except Stopped as stop:
                return stop.outcome, None
            except ClusterError as error:
                if self.folder is None:
                    raise ClusterError(
                        f"{error}; nothing was kept: expected a folder (resume) to go on from"
                    ) from None
                if trial == RESTARTS:
                    raise ClusterError(
                        f"{error}, for the {trial + 1}th time; '{self.folder}' has {self.level} levels"
                    ) from None
            finally:
                if team is not None:
                    team.close()
        raise AssertionError("unreachable")

    def _search(self, team: Team) -> tuple[Outcome, list[bytes] | None]:
        self._error_of_a_pair = team.call(0, "error_bound", 1)  # One stored, one dropped.
        statuses = self._begin(team)
        self._add_up(statuses)
        self._levels = LevelLog()
        while True:
            goals = [status.goal for status in statuses if status.goal is not None]
            if any(status.full for status in statuses):
                return Outcome.MEMORY_LIMIT, None
            if goals:
                return Outcome.SOLVED, self._way_to(team, min(goals))
            sizes = [status.left for status in statuses]
            if not any(sizes):
                return Outcome.UNSOLVABLE, None
            self._begin_level()
            quotas = self._quotas(sizes)
            whole = sum(quotas) == sum(sizes)
            statuses = self._advance(team, quotas, turn=whole)
            self._add_up(statuses)
            if not whole and not any(status.full or status.goal for status in statuses):
                return Outcome.NODE_LIMIT, None
            if whole and not any(status.full or status.goal for status in statuses):
                self.level += 1
                self._save(team)

    def _begin(self, team: Team) -> list[Status]:
        """Bring all parts to the last saved level, or to the start."""
        each: list[tuple[Any, ...]] = [()] * team.parts
        self._before = (0, 0)
        self.level = 0
        self.unsaved = None
        if self.folder is None:
            return team.call_all("begin", each)
        if not self.saved.load(self.folder):
            statuses = team.call_all("begin", each)
            self._add_up(statuses)
            # Saved levels contain no goal, so there is none to look for after restoring.
            if not any(status.goal for status in statuses):
                self._save(team)
            if self.unsaved is not None:  # Better to find out before spending a night.
                raise InputError(self.unsaved)
            return statuses
        self._before = (self.saved.expanded, self.saved.generated)
        self.level = len(self.saved.levels) - 1
        levels = self.saved.sealed_files(self.folder)
        statuses = team.call_all("restore", [(levels,)] * team.parts)
        stored, left = (sum(getattr(status, name) for status in statuses) for name in ("stored", "left"))
        expected = self.saved.stored, self.saved.stored - self.saved.expanded
        if (stored, left) != expected and not any(status.full for status in statuses):
            reason = (
                f"{stored} positions, {left} of them in the last level; expected {expected[0]}, {expected[1]}"
            )
            raise FORMAT.refused(self.folder, reason)
        return statuses

    def _quotas(self, sizes: Sequence[int]) -> list[int]:
        """How many positions each part may expand: all, or as many as the node limit leaves."""
        if self.limits.nodes is None:
            return list(sizes)
        left, quotas = max(0, self.limits.nodes - self.expanded), []
        for size in sizes:
            quotas.append(min(size, left))
            left -= quotas[-1]
        return quotas

    def _advance(self, team: Team, quotas: Sequence[int], *, turn: bool) -> list[Status]:
        """Expand the given numbers of positions in rounds, and take in all results."""
        rounds = -(-max(quotas) // ROUND)
        flying: deque[list[Sequence[Any]]] = deque()
        """The handles of the last rounds, by part."""
        statuses: list[Status] = []
        for number in range(rounds + 1):
            last = number == rounds
            arriving = list(flying) if last else [flying[0]] if len(flying) == BEHIND else []
            handles = []
            for index, quota in enumerate(quotas):
                incoming = [
                    handle[index + 1]
                    for ended in arriving
                    for source, handle in enumerate(ended)
                    if source != index
                ]
                expand = max(0, min(ROUND, quota - number * ROUND))
                handles.append(team.step(index, incoming, expand, turn and last))
            flying.append(handles)
            if len(flying) > BEHIND:
                statuses = self._watch(team, flying.popleft())
            if last:
                for ended in flying:
                    statuses = self._watch(team, ended)
        return statuses

    def _watch(self, team: Team, handles: Sequence[Sequence[Any]]) -> list[Status]:
        """The statuses at the end of a round; stops the search if necessary."""
        first = [handle[0] for handle in handles]
        while True:
            if self.cancel is not None and self.cancel.is_set():
                raise Stopped(Outcome.CANCELLED)
            if self.limits.seconds is not None and self._elapsed() >= self.limits.seconds:
                raise Stopped(Outcome.TIME_LIMIT)
            statuses = team.wait(first, _GLANCE_SECONDS)
            if statuses is None:
                continue
            self._add_up(statuses)
            if any(status.full for status in statuses):
                raise Stopped(Outcome.MEMORY_LIMIT)
            return statuses

    def _elapsed(self) -> float:
        return time.monotonic() - self._started

    def _add_up(self, statuses: Sequence[Status]) -> None:
        self.expanded = self._before[0] + sum(status.expanded for status in statuses)
        self.generated = self._before[1] + sum(status.generated for status in statuses)
        self.stored = sum(status.stored for status in statuses)
        self.peak_bytes = max(self.peak_bytes, sum(status.peak_bytes for status in statuses))
        # Positions of different parts have different hashes: counting those pairs, too, errs on the safe
        # side.
        self.error_bound = self.stored * (self.stored + 1) / 2 * self._error_of_a_pair
        self.sent = sum(status.sent for status in statuses)
        self.processor_seconds = sum(status.seconds for status in statuses)
        if self.progress is not None and self._elapsed() - self._reported >= REPORT_SECONDS:
            self._reported = self._elapsed()
            waiting = sum(status.left + status.next for status in statuses)
            taken = sum(status.taken_bytes for status in statuses)
            counts = (self.expanded, self.generated, self.stored, waiting, taken)
            self.progress(Progress(*counts, self._elapsed(), self.level + 1))

    def _way_to(self, team: Team, goal: bytes) -> list[bytes]:
        """The codes after the start up to a goal; each comes from its owner."""
        codes, owner = [goal], team.call(0, "owner", goal)
        while (found := team.call(owner, "parent", codes[-1])) is not None:
            code, owner = found
            codes.append(code)
            if len(codes) > self.level + 2:
                raise CertificationError("the way back from a goal is longer than its level")
        codes.pop()
        return codes[::-1]

    def _save(self, team: Team) -> None:
        """Save the level that all parts have turned to.

        A disk that has become full must not cost the answer: the search goes on, and the result says so.
        Levels after a missing one are not saved, because they are useless without it.
        """
        if self.folder is None or self.unsaved is not None:
            return
        files = self.saved.files(self.folder, self.level, team.parts)
        counts = (self.expanded, self.generated, self.stored)
        try:
            words = team.call_all("save", [(file,) for file in files])
            self.saved.save(self.folder, counts, self.seconds, words)
        except OSError as error:
            kept = f"the levels after {self.level - 1} are not kept" if self.level else "nothing is kept"
            self.unsaved = f"'{self.folder}' cannot be written: {error.strerror or error}; {kept}"
