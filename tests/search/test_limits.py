"""Limits are outcomes: exact, reproducible, and never the end of the process."""

import pytest

from pace import check
from yomikiri import Limits, Outcome, Superpuzz, algorithms, solve

REGISTRY = algorithms(Superpuzz(4))
KERNEL = [name for name, entry in REGISTRY.items() if entry.kernel]
STORES: list[dict[str, str]] = [{}, {"states": "fingerprint"}, {"duplicates": "patricia"}]
RUNS = [*((name, "auto") for name in REGISTRY), *((name, "python") for name in KERNEL)]

LARGE = Superpuzz(13)
DEAL = LARGE.deal(25)
"""No algorithm decides it within the limits of these tests."""


@pytest.mark.parametrize("nodes", [0, 1, 2, 10, 100])
@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_the_node_limit_is_met_exactly_and_again_the_same_way(
    algorithm: str, engine: str, nodes: int
) -> None:
    first, second = (
        solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=Limits(nodes=nodes)) for _ in range(2)
    )
    assert first.outcome is Outcome.NODE_LIMIT
    assert first.expanded == nodes
    assert first.generated >= nodes - 1
    assert (first.generated, first.stored, first.lower_bound) == (
        second.generated,
        second.stored,
        second.lower_bound,
    )
    assert first.lower_bound is not None
    assert first.lower_bound > 0
    assert first.upper_bound is None


@pytest.mark.parametrize("options", STORES)
@pytest.mark.parametrize("algorithm", KERNEL)
def test_a_large_node_limit_is_met_exactly_too(algorithm: str, options: dict[str, str]) -> None:
    limits = Limits(nodes=123_457, memory=2**29)
    result = solve(LARGE, DEAL, algorithm=algorithm, limits=limits, **options)
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, 123_457)


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_no_seconds_mean_no_search(algorithm: str, engine: str) -> None:
    result = solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=Limits(seconds=0))
    assert (result.outcome, result.expanded) == (Outcome.TIME_LIMIT, 0)


@pytest.mark.parametrize(("algorithm", "engine"), RUNS)
def test_the_time_limit_is_kept(algorithm: str, engine: str) -> None:
    limits = Limits(seconds=0.05, memory=2**31)
    result = solve(LARGE, DEAL, algorithm=algorithm, engine=engine, limits=limits)
    assert result.outcome is Outcome.TIME_LIMIT
    assert result.seconds >= 0.05
    check(result.seconds, 1)
    assert result.expanded > 0


@pytest.mark.parametrize("symmetry", ["none", "rows"])
@pytest.mark.parametrize("memory", [0, 1000, 3_000_000])
@pytest.mark.parametrize("options", STORES)
@pytest.mark.parametrize("algorithm", KERNEL)
def test_the_kernel_stops_within_its_memory(
    algorithm: str, options: dict[str, str], memory: int, symmetry: str
) -> None:
    result = solve(
        LARGE, DEAL, algorithm=algorithm, symmetry=symmetry, limits=Limits(memory=memory), **options
    )
    assert result.outcome is Outcome.MEMORY_LIMIT
    assert result.peak_bytes <= memory
    # It does not give up long before: a fifth is the slack of growing tables and blocks.
    assert memory <= 1000 or result.expanded > memory / 36 / 5


@pytest.mark.parametrize("algorithm", REGISTRY)
def test_the_reference_stops_at_its_memory_limit_too(algorithm: str) -> None:
    result = solve(
        LARGE, DEAL, algorithm=algorithm, engine="python", limits=Limits(memory=3000, seconds=20, nodes=5000)
    )
    assert result.outcome is Outcome.MEMORY_LIMIT
    assert 0 < result.expanded < 500


def test_a_smaller_state_makes_room_for_more() -> None:
    expanded = [
        solve(LARGE, DEAL, limits=Limits(memory=4_000_000), **options).expanded
        for options in ({"states": "fingerprint"}, {"states": "exact"})
    ]
    assert expanded[0] > 1.5 * expanded[1]


def test_a_search_does_not_crawl_to_its_memory_limit() -> None:
    # Expanded positions a second just before the limit, against the same search without it.
    asked = {"algorithm": "depth-first-aces-first", "states": "fingerprint"}
    full = solve(LARGE, DEAL, limits=Limits(memory=8_000_000), **asked)
    assert full.outcome is Outcome.MEMORY_LIMIT
    free = solve(LARGE, DEAL, limits=Limits(nodes=full.expanded), **asked)
    assert free.expanded == full.expanded
    assert full.seconds < 10 * free.seconds


@pytest.mark.parametrize("states", ["exact", "fingerprint"])
def test_whatever_the_memory_a_verdict_is_that_of_a_search_with_plenty(states: str) -> None:
    # Every few bytes, so that a store is refused its first slots, and its next ones, at every place.
    game = Superpuzz(5)
    for number in (2, 9):
        asked = {"algorithm": "decide", "states": states}
        plenty = solve(game, game.deal(number), limits=Limits(memory=2**26), **asked)
        for memory in range(0, 150_000, 331):
            result = solve(game, game.deal(number), limits=Limits(memory=memory), **asked)
            assert result.peak_bytes <= memory
            if result.outcome is not Outcome.MEMORY_LIMIT:
                assert (result.outcome, result.expanded) == (plenty.outcome, plenty.expanded)


@pytest.mark.parametrize("states", ["exact", "fingerprint"])
def test_a_table_that_may_not_grow_as_a_whole_grows_in_parts_and_keeps_everything(states: str) -> None:
    # 36,029 positions: 4.6 and 1.4 MB where the table grows as it likes.
    deal = LARGE.deal(62)
    asked = {"algorithm": "decide", "states": states}
    plenty = solve(LARGE, deal, limits=Limits(memory=2**28), **asked)
    outcomes = set()
    for memory in range(500_000, 8_000_000, 250_000):
        result = solve(LARGE, deal, limits=Limits(memory=memory), **asked)
        outcomes.add(result.outcome)
        assert result.peak_bytes <= memory
        if result.outcome is not Outcome.MEMORY_LIMIT:
            assert (result.outcome, result.expanded) == (plenty.outcome, plenty.expanded)
    assert outcomes == {Outcome.MEMORY_LIMIT, Outcome.SOLVED}
