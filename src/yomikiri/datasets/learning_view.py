"""Data sets as samples to learn a score from: proved moves to go, ranked within each layer of a deal."""

import os
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.protocol import Game
from yomikiri.datasets.dataset import load_dataset
from yomikiri.learning.learn import learner_of
from yomikiri.learning.samples import Samples

COLUMNS = ["deal", "ply", "code", "moves_to_go", "proved"]


def samples_of(game: Game[Any, Any], folder: str | os.PathLike[str], split: str = "training") -> Samples:
    """The rows of a split whose labels are proved, as samples; those proved lost are the worst of a layer."""
    import numpy as np

    dataset = load_dataset(folder, split, COLUMNS)
    if repr(dataset.game) != repr(game):
        raise InputError(
            f"'{shown(os.fspath(folder), 200)}' is of {dataset.game!r}: expected positions of {game!r}"
        )
    rows = np.nonzero(dataset.array("proved"))[0]
    if not len(rows):
        raise InputError(
            f"'{shown(os.fspath(folder), 200)}' has no proved labels in the split {split}: expected some"
        )
    deals = np.unique(dataset.frame["deal"].to_numpy()[rows], return_inverse=True)[1]
    groups = np.unique(deals * 10_000 + dataset.array("ply")[rows], return_inverse=True)[1]
    counts = learner_of(game).counts(game, dataset.positions(rows.tolist()))
    return Samples(counts, groups.astype(np.int64), dataset.array("moves_to_go")[rows].astype(np.int16))
