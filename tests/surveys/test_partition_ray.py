"""One search in many parts on Ray: actors of a real cluster on this machine, some of which are killed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from yomikiri import Cancel, InputError, Limits, Outcome, Result, Sliding, Superpuzz, solve
from yomikiri.core.errors import ClusterError
from yomikiri.games.freecell.rules import FreeCell
from yomikiri.search import Progress
from yomikiri.surveys.partition import solve_partitioned

pytestmark = pytest.mark.slow
ray = pytest.importorskip("ray", reason="no Ray here: pip install 'yomikiri[ray]'")
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
NODE = {"num_cpus": 2, "object_store_memory": 100 * 2**20, "include_dashboard": False}
MEMORY = Limits(memory=2**29)
# Superpuzz at 6 columns: an unsolvable deal with 102,605 positions up to rows, and a solvable one.
LOST, WON = 8, 27


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes of two processors each."""
    from ray.cluster_utils import Cluster

    running = Cluster(initialize_head=True, head_node_args=NODE)
    try:
        running.other = running.add_node(**NODE)
        ray.init(address=running.address, log_to_driver=False, logging_level="error")
        yield running
    finally:
        ray.shutdown()
        running.shutdown()


def counts(result: Result) -> tuple[Any, ...]:
    return result.outcome, result.length, result.expanded, result.generated, result.stored


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_actors_find_what_one_search_finds(cluster: Any, parts: int) -> None:
    game = Superpuzz(6)
    for number in (LOST, WON):
        local, spread = (
            solve_partitioned(
                game, game.deal(number), parts=parts, cluster=where, symmetry="rows", limits=MEMORY
            )
            for where in ("local", "ray")
        )
        assert counts(spread) == counts(local)
        assert spread.moves == local.moves
        whole = solve(game, game.deal(number), algorithm="breadth-first", symmetry="rows")
        assert (spread.outcome, spread.length) == (whole.outcome, whole.length)
        if whole.outcome is Outcome.UNSOLVABLE:
            assert counts(spread) == counts(whole)


def test_other_games_are_searched_by_actors_too(cluster: Any) -> None:
    freecell = FreeCell(columns=3, cells=1, ranks=4)
    for game, number in ((freecell, 3), (freecell, 4), (Sliding(2, 3), 1)):
        position: Any = game.deal(number)
        result = solve_partitioned(game, position, parts=2, cluster="ray", limits=MEMORY)
        assert counts(result) == counts(solve_partitioned(game, position, parts=1))


def test_more_parts_than_processors_are_refused(cluster: Any) -> None:
    game = Superpuzz(4)
    with pytest.raises(InputError, match="5 parts need as many processors: the cluster has 4"):
        solve_partitioned(game, game.deal(1), parts=5, cluster="ray")


def test_limits_and_a_cancellation_hold_on_a_cluster(cluster: Any) -> None:
    game, cancel = Superpuzz(8), Cancel()
    options: dict[str, Any] = {"parts": 2, "cluster": "ray"}
    result = solve_partitioned(game, game.deal(1), limits=Limits(nodes=50_000, memory=2**28), **options)
    assert (result.outcome, result.expanded) == (Outcome.NODE_LIMIT, 50_000)
    result = solve_partitioned(game, game.deal(1), limits=Limits(memory=2**22), **options)
    assert result.outcome is Outcome.MEMORY_LIMIT
    result = solve_partitioned(game, game.deal(1), limits=Limits(seconds=1.0, memory=2**28), **options)
    assert result.outcome is Outcome.TIME_LIMIT

    def stop(progress: Progress) -> None:
        if progress.expanded > 1000:
            cancel.set()

    result = solve_partitioned(game, game.deal(1), limits=MEMORY, progress=stop, cancel=cancel, **options)
    assert result.outcome is Outcome.CANCELLED


def pids_of_parts() -> list[int]:
    """The processes of the actors, which Ray names after their class."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::Part"):
                found.append(int(folder.name))
        except OSError:
            continue  # It has just ended.
    return found


def kills_a_part(expanded: int) -> Any:
    killed: list[int] = []

    def watch(progress: Progress) -> None:
        if not killed and progress.expanded >= expanded:
            killed.append(max(pids_of_parts()))
            os.kill(killed[0], 9)

    watch.killed = killed  # type: ignore[attr-defined]
    return watch


def test_a_part_that_is_killed_without_a_folder_is_a_clear_error(cluster: Any) -> None:
    game, watch = Superpuzz(7), kills_a_part(20_000)
    with pytest.raises(ClusterError, match=r"a part of the search was lost.*nothing was kept"):
        solve_partitioned(game, game.deal(3), cluster="ray", limits=MEMORY, progress=watch)
    assert watch.killed


def test_a_part_that_is_killed_costs_one_level_of_a_search_with_a_folder(
    cluster: Any, tmp_path: Path
) -> None:
    game, watch = Superpuzz(6), kills_a_part(20_000)
    whole = solve_partitioned(game, game.deal(LOST), limits=MEMORY)
    result = solve_partitioned(
        game, game.deal(LOST), parts=3, cluster="ray", limits=MEMORY, progress=watch, resume=tmp_path
    )
    assert watch.killed
    assert counts(result) == counts(whole)


def test_a_lost_node_is_survived_with_fewer_parts(cluster: Any, tmp_path: Path) -> None:
    """The last test of this cluster: it loses a node."""
    game = Superpuzz(6)
    whole = solve_partitioned(game, game.deal(LOST), limits=MEMORY)
    lost: list[int] = []

    def lose(progress: Progress) -> None:
        if not lost and progress.expanded >= 20_000:
            lost.append(progress.expanded)
            cluster.remove_node(cluster.other, allow_graceful=False)

    result = solve_partitioned(
        game, game.deal(LOST), parts=4, cluster="ray", limits=MEMORY, progress=lose, resume=tmp_path
    )
    assert lost
    assert counts(result) == counts(whole)
