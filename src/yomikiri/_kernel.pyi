"""The native kernel of yomikiri; use yomikiri.solve()."""

from collections.abc import Callable
from typing import Final, NotRequired, TypedDict, Unpack

from typing_extensions import Buffer

from yomikiri.core.kernel_game import KernelGame

class _Limits(TypedDict):
    nodes: int | None
    seconds: float | None
    memory: int
    watch: Watch

class Answer:
    """What one search found, and what it cost."""

    outcome: Final[str]
    path: Final[list[bytes]]
    expanded: Final[int]
    generated: Final[int]
    stored: Final[int]
    lower_bound: Final[int]
    peak_bytes: Final[int]
    seconds: Final[float]
    error_bound: Final[float]
    levels: Final[list[tuple[str, int, int, int, float]]]
    """Of what kind each level is, which it is, and what it cost: expanded, generated, seconds."""

class Environments:
    """Games played side by side, a step of each at a time; deals are numbered from 0 here.

    Buffers have a value for each game: bytes for flags, 64-bit words for numbers, or a row of bytes.
    """

    games: Final[int]
    actions: Final[int]
    observed: Final[int]
    """Bytes of an observation."""
    def seed(self, which: Buffer, seeds: Buffer) -> None:
        """Begin the streams of deals of the games that are flagged."""

    def unknown(self, which: Buffer) -> list[int]:
        """The deals that these games begin with next and that :meth:`know` was not told."""

    def know(self, deal: int, code: bytes) -> None: ...
    def begin(self, which: Buffer) -> None:
        """Begin these games anew with their next deals."""

    def put(self, game: int, code: bytes, deal: int = ...) -> None:
        """Begin a game anew with a position."""

    def step(
        self,
        actions: Buffer,
        observations: Buffer,
        masks: Buffer,
        rewards: Buffer,
        terminated: Buffer,
        truncated: Buffer,
        strict: bool = False,
    ) -> None:
        """Play an action in each game; those that have ended begin anew.

        ``strict`` refuses what is not legal, and then nothing has changed.
        """

    def look(self, observations: Buffer, masks: Buffer) -> None: ...
    def deals(self, place: Buffer) -> None:
        """The deal of each game; 2**64 - 1 for a position that was put there."""

    def lengths(self, place: Buffer) -> None:
        """The steps of each game so far."""

    def ended(self, place: Buffer) -> None:
        """Whether each game begins anew in the next step."""

    def won(self, place: Buffer) -> None: ...
    def draw(self, seed: int, place: Buffer) -> None:
        """A legal action for each game, all equally likely; 0 where there is none."""

    def code(self, game: int) -> bytes:
        """The position of a game."""

    def observation(self, code: bytes) -> bytes:
        """What an agent sees of a position."""

black_hole: type[KernelGame]
freecell: type[KernelGame]
peg_jumps: type[KernelGame]
peg_moves: type[KernelGame]
rows: type[KernelGame]
sliding: type[KernelGame]

class Superpuzz:
    """The rules at one width on codes; with ``rows_alike`` every child comes in its canonical form."""
    def __init__(self, columns: int, rows_alike: bool = False, hash_seed: int = 0) -> None: ...
    def moves(self, code: bytes, /) -> list[tuple[int, int, int]]:
        """The moves in the order of the rules: card, by its place in the deck, source and target."""

    def children(self, code: bytes, /) -> list[tuple[bytes, bool, bytes, bool]]:
        """For each move: the child's code, is it a goal, the move undone, is its hash the one made afresh."""

    def is_goal(self, code: bytes, /) -> bool: ...
    def canonical(self, code: bytes, /) -> bytes: ...
    def explore(
        self,
        start: bytes,
        *,
        order: str,
        store: str,
        **limits: Unpack[_Limits],
    ) -> Answer: ...

def row_estimate(columns: int, code: bytes) -> int | None:
    """A lower bound on the moves to a goal, the twin of ``heuristics.waiting``; None for a dead position."""

def row_persistent(columns: int, code: bytes) -> list[int]:
    """The cards, by their places in the deck, whose moves suffice; empty if all moves have to be tried."""

def row_shortest(
    columns: int,
    code: bytes,
    *,
    upper: int | None = None,
    reduce: bool = True,
    **limits: Unpack[_Limits],
) -> Answer:
    """A* for a solution shorter than ``upper``; ``exhausted`` means none, but maybe longer ones."""

