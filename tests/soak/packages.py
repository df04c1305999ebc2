"""Debian packages of others that the soak runs use."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

CLUSTER = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
    "pg_ctlcluster": "postgresql",
}
"""Of each command the package that has it: a cluster manager, its store of record, a balancer, a connection pool."""

POSTGRESQL = {command: CLUSTER[command] for command in ("pg_ctlcluster",)}

MACHINE = {"mmdebstrap": "mmdebstrap", "systemd-nspawn": "systemd-container", "caddy": "caddy"}
"""A Debian in a folder, its systemd, and an authority for its certificates."""

CONTAINER = {"mmdebstrap": "mmdebstrap", "podman": "podman", "runc": "runc"}


def install(packages: Mapping[str, str]) -> None:
    """Install what is missing; `RuntimeError` says what to install where this process may not."""
    missing = [package for command, package in packages.items() if shutil.which(command) is None]
    if not missing:
        return
    if os.geteuid() != 0:
        raise RuntimeError(f"These soak runs need root and the Debian packages {', '.join(missing)}.")
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
        subprocess.run(["apt-get", "-q", *command], check=True, env=env, stdout=subprocess.DEVNULL)


def postgresql_binaries() -> Path:
    """The folder of the newest installed PostgreSQL."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name))
