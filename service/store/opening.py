"""Opens a store from its URL."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qsl, unquote, urlsplit

from .engine import Engine
from .secret_key import KeyOf
from .store import Store
from .types import StoreUnusable

SYNCHRONOUS = ("FULL", "NORMAL")


def open_store(
    url: str,
    secret_key: bytes | KeyOf,
    direct: str | None = None,
    *,
    create: bool = False,
    slow_reads: bool = False,
    in_place: bool = True,
    standbys: Sequence[str] = (),
) -> Store:
    """Open `sqlite:///PATH[?synchronous=NORMAL]` or `postgresql://USER:PASSWORD@HOST/DATABASE`.

    PATH is relative; a fourth slash makes it absolute. With NORMAL a power cut loses the last commits. The
    `secret_key` (32 bytes) encrypts secrets at rest; the first one is the store's for good. `direct` is another address
    of the same PostgreSQL database, for notifications and locks, when `url` is a transaction pooler. `create`: create a missing
    SQLite file. `slow_reads`: lift the time limit of PostgreSQL reads, as work on all games needs. `in_place`: refuse a
    database that was moved, or that a move has not filled yet. `standbys`: addresses of streaming standbys that may answer
    what is read within `only_reading`. Raises `StoreUnusable`.
    """
    engine = _engine(url, direct, create, slow_reads, standbys)
    try:
        return Store(engine, secret_key, in_place)
    except BaseException:
        engine.close()
        raise


def _engine(url: str, direct: str | None, create: bool, slow_reads: bool, standbys: Sequence[str]) -> Engine:
    scheme = urlsplit(url).scheme
    if scheme == "sqlite" and standbys:
        raise StoreUnusable("An SQLite database has no standbys; leave KRONIKA_DATABASE_READ unset.")
    if scheme == "sqlite" and direct is None:
        return _sqlite(url, create)
    if scheme in ("postgresql", "postgres"):
        return _postgresql(url, direct, slow_reads, standbys)
    if scheme == "sqlite":
        raise StoreUnusable("An SQLite database has one address only; leave KRONIKA_DATABASE_DIRECT unset.")
    raise StoreUnusable(f"A store is sqlite:///PATH or postgresql://..., not {scheme or 'without a scheme'}.")


def _postgresql(url: str, direct: str | None, slow_reads: bool, standbys: Sequence[str]) -> Engine:
    """Imported late, because loading the driver takes a while."""
    from .postgres import PostgresEngine
    from .postgres_connections import PostgresConnections

    if not standbys:
        return PostgresEngine(PostgresConnections(url, direct, slow_reads))
    from .postgres_standbys import PostgresWithStandbys

    return PostgresEngine(PostgresWithStandbys(url, direct, slow_reads, standbys))


def _sqlite(url: str, create: bool) -> Engine:
    from .sqlite import SQLiteEngine

    parts = urlsplit(url)
    options = {"synchronous": "FULL", **dict(parse_qsl(parts.query))}
    path = unquote(parts.path.removeprefix("/"))
    if parts.netloc or not path or path.startswith(":"):
        raise StoreUnusable(f"The address {url} names no file; write sqlite:///PATH.")
    synchronous = options.pop("synchronous").upper()
    if options or synchronous not in SYNCHRONOUS:
        raise StoreUnusable(
            f"The address {url} may have only synchronous=FULL or synchronous=NORMAL after its path."
        )
    return SQLiteEngine(path, synchronous, create)
