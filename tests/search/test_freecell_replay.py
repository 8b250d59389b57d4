"""Moves of FreeCell played at once: as one after the other, and refused where one of them is."""

import random

import pytest

from yomikiri import solve
from yomikiri.core.errors import CertificationError, IllegalMove
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.replay import replayed
from yomikiri.games.freecell.rules import PRESETS, FreeCell
from yomikiri.search.certify import certify

GAMES = [
    FreeCell(variant=variant, metric=metric) for variant in PRESETS for metric in ("single", "supermove")
]


def one_by_one(game: FreeCell, position: Position, moves: list[Move]) -> Position | None:
    try:
        for move in moves:
            position = game.play(position, move)
    except IllegalMove:
        return None
    return position


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_moves_at_once_are_moves_one_after_the_other(game: FreeCell) -> None:
    rng = random.Random(repr(game))
    refused = 0
    for number in range(1, 21):
        start = position = game.deal(number)
        walked: list[Move] = []
        for _ in range(60):
            # Now and then any three numbers instead of a legal move.
            places = [*range(-1, 12), *range(FIRST_CELL - 1, FIRST_CELL + 9), HOME, 99]
            wild = Move(rng.choice(places), rng.choice(places), rng.choice([0, 1, 1, 1, 2]))
            expected = one_by_one(game, start, [*walked, wild])
            found = replayed(game, start, [*walked, wild])
            assert found in (expected, None)
            if expected is None:
                refused += 1
                with pytest.raises(IllegalMove):
                    game.replay(start, [*walked, wild])
            else:
                assert game.replay(start, [*walked, wild]) == expected
            moves = game.choices(position)
            if not moves:
                break
            walked.append(rng.choice(moves))
            position = game.play(position, walked[-1])
            assert game.replay(start, walked) == position
            if all(move.count == 1 for move in walked):
                assert replayed(game, start, walked) == position
    assert refused > 100


def test_a_position_of_another_game_is_not_played_on() -> None:
    with pytest.raises(IllegalMove, match="the position has 8 columns and 4 cells, the game 8 and 3"):
        FreeCell(cells=3).replay(FreeCell().deal(1), [Move(0, FIRST_CELL)])


def test_certification_names_the_move_that_is_illegal() -> None:
    game = FreeCell()
    moves = list(solve(game, game.deal(1)).moves or ())
    assert game.is_goal(certify(game, game.deal(1), moves))
    moves[4] = Move(0, HOME)
    with pytest.raises(
        CertificationError, match=f"move 5 of {len(moves)} is illegal: a card cannot go from column 1"
    ):
        certify(game, game.deal(1), moves)
