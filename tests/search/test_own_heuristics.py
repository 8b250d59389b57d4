"""A heuristic of the caller's: what it may be, what it proves, and what becomes of what is wrong with it."""

import math
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy
import pytest

from yomikiri import (
    DEAD_END,
    Cancel,
    Game,
    Heuristic,
    InputError,
    Limits,
    Outcome,
    Progress,
    Sliding,
    Superpuzz,
    algorithms,
    solve,
)
from yomikiri.games.sliding.manhattan import Manhattan

GAME = Sliding(3, 3)
MANHATTAN = Manhattan(GAME)
ENGINES = ["kernel", "python"]


def batched(rows: Any) -> Any:
    """The Manhattan distance of every row."""
    cells = numpy.arange(9)
    total = numpy.zeros(len(rows), dtype=int)
    for tile in range(1, 9):
        at, home = (rows == tile) @ cells, GAME.goal.index(tile)
        total += abs(at // 3 - home // 3) + abs(at % 3 - home % 3)
    return total


@pytest.mark.parametrize("engine", ENGINES)
def test_a_bare_function_finds_solutions_and_proves_nothing(engine: str) -> None:
    for number in range(1, 6):
        result = solve(GAME, GAME.deal(number), heuristic=MANHATTAN, engine=engine)
        assert result.outcome is Outcome.SOLVED
        assert result.certified
        assert (result.proved_shortest, result.lower_bound) == (False, 0)
        assert result.algorithm == "a-star"
        assert result.heuristic == "Manhattan"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_declared_one_proves(engine: str) -> None:
    for number in range(1, 6):
        position = GAME.deal(number)
        own = Heuristic(MANHATTAN, "mine", admissible=True)
        result = solve(GAME, position, heuristic=own, shortest=True, engine=engine)
        assert result.proved_shortest
        assert result.length == solve(GAME, position, shortest=True).length
        assert result.heuristic == "mine"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_batch_of_one_searches_as_a_function_does(engine: str) -> None:
    position = GAME.deal(3)
    one = solve(GAME, position, heuristic=Heuristic(MANHATTAN, consistent=True), engine=engine)
    rows = solve(GAME, position, heuristic=Heuristic(batched, consistent=True, batch=1), engine=engine)
    assert (one.moves, one.expanded, one.stored) == (rows.moves, rows.expanded, rows.stored)


def test_a_batch_is_never_larger_than_asked_for_and_runs_repeat() -> None:
    sizes: list[int] = []

    def counting(rows: Any) -> Any:
        sizes.append(len(rows))
        assert not rows.flags.writeable
        return batched(rows)

    first = solve(GAME, GAME.deal(1), heuristic=Heuristic(counting, admissible=True, batch=64))
    assert max(sizes) == 64
    assert sum(sizes) == first.stored - 1  # All but the goal, once each.
    again = solve(GAME, GAME.deal(1), heuristic=Heuristic(counting, admissible=True, batch=64))
    assert (first.moves, first.expanded, first.generated) == (again.moves, again.expanded, again.generated)


def test_a_position_without_a_solution_is_proved_so_by_any_heuristic() -> None:
    game = Superpuzz(4)
    lost = next(n for n in range(1, 99) if solve(game, game.deal(n)).outcome is Outcome.UNSOLVABLE)
    for engine in ENGINES:
        for own in (lambda position: 3, lambda position: DEAD_END):
            result = solve(game, game.deal(lost), heuristic=own, engine=engine)
            assert (result.outcome, result.lower_bound) == (Outcome.UNSOLVABLE, None)


def test_dead_ends_are_believed_of_admissible_heuristics_only() -> None:
    game, position = Sliding(2, 3), Sliding(2, 3).deal(1)
    for dead in (DEAD_END, math.inf):
        for engine in ENGINES:
            found = solve(game, position, heuristic=lambda _, dead=dead: dead, engine=engine)
            assert found.outcome is Outcome.SOLVED
            trusted = Heuristic(lambda _, dead=dead: dead, admissible=True)
            assert solve(game, position, heuristic=trusted, engine=engine).outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("value", "named"),
    [
        (-1, "-1"),
        (2.5, "2.5"),
        (math.nan, "nan"),
        (-math.inf, "-inf"),
        (16_384, "16384"),
        ("three", "'three'"),
        (None, "None"),
        (True, "True"),
        (10**30, "1000000"),
    ],
)
def test_a_wrong_value_is_named(value: Any, named: str, engine: str) -> None:
    with pytest.raises(InputError, match=f"'bad' gave {named}.*expected a whole number from 0 to 16383"):
        solve(GAME, GAME.deal(1), heuristic=Heuristic(lambda position: value, "bad"), engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("values", "message"),
    [
        (lambda n: numpy.zeros((n, 1), dtype=int), r"shape \(1, 1\) for 1 positions: expected \(1,\)"),
        (lambda n: 3, r"shape \(\) for 1"),
        (lambda n: numpy.full(n, numpy.nan), "gave nan for row 0"),
        (lambda n: numpy.full(n, 1.5), "gave 1.5 for row 0"),
        (lambda n: numpy.full(n, -2), "gave -2 for row 0"),
        (lambda n: numpy.full(n, 70_000), "gave 70000 for row 0"),
        (lambda n: numpy.full(n, "x"), "an array of <U1"),
    ],
)
def test_a_wrong_array_is_named(values: Callable[[int], Any], message: str, engine: str) -> None:
    own = Heuristic(lambda rows: values(len(rows)), "bad", batch=8)
    with pytest.raises(InputError, match=message):
        solve(GAME, GAME.deal(1), heuristic=own, engine=engine)


