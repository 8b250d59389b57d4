"""``yomikiri learn`` and ``solve --model``: from deals to a guided search, and what is refused."""

import json
from pathlib import Path

import pytest
from cli_tools import Runner

SMALL = ("freecell", "--size", "6x3x8")


def test_a_model_is_learned_and_guides_a_search(run: Runner, tmp_path: Path) -> None:
    model = str(tmp_path / "small.model")
    words = ("learn", *SMALL, "--deals", "101-102", "--validation", "201", "--epochs", "2", "--out", model)
    found = run(*words)
    assert found.status == 0
    first, second, last = found.out.splitlines()
    assert first.startswith("epoch 1: ")
    assert second.startswith("epoch 2: ")
    assert last.startswith(f"{model}: 1,124 weights from ")
    again = Path(model).read_bytes()
    run(*words)
    assert Path(model).read_bytes() == again
    solved = run("solve", "freecell", "301", "--size", "6x3x8", "--model", model, "--json")
    assert json.loads(solved.out)["algorithm"] == "quick"
    many = run(
        "solve", "freecell", "301-303", "--size", "6x3x8", "--model", model, "--json-lines", "--workers", "1"
    )
    assert [json.loads(line)["algorithm"] for line in many.out.splitlines()] == ["quick"] * 3


def test_a_model_is_written_as_onnx_too(run: Runner, tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
    words = ("learn", *SMALL, "--deals", "101", "--validation", "201", "--epochs", "1")
    found = run(*words, "--out", str(tmp_path / "model"), "--onnx", str(tmp_path / "model.onnx"))
    assert found.status == 0
    assert onnx.load(tmp_path / "model.onnx").graph.input[0].name == "counts"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("learn", "sliding", "--out", "x"), "sliding has no score to learn: expected a game with a learner"),
        (("learn", "freecell"), "missing option --out MODEL"),
        (
            ("learn", "freecell", "--out", "x", "--deals", "ms:1-3"),
            "--deals 'ms:1-3' has deals with a name: expected numbers such as 1-100",
        ),
        (
            ("learn", "freecell", "--out", "x", "--seed", "-1"),
            "--seed '-1' is not a whole number: expected 0 or more",
        ),
        (
            ("learn", "freecell", "--out", "x", "--epochs", "none"),
            "--epochs 'none' is not a count: expected 1 to 10000",
        ),
        (
            ("learn", "freecell", "--out", "x", "--deals", "1001"),
            "deal 1001 is both to learn from and to judge by: expected one of them",
        ),
        (("learn", "freecell", "--out", "x", "--data", "none"), None),
        (("solve", "freecell", "1", "--model", "none"), "'none' does not exist: expected a learned model"),
        (
            ("solve", "freecell", "1", "--model", "none", "--algorithm", "fast"),
            "a model is for quick or thorough, not for fast: leave one of them out",
        ),
        (
            ("solve", "sliding", "1", "--model", "none"),
            "sliding has no search that a model can guide: leave the model out",
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str | None
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run(*words)
    assert found.status == 2
    assert found.out == ""
    assert len(found.err.splitlines()) == 1
    if message is not None:
        assert message in found.err
