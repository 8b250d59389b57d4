"""Sliding puzzles in the kernel: the best available heuristic, IDA*, a certified result.

``ida-star`` is Korf's, with counts that can be compared with the literature; ``ida-star-pruned`` leaves
out *spare* paths (``native/games/sliding/move_automaton.hpp``): of two short paths to the same position it
follows only the first.  Lengths are the same, counts are smaller.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from yomikiri import _kernel
from yomikiri.bounds.tables import check_mapped
from yomikiri.core.errors import CertificationError, DamagedFile, InputError
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding.gap_tables import GapTable
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.resume import FORMAT, SavedSearch
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, is_corner
from yomikiri.search.certify import certify
from yomikiri.search.control import Progress, Stopped
from yomikiri.search.level import Level, joined, levels_of
from yomikiri.search.outcome import Outcome, Result
from yomikiri.search.request import Request

QUICK_TILES = 6
"""Patterns of up to this many tiles are built without being requested: 6-6-3 takes less than a second."""

LONGEST_SPARE = 12
"""Spare paths of up to this many moves are left out; longer ones are rare and their automaton is large."""

PLAIN_BYTES = {"walking-distance": 2**22, "linear-conflict": 2**17, "manhattan": 0}
"""The most bytes of small tables that the kernel makes for every search with a heuristic."""

BRANCHES = 1024
"""How many parts an iteration has in a resumable search."""

SLICE_SECONDS = 60.0
"""Seconds between two saves of such a search."""


GAPS = {"": (), "+gap0": (GapTable(gap=0),), "+gaps": (GapTable(gap=0), GapTable(gap=2))}
"""What can follow the name of a heuristic: the gap sets consulted on top of it, on 8 cells."""

LARGER_GAPS = {
    "+gap0-10": (GapTable(gap=0, cells=10, form="hash"),),
    "+gap0-12": (GapTable(gap=0, cells=12, form="hash"),),
    "+gap0-16": (GapTable(gap=0, cells=16, form="hash"),),
    "+gaps-10": (GapTable(gap=0, cells=10, form="hash"), GapTable(gap=2, cells=10, form="hash")),
}
"""The other sets of the paper's Table 2, for Manhattan distance alone as there: more cells make little
difference to a search, and much to a table (0.25, 0.66, 0.95 and 3.0 GB)."""


def kernel_heuristics(game: Sliding) -> tuple[str, ...]:
    """The heuristics of the kernel for a game, by name, the best first."""
    plain = _without_gaps(game)
    if game.size != "4x4" or not is_corner(game, game.goal.index(0)):
        return plain
    with_gaps = tuple(name + more for name in plain for more in GAPS if more)
    return plain + with_gaps + tuple("manhattan" + more for more in LARGER_GAPS)


def gap_tables(heuristic: str) -> tuple[GapTable, ...]:
    """The gap sets that a heuristic of that name consults."""
    _, plus, more = heuristic.partition("+")
    return (GAPS | LARGER_GAPS)[plus + more]


def with_sieves(tables: tuple[GapTable, ...]) -> tuple[GapTable, ...]:
    """Gap sets, and those on 8 cells that are asked before them."""
    return tuple(table for asked in tables for table in (_sieve(asked), asked) if table is not None)


def _sieve(asked: GapTable) -> GapTable | None:
    """The set on 8 cells, if this one sees more.  It fits into the processor's cache, and excludes nearly
    every position that this one excludes."""
    return GapTable(gap=asked.gap) if asked.cells > GapTable.cells else None


def _without_gaps(game: Sliding) -> tuple[str, ...]:
    found = [*reversed(pattern_tables.pattern_heuristics(game))]
    if max(game.rows, game.columns) <= 4:
        found.append("walking-distance")
    return (*found, "linear-conflict", "manhattan")


def default_heuristic(
    game: Sliding, memory: int = pattern_tables.BUILD_BYTES, seconds: float | None = None
) -> str:
    """The best heuristic whose tables exist or can be built soon, with this much memory and time.

    A build that is cut off leaves nothing: better not to start one for which the limit may be too short.
    """
    known = pattern_tables.pattern_heuristics(game)
    for name in _without_gaps(game):
        if name not in known:
            needed, ready = PLAIN_BYTES[name], True
        else:
            needed = pattern_tables.table_bytes(game, name) + pattern_tables.build_bytes(game, name)
            quick = len(known[name]) == 1 and max(map(len, known[name][0])) <= QUICK_TILES
            in_time = seconds is None or pattern_tables.build_seconds(game, name) <= seconds
            ready = (quick and in_time) or pattern_tables.is_built(game, name)
        if ready and needed <= memory:
            return name
    raise AssertionError("Manhattan distance is always there")


def plain_bounds(game: Sliding, position: Tiles) -> dict[str, int]:
    """The lower bounds that need no table, or one that is built in a moment, by name."""
    labels, goal_blank = normal_labels(game, position)
    patterns = pattern_tables.pattern_heuristics(game)
    return {
        name: _kernel.sliding_bound(game.rows, game.columns, goal_blank, labels, name)
        for name in reversed(_without_gaps(game))
        if name not in patterns
    }


@cache
def automaton(rows: int, columns: int) -> _kernel.MoveAutomaton:
    """The automaton of the spare paths of a board: it takes one second, once per process."""
    return _kernel.MoveAutomaton(rows, columns, LONGEST_SPARE)


def shortest_slides(game: Sliding, position: Tiles, request: Request, *, pruned: bool) -> Result:
    """A shortest solution, with the counts and bounds of the search; or a limit."""
    return answered(SlideSearch(game, position, request, pruned, time.monotonic()))


def answered(search: "SlideSearch") -> Result:
    """What a search comes to, also where a table stops it."""
    try:
        return search.run()
    except Stopped as stop:
        outcome = stop.outcome
    except MemoryError:  # Building a missing table would exceed the limit.
        outcome = Outcome.MEMORY_LIMIT
    search.save()
    return search.answer(outcome, None if search.saved is None else search.saved.moves)


@dataclass
class SlideSearch:
    """One search by IDA*: what it is asked, and what it has come to."""

    game: Sliding
    position: Tiles
    request: Request
    pruned: bool
    started: float
    expanded: int = 0
    generated: int = 0
    lower_bound: int = 0
    heuristic: str = ""
    memory: int = 0
    """The limit for the tables, for building them, and for the search."""
    unbuilt: str | None = None
    peak_bytes: int = 0
    stored: int = 0
    saved: SavedSearch | None = None
    """What all runs have done, if this one can be resumed."""
    levels: list[Level] = field(default_factory=list)
    earlier: int = 0
    """Positions that earlier runs expanded."""
    earlier_seconds: float = 0.0
    unsaved: str | None = None
    """Why the state could not be saved to its file, if so."""

    def run(self) -> Result:
        self.memory = min(self.request.limits.memory_bytes(), pattern_tables.BUILD_BYTES)
        self._load()  # Refuse an unusable file before building or searching anything.
        self.heuristic = self.saved.heuristic if self.saved else self._chosen()
        saved, counts = self.saved, self.request.count_shortest
        if saved is not None and saved.moves is not None and self._is_finished(saved):
            # An earlier run finished it: there is nothing to search, and its cost stays unchanged.
            return self.answer(Outcome.SOLVED, saved.moves, saved.solutions if counts else None)
        prepared = self._prepare()
        if saved is not None:
            self._check_bound(prepared, saved)
        found = self._once(prepared) if saved is None else self._resumed(prepared, saved)
        outcome = Outcome(found.outcome)
        solved = outcome is Outcome.SOLVED
        # Stopped with moves in hand: a shortest solution was found, but not all of them were counted.
        moves = self._tiles(found.moves) if solved or found.moves else None
        if saved is not None:
            moves = saved.moves  # These, or those of an earlier run.
        return self.answer(outcome, moves, found.solutions if counts and solved else None)

    def answer(self, outcome: Outcome, moves: Sequence[int] | None, count: int | None = None) -> Result:
        """The result with the moves, if there are any, replayed."""
        result = self.result(outcome)
        if moves is None:
            return result
        certify(self.game, self.position, moves)
        return replace(result.with_moves(tuple(moves)), shortest_count=count)

    def result(self, outcome: Outcome) -> Result:
        return Result.of(
            outcome,
            "ida-star-pruned" if self.pruned else "ida-star",
            self,
            proved_shortest=outcome is Outcome.SOLVED,
            lower_bound=self.lower_bound,
            heuristic=self.heuristic,
            unbuilt=self.unbuilt,
            unsaved=self.unsaved,
            levels=joined(self.levels),
        )

    @property
    def seconds(self) -> float:
        return self._elapsed() if self.saved is None else self.saved.seconds

    def _chosen(self) -> str:
        if self.request.heuristic is not None:
            return self.request.heuristic
        best = default_heuristic(self.game, self.memory)
        if self.request.resume is not None:
            return best  # It serves many runs, so building it first is worthwhile.
        chosen = default_heuristic(self.game, self.memory, self.request.limits.seconds)
        if chosen != best:
            self.unbuilt = best
        return chosen

    def _prepare(self) -> dict[str, Any]:
        """The arguments that say what to search; builds missing tables."""
        game = self.game
        name = self.heuristic.partition("+")[0]
        is_pattern = name in pattern_tables.pattern_heuristics(game)
        labels, goal_blank = normal_labels(game, self.position)
        room = self.memory - self._table_bytes()
        if room < 0:
            raise MemoryError
        return {
            "rows": game.rows,
            "columns": game.columns,
            "goal_blank": goal_blank,
            "labels": labels,
            "bound": "patterns" if is_pattern else name,
            "patterns": (pattern_tables.views(game, name, self._building, room) if is_pattern else None),
            **{f"gap{asked.gap}": self._gap_set(asked, room) for asked in gap_tables(self.heuristic)},
            "automaton": automaton(game.rows, game.columns) if self.pruned else None,
            "threads": self.request.threads,
            "count": self.request.count_shortest,
            "memory": self.memory,
            "watch": self._watch,
        }

    def _table_bytes(self) -> int:
        """The bytes of the heuristic's tables, as far as they are known before building."""
        name = self.heuristic.partition("+")[0]
        is_pattern = name in pattern_tables.pattern_heuristics(self.game)
        patterns = pattern_tables.table_bytes(self.game, name) if is_pattern else 0
        gaps = with_sieves(gap_tables(self.heuristic))
        return patterns + sum(asked.table_bytes or 0 for asked in gaps)

    def _gap_set(self, asked: GapTable, room: int) -> _kernel.GapProbe:
        if asked.name not in _gap_probes:
            coarse = _sieve(asked)
            sieve = None if coarse is None else self._gap_set(coarse, room)
            table = replace(asked, memory=room).table
            _gap_probes[asked.name] = _kernel.GapProbe(table.open(self._building), sieve)
        return _gap_probes[asked.name]

    def _once(self, prepared: dict[str, Any]) -> _kernel.IdaAnswer:
        return self._call(prepared, self._seconds_left())

    def _call(self, prepared: dict[str, Any], seconds: float | None) -> _kernel.IdaAnswer:
        nodes = self.request.limits.nodes
        if nodes is not None:
            nodes = max(0, nodes - (self.expanded - self.earlier))  # Per run, as for seconds.
        answer = _kernel.sliding_ida(**prepared, nodes=nodes, seconds=seconds)
        self._check_tables()
        self.expanded += answer.expanded
        self.generated += answer.generated
        self.peak_bytes = max(self.peak_bytes, answer.peak_bytes)
        self.lower_bound = answer.lower_bound
        self.levels += levels_of(answer)
        return answer

    def _check_tables(self) -> None:
        """Check mapped tables before trusting anything they said."""
        try:
            check_mapped()
        except DamagedFile:
            pattern_tables.forget()
            _gap_probes.clear()
            raise

    def _load(self) -> None:
        """Load what earlier runs have done, if this one can be resumed."""
        if self.request.resume is None:
            return
        saved = SavedSearch(
            " ".join(map(str, self.position)),
            self.game.goal_text,
            self.result(Outcome.SOLVED).algorithm,
            self.request.heuristic or "",
            BRANCHES,
        )
        manhattan = Manhattan(self.game)(self.position)
        saved.load(self.request.resume, kernel_heuristics(self.game), manhattan)
        if saved.moves is not None:
            # That no solution is shorter rests on the saved bound, as in any resumed search; the number of
            # moves equals it.
            try:
                certify(self.game, self.position, saved.moves)
            except CertificationError as error:
                raise FORMAT.refused(self.request.resume, str(error)) from None
        # The best heuristic may change between two runs, as tables are built or memory is taken.
        saved.heuristic = saved.heuristic or self._chosen()
        if not self._is_finished(saved):
            try:
                saved.save(self.request.resume)
            except OSError as error:  # Better to find out before spending a night.
                raise InputError(_unwritten(self.request.resume, error)) from None
        self.saved = saved
        self.lower_bound = saved.bound
        self.expanded, self.generated = saved.expanded, saved.generated
        self.peak_bytes = saved.peak_bytes
        self.earlier, self.earlier_seconds = saved.expanded, saved.seconds
        if saved.expanded:
            self.levels.append(Level("earlier", saved.bound, saved.expanded, saved.generated, saved.seconds))

    def _is_finished(self, saved: SavedSearch) -> bool:
        """Whether earlier runs have already answered the question."""
        return saved.moves is not None and not (self.request.count_shortest and saved.solutions is None)

    def save(self) -> None:
        """Save what all runs have done, if this one can be resumed.

        A disk that has become full must not cost the answer: the search goes on, and the result says so.
        """
        if self.saved is None or self.request.resume is None:
            return
        self.saved.expanded, self.saved.generated = self.expanded, self.generated
        self.saved.peak_bytes = self.peak_bytes
        self.saved.seconds = self.earlier_seconds + self._elapsed()
        try:
            self.saved.save(self.request.resume)
            self.unsaved = None
        except OSError as error:
            lost = "what was done since it was last saved is not kept"
            self.unsaved = f"{_unwritten(self.request.resume, error)}; {lost}"

    def _check_bound(self, prepared: dict[str, Any], saved: SavedSearch) -> None:
        """Refuse a bound that the heuristic alone exceeds: no search could have been there."""
        names = ("rows", "columns", "goal_blank", "labels", "bound", "patterns")
        least = _kernel.sliding_bound(**{name: prepared[name] for name in names})
        self._check_tables()
        if saved.bound and saved.bound < least and self.request.resume is not None:
            reason = f"its bound is {saved.bound}, but {self.heuristic} alone has {least}"
            raise FORMAT.refused(self.request.resume, reason)

    def _tiles(self, moves: bytes) -> list[int]:
        """The kernel's moves as moves of the game."""
        labels = _labels(self.game)
        return [labels.index(label) for label in moves]

    def _resumed(self, prepared: dict[str, Any], saved: SavedSearch) -> _kernel.IdaAnswer:
        """Search in slices, so that little is lost if the machine is switched off."""
        slice_seconds = SLICE_SECONDS
        while True:
            left = self._seconds_left()
            seconds = slice_seconds if left is None else min(left, slice_seconds)
            answer = self._call(
                {**prepared, "from_bound": saved.bound, "from_branch": saved.branch, "branches": BRANCHES},
                seconds,
            )
            # The branches before a solution hold none, but the kernel's count may go beyond it (if all
            # solutions are counted, it belongs to another round): then the same part is searched again.
            known = saved.branch if answer.bound == saved.bound else 0
            done = answer.bound, known if answer.moves else answer.branch
            if done == (saved.bound, saved.branch):
                slice_seconds *= 2  # A branch, or counting, may need longer.
            saved.bound, saved.branch = done
            solved = answer.outcome == "solved"
            if solved or answer.moves:
                saved.moves = self._tiles(answer.moves)
            if solved and self.request.count_shortest:
                saved.solutions = answer.solutions
            self.save()
            if answer.outcome != "time_limit" or (left is not None and left <= seconds):
                return answer

    def _seconds_left(self) -> float | None:
        limit = self.request.limits.seconds
        return None if limit is None else max(0.0, limit - self._elapsed())

    def _elapsed(self) -> float:
        """Seconds of this run."""
        return time.monotonic() - self.started

    def _watch(self, *counts: Any) -> bool:
        """Called about ten times a second; True asks the kernel to stop."""
        self._check_tables()
        if self.request.progress is not None:
            expanded, generated, *others = counts
            progress = Progress(self.expanded + expanded, self.generated + generated, *others)
            self.request.progress(replace(progress, seconds=self._elapsed(), earlier=self.earlier))
        return self.request.cancel is not None and self.request.cancel.is_set()

    def _building(self, done: int, total: int) -> None:
        cancelled = self.request.cancel is not None and self.request.cancel.is_set()
        if cancelled or self._seconds_left() == 0:
            self.unbuilt = self.heuristic
            raise Stopped(Outcome.CANCELLED if cancelled else Outcome.TIME_LIMIT)
        if self.request.progress is not None:
            note = f"building the tables of {self.heuristic}: {done * 100 // total} %"
            self.request.progress(Progress(0, 0, 0, 0, 0, self._elapsed(), note=note))


_gap_probes: dict[str, _kernel.GapProbe] = {}
"""The gap sets of the 4x4 board that this process has opened."""


def _unwritten(path: Path, error: OSError) -> str:
    return f"'{path}' cannot be written: {error.strerror or error}"


def normal_labels(game: Sliding, position: Tiles) -> tuple[bytes, int]:
    """A position as the kernel takes it: for each cell the goal cell of its content, in normal form if the
    game has one; and the blank's goal cell."""
    labels = _labels(game)
    if is_corner(game, game.goal.index(0)):
        return bytes(Normal(game).position(position)), 0
    return bytes(labels[tile] for tile in position), labels[0]


def _labels(game: Sliding) -> tuple[int, ...]:
    """For the blank and each tile its number in the kernel."""
    if is_corner(game, game.goal.index(0)):
        normal = Normal(game)
        return tuple(normal.tile(tile) for tile in range(game.cells))
    return tuple(game.goal.index(tile) for tile in range(game.cells))