@pytest.mark.parametrize("kind", ["float32", "float64", "uint8", "int16", "int64"])
def test_whole_numbers_of_any_type_are_taken(kind: str) -> None:
    own = Heuristic(lambda rows: batched(rows).astype(kind), consistent=True, batch=100)
    assert solve(GAME, GAME.deal(2), heuristic=own).proved_shortest


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("batch", [None, 4])
def test_an_exception_reaches_the_caller(engine: str, batch: int | None) -> None:
    calls = []

    def failing(_: Any) -> Any:
        calls.append(1)
        if len(calls) > 20:
            raise ZeroDivisionError("mine")
        return 0 if batch is None else numpy.zeros(len(_), dtype=int)

    with pytest.raises(ZeroDivisionError, match="mine"):
        solve(GAME, GAME.deal(1), heuristic=Heuristic(failing, batch=batch), engine=engine)
    assert len(calls) == 21


@pytest.mark.parametrize("engine", ENGINES)
def test_limits_hold(engine: str) -> None:
    game = Sliding(4, 4)
    own = Heuristic(lambda position: 0, "zero", admissible=True)

    def stopped(limits: Limits) -> Outcome:
        return solve(game, game.deal(1), heuristic=own, limits=limits, engine=engine).outcome

    assert stopped(Limits(nodes=0)) is Outcome.NODE_LIMIT
    assert stopped(Limits(nodes=10)) is Outcome.NODE_LIMIT
    assert stopped(Limits(seconds=0.05)) is Outcome.TIME_LIMIT
    assert stopped(Limits(memory=1_000_000)) is Outcome.MEMORY_LIMIT
    result = solve(game, game.deal(1), heuristic=own, limits=Limits(nodes=10), engine=engine)
    assert result.expanded == 10


@pytest.mark.parametrize("engine", ENGINES)
def test_a_slow_function_can_be_cancelled_after_any_call(engine: str) -> None:
    calls: list[int] = []
    cancel = Cancel()

    def slow(position: Any) -> int:
        calls.append(1)
        if len(calls) == 3:
            cancel.set()
        # Longer than the kernel waits between two looks at its watch.
        threading.Event().wait(0.11)
        return 0

    result = solve(GAME, GAME.deal(1), heuristic=slow, cancel=cancel, engine=engine)
    assert result.outcome is Outcome.CANCELLED
    assert len(calls) == 3


def test_progress_is_told() -> None:
    told: list[Progress] = []
    game = Sliding(4, 4)
    own = Heuristic(lambda position: 0, admissible=True)
    solve(game, game.deal(1), heuristic=own, progress=told.append, limits=Limits(seconds=0.4))
    assert len(told) >= 2
    assert told[-1].expanded > 0


