"""Heuristics that are called consistent are: on no walk does one fall by more than a move costs."""

import random
from fnmatch import fnmatchcase

import pytest

from yomikiri import FreeCell, Gaps, Sliding, Superpuzz
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.search.algorithms import heuristics

GAMES: list[Game] = [
    Superpuzz(6),
    Gaps(6),
    FreeCell(),
    FreeCell(metric="supermove"),
    Sliding(3, 3),
    Sliding(4, 4),
]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_no_consistent_heuristic_falls_faster_than_moves_are_made(game: Game) -> None:
    proved = entry_of(game).consistent
    known = {
        name: heuristic
        for name, heuristic in heuristics(game).items()
        if any(fnmatchcase(name, each) for each in proved)
    }
    assert known
    draw = random.Random(1)
    for number in range(1, 6):
        position = game.deal(number)
        for _ in range(40):
            moves = game.moves(position)
            if not moves:
                break
            following = game.play(position, draw.choice(moves))
            for name, heuristic in known.items():
                assert heuristic(position) <= 1 + heuristic(following), (name, position)
            position = following
