"""Gap sets from the kernel: against breadth-first distances on small boards, against the paper on 4x4."""

from array import array
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from yomikiri import _kernel
from yomikiri.bounds.diagram_orders import diagram_nodes, first_cell_first, paper_order
from yomikiri.bounds.diagrams import never_stop
from yomikiri.core.errors import InputError, YomikiriError
from yomikiri.games.sliding.gap_sets import GapSets, gap_sets, projection
from yomikiri.games.sliding.gap_tables import FORMS, GapTable, GapTables, cells_of, code_of, gap_layers
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.games.sliding.rules import Sliding, Tiles

SMALL = [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)]
GIB = 1 << 30
unhurried = settings(deadline=None)  # A busy machine is no defect.


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path / "cache"))


def distances(game: Sliding) -> dict[Tiles, int]:
    """The distance of every position that can be solved, by breadth-first search from the goal."""
    found = {game.goal: 0}
    layer = [game.goal]
    while layer:
        following = []
        for position in layer:
            for move in game.moves(position):
                child = game.play(position, move)
                if child not in found:
                    found[child] = found[position] + 1
                    following.append(child)
        layer = following
    return found


def codes_in(codes: _kernel.Codes) -> list[int]:
    return list(array("Q", codes.part(0, len(codes))))


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_every_gap_class_is_that_of_the_distances(rows: int, columns: int) -> None:
    game = Sliding(rows, columns, "blank-first")
    manhattan = Manhattan(game)
    layers: Counter[tuple[int, int]] = Counter()
    classes: dict[int, set[int]] = {}
    for position, moves in distances(game).items():
        away = manhattan(position)
        layers[moves - away, away] += 1
        classes.setdefault(moves - away, set()).add(code_of(position))
    largest = max(classes)
    assert gap_layers(rows, columns, largest + 2) == layers
    below: set[int] = set()
    for gap in range(0, largest + 1, 2):
        found = set(codes_in(GapTable(rows, columns, gap, rows * columns).codes()))
        assert found - below == classes[gap]
        assert below <= found
        below = found


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 2), (2, 4), (4, 2)])
def test_projections_in_every_form_are_those_of_the_plain_sets(rows: int, columns: int) -> None:
    sets = gap_sets(Sliding(rows, columns, "blank-first"), 4)
    closure: set[Tiles] = set()
    for number, positions in enumerate(sets):
        closure |= positions
        for cells in range(1, rows * columns + 1):
            patterns = projection(closure, cells)
            codes = {code_of(pattern) for pattern in patterns}
            table = GapTable(rows, columns, 2 * number, cells, memory=GIB)
            kernel = table.codes()
            assert codes_in(kernel) == sorted(codes)
            count, _, _ = _kernel.gap_count(rows, columns, 2 * number, cells, memory=GIB, watch=never_stop)
            assert count == len(codes)
            for form in FORMS if cells in (3, rows * columns) else ("bitmap",):
                kept = GapTable(rows, columns, 2 * number, cells, form).open()
                assert (len(kept), kept.form, kept.gap, kept.cells) == (len(codes), form, 2 * number, cells)
                # All patterns of the positions that can be solved, whether in the set or not.
                asked = {code_of(position[:cells]) for later in sets for position in later}
                assert {code for code in asked if code in kept} == codes
                hits, _ = kept.probe(array("Q", sorted(asked)))
                assert hits == len(codes)


@unhurried
@given(st.permutations(range(16)), st.integers(1, 16))
def test_codes_and_cells_are_each_others_inverse(tiles: list[int], cells: int) -> None:
    assert cells_of(code_of(tiles[:cells]), cells) == tuple(tiles[:cells])


@pytest.mark.parametrize("goal", ["blank-last", "blank-first", "3 2 0 / 5 4 1", "1 2 3 / 0 4 5"])
def test_sets_answer_for_goals_with_the_blank_in_any_corner(goal: str) -> None:
    table = GapTable(2, 3, 2, 6)
    kept = table.open()
    game = Sliding(2, 3, goal)
    manhattan = Manhattan(game)
    for position, moves in distances(game).items():
        assert table.contains(game, position, kept) == (moves - manhattan(position) <= 2)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("goal", ["blank-last", "blank-first", "3 2 0 / 5 4 1"])
def test_sets_are_a_bound_on_their_own(goal: str, form: str) -> None:
    game = Sliding(2, 3, goal)
    base = LinearConflict(game)
    pairs = [
        (GapTables(game, 2, form=form), GapSets(game, 2)),
        (GapTables(game, 4, 4, form=form), GapSets(game, 4, 4)),
        (GapTables(game, 0, 5, base, form), GapSets(game, 0, 5, base)),
    ]
    again = eval(repr(pairs[1][0]))
    for position, moves in distances(game).items():
        for kernel, plain in pairs:
            assert kernel(position) == plain(position) <= moves
        assert again(position) == pairs[1][0](position)


def test_a_bound_needs_sets_that_there_are() -> None:
    with pytest.raises(InputError, match="gap 3 is not possible"):
        GapTables(Sliding(2, 3), 3)
    with pytest.raises(InputError, match="the blank of its goal is in no corner"):
        GapTables(Sliding(3, 3, "1 2 3 / 8 0 4 / 7 6 5"))
    with pytest.raises(InputError, match="no gap sets for 5x5"):
        GapTables(Sliding(5, 5))


