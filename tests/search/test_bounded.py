"""Bounded search keeps what it promises: on whole small graphs, in both engines, for every game."""

import itertools
from collections import deque
from functools import cache
from typing import Any

import pytest

from yomikiri import (
    Cancel,
    Gaps,
    InputError,
    Limits,
    Outcome,
    Progress,
    Result,
    Sliding,
    Superpuzz,
    algorithms,
    solve,
    solve_many,
)
from yomikiri.core.protocol import Game
from yomikiri.core.registry import entries
from yomikiri.games.blackhole.rules import BlackHole
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.peg.rules import Peg
from yomikiri.search.within import Within

GAMES: list[Game[Any, Any]] = [
    Sliding(2, 3),
    Superpuzz(3),
    Superpuzz(4),
    Gaps(4),
    FreeCell(columns=3, cells=1, ranks=3),
    FreeCell(columns=3, cells=1, ranks=3, metric="supermove"),
    BlackHole(3),
    Peg("4x4", finish="any", metric="moves"),
]
LARGEST = 3_000
"""Positions of a graph that is looked at as a whole."""
SAMPLE = 12
"""Positions of each that are searched."""


def distances(game: Game[Any, Any], start: Any) -> dict[Any, int | None]:
    """For each position that can be reached, up to so many, the moves of a shortest solution; None: none.

    Plain breadth-first search, forwards for the graph and backwards for the distances.
    """
    before: dict[Any, list[Any]] = {start: []}
    queue = deque([start])
    while queue:
        position = queue.popleft()
        for move in () if game.is_goal(position) else game.moves(position):
            after = game.play(position, move)
            if after not in before:
                if len(before) == LARGEST:
                    return {}
                before[after] = []
                queue.append(after)
            before[after].append(position)
    found: dict[Any, int | None] = {position: 0 for position in before if game.is_goal(position)}
    queue = deque(found)
    while queue:
        position = queue.popleft()
        for other in before[position]:
            if other not in found:
                found[other] = (found[position] or 0) + 1
                queue.append(other)
    return {position: found.get(position) for position in before}