class RowAStar:
    """The search of ``row_shortest``, which can go on after a limit; it has ``held`` bytes meanwhile."""
    def __init__(self, columns: int, code: bytes, *, memory: int) -> None: ...
    def run(
        self, *, upper: int | None = None, nodes: int | None, seconds: float | None, watch: Watch
    ) -> Answer:
        """Begins, or goes on from the last run; ``upper`` never grows, and counts begin at 0 each time."""

    @property
    def held(self) -> int: ...

def row_beam(
    columns: int,
    code: bytes,
    *,
    width: int,
    widest: int = 0,
    upper: int | None = None,
    **limits: Unpack[_Limits],
) -> Answer:
    """Some solution below ``upper``, from beams four times as wide each; ``exhausted`` if all lost it."""

def row_shorten(
    columns: int,
    code: bytes,
    path: list[bytes],
    *,
    neighbours: int = 5000,
    **limits: Unpack[_Limits],
) -> Answer:
    """A path no longer than ``path``, from ``neighbours`` of it; ``solved`` if shortest, else a limit."""

def row_decide(
    columns: int,
    start: bytes,
    *,
    store: str,
    nodes: int | None,
    seconds: float | None,
    memory: int,
    watch: Watch,
    seed: int = 1,
    dead: bool = True,
    persistent: bool = True,
    delay: bool = True,
    contract: bool = True,
    threads: int = 1,
    hash_seed: int = 0,
    crowd: int = 33554432,
) -> Answer:
    """Decide a position of Superpuzz or Gaps; the path has the codes of real positions, one move apart.
    ``expanded`` counts positions taken up.  Each pruning rule can be switched off, to test and measure it.
    ``crowd`` positions that wait make the pool crowded."""

def checksum(entries: Buffer) -> int:
    """64 bits that change when the bytes do."""

class LargePages:
    """What the memory of ``large_memory`` is a view of."""

def large_memory(size: int) -> memoryview:
    """Zero-filled memory, in large pages where the system has them."""

class MapGuard:
    """While it lives, pages that a mapped file no longer has are read as zeros, and ``hit`` says so."""

    hit: Final[bool]
    def __init__(self, mapping: Buffer) -> None: ...

def pattern_bytes(rows: int, columns: int, count: int) -> int:
    """The size of a table of a pattern with so many tiles."""

def pattern_build(
    rows: int,
    columns: int,
    goals: bytes,
    goal_blank: int,
    place: memoryview,
    *,
    memory: int,
    report: Callable[[int, int], None],
) -> None:
    """Fill ``place`` with the table of the pattern of the tiles with these goal cells."""

class PatternTable:
    """A table of a pattern, to look up: half of what the slides of its tiles exceed their distances by."""

    def __init__(self, rows: int, columns: int, count: int, bytes: memoryview) -> None: ...
    def excess(self, cells: bytes, blank: int) -> int: ...

class GapProbe:
    """A gap set for a search to ask, after the ``sieve``, which sees fewer cells of the same positions."""

    def __init__(self, bytes: memoryview, sieve: GapProbe | None = None) -> None: ...

class MoveAutomaton:
    """Knows the spare paths of a board of up to ``longest`` moves of the blank."""

    def __init__(self, rows: int, columns: int, longest: int) -> None: ...
    def __len__(self) -> int:
        """How many states it has."""

    @property
    def bytes(self) -> int: ...
    def allows(self, blank: int, directions: list[int], /) -> bool:
        """Whether no spare path is in a path from a cell; directions are up, left, right, down."""

Patterns = list[list[tuple[PatternTable, bytes, bytes]]]

def sliding_bound(
    rows: int, columns: int, goal_blank: int, labels: bytes, bound: str, patterns: Patterns | None = None
) -> int:
    """The bound of that name for a position, given by the goal cells of what stands in its cells."""

