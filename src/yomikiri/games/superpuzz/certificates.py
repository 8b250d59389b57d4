"""Certificates of Superpuzz and Montana: the lemmas of games on four rows."""

from collections.abc import Mapping

from yomikiri.games.rows.reasoning import RowReasoning
from yomikiri.games.superpuzz.rules import Superpuzz, Variant

VARIANTS: dict[str, Variant] = {"1": "superpuzz", "2": "montana"}
"""By the rank of the leaders."""


class SuperpuzzReasoning(RowReasoning):
    """A header names the columns and the rank of the leaders."""

    def game_of(self, name: str, rules: Mapping[str, str]) -> Superpuzz:
        return Superpuzz(int(rules["columns"]), VARIANTS[rules["lead"]])


REASONING = SuperpuzzReasoning()
