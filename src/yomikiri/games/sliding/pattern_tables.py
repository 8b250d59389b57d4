"""Full-size pattern databases in the kernel: which ones exist, and how a search looks them up.

:mod:`yomikiri.games.sliding.pattern_database` defines pattern databases, as dictionaries; here are tables of
up to 519 million placements of tiles, times the blank's regions, with four bits each.  All are for boards in
normal form, with the blank first.

A table serves every pattern that a symmetry of the board maps to its own: where the blank can move around a
pattern in its goal, it can start anywhere, so turning the board changes nothing.  Three of the four groups
of the 24-puzzle are the same rectangle in different corners, so two tables suffice.  Swapping rows and
columns changes nothing either, so the 4x3 board uses the tables of the 3x4 board.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from yomikiri import _kernel
from yomikiri.bounds.tables import Allocate, Report, Table, check_mapped
from yomikiri.games.sliding.pattern_database import PARTITIONS, region
from yomikiri.games.sliding.rules import BLANK_FIRST, Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, Symmetry, is_corner, symmetries

Groups = tuple[tuple[int, ...], ...]
"""A partition of the tiles."""
Partitions = tuple[Groups, ...]
"""Of several partitions the one with the largest sum counts."""
View = tuple[_kernel.PatternTable, bytes, bytes]
"""A table, where each cell of the board maps to in it, and the tiles that its places stand for."""

VERSION = 1
BUILD_BYTES = 2**34
"""More than any build takes: one byte per entry, 1.4 GB for eight tiles."""

BUILD_RATE = 5e6
"""Bytes of tables built per second on a slow day: half of the slowest rate measured."""

# Korf & Felner's, "Disjoint pattern database heuristics" (Artificial Intelligence 134, 2002).
KORF_FELNER: Groups = (
    (1, 2, 5, 6, 7, 12),
    (3, 4, 8, 9, 13, 14),
    (10, 11, 15, 16, 20, 21),
    (17, 18, 19, 22, 23, 24),
)
BESIDE_IT: Groups = (
    (1, 2, 5, 6, 7, 10),
    (3, 4, 8, 9, 13, 14),
    (11, 12, 15, 16, 17, 20),
    (18, 19, 21, 22, 23, 24),
)
"""Of the 39 partitions of the 24-puzzle into connected groups of six tiles, four of each in a square, the one
that raises Korf and Felner's bound most on random positions."""

GROUPS: Mapping[str, Mapping[str, Partitions]] = {
    "4x4": {
        "pdb-555": (PARTITIONS["5-5-5"],),
        "pdb-663": (PARTITIONS["6-6-3"],),
        "pdb-78": (PARTITIONS["7-8"],),
    },
    "3x4": {"pdb-65": (((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11)),)},
    "3x5": {"pdb-77": (((1, 2, 5, 6, 7, 10, 11), (3, 4, 8, 9, 12, 13, 14)),)},
    "4x5": {"pdb-6661": (((5, 6, 10, 11, 15, 16), (1, 2, 3, 7, 8, 12), (4, 9, 13, 14, 18, 19), (17,)),)},
    "5x5": {"pdb-6666": (KORF_FELNER,), "pdb-6666x2": (KORF_FELNER, BESIDE_IT)},
}
"""By size and name of the heuristic: partitions into groups of tiles, numbered by their goal cells.  A board
that is taller than wide uses the reflected groups of the wide one."""


def pattern_heuristics(game: Sliding) -> dict[str, Partitions]:
    """The pattern database heuristics for a game, by name, the smallest first."""
    if not is_corner(game, game.goal.index(0)):
        return {}
    if game.rows <= game.columns:
        return dict(GROUPS.get(game.size, {}))
    turned = Sliding(game.columns, game.rows, BLANK_FIRST)
    return {
        name: tuple(
            tuple(tuple(_reflect(turned, tile) for tile in group) for group in groups)
            for groups in partitions
        )
        for name, partitions in pattern_heuristics(turned).items()
    }


def _reflect(game: Sliding, cell: int) -> int:
    """A cell of the board after swapping rows and columns."""
    return cell % game.columns * game.rows + cell // game.columns


