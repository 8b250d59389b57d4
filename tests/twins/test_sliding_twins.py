"""The kernel's sliding puzzles beside the Python ones: bounds, counts of IDA*, spare paths, tables."""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from korf_counts import MORE, PRINTED
from yomikiri import Limits, Sliding, _kernel, solve
from yomikiri.core.space import PlainSpace
from yomikiri.games.sliding.gap_sets import GapSets
from yomikiri.games.sliding.gap_tables import FORMS, GapTable
from yomikiri.games.sliding.ida_star import sliding_ida_star
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.pattern_database import AdditivePatternDatabases, PatternDatabase
from yomikiri.games.sliding.pattern_tables import (
    GROUPS,
    Pattern,
    PatternTables,
    pattern_heuristics,
    tables_of,
)
from yomikiri.games.sliding.rules import Tiles
from yomikiri.games.sliding.shortest import normal_labels
from yomikiri.games.sliding.symmetry import Normal, alike, transposed
from yomikiri.games.sliding.walking_distance import WalkingDistance
from yomikiri.search.control import Meter

BOUNDS = {"manhattan": Manhattan, "linear-conflict": LinearConflict, "walking-distance": WalkingDistance}
MIDDLE = (1, 2, 3, 4, 0, 5, 6, 7, 8)


def bound(game: Sliding, position: Tiles, name: str) -> int:
    labels, goal_blank = normal_labels(game, position)
    return _kernel.sliding_bound(game.rows, game.columns, goal_blank, labels, name)


def positions(game: Sliding, count: int) -> Iterator[Tiles]:
    yield from (game.deal(number) for number in range(1, count + 1))
    yield from walk(game, count)


def walk(game: Sliding, count: int) -> Iterator[Tiles]:
    """Positions near the goal, where bounds are tight."""
    generator, position = random.Random(8), game.goal
    for _ in range(count):
        yield position
        position = game.play(position, generator.choice(game.moves(position)))


