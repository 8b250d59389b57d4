"""Hash seeds: other constants for the fingerprints, and the same answers, found independently."""

from pathlib import Path
from typing import Any

import pytest

from deciding import decide
from yomikiri import (
    FreeCell,
    Gaps,
    InputError,
    Limits,
    Outcome,
    Proof,
    Result,
    Sliding,
    Superpuzz,
    _kernel,
    solve,
    solve_arrangements,
)
from yomikiri.search.partitioning import partitioning_of
from yomikiri.surveys.partition import solve_partitioned

SEEDS = (0, 1, 2, 2**63 - 1)


def found(result: Result) -> tuple[Any, ...]:
    return result.outcome, result.expanded, result.generated, result.stored, result.moves, result.error_bound


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "decide"},
        {"algorithm": "decide", "threads": 2},
        {"algorithm": "breadth-first", "states": "fingerprint"},
        {"algorithm": "priority-1", "states": "fingerprint", "symmetry": "rows"},
        {"algorithm": "depth-first-aces-last", "states": "fingerprint"},
    ],
)
def test_every_seed_gives_the_same_search(options: dict[str, Any]) -> None:
    game, outcomes = Superpuzz(5), set()
    for number in range(1, 31):
        results = [solve(game, game.deal(number), hash_seed=seed, **options) for seed in SEEDS]
        assert len({found(result) for result in results}) == 1
        assert [result.hash_seed for result in results] == list(SEEDS)
        outcomes.add(results[0].outcome)
    assert outcomes == {Outcome.SOLVED, Outcome.UNSOLVABLE}


def test_a_seed_reaches_the_tables_of_every_search() -> None:
    """Which shard is full first depends on the hashes, and so does when tables grow."""
    game = Superpuzz(13)
    code = game.encode(game.deal(25))

    def explored(seed: int, nodes: int) -> int:
        domain = _kernel.Superpuzz(13, hash_seed=seed)
        limits = {"nodes": nodes, "seconds": None, "memory": 2**30, "watch": lambda *counts: False}
        return domain.explore(code, order="breadth-first", store="fingerprint", **limits).peak_bytes

    def decided(seed: int, nodes: int, threads: int) -> int:
        answer = decide(13, code, store="fingerprint", nodes=nodes, threads=threads, hash_seed=seed)
        return answer.peak_bytes

    assert len({explored(seed, 2000) for seed in range(12)}) > 1
    # The shards of a table of `decide` grow together, here at 3,800 to 4,700 positions.
    for threads in (1, 2):
        assert len({decided(seed, 4100, threads) for seed in range(12)}) > 1


@pytest.mark.parametrize(
    "game",
    [Superpuzz(5), Gaps(5), Sliding(3, 3), FreeCell(columns=3, cells=1, ranks=3)],
    ids=lambda g: g.name,
)
def test_a_search_in_parts_is_divided_otherwise_and_finds_the_same(game: Any) -> None:
    position = game.layout(1).arrange("HDSC") if isinstance(game, Gaps) else game.deal(1)
    owners, results = [], []
    for seed in SEEDS:
        options: dict[str, Any] = {"states": "fingerprint", "symmetry": "none", "hash_seed": seed}
        partitioning, _ = partitioning_of(game, position, skip_lost=False, **options)
        slices = partitioning.slice(0, 4096, 2**20)
        owners.append(slices.owner(partitioning.start))
        results.append(solve_partitioned(game, position, parts=3, **options))
    assert len(set(owners)) == len(SEEDS)
    # The same levels, whoever owns their positions; which of several shortest solutions is found may differ.
    assert len({(*found(result)[:4], result.length, result.error_bound) for result in results}) == 1
    assert [result.hash_seed for result in results] == list(SEEDS)


def test_all_arrangements_of_a_deal_are_searched_with_the_seed() -> None:
    game = Gaps(5)
    usual, other = (solve_arrangements(game, game.layout(3), hash_seed=seed) for seed in (0, 7))
    assert (usual.hash_seed, other.hash_seed) == (0, 7)
    for name, result in other.results.items():
        assert found(result) == found(usual.results[name])


@pytest.mark.parametrize("seed", [-1, 2**63, 1.0, True, "1", None])
def test_what_is_no_seed_is_refused(seed: Any) -> None:
    game = Superpuzz(4)
    for search in (solve, solve_partitioned):
        with pytest.raises(InputError, match=r"^hash_seed .* is not a seed: expected a whole number"):
            search(game, game.deal(1), states="fingerprint", hash_seed=seed)


@pytest.mark.parametrize(
    "options",
    [
        {"states": "exact"},
        {"duplicates": "patricia"},
        {"engine": "python"},
        {"algorithm": "breadth-first"},
        {"algorithm": "a-star"},
        {"shortest": True},
    ],
)
def test_a_search_that_keeps_whole_positions_has_no_use_for_a_seed(options: dict[str, Any]) -> None:
    game = Superpuzz(4)
    with pytest.raises(InputError, match=r"^hash_seed 7 is for fingerprints, and algorithm '.*' keeps"):
        solve(game, game.deal(1), hash_seed=7, **options)
    with pytest.raises(InputError, match="and a search in parts keeps whole positions"):
        solve_partitioned(game, game.deal(1), hash_seed=7)
    assert solve(game, game.deal(1), hash_seed=0, **options).hash_seed == 0


@pytest.mark.parametrize("later", [{"states": "exact"}, {"states": "fingerprint", "hash_seed": 1}])
def test_what_fingerprints_have_left_out_is_not_called_exact_or_confirmed(
    tmp_path: Path, later: dict[str, Any]
) -> None:
    game = Superpuzz(5)
    options: dict[str, Any] = {"resume": tmp_path, "limits": Limits(nodes=300)}
    first = solve_partitioned(game, game.deal(2), states="fingerprint", **options)
    assert first.outcome is Outcome.NODE_LIMIT
    with pytest.raises(InputError, match="is of another search: it told positions apart by fingerprints"):
        solve_partitioned(game, game.deal(2), resume=tmp_path, **later)
    assert solve_partitioned(game, game.deal(2), resume=tmp_path, states="fingerprint").outcome.decided


def test_whole_positions_can_be_followed_by_fingerprints_and_not_the_other_way_round(tmp_path: Path) -> None:
    game = Superpuzz(5)
    options: dict[str, Any] = {"resume": tmp_path}
    solve_partitioned(game, game.deal(2), limits=Limits(nodes=100), **options)
    options |= {"states": "fingerprint", "hash_seed": 3}
    more = solve_partitioned(game, game.deal(2), limits=Limits(nodes=600), **options)
    assert more.proof is Proof.FINGERPRINT
    with pytest.raises(InputError, match="with hash seed 3, expected the same states and hash_seed"):
        solve_partitioned(game, game.deal(2), resume=tmp_path)


# -- the bound -------------------------------------------------------------------------------------


def test_a_start_whose_only_child_was_dropped_wrongly_is_one_pair() -> None:
    game = Superpuzz(4)
    for algorithm, bits in (("decide", 89), ("breadth-first", 117)):
        result = solve(game, game.deal(1), algorithm=algorithm, states="fingerprint", limits=Limits(nodes=0))
        assert (result.stored, result.error_bound) == (1, 2.0**-bits)


def test_the_bound_of_several_threads_counts_the_pairs_that_meet_in_a_table() -> None:
    game = Superpuzz(13)
    result = solve(game, game.deal(45), threads=2, limits=Limits(nodes=200_000))
    half = result.stored / 2
    assert 2 * half * (half + 1) / 2 <= result.error_bound * 2**89 < result.stored * (result.stored + 1) / 2
