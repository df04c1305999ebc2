"""A PostgreSQL cluster as a site runs it, on one machine: three nodes under Patroni, etcd, HAProxy and PgBouncer.

Everything runs as the user postgres (PostgreSQL refuses root) in a folder of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import psycopg

from tests.running import free_port, until
from tests.soak.packages import CLUSTER, install, postgresql_binaries

USER = "postgres"
NODES = 3
REJOIN_SECONDS = 40
"""After so long a killed node cannot go on from its own data: its log says what the primary's does not."""
REJOINS = 6
NOT_NOW = (OSError, psycopg.Error, subprocess.SubprocessError)
"""What asking a cluster that is changing may end in."""
SETTINGS = {
    "ttl": 20,  # the least that Patroni takes: so long a dead node keeps its lock
    "loop_wait": 1,
    "retry_timeout": 3,
    "primary_start_timeout": 0,  # a primary that has crashed is not waited for
    "synchronous_mode": True,  # only a standby that has every acknowledged commit is promoted
    # maximum_lag_on_failover stays 1 MiB: with 0 a primary that dies with a byte that no standby has is never replaced
}


class Node:
    """One node: Patroni, and the PostgreSQL that it looks after."""

    def __init__(self, number: int, folder: Path, etcd: int) -> None:
        self.name, self.folder = f"node{number}", folder / f"node{number}"
        self.port, self.api = free_port(), free_port()
        self._patroni: subprocess.Popen[bytes] | None = None
        _make_folder(self.folder)
        write(self.folder / "patroni.json", json.dumps(self._config(etcd)))

    def _config(self, etcd: int) -> dict[str, Any]:
        everybody = ["host all all 127.0.0.1/32 trust", "host replication all 127.0.0.1/32 trust"]
        return {
            "scope": "kronika",
            "name": self.name,
            "restapi": {"listen": f"127.0.0.1:{self.api}", "connect_address": f"127.0.0.1:{self.api}"},
            "etcd3": {"hosts": f"127.0.0.1:{etcd}"},
            "bootstrap": {
                "dcs": {**SETTINGS, "postgresql": {"use_pg_rewind": True, "use_slots": True}},
                "initdb": [{"encoding": "UTF8"}, "data-checksums"],
                "pg_hba": everybody,
            },
            "postgresql": {
                "listen": f"127.0.0.1:{self.port}",
                "connect_address": f"127.0.0.1:{self.port}",
                "data_dir": str(self.folder / "data"),
                "bin_dir": str(postgresql_binaries()),
                "pgpass": str(self.folder / "pgpass"),
                # A copy does not wait for minutes until the primary has written all by and by.
                "basebackup": [{"checkpoint": "fast"}],
                "authentication": {
                    "superuser": {"username": USER, "password": USER},
                    "replication": {"username": "replicator", "password": "replicator"},
                },
                "parameters": {"unix_socket_directories": str(self.folder), "max_connections": 100},
                "pg_hba": everybody,
            },
        }

    def start(self) -> None:
        self._patroni = run_as_user(
            ["patroni", str(self.folder / "patroni.json")], self.folder / "patroni.log"
        )

    def kill_postgresql(self) -> None:
        """As if the server program had crashed; the machine goes on."""
        lines = (self.folder / "data" / "postmaster.pid").read_text().splitlines()
        os.kill(int(lines[0]), signal.SIGKILL)

    def kill(self) -> None:
        """As if the machine had lost its power: Patroni first, so that it cannot give its lock back."""
        assert self._patroni is not None
        self._patroni.kill()
        self._patroni.wait()
        with suppress(OSError, IndexError, ValueError):
            self.kill_postgresql()

    def kill_ahead(self) -> None:
        """As `kill`, just after it has written what it could send to nobody any more."""
        address = f"postgresql://{USER}@127.0.0.1:{self.port}/postgres"
        with psycopg.connect(address, autocommit=True) as admin:
            senders = [pid for (pid,) in admin.execute("SELECT pid FROM pg_stat_replication")]
            for pid in senders:
                os.kill(pid, signal.SIGSTOP)
            admin.execute("SET synchronous_commit = local")
            admin.execute("CREATE TABLE never_sent AS SELECT generate_series(1, 100)")
        time.sleep(3 * SETTINGS["loop_wait"])  # Patroni writes down how far it has come
        self.kill()
        for pid in senders:
            os.kill(pid, signal.SIGKILL)

    def close(self) -> None:
        end(self._patroni)
        with suppress(OSError, IndexError, ValueError):
            self.kill_postgresql()

    def begin_anew_unless_it_follows(self) -> None:
        """As a copy of the primary, which is what an operator does with `patronictl reinit`."""
        if self.role() not in ("primary", "replica"):
            url = f"http://127.0.0.1:{self.api}/reinitialize"
            with suppress(OSError), urllib.request.urlopen(url, b'{"force": true}', timeout=10):
                pass

    def is_synchronous(self) -> bool:
        """Whether Patroni has it written down as one that may be promoted, which is later than PostgreSQL's knowing."""
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{self.api}/synchronous", timeout=2):
            return True
        return False

    def role(self) -> str:
        """What Patroni says of its node: "primary", "replica" and so on; "" while it says nothing."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.api}/patroni", timeout=2) as answer:
                said = json.load(answer)
        except urllib.error.HTTPError as error:
            said = json.load(error)
        except OSError:
            return ""
        running = said.get("state") == "running"
        return ("primary" if said.get("role") == "master" else str(said.get("role"))) if running else ""


class Cluster:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._etcd_port = free_port()
        self.nodes = [Node(n, folder, self._etcd_port) for n in range(1, NODES + 1)]
        self._balancer = free_port()
        self._pools = {"session": free_port(), "transaction": free_port()}
        self._others: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        self._start_etcd()
        for node in self.nodes:
            node.start()
        self.await_whole()

    def begin_anew(self) -> None:
        """An empty database, for services that have no keys yet."""
        with psycopg.connect(self.url(database="postgres"), autocommit=True) as admin:
            admin.execute("DROP DATABASE IF EXISTS kronika WITH (FORCE)")
            admin.execute("CREATE DATABASE kronika")

    def _start_etcd(self) -> None:
        data, peer = _make_folder(self._folder / "etcd"), f"http://127.0.0.1:{free_port()}"
        client = f"http://127.0.0.1:{self._etcd_port}"
        command = [
            *("etcd", "--name", "one", "--data-dir", str(data), "--initial-cluster", f"one={peer}"),
            *("--listen-client-urls", client, "--advertise-client-urls", client),
            *("--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer),
        ]
        self._run(command, "etcd")

    def start_pools(self) -> None:
        """A PgBouncer in each mode, and behind them HAProxy, which asks Patroni who the primary is."""
        write(self._folder / "haproxy.cfg", self._balancing())
        write(self._folder / "users", f'"{USER}" ""\n')
        self._run(["haproxy", "-db", "-f", "haproxy.cfg"], "haproxy")
        for mode in self._pools:
            write(self._folder / f"{mode}.ini", self._pooling(mode))
            self._run(["pgbouncer", f"{mode}.ini"], mode)

    def _run(self, command: Sequence[str], name: str) -> None:
        self._others.append(run_as_user(command, self._folder / f"{name}.log"))

    def _balancing(self) -> str:
        checked = "check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions"
        return "\n".join(
            [
                "defaults",
                "  mode tcp",
                "  timeout connect 1s",
                "  timeout client 1h",
                "  timeout server 1h",
                "listen primary",
                f"  bind 127.0.0.1:{self._balancer}",
                "  retries 0",
                "  option httpchk GET /primary",
                *(f"  server {n.name} 127.0.0.1:{n.port} {checked} port {n.api}" for n in self.nodes),
                "",
            ]
        )

    def _pooling(self, mode: str) -> str:
        return "\n".join(
            [
                "[databases]",
                f"* = host=127.0.0.1 port={self._balancer}",
                "[pgbouncer]",
                "listen_addr = 127.0.0.1",
                f"listen_port = {self._pools[mode]}",
                "unix_socket_dir =",
                "auth_type = trust",
                "auth_file = users",
                f"pool_mode = {mode}",
                "default_pool_size = 90",
                "server_login_retry = 0.2",
                "query_wait_timeout = 2",
                "",
            ]
        )

    def primary(self) -> Node | None:
        return next((node for node in self.nodes if node.role() == "primary"), None)

    def await_whole(self) -> None:
        """One primary, and two standbys that follow it; without the synchronous one it acknowledges nothing."""
        for _ in range(REJOINS):
            if self._becomes_whole():
                break
            for node in self.nodes:
                node.begin_anew_unless_it_follows()
        else:
            raise AssertionError("one primary and two standbys: never")
        until(self._has_standby, "a synchronous standby")

    def _becomes_whole(self) -> bool:
        deadline = time.monotonic() + REJOIN_SECONDS
        while not self._is_whole() and time.monotonic() < deadline:
            time.sleep(0.1)
        return self._is_whole()

    def _is_whole(self) -> bool:
        return sorted(n.role() for n in self.nodes) == ["primary", "replica", "replica"]

    def _has_standby(self) -> bool:
        return any(node.is_synchronous() for node in self.nodes)

    def settings(self, way: str) -> dict[str, str]:
        """A service's, which reaches the cluster "direct" or by a pool in "session" or "transaction" mode."""
        if way == "direct":
            return {"KRONIKA_DATABASE": self.url()}
        past_it, pooled = (
            f"postgresql://{USER}@127.0.0.1:{port}/kronika" for port in (self._balancer, self._pools[way])
        )
        return {
            "KRONIKA_DATABASE": pooled,
            **({"KRONIKA_DATABASE_DIRECT": past_it} if way == "transaction" else {}),
        }

    def url(self, database: str = "kronika") -> str:
        """One address with all nodes, of which the one that can be written is found."""
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"postgresql://{USER}@{hosts}/{database}?target_session_attrs=read-write"

    def logs(self) -> str:
        return "\n".join(f"{log}:\n{log.read_text()[-9000:]}" for log in sorted(self._folder.rglob("*.log")))

    def close(self) -> None:
        for node in self.nodes:
            node.close()
        for process in self._others:
            end(process)


def end(process: subprocess.Popen[bytes] | None) -> None:
    if process is not None and process.poll() is None:
        process.kill()
        process.wait()


def write(path: Path, text: str) -> None:
    path.write_text(text)
    shutil.chown(path, USER, USER)


def run_as_user(command: Sequence[str], log: Path) -> subprocess.Popen[bytes]:
    with log.open("ab") as out:
        return subprocess.Popen(
            command, user=USER, group=USER, extra_groups=[], stdout=out, stderr=out, cwd=log.parent
        )


def _make_folder(folder: Path) -> Path:
    folder.mkdir(mode=0o700)
    shutil.chown(folder, USER, USER)
    return folder


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    install(CLUSTER)
    folder = Path(tempfile.mkdtemp(prefix="kronika-cluster-"))
    shutil.chown(folder, USER, USER)
    cluster = Cluster(folder)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.close()
        shutil.rmtree(folder)
