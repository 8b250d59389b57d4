"""Questions of a game's own as flags of ``yomikiri solve``."""

import json

import pytest
from cli_tools import Runner

SMALL = ("--size", "4x1x4")


def test_the_fewest_cells_are_told_with_what_proves_it(run: Runner) -> None:
    answer = run("solve", "freecell", "1", *SMALL, "--least-cells")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith("deal 1: ")
    assert "enough (" in answer.out
    record = json.loads(run("solve", "freecell", "1", *SMALL, "--least-cells", "--json").out)
    assert record["proved"]
    assert record["least"] == record["enough"]
    for cells, one in record["searches"].items():
        assert one["outcome"] == ("solved" if int(cells) == record["enough"] else "unsolvable")


def test_a_variant_by_its_name_is_the_same_question(run: Runner) -> None:
    by_name = run("solve", "bakers-game", "3", *SMALL, "--least-cells", "--json")
    by_option = run("solve", "freecell", "3", *SMALL, "--variant", "bakers-game", "--least-cells", "--json")
    assert by_name.status == 0
    assert by_name.out == by_option.out


def test_a_limit_is_a_status_of_its_own(run: Runner) -> None:
    answer = run("solve", "freecell", "11982", "--least-cells", "--nodes", "10000")
    assert answer.status == 20
    assert "at least" in answer.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("peg", "1", "--least-cells"), "--least-cells is a question about freecell, not about peg"),
        (
            ("freecell", "1", "--least-cells", "--shortest"),
            "--shortest cannot go with --least-cells, which searches by itself",
        ),
        (
            ("freecell", "1", "--least-cells", "--algorithm", "a-star"),
            "--algorithm cannot go with --least-cells, which searches by itself",
        ),
    ],
)
def test_what_does_not_fit_is_refused(run: Runner, words: tuple[str, ...], message: str) -> None:
    answer = run("solve", *words)
    assert (answer.status, answer.out, answer.err) == (2, "", f"yomikiri: {message}\n")
