"""Gap sets of the 15-puzzle: what they cost to build, to keep and to ask, in every form.

    python benchmarks/gap_sets.py sets 0-8 0-10 2-8      # patterns, nodes, bytes, ns a question
    python benchmarks/gap_sets.py nodes 2-10 --memory 8  # patterns and BDD nodes, nothing is kept
    python benchmarks/gap_sets.py count 2-12             # patterns only, and what counting them takes
    python benchmarks/gap_sets.py orders 0-8 --kind zdd  # the search for better orders of the bits
    python benchmarks/gap_sets.py search 12 42 47 79     # inside IDA*, on Korf's instances, form by form

A set is named GAP-CELLS.  Tables go to the usual cache.  Times are processor time.  Questions are asked about
members of the set in random order, and about positions drawn at random: nearly all of the first are hits and
nearly all of the second misses.  ``--memory`` limits what building codes or counting may use, in GiB; the
diagram of ``nodes`` comes on top of it.
"""

import argparse
import random
import resource
import time
from array import array

import arguments

from yomikiri import _kernel
from yomikiri.bounds.diagram_orders import Order, better_order, diagram_nodes, first_cell_first, paper_order
from yomikiri.bounds.diagrams import NO_LIMIT, never_stop
from yomikiri.games.sliding.gap_tables import FORMS, GapTable, code_of
from yomikiri.games.sliding.korf import INSTANCES

GIB = 1 << 30
QUESTIONS = 2_000_000
PAPER = {
    "0-8": 1_489_108,
    "0-10": 9_965_935,
    "0-12": 24_643_389,
    "0-16": 24_867_599,
    "2-8": 8_514_680,
    "2-10": 87_720_568,
}
"""BDD nodes of the paper's Table 1, one terminal counted."""


