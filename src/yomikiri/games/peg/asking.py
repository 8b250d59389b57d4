"""Reads what a person asks of peg solitaire as text: sizes, options and positions."""

from collections.abc import Mapping
from typing import Any

from yomikiri.core.entry import Options
from yomikiri.games.peg.holes import ENGLISH, Holes
from yomikiri.games.peg.notation import board_in
from yomikiri.games.peg.rules import CENTRE, METRICS, Peg


def make(size: str | None, variant: str | None, options: Mapping[str, Any]) -> Peg:
    """The game of a size, with a finish and a metric."""
    return Peg(size or ENGLISH, options.get("finish", CENTRE), options.get("metric", METRICS[0]))


def read(text: str, size: str | None, variant: str | None, options: Options) -> tuple[Peg, Holes]:
    """The game whose board matches the text's rows or number of holes, and the position."""
    game = make(board_in(text).name, variant, options)
    return game, game.parse_position(text)
