"""Models: the integer weights of a learned score, in a file that says what they are for.

A score is the sum of the weights times the counts that the game makes of a position.  Integers make it the
same on every machine, in Python and in the kernel, bit for bit.  The file is sealed
(:mod:`yomikiri.core.sealed_file`), so damage is an error; it has the model's *card*: what it was made from,
and how well it did.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from yomikiri.core.errors import InputError, shown
from yomikiri.core.sealed_file import Format

FORMAT = Format("learned model", 1, "train it again with 'yomikiri learn'")

MOST_BYTES = 1 << 20
"""The largest file that is read."""

MOST_WEIGHT = 600
"""Of a weight either way: a kernel may sum one for each card of a deck, and two more, in 16 bits."""

_FIELDS = {"game": str, "rules": str, "inputs": str, "scale": int, "weights": list, "card": dict}


@dataclass(frozen=True)
class Model:
    """A learned score."""

    game: str
    """The game's name."""
    rules: str
    """The rules it was trained with, as the game's learner writes them."""
    inputs: str
    """What the weights are for: the learner's name for its counts, which changes when they do."""
    scale: int
    """How much of the score is one move."""
    weights: tuple[int, ...]
    card: Mapping[str, Any] = field(default_factory=dict)
    """What it was made from and how well it did, for people."""

    def score(self, counts: Sequence[int]) -> int:
        """The score of a position with these counts."""
        return sum(weight * count for weight, count in zip(self.weights, counts, strict=True))

    @cached_property
    def packed(self) -> bytes:
        """The weights as kernels take them: two bytes each, the least significant first."""
        return b"".join(weight.to_bytes(2, "little", signed=True) for weight in self.weights)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the model to a file, all of it or nothing."""
        content = {name: getattr(self, name) for name in _FIELDS} | {"weights": list(self.weights)}
        FORMAT.write_json(path, content)


def load_model(path: str | os.PathLike[str]) -> Model:
    """The model in a file, checked."""
    if not isinstance(path, str | os.PathLike):
        raise InputError(f"{shown(repr(path))} is not a model: expected a Model or the name of a file")
    try:
        if FORMAT.glance(path).length > MOST_BYTES:
            raise FORMAT.refused(path, f"it has more than {MOST_BYTES} bytes")
        content = FORMAT.read_json(path)
    except FileNotFoundError:
        raise InputError(f"'{os.fspath(path)}' does not exist: expected a learned model") from None
    if not isinstance(content, dict) or set(content) != set(_FIELDS):
        raise FORMAT.refused(path, f"expected the fields {', '.join(_FIELDS)}")
    for name, kind in _FIELDS.items():
        if type(content[name]) is not kind:
            raise FORMAT.refused(path, f"its {name} should be a JSON {kind.__name__}")
    for weight in content["weights"]:
        if type(weight) is not int or abs(weight) > MOST_WEIGHT:
            raise FORMAT.refused(path, f"a weight of {weight!r}, expected at most {MOST_WEIGHT} either way")
    if content["scale"] < 1:
        raise FORMAT.refused(path, f"a scale of {content['scale']}, expected at least 1")
    return Model(**content | {"weights": tuple(content["weights"])})
