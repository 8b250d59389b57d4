"""Searches of sliding puzzles as a user asks for them: limits, cancellation, threads, counts."""

import random
import threading
from collections import Counter
from pathlib import Path

import pytest

from effort import a_part
from pace import within
from sliding_graphs import ways
from yomikiri import Cancel, InputError, Limits, Outcome, Progress, Sliding, solve
from yomikiri.core import system
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding import shortest as sliding_kernel
from yomikiri.games.sliding.gap_tables import GapTables
from yomikiri.games.sliding.korf import INSTANCES
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.pattern_tables import is_built, tables_of
from yomikiri.games.sliding.symmetry import alike

FARTHEST = [
    "15 10 8 12 11 14 9 13 2 6 5 1 3 7 4 0",
    "15 10 8 12 11 14 9 13 7 2 5 1 3 6 4 0",
    "15 11 8 12 14 10 9 13 2 6 1 4 3 7 5 0",
    "15 11 8 12 14 10 9 13 2 6 4 5 3 7 1 0",
    "15 11 8 12 14 10 9 13 2 6 5 1 3 7 4 0",
    "15 11 8 12 14 10 9 13 6 7 5 1 3 2 4 0",
    "15 11 8 12 14 10 9 13 7 2 5 1 3 6 4 0",
    "15 11 8 12 14 10 9 13 7 6 2 1 3 5 4 0",
    "15 11 8 12 14 10 13 9 2 7 5 1 3 6 4 0",
    "15 11 9 12 14 10 8 13 6 2 5 1 3 7 4 0",
    "15 11 9 12 14 10 13 8 2 6 5 1 3 7 4 0",
    "15 11 9 12 14 10 13 8 6 7 5 1 3 2 4 0",
    "15 11 13 12 14 10 8 9 2 6 5 1 3 7 4 0",
    "15 11 13 12 14 10 8 9 7 2 5 1 3 6 4 0",
    "15 11 13 12 14 10 9 5 2 6 8 1 3 7 4 0",
    "15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 0",
    "15 14 13 12 10 11 8 9 2 6 5 1 3 7 4 0",
]
"""All seventeen positions of 80 moves, blank first (Brungger, Marzetta, Fukuda & Nievergelt, 1999)."""

MOST_NODES = 20_000_000
"""What the best public solver, with symmetry and without cycles, needs for positions of 74 to 80 moves."""

HARD = tuple(map(int, FARTHEST[4].split()))


def test_every_position_of_a_small_board_is_solved_and_counted_right() -> None:
    game = Sliding(2, 3)
    for position, (distance, count) in ways(game).items():
        result = solve(game, position, count_shortest=True)
        assert (result.length, result.shortest_count) == (distance, count)


@pytest.mark.parametrize("threads", [1, 2])
def test_shortest_solutions_of_the_eight_puzzle_are_counted_right(threads: int) -> None:
    game = Sliding(3, 3)
    truth = ways(game)
    farthest = [position for position, (distance, _) in truth.items() if distance == 31]
    assert len(truth) == 181_440
    assert len(farthest) == 2
    for position in [*farthest, *(game.deal(number) for number in range(1, 40))]:
        result = solve(game, position, count_shortest=True, threads=threads)
        assert (result.length, result.shortest_count) == truth[position]


@a_part(3)
@pytest.mark.parametrize("algorithm", ["ida-star", "ida-star-pruned"])
@pytest.mark.parametrize("heuristic", ["manhattan", "walking-distance", "pdb-555"])
def test_two_threads_give_the_answer_and_the_counts_of_one(algorithm: str, heuristic: str, part: int) -> None:
    game = Sliding(4, 4)
    for number in (5, 2, 7)[::part]:
        position = game.deal(number)
        limits = Limits(seconds=60)
        one, two = (
            solve(game, position, algorithm=algorithm, heuristic=heuristic, threads=threads, limits=limits)
            for threads in (1, 2)
        )
        assert one.moves == two.moves
        assert (one.expanded, one.generated) == (two.expanded, two.generated)


@pytest.mark.parametrize("nodes", [0, 1, 1000, 123_457])
def test_a_node_limit_is_met_exactly_and_leaves_a_lower_bound(nodes: int) -> None:
    game = Sliding(4, 4, "blank-first")
    for threads in (1, 2):
        result = solve(game, HARD, heuristic="manhattan", limits=Limits(nodes=nodes), threads=threads)
        assert result.outcome is Outcome.NODE_LIMIT
        assert result.expanded == nodes
        assert 40 <= (result.lower_bound or 0) <= 80


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_and_a_cancellation_are_obeyed_within_a_second(threads: int) -> None:
    game = Sliding(4, 4, "blank-first")
    with within(1.2):
        result = solve(game, HARD, heuristic="manhattan", limits=Limits(seconds=0.2), threads=threads)
    assert result.outcome is Outcome.TIME_LIMIT
    cancel = Cancel()
    timer = threading.Timer(0.2, cancel.set)
    timer.start()
    with within(1.2):
        result = solve(game, HARD, heuristic="manhattan", cancel=cancel, threads=threads)
    timer.join()
    assert result.outcome is Outcome.CANCELLED


