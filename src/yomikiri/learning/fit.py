"""Fits the weights of a score, so that better positions of a group come first.

A search compares positions of one layer, so what matters is their order, not the value.  The loss of two
positions of a group is the logistic one of the difference of their scores, in moves; there is no other but a
weak pull towards the weights at the start, which keeps rare counts from going astray.  (A loss on the values
beside it made searches worse: labels from beams are upper bounds, some of them loose.)  It is convex, so the
seed, which only shuffles, matters little.  The optimiser is Adam with a rate that falls to zero, in NumPy.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yomikiri.learning.samples import UNREACHED, Samples

BATCH = 4096
NEIGHBOURS = 3
"""With how many others of its group a position is compared in an epoch."""
EPOCHS = 6
RATE = 2e-3
PULL = 0.003
"""Of the square of what a weight has moved; chosen on validation deals, like the rest."""
TEMPERATURE = 0.25
"""In moves: how far apart two scores have to be for the order to be clear."""
_FAR = 1_000_000


@dataclass(frozen=True)
class Progress:
    """How well the weights do after an epoch, on samples that they were not fitted to."""

    epoch: int
    pairs: float
    """The share of pairs in the right order, where both have moves to go."""
    lost: float
    """The same, where one of the two leads nowhere."""


@dataclass(frozen=True)
class Fit:
    """Weights in moves, and how they came about."""

    weights: Any
    curve: tuple[Progress, ...]


def fit(
    training: Samples,
    validation: Samples,
    start: list[float],
    *,
    epochs: int = EPOCHS,
    rate: float = RATE,
    pull: float = PULL,
    seed: int = 0,
    report: Callable[[Progress], None] | None = None,
) -> Fit:
    """The weights that order ``training`` best, with a learning curve on ``validation``."""
    import numpy as np

    rng = np.random.default_rng(seed)
    origin = np.array(start, dtype=np.float32)
    weights = origin.copy()
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    labels = _labels(training)
    total = epochs * -(-len(training) // BATCH)
    curve, step = [], 0
    for epoch in range(epochs):
        # Groups in random order, and rows in random order within them: neighbours are random pairs.
        shuffled = rng.permutation(int(training.groups.max()) + 1)[training.groups]
        order = np.lexsort((rng.random(len(training)), shuffled))
        for at in range(0, len(order), BATCH):
            rows = order[at : at + BATCH]
            counts = training.counts[rows].astype(np.float32)
            slope = _slope(counts @ weights, training.groups[rows], labels[rows]) @ counts
            slope += pull * (weights - origin)
            step += 1
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            pace = rate * (1 - step / (total + 1))
            weights -= pace * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)
        curve.append(judged(validation, weights, epoch + 1))
        if report is not None:
            report(curve[-1])
    return Fit(weights, tuple(curve))


def judged(samples: Samples, weights: Any, epoch: int = 0) -> Progress:
    """How well weights do on samples."""
    import numpy as np

    scores = np.concatenate(
        [samples.counts[at : at + BATCH].astype(np.float32) @ weights for at in range(0, len(samples), BATCH)]
    )
    labels = _labels(samples)
    order = np.lexsort((np.random.default_rng(1).random(len(samples)), samples.groups))
    right, seen = [0, 0], [0, 0]
    for distance in range(1, NEIGHBOURS + 1):
        better, worse = _pairs(samples.groups[order], labels[order], distance)
        good = scores[order[better]] < scores[order[worse]]
        lost = labels[order[worse]] == _FAR
        for kind, mask in enumerate((~lost, lost)):
            right[kind] += int(good[mask].sum())
            seen[kind] += int(mask.sum())
    pairs, lost_pairs = (r / s if s else 1.0 for r, s in zip(right, seen, strict=True))
    return Progress(epoch, pairs, lost_pairs)


def _labels(samples: Samples) -> Any:
    import numpy as np

    return np.where(samples.to_go == UNREACHED, _FAR, samples.to_go.astype(np.int64))


def _pairs(groups: Any, labels: Any, distance: int) -> tuple[Any, Any]:
    """The better and the worse of rows that far apart, of one group and with different labels."""
    import numpy as np

    one = np.nonzero((groups[:-distance] == groups[distance:]) & (labels[:-distance] != labels[distance:]))[0]
    other = one + distance
    first = labels[one] < labels[other]
    return np.where(first, one, other), np.where(first, other, one)


def _slope(scores: Any, groups: Any, labels: Any) -> Any:
    """The derivative of the loss by each score."""
    import numpy as np

    slope = np.zeros_like(scores)
    count = 0
    for distance in range(1, NEIGHBOURS + 1):
        better, worse = _pairs(groups, labels, distance)
        push = 1 / (1 + np.exp(np.clip((scores[worse] - scores[better]) / TEMPERATURE, -30, 30)))
        np.add.at(slope, better, push)
        np.add.at(slope, worse, -push)
        count += len(better)
    return slope / max(count, 1)
