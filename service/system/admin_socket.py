"""The socket by which commands reach the operator's place of a running service."""

from __future__ import annotations

import os
from pathlib import Path

from service.system.settings import BadSetting

SOCKET_FILE = "admin.sock"
MOST_PATH_BYTES = 107
"""Of the path of a Unix socket, in Linux."""


def socket_path(data: Path) -> Path:
    """Where the socket of a service is; `BadSetting` if no socket can be there."""
    path = data / SOCKET_FILE
    if len(os.fsencode(path)) > MOST_PATH_BYTES:
        raise BadSetting(
            f"{path} has more than {MOST_PATH_BYTES} bytes, the most that a socket's path can have: kronika admin needs a data "
            "folder with a shorter path (KRONIKA_DATA)."
        )
    return path
