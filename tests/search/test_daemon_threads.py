"""A program may end while searches run in daemon threads: it ends quietly, with the status it asked for.

Python does not wait for daemon threads, and ends one that asks for its lock too late.  Why that must not
happen inside the kernel, ``native/interpreter.hpp`` says.  Each case is a program of its own that is left
while its threads search again and again, and that takes a while to end, so that all of them ask for the lock
too late.
"""

import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROGRAM = """
import random, sys, threading, time
from yomikiri import *
from yomikiri import _kernel

class Lingering:
    def __init__(self):
        self.sleep = time.sleep
    def __del__(self):  # When Python takes its modules down.
        self.sleep(0.3)

lingering = Lingering()
rows, cells, tiles, gaps = Superpuzz(), FreeCell(), Sliding(), Gaps()
moves = solve(rows, rows.deal(85)).moves
codes = _kernel.Codes.read(random.Random(1).randbytes(8 * 10**5), 2**30)
small = Superpuzz(6)
part = _kernel.Slice.rows(6, False, True, store="exact", index=0, parts=1, memory=2**30)
part.seed(small.encode(small.deal(1)))
part.turn()

def begin(search):
    busy = threading.Event()
    def seen(*counts):
        busy.set()
        {telling}
        return False
    def run():
        try:
            while True:
                search(seen)
                busy.set()
        finally:
            busy.set()
    threading.Thread(target=run, daemon=True).start()
    return busy

for busy in [{begun}]:
    busy.wait()
sys.exit({status})
"""

KERNEL = "memory=2**30, watch=seen"
SEARCHES = {
    "exhaustive": {
        "breadth-first": "solve(rows, rows.deal(25), algorithm='breadth-first', progress=seen)",
        "priority-1": "solve(rows, rows.deal(25), algorithm='priority-1', progress=seen)",
        "quick calls": "_kernel.Superpuzz(13).moves(rows.encode(rows.deal(25)))",
    },
    "decide": {
        "one thread": "solve(rows, rows.deal(25), progress=seen)",
        "threads": "solve(rows, rows.deal(25), threads=3, progress=seen)",
        "arrangements": "solve_arrangements(gaps, gaps.layout(12), progress=seen)",
    },
    "informed": {
        "a-star": "solve(rows, rows.deal(25), shortest=True, progress=seen)",
        "shorten": "(seen(), shorten(rows, rows.deal(85), moves))",
        "beam": "_kernel.row_beam(13, rows.encode(rows.deal(25)), width=4096, nodes=None, seconds=None,"
        f" {KERNEL})",
    },
    "freecell": {
        "quick": "solve(cells, cells.deal(11982), progress=seen)",
        "a-star": "solve(cells, cells.deal(1), shortest=True, progress=seen)",
        "threads": "solve(cells, cells.deal(1), shortest=True, threads=3, progress=seen)",
        "ida-star": "solve(cells, cells.deal(1), algorithm='ida-star', shortest=True, progress=seen)",
    },
    "sliding": {
        "one thread": "solve(tiles, tiles.deal(88), heuristic='manhattan', progress=seen)",
        "threads": "solve(tiles, tiles.deal(88), heuristic='manhattan', threads=3, progress=seen)",
        "pruned": "solve(tiles, tiles.deal(88), algorithm='ida-star-pruned', heuristic='manhattan',"
        " progress=seen)",
        "automaton": "_kernel.MoveAutomaton(3, 3, 10)",
        "pattern": "_kernel.pattern_build(4, 4, bytes(range(1, 7)), 0,"
        " bytearray(_kernel.pattern_bytes(4, 4, 6)), memory=2**30, report=seen)",
    },
    "sets": {
        "layers": f"_kernel.gap_layers(4, 4, 0, {KERNEL})",
        "codes": f"_kernel.gap_codes(4, 4, 0, 8, {KERNEL})",
        "count": f"_kernel.gap_count(4, 4, 0, 8, {KERNEL})",
        "bitmap": f"_kernel.gap_bitmap(4, 4, 0, 6, bytearray(_kernel.gap_bitmap_bytes(4, 4, 6)), {KERNEL})",
        "diagram": f"_kernel.Diagram.build(codes, list(range(64)), 'bdd', {KERNEL})",
        "checksum": "_kernel.checksum(bytes(10**7))",
        "slice": "part.step([], 50, False)",
    },
}
EACH = [(family, name) for family, named in SEARCHES.items() for name in named]


def leave(searches: Iterable[str], *, telling: str = "pass", status: int = 0) -> tuple[int, str, str]:
    begun = ", ".join(f"begin(lambda seen: {search})" for search in searches)
    return run(PROGRAM.format(begun=begun, telling=telling, status=status))


def run(program: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("family", SEARCHES)
def test_a_program_ends_quietly_while_its_threads_search(family: str) -> None:
    assert leave(SEARCHES[family].values()) == (0, "", "")


@pytest.mark.slow
@pytest.mark.parametrize(("family", "name"), EACH)
def test_a_program_ends_quietly_while_one_thread_searches(family: str, name: str) -> None:
    for _ in range(5):
        assert leave([SEARCHES[family][name]]) == (0, "", "")


def test_a_program_ends_quietly_while_its_searches_tell_of_their_progress() -> None:
    telling = [SEARCHES[family]["threads"] for family in ("decide", "freecell", "sliding")]
    telling += [SEARCHES["sliding"]["pattern"], SEARCHES["sets"]["layers"]]
    assert leave(telling, telling="while True: time.sleep(0.01)", status=7) == (7, "", "")


def test_the_thread_that_ends_python_may_still_search() -> None:
    program = """
import atexit
from yomikiri import Superpuzz, solve
game = Superpuzz(6)
def search(solve=solve, game=game, position=game.deal(7), print=print):
    print(solve(game, position, threads=2).outcome.value, flush=True)
class Late:
    def __init__(self):
        self.search = search
    def __del__(self):
        self.search()
late = Late()
atexit.register(search)
"""
    assert run(program) == (0, "solved\nsolved\n", "")


def test_pythons_lock_is_taken_in_one_place() -> None:
    """Nanobind's own guards abort the process when Python ends in a thread that waits for the lock."""
    native = ROOT / "native"
    taken = re.compile(r"gil_scoped|PyGILState|PyEval_\w+Thread|Py_\w+_ALLOW_THREADS")
    sources = [*native.rglob("*.hpp"), *native.rglob("*.cpp")]
    assert [path.name for path in sources if taken.search(path.read_text())] == ["interpreter.hpp"]