GAMES = [
    Sliding(2, 2),
    Sliding(3, 3),
    Sliding(3, 3, "blank-first"),
    Sliding(3, 3, MIDDLE),
    Sliding(2, 4),
    Sliding(3, 4),
    Sliding(4, 3, "blank-first"),
    Sliding(4, 4),
    Sliding(4, 4, "blank-first"),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("name", BOUNDS)
def test_the_bounds_of_the_kernel_are_those_of_python(game: Sliding, name: str) -> None:
    python = BOUNDS[name](game)
    for position in positions(game, 100):
        assert bound(game, position, name) == python(position)


@pytest.mark.parametrize("name", ["manhattan", "linear-conflict"])
def test_the_bounds_agree_on_the_largest_board(name: str) -> None:
    game = Sliding(5, 5)
    python = BOUNDS[name](game)
    for position in positions(game, 200):
        assert bound(game, position, name) == python(position)


@pytest.mark.parametrize("game", GAMES[:7], ids=repr)
@pytest.mark.parametrize("name", BOUNDS)
def test_ida_star_counts_as_its_reference_does(game: Sliding, name: str) -> None:
    cells = list(walk(game, 40))[::3]
    small = [game.deal(number) for number in range(1, 9)] if game.cells <= 9 else []
    for position in [*cells, *small]:
        fast = solve(game, position, algorithm="ida-star", heuristic=name)
        plain = solve(game, position, algorithm="ida-star", heuristic=name, engine="python")
        assert fast.moves == plain.moves
        assert (fast.expanded, fast.generated) == (plain.expanded, plain.generated)
        assert fast.lower_bound == plain.lower_bound


def test_a_puzzle_turned_over_has_the_same_counts() -> None:
    first, last = Sliding(4, 4, "blank-first"), Sliding(4, 4)
    for number in range(1, 4):
        position = last.deal(number)
        same = Normal(last).position(position)
        answers = [
            solve(game, start, algorithm="ida-star", heuristic="walking-distance")
            for game, start in ((last, position), (first, same))
        ]
        assert answers[0].generated == answers[1].generated
        assert answers[0].length == answers[1].length


@pytest.mark.parametrize("size", [(3, 3), (2, 4), (3, 4)])
def test_pattern_tables_hold_the_values_of_the_dictionaries(size: tuple[int, int]) -> None:
    game = Sliding(*size, "blank-first")
    tiles = (1, 2, size[1], size[1] + 1)
    python = PatternDatabase(game, tiles)
    pattern = Pattern(*size, tiles)
    table = _kernel.PatternTable(*size, len(tiles), pattern.table.open())
    for (cells, blank), value in python.table.items():
        distance = sum(game.distance(tile, cell) for tile, cell in zip(tiles, cells, strict=True))
        assert distance + 2 * table.excess(bytes(cells), blank) == value


def test_pattern_databases_add_up_as_in_python() -> None:
    game = Sliding(3, 4)
    [(name, [groups])] = pattern_heuristics(game).items()
    kernel = PatternTables(game, name)
    normal = Normal(game)
    own = [[normal.own_tile(tile) for tile in group] for group in groups]
    python = AdditivePatternDatabases(game, [own[0][:3], own[0][3:], own[1][:3], own[1][3:]])
    for position in positions(game, 200):
        assert kernel(position) >= python(position)
        assert kernel(position) >= Manhattan(game)(position)


def test_a_pattern_and_its_reflection_share_a_table() -> None:
    [groups] = pattern_heuristics(Sliding(5, 5))["pdb-6666"]
    shared = {Pattern(5, 5, group).canonical()[0] for group in groups}
    assert len(shared) == 2


def test_a_board_and_the_one_with_rows_and_columns_exchanged_share_their_tables() -> None:
    wide, high = Sliding(3, 4, "blank-first"), Sliding(4, 3, "blank-first")
    assert [t.name for t in tables_of(high, "pdb-65")] == [t.name for t in tables_of(wide, "pdb-65")]
    assert [t.name for t in tables_of(Sliding(5, 4), "pdb-6661")] == [
        t.name for t in tables_of(Sliding(4, 5), "pdb-6661")
    ]
    of_wide, of_high = PatternTables(wide, "pdb-65"), PatternTables(high, "pdb-65")
    for position in positions(wide, 200):
        assert of_wide(position) == of_high(transposed(wide, position))
    for position in walk(high, 200):
        values = [of_high(high.play(position, move)) - of_high(position) for move in high.moves(position)]
        assert {abs(value) for value in values} == {1}


@pytest.mark.parametrize("name", ["pdb-555", "pdb-663"])
def test_pattern_bounds_never_fall_by_more_than_a_move_and_know_reflections(name: str) -> None:
    game = Sliding(4, 4)
    kernel = PatternTables(game, name)
    [reflect] = alike(game)
    for position in positions(game, 60):
        here = kernel(position)
        assert here == kernel(reflect(position))
        assert all(abs(kernel(game.play(position, move)) - here) == 1 for move in game.moves(position))
    assert kernel(game.goal) == 0


def test_every_pattern_bound_is_at_most_the_true_distance_near_the_goal() -> None:
    game = Sliding(4, 4)
    kernels = [PatternTables(game, name) for name in ("pdb-555", "pdb-663")]
    layer, seen = {game.goal}, {game.goal}
    for distance in range(12):
        assert all(kernel(position) <= distance for position in layer for kernel in kernels)
        layer = {game.play(p, move) for p in layer for move in game.moves(p)} - seen
        seen |= layer


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ((3, 4), "pdb-65"),
        ((4, 3), "pdb-65"),
        ((4, 4), "pdb-555"),
        ((4, 4), "pdb-663"),
        pytest.param((3, 5), "pdb-77", marks=pytest.mark.slow),
        pytest.param((4, 4), "pdb-78", marks=pytest.mark.slow),
        pytest.param((5, 5), "pdb-6666", marks=pytest.mark.slow),
        pytest.param((5, 5), "pdb-6666x2", marks=pytest.mark.slow),
    ],
)
def test_a_search_follows_patterns_from_slide_to_slide_as_if_each_were_looked_up_anew(
    size: tuple[int, int], name: str
) -> None:
    game = Sliding(*size)
    heuristic = PatternTables(game, name)
    for position in list(walk(game, 200))[60::20]:
        meter = Meter(Limits())
        keys = sliding_ida_star(PlainSpace(game), position, meter, heuristic)
        fast = solve(game, position, algorithm="ida-star", heuristic=name)
        assert keys is not None
        assert fast.length == len(keys)
        assert (fast.expanded, fast.generated) == (meter.expanded, meter.generated)


