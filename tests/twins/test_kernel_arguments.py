"""What the kernel is asked that makes no sense is refused, with what was found and what was expected.

Some of these calls read or wrote beside their memory, took all there was of it, or never ended.  The fuzzer
(``tests/fuzz``) looks for more of them: some thousand calls here, and many more among the slow tests.
``make sanitize`` runs it on a kernel that reports every such access.
"""

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fuzz import kernel_fuzz, kernel_materials
from yomikiri import Superpuzz, _kernel

ASKED: Any = {"nodes": 100, "seconds": None, "memory": 2**24, "watch": lambda *counts: False}
SOLVED = bytes(range(9))


def gap_set(form: str = "bitmap") -> bytes:
    return kernel_materials.gap_image(3, 3, 0, 4, form)


@pytest.mark.parametrize("blank", [-1, 9, 2**31 - 1, -(2**31)])
def test_an_automaton_refuses_cells_and_directions_that_there_are_not(blank: int) -> None:
    automaton = kernel_materials.automaton(3, 3)
    with pytest.raises(ValueError, match=rf"blank {blank}: expected 0 to 8"):
        automaton.allows(blank, [0])
    with pytest.raises(ValueError, match="direction 4: expected 0 to 3"):
        automaton.allows(0, [0, 4])


def test_an_automaton_serves_its_own_board_only() -> None:
    for shape in ((2, 2), (3, 4), (4, 3), (5, 5)):
        labels = bytes(range(shape[0] * shape[1]))
        with pytest.raises(ValueError, match="an automaton of another board"):
            _kernel.sliding_ida(
                *shape, 0, labels, bound="manhattan", automaton=kernel_materials.automaton(3, 3), **ASKED
            )


def test_paths_that_would_fill_the_memory_are_not_listed() -> None:
    with pytest.raises(ValueError, match="longest 30: expected 2 to 14"):
        _kernel.MoveAutomaton(5, 5, 30)


@pytest.mark.parametrize("form", ["bitmap", "hash", "bdd", "zdd"])
def test_what_is_no_pattern_is_in_no_gap_set(form: str) -> None:
    kept = _kernel.GapSet(gap_set(form))
    for code in (2**60 - 1, 2**64 - 1, 0, 0x1111, 0x9ABC, 0x3219):
        assert code not in kept
        with pytest.raises(ValueError, match="expected different tiles in the first 4 cells"):
            kept.probe(code.to_bytes(8, "little"))
    assert 0x3210 in kept


def test_a_hash_table_without_a_free_slot_is_not_searched_for_ever() -> None:
    image = bytearray(gap_set("hash"))
    for at in range(_kernel.GAP_HEADER_BYTES, len(image), 4):
        image[at : at + 4] = (0x7654).to_bytes(4, "little")
    assert 0x3210 in _kernel.GapSet(image)  # Who cannot know says yes: that leaves nothing out of a search.


def test_a_hash_table_is_made_of_patterns_only() -> None:
    codes = _kernel.Codes.read(b"\xff" * 8, 2**20)
    place = bytearray(_kernel.gap_hash_bytes(codes, 4))
    with pytest.raises(ValueError, match="expected 4 different tiles of a board of 9 cells"):
        _kernel.gap_hash(codes, 3, 3, 0, 4, place)


def test_words_are_not_read_from_odd_addresses() -> None:
    moved = memoryview(b"x" + gap_set("hash"))[1:]
    for kind in (_kernel.GapSet, _kernel.GapProbe):
        with pytest.raises(ValueError, match="odd address"):
            kind(moved)


@pytest.mark.parametrize(
    ("goals", "blank", "message"),
    [
        (b"\1\2", 200, "goal_blank 200: expected 0 to 8"),
        (b"\1\2", -1, "goal_blank -1: expected 0 to 8"),
        (b"\1\2", 2, "the goal 2 twice"),
        (b"\1\1", 0, "the goal 1 twice"),
        (b"\1\x09", 0, "goal 9: expected 0 to 8"),
        (bytes(range(1, 9)), 0, "a pattern of 8 tiles: expected at most 6"),
    ],
)
def test_a_pattern_is_of_different_cells_of_the_board(goals: bytes, blank: int, message: str) -> None:
    place = bytearray(_kernel.pattern_bytes(3, 3, len(goals)))
    with pytest.raises(ValueError, match=message):
        _kernel.pattern_build(3, 3, goals, blank, place, memory=2**24, report=lambda *done: None)


