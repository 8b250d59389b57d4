"""Learns a score for a game: gathers positions, fits weights, rounds them, and writes the model's card."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from yomikiri.core.errors import InputError
from yomikiri.core.installed import version
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.learning.fit import EPOCHS, Progress, fit
from yomikiri.learning.learner import Learner
from yomikiri.learning.model import MOST_WEIGHT, Model
from yomikiri.learning.samples import Samples

Report = Callable[[str, int, int], None]
"""What is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True)
class Sources:
    """Deals by number: those to learn from, and those that the learning curve is measured on."""

    training: Sequence[int]
    validation: Sequence[int]


def learner_of(game: Game[Any, Any]) -> Learner:
    """What the game brings along."""
    entry = entry_of(game)
    found: Learner | None = entry.part("learner")
    if found is None:
        raise InputError(f"{entry.name} has no score to learn: expected a game with a learner")
    return found


def learn(
    game: Game[Any, Any],
    sources: Sources,
    *,
    seed: int = 0,
    epochs: int = EPOCHS,
    extra: Samples | None = None,
    data: str = "",
    report: Report | None = None,
    curve: Callable[[Progress], None] | None = None,
) -> Model:
    """The model that these deals teach; the same arguments give the same model.

    ``extra`` are samples besides those that the game gathers itself, and ``data`` says in the card where they
    are from.  ``curve`` is called after each epoch.
    """
    np = _numpy()
    learner, entry = learner_of(game), entry_of(game)
    shared = set(sources.training) & set(sources.validation)
    if shared:
        raise InputError(f"deal {min(shared)} is both to learn from and to judge by: expected one of them")
    if not sources.validation:
        raise InputError("no deals to judge by: expected at least one")

    def gathered(what: str, deals: Sequence[int]) -> Iterable[Samples]:
        for done, number in enumerate(deals):
            if report is not None:
                report(what, done, len(deals))
            yield learner.gather(game, entry.dealt(game, number), seed * 1_000_003 + number).useful()

    # Validation samples do not depend on the seed of the run: curves of several seeds compare.
    judges = [learner.gather(game, entry.dealt(game, number), number) for number in sources.validation]
    parts = list(gathered("training deals", sources.training)) + ([] if extra is None else [extra])
    if not parts:
        raise InputError("nothing to learn from: expected deals, or a data set")
    training, validation = Samples.joined(parts).useful(), Samples.joined(judges).useful()
    if not len(training) or not len(validation):
        raise InputError("no goal was reached in any of the deals: expected deals that can be won")
    found = fit(training, validation, learner.start(), seed=seed, epochs=epochs, report=curve)
    rounded = np.rint(found.weights * learner.scale)
    kept = np.clip(rounded, -MOST_WEIGHT, MOST_WEIGHT)
    card = {
        "made by": f"yomikiri {version()}",
        "training": _ranges(sources.training),
        "validation": _ranges(sources.validation),
        "data": data,
        "recipe": learner.recipe,
        "seed": seed,
        "epochs": epochs,
        "positions": len(training),
        "cut off": int((kept != rounded).sum()),
        "curve": [asdict(each) for each in found.curve],
    }
    weights = tuple(int(weight) for weight in kept)
    return Model(entry.name, learner.rules(game), learner.inputs, learner.scale, weights, card)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise InputError("learning needs NumPy: pip install 'yomikiri[learn]'") from None
    return numpy


def _ranges(numbers: Sequence[int]) -> str:
    """Numbers as ranges: ``1-3,7``."""
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
