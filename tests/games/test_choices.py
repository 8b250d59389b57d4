"""Every legal move, for people: what moves() lists up to alikeness, and all that is alike to it."""

from random import Random
from typing import Any

import pytest

from yomikiri import FreeCell, Game, Gaps, IllegalMove, Sliding, Superpuzz
from yomikiri.games.freecell.notation import FIRST_CELL, HOME, Move

GAMES: list[Game[Any, Any]] = [
    FreeCell(4, 2, ranks=4),
    FreeCell(4, 2, ranks=4, metric="supermove"),
    FreeCell(5, 3, ranks=5, metric="supermove", building="suit", empty="kings"),
    FreeCell(3, 0, ranks=3),
    Superpuzz(4),
    Gaps(5),
    Sliding(3, 3),
]


def positions(game: Game[Any, Any], count: int = 60) -> list[Any]:
    """Positions of random play from some deals."""
    chance, found = Random(1), []
    for number in range(1, 6):
        position = game.deal(number)
        for _ in range(count // 5):
            found.append(position)
            moves = game.choices(position)
            if not moves:
                break
            position = game.play(position, chance.choice(moves))
    return found


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_choices_can_be_played_and_include_the_moves(game: Game[Any, Any]) -> None:
    for position in positions(game):
        choices = game.choices(position)
        assert len(set(choices)) == len(choices)
        assert set(game.moves(position)) <= set(choices)
        texts = [game.format_move(position, move) for move in choices]
        assert len(set(texts)) == len(texts)
        for text, move in zip(texts, choices, strict=True):
            assert game.parse_move(position, text) == move
            game.play(position, move)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_the_move_between_two_positions_is_the_first_that_leads_there(game: Game[Any, Any]) -> None:
    found = positions(game)
    for position in found:
        children = [(game.play(position, move), move) for move in game.moves(position)]
        for following in [*found, *(child for child, _ in children)]:
            first = next((move for child, move in children if child == following), None)
            assert game.move_between(position, following) == first


def test_no_move_leads_to_a_board_of_another_width() -> None:
    assert Superpuzz(5).move_between(Superpuzz(5).deal(1), Superpuzz(4).deal(1)) is None


@pytest.mark.parametrize("game", [game for game in GAMES if isinstance(game, FreeCell)], ids=repr)
def test_choices_of_freecell_are_exactly_what_play_accepts(game: FreeCell) -> None:
    places = [*range(game.columns), *range(FIRST_CELL, FIRST_CELL + game.cells)]
    for position in positions(game, 25):
        accepted = set()
        for source in places:
            for target in [*places, HOME]:
                for count in range(1, game.ranks + 1):
                    try:
                        game.play(position, Move(source, target, count))
                    except IllegalMove:
                        continue
                    accepted.add(Move(source, target, count))
        assert set(game.choices(position)) == accepted
