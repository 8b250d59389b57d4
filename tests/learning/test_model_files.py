"""Models in files: whole or refused."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from yomikiri.core.errors import DamagedFile, InputError
from yomikiri.core.registry import entries
from yomikiri.learning import Model, load_model
from yomikiri.learning.model import FORMAT

MODEL = Model("game", "rules", "counts-1", 64, (1, -2, 600), {"seed": 3})


def test_a_model_reads_back_as_it_was_written(tmp_path: Path) -> None:
    MODEL.save(tmp_path / "model")
    assert load_model(tmp_path / "model") == MODEL


def test_repr_rebuilds_a_model() -> None:
    assert eval(repr(MODEL)) == MODEL


def test_a_score_is_a_sum_of_integers() -> None:
    assert MODEL.score([3, 1, 2]) == 3 - 2 + 1200


def test_every_flipped_bit_is_found(tmp_path: Path) -> None:
    path = tmp_path / "model"
    MODEL.save(path)
    sound = path.read_bytes()
    for at in range(0, len(sound), 3):
        path.write_bytes(sound[:at] + bytes([sound[at] ^ 1 << at % 8]) + sound[at + 1 :])
        with pytest.raises(DamagedFile):
            load_model(path)


def test_a_missing_file_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist: expected a learned model"):
        load_model(tmp_path / "none")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"weights": [1.5]}, "a weight of 1.5"),
        ({"weights": [True]}, "a weight of True"),
        ({"weights": [601]}, "a weight of 601, expected at most 600"),
        ({"weights": "12"}, "its weights should be a JSON list"),
        ({"scale": 0}, "a scale of 0"),
        ({"more": 1}, "expected the fields game, rules"),
    ],
)
def test_what_is_sealed_but_no_model_is_refused(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    content = {name: getattr(MODEL, name) for name in ("game", "rules", "inputs", "scale", "weights", "card")}
    FORMAT.write_json(tmp_path / "model", content | change)
    with pytest.raises(DamagedFile, match=message):
        load_model(tmp_path / "model")


def test_the_models_of_the_package_are_sound_and_small() -> None:
    learners = [learner for entry in entries().values() if (learner := entry.part("learner")) is not None]
    assert learners
    for learner in learners:
        if learner.default is not None:
            model = load_model(learner.default)
            assert (model.inputs, len(model.weights)) == (learner.inputs, learner.count)
            assert learner.default.stat().st_size < 1 << 20
            assert {"training", "validation", "seed", "recipe", "scores"} <= set(model.card)
            assert json.dumps(dict(model.card))


def test_a_model_is_frozen() -> None:
    assert replace(MODEL, scale=32).scale == 32
    with pytest.raises(AttributeError):
        MODEL.scale = 32  # type: ignore[misc]


@pytest.mark.parametrize("name", [None, 3, object()])
def test_what_names_no_file_is_refused(name: object) -> None:
    with pytest.raises(InputError, match="expected a Model or the name of a file"):
        load_model(name)  # type: ignore[arg-type]