TWO_PARTITIONS = {"pdb-44x2": (((1, 2, 3, 6), (4, 5, 7, 8)), ((1, 4, 5, 7), (2, 3, 6, 8)))}


def test_of_two_partitions_the_larger_sum_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(cast(dict[str, Any], GROUPS), "3x3", TWO_PARTITIONS)
    game = Sliding(3, 3, "blank-first")
    kernel = PatternTables(game, "pdb-44x2")
    [first, second] = [AdditivePatternDatabases(game, groups) for groups in TWO_PARTITIONS["pdb-44x2"]]
    larger = [0, 0]
    for position in positions(game, 300):
        values = first(position), second(position)
        assert kernel(position) == max(values)
        larger[0] += values[0] > values[1]
        larger[1] += values[1] > values[0]
    assert min(larger) > 10
    for position in list(walk(game, 400))[60::20]:
        meter = Meter(Limits())
        keys = sliding_ida_star(PlainSpace(game), position, meter, kernel)
        fast = solve(game, position, algorithm="ida-star", heuristic="pdb-44x2")
        assert keys is not None
        assert fast.length == len(keys)
        assert (fast.expanded, fast.generated) == (meter.expanded, meter.generated)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("cells", [6, 9])
@pytest.mark.parametrize("gaps", [(0,), (0, 2)])
def test_gap_sets_of_every_form_on_top_of_manhattan_count_as_in_python(
    form: str, cells: int, gaps: tuple[int, ...]
) -> None:
    game = Sliding(3, 3, "blank-first")
    probes = {f"gap{gap}": _kernel.GapProbe(GapTable(3, 3, gap, cells, form).table.open()) for gap in gaps}
    heuristic = GapSets(game, max(gaps), cells)
    for number in range(1, 30):
        position = game.deal(number)
        meter = Meter(Limits())
        keys = sliding_ida_star(PlainSpace(game), position, meter, heuristic)
        answer = _kernel.sliding_ida(
            3,
            3,
            0,
            bytes(position),
            bound="manhattan",
            nodes=None,
            seconds=None,
            memory=2**40,
            watch=lambda *counts: False,
            **probes,
        )
        assert keys is not None
        assert len(answer.moves) == len(keys)
        assert (answer.expanded, answer.generated) == (meter.expanded, meter.generated)


@pytest.mark.parametrize("form", FORMS)
def test_a_sieve_changes_no_answer(form: str) -> None:
    def probe(gap: int, cells: int, sieve: _kernel.GapProbe | None = None) -> _kernel.GapProbe:
        return _kernel.GapProbe(GapTable(3, 3, gap, cells, form).table.open(), sieve)

    game = Sliding(3, 3, "blank-first")
    plain = {f"gap{gap}": probe(gap, 9) for gap in (0, 2)}
    sieved = {f"gap{gap}": probe(gap, 9, probe(gap, 6)) for gap in (0, 2)}
    asked: dict[str, Any] = {
        "bound": "manhattan",
        "nodes": None,
        "seconds": None,
        "memory": 2**40,
        "watch": lambda *counts: False,
    }
    for number in range(1, 30):
        labels = bytes(game.deal(number))
        with_sieve, without = (_kernel.sliding_ida(3, 3, 0, labels, **asked, **p) for p in (sieved, plain))
        assert with_sieve.moves == without.moves
        assert with_sieve.iterations == without.iterations
        assert with_sieve.peak_bytes > without.peak_bytes


def test_a_sieve_is_of_the_same_positions_and_no_larger() -> None:
    def image(rows: int, columns: int, gap: int, cells: int) -> memoryview:
        return GapTable(rows, columns, gap, cells, "hash").table.open()

    fine = image(3, 3, 0, 6)
    for wrong in ((2, 3, 0, 6), (3, 3, 2, 6), (3, 3, 0, 7)):
        with pytest.raises(ValueError, match="expected one of the same positions and at most 6 cells"):
            _kernel.GapProbe(fine, _kernel.GapProbe(image(*wrong)))


# -- spare paths -----------------------------------------------------------------------------------


