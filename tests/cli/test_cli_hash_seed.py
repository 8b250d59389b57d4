"""``--hash-seed``: a verdict that rests on fingerprints, confirmed with others, and named as such."""

import json
from pathlib import Path
from typing import Any

import pytest
from cli_tools import Runner

LOST = ("solve", "superpuzz", "1", "--size", "5")


def without_cost(text: str) -> dict[str, Any]:
    record = json.loads(text)
    return {key: value for key, value in record.items() if key not in ("seconds", "peak_bytes")}


@pytest.mark.parametrize(
    "words",
    [
        LOST,
        (*LOST, "--algorithm", "breadth-first", "--states", "fingerprint"),
        (*LOST, "--parts", "2", "--states", "fingerprint"),
    ],
)
def test_the_record_of_another_seed_names_it_last_and_is_otherwise_the_same(
    run: Runner, words: tuple[str, ...]
) -> None:
    usual = run(*words, "--json")
    assert (usual.status, json.loads(usual.out)["proof"]) == (10, "fingerprint")
    assert "hash_seed" not in usual.out
    assert without_cost(run(*words, "--hash-seed", "0", "--json").out) == without_cost(usual.out)
    other = run(*words, "--hash-seed", "7", "--json")
    assert other.status == 10
    assert list(without_cost(other.out).items()) == [*without_cost(usual.out).items(), ("hash_seed", 7)]


def test_the_summary_names_another_seed(run: Runner) -> None:
    assert "proof      fingerprints, wrong with" in run(*LOST).out
    assert "proof      fingerprints with hash seed 7, wrong with" in run(*LOST, "--hash-seed", "7").out


def test_all_arrangements_of_gaps_have_the_seed(run: Runner) -> None:
    words = ("solve", "gaps", "3", "--size", "5", "--hash-seed", "1e3")
    assert "proof      fingerprints with hash seed 1000, wrong with" in run(*words).out
    assert json.loads(run(*words, "--json").out)["hash_seed"] == 1000


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--hash-seed", "-1"), "--hash-seed '-1' is not a count"),
        (("--hash-seed", "x"), "--hash-seed 'x' is not a count"),
        (("--hash-seed", "none"), "--hash-seed 'none' is not a seed: expected a whole number"),
        (("--hash-seed", "1e19"), "--hash-seed '1e19' is too large"),
        (
            ("--hash-seed", "1", "--shortest"),
            "hash_seed 1 is for fingerprints, and algorithm 'a-star' keeps whole positions",
        ),
    ],
)
def test_what_is_no_seed_or_for_nothing_is_refused_in_a_line(
    run: Runner, words: tuple[str, ...], message: str
) -> None:
    answer = run(*LOST, *words)
    assert (answer.status, answer.out) == (2, "")
    assert answer.err.startswith(f"yomikiri: {message}")
    assert answer.err.count("\n") == 1


def test_a_survey_with_another_seed_is_another_survey(run: Runner, tmp_path: Path) -> None:
    words = ("survey", "run", "superpuzz", "--size", "4", "--deals", "1-6", "--workers", "1")
    place = ("--store", str(tmp_path / "results.db"))
    for seed in ("0", "3"):
        assert run(*words, "--hash-seed", seed, *place).status == 0
    listed = run("survey", "list", *place).out
    assert "deals 1-6, decide\n" in listed
    assert "deals 1-6, decide hash_seed=3\n" in listed
    rows = [json.loads(line) for line in run("survey", "export", *place).out.splitlines()[:-1]]
    assert len(rows) == 12
    assert len({(row["deal"], row["outcome"]) for row in rows}) == 6
