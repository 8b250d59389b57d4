"""What a search is called with that is not of its kind is refused, for every game and algorithm."""

import threading
from typing import Any

import pytest

from yomikiri import (
    FreeCell,
    Game,
    Gaps,
    InputError,
    Limits,
    Sliding,
    Superpuzz,
    algorithms,
    shorten,
    solve,
    solve_arrangements,
)
from yomikiri._kernel import MAX_THREADS
from yomikiri.search import Outcome


class Unspeakable:
    """An object that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no words")


NAMES = [5, b"a-star", [], {}, object(), Unspeakable()]
HOSTILE: dict[str, list[Any]] = {
    "algorithm": [*NAMES, ""],
    "heuristic": [*NAMES, ""],
    "states": [*NAMES, ""],
    "duplicates": [*NAMES, None],
    "symmetry": [*NAMES, None],
    "engine": [*NAMES, None],
    "limits": [5, "x", {}, (1, 2, 3)],
    "cancel": [1, "x", lambda: False, object],
    "progress": [5, "x", []],
    "threads": [10**9, 10**30, MAX_THREADS + 1, 0, -1, 1.0, "2", True, None],
    "resume": [5, object(), []],
    "shortest": [5, "yes", None, []],
    "count_shortest": [5, "yes", None],
    "hash_seed": [-1, 1.5, "x", None, 2**64, True],
}
GAMES: list[Game[Any, Any]] = [
    Superpuzz(4),
    Gaps(4),
    FreeCell(ranks=3, columns=4, cells=2),
    Sliding(2, 3),
]


def test_what_cannot_be_shown_is_refused_when_searches_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", "yomikiri.search")
    game = Superpuzz(4)
    with pytest.raises(InputError, match="algorithm"):
        solve(game, game.deal(1), algorithm=Unspeakable())  # type: ignore[arg-type]
    assert "algorithm=<Unspeakable>" in caplog.text


@pytest.mark.parametrize("argument", HOSTILE)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_not_of_its_kind_is_refused(game: Game[Any, Any], argument: str) -> None:
    position = game.deal(1)
    for algorithm in [None, *algorithms(game)]:
        named = {} if argument == "algorithm" else {"algorithm": algorithm}
        for value in HOSTILE[argument]:
            with pytest.raises(InputError, match=f"^(unknown )?{argument}"):
                solve(game, position, **named, **{argument: value})


@pytest.mark.parametrize("game", ["freecell", None, 5, FreeCell], ids=str)
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(InputError, match=r"^game .*: expected a yomikiri\.Game$"):
        solve(game, None)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"first": 1}, "first 1: expected True or False"),
        ({"limits": 5}, "limits 5: expected a yomikiri.Limits"),
        ({"algorithm": 5}, "algorithm 5: expected a name"),
        ({"threads": 10**9}, "threads 1000000000 is not a number of threads: expected 1 to"),
        ({"arrangements": [5]}, "'5' is not an arrangement"),
        ({"arrangements": 5}, "arrangements 5: expected a list of names"),
    ],
)
def test_the_arrangements_of_a_deal_are_asked_for_as_strictly(options: dict[str, Any], message: str) -> None:
    game = Gaps(4)
    with pytest.raises(InputError) as caught:
        solve_arrangements(game, game.layout(1), **options)
    assert str(caught.value).startswith(message)


def test_a_position_is_no_layout() -> None:
    game = Gaps(4)
    with pytest.raises(InputError, match=r"^a layout of gaps was expected, found Position$"):
        solve_arrangements(game, game.deal(1))  # type: ignore[arg-type]


def test_shortening_takes_limits_only() -> None:
    game = Superpuzz(4)
    with pytest.raises(InputError, match=r"^limits 5: expected"):
        shorten(game, game.deal(1), [], 5)  # type: ignore[arg-type]


def test_an_event_of_threading_cancels_too() -> None:
    cancel = threading.Event()
    cancel.set()
    result = solve(Sliding(4, 4), Sliding(4, 4).deal(1), cancel=cancel)  # type: ignore[arg-type]
    assert result.outcome is Outcome.CANCELLED


def test_numbers_of_threads_that_can_be_are_taken() -> None:
    game = FreeCell(ranks=3, columns=4, cells=2)
    for threads in (1, 2, MAX_THREADS):
        found = solve(game, game.deal(1), shortest=True, threads=threads, limits=Limits(nodes=10_000))
        assert found.outcome is Outcome.SOLVED