def test_windows_that_begin_at_the_top_of_a_word_are_moved_right() -> None:
    # On 2x8 a vertical slide rotates eight tiles, the first of them in the topmost bits.
    layers = gap_layers(2, 8, 0)
    assert sum(layers.values()) == len(GapTable(2, 8, 0, 16, "hash").open())
    game = Sliding(2, 5, "blank-first")
    manhattan = Manhattan(game)
    plain = Counter((0, manhattan(position)) for position in gap_sets(game, 0)[0])
    assert gap_layers(2, 5, 0) == plain


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 5, "columns": 5}, "no gap sets for 5x5: expected 4 to 16 cells"),
        ({"gap": 3}, "gap 3 is not possible: expected an even number from 0 to 254"),
        ({"gap": -2}, "gap -2 is not possible"),
        ({"cells": 0}, "0 cells are not possible: expected 1 to 16"),
        ({"cells": 17}, "17 cells are not possible: expected 1 to 16"),
        ({"form": "list"}, "unknown form 'list': expected one of bitmap, hash, bdd, zdd"),
        ({"cells": 12}, "a bitmap of 12 cells would have 109 GB: expected the form hash, bdd or zdd"),
    ],
)
def test_what_can_not_be_built_is_refused(options: dict[str, int | str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        GapTable(**options)  # type: ignore[arg-type]


def test_a_memory_limit_ends_the_building() -> None:
    with pytest.raises(YomikiriError, match="the memory limit"):
        GapTable(4, 4, 0, 16, "zdd", memory=1 << 20).codes()
    with pytest.raises(YomikiriError, match="the memory limit"):
        GapTable(4, 4, 0, 8, memory=1 << 20).open()
    with pytest.raises(YomikiriError, match="the memory limit"):
        gap_layers(4, 4, 2, memory=1 << 20)


def test_building_can_be_stopped_and_leaves_nothing() -> None:
    calls = []

    def impatient(done: int, total: int) -> None:
        calls.append((done, total))
        raise KeyboardInterrupt

    table = GapTable(4, 4, 0, 8)
    with pytest.raises(KeyboardInterrupt):
        table.open(impatient)
    assert len(calls) == 1
    assert not table.table.is_built()
    with pytest.raises(RuntimeError, match="stopped"):
        _kernel.gap_layers(4, 4, 0, memory=GIB, watch=lambda *counts: True)


@pytest.mark.parametrize("form", FORMS)
def test_a_damaged_table_is_built_again(form: str) -> None:
    table = GapTable(2, 3, 2, 4, form)
    size = len(table.open())
    path = table.table.path
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:4100], whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:]):
        path.write_bytes(damaged)
        assert not table.table.is_sound()
        assert len(table.open()) == size
        assert path.read_bytes() == whole


@pytest.mark.parametrize("form", FORMS)
def test_the_kernel_refuses_bytes_that_are_no_gap_set(form: str) -> None:
    table = GapTable(2, 3, 2, 4, form)
    whole = bytes(table.table.open())
    assert len(_kernel.GapSet(whole)) == len(table.open())
    for wrong in (b"", whole[:63], whole[:64], whole[:-1], b"?" + whole[1:], whole[:8] + b"\x09" + whole[9:]):
        with pytest.raises(ValueError, match=r"not a gap set|not a diagram|damaged"):
            _kernel.GapSet(wrong)


# -- the paper, on the 15-puzzle -------------------------------------------------------------------


def positions(layers: dict[tuple[int, int], int], gap: int) -> int:
    return sum(count for (own, _), count in layers.items() if own == gap)


@pytest.mark.slow
def test_gap_0_has_the_papers_positions_down_to_56_moves() -> None:
    layers = gap_layers(4, 4, 0, memory=GIB)
    assert positions(layers, 0) == 88_728_780
    assert max(manhattan for _, manhattan in layers) == 56


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cells", "patterns", "bdd_nodes", "zdd_nodes"),
    [
        (8, 4_233_704, 1_489_107, 838_639),
        (10, 23_696_364, 9_965_934, None),
        (12, 61_559_068, 24_643_388, None),
        (16, 88_728_780, 24_867_598, 16_606_317),
    ],
)
def test_gap_0_has_the_papers_patterns_and_nodes(
    cells: int, patterns: int, bdd_nodes: int, zdd_nodes: int | None
) -> None:
    codes = GapTable(4, 4, 0, cells, "zdd", memory=4 * GIB).codes()
    assert len(codes) == patterns
    assert diagram_nodes(codes, paper_order(cells), "bdd") == bdd_nodes
    if zdd_nodes is not None:
        assert diagram_nodes(codes, first_cell_first(cells), "zdd") == zdd_nodes


@pytest.mark.slow
def test_gap_2_has_the_papers_patterns_and_nodes() -> None:
    layers = gap_layers(4, 4, 2, memory=4 * GIB)
    assert positions(layers, 2) == 1_243_092_017
    assert sum(layers.values()) == 1_331_820_797
    codes = GapTable(4, 4, 2, 8, memory=4 * GIB).codes()
    assert len(codes) == 32_844_091
    assert diagram_nodes(codes, paper_order(8), "bdd") == 8_514_679
    assert len(GapTable(4, 4, 2, 8).open()) == 32_844_091


@pytest.mark.slow
def test_gap_2_has_the_papers_patterns_and_nodes_of_ten_cells() -> None:
    codes = GapTable(4, 4, 2, 10, "hash", memory=8 * GIB).codes()
    assert len(codes) == 256_541_479
    assert diagram_nodes(codes, paper_order(10), "bdd") == 87_720_567


@pytest.mark.slow
def test_gap_2_has_830_million_patterns_of_twelve_cells() -> None:
    count, layers, _ = _kernel.gap_count(4, 4, 2, 12, memory=11 * GIB, watch=never_stop)
    assert count == 830_504_340
    assert sum(size for _, _, size in layers) == 1_331_820_797
