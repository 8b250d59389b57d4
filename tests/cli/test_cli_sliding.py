"""Sliding puzzles on the command line."""

import json

import pytest
from cli_tools import Runner
from test_cli_json import KEYS

from yomikiri import Sliding
from yomikiri.games.sliding.korf import INSTANCES

EIGHT = ("sliding", "3", "--size", "3x3")
LOST = b"2 1 3 4 5 6 7 8 0"


def test_a_deal_is_solved_in_tiles_or_directions(run: Runner) -> None:
    tiles = run("solve", *EIGHT, "--quiet", "--shortest")
    ways = run("solve", *EIGHT, "--quiet", "--shortest", "--notation", "directions")
    assert tiles.status == ways.status == 0
    assert set(ways.out.split()) <= set("UDLR")
    assert len(tiles.out.split()) == len(ways.out.split()) == 21
    assert run("solve", *EIGHT, "--quiet", "--shortest", "--notation", "tiles").out == tiles.out
    for moves in (tiles.out, ways.out, ways.out.lower(), ways.out.replace(" ", "")):
        won = run("verify", *EIGHT, moves)
        assert (won.status, won.out) == (0, "legal and won: 21 moves\n")


def test_the_board_keeps_its_columns(run: Runner) -> None:
    answer = run("solve", "sliding", "1", "--size", "2x5", "--steps", "--algorithm", "a-star")
    assert answer.status == 0
    rows = Sliding(2, 5).format_position(Sliding(2, 5).deal(1)).splitlines()
    assert all(f"│ {row} " in answer.out for row in rows)
    assert "\n1. " in answer.out
    assert answer.out.count("1 2 3 4 5\n6 7 8 9 0\n") == 1


def test_an_unsolvable_position_is_explained(run: Runner) -> None:
    answer = run("solve", "sliding", "-", stdin=LOST)
    assert (answer.status, answer.err) == (10, "")
    words = " ".join(answer.out.split())
    assert "Unsolvable: no sequence of moves wins" in words
    assert "reason parity: the position is an odd permutation of the goal, but the blank is an even" in words
    assert "0 expanded, 0 generated, 0 stored" in words
    assert "exact, by the reason above: no search was needed" in words
    assert "expanded a second" not in words
    found = json.loads(run("solve", "sliding", "-", "--json", stdin=LOST).out)
    assert list(found) == [*KEYS, "reason"]
    assert found["reason"].startswith("parity: ")
    assert run("solve", "sliding", "-", "--quiet", stdin=LOST).out == "unsolvable\n"


def test_a_position_for_the_other_usual_goal_is_told_so(run: Runner) -> None:
    pasted = " ".join(map(str, INSTANCES[0].tiles)).encode()
    shown = run("solve", "sliding", "-", stdin=pasted)
    assert (shown.status, shown.err) == (10, "")
    words = " ".join(shown.out.split())
    assert "in the goal both are even; the goal blank-first can be reached" in words
    assert "try --goal blank-first, with which it can be solved" in words
    quiet = run("solve", "sliding", "-", "--quiet", stdin=pasted)
    assert (quiet.status, quiet.out) == (10, "unsolvable\n")
    assert quiet.err == "yomikiri: note: with --goal blank-first it can be solved\n"
    found = run("solve", "sliding", "-", "--json", stdin=pasted)
    assert json.loads(found.out)["reason"].endswith("; the goal blank-first can be reached")
    assert found.err == ""
    # What the note says is true, and a board for neither goal gets none.
    solved = run("solve", "sliding", "-", "--quiet", "--goal", "blank-first", "--nodes", "0", stdin=pasted)
    assert (solved.status, solved.err) == (20, "")
    assert run("solve", "sliding", "-", "--quiet", stdin=LOST).err == ""


def test_what_parity_has_settled_is_not_called_open(run: Runner) -> None:
    answer = run("solve", "sliding", "1", "--nodes", "0", "--heuristic", "manhattan")
    assert answer.status == 20
    words = " ".join(answer.out.split())
    assert "shortest every solution has at least " in words
    assert "if there is one" not in words
    assert "a solution, if there is one, has" in run("solve", "superpuzz", "1", "--nodes", "0").out


def test_korfs_instances_have_their_own_goal_unless_another_is_given(run: Runner) -> None:
    found = json.loads(run("deal", "sliding", "korf:12", "--json").out)
    assert found["options"] == {"goal": "blank-first"}
    assert found["position"][0] == " ".join(map(str, INSTANCES[11].tiles[:4]))
    assert "options" not in json.loads(
        run("deal", "sliding", "korf:12", "--goal", "blank-last", "--json").out
    )
    assert run("solve", "sliding", "korf:12", "--goal", "blank-last", "--quiet").out == "unsolvable\n"


def test_help_tells_of_named_deals_and_of_sizes_in_rows_and_columns(run: Runner) -> None:
    words = run("solve", "--help").out.replace("│", " ").split()
    for told in ("korf:1", "4x4", "8x4"):
        assert any(told in word for word in words)


def test_a_goal_may_be_a_position_and_travels_in_json(run: Runner) -> None:
    goal = "1 2 3 8 0 4 7 6 5"
    text = run("deal", "sliding", "5", "--goal", goal, "--json").out
    found = json.loads(text)
    assert (found["size"], found["options"]) == ("3x3", {"goal": "1 2 3 / 8 0 4 / 7 6 5"})
    answer = json.loads(run("solve", "sliding", "-", "--shortest", "--json", stdin=text.encode()).out)
    assert list(answer) == [*KEYS, "options", "heuristic"]
    assert (answer["outcome"], answer["options"]) == ("solved", found["options"])
    again = run("verify", "sliding", "5", "--goal", goal, *answer["moves"])
    assert again.out == f"legal and won: {answer['length']} moves\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--notation", "swaps"),
            "unknown notation 'swaps' of sliding 3x3: expected one of tiles, directions",
        ),
        (("--goal", "last"), "unknown goal 'last': expected blank-last, blank-first or a position"),
        (("--goal", "1 2 3 0"), "goal: 4 is missing"),
        (("--size", "4"), "size '4' is not a size of sliding: expected rows x columns from 2x2 to 5x5"),
        (("--variant", "x"), "unknown variant 'x' of sliding: it has no variants"),
        (("--metric", "single"), "unknown option 'metric' of sliding: expected one of goal"),
        (("--symmetry", "rows"), "unknown symmetry 'rows': expected one of none"),
    ],
)
def test_a_bad_word_is_refused_in_one_line(run: Runner, arguments: tuple[str, str], message: str) -> None:
    given = ("sliding", "1") if "--size" in arguments else ("sliding", "1", "--size", "3x3")
    answer = run("solve", *given, *arguments)
    assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")


def test_an_illegal_move_is_named(run: Runner) -> None:
    answer = run("verify", "sliding", "-", "L", stdin=b"1 2 / 3 0")
    assert answer.status == 10
    assert answer.out == "illegal: move 1: 'L' slides the tile right of the blank, where there is none\n"
    answer = run("verify", "sliding", "-", "5", stdin=b"1 2 / 3 0")
    assert answer.status == 2
    assert "move 1: '5' is not a move" in answer.err
