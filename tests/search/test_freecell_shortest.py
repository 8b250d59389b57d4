"""Shortest solutions of FreeCell: the distances of plain search, known lengths, proofs, limits, threads."""

import random
import threading

import pytest

from effort import a_part
from freecell_graphs import small_graphs
from yomikiri import Limits, Outcome, Result, solve
from yomikiri.games.freecell.bounds import HEURISTICS
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.shortest import kernel_of
from yomikiri.search.control import Cancel, Progress

SINGLE = [87, 75, 73, 85, 90, 79, 76, 75, 92, 85]
SUPERMOVE = [81, 73, 70, 79, 85, 75, 76, 74, 81, 80]
"""Lengths of shortest solutions of Microsoft deals 1 to 10, known from other programs."""

SMALL_GAMES = [
    FreeCell(columns, cells, building, empty, ranks, metric)
    for columns, cells, ranks in [(3, 1, 4), (4, 0, 4)]
    for building in ("alternate", "suit")
    for empty in ("any", "kings")
    for metric in ("single", "supermove")
]


def kernel_length(game: FreeCell, position: Position, algorithm: str, **asked: object) -> int | None:
    """The length that a bare search of the kernel proves, without any step before it."""
    answer = kernel_of(game).search(
        game.encode(position),
        algorithm=algorithm,
        nodes=None,
        seconds=None,
        memory=2**28,
        watch=lambda *_: False,
        **asked,  # type: ignore[arg-type]
    )
    assert answer.outcome in ("solved", "unsolvable")
    return len(answer.path) if answer.outcome == "solved" else None


@a_part(2)
@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_every_heuristic_and_algorithm_finds_the_distances_of_plain_search(game: FreeCell, part: int) -> None:
    rng = random.Random(repr(game))
    lengths = set()
    for graph in small_graphs(game, 1, 6 // part if game.cells else 20, 800):
        distances = graph.distances()
        for position in rng.sample(list(graph.followers), min(3, len(graph.followers))):
            distance = distances.get(position)
            lengths.add(distance)
            for heuristic in HEURISTICS:
                for safe in (True, False):
                    found = kernel_length(game, position, "a-star", heuristic=heuristic, safe=safe)
                    assert found == distance, (position, heuristic, safe)
                assert kernel_length(game, position, "ida-star", heuristic=heuristic) == distance
            for threads in (2, 3):
                assert kernel_length(game, position, "a-star", threads=threads) == distance
    assert len(lengths) > 3 // part


@pytest.mark.parametrize(
    ("game", "number", "length"),
    [
        # A bound that was too high: one move too many, and called proved.
        (FreeCell(4, 2, ranks=6, metric="supermove"), 322, 34),
        (FreeCell(5, 1, ranks=6, metric="supermove"), 213, 34),
        (FreeCell(5, 1, ranks=6, metric="supermove"), 291, 35),
        # Two moves to one position, of which the dearer was shown.
        (FreeCell(5, 2, ranks=3), 64741, 12),
        (FreeCell(8, 4, ranks=6, metric="supermove"), 954882, 31),
    ],
    ids=repr,
)
def test_deals_that_were_once_answered_wrongly_have_their_true_lengths(
    game: FreeCell, number: int, length: int
) -> None:
    deal = game.deal(number)
    for algorithm in ("a-star", "ida-star"):
        result = solve(game, deal, shortest=True, algorithm=algorithm)
        assert (result.length, result.lower_bound, result.proved_shortest) == (length, length, True)
        assert kernel_length(game, deal, algorithm) == length
    assert kernel_length(game, deal, "a-star", threads=2) == length


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL_GAMES, ids=repr)
def test_whole_graphs_of_small_decks_have_the_distances_that_a_star_finds(game: FreeCell) -> None:
    for graph in small_graphs(game, 1, 40, 2000):
        distances = graph.distances()
        for position in graph.followers:
            assert kernel_length(game, position, "a-star") == distances.get(position), position


def test_known_lengths_are_found_and_proved() -> None:
    for metric, numbers, lengths in [("single", (2, 3, 6, 7), SINGLE), ("supermove", (3, 6), SUPERMOVE)]:
        game = FreeCell(metric=metric)
        for number in numbers:
            result = solve(game, game.deal(number), shortest=True)
            assert (result.outcome, result.length) == (Outcome.SOLVED, lengths[number - 1])
            assert result.proved_shortest
            assert result.certified
            assert result.algorithm == "a-star"


