"""Two PostgreSQL nodes without a manager, made, promoted and left alone by the commands of docs/how-to/cluster.md."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.load import check, go_on, playing
from tests.running import free_port, until
from tests.soak.cluster import USER
from tests.soak.packages import CLUSTER, install, postgresql_binaries
from tests.whole.site import site

CLUSTER_PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "cluster.md"
SECTION = CLUSTER_PAGE.read_text().partition("## A standby without Patroni\n")[2].partition("\n## ")[0]
STEPS = re.findall(r"^```bash\n# (db[12])\n(.*?)^```", SECTION, re.DOTALL | re.MULTILINE)


class Node:
    """A machine with PostgreSQL, as the user postgres sees it; the sockets of both are in one folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.port = folder / name, free_port()
        self.data = self.folder / "data"
        self.folder.mkdir(mode=0o700)
        shutil.chown(self.folder, USER, USER)

    def run(self, script: str) -> None:
        """One that fails is told about with what it printed."""
        own = {"PGDATA": self.data, "PGPORT": self.port, "PGHOST": self.folder.parent, "HOME": self.folder}
        path = f"{postgresql_binaries()}:{os.environ['PATH']}"
        with (self.folder / "log").open("ab") as log:
            done = subprocess.run(
                ["bash", "-euxo", "pipefail", "-c", script],
                env={"PATH": path, **{name: str(value) for name, value in own.items()}},
                user=USER,
                group=USER,
                extra_groups=[],
                cwd=self.folder,
                stdout=log,
                stderr=log,
            )
        assert done.returncode == 0, (self.folder / "log").read_text()

    def begin(self) -> None:
        """What Debian's package does."""
        self.run("initdb -A trust -E UTF8 -U postgres")
        self.run("""sed -i '/replication/d' "$PGDATA/pg_hba.conf" """)
        self.run("""echo "unix_socket_directories = '$PGHOST'" >> "$PGDATA/postgresql.conf" """)
        self.run('pg_ctl -w -l "$PGDATA/log" start')
        self.run("createdb kronika")

    def kill(self) -> None:
        os.kill(int((self.data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGKILL)


@pytest.fixture
def nodes() -> Iterator[dict[str, Node]]:
    install(CLUSTER)
    folder = Path(tempfile.mkdtemp(prefix="kronika-standby-"))
    shutil.chown(folder, USER, USER)
    made = {name: Node(folder, name) for name in ("db1", "db2")}
    try:
        made["db1"].begin()
        yield made
    finally:
        for node in made.values():
            with suppress(OSError):  # it is dead, or was never there
                node.kill()
        shutil.rmtree(folder)


def here(script: str, nodes: dict[str, Node]) -> str:
    """With the addresses that the nodes have on this one machine."""
    script = script.replace("host=db1 port=5432", f"host=127.0.0.1 port={nodes['db1'].port}")
    return script.replace("db1:5432", f"127.0.0.1:{nodes['db1'].port}").replace(
        "replicator db2 scram", "replicator 127.0.0.1/32 scram"
    )


@pytest.mark.soak
def test_the_first_node_dies_and_nothing_is_lost(tmp_path: Path, nodes: dict[str, Node]) -> None:
    *making, promoting, _ = STEPS
    for name, script in making:
        nodes[name].run(here(script, nodes))
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes.values())
    url = f"postgresql://postgres@{hosts}/kronika?target_session_attrs=read-write"
    with site(tmp_path, KRONIKA_DATABASE=url) as at:
        with playing(at) as crew:
            go_on(crew, 100)
            nodes["db1"].kill()
            nodes[promoting[0]].run(here(promoting[1], nodes))
            go_on(crew, 100)
        check(at, crew)


@pytest.mark.soak
def test_without_its_standby_it_refuses_until_a_person_says_otherwise(
    tmp_path: Path, nodes: dict[str, Node]
) -> None:
    *making, _, alone = STEPS
    for name, script in making:
        nodes[name].run(here(script, nodes))
    url = f"postgresql://postgres@127.0.0.1:{nodes['db1'].port}/kronika"
    with site(tmp_path, machines=1, KRONIKA_DATABASE=url) as at:
        with playing(at) as crew:
            go_on(crew, 50)
            nodes["db2"].kill()
            until(
                lambda: httpx.get(f"{at.url}/health/ready", timeout=60).status_code == 503,
                "unready",
                httpx.HTTPError,
            )
            nodes[alone[0]].run(here(alone[1], nodes))
            go_on(crew, 50)
        check(at, crew)
