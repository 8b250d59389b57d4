"""A game that a user writes in plain Python runs all the reference algorithms, also on very long paths."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import pytest

from yomikiri import (
    Game,
    IllegalMove,
    InputError,
    Limits,
    NotationError,
    Outcome,
    Superpuzz,
    algorithms,
    certify,
    solve,
)
from yomikiri.core.space import PlainSpace, moves_along
from yomikiri.search.control import Meter
from yomikiri.search.exhaustive import breadth_first, depth_first, priority_first
from yomikiri.search.informed import a_star, ida_star


@dataclass(frozen=True)
class Jugs(Game[tuple[int, ...], str]):
    """Two jugs, a tap and a sink; measure out ``goal`` litres."""

    capacities: tuple[int, int] = (3, 5)
    goal: int = 4
    name = "jugs"

    @property
    def size(self) -> str:
        return f"{self.capacities[0]}x{self.capacities[1]}"

    def deal(self, number: int) -> tuple[int, ...]:
        return (0, 0)

    def moves(self, position: tuple[int, ...]) -> Sequence[str]:
        return [
            word
            for word in ("fill0", "fill1", "empty0", "empty1", "pour0", "pour1")
            if self._after(position, word) != position
        ]

    def play(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        if move not in self.moves(position):
            raise IllegalMove(f"{move} does nothing")
        return self._after(position, move)

    def _after(self, position: tuple[int, ...], move: str) -> tuple[int, ...]:
        jug = int(move[-1])
        amounts = list(position)
        if move.startswith("fill"):
            amounts[jug] = self.capacities[jug]
        elif move.startswith("empty"):
            amounts[jug] = 0
        else:
            poured = min(amounts[jug], self.capacities[1 - jug] - amounts[1 - jug])
            amounts[jug] -= poured
            amounts[1 - jug] += poured
        return tuple(amounts)

    def is_goal(self, position: tuple[int, ...]) -> bool:
        return self.goal in position

    def format_position(self, position: tuple[int, ...]) -> str:
        return " ".join(map(str, position))

    def parse_position(self, text: str) -> tuple[int, ...]:
        try:
            return tuple(map(int, text.split()))
        except ValueError as error:
            raise NotationError(str(error)) from None

    def format_move(self, position: tuple[int, ...], move: str) -> str:
        return move

    def parse_move(self, position: tuple[int, ...], text: str) -> str:
        return text


@dataclass(frozen=True)
class Corridor(Game[int, int]):
    """One way, forward: as long a path as is asked for, with a dead end beside every step."""

    length: int
    name = "corridor"

    @property
    def size(self) -> int:
        return self.length

    def deal(self, number: int) -> int:
        return 0

    def moves(self, position: int) -> Sequence[int]:
        return [] if position < 0 else [-1, 1]

    def play(self, position: int, move: int) -> int:
        if move not in self.moves(position):
            raise IllegalMove("a dead end")
        return position + 1 if move > 0 else -1 - position

    def is_goal(self, position: int) -> bool:
        return position == self.length

    def format_position(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        return int(text)

    def format_move(self, position: int, move: int) -> str:
        return f"{move:+d}"

    def parse_move(self, position: int, text: str) -> int:
        return int(text)


FIVE = ["breadth-first", "depth-first", "priority-first", "a-star", "ida-star"]


def test_every_game_has_the_five_reference_algorithms() -> None:
    assert list(algorithms(Jugs())) == FIVE


@pytest.mark.parametrize("algorithm", FIVE)
def test_a_game_in_plain_python_is_solved(algorithm: str) -> None:
    game = Jugs()
    result = solve(game, game.deal(1), algorithm=algorithm)
    assert result.outcome is Outcome.SOLVED
    assert result.moves is not None
    assert 4 in certify(game, (0, 0), result.moves)
    if result.proved_shortest:
        assert result.length == result.lower_bound == 6
    assert result.length is not None
    assert result.length >= 6
    words = game.write_moves((0, 0), result.moves)
    assert game.read_moves((0, 0), words) == list(result.moves)
    assert game.decode(game.encode((1, 5))) == (1, 5)


@pytest.mark.parametrize("algorithm", FIVE)
def test_a_game_that_can_not_be_won_is_proved_so(algorithm: str) -> None:
    result = solve(Jugs((2, 4), goal=3), (0, 0), algorithm=algorithm)
    assert (result.outcome, result.lower_bound, result.moves) == (Outcome.UNSOLVABLE, None, None)


@pytest.mark.parametrize("algorithm", FIVE)
def test_limits_hold_for_own_games(algorithm: str) -> None:
    limits = Limits(nodes=3)
    result = solve(Corridor(100), 0, algorithm=algorithm, limits=limits)
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, 3)


def test_the_default_of_an_own_game_finds_shortest_solutions() -> None:
    assert solve(Jugs(), (0, 0)).proved_shortest


def test_an_own_game_has_no_kernel_and_no_row_symmetry() -> None:
    with pytest.raises(InputError, match="has no kernel for jugs"):
        solve(Jugs(), (0, 0), engine="kernel")
    with pytest.raises(InputError, match=r"^unknown symmetry 'rows': expected one of none$"):
        solve(Jugs(), (0, 0), symmetry="rows")


LONG = 100_000


@pytest.mark.parametrize(
    "search",
    [
        breadth_first,
        depth_first,
        partial(priority_first, priority=lambda position: int(position >= 0)),
        partial(a_star, heuristic=lambda position: LONG - position if position >= 0 else 0),
        # Without a heuristic IDA* would need LONG rounds; with a perfect one it needs one.
        partial(ida_star, heuristic=lambda position: LONG - position if position >= 0 else 0),
    ],
    ids=FIVE,
)
def test_a_path_of_a_hundred_thousand_moves_overflows_no_stack(search) -> None:
    game = Corridor(LONG)
    space = PlainSpace(game)
    keys = search(space, 0, Meter(Limits()))
    assert len(keys) == LONG
    moves = moves_along(space, 0, keys)
    assert certify(game, 0, moves) == LONG


@pytest.mark.parametrize("columns", [10, 13])
@pytest.mark.parametrize("algorithm", ["depth-first-aces-last", "depth-first-aces-first"])
@pytest.mark.parametrize("duplicates", ["hash", "patricia"])
def test_a_deep_kernel_search_overflows_no_stack(columns: int, algorithm: str, duplicates: str) -> None:
    game = Superpuzz(columns)
    limits = Limits(nodes=200_000, memory=2**29)
    result = solve(game, game.deal(3), algorithm=algorithm, duplicates=duplicates, limits=limits)
    assert result.outcome in (Outcome.SOLVED, Outcome.NODE_LIMIT)
    assert result.outcome is Outcome.SOLVED or result.expanded == 200_000
