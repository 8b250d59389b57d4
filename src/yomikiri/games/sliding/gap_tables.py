"""Gap sets from the kernel, kept as tables: the sets of ``gap_sets.py`` on boards of up to 16 cells.

A :class:`GapTable` is the set of positions whose gap is at most ``gap``, seen through their first ``cells``
cells in normal form (the goal's blank first, tile t in cell t).  It can be kept in four forms, which give the
same answers:

* ``bitmap``: one bit for every possible pattern, by rank.  65 MB for 8 of 16 cells; the fastest.
* ``hash``: the patterns of the set in a hash table; for more cells than a bitmap can hold.
* ``bdd``, ``zdd``: decision diagrams; the smallest, the slowest to query, and open to set algebra.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import perm

from yomikiri import _kernel
from yomikiri.bounds.diagram_orders import first_cell_first
from yomikiri.bounds.diagrams import NO_LIMIT, Diagram, memory_refused
from yomikiri.bounds.tables import Allocate, Report, Table, check_mapped
from yomikiri.core.errors import InputError
from yomikiri.games.sliding.gap_sets import Bound
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles
from yomikiri.games.sliding.symmetry import Normal, normalise

FORMS = ("bitmap", "hash", "bdd", "zdd")
MOST_CELLS = 16
"""Four bits per tile, and 64 bits per code."""
LARGEST_BITMAP = 2**36
"""The most bits; 10 of 16 cells have 29,059,430,400, which is 3.6 GB."""
TABLE_VERSION = 1

POSITIONS = {("4x4", 0): 88_728_780, ("4x4", 2): 1_331_820_797, ("3x3", 0): 2_351}
"""The number of positions in some closures, for measuring progress."""


def code_of(normal: Sequence[int]) -> int:
    """The code of cells in normal form: four bits per cell, the first cell least significant."""
    return sum(tile << 4 * cell for cell, tile in enumerate(normal))


def cells_of(code: int, cells: int) -> Tiles:
    """The cells of a code."""
    return tuple(code >> 4 * cell & 15 for cell in range(cells))


@dataclass(frozen=True)
class GapTable:
    """One gap set in one form; nothing is built until it is opened."""

    rows: int = 4
    columns: int = 4
    gap: int = 0
    cells: int = 8
    form: str = "bitmap"
    memory: int = NO_LIMIT
    """Bytes that building it may use, not counting the table itself."""

    def __post_init__(self) -> None:
        whole = self.rows * self.columns
        if self.rows < 2 or self.columns < 2 or whole > MOST_CELLS:
            raise InputError(f"no gap sets for {self.rows}x{self.columns}: expected 4 to {MOST_CELLS} cells")
        if self.gap < 0 or self.gap % 2 or self.gap > 254:
            raise InputError(f"gap {self.gap} is not possible: expected an even number from 0 to 254")
        if not 1 <= self.cells <= whole:
            raise InputError(f"{self.cells} cells are not possible: expected 1 to {whole}")
        if self.form not in FORMS:
            raise InputError(f"unknown form '{self.form}': expected one of {', '.join(FORMS)}")
        if self.form == "bitmap" and perm(whole, self.cells) > LARGEST_BITMAP:
            raise InputError(
                f"a bitmap of {self.cells} cells would have {perm(whole, self.cells) / 8e9:.0f} GB: "
                "expected the form hash, bdd or zdd"
            )

    @property
    def name(self) -> str:
        """The name of the table, such as ``gap0-8-4x4-bitmap``."""
        return f"gap{self.gap}-{self.cells}-{self.rows}x{self.columns}-{self.form}"

    @property
    def table(self) -> Table:
        """The table in the user's cache."""
        summary = f"positions of {self.rows}x{self.columns} of gap <= {self.gap}, {self.cells} cells"
        return Table(self.name, TABLE_VERSION, f"{summary}, as {self.form}", self.build)

    @property
    def table_bytes(self) -> int | None:
        """Its size in memory, in bytes; None if that is known only after building it."""
        if self.form == "bitmap":
            return _kernel.gap_bitmap_bytes(self.rows, self.columns, self.cells)
        return self.table.entry_bytes

    def open(self, report: Report | None = None) -> _kernel.GapSet:
        """The set, ready for queries; built first if it does not exist."""
        return _kernel.GapSet(self.table.open(report))

    def contains(self, game: Sliding, position: Tiles, kept: _kernel.GapSet | None = None) -> bool:
        """Whether a position of a game on this board may have a gap of at most ``gap``: False is certain.

        The blank of the game's goal must be in a corner.
        """
        if (game.rows, game.columns) != (self.rows, self.columns):
            raise InputError(f"{game!r} has no {self.rows}x{self.columns} board")
        found = code_of(normalise(game, position)[: self.cells]) in (kept or self.open())
        check_mapped()
        return found

    def codes(self, report: Report | None = None) -> _kernel.Codes:
        """The patterns as sorted codes, in memory."""
        try:
            codes, _ = _kernel.gap_codes(
                self.rows, self.columns, self.gap, self.cells, memory=self.memory, watch=self._watch(report)
            )
        except MemoryError:
            raise memory_refused(self.memory) from None
        return codes

    def diagram(self, kind: str = "zdd", order: Sequence[int] | None = None) -> Diagram:
        """The set as a diagram; by default the first cell comes first in the order."""
        levels = first_cell_first(self.cells) if order is None else order
        return Diagram(self.codes(), levels, kind, memory=self.memory)

    def build(self, allocate: Allocate, report: Report) -> None:
        """Build the set into the memory that ``allocate`` provides."""
        board = (self.rows, self.columns)
        if self.form == "bitmap":
            place = allocate(_kernel.gap_bitmap_bytes(*board, self.cells))
            try:
                _kernel.gap_bitmap(
                    *board, self.gap, self.cells, place, memory=self.memory, watch=self._watch(report)
                )
            except MemoryError:
                raise memory_refused(self.memory) from None
            return
        codes = self.codes(report)
        if self.form == "hash":
            place = allocate(_kernel.gap_hash_bytes(codes, self.cells))
            _kernel.gap_hash(codes, *board, self.gap, self.cells, place)
            return
        diagram = Diagram(codes, first_cell_first(self.cells), self.form, memory=self.memory)
        place = allocate(_kernel.GAP_HEADER_BYTES + diagram.bytes)
        _kernel.gap_diagram(diagram.in_kernel, *board, self.gap, self.cells, place)

    def _watch(self, report: Report | None) -> "_Watch":
        total = POSITIONS.get((f"{self.rows}x{self.columns}", self.gap), 0)
        return _Watch(report, total)


