"""``hint``, ``rate`` and ``deal --winnable``: answers, statuses and JSON."""

import json

import pytest
from cli_tools import Runner

from yomikiri import Outcome, game, open_deal, solve
from yomikiri.core.registry import entries
from yomikiri.search.difficulty import Level, rate_deal

FOUR = ("superpuzz", "3", "--size", "4")
SMALL = {
    "superpuzz": ("3", "4"),
    "gaps": ("3", "6"),
    "freecell": ("1", "3x1x3"),
    "sliding": ("1", "3x3"),
    "peg": ("1", "4x4"),
    "black-hole": ("1", "3"),
}


@pytest.mark.parametrize("name", entries())
def test_hints_lead_to_the_goal_in_every_game(run: Runner, name: str) -> None:
    deal, size = SMALL[name]
    words = ["hint", name, deal, "--size", size, *(["--arrangement", "CDSH"] if name == "gaps" else [])]
    played: list[str] = []
    left = None
    while True:
        answer = run(*words, "--after", " ".join(played), "--json")
        found = json.loads(answer.out)
        assert found["after"] == played
        if found["move"] is None:
            break
        assert answer.status == 0
        assert left is None or found["left"] <= left - 1
        left = found["left"]
        played.append(found["move"])
    if found["outcome"] == "solved":
        assert (answer.status, found["left"], found["message"]) == (0, 0, "the game is won")
    else:
        assert (answer.status, found["outcome"], played) == (10, "unsolvable", [])


def test_a_hint_is_that_of_a_shortest_solution_where_that_is_cheap(run: Runner) -> None:
    assert run("hint", *FOUR).out == "S3  (9 moves left, a shortest way)\n"
    assert run("hint", *FOUR, "--quiet").out == "S3\n"
    found = json.loads(run("hint", "superpuzz", "2", "--size", "6", "--shortest", "--json").out)
    deal = open_deal("superpuzz", "2", "6")
    assert found["proved_shortest"]
    assert found["left"] == solve(deal.game, deal.position, shortest=True).length


def test_statuses_of_a_hint_are_those_of_the_table(run: Runner) -> None:
    lost = run("hint", "superpuzz", "1", "--size", "5")
    assert (lost.status, lost.out) == (10, "the game cannot be won\n")
    assert run("hint", "superpuzz", "1", "--size", "5", "-q").out == "unsolvable\n"
    limited = run("hint", "superpuzz", "2", "--nodes", "3")
    assert (limited.status, limited.out) == (20, "no solution was found within the node limit\n")
    assert run("hint", "superpuzz", "2", "--nodes", "3", "--shortest").status == 20
    wrong = run("hint", *FOUR, "--after", "S3 S3")
    assert wrong.status == 2
    assert wrong.err.startswith("yomikiri: --after: move 2: ")
    assert run("hint", *FOUR, "--after", "XX").err.startswith("yomikiri: move 1: 'XX' is not a card")


def test_moves_played_can_come_from_a_file(run: Runner) -> None:
    assert run("hint", *FOUR, "--after", "-", stdin=b"S3 HA@1").out == "C2  (7 moves left, a shortest way)\n"


# -- rate -------------------------------------------------------------------------------------------


def test_a_rating_is_a_word_its_bits_and_why(run: Runner) -> None:
    answer = run("rate", "superpuzz", "7", "--size", "6")
    assert answer.status == 0
    assert answer.out.startswith("medium: 18.7 bits, luck 9.7 and effort 9.1\n")
    assert run("rate", "superpuzz", "7", "--size", "6", "--quiet").out == "medium\n"
    found = json.loads(run("rate", "superpuzz", "7", "--size", "6", "--json").out)
    assert (found["level"], found["deal"], found["length"]) == ("medium", 7, 40)
    assert found["bits"] == pytest.approx(found["luck"] + found["effort"], abs=1e-3)
    assert found["legal"] == found["winning"] + found["losing"] + found["undecided"]


def test_what_has_no_rating_says_why(run: Runner) -> None:
    lost = run("rate", "superpuzz", "1", "--size", "5")
    assert (lost.status, lost.out) == (10, "unsolvable\n")
    limited = run("rate", "superpuzz", "2", "--nodes", "3")
    assert (limited.status, limited.out) == (20, "node_limit\n")
    assert json.loads(run("rate", "superpuzz", "1", "--size", "5", "--json").out)["level"] is None


# -- deals that can be won ----------------------------------------------------------------------------


def test_a_seed_chooses_the_same_deal_each_time(run: Runner) -> None:
    words = ("deal", "superpuzz", "--size", "5", "--winnable", "--seed", "5")
    first = run(*words)
    assert first == run(*words)
    assert first.err.startswith("yomikiri: note: deal ")
    found = json.loads(run(*words, "--json").out)
    rules = game("superpuzz", 5)
    assert rules.format_position(rules.deal(found["deal"])) + "\n" == first.out
    assert solve(rules, rules.deal(found["deal"])).outcome is Outcome.SOLVED
    assert found["deal"] != json.loads(run(*words[:-1], "6", "--json").out)["deal"]


def test_a_range_is_looked_at_in_order(run: Runner) -> None:
    answer = run("deal", "superpuzz", "1-50", "--size", "6", "--difficulty", "hard", "--json")
    found = json.loads(answer.out)
    assert found["difficulty"] == "hard"
    for number in range(1, found["deal"]):
        assert rate_deal(open_deal("superpuzz", str(number), "6")).level is not Level.HARD
    back = run("deal", "superpuzz", "-", stdin=answer.out.encode())
    assert back.out == run("deal", "superpuzz", str(found["deal"]), "--size", "6").out


def test_a_range_without_such_a_deal_is_a_no_or_a_limit(run: Runner) -> None:
    none = run("deal", "peg", "1-5", "--size", "4x5", "--winnable")
    assert (none.status, none.out, none.err) == (10, "", "yomikiri: none of 5 deals can be won\n")
    unsure = run("deal", "superpuzz", "2-3", "--winnable", "--nodes", "3")
    assert unsure.status == 20
    assert unsure.err == "yomikiri: none of 2 deals, 2 of them undecided, can be won\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--seed", "3"), "--seed goes with --winnable or --difficulty"),
        (
            ("--difficulty", "heard"),
            "unknown difficulty 'heard': expected one of easy, medium, hard; did you mean",
        ),
        (("9-3", "--winnable"), "'9-3' is not a range of deals: expected a form like 1-100, or random"),
        (("cards.txt", "--winnable"), "'cards.txt' is not a range of deals"),
        (("--winnable", "--seed", "x"), "--seed 'x' is not a count"),
    ],
)
def test_a_wish_that_makes_no_sense_is_one_line(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("deal", "superpuzz", *words)
    assert answer.status == 2
    assert answer.err.startswith(f"yomikiri: {message}")
    assert answer.err.count("\n") == 1
