"""How each entry point of the kernel is called rightly: one recipe for each, by name.

``kernel_fuzz.py`` finds the entry points by looking at the module, and refuses to run without a recipe for
each of them.  A recipe gives a call that is valid; the fuzzer then spoils some of its arguments.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from fuzz import kernel_materials as made
from fuzz.kernel_materials import MEMORY, quiet
from yomikiri import _kernel

COSTLY = frozenset(
    {"threads", "longest", "branches", "count", "cells", "gap", "wide", "narrow", "judge", "fronts"}
)
"""Arguments that some valid values of make a call long: these are spoilt by values far out of range only."""


@dataclass
class Call:
    """A call to be made: what is called, with what."""

    function: Callable[..., Any]
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)


Recipe = Callable[[random.Random], Call]
RECIPES: dict[str, Recipe] = {}


def recipe(*names: str) -> Callable[[Recipe], Recipe]:
    def keep(function: Recipe) -> Recipe:
        for name in names:
            RECIPES[name] = function
        return function

    return keep


def each(names: str, function: Callable[[random.Random, str], Call]) -> None:
    """One recipe for several names, which is told the name."""
    for name in names.split():
        RECIPES[name] = lambda rng, name=name: function(rng, name)


def stopping(rng: random.Random) -> Callable[..., bool]:
    """A watch that ends a search that takes long, a tenth of a second after it began."""
    looks = iter([rng.random() < 0.1])
    return lambda *counts: next(looks, True)


def limits(rng: random.Random) -> dict[str, Any]:
    return {
        "nodes": rng.choice([0, 1, 20, 300]),
        "seconds": rng.choice([None, None, 0.0, 5.0]),
        "memory": rng.choice([0, 1000, MEMORY, MEMORY]),
        "watch": stopping(rng),
    }


def width(rng: random.Random) -> int:
    return rng.choice([2, 3, 4, 5, 6, 13, 14])


# -- rows ------------------------------------------------------------------------------------------

RECIPES["Superpuzz.__init__"] = lambda rng: Call(_kernel.Superpuzz, [width(rng), rng.random() < 0.5])


def _rules(rng: random.Random, name: str) -> Call:
    columns = width(rng)
    rules = _kernel.Superpuzz(columns, rng.random() < 0.5)
    return Call(getattr(rules, name.split(".")[1]), [made.row_code(rng, columns)])


each("Superpuzz.moves Superpuzz.children Superpuzz.is_goal Superpuzz.canonical", _rules)


@recipe("Superpuzz.explore")
def _explore(rng: random.Random) -> Call:
    columns, alike = width(rng), rng.random() < 0.5
    rules, code = _kernel.Superpuzz(columns, alike), made.row_code(rng, columns)
    call = Call(rules.explore, [rules.canonical(code) if alike and rng.random() < 0.9 else code])
    orders = ["breadth-first", "depth-first-aces-last", "depth-first-aces-first", "priority-1", "priority-2"]
    stores = ["exact", "fingerprint", "patricia"]
    call.kwargs = {"order": rng.choice(orders), "store": rng.choice(stores), **limits(rng)}
    return call


def _row(rng: random.Random, name: str) -> Call:
    columns = width(rng)
    call = Call(getattr(_kernel, name), [columns, made.row_code(rng, columns)])
    upper = rng.choice([None, 0, 1, 9, 40])
    more: dict[str, dict[str, Any]] = {
        "row_shortest": {"upper": upper, "reduce": rng.random() < 0.5},
        "row_beam": {"upper": upper, "width": rng.choice([1, 2, 50]), "widest": rng.choice([0, 300])},
        "row_shorten": {"neighbours": rng.choice([0, 1, 200])},
        "row_decide": {
            "store": rng.choice(["exact", "fingerprint", "patricia"]),
            "seed": rng.randrange(9),
            "threads": rng.choice([1, 1, 1, 2, 3]),
            **{rule: rng.random() < 0.8 for rule in ("dead", "persistent", "delay", "contract")},
        },
    }
    if name in more:
        call.kwargs = {**more[name], **limits(rng)}
    if name == "row_shorten":
        call.args.append(_solution(columns, call.args[1]))
    return call


def _solution(columns: int, code: bytes) -> list[bytes]:
    asked: Any = {"nodes": 300, "seconds": None, "memory": MEMORY, "watch": quiet}
    return _kernel.row_shortest(columns, code, **asked).path


each("row_estimate row_persistent row_shortest row_beam row_shorten row_decide", _row)


@recipe("RowAStar.__init__")
def _row_a_star(rng: random.Random) -> Call:
    columns = width(rng)
    return Call(_kernel.RowAStar, [columns, made.row_code(rng, columns)], {"memory": MEMORY})


@recipe("RowAStar.run")
def _row_a_star_run(rng: random.Random) -> Call:
    call = _row_a_star(rng)
    search = call.function(*call.args, **call.kwargs)
    asked = limits(rng)
    del asked["memory"]
    if rng.random() < 0.5:
        search.run(nodes=rng.choice([0, 5]), seconds=None, watch=quiet)
    return Call(search.run, [], {"upper": rng.choice([None, 0, 9, 40]), **asked})


# -- FreeCell --------------------------------------------------------------------------------------

RECIPES["FreeCell.__init__"] = lambda rng: Call(_kernel.FreeCell, [], made.freecell_rules(rng))
HEURISTICS = ["home", "one-suit", "components", "cycles", "relaxed"]


def _freecell(rng: random.Random, name: str) -> Call:
    rules = made.freecell_rules(rng)
    kernel, board = _kernel.FreeCell(**rules), made.freecell_board(rng, rules)
    later = rng.choice([board, *(child for _, child, _ in kernel.children(board))])
    args: dict[str, list[Any]] = {
        "children": [board],
        "key": [board, later],
        "estimate": [board, rng.choice(HEURISTICS)],
        "kids": [board, later, rng.choice(HEURISTICS), rng.random() < 0.5],
        "search": [board],
    }
    method = name.split(".")[1]
    call = Call(getattr(kernel, method), args[method])
    if method == "search":
        call.kwargs = {
            "algorithm": rng.choice(["a-star", "ida-star", "beam", "bounded"]),
            "heuristic": rng.choice(HEURISTICS),
            "upper": rng.choice([None, None, 0, 1, 20]),
            "width": rng.choice([1, 2, 100]),
            "safe": rng.random() < 0.8,
            "threads": rng.choice([1, 1, 1, 2, 3]),
            "share": rng.choice([0, 50_000, 10**9]),
            "moves_more": rng.choice([0, 0, 3, 9999]),
            **limits(rng),
        }
    return call


each("FreeCell.children FreeCell.key FreeCell.estimate FreeCell.kids FreeCell.search", _freecell)


# -- sliding puzzles -------------------------------------------------------------------------------


def _side(rng: random.Random) -> int:
    return rng.randint(2, 5)


RECIPES["pattern_bytes"] = lambda rng: Call(
    _kernel.pattern_bytes, [], {"rows": rng.randint(2, 4), "columns": rng.randint(2, 4), "count": 1}
)
RECIPES["PatternTable.__init__"] = lambda rng: Call(
    _kernel.PatternTable, [2, 3, 2, bytes(_kernel.pattern_bytes(2, 3, 2))]
)
RECIPES["PatternTable.excess"] = lambda rng: Call(
    made.pattern(3, 3, (1, 2, 4, 5)).excess, [bytes(rng.sample(range(8), 4)), 8]
)
RECIPES["MoveAutomaton.__init__"] = lambda rng: Call(
    _kernel.MoveAutomaton, [], {"rows": _side(rng), "columns": _side(rng), "longest": rng.randint(2, 6)}
)
RECIPES["MoveAutomaton.__len__"] = lambda rng: Call(made.automaton(3, 3).__len__, [])
RECIPES["MoveAutomaton.allows"] = lambda rng: Call(
    made.automaton(3, 3).allows, [rng.randrange(9), [rng.randrange(4) for _ in range(rng.randrange(9))]]
)


@recipe("pattern_build")
def _pattern_build(rng: random.Random) -> Call:
    rows, columns = rng.choice([(2, 3), (3, 2), (3, 3), (2, 4)])
    blank, *goals = rng.sample(range(rows * columns), rng.randint(2, 4))
    place = bytearray(rng.choice([b"\0", b"\xff"]) * _kernel.pattern_bytes(rows, columns, len(goals)))
    more = {"memory": 2**26, "report": quiet}
    return Call(_kernel.pattern_build, [rows, columns, bytes(goals), blank, place], more)


def _sliding(rng: random.Random, name: str) -> Call:
    shape = rng.choice([*made.PARTS, (2, 2), (4, 4), (5, 5), (2, 5)])
    bounds = ["manhattan", "linear-conflict", *(["walking-distance"] if max(shape) < 5 else [])]
    bound = rng.choice([*bounds, *(["patterns"] * 3 if shape in made.PARTS else [])])
    blank = 0 if bound == "patterns" or rng.random() < 0.5 else rng.randrange(shape[0] * shape[1])
    labels = made.sliding_labels(rng, *shape, blank)
    patterns = made.patterns(*shape) if bound == "patterns" else None
    args = [*shape, blank, labels]
    if name == "sliding_bound":
        return Call(_kernel.sliding_bound, [*args, bound, patterns])
    gaps = {}
    if blank == 0 and shape[0] * shape[1] <= 9 and rng.random() < 0.5:
        form = rng.choice(["bitmap", "hash", "bdd", "zdd"])
        sieves = {
            gap: _kernel.GapProbe(made.gap_image(*shape, gap, rng.randrange(1, 5), form)) for gap in (0, 2)
        }
        gaps = {
            f"gap{gap}": _kernel.GapProbe(
                made.gap_image(*shape, gap, 4, form), sieves[gap] if rng.random() < 0.3 else None
            )
            for gap in (0, 2)
        }
    pruned = shape[0] * shape[1] <= 16 and rng.random() < 0.3
    more = {
        "bound": bound,
        "patterns": patterns,
        **gaps,
        "automaton": made.automaton(*shape) if pruned else None,
        "threads": rng.choice([1, 1, 2]),
        "count": rng.random() < 0.3,
        "from_bound": rng.choice([0, 0, 0, 20]),
        "from_branch": rng.choice([0, 0, 3]),
        "branches": rng.choice([0, 0, 40]),
        "until": rng.choice([None, None, 0, 30]),
        **limits(rng),
    }
    return Call(_kernel.sliding_ida, args, more)


each("sliding_bound sliding_ida", _sliding)


# -- sets ------------------------------------------------------------------------------------------


def _board(rng: random.Random) -> tuple[int, int, int, int]:
    rows, columns = rng.choice([(2, 2), (2, 3), (3, 2), (3, 3), (2, 4)])
    return rows, columns, rng.choice([0, 2, 4]), rng.randint(1, min(6, rows * columns))


def _layers(rng: random.Random, name: str) -> Call:
    what = list(_board(rng))
    more = {"memory": rng.choice([0, 1000, 2**26, 2**26]), "watch": stopping(rng)}
    return Call(getattr(_kernel, name), what[:3] if name == "gap_layers" else what, more)


each("gap_layers gap_codes gap_count", _layers)
RECIPES["large_memory"] = lambda rng: Call(_kernel.large_memory, [rng.choice([0, 1, 2**21, 2**21 + 1])])
RECIPES["MapGuard.__init__"] = lambda rng: Call(_kernel.MapGuard, [rng.randbytes(100)])
RECIPES["checksum"] = lambda rng: Call(_kernel.checksum, [rng.randbytes(rng.randrange(100))])
RECIPES["gap_hash_bytes"] = lambda rng: Call(_kernel.gap_hash_bytes, [made.gap_codes(2, 3, 0, 4), 4])


@recipe("gap_bitmap_bytes")
def _bitmap_bytes(rng: random.Random) -> Call:
    rows, columns, _, cells = _board(rng)
    return Call(_kernel.gap_bitmap_bytes, [rows, columns, cells])


@recipe("gap_bitmap")
def _bitmap(rng: random.Random) -> Call:
    what = _board(rng)
    place = bytearray(b"\xff" * _kernel.gap_bitmap_bytes(what[0], what[1], what[3]))
    return Call(_kernel.gap_bitmap, [*what, place], {"memory": 2**26, "watch": stopping(rng)})


@recipe("gap_hash")
def _hash(rng: random.Random) -> Call:
    what = _board(rng)
    codes = made.gap_codes(*what)
    if rng.random() < 0.3:
        codes = _codes(rng)
    return Call(_kernel.gap_hash, [codes, *what, bytearray(_kernel.gap_hash_bytes(codes, what[3]))])


@recipe("gap_diagram")
def _diagram(rng: random.Random) -> Call:
    what = _board(rng)
    diagram = made.gap_diagram(*what, rng.choice(["bdd", "zdd"]))
    place = bytearray(_kernel.GAP_HEADER_BYTES + diagram.image_bytes)
    return Call(_kernel.gap_diagram, [diagram, *what, place])


def _gap_image(rng: random.Random) -> bytes:
    """A gap set, sometimes damaged in a way that nothing in it shows."""
    image = bytearray(made.gap_image(*_board(rng), rng.choice(["bitmap", "hash", "bdd", "zdd"])))
    if rng.random() < 0.3:
        body = _kernel.GAP_HEADER_BYTES
        image[body:] = rng.choice([rng.randbytes(len(image) - body), bytes(len(image) - body)])
    if rng.random() < 0.2:
        image[8 + rng.randrange(5)] = rng.choice([0, 1, 2, 3, 4, 16, 255])
    if rng.random() < 0.2:
        image[16:32] = made.words([rng.choice([0, 1, 2**63]), rng.choice([0, 1, 5, 2**63])])
    return bytes(image)


RECIPES["GapSet.__init__"] = lambda rng: Call(_kernel.GapSet, [_gap_image(rng)])
RECIPES["GapProbe.__init__"] = lambda rng: Call(_kernel.GapProbe, [_gap_image(rng)])


def _gap_set(rng: random.Random, name: str) -> Call:
    kept = _kernel.GapSet(made.gap_image(*_board(rng), rng.choice(["bitmap", "hash", "bdd", "zdd"])))
    whole = kept.rows * kept.columns
    codes = [sum(tile << 4 * cell for cell, tile in enumerate(rng.sample(range(whole), whole)))]
    args: dict[str, list[Any]] = {"__len__": [], "__contains__": codes, "probe": [made.words(codes)]}
    method = name.split(".")[1]
    return Call(getattr(kept, method), args[method])


each("GapSet.__len__ GapSet.__contains__ GapSet.probe", _gap_set)


def _codes(rng: random.Random, bits: int = 64) -> _kernel.Codes:
    numbers = [rng.getrandbits(bits) for _ in range(rng.choice([0, 1, 20, 300]))]
    return _kernel.Codes.read(made.words(numbers), 2**24)


RECIPES["Codes.read"] = lambda rng: Call(_kernel.Codes.read, [rng.randbytes(8 * rng.randrange(9)), 2**20])
RECIPES["Codes.__len__"] = lambda rng: Call(_codes(rng).__len__, [])
RECIPES["Codes.__contains__"] = lambda rng: Call(_codes(rng).__contains__, [rng.getrandbits(64)])
RECIPES["Codes.part"] = lambda rng: Call(_codes(rng).part, [rng.randrange(9), rng.randrange(9)])


@recipe("Diagram.build")
def _build(rng: random.Random) -> Call:
    bits = rng.choice([1, 3, 16, 64])
    order = rng.sample(range(bits), bits)
    more = {"memory": rng.choice([1000, 2**24]), "watch": stopping(rng)}
    return Call(_kernel.Diagram.build, [_codes(rng, bits), order, rng.choice(["bdd", "zdd"])], more)


def _some_diagram(rng: random.Random, like: _kernel.Diagram | None = None) -> _kernel.Diagram:
    if like is None:
        return made.gap_diagram(*_board(rng), rng.choice(["bdd", "zdd"]))
    codes = _codes(rng, len(like.order))
    return _kernel.Diagram.build(codes, like.order, like.kind, memory=2**24, watch=quiet)


@recipe("Diagram.open")
def _open(rng: random.Random) -> Call:
    image = bytearray(made.diagram_image(_some_diagram(rng)))
    for _ in range(rng.randrange(3)):
        at = rng.choice([20, 21, 24, 32, 56 + rng.randrange(64), 256 + rng.randrange(len(image) - 256)])
        image[at] = rng.getrandbits(8)
    return Call(_kernel.Diagram.open, [made.sealed_diagram(bytes(image))])


def _diagrams(rng: random.Random, name: str) -> Call:
    diagram = _some_diagram(rng)
    args: dict[str, list[Any]] = {
        "contains": [rng.getrandbits(64)],
        "same": [_some_diagram(rng)],
        "words": [rng.randrange(9), rng.randrange(9)],
        "write": [bytearray(diagram.image_bytes)],
        "codes": [2**24],
        "combine": [_some_diagram(rng, diagram), rng.choice(["union", "intersection", "difference"])],
    }
    method = name.split(".")[1]
    call = Call(getattr(diagram, method), args.get(method, []))
    if method == "combine":
        call.kwargs = {"memory": rng.choice([1000, 2**24]), "watch": stopping(rng)}
    return call


each(
    "Diagram.contains Diagram.count Diagram.same Diagram.words Diagram.write Diagram.codes Diagram.walk"
    " Diagram.combine",
    _diagrams,
)
RECIPES["DiagramWalk.next"] = lambda rng: Call(_some_diagram(rng).walk().next, [], {"count": 7})


# -- slices ----------------------------------------------------------------------------------------


def share(rng: random.Random) -> dict[str, Any]:
    return {"store": rng.choice(["exact", "fingerprint"]), "index": 0, "parts": 2, "memory": MEMORY}


RECIPES["Slice.rows"] = lambda rng: Call(_kernel.Slice.rows, [width(rng), True, False], share(rng))
RECIPES["Slice.sliding"] = lambda rng: Call(
    _kernel.Slice.sliding, [3, 3, bytes(rng.sample(range(9), 9))], share(rng)
)


@recipe("Slice.freecell")
def _freecell_slice(rng: random.Random) -> Call:
    rules = made.freecell_rules(rng)
    return Call(_kernel.Slice.freecell, [*rules.values(), made.freecell_board(rng, rules)], share(rng))


def _slice(rng: random.Random, name: str) -> Call:
    part, position = made.make_slice(rng)
    code = position()
    here = part.seed(code)
    if rng.random() < 0.7:
        part.turn()
        part.step([], rng.randrange(30), False)
    forged = made.forged_batch(rng, len(code), rng.randint(1, 3), rng.choice([None, 0, 1]))
    args: dict[str, list[Any]] = {
        "seed": [position()],
        "step": [rng.choice([[], [forged]]), rng.randrange(30), rng.random() < 0.5],
        "restore": [rng.choice([part.level(0, 9), forged])],
        "level": [rng.randrange(5), rng.randrange(5)],
        "parent": [code if here else position()],
        "owner": [position()],
        "error_bound": [rng.random() * 1e9],
    }
    method = name.split(".")[1]
    return Call(getattr(part, method), args.get(method, []))


each(
    "Slice.seed Slice.step Slice.restore Slice.turn Slice.level Slice.counts Slice.goal Slice.parent"
    " Slice.owner Slice.error_bound",
    _slice,
)
