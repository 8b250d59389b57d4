"""Many positions in one call, and the fewest cells: both agree with one search at a time."""

from typing import Any

import pytest

from effort import a_part
from freecell_graphs import graph_of
from yomikiri import InputError, Limits, Outcome, _kernel, solve
from yomikiri.games.freecell.batch import verdicts
from yomikiri.games.freecell.least_cells import least_cells, with_cells
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search.certify import certify

RULES = [("alternate", "any"), ("alternate", "kings"), ("suit", "any"), ("suit", "kings")]


def test_many_deals_have_the_verdicts_and_moves_of_fast() -> None:
    game = FreeCell()
    positions = [game.deal(number) for number in range(1, 31)]
    for position, verdict in zip(positions, verdicts(game, positions, check=True), strict=True):
        result = solve(game, position, algorithm="fast")
        assert (verdict.outcome, verdict.moves) == (result.outcome, result.moves)
        assert (verdict.expanded, verdict.stored) == (result.expanded, result.stored)


@a_part(3)
@pytest.mark.parametrize(("building", "empty"), RULES)
def test_verdicts_are_those_of_whole_graphs(building: str, empty: str, part: int) -> None:
    seen = set()
    for columns, cells, ranks in [(3, 0, 3), (3, 1, 3), (4, 0, 4), (3, 1, 4)]:
        game = FreeCell(columns, cells, building, empty, ranks)
        positions = [game.deal(number) for number in range(1, 40)[::part]]
        for position, verdict in zip(positions, verdicts(game, positions, check=True), strict=True):
            graph = graph_of(game, position, 500)
            if graph is None:
                continue
            solvable = next(iter(graph.followers)) in graph.distances()
            assert verdict.outcome is (Outcome.SOLVED if solvable else Outcome.UNSOLVABLE)
            seen.add(verdict.outcome)
    assert len(seen) == 2


def test_limits_are_for_each_position_and_seconds_for_all() -> None:
    game = FreeCell()
    positions = [game.deal(11982), game.deal(1)]
    lost, won = verdicts(game, positions, Limits(nodes=5_000, memory=2**26))
    assert (lost.outcome, won.outcome) == (Outcome.NODE_LIMIT, Outcome.SOLVED)
    assert lost.length is None
    late = verdicts(game, positions, Limits(seconds=0, memory=2**26))
    assert [one.outcome for one in late] == [Outcome.TIME_LIMIT] * 2


def test_supermoves_are_refused() -> None:
    game = FreeCell(metric="supermove")
    with pytest.raises(InputError, match="expected single"):
        verdicts(game, [game.deal(1)])


def test_no_position_gives_no_verdict() -> None:
    assert verdicts(FreeCell(), []) == []


@pytest.mark.parametrize(("building", "empty"), RULES)
def test_the_fewest_cells_are_those_of_whole_graphs(building: str, empty: str) -> None:
    for number in range(1, 8):
        game = FreeCell(3, 2, building, empty, 3)
        position, found = game.deal(number), None
        for cells in range(9):
            graph = graph_of(*with_cells(game, position, cells), 10_000)
            assert graph is not None
            if next(iter(graph.followers)) in graph.distances():
                found = cells
                break
        answer = least_cells(game, position)
        assert (answer.least, answer.enough, answer.proved) == (found, found, True)


def test_the_solution_with_the_fewest_cells_is_one() -> None:
    game = FreeCell()
    answer = least_cells(game, game.deal(11982))
    assert (answer.least, answer.enough, answer.outcome) == (5, 5, Outcome.SOLVED)
    certify(*with_cells(game, game.deal(11982), 5), answer.results[5].moves or ())


def test_a_limit_leaves_both_bounds() -> None:
    game = FreeCell()
    answer = least_cells(game, game.deal(11982), Limits(nodes=10_000))
    assert not answer.proved
    assert answer.least < 5 == answer.enough
    assert answer.outcome is Outcome.NODE_LIMIT


def test_what_is_not_a_code_is_refused_by_the_kernel() -> None:
    asked: Any = {"width": 3, "nodes": 1, "seconds": None, "memory": 2**20}
    with pytest.raises(TypeError, match="not a code"):
        _kernel.freecell_batch(8, 4, 13, False, False, [5], **asked, watch=lambda *counts: False)
