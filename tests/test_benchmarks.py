"""The benchmark programs take their arguments as people write them, and refuse others in a line."""

import runpy
import sys
from pathlib import Path

import pytest

from yomikiri import Gaps, Limits, Outcome, Superpuzz, solve
from yomikiri.games.gaps.rules import ARRANGEMENTS

BENCHMARKS = Path(__file__).resolve().parent.parent / "benchmarks"


def start(monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> int:
    """Runs a program in this process: its status."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    monkeypatch.setattr(sys, "argv", [str(BENCHMARKS / name), *words.split()])
    try:
        runpy.run_path(str(BENCHMARKS / name), run_name="__main__")
    except SystemExit as leaving:
        return int(leaving.code or 0)
    return 0


def test_the_full_game_takes_deals_separated_by_commas(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(monkeypatch, "full_game.py", "superpuzz --columns 4 --deals 25,29-30") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines[:3]] == ["25", "29", "30"]
    assert lines[3].startswith("3 deals: ")


def test_environments_have_a_line_for_every_game_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(monkeypatch, "environments.py", "--games 8 --seconds 0.01 --only sliding,peg") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["sliding:", "peg:"]
    assert all("steps a second in the kernel" in line for line in lines)


def test_orders_of_decide_are_compared_with_the_search_of_the_kernel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import decide_orders

    search = decide_orders.Search(tmp_path, 6)
    siblings = search.siblings(range(1, 11), 10_000)
    assert {each.outcome for each in siblings} == {"won", "lost"}
    scores = list(decide_orders.scores(siblings, siblings))
    game, limits = Superpuzz(6), Limits(nodes=10_000)
    results = [solve(game, game.deal(number), states="fingerprint", limits=limits) for number in range(1, 31)]
    expected = [result.expanded if result.outcome is Outcome.SOLVED else None for result in results]
    assert search.measured(range(1, 31), 10_000, scores[0].weights) == expected
    others = [search.measured(range(1, 31), 10_000, score.weights) for score in scores[1:]]
    for other in others:
        assert [count is None for count in other] == [count is None for count in expected]
    assert expected not in others


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("full_game.py", "superpuzz --deals 25;29", "deals '25;29' are not a range"),
        ("full_game.py", "superpuzz --deals korf:1", "'korf:1' has a name: expected numbers"),
        ("full_game.py", "superpuzz --deals 1-99999999", "'1-99999999' are more than 10,000,000 deals"),
        ("full_game.py", "gaps --columns 99", "gaps has 3 to 14 columns, not 99"),
        ("full_game.py", "gaps --seconds soon", "'soon' is not an amount"),
        ("decide_rate.py", "--deals 5-3", "are out of range"),
        ("decide_rate.py", "--columns 99", "superpuzz has 2 to 13 columns, not 99"),
        ("decide_rate.py", "--rounds 0", "'0' is not a count"),
        ("decide_orders.py", "--columns 99", "superpuzz has 2 to 13 columns, not 99"),
        ("decide_orders.py", "--deals 899-901", "deal 899 is both to learn from and to decide"),
        ("environments.py", "--games 0", "'0' is not a count"),
        ("environments.py", "--only nonsense", "unknown game 'nonsense'"),
        ("freecell.py", "--deals x", "deals 'x' are not a range"),
        ("freecell.py", "--random 99999", "expected 1 to 32000"),
        ("freecell.py", "--deals 8589934592", "expected 1 to 8589934591"),
        ("freecell.py", "--algorithm magic --deals 1", "unknown algorithm 'magic'"),
        ("freecell_quick.py", "--deals 1-", "deals '1-' are not a range"),
        ("freecell_heuristics.py", "nonsense", "invalid choice: 'nonsense'"),
        ("gap_layers.py", "4 --size 4", "'4' is not of the form 4x4"),
        ("gap_layers.py", "4 --size 5x5", "--size 5x5 is not a board"),
        ("gap_layers.py", "3", "expected an even number"),
        ("gap_sets.py", "nodes 2", "'2' is not of the form GAP-CELLS"),
        ("gap_sets.py", "search 101", "expected 1 to 100"),
        ("partitioned.py", "--parts 1,,2", "'' is not a count"),
        ("partitioned.py", "--size 99", "superpuzz has 2 to 13 columns, not 99"),
        ("shortest.py", "gaps nonsense", "unknown part 'nonsense'"),
        ("sliding.py", "korf nonsense", "unknown part 'nonsense'"),
        ("sliding24.py", "results --deals 1..10", "deals '1..10' are not a range"),
        ("superpuzz_survey.py", "--sizes 13", "invalid choice: 13"),
        ("within.py", "freecell --within 5%% --deals 2", "within '5%%': expected a percentage"),
        ("within.py", "freecell --nodes 0", "'0' is not a count"),
    ],
)
def test_a_benchmark_refuses_bad_words_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    words: str,
    message: str,
) -> None:
    assert start(monkeypatch, name, words) == 2
    captured = capsys.readouterr()
    assert message in captured.err.splitlines()[-1]


@pytest.fixture
def unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spares the tests the reference, which is of no interest to them."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import measured

    monkeypatch.setattr(measured, "reference", lambda: 0.1)


RECORDED = [
    "decide_rate.py --deals 25 --columns 6 --nodes 300 --rounds 1",
    "full_game.py superpuzz --columns 4 --deals 1-3",
    "freecell_quick.py --deals 1-3 --presets",
    "many.py --deals 1-3 --rounds 1",
    "own_heuristic.py --deals 2 --batches 256 --nodes 500",
    "partitioned.py --size 4 --parts 1,2 --cluster local",
    "sliding.py korf --first 2 --names pdb-555",
    "within.py sliding --deals 1-2",
]


@pytest.mark.parametrize("call", RECORDED)
def test_a_run_that_is_stored_is_compared_with_the_next(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], unit: None, tmp_path: Path, call: str
) -> None:
    name, _, words = call.partition(" ")
    stored = tmp_path / "stored.json"
    assert start(monkeypatch, name, f"{words} --json {stored}") == 0
    capsys.readouterr()
    assert start(monkeypatch, name, f"{words} --against {stored}") == 0
    assert capsys.readouterr().out.splitlines()[-1] == "counts are those of the stored run"


def test_the_stored_run_has_the_counts_that_are_pinned(unit: None) -> None:
    import measured
    import run

    pinned = {
        f"{case.name}, {store}": (case.outcome, case.expanded)
        for case in run.load_cases()
        for store in case.stores
        if case.quick
    }
    stored = measured.load(BENCHMARKS / "stored" / "quick.json")
    assert {one.name: (one.counts["outcome"], one.counts["expanded"]) for one in stored} == pinned


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", "counts are those of the stored run"),
        ("solved", "unsolvable", "is damaged: its checksum is another"),
        ('"version": 1', '"version": 2', "is not a stored run of version 1"),
        ("{", "", "is not a stored run"),
    ],
)
def test_a_stored_run_is_read_as_it_was_written(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    unit: None,
    tmp_path: Path,
    old: str,
    new: str,
    said: str,
) -> None:
    words, stored = "superpuzz --columns 4 --deals 3", tmp_path / "stored.json"
    assert start(monkeypatch, "full_game.py", f"{words} --json {stored}") == 0
    capsys.readouterr()
    stored.write_text(stored.read_text().replace(old, new, 1))
    status = start(monkeypatch, "full_game.py", f"{words} --against {stored}")
    told = capsys.readouterr()
    assert status == (0 if old == new else 2)
    assert said in (told.out if old == new else told.err).splitlines()[-1]


def test_a_count_that_has_changed_fails_and_a_cost_does_not(unit: None) -> None:
    import measured

    before = [measured.Entry("a", {"expanded": 7}, 2.0), measured.Entry("b", {"expanded": 1})]
    slower = [measured.Entry("a", {"expanded": 7}, 6.0), measured.Entry("c", {})]
    lines, changed = measured.compare(before, slower)
    assert not changed
    assert lines[:3] == [
        "a: cost 2.000, now 6.000: 3.00 times",
        "c: not in the stored run",
        "b: only in the stored run",
    ]
    lines, changed = measured.compare(before, [measured.Entry("a", {"expanded": 8}, 2.0)])
    assert changed
    assert lines[0] == "a: expanded was 7, is 8"


def test_readings_of_the_papers_are_tried_side_by_side(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(monkeypatch, "paper_readings.py", "gaps --columns 4 --deals 40") == 0
    heading, _, rules, *others = capsys.readouterr().out.splitlines()
    assert heading == "| reading | 4 columns: any | one |"
    assert rules == "| as the rules say | 1.000 | 0.577 |"
    assert len(others) == 7
    assert len({tuple(line.split("|")[2:]) for line in others}) > 3


def test_the_plain_reading_of_gaps_is_our_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    readings = runpy.run_path(str(BENCHMARKS / "paper_readings.py"))
    game, plain = Gaps(5), readings["READINGS"][0]
    verdicts = set()
    for number in range(1, 11):
        words = str(game.layout(number)).split()
        board = tuple(0 if word == ".." else "HDSC".index(word[0]) * 16 + int(word[1]) for word in words)
        for name in ARRANGEMENTS[::5]:
            aces = tuple("HDSC".index(suit) for suit in name)
            won = readings["can_be_won"](board, aces, 4, plain, set())
            assert won is (solve(game, game.deal(number, name)).outcome is Outcome.SOLVED)
            verdicts.add(won)
    assert verdicts == {False, True}
