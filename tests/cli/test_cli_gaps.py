"""Gaps and Montana on the command line."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cli_tools import SIX, SIX_SWAPS, Runner
from test_cli_json import KEYS

from yomikiri import Gaps, Superpuzz, __version__, solve_arrangements
from yomikiri.games.gaps.rules import ARRANGEMENTS

DEAL_KEYS = [
    "game",
    "size",
    "deal",
    "algorithm",
    "outcome",
    "winnable",
    "expanded",
    "generated",
    "stored",
    "peak_bytes",
    "seconds",
    "arrangements",
    "version",
    "position",
]
ANSWER_KEYS = KEYS[KEYS.index("outcome") : KEYS.index("version")]
LOST = ("gaps", "1", "--size", "6")
WON = ("gaps", "3", "--size", "6")


def record(out: str) -> dict[str, Any]:
    assert out.count("\n") == 1
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


def test_a_deal_has_a_result_for_each_arrangement(run: Runner) -> None:
    answer = run("solve", *WON, "--json")
    assert (answer.status, answer.err) == (0, "")
    found = record(answer.out)
    expected = solve_arrangements(Gaps(6), Gaps(6).layout(3))
    assert list(found) == DEAL_KEYS
    assert (found["game"], found["size"], found["deal"]) == ("gaps", 6, 3)
    assert (found["outcome"], found["algorithm"]) == ("solved", "decide")
    assert found["version"] == __version__
    assert found["position"] == str(Gaps(6).layout(3)).splitlines()
    for key in ("winnable", "expanded", "generated", "stored", "peak_bytes"):
        assert found[key] == getattr(expected, key), key
    assert [each["arrangement"] for each in found["arrangements"]] == list(ARRANGEMENTS)
    for each in found["arrangements"]:
        assert list(each) == ["arrangement", *ANSWER_KEYS]
        result = expected.results[each["arrangement"]]
        assert each["outcome"] == result.outcome.value
        assert each["length"] == result.length
        assert each["certified"] == (each["moves"] is not None)
        if each["moves"] is not None:
            won = run("verify", *WON, "--arrangement", each["arrangement"], *each["moves"])
            assert (won.status, won.out) == (0, f"legal and won: {each['length']} moves\n")


def test_an_arrangement_has_a_plain_result(run: Runner) -> None:
    answer = run("solve", *WON, "--arrangement", "cdsh", "--json")
    found = record(answer.out)
    assert answer.status == 0
    assert list(found) == KEYS
    assert found["deal"] == 3
    assert found["position"] == str(Gaps(6).deal(3, "CDSH")).splitlines()
    assert run("solve", *WON, "--arrangement", "HDSC").status == 10
    steps = run("solve", *WON, "--arrangement", "CDSH", "--steps")
    assert steps.status == 0
    assert f"{found['length']}. " in steps.out


def test_the_summary_has_a_cell_for_each_arrangement_and_the_totals(run: Runner) -> None:
    answer = run("solve", *WON)
    assert (answer.status, answer.err) == (0, "")
    assert "gaps 6, deal 3" in answer.out
    for row in str(Gaps(6).layout(3)).splitlines():
        assert row in answer.out
    for arrangement in ARRANGEMENTS:
        said = "won in 22" if arrangement == "CDSH" else "lost"
        assert f"{arrangement} {said}" in answer.out
    assert "CDSH in 22 moves\n 1 D3   2 D4" in answer.out
    assert "\nSolved: 1 of 24 arrangements won\nalgorithm  decide\n" in answer.out
    assert "\npositions  58 expanded, 35 generated, 59 stored\n" in answer.out
    lost = run("solve", *LOST)
    assert lost.status == 10
    assert lost.out.count(" lost") == 24
    assert "Unsolvable: none of 24 arrangements can be won" in lost.out


def test_the_summary_says_what_the_verdicts_rest_on(run: Runner) -> None:
    bound = solve_arrangements(Gaps(6), Gaps(6).layout(3)).error_bound
    assert 0 < bound < 1e-9
    won = run("solve", *WON).out
    assert f"proof      fingerprints, wrong with probability {bound:.1e} at most\n" in won
    assert "certified  the moves of every arrangement won were replayed by the rules\n" in won
    assert "shortest" not in won
    lost = run("solve", *LOST, "--states", "exact").out
    assert "proof      exact, whole positions were compared\n" in lost
    assert "certified" not in lost


def test_the_summary_says_that_lengths_are_proved_shortest(run: Runner) -> None:
    answer = run("solve", *WON, "--shortest").out
    assert "CDSH won in 22" in answer
    assert "\nshortest   proved: no solution of an arrangement won can be shorter\n" in answer
    assert "shortest" not in run("solve", *LOST, "--shortest").out


def test_arrangements_that_a_limit_left_open_are_counted_and_have_their_bounds(run: Runner) -> None:
    answer = run("solve", "gaps", "20", "--shortest", "--nodes", "100000")
    assert answer.status == 20
    assert max(map(len, answer.out.splitlines())) <= 80
    first, second = re.search(r"HDCS won in (\d+) to (\d+) ", answer.out).groups()
    assert int(first) < int(second)
    assert f"\nHDCS in {second} moves\n" in answer.out
    assert re.search(r"CSDH node limit, >=\d\d\n", answer.out)
    assert "\nSolved: 1 of 24 arrangements won, 21 undecided (node limit)\n" in answer.out
    assert "\nshortest   proved for 0 of 1 won; for the others the bounds are given above\n" in answer.out


def test_first_stops_at_the_first_win(run: Runner) -> None:
    full = record(run("solve", "gaps", "7", "--size", "6", "--json").out)
    won = [each["arrangement"] for each in full["arrangements"] if each["outcome"] == "solved"]
    assert len(won) > 1
    found = record(run("solve", "gaps", "7", "--size", "6", "--first", "--json").out)
    assert found["winnable"] == 1
    assert found["arrangements"][-1]["arrangement"] == won[0]
    assert len(found["arrangements"]) == ARRANGEMENTS.index(won[0]) + 1


def test_quiet_prints_a_line_for_each_win_or_the_outcome(run: Runner) -> None:
    answer = run("solve", *WON, "--quiet")
    arrangement, *moves = answer.out.split()
    assert (answer.status, arrangement, len(moves)) == (0, "CDSH", 22)
    assert run("verify", *WON, *moves, "--arrangement", arrangement).status == 0
    assert run("solve", *LOST, "--quiet").out == "unsolvable\n"


def test_limits_hold_for_the_deal_and_are_named(run: Runner) -> None:
    answer = run("solve", "gaps", "1", "--nodes", "1000", "--json")
    found = record(answer.out)
    assert (answer.status, found["outcome"], found["expanded"]) == (20, "node_limit", 1000)
    assert len(found["arrangements"]) == 24
    text = run("solve", "gaps", "1", "--nodes", "1000")
    assert text.status == 20
    assert "Undecided: 0 of 24 arrangements lost, none won so far (node limit)" in text.out
    timed = run("solve", "gaps", "1", "--seconds", "0", "-q")
    assert (timed.status, timed.out) == (20, "time_limit\n")


def test_deal_prints_the_layout_or_an_arrangement_of_it(run: Runner) -> None:
    assert run("deal", *WON).out == f"{Gaps(6).layout(3)}\n"
    position = Gaps(6).deal(3, "DHSC")
    assert run("deal", *WON, "--arrangement", "DHSC").out == f"{position}\n"
    assert record(run("deal", *WON, "--json").out)["position"] == str(Gaps(6).layout(3)).splitlines()


@pytest.mark.parametrize("as_json", [False, True])
def test_a_layout_or_a_position_reads_back_from_a_file(run: Runner, tmp_path: Path, as_json: bool) -> None:
    words = ["--json"] if as_json else []
    file = tmp_path / "deal"
    file.write_text(run("deal", *WON, *words).out)
    assert run("deal", "gaps", str(file), *words).out == file.read_text()
    found = record(run("solve", "gaps", str(file), "--json").out)
    assert (found["deal"], found["size"], found["winnable"]) == ("position", 6, 1)
    file.write_text(run("deal", *WON, "--arrangement", "CDSH", *words).out)
    found = record(run("solve", "gaps", str(file), "--json").out)
    assert (list(found), found["outcome"], found["deal"]) == (KEYS, "solved", "position")


def test_the_worked_deal_verifies_and_is_solved(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deal.txt"
    file.write_text(SIX)
    answer = run("verify", "gaps", str(file), SIX_SWAPS)
    assert (answer.status, answer.out) == (0, "legal and won: 18 moves\n")
    answer = run("solve", "gaps", str(file), "--shortest", "--quiet", "--notation", "swaps")
    assert (answer.status, len(answer.out.split())) == (0, 18)
    assert run("verify", "gaps", str(file), answer.out).status == 0
    layout = "\n".join(line[3:] for line in SIX.splitlines())
    for rank in ("H6", "D6", "S6", "C6"):
        layout = layout.replace(rank, "..")
    swaps = ("verify", "gaps", "-", "--arrangement", "DHSC", SIX_SWAPS.replace("(H6,D3)", "D3", 1))
    # Without their names the holes are called H6, D6, S6, C6 in reading order, as they happen to be here.
    assert run(*swaps, stdin=layout.encode()).status == 0


MESSAGES = [
    (("verify", "gaps", "1", "H2"), "a gaps deal has 24 arrangements: expected --arrangement, such as HDSC"),
    (("analyse", "gaps", "1"), "a gaps deal has 24 arrangements: expected --arrangement, such as HDSC"),
    (
        ("solve", "gaps", "1", "--arrangement", "HDSX"),
        "'HDSX' is not an arrangement: expected the letters H, D, S, C in some order",
    ),
    (
        ("solve", "superpuzz", "1", "--arrangement", "HDSC"),
        "superpuzz has no arrangements: --arrangement is for gaps",
    ),
    (
        ("solve", "superpuzz", "1", "--first"),
        "--first is for all arrangements of a gaps deal: one position has one answer",
    ),
    (
        ("solve", "gaps", "1", "--first", "--arrangement", "HDSC"),
        "--first is for all arrangements of a gaps deal: one position has one answer",
    ),
    (("solve", "gaps", "1", "--steps"), "--steps shows one solution: expected --arrangement with it"),
    (
        ("solve", "gaps", "1", "--notation", "swaps"),
        "unknown notation 'swaps' of gaps 14: expected one of cards",
    ),
    (("deal", "gaps", "1", "--size", "2"), "size '2' is not a size of gaps: expected 3 to 14"),
    (("deal", "gaps", "1", "--variant", "montana"), "unknown variant 'montana' of gaps: it has no variants"),
    (
        ("solve", "superpuzz", "1", "--variant", "utah"),
        "unknown variant 'utah' of superpuzz: expected one of superpuzz, montana",
    ),
    (
        ("solve", "gaps", "1", "--algorithm", "priority-1"),
        "unknown algorithm 'priority-1' for gaps: expected one of "
        "decide, depth-first, a-star, breadth-first, priority-first, ida-star, "
        "bounded, weighted-a-star, greedy; did you mean priority-first?",
    ),
]


@pytest.mark.parametrize(("arguments", "message"), MESSAGES, ids=lambda value: str(value)[:60])
def test_a_bad_word_is_refused_in_one_line(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    answer = run(*arguments)
    assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")


def test_bad_positions_are_refused_in_one_line(run: Runner) -> None:
    for text, message in [
        (SIX.replace("H5", "H4", 1), "row 3, column 2: H4 occurs twice"),
        ("HA .. / DA .. / SA .. / CA ..", "row 1 has 2 cells, expected 3 to 14"),
        ('{"game": "superpuzz", "size": 6}', "\"game\" is 'superpuzz', expected 'gaps'"),
    ]:
        answer = run("solve", "gaps", "-", stdin=text.encode())
        assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")
    answer = run("solve", "gaps", "-", "--arrangement", "HDSC", stdin=SIX.encode())
    assert answer.err == "yomikiri: the position has its aces in place: --arrangement cannot go with it\n"


def test_montana_speaks_its_own_notation(run: Runner, tmp_path: Path) -> None:
    deal = ("superpuzz", "3", "--size", "5", "--variant", "montana")
    dealt = run("deal", *deal)
    montana = Superpuzz(5, "montana")
    assert dealt.out == montana.format_position(montana.deal(3)) + "\n"
    shown = run("solve", *deal)
    assert shown.status == 0
    assert "montana 5, deal 3" in shown.out
    found = record(run("solve", *deal, "--json").out)
    assert list(found) == [*KEYS, "variant"]
    assert (found["game"], found["variant"], found["position"]) == (
        "superpuzz",
        "montana",
        dealt.out.splitlines(),
    )
    assert "S2@4" in found["moves"]
    answer = run("verify", *deal, *found["moves"], "--json")
    assert answer.status == 0
    assert record(answer.out)["variant"] == "montana"
    swaps = run("solve", *deal, "-q", "--notation", "swaps").out
    assert swaps.count("A,") == len(found["moves"])
    assert run("verify", *deal, swaps).status == 0
    file = tmp_path / "deal.json"
    file.write_text(run("deal", *deal, "--json").out)
    assert record(run("solve", "superpuzz", str(file), "--json").out)["moves"] == found["moves"]
    file.write_text(dealt.out)
    assert run("verify", "superpuzz", str(file), "--variant", "montana", *found["moves"]).status == 0
    wrong = run("verify", "superpuzz", str(file), *found["moves"])
    assert (wrong.status, wrong.err) == (2, "yomikiri: HA is missing\n")


def test_the_usual_variant_may_be_named_and_is_not_mentioned(run: Runner) -> None:
    answer = run("solve", "superpuzz", "3", "--size", "5", "--variant", "superpuzz", "--json")
    assert list(record(answer.out)) == KEYS