class IdaAnswer:
    """What IDA* found, and what it cost; the bytes are those of the tables that it looked up, too."""

    outcome: Final[str]
    @property
    def moves(self) -> bytes:
        """The goal cells of the tiles that slide."""

    expanded: Final[int]
    generated: Final[int]
    lower_bound: Final[int]
    peak_bytes: Final[int]
    seconds: Final[float]
    @property
    def iterations(self) -> list[tuple[int, int, int]]:
        """The bound, the expanded and the generated positions of each iteration that ended."""

    levels: Final[list[tuple[str, int, int, int, float]]]
    """Those and the one that did not end: ``bound``, its value, expanded, generated, seconds."""

    bound: Final[int]
    @property
    def branch(self) -> int:
        """How many branches of the last iteration, that of ``bound``, are done."""

    solutions: Final[int]

def sliding_ida(
    rows: int,
    columns: int,
    goal_blank: int,
    labels: bytes,
    *,
    bound: str,
    patterns: Patterns | None = None,
    gap0: GapProbe | None = None,
    gap2: GapProbe | None = None,
    automaton: MoveAutomaton | None = None,
    threads: int = 1,
    count: bool = False,
    from_bound: int = 0,
    from_branch: int = 0,
    branches: int = 0,
    until: int | None = None,
    **limits: Unpack[_Limits],
) -> IdaAnswer:
    """A shortest solution by IDA*; the first ``from_branch`` branches at ``from_bound`` are known to hold
    none, and an iteration is divided into at least ``branches`` of them.  ``exhausted``: there is none of
    fewer than ``until`` slides."""

def sliding_beam(
    rows: int,
    columns: int,
    goal_blank: int,
    labels: bytes,
    *,
    bound: str,
    patterns: Patterns | None = None,
    width: int,
    upper: int | None = None,
    **limits: Unpack[_Limits],
) -> Answer:
    """Some solution of fewer than ``upper`` slides; the path has the goal cells of what stands in the cells.
    ``exhausted``: the beam has met none."""

Watch = Callable[[int, int, int, int, int, float, int], bool]

class Codes:
    """Sorted codes of 64 bits, each once."""

    @staticmethod
    def read(codes: Buffer, memory: int) -> Codes:
        """Eight bytes a code, in any order, more than once if need be."""

    def __len__(self) -> int: ...
    def __contains__(self, code: int, /) -> bool: ...
    def part(self, start: int, count: int) -> bytes: ...

class DiagramWalk:
    """The codes of a diagram in the order of its levels."""

    def next(self, count: int) -> bytes: ...