@cache
def _bytes_of(rows: int, columns: int, count: int) -> int:
    """The size reported by the kernel; cached, because it takes some milliseconds and every search asks."""
    return _kernel.pattern_bytes(rows, columns, count)


@dataclass(frozen=True)
class Pattern:
    """One pattern: a group of tiles, in ascending order, of a board in normal form."""

    rows: int
    columns: int
    tiles: tuple[int, ...]
    memory: int = field(default=BUILD_BYTES, compare=False, repr=False)
    """Bytes that building its table may use, not counting the table itself."""

    @property
    def game(self) -> Sliding:
        return Sliding(self.rows, self.columns, BLANK_FIRST)

    @property
    def table(self) -> Table:
        """Its own table."""
        name = f"sliding-{self.rows}x{self.columns}-pattern-{'.'.join(map(str, self.tiles))}"
        summary = f"pattern of {len(self.tiles)} {'tile' if len(self.tiles) == 1 else 'tiles'}"
        return Table(name, VERSION, summary, self._build)

    def _build(self, allocate: Allocate, report: Report) -> None:
        _kernel.pattern_build(
            self.rows,
            self.columns,
            bytes(self.tiles),
            0,
            allocate(self.table_bytes),
            memory=self.memory,
            report=report,
        )

    @property
    def table_bytes(self) -> int:
        """The bytes of its entries, two entries per byte."""
        return _bytes_of(self.rows, self.columns, len(self.tiles))

    @property
    def build_bytes(self) -> int:
        """The additional bytes that building its table takes: one per entry."""
        return 2 * self.table_bytes

    def turned(self, symmetry: Symmetry) -> "Pattern":
        """The pattern whose goal cells are the images of this one's under a symmetry."""
        return Pattern(self.rows, self.columns, tuple(sorted(symmetry[tile] for tile in self.tiles)))

    def canonical(self) -> tuple["Pattern", Symmetry]:
        """The pattern whose table serves this one, and the symmetry that leads to it: the first, in the order
        of tiles, of those that share a table.  For a board taller than wide, it belongs to the board with
        rows and columns swapped."""
        if self.rows > self.columns:
            reflection = tuple(_reflect(self.game, cell) for cell in range(self.rows * self.columns))
            wide, symmetry = Pattern(self.columns, self.rows, self.turned(reflection).tiles).canonical()
            return wide, tuple(symmetry[cell] for cell in reflection)
        identity, *others = symmetries(self.rows, self.columns)
        if not self._is_open():
            return self, identity
        turns = [identity, *(turn for turn in others if 0 not in self.turned(turn).tiles)]
        best = min(turns, key=lambda turn: self.turned(turn).tiles)
        return self.turned(best), best

    def _is_open(self) -> bool:
        """Whether the blank can go everywhere while the tiles are in their goal cells."""
        return len(region(self.game, self.tiles, 0)) == self.rows * self.columns - len(self.tiles)

    def view(self, table: _kernel.PatternTable, symmetry: Symmetry, through: Symmetry) -> View:
        """How to look a position up: first apply ``through``, a symmetry that keeps the goal (with the tiles
        renamed to match), then ``symmetry``, which leads to the pattern of the table."""
        cells = [symmetry[through[cell]] for cell in range(len(through))]
        return table, bytes(cells), bytes(cells.index(goal) for goal in self.turned(symmetry).tiles)


def tables_of(game: Sliding, name: str) -> list[Table]:
    """The tables that the heuristic of that name needs."""
    return [pattern.table for pattern in _patterns(game, name)]


def table_bytes(game: Sliding, name: str) -> int:
    """The bytes that they take in memory, whether they exist yet or not."""
    return sum(pattern.table_bytes for pattern in _patterns(game, name))


def build_bytes(game: Sliding, name: str) -> int:
    """The peak memory for building the missing ones, in bytes, besides the tables themselves."""
    missing = (pattern for pattern in _patterns(game, name) if not pattern.table.is_built())
    return max((pattern.build_bytes for pattern in missing), default=0)


