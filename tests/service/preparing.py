"""A new service, set up quickly: on SQLite its tables are copied, not made by all migrations for every test."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from service.app import prepare
from service.system.settings import Settings

FILE = "kronika.db"
KEYS = (
    "DELETE FROM store_meta",
    "DELETE FROM service_meta WHERE name IN ('signing-key', 'witness-file')",
    "DELETE FROM logs",
)
"""What binds a database to the keys and files of the service that it was made for."""


def prepared(settings: Settings) -> None:
    """As `prepare`, which makes the keys here too."""
    settings.data.mkdir(parents=True, exist_ok=True)
    is_new = not any(settings.data.iterdir())
    if is_new and settings.database == f"sqlite:///{settings.data / FILE}":
        (settings.data / FILE).write_bytes(_without_keys())
    prepare(settings)


@cache
def _without_keys() -> bytes:
    """The file of a database with all tables, as it is before its first keys."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        prepare(Settings(data=Path(folder), database=f"sqlite:///{path}"))
        with closing(sqlite3.connect(path)) as database, database:
            for statement in KEYS:
                database.execute(statement)
        return path.read_bytes()
