"""The search orders of Shintani's papers on Superpuzz: priorities of positions, arrangements of moves."""

from collections.abc import Sequence

from yomikiri.games.rows.rules import Move, Position
from yomikiri.games.superpuzz.rules import Superpuzz


def priority_1(position: Position) -> int:
    """Shintani's first order, by (i + j, i): a card leaving column 1 is preferred to an ace entering."""
    aces, holes = Superpuzz(position.columns).class_of(position)
    return 5 * (aces + holes) + aces


def priority_2(position: Position) -> int:
    """Shintani's second order, by (i, i + j): an ace entering column 1 is preferred."""
    aces, holes = Superpuzz(position.columns).class_of(position)
    return 5 * aces + aces + holes


def arrange_aces(position: Position, moves: Sequence[Move], *, aces_last: bool) -> list[Move]:
    """The moves with ace moves grouped at the end (or the beginning), otherwise as listed."""
    return sorted(moves, key=lambda move: (move.card.rank == 1) == aces_last)