def build_seconds(game: Sliding, name: str) -> float:
    """The seconds that building the missing ones may take."""
    missing = (pattern for pattern in _patterns(game, name) if pattern.table.name not in _opened)
    return sum(pattern.table_bytes for pattern in missing if not pattern.table.is_built()) / BUILD_RATE


def _patterns(game: Sliding, name: str) -> list[Pattern]:
    """The patterns whose tables the heuristic of that name needs, each once."""
    groups = (group for groups in pattern_heuristics(game)[name] for group in groups)
    patterns = (Pattern(game.rows, game.columns, tuple(sorted(group))).canonical()[0] for group in groups)
    return list(dict.fromkeys(patterns))


def is_built(game: Sliding, name: str) -> bool:
    """Whether all tables of the heuristic of that name exist."""
    return all(table.is_built() for table in tables_of(game, name))


def views(
    game: Sliding, name: str, report: Report | None = None, memory: int = BUILD_BYTES
) -> list[list[View]]:
    """For the kernel: the patterns of a heuristic, and on a square also those of the reflected position.

    Builds missing tables, with at most ``memory`` bytes at a time, or raises MemoryError.
    """
    key = game.rows, game.columns, name
    if key not in _views:
        _views[key] = _make_views(game, name, report, memory)
    return _views[key]


_views: dict[tuple[int, int, str], list[list[View]]] = {}


def _make_views(game: Sliding, name: str, report: Report | None, memory: int) -> list[list[View]]:
    throughs = [turn for turn in symmetries(game.rows, game.columns) if turn[0] == 0]
    sets: list[list[View]] = []
    for groups in pattern_heuristics(game)[name]:
        patterns = [Pattern(game.rows, game.columns, tuple(sorted(group))) for group in groups]
        for through in throughs:
            sets.append([])
            for pattern in patterns:
                kept, symmetry = pattern.canonical()
                table = _open(replace(kept, memory=memory), report)
                sets[-1].append(pattern.view(table, symmetry, through))
    return sets


def _open(pattern: Pattern, report: Report | None) -> _kernel.PatternTable:
    name = pattern.table.name
    if name not in _opened:
        entries = pattern.table.open(report)
        _opened[name] = _kernel.PatternTable(pattern.rows, pattern.columns, len(pattern.tiles), entries)
    return _opened[name]


_opened: dict[str, _kernel.PatternTable] = {}
"""The tables that this process has opened, so that each is checked and loaded only once."""


def forget() -> None:
    """Reopen all tables from now on: one of them has changed."""
    _views.clear()
    _opened.clear()


class PatternTables:
    """A pattern database heuristic by name, usable on its own: ``PatternTables(Sliding(4, 4), "pdb-663")``.

    Admissible and consistent: it has the values of
    :class:`yomikiri.games.sliding.pattern_database.AdditivePatternDatabases`.
    """

    def __init__(self, game: Sliding, name: str) -> None:
        self.game, self.name = game, name
        self._normal = Normal(game)
        self._views = views(game, name)

    def __call__(self, position: Tiles) -> int:
        found = _kernel.sliding_bound(
            self.game.rows,
            self.game.columns,
            0,
            bytes(self._normal.position(position)),
            "patterns",
            self._views,
        )
        check_mapped()
        return found

    def __repr__(self) -> str:
        return f"PatternTables({self.game!r}, {self.name!r})"


@cache
def pattern_tables() -> dict[str, Table]:
    """All pattern tables by name, with the heuristics that they are for."""
    found: dict[str, Table] = {}
    uses: dict[str, list[str]] = {}
    for size, named in GROUPS.items():
        rows, columns = map(int, size.split("x"))
        for heuristic in named:
            for table in tables_of(Sliding(rows, columns, BLANK_FIRST), heuristic):
                found[table.name] = table
                uses.setdefault(table.name, []).append(f"{size} {heuristic}")
    return {
        name: Table(name, table.version, f"{table.summary}, for {', '.join(uses[name])}", table.build)
        for name, table in found.items()
    }
