"""Connections to PostgreSQL: their address, which may name several hosts, and their pools."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar, LiteralString, cast

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

from .types import StoreUnreachable, StoreUnusable

Conninfo = dict[str, Any]
POOL_SECONDS = 2.0
"""How long a caller waits for a connection from the pool."""
SILENCE_SECONDS = 0.5
"""After this much silence a connection checks whether the server is still reachable."""
LINK = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
"""Detects a vanished server within a few seconds. The address may override these."""
KEEPALIVES = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""Lets PostgreSQL detect within half a minute that the machine of a leader or writer has lost power."""
READ_LOCK_SECONDS = 2.0
"""How long a read waits for a lock, such as one held by VACUUM FULL."""
READ_SECONDS = 20.0
"""How long a read may take. Writes have no limit: it would interrupt a commit that waits for a standby but is already local."""
ANY_HOST = ("read-write", "primary")
"""`target_session_attrs` under which it does not matter which of the hosts is used."""
PER_HOST = ("host", "hostaddr", "port")
FOREIGN = "SELECT to_regclass('stored_events') IS NOT NULL AND to_regclass('store_meta') IS NULL"


class Connection(psycopg.Connection[Any]):
    """A connection that does not wait for ever: during silence it checks that the server is reachable, and closes if not.

    Silence alone proves nothing, because a query or a lock may take long. A machine whose PostgreSQL processes hang still
    answers TCP keepalives.
    """

    check_reachable: ClassVar[Callable[[], None]]
    """Raises `StoreUnusable` if the server is unreachable."""

    def wait(self, gen: PQGen[Any], *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._checked(gen), *args, **kwargs)

    def _checked(self, gen: PQGen[Any]) -> PQGen[Any]:
        """`gen` with checks during silence; the driver resumes it several times a second even if nothing has arrived."""
        heard, ready = monotonic(), None
        while True:
            try:
                wanted = gen.send(ready)  # type: ignore[arg-type]
            except StopIteration as end:
                return end.value
            ready = yield wanted
            if ready:
                heard = monotonic()
            elif monotonic() - heard > SILENCE_SECONDS:
                self._check()
                heard = monotonic()

    def _check(self) -> None:
        try:
            type(self).check_reachable()
        except StoreUnusable as error:
            self.pgconn.finish()
            raise psycopg.OperationalError(str(error).rstrip(".")) from error


def connection_type(check_reachable: Callable[[], None]) -> type[Connection]:
    """Connections that use this check."""
    return type(Connection.__name__, (Connection,), {"check_reachable": staticmethod(check_reachable)})


class Datastore(PostgresDatastore):
    """The library's pool, with every option of the address and a connection class of our own."""

    def __init__(
        self, conninfo: Conninfo, most: int, kind: type[Connection], setup: str = KEEPALIVES
    ) -> None:
        """`setup` is executed on each new connection."""
        self._setup = setup
        named = {key: conninfo.get(key, "") for key in ("dbname", "host", "port", "user", "password")}
        super().__init__(
            **named,
            originator_id_type="text",
            pool_size=1,
            max_overflow=most - 1,
            connect_timeout=POOL_SECONDS,
        )
        self.pool.connection_class = kind
        kwargs = cast(Conninfo, self.pool.kwargs)
        for key in named:
            del kwargs[key]  # the driver finds defaults for what the URL omits
        kwargs.update(conninfo)

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        return partial(_set_up, setup=self._setup)

    def register_type_adapters(self) -> None:
        """Register none: we send no composite values, and looking them up would connect at once."""

    def abandon(self) -> None:
        """Close it without waiting for connections that are still being opened."""
        self.pool.close(timeout=0)


def _set_up(connection: psycopg.Connection[Any], setup: str) -> None:
    connection.autocommit = True
    connection.execute(setup)


def read_limits(local: bool) -> str:
    """Statements that limit reads, for the session or `local` to a transaction."""
    scope = "LOCAL" if local else "SESSION"
    limits = {"lock_timeout": READ_LOCK_SECONDS, "statement_timeout": READ_SECONDS}
    return "; ".join(f"SET {scope} {name} = {round(1000 * limit)}" for name, limit in limits.items())


def connect(conninfo: Conninfo, kind: type[psycopg.Connection[Any]]) -> psycopg.Connection[Any]:
    """A new connection in autocommit mode."""
    try:
        return kind.connect(**conninfo, autocommit=True)
    except psycopg.Error as error:
        raise StoreUnreachable(f"PostgreSQL cannot be reached: {one_line(error)}.") from error


def check_answers(host: Conninfo, query: LiteralString = "SELECT 1") -> tuple[Any, ...] | None:
    """The first row of a query; `StoreUnusable` unless the server answers. A pooler accepts connections even when it is down."""
    deadline = monotonic() + POOL_SECONDS

    def check_deadline() -> None:
        if monotonic() > deadline:
            raise StoreUnreachable("The database does not answer.")

    try:
        with connect(host, connection_type(check_deadline)) as probe:
            return probe.execute(query).fetchone()
    except psycopg.Error as error:
        raise StoreUnreachable(f"PostgreSQL cannot be reached: {one_line(error)}.") from error


def check_ours(probe: psycopg.Connection[Any]) -> None:
    """Raise `StoreUnusable` if the database is another program's, or cannot represent every name."""
    name = probe.info.dbname
    if probe.execute(FOREIGN).fetchone() == (True,):
        raise StoreUnusable(f"The database {name} belongs to another program.")
    encoding = probe.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreUnusable(
            f"The database {name} stores text as {encoding}, which cannot represent every name; "
            f"create one with CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0."
        )


def conninfo_of(url: str) -> Conninfo:
    try:
        return {**LINK, **conninfo_to_dict(url)}
    except psycopg.Error as error:  # its message may contain a password
        raise StoreUnusable("The PostgreSQL address is malformed.") from error


def hosts(conninfo: Conninfo) -> list[Conninfo]:
    """One address per host, if any of the hosts will do; otherwise the address itself."""
    return _each(conninfo, _lists(conninfo))


def each_host(conninfo: Conninfo) -> list[Conninfo]:
    """One address per host."""
    return _each(conninfo, _all_lists(conninfo))


def _each(conninfo: Conninfo, lists: dict[str, list[str]]) -> list[Conninfo]:
    most = max(map(len, lists.values()), default=1)
    return [{**conninfo, **{key: values[n] for key, values in lists.items()}} for n in range(most)]


def starting_at(conninfo: Conninfo, nth: int) -> Conninfo:
    """The same address with its `nth` host first: the others may have vanished, and each would cost a time-out."""
    rotated = {key: ",".join(values[nth:] + values[:nth]) for key, values in _lists(conninfo).items()}
    return {**conninfo, **rotated}


def _lists(conninfo: Conninfo) -> dict[str, list[str]]:
    if conninfo.get("target_session_attrs") not in ANY_HOST:
        return {}
    return _all_lists(conninfo)


def _all_lists(conninfo: Conninfo) -> dict[str, list[str]]:
    return {key: value.split(",") for key in PER_HOST if "," in (value := str(conninfo.get(key, "")))}


def one_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
