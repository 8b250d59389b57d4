"""``yomikiri reproduce``: its words, its files, its statuses."""

from pathlib import Path

import pytest
from cli_tools import Runner

from yomikiri.papers.running import surveys_of
from yomikiri.store import Store
from yomikiri.surveys import InProcess
from yomikiri.surveys import run as run_survey


@pytest.fixture
def place(tmp_path: Path) -> str:
    return str(tmp_path / "results.db")


def test_reproductions_are_listed(run: Runner) -> None:
    done = run("reproduce", "list")
    assert done.status == 0
    assert done.out.splitlines()[0] == "superpuzz-priority   Priority-first search in Superpuzz"
    assert len(done.out.splitlines()) == 6


def test_a_reproduction_goes_on_reports_and_writes_its_files(run: Runner, place: str, tmp_path: Path) -> None:
    with Store(place) as store:
        for survey in surveys_of("superpuzz-priority", quick=True, deals=1)[:-1]:
            run_survey(survey, store, InProcess())
    out = tmp_path / "new" / "folder"
    words = ["reproduce", "superpuzz-priority", "--quick", "--deals", "1", "--workers", "1", "--store", place]
    done = run(*words, "--out", str(out))
    assert done.status == 0
    assert "Table 1: solvable deals" in done.out
    assert "not comparable: 1 deals" in done.out
    assert "16 of 16: superpuzz 7 deals 1, depth-first-aces-first" in done.err
    with Store(place) as store:
        assert len(list(store.attempts())) == 16
    names = ["superpuzz-priority-nodes.png", "superpuzz-priority-nodes.svg", "superpuzz-priority.md"]
    assert sorted(path.name for path in out.iterdir()) == names
    assert f"written to '{out}': {names[2]}, {names[1]}, {names[0]}\n" in done.err
    assert "![Positions to the first solution](superpuzz-priority-nodes.svg)" in (out / names[2]).read_text()

    before = {path.name: path.read_bytes() for path in out.iterdir()}
    again = run(*words, "--no-run", "--out", str(out))
    assert again.out == done.out
    assert "16 of 16" not in again.err
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["figures"], "unknown reproduction 'figures': expected one of superpuzz-priority, "),
        (["full-game", "--deals", "many"], "--deals 'many' is not a count"),
        (["full-game", "--deals", "0"], "--deals"),
        (["full-game", "--workers", "0"], "workers"),
        ([], "missing"),
    ],
)
def test_mistakes_are_one_line_and_status_2(run: Runner, place: str, words: list[str], message: str) -> None:
    done = run("reproduce", *words, "--store", place)
    assert done.status == 2
    assert message in done.err.lower() or message in done.err
    assert done.err.count("\n") == 1


def test_a_store_that_is_not_there_is_refused_when_nothing_is_to_be_run(run: Runner, place: str) -> None:
    done = run("reproduce", "full-game", "--no-run", "--store", place)
    assert done.status == 2
    assert "does not exist" in done.err
    assert not Path(place).exists()


def test_a_folder_that_can_not_be_made_is_found_out_before_anything_runs(
    run: Runner, place: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    done = run("reproduce", "full-game", "--quick", "--store", place, "--out", str(tmp_path / "file" / "x"))
    assert done.status == 1
    assert not Path(place).exists()
