"""``solve --certificate`` and ``check``, as a person uses them."""

from pathlib import Path

import pytest
from cli_tools import Runner


def test_a_proof_is_written_and_checked(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "a.certificate")
    assert run("solve", "superpuzz", "31", "--size", "4", "--quiet", "--certificate", path).status == 10
    done = run("check", path)
    assert done.status == 0
    assert done.out.startswith(
        "Proved: superpuzz (columns 4, lead 1), this position: no sequence of moves wins"
    )
    assert "by delay: " in done.out
    done = run(
        "solve", "gaps", "3", "--size", "6", "--arrangement", "CDSH", "--shortest", "--certificate", path
    )
    assert done.status == 0
    assert "no solution has fewer than their 22" in run("check", path).out


def test_a_limit_proves_its_lower_bound(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "a.certificate")
    done = run("solve", "superpuzz", "8", "--size", "5", "--shortest", "--nodes", "3", "--certificate", path)
    assert done.status == 20
    assert "no solution has fewer than" in run("check", path).out


def test_a_bounded_solution_is_proved_with_its_share(run: Runner, tmp_path: Path) -> None:
    path = str(tmp_path / "a.certificate")
    done = run("solve", "freecell", "3", "--within", "5%", "--certificate", path)
    assert done.status == 0
    assert "Solved in 73 moves, at most 4.29 % longer than shortest" in done.out
    assert "proved: 70 to 73 moves, within 5%" in done.out
    said = "a solution of 73 moves; none is shorter than 70, so it is at most 4.29 % longer than the shortest"
    assert said in run("check", path).out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--within", "-3"],
            "--within '-3': expected a percentage such as 5% or a number of moves such as 3",
        ),
        (
            ["--within", "5%%"],
            "--within '5%%': expected a percentage such as 5% or a number of moves such as 3",
        ),
        (["--within", "5%", "--shortest"], "within 5% does not go with a shortest solution"),
        (["--within", "5%", "--algorithm", "quick"], "within 5% is for bounded, not for quick"),
        (["--within", "5%", "--parts", "2"], "--within cannot go with --parts"),
    ],
)
def test_what_cannot_be_within_is_refused(run: Runner, words: list[str], said: str) -> None:
    done = run("solve", "freecell", "3", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_hole_in_a_proof_is_shown(run: Runner, tmp_path: Path) -> None:
    from certificates_of import holed

    path = tmp_path / "a.certificate"
    holed(path)
    done = run("check", str(path))
    assert done.status == 10
    lines = done.out.splitlines()
    assert lines[0].startswith("Not proved: ")
    assert "leads to a position that is not proved to need more than any number of moves" in lines[0]
    assert len(lines[-4:]) == 4
    assert all(len(line.split()) == 4 for line in lines[-4:])


def test_what_is_no_certificate_is_bad_input(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello\n", encoding="utf-8")
    done = run("check", str(tmp_path / "text"))
    assert (done.status, done.out) == (2, "")
    assert done.err == "yomikiri: the file begins with 'hello', expected 'yomikiri certificate 1'\n"
    assert run("check", str(tmp_path / "none")).status == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["gaps", "3", "--size", "6"], "--certificate is for one position: expected --arrangement with it"),
        (["superpuzz", "1", "--size", "4", "--parts", "2"], "not go with --parts"),
    ],
)
def test_what_has_no_certificate_is_refused(words: list[str], said: str, run: Runner, tmp_path: Path) -> None:
    done = run("solve", *words, "--certificate", str(tmp_path / "a"))
    assert done.status == 2
    assert said in done.err
