"""Data sets: positions with proved labels, for whoever wants to learn from them.

A position has the moves to go, or whether it can still be won, all moves that keep that, and every lower
bound of the game.  Labels are proved by the searches of this package; what they could not prove within their
limits says so.
"""

from yomikiri.datasets.build import BuildTally, build
from yomikiri.datasets.card import card
from yomikiri.datasets.check import DatasetCheck, check_dataset
from yomikiri.datasets.dataset import Dataset, load_dataset
from yomikiri.datasets.manifest import Manifest
from yomikiri.datasets.recipe import Recipe, recipe

__all__ = [
    "BuildTally",
    "Dataset",
    "DatasetCheck",
    "Manifest",
    "Recipe",
    "build",
    "card",
    "check_dataset",
    "load_dataset",
    "recipe",
]