def test_ida_star_and_weaker_bounds_prove_the_same_length_in_more_positions() -> None:
    game = FreeCell()
    counts = {}
    for heuristic in ("relaxed", "cycles", "components"):
        result = solve(game, game.deal(18), shortest=True, heuristic=heuristic)
        assert (result.length, result.proved_shortest) == (76, True)
        counts[heuristic] = result.expanded
    assert counts["relaxed"] < counts["cycles"] < counts["components"]
    deepening = solve(game, game.deal(18), algorithm="ida-star", shortest=True)
    assert (deepening.length, deepening.proved_shortest, deepening.algorithm) == (76, True, "ida-star")
    # Counts of docs/freecell-search.md.
    assert (counts["relaxed"], deepening.expanded) == (19_251, 66_460)


def test_the_impossible_deal_is_proved_impossible() -> None:
    game = FreeCell()
    result = solve(game, game.deal(11982), shortest=True)
    assert result.outcome is Outcome.UNSOLVABLE
    assert result.lower_bound is None


def test_other_games_of_the_family_are_proved_too() -> None:
    for variant in ("bakers-game", "eight-off", "seahaven-towers"):
        for metric in ("single", "supermove"):
            game = FreeCell(variant=variant, metric=metric)
            result = solve(game, game.deal(1), shortest=True, limits=Limits(nodes=400_000))
            assert result.outcome is Outcome.UNSOLVABLE or result.proved_shortest


def test_a_position_in_the_middle_of_a_game_is_as_good_as_a_deal() -> None:
    game = FreeCell()
    position = game.deal(3)
    result = solve(game, position, shortest=True)
    assert result.moves is not None
    for made, move in enumerate(result.moves[:40], start=1):
        position = game.play(position, move)
        if made % 10 == 0:
            assert solve(game, position, shortest=True).length == SINGLE[2] - made


def test_at_a_limit_the_best_solution_and_both_bounds_are_given() -> None:
    game = FreeCell()
    result = solve(game, game.deal(1), shortest=True, limits=Limits(nodes=200_000))
    assert result.outcome is Outcome.NODE_LIMIT
    assert result.expanded == 200_000
    assert result.lower_bound is not None
    assert result.upper_bound == result.length is not None
    assert 74 < result.lower_bound < 87 < result.upper_bound
    assert result.certified
    assert not result.proved_shortest
    out = solve(game, game.deal(1), shortest=True, limits=Limits(memory=3 * 2**22))
    assert out.outcome is Outcome.MEMORY_LIMIT
    assert out.peak_bytes <= 3 * 2**22
    assert solve(game, game.deal(1), shortest=True, limits=Limits(nodes=0)).outcome is Outcome.NODE_LIMIT
    assert solve(game, game.deal(1), shortest=True, limits=Limits(seconds=0)).outcome is Outcome.TIME_LIMIT


def test_a_solution_found_with_the_last_position_is_not_called_the_fewest() -> None:
    # With a limit of 5,000 the quick search finds 54 moves just when all are spent.
    position = Position.read(
        "Foundations: H-A C-5 D-5 S-5 / Freecells: 8D 9S TS 4H / : 8C TD 9D 7C 6H / "
        ": 3H 6C QC JD 6D KD QS JH / : KS QH JS / : 9C 6S 5H / : KC QD JC / : 8H 7S / : 7D 2H KH / "
        ": TH TC 9H 8S 7H"
    )
    game = FreeCell()
    lengths = set()
    for nodes in range(4_990, 5_011):
        result = solve(game, position, shortest=True, limits=Limits(nodes=nodes))
        assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)
        assert result.lower_bound == 51
        lengths.add(result.length)
    assert lengths == {None, 54}
    assert solve(game, position, shortest=True).length == 53


@pytest.mark.parametrize("metric", ["single", "supermove"])
@pytest.mark.parametrize("nodes", [20_000, 40_000])
def test_a_limit_too_small_for_the_beam_still_leaves_a_solution(nodes: int, metric: str) -> None:
    game = FreeCell(metric=metric)
    for number in (1, 4, 5, 9):
        seen: list[Progress] = []
        limits = Limits(nodes=nodes)
        result = solve(game, game.deal(number), shortest=True, limits=limits, progress=seen.append)
        assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)
        assert result.certified
        assert result.lower_bound is not None
        assert result.upper_bound is not None
        assert result.lower_bound <= (SINGLE if metric == "single" else SUPERMOVE)[number - 1]
        assert result.upper_bound <= 120
        assert [one.expanded for one in seen] == sorted(one.expanded for one in seen)


