"""All logs of logs that a service ever had. It writes to the last one."""

from __future__ import annotations

import re
from pathlib import Path

from service.log.transparency.folder import LogFolder
from service.log.transparency.log import LogUnusable, TransparencyLog
from service.store import Store

FOLDER = "log"
NAMES_FILE = "names"
NAME = re.compile(r"(?!(tile|checkpoint|log|names|head|lock|draft)$)[a-z0-9][a-z0-9-]{0,31}")
"""A log's folder and path are called so; the other words have a meaning there."""
KNOWN = "SELECT origin, size, root, trouble FROM logs ORDER BY number"


def origin_of(host: str, name: str) -> str:
    """The origin of the log with this name; "" is that of the first one."""
    return f"{host}/{FOLDER}/{name}" if name else f"{host}/{FOLDER}"


def name_of(origin: str) -> str:
    last = origin.rpartition("/")[2]
    return "" if last == FOLDER else last


class Logs:
    """The logs of a service with this host in its origins; `data` is its data folder."""

    def __init__(self, data: Path, store: Store, host: str) -> None:
        self.host, self._store = host, store
        self.top = LogFolder(data / FOLDER)

    def all(self) -> list[str]:
        """The origins of all logs that the service ever had, in the order of their start."""
        return [origin for origin, *_ in self._store.query(KNOWN)]

    def of(self, origin: str) -> TransparencyLog:
        """The log with this origin; it may have no files."""
        name = name_of(origin)
        folder = LogFolder(self.top.path / name) if name else self.top
        return TransparencyLog(origin, folder, self._store)

    def current(self) -> TransparencyLog:
        """The log that the service writes to; `LogUnusable` if it has none."""
        known = self.all()
        if not known:
            raise LogUnusable("The service has no log of logs yet; its background worker starts one.")
        return self.of(known[-1])

    def check_open(self) -> str:
        """The origin of the log in which new games are told; `LogUnusable` with the reason while none may be created."""
        raise NotImplementedError
