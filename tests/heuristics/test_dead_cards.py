"""Dead cards: what relaxed reachability excludes never happens, compared with all that can happen."""

from random import Random

import pytest

from yomikiri import Card, Gaps, Superpuzz
from yomikiri.games.rows.relaxation import dead_cards, is_dead
from yomikiri.games.rows.rules import ROWS, Position, RowGame


def reachable(game: RowGame, start: Position, most: int = 20_000) -> set[Position]:
    seen, waiting = {start}, [start]
    while waiting and len(seen) < most:
        position = waiting.pop()
        for move in game.moves(position):
            after = game.play(position, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


def later(game: RowGame, position: Position, moves: int) -> Position:
    """A position that comes after some moves: cards die in play, hardly before."""
    chance = Random(moves)
    for _ in range(moves % 12):
        choices = game.moves(position)
        if choices:
            position = game.play(position, chance.choice(choices))
    return position


@pytest.mark.parametrize("game", [Superpuzz(3), Gaps(4), Gaps(5)], ids=repr)
def test_a_dead_card_never_stands_in_its_column_in_its_aces_row(game: RowGame) -> None:
    dead_count = 0
    n = game.columns
    for number in range(1, 41):
        start = later(game, game.deal(number), number)
        dead = dead_cards(start)
        dead_count += len(dead)
        if not dead:
            continue
        assert is_dead(start)
        for position in reachable(game, start):
            for suit, rank in dead:
                for row in range(ROWS):
                    at_home = position.cells[row * n + rank - 1] == Card(suit, rank)
                    assert not (at_home and position.cells[row * n] == Card(suit, 1))
            assert not game.is_goal(position)
    assert dead_count > 0


def test_a_won_position_has_no_dead_card_and_a_jammed_one_has() -> None:
    assert dead_cards(Position.read("HA H2 .. / DA D2 .. / SA S2 .. / CA C2 ..")) == []
    jammed = Position.read("HA D2 .. / DA H2 .. / SA S2 .. / CA C2 ..")
    assert dead_cards(jammed) == [Card("H", 2), Card("D", 2)]


def test_a_solvable_deal_has_no_dead_card() -> None:
    from yomikiri import solve

    game = Superpuzz(5)
    for number in range(1, 15):
        if solve(game, game.deal(number)).moves is not None:
            assert dead_cards(game.deal(number)) == []
