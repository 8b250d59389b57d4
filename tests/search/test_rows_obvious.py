"""Superpuzz and Gaps against an obvious solver of the tests' own: every algorithm, from deals and mid-game.

The judge (``obvious_rows.py``) shares no line with the package.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

import obvious_rows as obvious
from yomikiri import Gaps, Limits, Outcome, Superpuzz, algorithms, solve
from yomikiri.core.cards import SUITS, Card
from yomikiri.games.gaps.rules import ARRANGEMENTS
from yomikiri.games.rows.rules import Position, RowGame

ROOM = Limits(memory=2**28)
PYTHON = Limits(nodes=80, memory=2**28)
"""For what is in Python alone: undecided is no answer."""

SMALL = [Superpuzz(2), Superpuzz(3), Gaps(3), Gaps(4), Gaps(5), Gaps(6), Gaps(7)]


def board_of(position: Position) -> obvious.Board:
    return tuple(0 if card is None else 16 * SUITS.index(card.suit) + card.rank for card in position.cells)


def position_of(game: RowGame, board: obvious.Board) -> Position:
    """The position of a board; which hole is which means nothing."""
    cards = [None if number == 0 else Card(SUITS[number >> 4], number & 15) for number in board]
    words = [".." if card is None else str(card).replace("10", "0") for card in cards]
    rows = [" ".join(words[row * game.columns : (row + 1) * game.columns]) for row in range(4)]
    return game.parse_position("\n".join(rows))


class Comparison:
    """The answers of the package beside those of the judge, counted."""

    def __init__(self, game: RowGame) -> None:
        self.game, self.rng = game, Random(repr(game))
        self.counts: Counter[str] = Counter()

    def deal(self, most: int, positions: int) -> None:
        """A deal and so many positions that it can lead to."""
        game, number = self.game, self.rng.randint(1, 10**6)
        if isinstance(game, Gaps):
            start = game.layout(number).arrange(self.rng.choice(ARRANGEMENTS))
        else:
            start = game.deal(number)
        try:
            known = obvious.distances(board_of(start), game.columns, isinstance(game, Superpuzz), most)
        except obvious.TooMany:
            return
        self.check(start, known[board_of(start)])
        boards = list(known)
        for board in self.rng.sample(boards, min(positions, len(boards))):
            self.check(position_of(game, board), known[board])

    def check(self, position: Position, truth: int | None) -> None:
        self.counts["unsolvable" if truth is None else "solvable"] += 1
        symmetry = self.rng.choice(["none", "rows"])
        for name, entry in algorithms(self.game).items():
            options: dict[str, Any] = {"limits": ROOM if entry.in_kernel else PYTHON, "symmetry": symmetry}
            if entry.kernel is not None:
                options["states"] = self.rng.choice(["exact", "fingerprint"])
            if entry.parallel:
                options["threads"] = self.rng.choice([1, 2])
            result = solve(self.game, position, algorithm=name, **options)
            if not result.outcome.decided and not entry.in_kernel:
                continue
            about = self.game, str(position), name, options
            expected = Outcome.UNSOLVABLE if truth is None else Outcome.SOLVED
            assert result.outcome is expected, about
            if truth is not None:
                assert result.length is not None
                assert result.lower_bound is not None
                assert result.lower_bound <= truth <= result.length, about
                assert not entry.shortest or result.length == truth, about
            self.counts["answers"] += 1


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_all_algorithms_agree_with_an_obvious_solver(game: RowGame) -> None:
    comparison = Comparison(game)
    while comparison.counts["answers"] < 200:
        comparison.deal(most=4_000, positions=4)
    assert comparison.counts["solvable"] > 0
    assert comparison.counts["unsolvable"] > 0 or game == Superpuzz(2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "answers"),
    [(game, 12_000) for game in SMALL] + [(Superpuzz(4), 20_000), (Superpuzz(5), 8_000), (Gaps(8), 8_000)],
    ids=repr,
)
def test_all_algorithms_agree_with_an_obvious_solver_on_thousands_of_positions(
    game: RowGame, answers: int, record_property: Any
) -> None:
    comparison = Comparison(game)
    while comparison.counts["answers"] < answers:
        comparison.deal(most=30_000, positions=30)
    for name, count in comparison.counts.items():
        record_property(name, count)
    assert comparison.counts["solvable"] > 20
    assert comparison.counts["unsolvable"] > 20 or game == Superpuzz(2)
