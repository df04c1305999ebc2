"""Two services on a PostgreSQL cluster whose primary is killed again and again: nothing acknowledged is lost.

What is measured stands in bench/failover.json: seconds from a kill to the cluster's first commit, and to both services'
readiness and first action.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.load import check, playing
from tests.running import until
from tests.soak.cluster import NOT_NOW, Cluster, Node, running_cluster
from tests.whole.site import Site, site

KILLS = 10
RESULTS = Path(__file__).parents[2] / "bench" / "failover.json"
PING = "CREATE TABLE IF NOT EXISTS ping (at timestamptz); INSERT INTO ping VALUES (now())"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with running_cluster() as running:
        running.start_pools()
        yield running


def seconds_until(looks: dict[str, Callable[[], bool]]) -> dict[str, float]:
    """From now until each of several things is true, each looked at by itself."""
    since = time.monotonic()

    def waited(name: str) -> float:
        until(looks[name], name)
        return round(time.monotonic() - since, 2)

    with ThreadPoolExecutor(len(looks)) as pool:
        return dict(zip(looks, pool.map(waited, looks), strict=True))


def commits(cluster: Cluster) -> bool:
    try:
        with psycopg.connect(cluster.url(), connect_timeout=1, autocommit=True) as connection:
            connection.execute("SET statement_timeout = '1s'")
            connection.execute(PING)
    except psycopg.Error:
        return False
    return True


def ready(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/ready", timeout=1).status_code == 200
    except httpx.HTTPError:
        return False


def kill_and_watch(cluster: Cluster, at: Site, how: Callable[[Node], None]) -> dict[str, float]:
    """The primary is killed; gives when the cluster and each service were there again, and repairs the cluster."""
    primary = until(cluster.primary, "a primary", *NOT_NOW)
    how(primary)
    until(lambda: not commits(cluster), "the primary is gone", *NOT_NOW)
    services = {f"service {n}": lambda p=m.port: ready(p) for n, m in enumerate(at.machines, 1)}
    came = seconds_until({"cluster": lambda: commits(cluster), **services})
    if how is Node.kill:
        primary.start()
    cluster.await_whole()
    return came


@pytest.mark.soak
@pytest.mark.parametrize("way", ["direct", "session", "transaction"])
def test_primaries_are_killed_under_load(tmp_path: Path, cluster: Cluster, way: str) -> None:
    cluster.begin_anew()
    with site(tmp_path, **cluster.settings(way)) as at:
        measured = []
        with playing(at) as crew:
            for n in range(KILLS):
                how = Node.kill if n % 5 == 4 else Node.kill_postgresql
                measured.append({"killed": how.__name__, **kill_and_watch(cluster, at, how)})
                print(way, measured[-1], flush=True)
                time.sleep(2)
        found = check(at, crew)
        keep(way, {"kills": measured, **found._asdict()})


@pytest.mark.soak
def test_a_primary_that_dies_ahead_of_its_standbys_is_replaced(cluster: Cluster) -> None:
    """What no standby has, nobody was told of: nobody waits for it."""
    cluster.begin_anew()
    primary = until(cluster.primary, "a primary", *NOT_NOW)
    primary.kill_ahead()
    until(lambda: commits(cluster), "a new primary", *NOT_NOW)
    assert cluster.primary() is not primary
    primary.start()
    cluster.await_whole()


def keep(way: str, measured: dict[str, Any]) -> None:
    known = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    RESULTS.write_text(json.dumps({**known, way: measured}, indent=1) + "\n")
