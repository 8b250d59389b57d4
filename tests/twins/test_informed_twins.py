"""The kernel's estimate and persistent moves are those of the Python page."""

import random

import pytest

from yomikiri import Superpuzz, _kernel
from yomikiri.games.gaps.rules import Gaps
from yomikiri.games.rows.relaxation import persistent_moves
from yomikiri.games.rows.rules import RowGame
from yomikiri.games.rows.waiting import waiting


def games(columns: int) -> list[RowGame]:
    found: list[RowGame] = [Superpuzz(columns)] if columns <= 13 else []
    return [*found, Gaps(columns)] if columns >= 3 else found


@pytest.mark.parametrize("columns", range(2, 15))
def test_they_agree_along_random_walks(columns: int) -> None:
    rng = random.Random(columns)
    dead = reduced = 0
    for game in games(columns):
        for number in range(1, 7):
            position = game.deal(number)
            for _ in range(6):
                code = game.encode(position)
                estimate = waiting(position)
                assert _kernel.row_estimate(columns, code) == estimate
                moves = persistent_moves(position)
                cards = sorted(game.cards.index(move.card) for move in moves or [])
                assert _kernel.row_persistent(columns, code) == cards
                dead += estimate is None
                reduced += moves is not None
                # Several moves on, for a change of scene.
                for _ in range(rng.randint(1, 8)):
                    if listed := game.moves(position):
                        position = game.play(position, rng.choice(listed))
    assert columns < 4 or (dead > 0 and reduced > 0)


@pytest.mark.parametrize("columns", range(3, 15))
def test_they_agree_near_a_goal(columns: int) -> None:
    """Backwards from the goal: positions that can be won, where every cycle counts."""
    rng = random.Random(columns)
    game = Gaps(columns)
    suits = "HDSC"
    goal = [f"{suit}{'A234567890JQK'[rank]}" for suit in suits for rank in range(columns - 1)]
    rows = [" ".join([*goal[r * (columns - 1) : (r + 1) * (columns - 1)], ".."]) for r in range(4)]
    for _ in range(4):
        cells = list(game.parse_position(" / ".join(rows)).cells)
        for steps in range(30):
            holes = [cell for cell, card in enumerate(cells) if card is None]
            came = [
                cell
                for cell, card in enumerate(cells)
                if card is not None and cell % columns and cells[cell - 1] == (card.suit, card.rank - 1)
            ]
            if not came:
                break
            source, hole = rng.choice(came), rng.choice([hole for hole in holes if hole % columns])
            cells[source], cells[hole] = None, cells[source]
            if steps % 6 == 5:
                position = type(game.deal(1))(tuple(cells))
                estimate = waiting(position)
                assert estimate is not None
                assert _kernel.row_estimate(columns, game.encode(position)) == estimate <= steps + 1