@pytest.mark.parametrize("threads", [1, 2])
def test_an_exception_of_the_progress_callback_ends_the_search(threads: int) -> None:
    def fail(progress: Progress) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        solve(Sliding(4, 4, "blank-first"), HARD, heuristic="manhattan", progress=fail, threads=threads)


def test_progress_has_the_bound_of_the_iteration() -> None:
    seen: list[Progress] = []
    solve(
        Sliding(4, 4, "blank-first"),
        HARD,
        heuristic="manhattan",
        limits=Limits(seconds=0.5),
        progress=seen.append,
    )
    bounds = [progress.lower_bound for progress in seen]
    assert len(bounds) > 1
    assert bounds == sorted(bounds)
    assert bounds[-1] >= 40


def test_a_fresh_machine_needs_no_large_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    game = Sliding(4, 4)
    assert sliding_kernel.default_heuristic(game) == "pdb-663"
    assert not is_built(game, "pdb-663")
    for table in tables_of(game, "pdb-78"):
        assert not table.is_built()
    assert sliding_kernel.default_heuristic(Sliding(3, 3)) == "walking-distance"
    middle = (1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    assert sliding_kernel.default_heuristic(Sliding(4, 4, middle)) == "walking-distance"


def test_building_tables_keeps_to_the_memory_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    for opened in ("_views", "_opened"):
        monkeypatch.setattr(pattern_tables, opened, {})
    monkeypatch.setattr(sliding_kernel, "_gap_probes", {})
    game = Sliding(4, 4)
    little, middling, enough = (Limits(memory=mebibytes * 2**20) for mebibytes in (10, 12, 23))
    for heuristic in ("pdb-663", "pdb-78", "manhattan+gap0"):
        result = solve(game, game.deal(7), heuristic=heuristic, limits=little)
        assert (result.outcome, result.heuristic) == (Outcome.MEMORY_LIMIT, heuristic)
        assert result.lower_bound == LinearConflict(game)(game.deal(7))
    assert list(tmp_path.glob("*.table")) == []
    # Without a wish, the best that there is room for.
    assert sliding_kernel.default_heuristic(game, 0) == "manhattan"
    assert sliding_kernel.default_heuristic(game, 2**17) == "linear-conflict"
    assert sliding_kernel.default_heuristic(Sliding(3, 3), 2**22 - 1) == "linear-conflict"
    assert sliding_kernel.default_heuristic(Sliding(3, 3), 2**22) == "walking-distance"
    assert solve(game, game.deal(7), limits=little).heuristic == "pdb-555"
    assert solve(game, game.deal(7), limits=middling).heuristic == "pdb-555"
    assert solve(game, game.deal(7), limits=enough).heuristic == "pdb-663"
    # Tables that are there need no memory for building, but they count themselves.
    assert solve(game, game.deal(7), limits=middling).heuristic == "pdb-663"
    assert solve(game, game.deal(7), limits=little).heuristic == "pdb-555"


def test_a_build_that_the_time_limit_may_be_too_short_for_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    for opened in ("_views", "_opened"):
        monkeypatch.setattr(pattern_tables, opened, {})
    game = Sliding(5, 5)
    needed = pattern_tables.build_seconds(game, "pdb-6666")
    assert 30 < needed < 60  # Twice what it takes on a quiet machine.
    assert sliding_kernel.default_heuristic(game, seconds=needed) == "pdb-6666"
    assert sliding_kernel.default_heuristic(game, seconds=needed - 1) == "linear-conflict"
    near = game.goal
    for move in (24, 23, 18, 19):
        near = game.play(near, move)
    solved = solve(game, near, limits=Limits(seconds=5))
    assert (solved.outcome, solved.length) == (Outcome.SOLVED, 4)
    assert (solved.heuristic, solved.unbuilt) == ("linear-conflict", "pdb-6666")
    assert list(tmp_path.glob("*.table")) == []
    small = Sliding(4, 4)
    assert sliding_kernel.default_heuristic(small, seconds=1) == "pdb-555"
    first = solve(small, small.deal(7), limits=Limits(seconds=1))
    assert (first.heuristic, first.unbuilt) == ("pdb-555", "pdb-663")
    pattern_tables.views(small, "pdb-663")
    second = solve(small, small.deal(7), limits=Limits(seconds=1))
    assert (second.heuristic, second.unbuilt) == ("pdb-663", None)


def test_a_search_waits_for_the_tables_of_another_process_within_its_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    for opened in ("_views", "_opened"):
        monkeypatch.setattr(pattern_tables, opened, {})
    game = Sliding(5, 4)
    notes: list[str | None] = []
    [first, *_] = tables_of(game, "pdb-6661")
    with system.alone(first.path.with_suffix(".lock"), lambda: None):
        cancel = Cancel()
        timer = threading.Timer(0.3, cancel.set)
        timer.start()
        result = solve(game, game.deal(1), cancel=cancel, progress=lambda glance: notes.append(glance.note))
        timer.join()
        assert result.outcome is Outcome.CANCELLED
        waited = solve(game, game.deal(1), heuristic="pdb-6661", limits=Limits(seconds=0.3))
        assert (waited.outcome, waited.unbuilt) == (Outcome.TIME_LIMIT, "pdb-6661")
    assert set(notes) == {"building the tables of pdb-6661: 0 %"}


def test_a_goal_with_the_blank_inside_is_solved_too() -> None:
    game = Sliding(3, 3, (1, 2, 3, 4, 0, 5, 6, 7, 8))
    truth = ways(game)
    for number in range(1, 30):
        position = game.deal(number)
        for heuristic in ("manhattan", "linear-conflict", "walking-distance"):
            assert solve(game, position, heuristic=heuristic).length == truth[position][0]


@pytest.mark.parametrize("size", [(2, 5), (3, 4), (4, 3), (5, 2), (3, 5)])
def test_boards_of_other_sizes_are_solved_by_all_heuristics_alike(size: tuple[int, int]) -> None:
    game = Sliding(*size)
    position = game.goal
    for step in range(40):
        position = game.play(position, game.moves(position)[step * step % 3 % len(game.moves(position))])
    names = sliding_kernel.kernel_heuristics(game)
    assert len({solve(game, position, heuristic=name).length for name in names}) == 1


@pytest.mark.parametrize("goal", ["blank-last", "blank-first", "8 3 11 0 / 14 9 5 1 / 2 15 7 10 / 13 6 12 4"])
def test_gap_sets_of_the_4x4_board_save_positions_and_keep_lengths_and_counts(goal: str) -> None:
    game = Sliding(4, 4, goal)
    bound = GapTables(game, 0)
    generated: Counter[str] = Counter()
    stream = random.Random(4)
    for length in range(20, 60, 4):
        position = game.goal
        for step in range(length):
            assert bound(position) <= step
            position = game.play(position, stream.choice(game.moves(position)))
        answers = set()
        for name in ("manhattan", "manhattan+gap0", "pdb-555", "pdb-555+gap0"):
            for algorithm in ("ida-star", "ida-star-pruned"):
                result = solve(game, position, algorithm=algorithm, heuristic=name, count_shortest=True)
                answers.add((result.length, result.shortest_count))
                generated[name] += result.generated
        assert len(answers) == 1
        assert bound(position) <= answers.pop()[0] <= length
    assert generated["manhattan+gap0"] < generated["manhattan"]
    assert generated["pdb-555+gap0"] <= generated["pdb-555"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "most"), [("manhattan+gaps", 1.05e7), ("linear-conflict+gaps", 6.5e6), ("pdb-663+gaps", 3.0e5)]
)
def test_gap_sets_keep_the_lengths_of_korfs_instances(name: str, most: float) -> None:
    game = Sliding(4, 4, "blank-first")
    results = [solve(game, each.tiles, algorithm="ida-star", heuristic=name) for each in INSTANCES]
    assert [result.length for result in results] == [each.length for each in INSTANCES]
    assert sum(result.generated for result in results) / 100 < most


