"""Fitting: what is learned is the order, the same for the same seed."""

import numpy as np
import pytest

from yomikiri.learning import Samples, fit
from yomikiri.learning.fit import judged
from yomikiri.learning.samples import UNREACHED

TRUTH = np.array([1.0, 0.5, -0.7, 0.0, 0.3])


def made(seed: int, groups: int = 300) -> Samples:
    """Groups of eight positions whose moves to go are a weighted sum of counts; some lead nowhere."""
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 9, (groups * 8, len(TRUTH))).astype(np.int8)
    to_go = np.rint(counts @ TRUTH + 10).astype(np.int16)
    to_go[to_go > 22] = UNREACHED
    return Samples(counts, np.repeat(np.arange(groups), 8), to_go)


def test_the_order_is_learned() -> None:
    training, validation = made(1), made(2)
    start = [1.0, 0.0, 0.0, 0.0, 0.0]
    found = fit(training, validation, start, epochs=80, rate=0.02)
    before = judged(validation, np.array(start))
    assert before.pairs < 0.9
    assert found.curve[-1].pairs > 0.97
    assert found.curve[-1].lost > 0.97
    assert [progress.epoch for progress in found.curve] == list(range(1, 81))


def test_the_same_seed_gives_the_same_weights() -> None:
    training, validation = made(1, 50), made(2, 50)
    one, same, other = (
        fit(training, validation, [0.0] * 5, epochs=2, seed=seed).weights for seed in (1, 1, 2)
    )
    assert (one == same).all()
    assert (one != other).any()


def test_a_strong_pull_keeps_the_start() -> None:
    start = [1.0, 2.0, 3.0, 4.0, 5.0]
    free, held = (
        fit(made(1, 100), made(2, 50), start, epochs=40, rate=0.02, pull=pull).weights for pull in (0.0, 10.0)
    )
    assert abs(held - start).max() < 0.3 < abs(free - start).max()


def test_groups_of_different_parts_stay_apart_and_hopeless_ones_go() -> None:
    counts = np.zeros((3, 5), dtype=np.int8)
    part = Samples(counts, np.array([1, 0, 1]), np.array([UNREACHED, UNREACHED, 4]))
    joined = Samples.joined([part, part])
    assert joined.groups.tolist() == [1, 0, 1, 3, 2, 3]
    useful = joined.useful()
    assert useful.groups.tolist() == [1, 1, 3, 3]
    assert useful.to_go.tolist() == [UNREACHED, 4] * 2


@pytest.mark.parametrize("rows", [1, 2])
def test_groups_of_one_teach_nothing_and_harm_nothing(rows: int) -> None:
    few = Samples(np.ones((rows, 5), dtype=np.int8), np.arange(rows), np.arange(rows))
    assert fit(few, few, [1.0] * 5, epochs=1).weights.tolist() == [1.0] * 5
