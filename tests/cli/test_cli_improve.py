"""``yomikiri improve``: a solution read from the command line or a file, made shorter."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner

BOARD = """Foundations: H-2 C-2 D-0 S-0
Freecells: - -
: AD AS
: 2S 2D
:
"""
RULES = ("--size", "3x2x2")


@pytest.fixture
def board(tmp_path: Path) -> str:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    return str(file)


def test_a_solution_of_freecell_is_repaired(run: Runner, board: str) -> None:
    answer = run("improve", "freecell", board, *RULES, "1a 2b ah 1h bh 2h")
    assert (answer.status, answer.out) == (0, "4 moves instead of 6\n1h 1h 2h 2h\n")
    again = run("improve", "freecell", board, *RULES, "-", stdin=b"1h 1h\n2h 2h\n")
    assert (again.status, again.out) == (0, "4 moves: nothing was found to leave out\n1h 1h 2h 2h\n")
    quiet = run("improve", "freecell", board, *RULES, "1a 2b ah 1h bh 2h", "--quiet")
    assert quiet.out == "1h 1h 2h 2h\n"


def test_a_solution_is_read_from_a_file(run: Runner, board: str, tmp_path: Path) -> None:
    file = tmp_path / "solution.txt"
    file.write_text("1a 2b\nah 1h bh 2h\n")
    answer = run("improve", "freecell", board, *RULES, str(file), "--quiet")
    assert (answer.status, answer.out) == (0, "1h 1h 2h 2h\n")
    assert run("verify", "freecell", board, *RULES, str(file)).out == "legal and won: 6 moves\n"
    missing = run("improve", "freecell", board, *RULES, str(tmp_path / "nothing.txt"))
    assert missing.status == 2
    assert missing.err.endswith("is neither moves nor a readable file: No such file or directory\n")


def test_numbered_moves_with_the_names_of_cards_are_read(run: Runner, board: str) -> None:
    named = run("solve", "freecell", board, *RULES, "--shortest", "--notation", "names", "--quiet")
    assert named.out.startswith("1. 1h  AS home\n2. ")
    for command in ("verify", "improve"):
        answer = run(command, "freecell", board, *RULES, "-", stdin=named.out.encode())
        assert answer.status == 0
    broken = named.out.replace("2. ", "2 ", 1)
    answer = run("verify", "freecell", board, *RULES, "-", stdin=broken.encode())
    assert (answer.status, answer.err.split(":")[1]) == (2, " move 1")


def test_an_improve_record(run: Runner, board: str) -> None:
    answer = run("improve", "freecell", board, *RULES, "1a ah 1h 2h 2h", "--json")
    found = json.loads(answer.out)
    assert answer.status == 0
    assert list(found)[:8] == [
        "game", "size", "deal", "moves", "length", "length_before", "certified", "message"
    ]  # fmt: skip
    assert found["moves"] == ["1h", "1h", "2h", "2h"]
    assert (found["length"], found["length_before"], found["certified"]) == (4, 5, True)
    assert found["position"] == run("deal", "freecell", board, *RULES).out.splitlines()


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("1h", "not won: legal, but the game is not won after 1 move"),
        ("1h 1h 1h", "illegal: move 3: a card cannot go from column 1 home: column 1 is empty"),
    ],
)
def test_moves_that_are_no_solution_are_answered_with_the_reason(
    run: Runner, board: str, moves: str, message: str
) -> None:
    answer = run("improve", "freecell", board, *RULES, moves)
    assert (answer.status, answer.out) == (10, message + "\n")
    found = json.loads(run("improve", "freecell", board, *RULES, moves, "--json").out)
    assert (found["moves"], found["length"], found["certified"]) == (None, None, False)
    assert found["message"] == message


def test_superpuzz_is_shortened_by_search(run: Runner) -> None:
    deal = ("superpuzz", "3", "--size", "4")
    solved = run("solve", *deal, "--algorithm", "depth-first-aces-last", "--quiet")
    shortest = run("solve", *deal, "--shortest", "--quiet")
    assert len(shortest.out.split()) < len(solved.out.split())
    improved = run("improve", *deal, "--quiet", "-", stdin=solved.out.encode())
    assert len(improved.out.split()) < len(solved.out.split())
    assert run("verify", *deal, improved.out).status == 0