class GapTables:
    """The Manhattan distance, or another bound, improved by gap sets: ``GapTables(Sliding(4, 4), 0)``.

    Admissible: it has the values of :class:`yomikiri.games.sliding.gap_sets.GapSets`; with projections it is
    not consistent.  Opens the sets of the gaps 0, 2, … up to ``largest`` on ``cells`` cells (8, or all), and
    builds missing ones.
    """

    def __init__(
        self,
        game: Sliding,
        largest: int = 0,
        cells: int | None = None,
        base: Bound | None = None,
        form: str = "bitmap",
    ) -> None:
        self.game, self.largest, self.base, self.form = game, largest, base, form
        self.cells = min(8, game.cells) if cells is None else cells
        self.manhattan = Manhattan(game)
        self._normal = Normal(game)
        tables = [
            GapTable(game.rows, game.columns, gap, self.cells, form)
            for gap in (*range(0, largest, 2), largest)
        ]
        self._sets = [table.open() for table in tables]

    def gap(self, position: Tiles) -> int:
        """The smallest gap that the sets do not exclude."""
        code = code_of(self._normal.position(position)[: self.cells])
        first = next((number for number, kept in enumerate(self._sets) if code in kept), len(self._sets))
        check_mapped()
        return 2 * first

    def __call__(self, position: Tiles) -> int:
        bound = self.manhattan(position) + self.gap(position)
        return bound if self.base is None else max(bound, self.base(position))

    def __repr__(self) -> str:
        return f"GapTables({self.game!r}, {self.largest}, {self.cells}, {self.base!r}, {self.form!r})"


class _Watch:
    """Positions found so far, for a progress bar; if the total is unknown, it is set to what is done."""

    def __init__(self, report: Report | None, total: int) -> None:
        self.report, self.total = report, total

    def __call__(
        self,
        expanded: int,
        generated: int,
        stored: int,
        waiting: int,
        size: int,
        seconds: float,
        lower_bound: int,
    ) -> bool:
        if self.report is not None:
            self.report(stored, max(self.total, stored))
        return False


def gap_layers(rows: int, columns: int, gap: int, memory: int = NO_LIMIT) -> dict[tuple[int, int], int]:
    """How many positions there are of each gap up to ``gap`` and each Manhattan distance."""
    GapTable(rows, columns, gap, 1)
    try:
        layers, _ = _kernel.gap_layers(rows, columns, gap, memory=memory, watch=_Watch(None, 0))
    except MemoryError:
        raise memory_refused(memory) from None
    return {(found, manhattan): count for found, manhattan, count in layers}