class Diagram:
    """A reduced decision diagram: see ``heuristics.diagrams``."""

    @staticmethod
    def build(
        codes: Codes, order: list[int], kind: str, *, memory: int, watch: Watch, consume: bool = False
    ) -> Diagram:
        """With ``consume`` there is no copy of the codes, and none are left, even if the work is stopped.
        What is needed beside them counts with them; ``memory`` and ``watch`` are about the nodes alone."""

    @staticmethod
    def open(image: Buffer) -> Diagram:
        """The diagram in a file's bytes; ValueError says what is wrong with them."""

    @property
    def kind(self) -> str: ...
    @property
    def order(self) -> list[int]: ...
    @property
    def root(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def image_bytes(self) -> int: ...
    def contains(self, code: int, /) -> bool: ...
    def count(self) -> tuple[int, int]:
        """How many codes: the upper and the lower 64 bits."""

    def same(self, other: Diagram, /) -> bool: ...
    def words(self, start: int, count: int) -> bytes: ...
    def write(self, place: Buffer) -> None: ...
    def codes(self, memory: int) -> Codes: ...
    def walk(self) -> DiagramWalk: ...
    def combine(self, other: Diagram, operation: str, *, memory: int, watch: Watch) -> Diagram: ...

GAP_HEADER_BYTES: int
MAX_THREADS: int
BUILD: str

def gap_layers(
    rows: int, columns: int, gap: int, *, memory: int, watch: Watch
) -> tuple[list[tuple[int, int, int]], int]:
    """Gap, Manhattan distance and size of every layer; and the bytes it took."""

def gap_codes(
    rows: int, columns: int, gap: int, cells: int, *, memory: int, watch: Watch
) -> tuple[Codes, list[tuple[int, int, int]]]:
    """The positions of gap at most ``gap``, cut to their first cells; and the layers."""

def gap_count(
    rows: int, columns: int, gap: int, cells: int, *, memory: int, watch: Watch
) -> tuple[int, list[tuple[int, int, int]], int]:
    """How many patterns ``gap_codes`` would give, the layers, and the bytes it took."""

def gap_bitmap_bytes(rows: int, columns: int, cells: int) -> int: ...
def gap_bitmap(
    rows: int, columns: int, gap: int, cells: int, place: Buffer, *, memory: int, watch: Watch
) -> tuple[int, list[tuple[int, int, int]]]:
    """The patterns as a bitmap in a place of ``gap_bitmap_bytes``; how many, and the layers."""

def gap_hash_bytes(codes: Codes, cells: int) -> int: ...
def gap_hash(codes: Codes, rows: int, columns: int, gap: int, cells: int, place: Buffer) -> None: ...
def gap_diagram(diagram: Diagram, rows: int, columns: int, gap: int, cells: int, place: Buffer) -> None: ...

class GapSet:
    """A kept gap set in any form, over the bytes of a table."""

    def __init__(self, bytes: Buffer) -> None: ...
    @property
    def rows(self) -> int: ...
    @property
    def columns(self) -> int: ...
    @property
    def gap(self) -> int: ...
    @property
    def cells(self) -> int: ...
    @property
    def form(self) -> str: ...
    @property
    def bytes(self) -> int: ...
    def __len__(self) -> int: ...
    def __contains__(self, code: int, /) -> bool: ...
    def probe(self, codes: Buffer) -> tuple[int, float]:
        """How many of the codes are in the set, and the seconds of processor time it took."""

class FreeCell:
    """The rules of one game of the FreeCell family, on the codes of ``FreeCell.encode``."""

    def __init__(
        self, columns: int, cells: int, ranks: int, suit: bool, kings: bool, supermove: bool
    ) -> None: ...
    def children(self, code: bytes, /) -> list[tuple[bytes, bytes, bytes]]:
        """For each move in the order of the rules: its three bytes (source, target, count), the code after
        it, and that with the move undone."""

    def key(self, start: bytes, code: bytes, /) -> bytes:
        """The 17 bytes of a position relative to a start."""

    def estimate(self, code: bytes, heuristic: str, /) -> int: ...
    def kids(
        self, start: bytes, code: bytes, heuristic: str, safe: bool, /
    ) -> list[tuple[bytes, int, int, int, int]]:
        """For each child that the searches see, with safe home moves made: its key, the moves to it, the
        least and the most that its estimate can be, known without a search, and the estimate."""

    def search(
        self,
        code: bytes,
        *,
        algorithm: str,
        heuristic: str = "relaxed",
        upper: int | None = None,
        width: int = 1,
        safe: bool = True,
        threads: int = 1,
        share: int = 0,
        moves_more: int = 0,
        **limits: Unpack[_Limits],
    ) -> Answer:
        """Looks for a solution shorter than ``upper`` by ``a-star``, ``ida-star`` or a ``beam`` of ``width``;
        by ``bounded`` for one that is at most ``share`` millionths of the lower bound and ``moves_more``
        longer than that, where one of ``upper`` moves is known (solved without a path: that one will do).
        The path has moves, three bytes each.  The outcome ``exhausted`` means that there is no such solution,
        but maybe longer ones (for a beam: perhaps shorter ones too)."""

def freecell_quick(
    columns: int,
    cells: int,
    ranks: int,
    suit: bool,
    kings: bool,
    supermove: bool,
    code: bytes,
    *,
    order: str,
    width: int,
    weights: bytes | None = None,
    **limits: Unpack[_Limits],
) -> Answer:
    """Some solution of a position of FreeCell, repaired; the path has moves, three bytes each.  ``weights``
    are those of a learned score, two bytes each."""

def freecell_batch(
    columns: int,
    cells: int,
    ranks: int,
    suit: bool,
    kings: bool,
    codes: list[bytes],
    *,
    width: int,
    **limits: Unpack[_Limits],
) -> list[tuple[str, bytes, int, int]]:
    """For each position: the outcome, the moves, three bytes each, and how many positions were expanded and
    stored, by sweeps of a width, or by ``fast`` if it is 0.  The seconds are for all of them together."""

def freecell_deals(
    columns: int,
    cells: int,
    suit: bool,
    kings: bool,
    first: int,
    last: int,
    dealt_cells: list[int],
    **limits: Unpack[_Limits],
) -> tuple[int, int, int, list[tuple[int, str, int]]]:
    """Microsoft's deals from ``first`` to ``last`` by ``fast``: how many can be won, the moves of the
    solutions and the positions expanded, in all; then number, outcome and positions expanded of the
    others."""

def freecell_scores(
    columns: int,
    cells: int,
    ranks: int,
    suit: bool,
    kings: bool,
    code: bytes,
    weights: bytes | None = None,
    supermove: bool = False,
) -> list[tuple[int, int, int, int]]:
    """For each step of the quick search: the score foretold for the position it leads to, that position's
    own, and the sums of the scores of the steps from there, of the position kept up to date and made anew.
    By supermoves, with weights, runs are steps, too."""

def freecell_features(
    columns: int, cells: int, ranks: int, suit: bool, kings: bool, codes: list[bytes]
) -> bytes:
    """The counts that a learned score looks at, a row of bytes for each position."""

def freecell_harvest(
    columns: int,
    cells: int,
    ranks: int,
    suit: bool,
    kings: bool,
    code: bytes,
    *,
    wide: int,
    beyond: int,
    samples: int,
    narrow: int,
    fronts: int,
    best: int,
    others: int,
    judge: int,
    seed: int,
    memory: int,
) -> tuple[bytes, list[int], list[int], list[int]]:
    """Positions of a deal to learn from: rows of counts, and for each its group, its moves to go and its best
    lower bound."""

class _Share(TypedDict):
    store: str
    index: int
    parts: int
    memory: int
    hash_seed: NotRequired[int]

class Slice:
    """One slice of a divided search: see ``native/search/slice.hpp``."""

    @staticmethod
    def rows(columns: int, rows_alike: bool, alive: bool, **share: Unpack[_Share]) -> Slice: ...
    @staticmethod
    def sliding(rows: int, columns: int, goal: bytes, **share: Unpack[_Share]) -> Slice: ...
    @staticmethod
    def freecell(
        columns: int,
        cells: int,
        ranks: int,
        suit: bool,
        kings: bool,
        supermove: bool,
        start: bytes,
        **share: Unpack[_Share],
    ) -> Slice: ...
    def seed(self, code: bytes, /) -> bool:
        """The start, for the next level, if it belongs here; whether it does."""

    def step(self, batches: list[Buffer], expand: int, turn: bool) -> list[bytes]:
        """Take batches in, expand so many positions, turn to the next level; a batch for each slice."""

    def restore(self, batch: Buffer, /) -> None:
        """Take from part of a level of any slice what belongs here."""

    def turn(self) -> None:
        """To the next level, as if this one had been expanded."""

    def level(self, start: int, count: int) -> bytes:
        """Some positions of this level, for ``restore``."""

    def counts(self) -> tuple[int, int, int, int, int, int, int, bool]:
        """Expanded, generated, stored, left of this level, in the next, bytes, most bytes, whether full."""

    def goal(self) -> bytes | None:
        """The least goal generated here."""

    def parent(self, code: bytes, /) -> bytes | None:
        """What a position of this slice was first reached from; None for the start."""

    def owner(self, code: bytes, /) -> int: ...
    def error_bound(self, stored: float, /) -> float:
        """That of fingerprints, if all slices together have stored so many positions."""

# The tables of certificates: the outcome, how many positions were met, and the blocks, each with its bound,
# its number of keys, and the two streams of its keys.

_Closed = tuple[str, int, list[tuple[int, int, bytes, bytes]]]

class _Closing(TypedDict):
    joins: bool
    bound: str
    most: int
    seconds: float | None
    memory: int
    watch: Watch

def certify_rows(
    columns: int,
    start: bytes,
    wanted: int,
    *,
    dead: bool,
    persistent: bool,
    contraction: bool,
    delay: bool,
    **closing: Unpack[_Closing],
) -> _Closed: ...
def certify_freecell(
    columns: int,
    cells: int,
    ranks: int,
    suit: bool,
    kings: bool,
    supermove: bool,
    start: bytes,
    wanted: int,
    *,
    safe: bool,
    **closing: Unpack[_Closing],
) -> _Closed: ...
def certify_sliding(
    rows: int,
    columns: int,
    goal: bytes,
    start: bytes,
    wanted: int,
    *,
    parity: bool,
    **closing: Unpack[_Closing],
) -> _Closed: ...
