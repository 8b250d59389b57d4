"""``analyse``: what can be said of a position without searching."""

import json
from typing import Any

import pytest
from cli_tools import GAMES, SIX, Runner

from yomikiri import __version__

FIRST = """\
HA D2 H3 .. S5 S2 D9 DJ C9 C3 D3 S8 H0
.. H2 .. D4 DQ CJ CQ H9 H4 H8 S9 S4 H7
DA .. HJ H6 D7 S3 SJ S7 SA C5 H5 D8 S0
C7 C2 D6 C6 D5 S6 SQ HQ C4 D0 CA C8 C0
"""
SECOND = """\
HA H2 H3 H4 S9 HQ S0 H6 D5 HJ D0 C2 S5
DA D2 D3 D4 C9 D8 S7 CJ C0 C7 CA DJ H9
.. .. .. .. S8 C8 H0 H5 SQ D7 C4 S6 H8
SA S2 S3 S4 SJ CQ C6 D9 C3 C5 H7 DQ D6
"""


def record(out: str) -> dict[str, Any]:
    assert out.count("\n") == 1
    value = json.loads(out)
    assert isinstance(value, dict)
    return value


def test_the_worked_examples_in_json(run: Runner) -> None:
    answer = run("analyse", "superpuzz", "-", "--json", stdin=FIRST.encode())
    assert (answer.status, answer.err) == (0, "")
    assert record(answer.out) == {
        "game": "superpuzz",
        "size": 13,
        "deal": "position",
        "class": [2, 1],
        "reversible": ["HA", "DA", "H2", "D2", "H3"],
        "reversible_holes": [[2, 1], [3, 2], [2, 3]],
        "component_size": 72,
        "exits": 204,
        "moves": ["H4", "HA@2", "DA@2", "SA@2", "CA@2", "H3", "D2"],
        "version": __version__,
        "position": FIRST.splitlines(),
    }
    found = record(run("analyse", "superpuzz", "-", "--json", stdin=SECOND.encode()).out)
    assert found["class"] == [3, 1]
    assert (found["component_size"], found["exits"]) == (331_776, 331_776)
    assert len(found["reversible"]) == 12
    assert found["reversible_holes"] == [[3, 1], [3, 2], [3, 3], [3, 4]]


def test_the_worked_example_for_people(run: Runner) -> None:
    answer = run("analyse", "superpuzz", "-", stdin=FIRST.encode())
    assert (answer.status, answer.err) == (0, "")
    assert "superpuzz 13, position" in answer.out
    figures = [" ".join(line.split()) for line in answer.out.splitlines()[6:]]
    assert figures == [
        "class (2, 1): 2 aces and 1 hole in column 1",
        "reversible HA DA H2 D2 H3, and 3 holes",
        "component 72 positions",
        "exits 204 moves out of the component",
        "moves within HA@2 DA@2 H3 D2",
        "moves out H4 SA@2 CA@2",
    ]


def test_reversible_cards_stand_out_on_a_terminal(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("analyse", "superpuzz", "-", stdin=FIRST.encode()).out
    # Seven means reverse video: five cards and three holes.
    assert sum(";7" in part.split("m")[0] for part in out.split("\x1b[")[1:]) == 8


def test_gaps_and_montana_are_analysed_too(run: Runner) -> None:
    answer = run("analyse", "gaps", "-", stdin=SIX.encode())
    assert answer.status == 0
    assert "class       (4, 0): 4 aces and 0 holes in column 1" in answer.out
    assert "nothing: no move can be undone" in answer.out
    found = record(run("analyse", "gaps", "3", "--arrangement", "CDSH", "--json").out)
    assert (found["game"], found["class"], found["component_size"]) == ("gaps", [4, 0], 1)
    assert found["exits"] == len(found["moves"])
    montana = record(
        run(
            "analyse", "superpuzz", "-", "--variant", "montana", "--json", stdin=b"H2 ../.. D2/S2 ../C2 .."
        ).out
    )
    assert montana["variant"] == "montana"
    assert montana["reversible"] == ["H2", "S2", "C2"]
    assert (montana["component_size"], montana["exits"]) == (24, 24)
    text = run("analyse", "superpuzz", "3", "--size", "5", "--variant", "montana").out
    assert "(1, 0): 1 two and 0 holes in column 1" in text


def test_an_end_is_called_by_its_name(run: Runner) -> None:
    won = run("analyse", "superpuzz", "-", stdin=b"HA ../DA ../SA ../CA ..")
    assert "none: the game is won" in won.out
    lost = run("analyse", "superpuzz", "-", stdin=b"HA H2 .. / DA D2 .. / S2 .. .. / SA C2 CA")
    assert (lost.status, "none: the game is lost" in lost.out) == (0, True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("analyse", "chess", "1"),
            f"unknown game 'chess': expected one of {GAMES}",
        ),
        (("analyse",), "missing argument GAME"),
        (
            ("analyse", "superpuzz", "x"),
            "deal 'x' is neither a number nor a readable file: No such file or directory",
        ),
    ],
)
def test_bad_input_is_refused_in_one_line(run: Runner, arguments: tuple[str, ...], message: str) -> None:
    answer = run(*arguments)
    assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")
