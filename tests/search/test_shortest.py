"""A* in the kernel: the lengths of breadth-first search, sound verdicts, bounds that hold at every limit."""

import random
from itertools import count, pairwise

import pytest

from effort import a_part
from graphs import games_and_deals
from yomikiri import Cancel, CertificationError, Limits, Outcome, Superpuzz, _kernel, certify, solve
from yomikiri.core.space import PlainSpace, moves_along
from yomikiri.games.gaps.rules import Gaps
from yomikiri.games.rows.rules import Position, RowGame
from yomikiri.games.rows.shortest import MOMENT, beam, shortest
from yomikiri.search.control import Progress
from yomikiri.search.driver import never_stop
from yomikiri.search.request import Request


def a_star(game: RowGame, position: Position, **options: object) -> _kernel.Answer:
    asked = {"nodes": None, "seconds": None, "memory": 2**30, "watch": never_stop}
    return _kernel.row_shortest(game.columns, game.encode(position), **(asked | options))


def by_breadth_first(game: RowGame, position: Position) -> int | None:
    """The length of a shortest solution.  A position of Gaps is one of Superpuzz."""
    kernel = _kernel.Superpuzz(game.columns, rows_alike=True)
    answer = kernel.explore(
        kernel.canonical(game.encode(position)),
        order="breadth-first",
        store="exact",
        nodes=None,
        seconds=None,
        memory=2**31,
        watch=never_stop,
    )
    assert answer.outcome in ("solved", "unsolvable")
    return len(answer.path) if answer.outcome == "solved" else None


@a_part(3)
@pytest.mark.parametrize(
    ("columns", "numbers"), [(3, range(1, 101)), (4, range(1, 501)), (5, range(1, 251)), (6, range(1, 13))]
)
def test_lengths_and_verdicts_are_those_of_breadth_first_with_and_without_reduction(
    columns: int, numbers: range, part: int
) -> None:
    lengths = set()
    for game, deal in games_and_deals(columns, numbers[::part]):
        expected = by_breadth_first(game, deal)
        lengths.add(expected)
        for reduce in (True, False):
            answer = a_star(game, deal, reduce=reduce)
            if expected is None:
                assert (answer.outcome, answer.path) == ("unsolvable", [])
            else:
                assert (answer.outcome, len(answer.path)) == ("solved", expected)
                assert answer.lower_bound == expected
                certify(game, deal, moves_along(PlainSpace(game), deal, answer.path))
    assert None in lengths
    assert len(lengths) > 4 // part


def test_an_upper_bound_is_exclusive_and_never_a_proof_of_unsolvability() -> None:
    for game, deal in games_and_deals(5, range(1, 15)):
        free = a_star(game, deal)
        length = len(free.path)
        for upper in (0, 1, length - 1, length, length + 1, 10**6):
            if upper < 0:
                continue
            answer = a_star(game, deal, upper=upper)
            if free.outcome == "unsolvable":
                assert answer.outcome in ("unsolvable", "exhausted")
            elif upper <= length:
                assert (answer.outcome, answer.path, answer.lower_bound) == ("exhausted", [], upper)
            else:
                assert (answer.outcome, len(answer.path)) == ("solved", length)


def test_solve_takes_a_star_for_the_shortest_and_both_engines_agree() -> None:
    for game, deal in games_and_deals(4, range(1, 25)):
        found = solve(game, deal, shortest=True)
        reference = solve(game, deal, algorithm="a-star", engine="python", symmetry="none")
        assert found.algorithm == reference.algorithm == "a-star"
        assert (found.outcome, found.length) == (reference.outcome, reference.length)
        assert (found.lower_bound, found.upper_bound) == (reference.lower_bound, reference.upper_bound)
        assert found.proved_shortest == found.certified == (found.outcome is Outcome.SOLVED)


LARGE = Superpuzz(13)
KNOWN = {1: 78, 2: 67, 3: 80, 6: 67}
"""Shortest lengths of deals of 13 columns."""


