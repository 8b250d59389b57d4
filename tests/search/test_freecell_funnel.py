"""Sweeps by a learned score, wide ones and those that move runs: complete, short, and stopped as told."""

import statistics
from itertools import product

import pytest

from freecell_graphs import graph_of
from yomikiri import Limits, Outcome, solve
from yomikiri.games.freecell import features
from yomikiri.games.freecell.learner import LEARNER, learned
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.learning import Model
from yomikiri.search.request import Request

METRICS = ("single", "supermove")
WIDTHS = (1, 15, 16, 300)
"""Narrow sweeps, and from 16 on those that narrow."""


def by_hand_as_a_model(game: FreeCell) -> Model:
    weights = [round(weight * LEARNER.scale) for weight in LEARNER.start()]
    return Model("freecell", LEARNER.rules(game), features.NAME, LEARNER.scale, tuple(weights))


@pytest.mark.parametrize(
    ("columns", "cells", "ranks", "building", "metric"),
    [
        (*size, building, metric)
        for size, building, metric in product(
            [(3, 0, 3), (3, 1, 3), (4, 0, 4), (3, 1, 4)], ("alternate", "suit"), METRICS
        )
    ],
)
def test_verdicts_are_those_of_the_whole_graph(
    columns: int, cells: int, ranks: int, building: str, metric: str
) -> None:
    game = FreeCell(columns, cells, building, ranks=ranks, metric=metric)  # type: ignore[arg-type]
    request = Request(model=by_hand_as_a_model(game))
    for number in range(1, 21):
        position = game.deal(number)
        graph = graph_of(game, position, 600)
        if graph is None:
            continue
        shortest = graph.distances().get(next(iter(graph.followers)))
        for width in WIDTHS:
            result = learned(game, position, request, width=width, runs=width)
            assert (result.outcome is Outcome.SOLVED) == (shortest is not None)
            assert shortest is None or (result.length or 0) >= shortest


@pytest.mark.parametrize("metric", METRICS)
def test_wide_sweeps_are_complete(metric: str) -> None:
    game = FreeCell(metric=metric)  # type: ignore[arg-type]
    result = learned(game, game.deal(11982), Request(), width=30, runs=30)
    assert result.outcome is Outcome.UNSOLVABLE


@pytest.mark.parametrize("metric", METRICS)
def test_wide_sweeps_stop_at_their_limits(metric: str) -> None:
    game = FreeCell(metric=metric)  # type: ignore[arg-type]
    position = game.deal(1)
    for nodes in (0, 1, 100, 1500):
        result = learned(game, position, Request(limits=Limits(nodes=nodes)), width=100, runs=100)
        assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)
    for memory in (1, 10_000, 200_000, 400_000):
        result = learned(game, position, Request(limits=Limits(memory=memory)), width=100, runs=100)
        assert result.outcome is Outcome.MEMORY_LIMIT
        assert result.peak_bytes <= memory
    assert learned(game, position, Request(limits=Limits(seconds=0)), width=100).outcome is Outcome.TIME_LIMIT


def test_what_is_solved_already_takes_no_search() -> None:
    game = FreeCell(columns=4, cells=2, ranks=4)
    request = Request(model=by_hand_as_a_model(game))
    position = game.deal(1)
    for move in solve(game, position).moves or ():
        position = game.play(position, move)
    result = learned(game, position, request, width=50)
    assert (result.outcome, result.length, result.expanded) == (Outcome.SOLVED, 0, 0)


def test_levels_are_sweeps_and_add_up() -> None:
    game = FreeCell()
    result = learned(game, game.deal(11982), Request(), width=30)
    assert [level.value for level in result.levels][:3] == [1, 2, 3]
    assert sum(level.expanded for level in result.levels) == result.expanded


def test_wider_is_shorter() -> None:
    for metric in METRICS:
        game = FreeCell(metric=metric)  # type: ignore[arg-type]
        lengths = [
            statistics.mean(
                learned(game, game.deal(number), Request(), width=width, runs=width).length or 0
                for number in range(401, 421)
            )
            for width in (7, 50, 400)
        ]
        assert lengths == sorted(lengths, reverse=True)


def test_runs_make_short_solutions_by_supermoves() -> None:
    game = FreeCell(metric="supermove")
    lengths = {
        name: sum(solve(game, game.deal(number), algorithm=name).length or 0 for number in range(1, 11))
        for name in ("by-hand", "quick", "thorough")
    }
    # A public beam solver has 783, in a hundred times the time; the fewest are 774.
    assert lengths["by-hand"] > lengths["quick"] > lengths["thorough"]
    assert lengths["thorough"] <= 783
