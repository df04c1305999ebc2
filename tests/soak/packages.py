"""Debian packages of others that the soak runs use: a cluster manager, its store of record, a connection pool."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

PACKAGES = {
    "patroni": "patroni",
    "etcd": "etcd-server",
    "haproxy": "haproxy",
    "pgbouncer": "pgbouncer",
    "pg_ctlcluster": "postgresql",
}
"""Of each command the package that has it."""


def install() -> None:
    """Install what is missing; `RuntimeError` says what to install where this process may not."""
    missing = [package for command, package in PACKAGES.items() if shutil.which(command) is None]
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
