"""``yomikiri tables``, and what the command line says of searches with tables."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner

from yomikiri import Sliding
from yomikiri.games.sliding.resume import FORMAT
from yomikiri.games.sliding.shortest import kernel_heuristics


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("YOMIKIRI_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_tables_are_listed_built_and_removed(run: Runner, cache: Path) -> None:
    listed = run("tables", "list")
    assert listed.status == 0
    assert str(cache) in listed.out
    assert "not built" in listed.out
    built = run("tables", "build", "pdb-65")
    assert (built.status, built.err) == (0, "")
    assert built.out.count("built") == 2
    assert run("tables", "build", "pdb-65").out.count("was there") == 2
    rows = json.loads(run("tables", "list", "--json").out)["tables"]
    present = {row["name"]: row["bytes"] for row in rows if row["state"] == "built"}
    assert len(present) == 2
    assert all((cache / f"{name}.table").stat().st_size == size for name, size in present.items())
    first, second = present
    assert run("tables", "remove", first).out == f"{first}: removed\n"
    assert run("tables", "remove", first).out == f"{first}: was not there\n"
    assert run("tables", "remove", "--all").out == f"{second}: removed\n"
    assert list(cache.glob("*.table")) == []


def test_a_damaged_table_is_shown_and_built_again(run: Runner, cache: Path) -> None:
    run("tables", "build", "pdb-65")
    [first, *_] = sorted(cache.glob("*.table"))
    first.write_bytes(first.read_bytes()[:-1])
    assert any("damaged" in line for line in run("tables", "list").out.splitlines() if first.stem in line)
    assert f"{first.stem}: built again, it was damaged, " in run("tables", "build", first.stem).out


def test_a_wrong_entry_is_not_seen_by_the_list_but_by_whoever_reads_it(run: Runner, cache: Path) -> None:
    run("tables", "build", "pdb-65")
    [first, *_] = sorted(cache.glob("*.table"))
    sound = first.read_bytes()
    first.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    [line] = [line for line in run("tables", "list").out.splitlines() if first.stem in line]
    assert line.split()[1] == "built"
    built = run("tables", "build", "pdb-65").out
    assert f"{first.stem}: built again, it was damaged, " in built
    assert built.count("was there") == 1
    assert first.read_bytes() == sound


def test_one_tile_is_not_called_tiles(run: Runner, cache: Path) -> None:
    listed = run("tables", "list").out
    assert "pattern of 1 tile, for 4x5 pdb-6661\n" in listed
    assert "pattern of 6 tiles, for 5x5 pdb-6666, 5x5 pdb-6666x2\n" in listed
    assert "1 tiles" not in listed


def test_gap_sets_are_tables_like_any_other(run: Runner, cache: Path) -> None:
    listed = run("tables", "list").out
    assert "gap0-8-4x4-bitmap" in listed
    assert "gap2-8-4x4-bitmap" in listed
    name = "gap2-5-3x3-zdd"
    assert run("tables", "build", name).out.startswith(f"{name}: built, ")
    path = cache / f"{name}.table"
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    [line] = [line for line in run("tables", "list").out.splitlines() if name in line]
    assert "damaged" in line
    assert "positions of 3x3 of gap <= 2" in line
    assert run("tables", "build", name).out.startswith(f"{name}: built again, it was damaged, ")
    assert path.read_bytes() == whole
    path.write_bytes(b"yomikiri table 1\n" + whole)
    [line] = [line for line in run("tables", "list").out.splitlines() if name in line]
    assert "outdated" in line
    assert run("tables", "build", name).out.startswith(f"{name}: built, ")
    assert run("tables", "remove", name).out == f"{name}: removed\n"


def test_a_heuristic_on_top_of_gap_sets_stands_for_all_its_tables(run: Runner, cache: Path) -> None:
    removed = run("tables", "remove", "pdb-555+gaps").out.splitlines()
    names = [line.partition(":")[0] for line in removed]
    assert names[-2:] == ["gap0-8-4x4-bitmap", "gap2-8-4x4-bitmap"]
    assert len(names) == 4
    assert run("tables", "remove", "manhattan+gap0").out == "gap0-8-4x4-bitmap: was not there\n"
    # Sets on more cells are asked behind those on 8.
    assert run("tables", "remove", "manhattan+gaps-10", "manhattan+gap0-12").out.splitlines() == [
        "gap0-8-4x4-bitmap: was not there",
        "gap0-10-4x4-hash: was not there",
        "gap2-8-4x4-bitmap: was not there",
        "gap2-10-4x4-hash: was not there",
        "gap0-12-4x4-hash: was not there",
    ]


def test_what_can_not_be_removed_is_named(run: Runner, cache: Path) -> None:
    (cache / "odd.table").mkdir(parents=True)
    answer = run("tables", "remove", "odd")
    assert (answer.status, answer.out) == (2, "")
    assert "odd.table' cannot be removed: " in answer.err


def test_a_table_of_another_kind_is_shown_and_can_be_removed(run: Runner, cache: Path) -> None:
    cache.mkdir()
    (cache / "odd.table").write_bytes(b"no table at all")
    assert "odd" in run("tables", "list").out
    assert run("tables", "remove", "odd").out == "odd: removed\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("build", "pdb-99"), "unknown table 'pdb-99': expected one of pdb-555"),
        (("build", "pdb-65+gaps"), "unknown table 'pdb-65+gaps': expected one of pdb-555"),
        (("build", "gap3-8-4x4-bitmap"), "unknown table 'gap3-8-4x4-bitmap': expected one of pdb-555"),
        (("remove",), "expected names of tables, or --all"),
        (("remove", "--all", "pdb-65"), "expected names of tables, or --all"),
        ((), "missing command: expected one of list, build, remove"),
    ],
)
def test_what_is_not_a_table_is_refused(
    run: Runner, cache: Path, words: tuple[str, ...], message: str
) -> None:
    answer = run("tables", *words)
    assert answer.status == 2
    assert message in answer.err


def test_the_message_of_an_unknown_table_names_only_what_is_accepted_and_all_of_it(
    run: Runner, cache: Path
) -> None:
    message = run("tables", "build", "nonsense").err
    assert message.count("\n") == 1
    singles, pairs, larger, sets, _ = message.partition("expected one of ")[2].split("; ")
    bases, _, ends = pairs.removeprefix("one of ").partition(" with ")
    named = [
        *singles.split(", "),
        *(base + end for base in bases.split(", ") for end in ends.split(" or ")),
        *larger.split(", "),
        sets.split()[5],
    ]
    assert run("tables", "remove", *named).status == 0  # All of them are known; none is there.
    every = {
        name
        for size in ((4, 4), (3, 4), (3, 5), (4, 5), (5, 5))
        for name in kernel_heuristics(Sliding(*size))
    }
    assert every - {"walking-distance", "linear-conflict", "manhattan"} <= set(named)


def test_a_place_that_can_not_be_written_is_an_error(run: Runner, cache: Path) -> None:
    cache.write_text("a file")
    answer = run("tables", "build", "pdb-65")
    assert answer.status == 2
    assert "cannot be written" in answer.err


def test_a_table_that_memory_has_no_room_for_is_an_outcome(run: Runner, cache: Path) -> None:
    answer = run("solve", "sliding", "2", "--heuristic", "pdb-78", "--memory", "1M")
    assert (answer.status, answer.err) == (20, "")
    text = " ".join(answer.out.split())
    assert "Undecided: the memory limit is reached" in text
    assert "try a larger --memory than 1 MiB, or another --heuristic" in text


def test_time_that_went_into_tables_is_told_with_the_command_that_builds_them(
    spawn: Runner, cache: Path, tmp_path: Path
) -> None:
    words = ("solve", "sliding", "3", "--size", "5x5", "--seconds", "0.5")
    for asked in (("--heuristic", "pdb-6666"), ("--resume", str(tmp_path / "three"))):
        answer = spawn(*words, *asked)
        assert (answer.status, answer.err) == (20, "")
        text = " ".join(answer.out.split())
        assert "Undecided: the limit of 500 ms went into building the tables of pdb-6666" in text
        assert "try 'yomikiri tables build pdb-6666' first, once; or a larger --seconds" in text
    # Unless they are asked for, time that may be too short is not spent on them.
    passed = " ".join(spawn(*words).out.split())
    assert "Undecided: the limit of 500 ms is over" in passed
    assert "ida-star-pruned, linear-conflict" in passed
    assert "try 'yomikiri tables build pdb-6666' first, once, which is better than linear-conflict;" in passed
    record = json.loads(spawn(*words, "--json").out)
    assert (record["heuristic"], record["unbuilt"]) == ("linear-conflict", "pdb-6666")


def test_shortest_solutions_are_counted_on_request(run: Runner) -> None:
    answer = run("solve", "sliding", "3", "--size", "3x3", "--count-shortest")
    assert answer.status == 0
    assert "shortest solution" in answer.out
    record = json.loads(run("solve", "sliding", "3", "--size", "3x3", "--count-shortest", "--json").out)
    assert record["shortest_count"] >= 1
    assert record["heuristic"] == "walking-distance"
    assert "shortest_count" not in json.loads(run("solve", "sliding", "3", "--size", "3x3", "--json").out)


def test_quiet_counts_of_shortest_solutions_are_a_line_of_their_own(run: Runner) -> None:
    words = ("solve", "sliding", "3", "--size", "3x3", "--count-shortest")
    record = json.loads(run(*words, "--json").out)
    quiet = run(*words, "--quiet")
    assert (quiet.status, quiet.err) == (0, "")
    assert quiet.out == f"{' '.join(record['moves'])}\n{record['shortest_count']}\n"
    # Without the count, as always.
    assert run(*words[:-1], "--quiet").out == f"{' '.join(record['moves'])}\n"
    stopped = run(*words, "--quiet", "--nodes", str(record["expanded"] - 1))
    assert (stopped.status, stopped.out) == (20, f"{' '.join(record['moves'])}\n")


def test_a_search_is_saved_and_resumed(run: Runner, tmp_path: Path) -> None:
    words = ("solve", "sliding", "3", "--heuristic", "walking-distance", "--resume", str(tmp_path / "three"))
    before = 0
    for _ in range(2):
        stopped = run(*words, "--nodes", "10000", "--json")
        assert stopped.status == 20
        assert json.loads(stopped.out)["expanded"] >= before + 10_000
        before = json.loads(stopped.out)["expanded"]
    assert (
        "Undecided: the limit of 10,000 positions for one run is reached" in run(*words, "--nodes", "1e4").out
    )
    assert FORMAT.read_json(tmp_path / "three")["bound"] > 0
    assert run(*words).status == 0


def test_counting_that_meets_a_limit_leaves_the_solution(run: Runner) -> None:
    words = ("solve", "sliding", "3", "--size", "3x3")
    found = json.loads(run(*words, "--json").out)
    limit = ("--count-shortest", "--nodes", str(found["expanded"] + 1))
    stopped = run(*words, *limit)
    assert stopped.status == 20
    text = " ".join(stopped.out.split())
    assert "Solved in 21 moves, and none is shorter; the limit is reached before all were counted" in text
    record = json.loads(run(*words, *limit, "--json").out)
    assert (record["moves"], record["proved_shortest"]) == (found["moves"], True)
    assert "shortest_count" not in record


def test_the_fifteen_puzzle_is_solved_on_a_fresh_machine(spawn: Runner, cache: Path) -> None:
    answer = spawn("solve", "sliding", "42", "--json")
    record = json.loads(answer.out)
    assert (answer.status, record["proved_shortest"], record["heuristic"]) == (0, True, "pdb-663")
    assert len(list(cache.glob("*.table"))) == 3
