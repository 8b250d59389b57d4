"""FreeCell's side of learning a score for the quick searches.

Positions to learn from come from two beams of each deal.  A wide one goes on past its first goal, and the
moves to go of what it expanded are carried backwards: close to the truth, as a beam of 2,000 finds solutions
two moves longer than the shortest.  A narrow one has the positions that a quick search really has to choose
between; those of some layers are judged by a beam that starts from all of them.

The weights start from the score that was written by hand, and a model that learned nothing would search as
``by-hand`` does, position for position.
"""

import os
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from yomikiri import _kernel
from yomikiri.core.errors import InputError
from yomikiri.games.freecell import features
from yomikiri.games.freecell.position import Position, encode
from yomikiri.games.freecell.quick import WIDTH, quick, rules_of
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.learning.model import Model, load_model
from yomikiri.learning.samples import Samples
from yomikiri.search.algorithm import Algorithm
from yomikiri.search.exhaustive import depth_first
from yomikiri.search.outcome import Result
from yomikiri.search.request import Request

WIDE, BEYOND, SAMPLES = 2000, 10, 16
"""The wide beam, the layers past its first goal, and positions of each layer."""
NARROW, FRONTS, BEST, OTHERS, JUDGE = 16, 5, 40, 16, 400
"""The narrow beam, how many of its layers, how many of their positions, and the beam that judges them."""
MEMORY = 2**31
QUICK, QUICK_RUNS = 7, 20
"""Positions per layer that one sweep of ``quick`` expands: solutions as short as with WIDTH by hand, in less
time.  The second is by supermoves, where the time is the same: fewer sweeps die."""
THOROUGH, THOROUGH_RUNS = 400, 1000
"""The same for ``thorough``: ten times the time, and fifty times by supermoves."""
THOROUGH_BY_HAND = 150
"""The same with rules that there is no model for."""
SHIPPED = Path(__file__).with_name("models") / "freecell.model"

ROOM_TABLE = (
    (106, 70, 50, 30),
    (70, 31, 15, 0),
    (50, 20, 8, -4),
    (20, 5, 0, -5),
    (15, 0, -3, -5),
    (10, 0, -3, -5),
)
"""As in ``native/games/freecell/quick_score.hpp``, and so are the numbers in :meth:`start`."""


class FreeCellLearner:
    """A :class:`yomikiri.learning.Learner`."""

    inputs = features.NAME
    count = features.COUNT
    scale = 64
    default = SHIPPED
    recipe = (
        f"beams of width {WIDE}, {BEYOND} layers past the first goal, {SAMPLES} + {SAMPLES // 2} positions a "
        f"layer; {FRONTS} layers of beams of width {NARROW}, {BEST} + {OTHERS} positions each, judged by "
        f"beams of width {JUDGE}"
    )

    def rules(self, game: FreeCell) -> str:
        """All but the metric: what is good for moves of single cards is good for runs."""
        return f"{game.columns}x{game.cells}x{game.ranks} {game.building} {game.empty}"

    def start(self) -> list[float]:
        """The score written by hand."""
        weights = [0.0] * features.COUNT
        for rank in range(features.RANKS):
            weights[features.OUT + rank] = 32
            weights[features.LOWER + rank] = 21
            for other in range(features.RANKS):
                for relation in range(features.RELATIONS):
                    if relation != 2 or other != rank + 1:  # not as cards are built
                        at = (relation * features.RANKS + rank) * features.RANKS + other
                        weights[features.ON + at] = 10
        weights[features.BURIED : features.BURIED + 2] = 8, 4
        for empty_cells, row in enumerate(ROOM_TABLE):
            for empty_columns, weight in enumerate(row):
                weights[features.ROOM + features.room(empty_cells, empty_columns)] = weight
        return [weight / 32 for weight in weights]

    def counts(self, game: FreeCell, positions: list[Position]) -> Any:
        """From the kernel; :func:`yomikiri.games.freecell.features.counts` says what they are."""
        import numpy as np

        rows = _kernel.freecell_features(*rules_of(game), [encode(position) for position in positions])
        return np.frombuffer(rows, dtype=np.int8).reshape(len(positions), features.COUNT)

    def gather(self, game: FreeCell, position: Position, seed: int) -> Samples:
        """From the two beams of a deal."""
        import numpy as np

        rows, groups, to_go, bounds = _kernel.freecell_harvest(
            *rules_of(game),
            encode(position),
            wide=WIDE,
            beyond=BEYOND,
            samples=SAMPLES,
            narrow=NARROW,
            fronts=FRONTS,
            best=BEST,
            others=OTHERS,
            judge=JUDGE,
            seed=seed,
            memory=MEMORY,
        )
        counts = np.frombuffer(rows, dtype=np.int8).reshape(len(groups), features.COUNT)
        return Samples(
            counts,
            np.array(groups, dtype=np.int64),
            np.array(to_go, dtype=np.int16),
            np.array(bounds, dtype=np.int16),
        )


