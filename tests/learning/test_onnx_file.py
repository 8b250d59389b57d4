"""Models as ONNX: the same integers, whoever evaluates them."""

import sys
from pathlib import Path

import numpy as np
import pytest

from yomikiri import FreeCell, InputError
from yomikiri.games.freecell.learner import LEARNER
from yomikiri.learning import load_model
from yomikiri.learning.onnx_file import save_onnx


def test_onnx_scores_as_the_model_does(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
    from onnx.reference import ReferenceEvaluator

    model = load_model(LEARNER.default)
    save_onnx(model, tmp_path / "model.onnx")
    read = onnx.load(tmp_path / "model.onnx")
    assert {each.key: each.value for each in read.metadata_props} == {
        "game": "freecell",
        "rules": model.rules,
        "inputs": model.inputs,
        "scale": str(model.scale),
    }
    game = FreeCell()
    counts = LEARNER.counts(game, [game.deal(number) for number in range(1, 21)])
    [scores] = ReferenceEvaluator(read).run(None, {"counts": counts.astype(np.int64)})
    assert scores.tolist() == [model.score(row.tolist()) for row in counts]


def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(InputError, match="ONNX needs the package onnx: pip install onnx"):
        save_onnx(load_model(LEARNER.default), tmp_path / "model.onnx")
