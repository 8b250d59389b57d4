"""``ray://HOST:PORT``: a driver that is no part of the cluster runs a survey and a search in parts on it."""

import os
import secrets
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from yomikiri import Superpuzz, solve
from yomikiri.store import Store
from yomikiri.surveys import InProcess, plan, run

pytestmark = pytest.mark.slow
pytest.importorskip("ray", reason="no Ray here: pip install 'yomikiri[ray]'")

CLIENT = """
import sys
from yomikiri import Limits, Superpuzz
from yomikiri.store import Store
from yomikiri.surveys import plan, run
from yomikiri.surveys.partition import solve_partitioned
from yomikiri.surveys.ray_cluster import RayCluster

address, place = sys.argv[1:]
game = Superpuzz(6)
result = solve_partitioned(game, game.deal(8), parts=2, cluster=address, limits=Limits(memory=2**29))
print(result.outcome.value, result.expanded, result.stored)
with Store(place) as store:
    tally = run(plan("superpuzz", "1-30", size=5), store, RayCluster(address))
    print(tally.done, tally.solved, tally.unsolvable, len(list(store.attempts())))
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise AssertionError("the cluster has not started")


def test_a_client_outside_of_the_cluster_can_use_it(tmp_path: Path) -> None:
    port, ray_port = free_port(), free_port()
    env = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}
    # A token of its own, for both sides: versions of Ray that know about tokens let nobody else in.
    env |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    binary = str(Path(sys.executable).parent / "ray")
    head = [binary, "start", "--head", f"--port={ray_port}", f"--ray-client-server-port={port}"]
    head += ["--num-cpus=2", "--include-dashboard=false", f"--object-store-memory={100 * 2**20}", "--block"]
    with subprocess.Popen(head, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as node:
        try:
            wait_for(port)
            done = subprocess.run(
                [sys.executable, "-c", CLIENT, f"ray://127.0.0.1:{port}", str(tmp_path / "a.db")],
                env=env,
                capture_output=True,
                text=True,
                timeout=600,
                check=False,
            )
        finally:
            node.terminate()
            node.wait(60)
    assert done.returncode == 0, done.stderr[-2000:]
    game = Superpuzz(6)
    whole = solve(game, game.deal(8), algorithm="breadth-first")
    with Store(str(tmp_path / "b.db")) as store:
        tally = run(plan("superpuzz", "1-30", size=5), store, InProcess())
    assert done.stdout.splitlines() == [
        f"unsolvable {whole.expanded} {whole.stored}",
        f"30 {tally.solved} {tally.unsolvable} 30",
    ]
