"""Surveys and data sets on Ray: a real cluster of two nodes on this machine, one of which is lost."""

import os
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from dataset_tools import built, files, small
from yomikiri import Cancel, Limits
from yomikiri.store import Store
from yomikiri.surveys import InProcess, Tally, plan, run

if find_spec("ray") is None:
    pytest.skip("no Ray here: pip install 'yomikiri[ray]'", allow_module_level=True)
os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
NODE = {"num_cpus": 1, "object_store_memory": 80 * 2**20, "include_dashboard": False}
# A node that refuses two calls is lost; Ray's own patience is for networks.
IMPATIENT = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 500,
    "health_check_failure_threshold": 2,
}


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    import ray
    from ray.cluster_utils import Cluster

    with pytest.MonkeyPatch.context() as patch:
        # The workers import the tests' tools by name.
        here = str(Path(__file__).resolve().parent)
        patch.setenv("PYTHONPATH", os.pathsep.join([here, os.environ.get("PYTHONPATH", "")]))
        found = Cluster(initialize_head=True, head_node_args=NODE | {"_system_config": IMPATIENT})
        try:
            found.other = found.add_node(**NODE)
            ray.init(address=found.address, log_to_driver=False, logging_level="error")
            yield found
        finally:
            ray.shutdown()
            found.shutdown()


@pytest.fixture
def cluster(running: Any) -> Any:
    """With two nodes, whatever the last test did."""
    if running.other is None:
        running.other = running.add_node(**NODE)
    return running


def outcomes(store: Store) -> dict[str, tuple[str, int]]:
    found = list(store.attempts())
    assert len({attempt.deal.deal for attempt in found}) == len(found), "a deal was stored twice"
    return {attempt.deal.deal: (attempt.outcome, attempt.expanded) for attempt in found}


def test_a_cluster_makes_the_same_data_set(cluster: Any, tmp_path: Path) -> None:
    pytest.importorskip("polars")
    from yomikiri.datasets import build
    from yomikiri.surveys.ray_cluster import RayCluster

    executor = RayCluster(cluster.address)
    assert executor.workers == 2
    assert build(small(), tmp_path / "ray", executor).finished
    assert files(tmp_path / "ray") == files(built(tmp_path / "here"))


def test_a_node_that_is_lost_in_the_middle_costs_nothing(cluster: Any, tmp_path: Path) -> None:
    from yomikiri.surveys.ray_cluster import RayCluster

    survey = plan("superpuzz", "1-120", size=7, algorithm="priority-1", limits=Limits(nodes=200_000))
    executor = RayCluster(cluster.address)
    assert executor.workers == 2
    lost: list[int] = []

    def lose_a_node(tally: Tally) -> None:
        if tally.done >= 20 and not lost:
            lost.append(tally.done)
            cluster.remove_node(cluster.other, allow_graceful=False)
            cluster.other = None

    with Store(str(tmp_path / "a.db")) as store, Store(str(tmp_path / "b.db")) as other:
        tally = run(survey, store, executor, report=lose_a_node)
        assert lost
        assert lost[0] < 120
        assert (tally.done, tally.finished) == (120, True)
        run(survey, other, InProcess())
        assert outcomes(store) == outcomes(other)
        # The cluster learns of the loss in its own time.
        deadline = time.monotonic() + 60
        while executor.workers > 1 and time.monotonic() < deadline:
            time.sleep(0.2)
        assert executor.workers == 1
        assert list(store.check()) == []


@pytest.mark.slow
def test_a_deal_that_kills_its_worker_is_the_only_one_marked(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import deadly

    from yomikiri.surveys import ray_cluster

    monkeypatch.setattr(ray_cluster, "_solve_batch", deadly.solve_batch)
    monkeypatch.setattr(ray_cluster, "RETRIES", 0)
    with Store(str(tmp_path / "a.db")) as store:
        tally = run(plan("superpuzz", "1-40", size=4), store, ray_cluster.RayCluster(cluster.address))
        assert tally.done == 40
        marked = {deal for deal, (outcome, _) in outcomes(store).items() if outcome == "crashed"}
        assert marked == {deadly.DEADLY}
        # It is tried again, and this time it lives.
        monkeypatch.undo()
        assert run(plan("superpuzz", "1-40", size=4), store, InProcess()).undecided == 0


@pytest.mark.slow
def test_cancelling_ends_a_survey_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    from yomikiri.surveys.ray_cluster import RayCluster

    cancel = Cancel()

    def stop(tally: Tally) -> None:
        if tally.done >= 5:
            cancel.set()

    with Store(str(tmp_path / "a.db")) as store:
        survey = plan("superpuzz", "1-5000", size=6, algorithm="priority-1", limits=Limits(memory=2**28))
        tally = run(survey, store, RayCluster(cluster.address), report=stop, cancel=cancel)
        assert not tally.finished
        assert 5 <= len(outcomes(store)) < 5000


@pytest.mark.slow
def test_without_a_limit_each_worker_has_its_part_of_a_node(cluster: Any) -> None:
    from yomikiri.surveys.ray_cluster import RayCluster

    share, alone = RayCluster(cluster.address).memory(None)
    assert 0 < share <= alone
    assert RayCluster(cluster.address).memory(1000) == (500, 1000)
    assert RayCluster(cluster.address, workers=1).workers == 1
