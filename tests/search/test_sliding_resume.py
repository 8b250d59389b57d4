"""Searches of sliding puzzles in several runs: what is saved, refused, added up and answered again."""

import json
from pathlib import Path

import pytest

from sliding_graphs import ways
from yomikiri import InputError, Limits, Outcome, Progress, Sliding, solve
from yomikiri.heuristics import pattern_tables
from yomikiri.search import sliding_kernel


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
        bounds.append((json.loads(file.read_text())["bound"], json.loads(file.read_text())["branch"]))
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


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"position": 1}', "nonsense"])
def test_a_file_that_is_no_search_is_refused(tmp_path: Path, text: str) -> None:
    file = tmp_path / "search.json"
    file.write_text(text)
    game = Sliding(3, 3)
    with pytest.raises(InputError, match="is not the file of an interrupted search"):
        solve(game, game.deal(1), resume=file)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("branch", 1.5),
        ("branch", True),
        ("branch", 10**12),
        ("bound", -1),
        ("expanded", "1"),
        ("seconds", None),
        ("peak_bytes", -1),
        ("moves", 5),
        ("moves", [1, 2, "3"]),
        ("moves", [1, 2, 3]),
        ("solutions", 1.5),
    ],
)
def test_a_file_with_a_number_that_is_none_is_refused(tmp_path: Path, name: str, value: object) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    solve(game, game.deal(1), resume=file)
    file.write_text(json.dumps(json.loads(file.read_text()) | {name: value}))
    with pytest.raises(InputError, match="is not the file of an interrupted search"):
        solve(game, game.deal(1), resume=file)


def test_a_file_that_can_not_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    game = Sliding(5, 5)  # It would take days.
    with pytest.raises(InputError, match="can not be written: No such file or directory"):
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
    file.write_text(json.dumps(json.loads(file.read_text()) | {"heuristic": "pdb-78"}))
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
    saved = json.loads(file.read_text())
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
    file.write_text(json.dumps(json.loads(file.read_text()) | done))
    result = solve(game, game.deal(1), **stop)
    assert (result.outcome, result.lower_bound) == (Outcome.TIME_LIMIT, 95)
    assert (result.expanded, result.generated) == (1000, 2000)
    assert result.seconds >= 50.2
    saved = json.loads(file.read_text())
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
    saved = json.loads(file.read_text())
    for moves, why in (
        (saved["moves"][::-1], "illegal"),
        (saved["moves"][:-1], "not a goal"),
    ):
        file.write_text(json.dumps(saved | {"moves": moves, "bound": len(moves)}))
        with pytest.raises(InputError, match=f"is not the file of a finished search: .*{why}"):
            solve(game, game.deal(1), resume=file)


def test_a_file_from_before_answers_were_kept_goes_on(tmp_path: Path) -> None:
    game, file = Sliding(3, 3), tmp_path / "search.json"
    first = solve(game, game.deal(1), resume=file)
    saved = json.loads(file.read_text())
    for name in ("moves", "solutions", "peak_bytes"):
        del saved[name]
    file.write_text(json.dumps(saved))
    assert solve(game, game.deal(1), resume=file).moves == first.moves
