"""``decide`` of FreeCell: the verdicts of exhaustive search in a fraction of the memory, on any threads."""

import random

import pytest

from freecell_graphs import graph_of
from yomikiri import InputError, Limits, Outcome, Proof, Result, _kernel, solve
from yomikiri.games.freecell.algorithms import kernel_of
from yomikiri.games.freecell.position import Position
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.games.freecell.space import FreeCellSpace

STORES = ("exact", "fingerprint")
LOST = 11982
"""Microsoft's deal that cannot be won with four cells."""
CLASSES = 21_607
"""Positions that it leads to, up to toggles."""


def decided(game: FreeCell, number: int, **options: object) -> Result:
    return solve(game, game.deal(number), algorithm="decide", **options)


def kernel_decide(game: FreeCell, number: int, **options: object) -> _kernel.Answer:
    """The kernel's own call, which takes the size of a crowd."""
    asked = {"nodes": None, "seconds": None, "memory": 2**30, "watch": lambda *counts: False}
    answer: _kernel.Answer = kernel_of(FreeCellSpace(game)).decide(
        game.encode(game.deal(number)), **(asked | options)
    )
    return answer


@pytest.mark.parametrize("building", ["alternate", "suit"])
@pytest.mark.parametrize("empty", ["any", "kings"])
@pytest.mark.parametrize("metric", ["single", "supermove"])
def test_small_decks_have_the_verdict_of_whole_graphs(building: str, empty: str, metric: str) -> None:
    seen = set()
    for columns, cells, ranks in ((3, 0, 3), (3, 1, 3), (4, 0, 4), (4, 1, 4), (3, 2, 4)):
        game = FreeCell(columns, cells, building, empty, ranks, metric)
        for number in range(1, 9):
            graph = graph_of(game, game.deal(number), 2000)
            if graph is None:
                continue
            distance = graph.distances().get(next(iter(graph.followers)))
            for store in STORES:
                for threads in (1, 2):
                    result = decided(game, number, states=store, threads=threads)
                    lost = distance is None
                    assert result.outcome is (Outcome.UNSOLVABLE if lost else Outcome.SOLVED), (game, number)
                    assert result.certified != lost
                    if distance is not None:
                        assert result.length is not None
                        assert result.length >= distance
                    seen.add(result.outcome)
    assert seen == {Outcome.SOLVED, Outcome.UNSOLVABLE}


@pytest.mark.parametrize("threads", [1, 2, 3])
@pytest.mark.parametrize("store", STORES)
def test_a_lost_deal_takes_each_class_once(store: str, threads: int) -> None:
    result = decided(FreeCell(), LOST, states=store, threads=threads)
    assert result.outcome is Outcome.UNSOLVABLE
    assert (result.expanded, result.stored) == (CLASSES, CLASSES)
    assert result.proof is (Proof.EXACT if store == "exact" else Proof.FINGERPRINT)


def test_fingerprints_bound_their_error_and_save_memory() -> None:
    whole, short = (decided(FreeCell(cells=2), 1, states=store) for store in STORES)
    assert whole.outcome is short.outcome is Outcome.UNSOLVABLE
    assert whole.stored == short.stored > 10_000
    assert short.peak_bytes < whole.peak_bytes
    assert whole.error_bound == 0
    assert 0 < short.error_bound < 1e-12


def test_another_hash_seed_confirms_a_verdict() -> None:
    first, second = (decided(FreeCell(), LOST, hash_seed=seed) for seed in (0, 5))
    assert first.outcome is second.outcome is Outcome.UNSOLVABLE
    assert (first.expanded, first.generated) == (second.expanded, second.generated)


@pytest.mark.parametrize("threads", [1, 2])
def test_the_same_question_has_the_same_answer(threads: int) -> None:
    for number in (1, 2, 7):
        first, second = (decided(FreeCell(cells=3), number, threads=threads) for _ in range(2))
        assert first.outcome is Outcome.SOLVED
        assert first.moves == second.moves
        assert (first.expanded, first.generated) == (second.expanded, second.generated)


@pytest.mark.parametrize("metric", ["single", "supermove"])
def test_deals_are_won_by_moves_that_the_rules_accept(metric: str) -> None:
    game = FreeCell(metric=metric)
    for number in range(1, 21):
        result = decided(game, number)
        assert result.outcome is Outcome.SOLVED
        assert result.certified


def test_single_moves_are_combined_to_supermoves() -> None:
    saved = 0
    for number in (1, 2, 4):
        single, runs = (decided(FreeCell(metric=metric), number) for metric in ("single", "supermove"))
        assert single.length is not None
        assert runs.length is not None
        saved += single.length - runs.length
        assert runs.length <= single.length
        assert (runs.expanded, runs.generated) == (single.expanded, single.generated)
    assert saved == 16


@pytest.mark.parametrize("number", [LOST, 1])
def test_a_store_that_it_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(InputError, match="does not offer duplicates patricia"):
        decided(FreeCell(), number, duplicates="patricia")


def test_node_limits_are_met_exactly() -> None:
    game = FreeCell()
    for nodes in (0, 1, 299, 300, 301, 20_000, CLASSES - 1):
        for threads in (1, 2):
            result = decided(game, LOST, limits=Limits(nodes=nodes), threads=threads)
            assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, nodes)


@pytest.mark.parametrize("store", STORES)
def test_no_memory_limit_is_overstepped_or_misleading(store: str) -> None:
    rng, outcomes = random.Random(store), set()
    for number in (LOST, 1):
        for memory in [0, 1, 1000, *(int(2 ** rng.uniform(10, 23)) for _ in range(25))]:
            result = decided(FreeCell(), number, states=store, limits=Limits(memory=memory))
            assert result.peak_bytes <= memory
            expected = Outcome.UNSOLVABLE if number == LOST else Outcome.SOLVED
            assert result.outcome in (Outcome.MEMORY_LIMIT, expected)
            outcomes.add(result.outcome)
    assert outcomes == {Outcome.MEMORY_LIMIT, Outcome.SOLVED, Outcome.UNSOLVABLE}


def test_a_won_position_needs_no_move() -> None:
    won = Position((13, 13, 13, 13), (None,) * 4, ((),) * 8)
    result = solve(FreeCell(), won, algorithm="decide")
    assert (result.outcome, result.moves) == (Outcome.SOLVED, ())


@pytest.mark.parametrize("threads", [1, 2])
def test_a_crowded_pool_changes_the_order_and_no_verdict(threads: int) -> None:
    for number, outcome in ((LOST, "unsolvable"), (1, "solved"), (2, "solved")):
        expanded = set()
        for crowd in (1, 1_000, 100_000):
            answer = kernel_decide(FreeCell(), number, threads=threads, crowd=crowd)
            assert answer.outcome == outcome
            assert answer.peak_bytes > 0
            expanded.add(answer.expanded)
        assert (expanded == {CLASSES}) == (outcome == "unsolvable")


def test_a_crowded_pool_takes_less_memory() -> None:
    # Of three million positions; what is stored of them is the same, so the pool is what differs.
    small, roomy = (
        kernel_decide(FreeCell(cells=2), 982, nodes=3_000_000, crowd=crowd).peak_bytes
        for crowd in (1_000, 2**25)
    )
    assert small < 0.9 * roomy


@pytest.mark.parametrize("crowd", [0, 2**25 + 1])
def test_what_is_no_crowd_is_refused(crowd: int) -> None:
    with pytest.raises(ValueError, match="crowd"):
        kernel_decide(FreeCell(), 1, crowd=crowd)