@cache
def graphs(game: Game[Any, Any]) -> list[tuple[Any, int | None]]:
    """Positions from whole graphs of a game, with what they need."""
    cases: list[tuple[Any, int | None]] = []
    for number in range(1, 30):
        known = list(distances(game, game.deal(number)).items())
        cases += known[:: max(1, len(known) // SAMPLE)]
        if len(cases) >= 2 * SAMPLE and any(shortest for _, shortest in cases):
            break
    return cases


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_a_solution_is_as_good_as_was_asked(game: Game[Any, Any], engine: Any) -> None:
    solved = 0
    rooms: list[str | int] = [0, 1, 3, "5%", "25%", "200%"]
    for count, (position, shortest) in enumerate(graphs(game)):
        asked = rooms[count % len(rooms)]
        result = solve(game, position, within=asked, engine=engine)
        assert result.algorithm == "bounded"
        if shortest is None:
            assert (result.outcome, result.moves, result.lower_bound) == (Outcome.UNSOLVABLE, None, None)
            continue
        assert result.outcome is Outcome.SOLVED
        assert result.certified
        assert result.length is not None
        assert result.lower_bound is not None
        assert result.lower_bound <= shortest <= result.length
        assert result.length <= Within.of(asked).allowed(result.lower_bound)
        assert result.length <= Within.of(asked).allowed(shortest)
        assert result.within == str(asked)
        solved += 1
    assert solved


def test_the_fifteen_puzzle_by_every_heuristic_without_tables() -> None:
    game = Sliding(4, 4)
    for number in (1, 2):
        shortest = solve(game, game.deal(number)).length
        assert shortest is not None
        for heuristic in ("linear-conflict", "manhattan", "walking-distance", None):
            result = solve(game, game.deal(number), within="10%", heuristic=heuristic)
            assert result.outcome is Outcome.SOLVED
            assert result.length is not None
            assert result.lower_bound is not None
            assert result.lower_bound <= shortest <= result.length <= Within.of("10%").allowed(shortest)


@pytest.mark.parametrize("number", [3, 8, 16])
def test_freecell_takes_less_than_for_a_shortest_solution(number: int) -> None:
    game = FreeCell()
    shortest = solve(game, game.deal(number), shortest=True)
    for asked, times in (("2%", 1.5), ("5%", 5), ("15%", 20)):
        result = solve(game, game.deal(number), within=asked)
        assert result.length is not None
        assert shortest.length is not None
        assert result.length <= Within.of(asked).allowed(shortest.length)
        assert result.expanded * times < shortest.expanded


def test_superpuzz_at_full_size_within_moves() -> None:
    game = Superpuzz(8)
    for number in range(1, 6):
        shortest = solve(game, game.deal(number), shortest=True)
        result = solve(game, game.deal(number), within=4)
        assert result.outcome is shortest.outcome
        if shortest.length is not None:
            assert result.length is not None
            assert result.length <= shortest.length + 4


@pytest.mark.parametrize("engine", ["kernel", "python"])
def test_a_limit_leaves_both_bounds_and_the_best_solution(engine: Any) -> None:
    game = Sliding(3, 3)
    position = game.deal(1)
    shortest = solve(game, position, shortest=True).length
    assert shortest is not None
    outcomes = set()
    for nodes in (0, 5, 40, 100, 300):
        result = solve(game, position, within=0, engine=engine, limits=Limits(nodes=nodes))
        outcomes.add(result.outcome)
        assert result.expanded <= nodes or engine == "kernel"
        assert (result.lower_bound or 0) <= shortest
        assert result.within == "0"
        if result.outcome is not Outcome.SOLVED:
            assert result.outcome is Outcome.NODE_LIMIT
            assert not result.proved_shortest or result.length == shortest
    assert Outcome.NODE_LIMIT in outcomes


def test_sliding_puzzles_at_a_limit_have_a_solution_that_is_too_long() -> None:
    game = Sliding(4, 4)
    result = solve(game, game.deal(1), within=0, heuristic="linear-conflict", limits=Limits(nodes=60_000))
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.expanded == 60_000
    assert result.length is not None
    assert result.lower_bound is not None
    assert result.upper_bound == result.length > result.lower_bound
    assert not result.proved_shortest


def test_beams_of_sliding_puzzles_widen_with_the_work_of_the_rounds() -> None:
    game = Sliding(4, 4)
    result = solve(game, game.deal(7), within=0, heuristic="linear-conflict")
    shortest = solve(game, game.deal(7), shortest=True)
    assert result.length == result.lower_bound == shortest.length
    widths = [level.value for level in result.levels if level.by == "beam"]
    assert len(widths) > 2
    assert all(2 * narrow <= wide for narrow, wide in itertools.pairwise(widths))


def test_freecell_at_a_limit_has_a_solution_that_is_too_long() -> None:
    game = FreeCell()
    result = solve(game, game.deal(1), within="1%", limits=Limits(nodes=20_000))
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.moves is not None
    assert result.lower_bound is not None
    assert result.upper_bound == result.length
    assert (result.length or 0) > Within.of("1%").allowed(result.lower_bound)
    assert result.proved_factor is not None
    assert not result.proved_shortest


def test_progress_shows_the_bounds_and_a_cancellation_ends_it() -> None:
    game, seen = FreeCell(), list[Progress]()
    cancel = Cancel()

    def watch(now: Progress) -> None:
        seen.append(now)
        if now.lower_bound > 0:
            cancel.set()

    result = solve(game, game.deal(1), within="1%", progress=watch, cancel=cancel)
    assert result.outcome is Outcome.CANCELLED
    assert seen
    assert result.lower_bound


def test_results_say_what_was_asked_in_json() -> None:
    game = Superpuzz(4)
    position = game.deal(1)
    result = solve(game, position, within="10%")
    assert Result.from_json(result.to_json(game, position), game, position) == result
    assert result.to_dict(game, position)["within"] == "10%"


def test_many_deals_within() -> None:
    results = list(solve_many(FreeCell(), range(1, 4), within="10%"))
    assert [result.algorithm for result in results] == ["bounded"] * 3
    for result in results:
        assert result.proved_factor is not None
        assert result.proved_factor <= 1.1


def test_every_game_with_heuristics_has_it() -> None:
    for entry in entries().values():
        game = entry.made(None, None, {})
        bounded = algorithms(game)["bounded"]
        assert bounded.bounded
        assert not bounded.shortest
        assert sum(other.bounded for other in algorithms(game).values()) == 1


def test_without_a_word_it_is_five_per_cent() -> None:
    game = Superpuzz(4)
    assert solve(game, game.deal(1), algorithm="bounded").within == "5%"


@pytest.mark.parametrize(
    ("asked", "share", "moves"),
    [("5%", 50_000, 0), ("2.5%", 25_000, 0), ("0.0001%", 1, 0), ("0%", 0, 0), ("3", 0, 3), (3, 0, 3)],
)
def test_what_is_asked_is_read_exactly(asked: Any, share: int, moves: int) -> None:
    room = Within.of(asked)
    assert (room.share, room.moves) == (share, moves)
    assert eval(repr(room)) == room
    assert Within.of(str(room)) == room


@pytest.mark.parametrize("text", ["5%", "1%", "33.3%", "0", "1", "7", "250%"])
def test_what_a_solution_needs_is_the_least_that_allows_it(text: str) -> None:
    room = Within.of(text)
    for length in range(300):
        least = room.needed(length)
        assert room.allowed(least) >= length
        assert least == 0 or room.allowed(least - 1) < length


@pytest.mark.parametrize(
    "asked",
    ["-3", -3, "5%%", "%", "", "5 %", "1e3", "0.00001%", 0.05, True, "999999", "200000%", b"5%", "\u0665%"],
)
def test_what_is_no_room_is_refused(asked: Any) -> None:
    game = Superpuzz(4)
    with pytest.raises(InputError, match="within"):
        solve(game, game.deal(1), within=asked)


def test_it_does_not_go_with_what_asks_for_something_else() -> None:
    game = FreeCell()
    position = game.deal(1)
    with pytest.raises(InputError, match="within 5% does not go with a shortest solution"):
        solve(game, position, within="5%", shortest=True)
    with pytest.raises(InputError, match="within 3 is for bounded, not for a-star"):
        solve(game, position, within=3, algorithm="a-star")
    with pytest.raises(InputError, match="unknown algorithm 'fats'"):
        solve(game, position, within=3, algorithm="fats")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="within 3 does not go with a heuristic of your own"):
        solve(game, position, within=3, heuristic=lambda position: 0)
