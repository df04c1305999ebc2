"""The folders of a service whose disks may fill up."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit

from service.system.settings import Settings


def folders_of(settings: Settings) -> list[Path]:
    """The data folder, and the folder of a database file elsewhere."""
    database = urlsplit(settings.database)
    folders = {settings.data.resolve(): None}
    if database.scheme == "sqlite":
        folders[Path(unquote(database.path.removeprefix("/"))).resolve().parent] = None
    return list(folders)