def spare_paths(game: Sliding, longest: int) -> set[tuple[int, tuple[int, ...]]]:
    """By the definition: from each cell, all paths by length and order that arrive where one has arrived."""
    steps = [(-1, 0), (0, -1), (0, 1), (1, 0)]
    spare = set()
    for start in range(game.cells):
        board = [*range(1, game.cells + 1)]
        board[start] = 0
        seen = set()
        for length in range(longest + 1):
            for path in product(range(4), repeat=length):
                tiles, blank = list(board), start
                for direction in path:
                    row, column = divmod(blank, game.columns)
                    row, column = row + steps[direction][0], column + steps[direction][1]
                    if not (0 <= row < game.rows and 0 <= column < game.columns):
                        break
                    cell = row * game.columns + column
                    tiles[blank], tiles[cell] = tiles[cell], 0
                    blank = cell
                else:
                    if tuple(tiles) in seen:
                        spare.add((start, path))
                    seen.add(tuple(tiles))
    return spare


@pytest.mark.parametrize(("size", "longest"), [((2, 2), 6), ((2, 3), 6), ((3, 3), 6)])
def test_the_automaton_refuses_exactly_the_paths_that_contain_a_spare_one(
    size: tuple[int, int], longest: int
) -> None:
    game = Sliding(*size)
    spare = spare_paths(game, longest)
    automaton = _kernel.MoveAutomaton(*size, longest)
    steps = [-game.columns, -1, 1, game.columns]
    for start in range(game.cells):
        for path in product(range(4), repeat=longest + 1):
            cells = [start]
            for direction in path:
                row_ok = cells[-1] + steps[direction] in game.neighbours(cells[-1])
                if not row_ok:
                    break
                cells.append(cells[-1] + steps[direction])
            else:
                parts = (
                    (cells[i], path[i:j])
                    for i in range(len(path))
                    for j in range(i + 2, min(i + longest, len(path)) + 1)
                )
                assert automaton.allows(start, list(path)) == (not any(part in spare for part in parts))


def test_leaving_out_spare_paths_keeps_every_length_of_the_eight_puzzle() -> None:
    game = Sliding(3, 3)
    for number in range(1, 60):
        position = game.deal(number)
        pruned = solve(game, position, algorithm="ida-star-pruned", heuristic="manhattan")
        plain = solve(game, position, algorithm="ida-star", heuristic="manhattan")
        assert pruned.length == plain.length
        assert pruned.generated <= plain.generated


# -- Korf's instances ------------------------------------------------------------------------------


def test_korfs_hundred_instances_take_5305_moves() -> None:
    game = Sliding(4, 4, "blank-first")
    lengths = [solve(game, instance.tiles).length for instance in INSTANCES]
    assert lengths == [instance.length for instance in INSTANCES]
    assert sum(instance.length for instance in INSTANCES) == 5305


def as_printed(number: int) -> None:
    """Solve an instance as Korf did, and compare length and count; he counts the start, we do not."""
    game, instance = Sliding(4, 4, "blank-first"), INSTANCES[number - 1]
    result = solve(game, instance.tiles, algorithm="ida-star", heuristic="manhattan")
    printed = PRINTED[number - 1] - MORE.get(number, 0)
    assert (result.length, result.generated) == (instance.length, printed - 1)


def test_korfs_easy_instances_take_as_many_positions_as_he_printed_less_the_start() -> None:
    easy = [number for number, printed in enumerate(PRINTED, start=1) if printed < 3_000_000]
    assert len(easy) == 16
    for number in easy:
        as_printed(number)


@pytest.mark.slow
@pytest.mark.parametrize("number", [n for n, count in enumerate(PRINTED, start=1) if count < 1_100_000_000])
def test_korfs_instances_take_as_many_positions_as_he_printed_less_the_start(number: int) -> None:
    assert PRINTED[0] == 276_361_933
    as_printed(number)


def test_tables_that_were_damaged_are_built_again_by_a_search(tmp_path: Path) -> None:
    pattern = Pattern(3, 4, (1, 2, 3, 4))
    entries = bytes(pattern.table.open())
    path = pattern.table.path
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    assert not pattern.table.is_sound()
    assert bytes(pattern.table.open()) == entries
