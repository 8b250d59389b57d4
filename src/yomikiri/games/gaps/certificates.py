"""Certificates of Gaps: the lemmas of games on four rows."""

from collections.abc import Mapping

from yomikiri.games.gaps.rules import Gaps
from yomikiri.games.rows.reasoning import RowReasoning


class GapsReasoning(RowReasoning):
    """A header names the columns."""

    def game_of(self, name: str, rules: Mapping[str, str]) -> Gaps:
        return Gaps(int(rules["columns"]))


REASONING = GapsReasoning()