def test_a_false_promise_that_shows_is_an_error() -> None:
    own = Heuristic(lambda position: 3 * MANHATTAN(position), "triple", admissible=True)
    with pytest.raises(InputError, match="'triple' is declared admissible and is not"):
        solve(GAME, GAME.deal(1), heuristic=own)


def test_what_does_not_go_together_is_refused() -> None:
    position = GAME.deal(1)
    own = Heuristic(MANHATTAN)
    cases: list[tuple[dict[str, Any], str]] = [
        ({"shortest": True}, "not declared admissible"),
        ({"algorithm": "breadth-first"}, "expected one of a-star, weighted-a-star, greedy"),
        ({"threads": 2}, "threads 2 does not go with a heuristic of your own"),
        ({"states": "fingerprint"}, "states fingerprint"),
        ({"duplicates": "patricia"}, "duplicates patricia"),
        ({"hash_seed": 3}, "hash_seed 3"),
        ({"count_shortest": True}, "count_shortest True"),
        ({"resume": "file"}, "resume file"),
        ({"weight": 1.5}, "weight 1.5 is for weighted-a-star"),
        ({"algorithm": "weighted-a-star", "weight": 0.5}, "weight 0.5: expected a number from 1"),
    ]
    for given, message in cases:
        with pytest.raises(InputError, match=message):
            solve(GAME, position, heuristic=own, **given)
    with pytest.raises(InputError, match="expected a name, a function or"):
        solve(GAME, position, heuristic=3)  # type: ignore[arg-type]
    for wrong in ({"batch": 0}, {"batch": 65_537}, {"batch": True}, {"admissible": 1}):
        with pytest.raises(InputError, match="expected"):
            Heuristic(MANHATTAN, **wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="expected a function"):
        Heuristic("manhattan")  # type: ignore[arg-type]


def test_greedy_and_weighted_follow_an_own_heuristic() -> None:
    game = GAME
    own = Heuristic(Manhattan(game), "mine", admissible=True)
    for number in (1, 2, 3):
        position = game.deal(number)
        greedy = solve(game, position, algorithm="greedy", heuristic=own)
        assert greedy.outcome is Outcome.SOLVED
        result = solve(game, position, algorithm="weighted-a-star", heuristic=own, weight=1.5)
        assert result.length is not None
        assert result.lower_bound is not None
        assert result.length <= 1.5 * result.lower_bound + 1e-9


def test_symmetric_positions_count_as_one_if_asked() -> None:
    game = Superpuzz(4)
    plain = solve(game, game.deal(1), heuristic=lambda position: 0)
    alike = solve(game, game.deal(1), heuristic=lambda position: 0, symmetry="rows")
    assert alike.outcome is plain.outcome
    assert alike.stored < plain.stored


class Counter(Game[int, int]):
    """A game of Python alone: count to a hundred by ones and sevens."""

    name = "counter"

    @property
    def size(self) -> int:
        return 100

    def deal(self, number: int) -> int:
        return number

    def moves(self, position: int) -> list[int]:
        return [step for step in (1, 7) if position + step <= 100]

    def play(self, position: int, move: int) -> int:
        return position + move

    def is_goal(self, position: int) -> bool:
        return position == 100

    def encode(self, position: int) -> bytes:
        return bytes([position])

    def decode(self, code: bytes) -> int:
        return code[0]

    def format_position(self, position: int) -> str:
        return str(position)

    def parse_position(self, text: str) -> int:
        return int(text)

    def format_move(self, position: int, move: int) -> str:
        return str(move)

    def parse_move(self, position: int, text: str) -> int:
        return int(text)


def test_a_game_of_python_alone_takes_both_forms() -> None:
    game = Counter()
    one = Heuristic(lambda position: -(-(100 - position) // 7), "steps", consistent=True)
    many = Heuristic(lambda rows: (106 - rows[:, 0].astype(int)) // 7, "steps", consistent=True, batch=32)
    for own in (one, many):
        result = solve(game, 2, heuristic=own)
        assert (result.length, result.proved_shortest) == (14, True)
    with pytest.raises(InputError, match="counter is not in the kernel"):
        solve(game, 2, heuristic=one, engine="kernel")
    assert "a-star" in algorithms(game)


def test_yomikiri_does_not_load_numpy() -> None:
    program = "import yomikiri, sys; yomikiri.solve, yomikiri.Heuristic; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