def test_progress_shows_the_bounds_closing_in_and_a_search_can_be_cancelled() -> None:
    game, cancel = FreeCell(), Cancel()
    seen: list[Progress] = []

    def look(progress: Progress) -> None:
        seen.append(progress)
        if progress.upper_bound is not None and progress.lower_bound >= 76:
            cancel.set()

    result = solve(game, game.deal(1), shortest=True, progress=look, cancel=cancel)
    assert result.outcome is Outcome.CANCELLED
    assert result.length == seen[-1].upper_bound
    assert [one.lower_bound for one in seen] == sorted(one.lower_bound for one in seen)
    assert [one.expanded for one in seen] == sorted(one.expanded for one in seen)


def counts(result: Result) -> tuple[int | None, int, int, int]:
    return result.length, result.expanded, result.generated, result.stored


def test_runs_are_repeatable_with_one_thread() -> None:
    game = FreeCell()
    one = [counts(solve(game, game.deal(8), shortest=True)) for _ in range(2)]
    assert one[0] == one[1]


@pytest.mark.parametrize(
    ("metric", "number", "lengths"),
    [("single", 2, SINGLE), ("single", 3, SINGLE), ("single", 8, SINGLE), ("supermove", 2, SUPERMOVE)],
)
def test_counts_are_the_same_for_any_number_of_threads_above_one(
    metric: str, number: int, lengths: list[int]
) -> None:
    game = FreeCell(metric=metric)
    results = [
        solve(game, game.deal(number), shortest=True, threads=threads, limits=Limits(memory=2**30))
        for threads in (2, 3, 2)
    ]
    assert all(result.proved_shortest for result in results)
    assert {counts(result) for result in results} == {counts(results[0])}
    assert results[0].length == lengths[number - 1]


def test_several_threads_keep_every_limit() -> None:
    game = FreeCell()
    for nodes in (200_000, 212_345):
        result = solve(game, game.deal(1), shortest=True, threads=2, limits=Limits(nodes=nodes))
        assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)
        assert result.lower_bound is not None
        assert result.length is not None
        assert result.lower_bound < SINGLE[0] <= result.length
    out = solve(game, game.deal(1), shortest=True, threads=2, limits=Limits(memory=2**24))
    assert out.outcome is Outcome.MEMORY_LIMIT
    assert out.peak_bytes <= 2**24
    assert out.certified
    late = solve(game, game.deal(1), shortest=True, threads=2, limits=Limits(seconds=0.5))
    assert late.outcome is Outcome.TIME_LIMIT


def test_several_threads_can_be_cancelled_and_call_back_on_the_calling_thread() -> None:
    game, cancel = FreeCell(), Cancel()
    callers = set()

    def look(progress: Progress) -> None:
        callers.add(threading.get_ident())
        if progress.upper_bound is not None and progress.lower_bound >= 76:
            cancel.set()

    result = solve(game, game.deal(1), shortest=True, threads=3, progress=look, cancel=cancel)
    assert result.outcome is Outcome.CANCELLED
    assert result.certified
    assert callers == {threading.get_ident()}


def test_an_error_of_the_callback_ends_a_search_on_several_threads() -> None:
    def fail(progress: Progress) -> None:
        if progress.upper_bound is not None and progress.lower_bound >= 76:
            raise RuntimeError("enough")

    game = FreeCell()
    with pytest.raises(RuntimeError, match="enough"):
        solve(game, game.deal(1), shortest=True, threads=2, progress=fail)


def test_a_stored_position_takes_less_than_forty_bytes() -> None:
    game = FreeCell()
    result = solve(game, game.deal(4), shortest=True)
    assert result.stored > 100_000
    assert result.peak_bytes < 44 * result.stored  # A chunk of the store may be nearly empty.


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 101))
def test_deals_1_to_100_are_proved_in_both_metrics(number: int) -> None:
    for metric, known in [("single", SINGLE), ("supermove", SUPERMOVE)]:
        game = FreeCell(metric=metric)
        result = solve(game, game.deal(number), shortest=True, limits=Limits(memory=16 * 2**30))
        assert result.proved_shortest
        assert number > 10 or result.length == known[number - 1]
        assert result.stored < 10**6 or result.peak_bytes < 40 * result.stored


@pytest.mark.slow
@pytest.mark.parametrize("heuristic", ["relaxed", "cycles"])
def test_deal_30_takes_77_supermoves_not_78_as_a_bound_that_was_too_high_had_it(heuristic: str) -> None:
    game = FreeCell(metric="supermove")
    result = solve(game, game.deal(30), shortest=True, heuristic=heuristic)
    assert (result.length, result.proved_shortest) == (77, True)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "length"), [(617, 98), (1941, 88), (31465, 108)])
def test_famous_deals_have_their_known_lengths(number: int, length: int) -> None:
    game = FreeCell()
    result = solve(game, game.deal(number), shortest=True)
    assert (result.length, result.proved_shortest) == (length, True)
