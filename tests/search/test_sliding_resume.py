"""Searches of sliding puzzles in several runs: what is saved, refused, added up and answered again."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from damage import assert_all_damage_is_refused
from sliding_graphs import ways
from yomikiri import InputError, Limits, Outcome, Progress, Sliding, solve
from yomikiri.core.errors import DamagedFile
from yomikiri.games.sliding import pattern_tables
from yomikiri.games.sliding import shortest as sliding_kernel
from yomikiri.games.sliding.resume import FORMAT, SavedSearch


def changed(file: Path, **values: object) -> dict[str, Any]:
    """Seal other values into a file; what was in it."""
    saved: dict[str, Any] = FORMAT.read_json(file)
    FORMAT.write_json(file, saved | values)
    return saved


def test_a_search_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    game = Sliding(4, 4)
    position = game.deal(7)
    whole = solve(game, position, heuristic="walking-distance")
    file = tmp_path / "search.json"
    bounds, results = [], []
    for _ in range(1000):
        results.append(
            solve(
                game,
                position,
                heuristic="walking-distance",
                resume=file,
                limits=Limits(nodes=whole.expanded // 5),
            )
        )
        saved = FORMAT.read_json(file)
        bounds.append((saved["bound"], saved["branch"]))
        if results[-1].outcome is Outcome.SOLVED:
            break
        assert results[-1].outcome is Outcome.NODE_LIMIT
    assert len(results) > 2
    assert bounds == sorted(bounds)
    assert results[-1].moves == whole.moves
    assert results[-1].expanded < 2 * whole.expanded


@pytest.mark.parametrize("count", [False, True])
@pytest.mark.parametrize("size", [(2, 3), (3, 3)])
def test_a_search_that_is_done_gives_the_same_answer_again(
    tmp_path: Path, size: tuple[int, int], count: bool
) -> None:
    game = Sliding(*size)
    truth = ways(game)
    for number in range(1, 20):
        position, file, answers = game.deal(number), tmp_path / str(number), set()
        for _ in range(3):
            result = solve(game, position, count_shortest=count, resume=file)
            distance, solutions = truth[position]
            assert (result.length, result.shortest_count) == (distance, solutions if count else None)
            answers.add(result)
        assert len(answers) == 1  # Counts, memory and seconds are as they were, too.


def test_counting_that_was_stopped_goes_on_from_before_the_solutions(tmp_path: Path) -> None:
    game = Sliding(4, 4)
    for number in (7, 8, 12):
        position, file = game.deal(number), tmp_path / str(number)
        alone = solve(game, position, heuristic="pdb-663")
        whole = solve(game, position, heuristic="pdb-663", count_shortest=True)
        stopped = solve(
            game,
            position,
            heuristic="pdb-663",
            count_shortest=True,
            resume=file,
            limits=Limits(nodes=(alone.expanded + whole.expanded) // 2),
        )
        # The solution that was found is told, and that there is none shorter; only their number is open.
        assert stopped.outcome is Outcome.NODE_LIMIT
        assert (stopped.moves, stopped.proved_shortest) == (whole.moves, True)
        assert stopped.shortest_count is None
        # Without counting that is the whole answer; with it the search goes on.
        enough = solve(game, position, heuristic="pdb-663", resume=file)
        assert (enough.outcome, enough.moves) == (Outcome.SOLVED, whole.moves)
        assert (enough.expanded, enough.shortest_count) == (stopped.expanded, None)
        # A run that does not come as far again still knows it.
        short = solve(game, position, count_shortest=True, resume=file, limits=Limits(nodes=1))
        assert (short.outcome, short.moves) == (Outcome.NODE_LIMIT, whole.moves)
        assert (short.proved_shortest, short.shortest_count) == (True, None)
        again = solve(game, position, heuristic="pdb-663", count_shortest=True, resume=file)
        assert (again.moves, again.shortest_count) == (whole.moves, whole.shortest_count)
        assert again.expanded > stopped.expanded


def test_the_file_of_another_search_is_refused(tmp_path: Path) -> None:
    game = Sliding(3, 3)
    file = tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    with pytest.raises(InputError, match="another search: its position is"):
        solve(game, game.deal(2), resume=file)
    with pytest.raises(InputError, match="its heuristic is"):
        solve(game, game.deal(1), heuristic="manhattan", resume=file)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"position": 1}', "nonsense", "yomikiri sealed 1; a; b\n"])
def test_a_file_that_is_no_search_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "search.json"
    file.write_text(text)
    game = Sliding(3, 3)
    with pytest.raises(
        DamagedFile, match=r"search.json' (has no seal: expected an interrupted|is damaged: )"
    ):
        solve(game, game.deal(1), resume=file)
    assert file.read_text() == text


def test_the_file_of_an_earlier_version_is_refused_with_what_to_do(tmp_path: Path) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    file.write_text(json.dumps(FORMAT.read_json(file)) + "\n")
    with pytest.raises(DamagedFile, match="of an earlier version, delete it to search from the start"):
        solve(game, game.deal(1), resume=file)


@pytest.mark.parametrize("value", [[], None, {}, {"position": "1"}])
def test_a_sealed_file_without_a_search_is_refused(tmp_path: Path, value: object) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    FORMAT.write_json(file, value)
    with pytest.raises(DamagedFile, match="it does not have position, goal"):
        solve(game, game.deal(1), resume=file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("position", 5),
        ("heuristic", None),
        ("branch", 1.5),
        ("branch", True),
        ("branch", 10**12),
        ("bound", -1),
        ("expanded", "1"),
        ("seconds", None),
        ("seconds", float("nan")),
        ("peak_bytes", -1),
        ("moves", 5),
        ("moves", [1, 2, "3"]),
        ("moves", [1, 2, 3]),
        ("solutions", 1.5),
        ("solutions", 0),
    ],
)
def test_a_file_with_a_number_that_is_none_is_refused(tmp_path: Path, name: str, value: object) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    changed(file, **{name: value})
    with pytest.raises(
        DamagedFile, match=r"search.json' is damaged: it(s .* no| has 3 moves at| has counted)"
    ):
        solve(game, game.deal(1), resume=file)


def test_a_file_that_contradicts_the_position_is_refused(tmp_path: Path) -> None:
    game, file = Sliding(4, 4), tmp_path / "search.json"
    ask = {"heuristic": "walking-distance", "resume": file}
    solve(game, game.deal(7), limits=Limits(nodes=20_000), **ask)
    saved = FORMAT.read_json(file)
    assert saved["moves"] is None
    for values, reason in (
        ({"bound": saved["bound"] + 1}, "but the Manhattan distance is"),
        ({"bound": 2 + saved["bound"] % 2}, "but the Manhattan distance is"),
        ({"bound": 0, "branch": 3}, "but the Manhattan distance is"),
        ({"branch": 3, "expanded": 0}, "done 3 branches without expanding a position"),
        ({"solutions": 4}, "it has counted 4 solutions"),
        ({"branches": 512}, "its branches is '512', expected '1024'"),
    ):
        FORMAT.write_json(file, saved | values)
        with pytest.raises(InputError, match=reason):
            solve(game, game.deal(7), **ask)


def test_a_bound_below_that_of_the_heuristic_is_refused(tmp_path: Path) -> None:
    game, file = Sliding(4, 4), tmp_path / "search.json"
    ask = {"heuristic": "walking-distance", "resume": file}
    position = next(
        deal
        for deal in map(game.deal, range(1, 100))
        if (found := sliding_kernel.plain_bounds(game, deal))["walking-distance"] > found["manhattan"]
    )
    bounds = sliding_kernel.plain_bounds(game, position)
    solve(game, position, limits=Limits(nodes=1000), **ask)
    changed(file, bound=bounds["manhattan"], branch=0)
    message = (
        f"its bound is {bounds['manhattan']}, but walking-distance alone has {bounds['walking-distance']}"
    )
    with pytest.raises(DamagedFile, match=message):
        solve(game, position, **ask)


@pytest.mark.parametrize("nodes", [None, 0])
def test_every_flipped_bit_and_every_cut_of_a_file_is_refused(tmp_path: Path, nodes: int | None) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    first = solve(game, game.deal(1), resume=file, limits=Limits(nodes=nodes))
    assert (first.outcome is Outcome.SOLVED) == (nodes is None)
    same = {name: FORMAT.read_json(file)[name] for name in SavedSearch.SAME}
    assert_all_damage_is_refused(file, lambda: SavedSearch(**same).load(file, (), 11))


@pytest.mark.parametrize("step", [97, pytest.param(1, marks=pytest.mark.slow)])
def test_a_search_never_goes_on_from_a_damaged_file(tmp_path: Path, step: int) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    assert_all_damage_is_refused(file, lambda: solve(game, game.deal(1), resume=file), step)


def test_a_file_that_can_not_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    game = Sliding(5, 5)  # It would take days.
    with pytest.raises(InputError, match="cannot be written: No such file or directory"):
        solve(game, game.deal(1), heuristic="manhattan", resume=tmp_path / "nowhere" / "search.json")


def test_without_a_wish_a_search_keeps_the_heuristic_of_its_file(tmp_path: Path) -> None:
    game, file = Sliding(4, 4), tmp_path / "search.json"
    solve(game, game.deal(7), heuristic="walking-distance", resume=file, limits=Limits(nodes=1000))
    # What is best on this board is another one, and may be yet another tomorrow.
    assert sliding_kernel.default_heuristic(game) != "walking-distance"
    assert solve(game, game.deal(7), resume=file).heuristic == "walking-distance"


def test_a_file_with_a_heuristic_that_is_none_is_refused(tmp_path: Path) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    changed(file, heuristic="pdb-78")
    with pytest.raises(InputError, match="its heuristic is 'pdb-78', expected one of walking-distance, "):
        solve(game, game.deal(1), resume=file)


def test_counts_and_seconds_are_those_of_all_runs_and_a_glance_has_the_rate_of_its_own(
    tmp_path: Path,
) -> None:
    game, file = Sliding(5, 5), tmp_path / "search.json"
    seen: list[Progress] = []
    limits = Limits(seconds=0.4)
    first, second = (
        solve(game, game.deal(1), heuristic="manhattan", resume=file, limits=limits, progress=report)
        for report in (None, seen.append)
    )
    saved = FORMAT.read_json(file)
    assert first.seconds >= 0.4
    assert second.seconds >= first.seconds + 0.4
    assert second.seconds == pytest.approx(saved["seconds"], abs=0.2)
    assert (second.expanded, second.generated) == (saved["expanded"], saved["generated"])
    for glance in seen:
        assert glance.expanded >= glance.earlier == first.expanded
        assert glance.rate * glance.seconds == pytest.approx(glance.expanded - first.expanded)
    assert seen[-1].seconds < second.seconds - 0.3


def test_a_run_that_is_stopped_while_tables_are_built_keeps_the_totals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = Sliding(5, 5), tmp_path / "search.json"
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path))
    for opened in ("_views", "_opened"):
        monkeypatch.setattr(pattern_tables, opened, {})
    stop = {"heuristic": "pdb-6666", "resume": file, "limits": Limits(seconds=0.2)}
    solve(game, game.deal(1), **stop)
    done = {"bound": 95, "branch": 7, "expanded": 1000, "generated": 2000, "seconds": 50.0}
    changed(file, **done)
    result = solve(game, game.deal(1), **stop)
    assert (result.outcome, result.lower_bound) == (Outcome.TIME_LIMIT, 95)
    assert (result.expanded, result.generated) == (1000, 2000)
    assert result.seconds >= 50.2
    saved = FORMAT.read_json(file)
    assert saved["seconds"] >= 50.2
    assert [saved[name] for name in ("bound", "branch", "expanded", "generated")] == [95, 7, 1000, 2000]


def test_limits_are_for_each_run_anew(tmp_path: Path) -> None:
    game, file = Sliding(5, 5), tmp_path / "search.json"
    for limits, outcome in ((Limits(nodes=5000), "node_limit"), (Limits(seconds=0.1), "time_limit")):
        before = 0
        for _ in range(3):
            result = solve(game, game.deal(1), heuristic="manhattan", resume=file, limits=limits)
            assert result.outcome.value == outcome
            assert result.expanded > before
            if limits.nodes is not None:
                assert result.expanded == before + 5000
            before = result.expanded


def test_a_finished_search_is_answered_from_its_file_without_its_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = Sliding(4, 4), tmp_path / "search.json"
    first = solve(game, game.deal(7), heuristic="pdb-555", resume=file)
    monkeypatch.setattr(pattern_tables, "views", None)
    monkeypatch.setattr(sliding_kernel, "_kernel", None)
    written = file.read_bytes()
    assert solve(game, game.deal(7), resume=file, limits=Limits(nodes=0, seconds=0)) == first
    assert file.read_bytes() == written


def test_moves_of_a_file_that_do_not_win_are_refused(tmp_path: Path) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    saved = FORMAT.read_json(file)
    for moves, why in ((saved["moves"][::-1], "illegal"), (saved["moves"][:-2], "not a goal")):
        FORMAT.write_json(file, saved | {"moves": moves, "bound": len(moves)})
        with pytest.raises(DamagedFile, match=f"search.json' is damaged: .*{why}"):
            solve(game, game.deal(1), resume=file)


# -- files that cannot be written -----------------------------------------------------------------


def test_an_answer_that_can_not_be_saved_is_given_with_the_reason(tmp_path: Path) -> None:
    game, folder = Sliding(4, 4), tmp_path / "folder"
    folder.mkdir()
    file = folder / "search.json"

    def unmount(progress: Progress) -> None:
        shutil.rmtree(folder, ignore_errors=True)

    plain = solve(game, game.deal(7), heuristic="walking-distance")
    assert plain.unsaved is None
    result = solve(game, game.deal(7), heuristic="walking-distance", resume=file, progress=unmount)
    assert (result.outcome, result.moves, result.proved_shortest) == (Outcome.SOLVED, plain.moves, True)
    lost = "what was done since it was last saved is not kept"
    assert result.unsaved == f"'{file}' cannot be written: No such file or directory; {lost}"


def test_a_finished_search_is_answered_from_a_file_that_can_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    first = solve(game, game.deal(1), resume=file)

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    assert solve(game, game.deal(1), resume=file) == first
    with pytest.raises(InputError, match=r"search.json' cannot be written: No space left on device"):
        solve(game, game.deal(1), count_shortest=True, resume=file)
    assert [path.name for path in tmp_path.iterdir()] == ["search.json"]
