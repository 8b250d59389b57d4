"""What a game brings along to learn a score: the part ``learner`` of its entry.

One of its algorithms says that a model can guide it (:attr:`yomikiri.Algorithm.modelled`).
"""

from pathlib import Path
from typing import Any, Protocol

from yomikiri.learning.samples import Samples


class Learner(Protocol):
    """The game's side of learning."""

    @property
    def inputs(self) -> str:
        """A name for the counts; a new one whenever they change, so that old models are refused."""

    @property
    def count(self) -> int:
        """How many counts there are."""

    @property
    def scale(self) -> int:
        """How much of an integer score is one move."""

    @property
    def recipe(self) -> str:
        """How positions to learn from are made, for the card."""

    @property
    def default(self) -> Path | None:
        """The model that comes with the package."""

    def rules(self, game: Any) -> str:
        """The rules that a model is for; what a score does not depend on is left out."""

    def start(self) -> list[float]:
        """The weights to start from, in moves: a first guess."""

    def counts(self, game: Any, positions: list[Any]) -> Any:
        """The counts of positions, a row of int8 each."""

    def gather(self, game: Any, position: Any, seed: int) -> Samples:
        """Positions to learn from, made from a deal."""