@pytest.mark.parametrize("number", KNOWN)
@pytest.mark.parametrize("nodes", [0, 1, 100, MOMENT, MOMENT + 1, 45_000])
def test_at_every_node_limit_the_bounds_hold_and_the_count_is_exact(number: int, nodes: int) -> None:
    deal = LARGE.deal(number)
    result = solve(LARGE, deal, shortest=True, limits=Limits(nodes=nodes, memory=2**29))
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.expanded == nodes
    assert result.lower_bound is not None
    assert 40 < result.lower_bound <= KNOWN[number]
    if result.moves is not None:
        certify(LARGE, deal, result.moves)
        assert result.upper_bound == len(result.moves) >= KNOWN[number]
    if nodes in (100, 45_000):
        again = solve(LARGE, deal, shortest=True, limits=Limits(nodes=nodes, memory=2**29))
        for name in ("moves", "expanded", "generated", "stored", "lower_bound", "peak_bytes"):
            assert getattr(again, name) == getattr(result, name)


def test_a_limit_reached_late_leaves_a_solution_and_a_bracket_around_the_optimum() -> None:
    result = solve(LARGE, LARGE.deal(2), shortest=True, limits=Limits(nodes=120_000, memory=2**29))
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.certified
    assert not result.proved_shortest
    assert result.lower_bound is not None
    assert result.upper_bound is not None
    assert result.lower_bound < 67 <= result.upper_bound < 80


def test_with_more_nodes_both_bounds_stay_or_close_in() -> None:
    closer = set()
    for number in (3, 9):
        lower, upper = 0, 1000
        for nodes in (80_000, 160_000):
            limits = Limits(nodes=nodes, memory=2**29)
            result = solve(LARGE, LARGE.deal(number), shortest=True, limits=limits)
            assert lower <= (result.lower_bound or 0)
            assert (result.upper_bound or 1000) <= upper
            if (result.upper_bound or 1000) < upper < 1000:
                closer.add(number)
            lower, upper = result.lower_bound or 0, result.upper_bound or 1000
    assert closer


def test_a_star_that_went_on_is_the_a_star_that_never_stopped() -> None:
    game = Superpuzz(8)
    for number in (1, 2, 6):
        code = game.encode(game.deal(number))
        whole = a_star(game, game.deal(number))
        parts = _kernel.RowAStar(8, code, memory=2**30)
        expanded, lower = 0, 0
        for step in count(1):
            answer = parts.run(nodes=37 * step, seconds=None, watch=never_stop)
            expanded += answer.expanded
            assert lower <= answer.lower_bound
            lower = answer.lower_bound
            assert 0 < parts.held <= answer.peak_bytes
            if answer.outcome != "node_limit":
                break
        assert (answer.outcome, answer.path, expanded) == (whole.outcome, whole.path, whole.expanded)
        with pytest.raises(ValueError, match="has ended"):
            parts.run(nodes=1, seconds=None, watch=never_stop)


def test_an_upper_bound_may_come_while_a_star_goes_on() -> None:
    ends = set()
    for game, deal in games_and_deals(5, range(1, 15)):
        length = len(a_star(game, deal).path)
        for upper in range(length + 2):
            search = _kernel.RowAStar(5, game.encode(deal), memory=2**30)
            answer = search.run(nodes=4, seconds=None, watch=never_stop)
            if answer.outcome != "node_limit":
                continue
            answer = search.run(upper=upper, nodes=None, seconds=None, watch=never_stop)
            ends.add(answer.outcome)
            if not length:
                assert answer.outcome in ("unsolvable", "exhausted")
            elif upper <= length:
                assert (answer.outcome, answer.path, answer.lower_bound) == ("exhausted", [], upper)
            else:
                assert (answer.outcome, len(answer.path)) == ("solved", length)
    assert {"exhausted", "solved"} <= ends


def test_no_memory_limit_however_small_is_overstepped_or_fatal() -> None:
    rng = random.Random(7)
    code = LARGE.encode(LARGE.deal(2))
    solution = beam(LARGE, LARGE.deal(2), Limits(memory=2**28), never_stop).path
    assert len(solution) >= 67
    outcomes = set()
    for memory in [0, 1, 100, 4000, *(int(2 ** rng.uniform(12, 23)) for _ in range(60))]:
        asked = {"nodes": 4000, "seconds": None, "memory": memory, "watch": never_stop}
        for answer in (
            _kernel.row_shortest(13, code, **asked),
            _kernel.row_beam(13, code, width=int(2 ** rng.uniform(0, 12)), **asked),
            _kernel.row_shorten(13, code, solution, **asked),
        ):
            assert answer.peak_bytes <= memory
            assert answer.expanded <= 4000
            assert answer.lower_bound <= 67
            outcomes.add(answer.outcome)
            assert memory > 100 or answer.outcome == "memory_limit"
    assert {"memory_limit", "node_limit"} <= outcomes