def test_a_table_does_not_depend_on_what_was_in_its_place() -> None:
    made = []
    for filling in (b"\0", b"\xff"):
        place = bytearray(filling * _kernel.pattern_bytes(3, 3, 3))
        _kernel.pattern_build(3, 3, b"\1\2\3", 0, place, memory=2**24, report=lambda *done: None)
        bits = bytearray(filling * _kernel.gap_bitmap_bytes(3, 3, 4))
        _kernel.gap_bitmap(3, 3, 0, 4, bits, memory=2**24, watch=lambda *counts: False)
        made.append((place, bits))
    assert made[0] == made[1]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"from_bound": 2**31 - 1}, "from_bound 2147483647: expected 0 to 250"),
        ({"from_bound": -1}, "from_bound -1"),
        ({"from_branch": -1}, "from_branch -1"),
        ({"branches": 2**31 - 1}, "branches 2147483647"),
        ({"threads": 10**9}, "threads 1000000000: expected 1 to 256"),
        ({"threads": 0}, "threads 0"),
        ({"seconds": float("nan")}, "seconds nan: expected 0 or more"),
        ({"bound": "patterns"}, "without patterns"),
        ({"bound": "x" * 99}, "unknown bound 'xxxxxxxxxxxxxxxxxxxxxxxx...': expected one of manhattan"),
    ],
)
def test_a_search_of_tiles_refuses_numbers_out_of_range(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernel.sliding_ida(3, 3, 0, SOLVED, **({"bound": "manhattan"} | ASKED | asked))


def test_a_symmetry_takes_neighbours_to_neighbours() -> None:
    [views] = kernel_materials.patterns(3, 3)
    mixed = [(table, bytes([8, *range(8)]), tiles) for table, _, tiles in views]
    for patterns in ([mixed], [views, mixed]):
        with pytest.raises(ValueError, match="no symmetry of the board"):
            _kernel.sliding_bound(3, 3, 0, SOLVED, "patterns", patterns)
    with pytest.raises(ValueError, match="3 sets of patterns: expected 1, 2 or 4"):
        _kernel.sliding_bound(3, 3, 0, SOLVED, "patterns", [views] * 3)
    with pytest.raises(ValueError, match="each tile but the blank once"):
        _kernel.sliding_bound(3, 3, 8, SOLVED, "patterns", [views])


def test_rows_that_are_alike_are_searched_from_the_canonical_position_only() -> None:
    """From another one, the way back to the start never ended."""
    rules = _kernel.Superpuzz(2, True)
    code = b"@p\x08"
    with pytest.raises(ValueError, match="not a canonical code"):
        rules.explore(code, order="priority-2", store="fingerprint", **ASKED)
    answer = rules.explore(rules.canonical(code), order="priority-2", store="fingerprint", **ASKED)
    assert answer.outcome == "solved"


def test_a_freecell_position_belongs_to_its_start() -> None:
    kernel = _kernel.FreeCell(2, 0, 2, False, False, False)
    start, other = bytes([0, 0, 0, 0, 4, 1, 2, 17, 18, 4, 33, 34, 49, 50]), bytearray()
    other += bytes([0, 0, 0, 0, 4, 18, 17, 2, 1, 4, 50, 49, 34, 33])
    for call in (kernel.key, lambda *codes: kernel.kids(*codes, "relaxed", True)):
        call(start, start)
        with pytest.raises(ValueError, match="the start does not lead to"):
            call(start, bytes(other))


def test_a_batch_of_another_game_is_refused_though_its_checksum_is_right() -> None:
    share: Any = {"store": "exact", "index": 0, "parts": 1, "memory": 2**24}
    tiles = _kernel.Slice.sliding(3, 3, SOLVED, **share)
    cards = _kernel.Slice.rows(4, False, False, **share)
    cards.seed(Superpuzz(4).encode(Superpuzz(4).deal(1)))
    cards.turn()
    with pytest.raises(ValueError, match="a batch of another game: entry 0"):
        tiles.restore(cards.level(0, 9))
    assert tiles.counts()[4] == 0


def test_a_watch_is_a_function_and_whatever_it_returns_is_true_or_false() -> None:
    code = Superpuzz(4).encode(Superpuzz(4).deal(1))
    for wrong in (5, "watch", [print]):
        with pytest.raises(TypeError, match="watch: expected a function, found"):
            _kernel.row_decide(4, code, store="exact", **(ASKED | {"watch": wrong}))
    answer = _kernel.row_decide(4, code, store="exact", **(ASKED | {"watch": lambda *counts: [1]}))
    assert answer.outcome == "cancelled"


def test_memory_that_nobody_has_is_refused_and_not_a_little_of_it_given() -> None:
    for size in (2**63, 2**64 - 1, 2**64 - 2**21):
        with pytest.raises(MemoryError):
            _kernel.large_memory(size)
    with pytest.raises(BufferError, match="never made"):
        memoryview(_kernel.LargePages.__new__(_kernel.LargePages))


# -- the fuzzer ------------------------------------------------------------------------------------


def run_fuzzer(seed: int, calls: int, tmp_path: Path) -> None:
    log = tmp_path / "last-call"
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "fuzz.kernel_fuzz", str(seed), str(calls), str(log)],
        cwd=Path(kernel_fuzz.__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    last = log.read_text(encoding="utf-8").rstrip() if log.exists() else "no call was made"
    assert done.returncode == 0, f"{done.stderr}\n{last}"


def test_every_entry_point_has_a_recipe() -> None:
    assert kernel_fuzz.without_recipe(_kernel) == []
    assert len(kernel_fuzz.entry_points(_kernel)) > 70


def test_an_entry_point_without_a_recipe_is_found() -> None:
    more = SimpleNamespace(**vars(_kernel), another=_kernel.checksum)
    assert kernel_fuzz.without_recipe(more) == ["another"]


def test_no_recipe_is_for_something_that_there_is_not() -> None:
    assert set(kernel_fuzz.RECIPES) <= kernel_fuzz.entry_points(_kernel)


def test_some_thousand_hostile_calls_are_answered_or_refused(tmp_path: Path) -> None:
    run_fuzzer(1, 2500, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_a_hundred_thousand_hostile_calls_are_answered_or_refused(seed: int, tmp_path: Path) -> None:
    run_fuzzer(seed, 12_000, tmp_path)