LEARNER = FreeCellLearner()


def learned_algorithms() -> list[Algorithm]:
    """The sweeps ordered by a model, by default the one in the package; the default of the game first."""
    return [
        Algorithm(
            name,
            summary,
            depth_first,
            twin=False,
            search=partial(learned, name=name, width=width, runs=runs, unlearned=unlearned),
            modelled=True,
        )
        for name, summary, width, runs, unlearned in (
            (
                "quick",
                "a short solution in a millisecond, or none: sweeps over the layers",
                QUICK,
                QUICK_RUNS,
                WIDTH,
            ),
            (
                "thorough",
                "near a shortest solution in some milliseconds: wide sweeps",
                THOROUGH,
                THOROUGH_RUNS,
                THOROUGH_BY_HAND,
            ),
        )
    ]


def learned(
    game: FreeCell,
    position: Position,
    request: Request,
    *,
    name: str = "quick",
    width: int = QUICK,
    runs: int = QUICK_RUNS,
    unlearned: int = WIDTH,
) -> Result:
    """Sweeps by the score of the request's model, or of the package's; of the width ``runs`` by supermoves.

    With rules that the latter was not trained for they are by the score written by hand, of the width
    ``unlearned``.
    """
    model = request.model
    if model is None:
        weights = _shipped(LEARNER.rules(game))
    else:
        model = model if isinstance(model, Model) else _loaded(model)
        weights = _weights(model)
        if model.rules != LEARNER.rules(game):
            raise InputError(f"the model is for {model.rules}: expected one for {LEARNER.rules(game)}")
    if weights is None:
        width = unlearned
    elif game.metric == "supermove":
        width = runs
    return quick(game, position, request, name=name, weights=weights, width=width)


def _loaded(path: Any) -> Model:
    """A run over many deals reads its model once, and again when the file has changed."""
    try:
        stamp = os.stat(path)
    except (OSError, TypeError, ValueError):
        return load_model(path)  # Which says what is wrong.
    return _read(path, stamp.st_ino, stamp.st_size, stamp.st_mtime_ns)


@lru_cache(maxsize=1)
def _read(path: Any, *stamp: int) -> Model:
    return load_model(path)


def _weights(model: Model) -> bytes:
    """A model's weights as the kernel takes them."""
    for what, found, expected in (
        ("game", model.game, "freecell"),
        ("inputs", model.inputs, features.NAME),
        ("number of weights", len(model.weights), features.COUNT),
    ):
        if found != expected:
            raise InputError(f"the model's {what} is {found}: expected {expected}")
    return model.packed


@lru_cache(maxsize=1)
def _package_model() -> tuple[str, bytes]:
    model = load_model(SHIPPED)
    return model.rules, _weights(model)


def _shipped(rules: str) -> bytes | None:
    """The weights of the package's model; None, the score written by hand, for other rules."""
    trained, weights = _package_model()
    return weights if trained == rules else None