def members(codes: _kernel.Codes, count: int) -> "array[int]":
    """Members of a set, drawn at random."""
    draw = random.Random(1)
    chosen = array("Q")
    for _ in range(count // 64):
        # Stretches of 64, so that the list is not read one by one; then shuffled.
        chosen.frombytes(codes.part(draw.randrange(len(codes)), 64))
    shuffled = list(chosen)
    draw.shuffle(shuffled)
    return array("Q", shuffled)


def strangers(count: int) -> "array[int]":
    """Positions drawn at random, solvable or not: what a pattern does not know."""
    draw = random.Random(2)
    tiles = list(range(16))
    chosen = array("Q")
    for _ in range(count):
        draw.shuffle(tiles)
        chosen.append(code_of(tiles))
    return chosen


def peak() -> str:
    """The most memory that this process has had."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20:.1f} GiB"


def show_nodes(name: str, memory: int, *, consume: bool = False) -> _kernel.Codes:
    """Patterns, and the nodes of the paper's diagram; with ``consume`` the patterns are gone after that."""
    gap, cells = map(int, name.split("-"))
    began = time.process_time()
    codes = GapTable(4, 4, gap, cells, "hash", memory).codes()
    print(
        f"Gap{gap} on {cells} cells: {len(codes):,} patterns, {time.process_time() - began:.1f} s, {peak()}",
        flush=True,
    )
    began = time.process_time()
    nodes = diagram_nodes(codes, paper_order(cells), "bdd", consume=consume)
    beside = f" (paper {PAPER[name] - 1:,})" if name in PAPER else ""
    used = time.process_time() - began
    print(f"  BDD in the paper's order: {nodes:,} nodes{beside}, {used:.1f} s, {peak()}", flush=True)
    return codes


def show_count(name: str, memory: int) -> None:
    """Patterns, counted only: half of the memory."""
    gap, cells = map(int, name.split("-"))
    began = time.process_time()
    patterns, layers, used = _kernel.gap_count(4, 4, gap, cells, memory=memory, watch=never_stop)
    positions = sum(size for _, _, size in layers)
    print(
        f"Gap{gap} on {cells} cells: {patterns:,} patterns of {positions:,} positions, "
        f"{time.process_time() - began:.1f} s, {used / 1e9:.1f} GB",
        flush=True,
    )


def show_set(name: str, questions: int) -> None:
    """The lines of one set."""
    gap, cells = map(int, name.split("-"))
    codes = show_nodes(name, NO_LIMIT)
    asked = members(codes, questions), strangers(questions)
    del codes
    for form in FORMS:
        if form == "bitmap" and cells > 8:
            continue
        began = time.process_time()
        table = GapTable(4, 4, gap, cells, form)
        kept = table.open()
        built = time.process_time() - began
        answers = [kept.probe(array("Q", stream)) for stream in asked]
        text = ", ".join(
            f"{1e9 * seconds / len(stream):.0f} ns ({hits / len(stream):.3f} hits)"
            for (hits, seconds), stream in zip(answers, asked, strict=True)
        )
        print(f"  {form:6} {kept.bytes:13,} bytes, opened in {built:.1f} s; {text}", flush=True)


def show_orders(name: str, kind: str) -> None:
    """The orders of the paper and of the tables, and the best that sifting finds."""
    gap, cells = map(int, name.split("-"))
    codes = GapTable(4, 4, gap, cells, "hash").codes()
    for text, order in [("paper's", paper_order(cells)), ("first cell first", first_cell_first(cells))]:
        print(f"{kind}, {text}: {diagram_nodes(codes, order, kind):,} nodes", flush=True)
    began = time.process_time()

    def report(order: Order) -> None:
        used = time.process_time() - began
        print(f"  {order.nodes:,} nodes: cells {order.cells}, bits {order.within}, {used:.0f} s", flush=True)

    best = better_order(codes, cells, kind, report=report)
    print(f"{kind}, best found: {best.nodes:,} nodes: cells {best.cells}, bits {best.within}")


def show_search(instances: list[int]) -> None:
    """IDA* with Manhattan distance on Korf's instances, plain and with gap sets on 8 cells in every form."""
    # Their goal has the blank first, so that tiles have the kernel's own numbers.
    starts = [bytes(INSTANCES[number - 1].tiles) for number in instances]
    settings: list[tuple[str, str, tuple[int, ...]]] = [("no gap sets", "", ())]
    settings += [
        (" + ".join(f"Gap{gap}" for gap in gaps) + f" as {form}", form, gaps)
        for gaps in ((0,), (0, 2))
        for form in FORMS
    ]
    slowest = None
    for text, form, gaps in settings:
        probes = {f"gap{gap}": _kernel.GapProbe(GapTable(4, 4, gap, 8, form).table.open()) for gap in gaps}
        generated, size, began = 0, 0, time.process_time()
        for start in starts:
            answer = _kernel.sliding_ida(
                4,
                4,
                0,
                start,
                bound="manhattan",
                nodes=None,
                seconds=None,
                memory=2**40,
                watch=lambda *counts: False,
                **probes,
            )
            generated += answer.generated
            size = answer.peak_bytes
        seconds = time.process_time() - began
        slowest = slowest or seconds
        print(
            f"{text:22} {size:13,} bytes, {generated / len(starts):14,.0f} generated, "
            f"{seconds / len(starts):7.3f} s, {seconds / slowest:.3f}, "
            f"{1e9 * seconds / generated:.1f} ns a node",
            flush=True,
        )


def set_name(text: str) -> str:
    """A gap and a number of cells, such as ``2-8``."""
    arguments.pair("-", "GAP-CELLS, such as 2-8")(text)
    return text


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    sets = commands.add_parser("sets")
    sets.add_argument("names", nargs="+", type=set_name, metavar="GAP-CELLS")
    sets.add_argument("--questions", type=arguments.count, default=QUESTIONS)
    for command in ("nodes", "count"):
        part = commands.add_parser(command)
        part.add_argument("names", nargs="+", type=set_name, metavar="GAP-CELLS")
        part.add_argument("--memory", type=arguments.amount, default=12, metavar="GIB")
    orders = commands.add_parser("orders")
    orders.add_argument("names", nargs="+", type=set_name, metavar="GAP-CELLS")
    orders.add_argument("--kind", choices=("bdd", "zdd"), default="zdd")
    search = commands.add_parser("search")
    search.add_argument("instances", nargs="+", type=arguments.count, metavar="N", help="Korf's instances")
    options = parser.parse_args()
    if options.command == "search":
        if max(options.instances) > len(INSTANCES):
            parser.error(f"instance {max(options.instances)}: expected 1 to {len(INSTANCES)}")
        show_search(options.instances)
        return
    for name in options.names:
        if options.command == "sets":
            show_set(name, options.questions)
        elif options.command == "nodes":
            show_nodes(name, int(options.memory * GIB), consume=True)
        elif options.command == "count":
            show_count(name, int(options.memory * GIB))
        else:
            show_orders(name, options.kind)


if __name__ == "__main__":
    arguments.run(main)
