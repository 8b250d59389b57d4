"""The batched search of the kernel beside its reference: same paths, bounds and counts, for every game."""

import math
import random
from collections.abc import Iterator
from typing import Any

import pytest

from yomikiri import Gaps, Heuristic, Limits, Outcome, Sliding, Superpuzz, from_array, solve, to_array
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entry_of
from yomikiri.core.space import PlainSpace
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.peg.rules import Peg
from yomikiri.search.algorithms import heuristic_of
from yomikiri.search.best_first import BestFirst, Order
from yomikiri.search.control import Meter, Stopped
from yomikiri.search.guided import kernel_of
from yomikiri.search.heuristic import DEAD_END

GAMES: list[Game[Any, Any]] = [
    Sliding(3, 3),
    Sliding(2, 4, "blank-first"),
    Superpuzz(4),
    Gaps(4),
    FreeCell(columns=3, cells=1, ranks=3),
    FreeCell(columns=3, cells=1, ranks=3, metric="supermove"),
    BlackHole(5),
    Peg("4x4", finish="any"),
    Peg("4x4", finish="any", metric="moves"),
]
IDS = [repr(game) for game in GAMES]


def space_of(game: Game[Any, Any]) -> Any:
    make = entry_of(game).part("space")
    return PlainSpace(game) if make is None else make(game, "none")


def deals(game: Game[Any, Any], count: int) -> Iterator[Any]:
    return (game.deal(number) for number in range(1, count + 1))


def noisy(game: Game[Any, Any]) -> Heuristic:
    """A bad heuristic: neither admissible nor consistent, with dead ends that are none."""

    def value(position: Any) -> int:
        draw = random.Random(game.encode(position)).randrange(20)
        return DEAD_END if draw == 0 else heuristic_of(game)(position) + draw

    return Heuristic(value, "noisy")


def lowered(game: Game[Any, Any]) -> Heuristic:
    """An admissible heuristic that is far from consistent."""

    def value(position: Any) -> int:
        return heuristic_of(game)(position) * random.Random(game.encode(position)).randrange(2)

    return Heuristic(value, "lowered", admissible=True)


def both(game: Game[Any, Any], position: Any, heuristic: Heuristic, order: Order, nodes: int) -> list[Any]:
    """What the two searches answer."""
    space = space_of(game)
    meter = Meter(Limits(nodes=nodes))
    search = BestFirst(space, meter, heuristic.bound_to(game, 0).of, order)
    try:
        outcome = "unsolvable" if search.run(position) is None else "solved"
    except Stopped as stop:
        outcome = stop.outcome.value
    path = search.path or []
    expected = (outcome, path, meter.expanded, meter.generated, meter.stored, meter.lower_bound)
    width = game.code_bytes or len(game.encode(position))
    answer = kernel_of(space).best_first(
        game.encode(position),
        heuristic.bound_to(game, width).of_rows,
        weight=order.weight,
        within=order.within,
        batch=order.batch,
        row=width,
        nodes=nodes,
        seconds=None,
        memory=2**28,
        watch=lambda *counts: False,
    )
    found = (
        answer.outcome,
        answer.path,
        answer.expanded,
        answer.generated,
        answer.stored,
        answer.lower_bound,
    )
    return [expected, found]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
@pytest.mark.parametrize("batch", [1, 7, 500])
def test_kernel_and_reference_agree_in_every_count(game: Game[Any, Any], batch: int) -> None:
    orders = [Order(1, 0, batch), Order(1.5, 0, batch), Order(math.inf, 0, batch)]
    proving = [Order(1, 1, batch), Order(1.7, 1.7, batch), Order(math.inf, math.inf, batch)]
    for position in deals(game, 2):
        for order in orders:
            expected, found = both(game, position, noisy(game), order, 50)
            assert found == expected
        for order in proving:
            expected, found = both(game, position, lowered(game), order, 50)
            assert found == expected


@pytest.mark.parametrize("batch", [1, 3, 40, 1000])
def test_answers_are_shortest_whatever_the_batch(batch: int) -> None:
    game = Sliding(3, 3)
    for number in (1, 4):
        position = game.deal(number)
        expected = solve(game, position, algorithm="breadth-first")
        for heuristic in (lowered(game), Heuristic(heuristic_of(game), "game's", consistent=True)):
            batched = Heuristic(
                lambda rows, one=heuristic: [one.function(each) for each in from_array(game, rows)],
                admissible=True,
                batch=batch,
            )
            result = solve(game, position, algorithm="a-star", heuristic=batched)
            assert (result.outcome, result.proved_shortest) == (Outcome.SOLVED, True)
            assert result.length == expected.length == result.lower_bound


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_rows_are_positions_and_back(game: Game[Any, Any]) -> None:
    rng = random.Random(repr(game))
    met = []
    for position in deals(game, 3):
        for _ in range(30):
            met.append(position)
            moves = game.moves(position)
            if not moves:
                break
            position = game.play(position, rng.choice(moves))
    array = to_array(game, met)
    assert array.shape == (len(met), game.code_bytes or len(game.encode(met[0])))
    assert array.dtype == "uint8"
    assert from_array(game, array) == met
