"""The kernel's searches for any game beside the reference algorithms: same verdicts, lengths and counts."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from yomikiri import Sliding, Superpuzz, _kernel
from yomikiri.core.protocol import Game
from yomikiri.core.space import PlainSpace, Space
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace
from yomikiri.games.sliding.linear_conflict import LinearConflict
from yomikiri.games.sliding.manhattan import Manhattan
from yomikiri.search.control import Meter
from yomikiri.search.exhaustive import breadth_first, depth_first
from yomikiri.search.informed import a_star
from yomikiri.search.outcome import Limits

ASKED: Any = {"nodes": None, "seconds": None, "memory": 2**28, "watch": lambda *counts: False}
MIDDLE = (1, 2, 3, 4, 0, 5, 6, 7, 8)


def kernel_of(game: Game[Any, Any], **more: Any) -> Any:
    """The kernel's class for a game, made with its rules."""
    if isinstance(game, Sliding):
        goal = game.encode(game.goal)
        return _kernel.sliding(rows=game.rows, columns=game.columns, goal=goal, **more)
    if isinstance(game, FreeCell):
        return _kernel.freecell(
            columns=game.columns,
            cells=game.cells,
            ranks=game.ranks,
            suit=game.building == "suit",
            kings=game.empty == "kings",
            supermove=game.metric == "supermove",
            **more,
        )
    assert isinstance(game, Superpuzz)
    return _kernel.rows(columns=game.columns, **more)


def space_of(game: Game[Any, Any]) -> Space:
    return FreeCellSpace(game) if isinstance(game, FreeCell) else PlainSpace(game)


SLIDING = [Sliding(2, 2), Sliding(2, 3), Sliding(3, 3), Sliding(3, 3, "blank-first"), Sliding(3, 3, MIDDLE)]
FREECELL = [
    FreeCell(columns=3, cells=1, ranks=3),
    FreeCell(columns=3, cells=1, ranks=3, metric="supermove"),
    FreeCell(columns=3, cells=2, ranks=3, building="suit"),
    FreeCell(columns=3, cells=1, ranks=3, empty="kings"),
]
GAMES = [*SLIDING[:3], *FREECELL, Superpuzz(3), Superpuzz(4)]


def deals(game: Game[Any, Any], count: int) -> Iterator[Any]:
    rng = random.Random(repr(game))
    for _ in range(count):
        yield (
            game.deal(rng.randrange(1, 10**6))
            if not isinstance(game, Superpuzz)
            else game.deal(rng.randrange(1, 100))
        )


def measured(
    search: Callable[..., list[bytes] | None], game: Game[Any, Any], position: Any, **more: Any
) -> Any:
    meter = Meter(Limits())
    keys = search(space_of(game), position, meter, **more)
    return keys, (meter.expanded, meter.generated, meter.stored)


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_moves_and_goals_are_those_of_the_rules_in_their_order(game: Game[Any, Any]) -> None:
    space = space_of(game)
    for position in deals(game, 3):
        for _ in range(10):
            position = space.canonical(position)
            kernel, code = kernel_of(game), game.encode(position)
            after = [space.canonical(game.play(position, move)) for move in game.moves(position)]
            expected = [(space.key(child), game.is_goal(child)) for child in after]
            assert kernel.children(code) == expected
            assert len(kernel.moves(code)) == len(after)
            assert kernel.is_goal(code) == game.is_goal(position)
            if not after:
                break
            position = random.Random(len(after)).choice(after)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@pytest.mark.parametrize("store", ["exact", "fingerprint"])
def test_exhaustive_searches_have_the_counts_of_the_references(game: Game[Any, Any], store: str) -> None:
    for position in deals(game, 3):
        code = game.encode(position)
        for order, search in (("breadth-first", breadth_first), ("depth-first", depth_first)):
            keys, counts = measured(search, game, position)
            found = kernel_of(game).explore(code, order=order, store=store, **ASKED)
            assert (found.expanded, found.generated, found.stored) == counts
            assert found.outcome == ("unsolvable" if keys is None else "solved")
            assert found.path == (keys or [])


