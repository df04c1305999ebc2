"""Which of several masters is in charge of a service, and what one inherits from the one before.

A successor is given the listening socket, by its predecessor or by systemd, and serves beside it. Each master that is in charge
holds a lock in the data folder, on the byte of its port; the kernel tells who holds it, and releases it when that process ends.
"""

from __future__ import annotations

import fcntl
import os
import struct
import sys
from pathlib import Path

from service.store.private_files import open_private

FILE = "serving"
FLOCK = "hhqqi4x"
"""The kernel's `struct flock`: type, whence, start, length, process."""
INHERITED = ("GUNICORN_PID", "GUNICORN_FD", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES")
"""Variables that name a socket for one process."""


class Charge:
    """The charge of a port, among all masters with the same data folder. A process may have one."""

    def __init__(self, data: Path, port: int) -> None:
        self._file, self._port = open_private(data / FILE), port

    def take(self) -> int | None:
        """The process that is in charge; None if this one is, from now on."""
        wanted = struct.pack(FLOCK, fcntl.F_WRLCK, os.SEEK_SET, self._port, 1, 0)
        try:
            fcntl.fcntl(self._file, fcntl.F_SETLK, wanted)
        except (BlockingIOError, PermissionError):
            kind, *_, process = struct.unpack(FLOCK, fcntl.fcntl(self._file, fcntl.F_GETLK, wanted))
            return self.take() if kind == fcntl.F_UNLCK else int(process)
        return None

    def release(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN, 1, self._port)


def inherits_socket() -> bool:
    """Whether this process was started with its listening socket. Call it before gunicorn takes the socket."""
    return "GUNICORN_FD" in os.environ or os.environ.get("LISTEN_PID") == str(os.getpid())


def own_command() -> list[str]:
    """The command that started this process: by its path, where a link may lead to another release by now.

    `sys.executable` would start this release again: a script's first line names the Python beside it, and not the link's.
    """
    by_path = os.access(sys.argv[0], os.X_OK)
    return list(sys.argv) if by_path else list(sys.orig_argv)