@pytest.mark.parametrize("memory", [0, 1000, 10**5, 10**6, 3 * 10**6])
def test_solve_stops_within_its_memory_and_keeps_what_it_knows(memory: int) -> None:
    deal = LARGE.deal(1)
    result = solve(LARGE, deal, shortest=True, limits=Limits(memory=memory, nodes=300_000))
    assert result.outcome is Outcome.MEMORY_LIMIT
    assert result.peak_bytes <= memory
    assert result.lower_bound is not None
    assert 40 < result.lower_bound <= 78
    # About a hundred bytes an expansion; a fifth is the slack of tables and blocks.
    assert memory < 10**6 or result.expanded > memory / 200


def test_cancelling_keeps_the_bounds_that_were_reported() -> None:
    for number in (1, 4):
        cancel, seen = Cancel(), []

        def stop_soon(progress: Progress, cancel: Cancel = cancel, seen: list[Progress] = seen) -> None:
            seen.append(progress)
            if progress.upper_bound is not None or len(seen) > 60:
                cancel.set()

        deal = LARGE.deal(number)
        limits = Limits(seconds=30, memory=2**30)
        result = solve(LARGE, deal, shortest=True, limits=limits, progress=stop_soon, cancel=cancel)
        assert result.outcome is Outcome.CANCELLED
        last = seen[-1]
        assert last.lower_bound <= (result.lower_bound or 0)
        if last.upper_bound is not None:
            assert result.upper_bound is not None
            assert (result.lower_bound or 99) <= result.upper_bound <= last.upper_bound
        for before, after in pairwise(seen):
            assert before.lower_bound <= after.lower_bound
            assert before.expanded <= after.expanded


def test_a_first_solution_may_come_from_elsewhere() -> None:
    deal = LARGE.deal(2)
    known = beam(LARGE, deal, Limits(memory=2**28), never_stop)
    asked: list[Limits] = []

    def first(game: RowGame, position: Position, limits: Limits, watch: object) -> _kernel.Answer:
        asked.append(limits)
        return known

    result = shortest(LARGE, deal, Request(Limits(nodes=100_000 + known.expanded)), first=(first,))
    assert len(asked) == 1
    assert asked[0].nodes is not None
    assert asked[0].nodes < 60_000
    assert result.length is not None
    assert result.length <= len(known.path)


def test_a_first_solution_that_is_none_is_found_out() -> None:
    deal, other = LARGE.deal(2), LARGE.deal(3)
    wrong = beam(LARGE, other, Limits(memory=2**28), never_stop)
    with pytest.raises(CertificationError):
        shortest(LARGE, deal, Request(Limits(nodes=10**6)), first=(lambda *_: wrong,))


def test_other_draws_find_what_the_first_ones_have_missed() -> None:
    # Without a first solution and without other draws the beams of this deal find nothing for as long.
    result = shortest(LARGE, LARGE.deal(9), Request(Limits(nodes=60_000)), first=())
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.certified
    assert result.upper_bound is not None


def test_the_beam_finds_solutions_and_says_when_it_lost_them() -> None:
    outcomes = set()
    for game, deal in games_and_deals(5, range(1, 30)):
        expected = by_breadth_first(game, deal)
        for width in (0, 1, 30, 10**5):
            asked = {"width": width, "nodes": None, "seconds": None, "memory": 2**28, "watch": never_stop}
            answer = _kernel.row_beam(5, game.encode(deal), **asked)
            outcomes.add((answer.outcome, width))
            if answer.outcome == "solved":
                assert expected is not None
                assert len(answer.path) >= expected
                certify(game, deal, moves_along(PlainSpace(game), deal, answer.path))
            elif answer.outcome == "unsolvable":
                assert expected is None
    assert ("exhausted", 1) in outcomes
    assert ("solved", 30) in outcomes
    assert ("unsolvable", 10**5) in outcomes
    assert ("exhausted", 10**5) not in outcomes


def test_full_size_gaps_is_proved_in_a_moment() -> None:
    game = Gaps(14)
    result = solve(game, game.deal(12), shortest=True, limits=Limits(nodes=200_000))
    assert result.outcome.decided