@pytest.mark.parametrize("game", SLIDING, ids=repr)
@pytest.mark.parametrize(
    ("name", "heuristic"), [("manhattan", Manhattan), ("linear-conflict", LinearConflict)]
)
def test_a_star_expands_what_the_reference_does(game: Sliding, name: str, heuristic: Any) -> None:
    for position in deals(game, 2):
        code, kernel, estimate = game.encode(position), kernel_of(game, heuristic=name), heuristic(game)
        assert kernel.estimate(code) == estimate(position)
        keys, counts = measured(a_star, game, position, heuristic=estimate)
        assert keys is not None
        found = kernel.a_star(code, **ASKED)
        assert (found.outcome, found.expanded, found.generated) == ("solved", *counts[:2])
        assert len(found.path) == len(keys) == found.lower_bound
        for other in (kernel.ida_star(code, **ASKED), kernel.a_star(code, threads=2, **ASKED)):
            assert (other.outcome, len(other.path)) == ("solved", len(keys))


@pytest.mark.parametrize("game", [*SLIDING[:3], *FREECELL, Superpuzz(3), Superpuzz(4)], ids=repr)
def test_every_search_comes_to_the_same_verdict(game: Game[Any, Any]) -> None:
    for position in deals(game, 4):
        code, kernel = game.encode(position), kernel_of(game)
        shortest = kernel.explore(code, **ASKED)
        assert set(kernel.searches) >= {"explore", "decide", "slice", "a_star", "greedy", "beam", "ida_star"}
        for name in ("decide", "a_star", "greedy", "beam", "ida_star"):
            found = getattr(kernel, name)(code, **ASKED)
            assert found.outcome == shortest.outcome, name
            assert len(found.path) >= len(shortest.path), name
            if name in ("a_star", "ida_star"):
                assert len(found.path) == len(shortest.path), name
        if shortest.outcome == "solved":
            longer = kernel.explore(code, order="depth-first", **ASKED).path
            shorter = kernel.shorten(code, longer, **ASKED)
            assert (shorter.outcome, len(shorter.path)) == ("solved", len(shortest.path))
        weighted = kernel.a_star(code, weight=2, **ASKED)
        assert weighted.outcome == shortest.outcome
        assert len(weighted.path) <= 2 * len(shortest.path)


def test_limits_and_the_watch_stop_every_search() -> None:
    game = Sliding(4, 4)
    code, kernel = game.encode(game.deal(1)), kernel_of(game)
    for name in ("explore", "decide", "a_star", "greedy", "beam", "ida_star"):
        search = getattr(kernel, name)
        assert search(code, **{**ASKED, "nodes": 5}).expanded <= 5, name
        assert search(code, **{**ASKED, "seconds": 0.0}).outcome == "time_limit", name
        assert search(code, **{**ASKED, "memory": 20}).outcome == "memory_limit", name
        assert search(code, **{**ASKED, "watch": lambda *counts: True}).outcome == "cancelled", name


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({}, "no rows: expected a whole number"),
        ({"rows": 9, "columns": 3, "goal": bytes(range(9))}, "rows 9: expected 2 to 5"),
        ({"rows": 3, "columns": 3, "goal": bytes(8)}, "a goal of 8 bytes: expected 9"),
        ({"rows": 3, "columns": 3, "goal": bytes(9)}, "not the code of a position"),
        ({"rows": 3, "columns": 3, "goal": bytes(range(9)), "depth": 1}, "unknown parameter 'depth'"),
        ({"rows": "3", "columns": 3, "goal": bytes(range(9))}, "the parameter rows: expected a whole number"),
        ({"rows": 3, "columns": 3, "goal": 1.5}, "the parameter goal: expected a number, a flag"),
        (
            {"rows": 3, "columns": 3, "goal": bytes(range(9)), "heuristic": "x"},
            "unknown heuristic 'x': expected one of linear-conflict, manhattan",
        ),
    ],
)
def test_parameters_that_make_no_sense_are_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _kernel.sliding(**parameters)
