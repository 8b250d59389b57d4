"""``solve --parts`` on the command line."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner
from test_cli_json import KEYS

LOST = ("solve", "superpuzz", "26", "--size", "5")


def test_a_search_in_parts_says_what_one_in_one_piece_says(run: Runner) -> None:
    answer = run(*LOST, "--parts", "3", "--json")
    whole = run(*LOST, "--algorithm", "breadth-first", "--json")
    assert answer.status == whole.status == 10
    found, expected = json.loads(answer.out), json.loads(whole.out)
    assert list(found) == KEYS
    for key in ("algorithm", "outcome", "expanded", "generated", "stored", "proof", "position"):
        assert found[key] == expected[key]


def test_a_solution_found_in_parts_wins(run: Runner) -> None:
    deal = ("superpuzz", "13", "--size", "5")
    moves = run("solve", *deal, "--parts", "2", "--cluster", "local", "--symmetry", "rows", "--quiet").out
    assert run("verify", *deal, moves).out == "legal and won: 21 moves\n"
    short = json.loads(run("solve", *deal, "--parts", "2", "--skip-lost", "--json").out)
    assert (short["length"], short["proved_shortest"]) == (21, True)


def test_a_search_in_parts_goes_on_from_its_folder(run: Runner, tmp_path: Path) -> None:
    folder = str(tmp_path / "levels")
    assert run(*LOST, "--parts", "2", "--resume", folder, "--nodes", "3000").status == 20
    again = run(*LOST, "--parts", "3", "--resume", folder, "--json")
    whole = run(*LOST, "--parts", "1", "--json")
    assert json.loads(again.out)["expanded"] == json.loads(whole.out)["expanded"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--cluster", "ray"), "--cluster is for a search in parts: expected --parts with it"),
        (("--skip-lost",), "--skip-lost is for a search in parts"),
        (("--parts", "0"), "parts 0 is not a number of parts"),
        (("--parts", "none"), "--parts 'none' is not a number of parts"),
        (("--parts", "two"), "--parts 'two' is not a count"),
        (("--parts", "2", "--cluster", "here"), "'here' is not a cluster"),
        (("--parts", "2", "--algorithm", "decide"), "algorithm 'decide' cannot be divided"),
        (("--parts", "2", "--threads", "2"), "--threads cannot go with --parts"),
        (("--parts", "2", "--count-shortest"), "--count-shortest cannot go with --parts"),
    ],
)
def test_what_can_not_go_with_parts_is_refused(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run(*LOST, *words)
    assert (answer.status, answer.out) == (2, "")
    assert message in answer.err


def test_a_layout_needs_an_arrangement(run: Runner) -> None:
    assert "expected --arrangement" in run("solve", "gaps", "1", "--size", "5", "--parts", "2").err