@pytest.mark.slow
def test_more_cells_save_a_little_more_and_keep_the_lengths() -> None:
    game = Sliding(4, 4, "blank-first")
    chosen = [each for each in INSTANCES if each.length < 50]
    means = []
    for name in ("manhattan+gap0", "manhattan+gap0-10", "manhattan+gap0-12", "manhattan+gap0-16"):
        results = [solve(game, each.tiles, algorithm="ida-star", heuristic=name) for each in chosen]
        assert [result.length for result in results] == [each.length for each in chosen]
        means.append(sum(result.generated for result in results))
    assert means == sorted(means, reverse=True)
    assert 0.9 * means[0] < means[-1] < means[0]


def test_only_searches_that_can_count_or_resume_are_asked_to(tmp_path: Path) -> None:
    game = Sliding(3, 3)
    with pytest.raises(InputError, match="cannot count shortest solutions"):
        solve(game, game.deal(1), algorithm="a-star", count_shortest=True)
    with pytest.raises(InputError, match="cannot resume"):
        solve(game, game.deal(1), engine="python", resume=tmp_path / "x")


# -- the farthest positions ------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("text", FARTHEST)
def test_the_farthest_positions_need_eighty_moves_and_those_on_their_solutions_as_many_as_are_left(
    text: str,
) -> None:
    game = Sliding(4, 4, "blank-first")
    position = tuple(map(int, text.split()))
    result = solve(game, position, heuristic="pdb-78")
    assert result.moves is not None
    assert result.length == 80
    assert result.generated <= MOST_NODES
    for left, move in zip(range(79, 73, -1), result.moves, strict=False):
        position = game.play(position, move)
        result = solve(game, position, heuristic="pdb-78")
        assert result.length == left
        assert result.generated <= MOST_NODES


def test_the_farthest_positions_are_closed_under_reflection() -> None:
    game = Sliding(4, 4, "blank-first")
    positions = {tuple(map(int, text.split())) for text in FARTHEST}
    [reflect] = alike(game)
    assert len(positions) == 17
    assert {reflect(position) for position in positions} == positions
