"""Connections to PostgreSQL: their address, which may name several hosts, and the pools that they lie in."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, ClassVar, cast

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

from .rows import StoreAway, StoreUnusable

Conninfo = dict[str, Any]
POOL_SECONDS = 2.0
"""How long a connection of its process is waited for."""
SILENCE_SECONDS = 0.5
"""A server that has said nothing for so long is asked whether it is there."""
LINK = {
    "connect_timeout": 2,
    "tcp_user_timeout": 3000,
    "keepalives_idle": 5,
    "keepalives_interval": 1,
    "keepalives_count": 3,
}
"""A server that is gone without a word is missed after a few seconds. The address may say otherwise."""
PRESENCE = "SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""So that PostgreSQL notices within half a minute that a keeper's or writer's machine has lost its power."""
READ_LOCK_SECONDS = 2.0
"""How long a read waits for a lock, such as that of a table which VACUUM FULL writes anew."""
READ_SECONDS = 20.0
"""How long a read may take. Writes have no such end: it would end a commit's wait for a standby, which is committed then."""
ONE_OF_THEM = ("read-write", "primary")
"""What is asked of a host where it does not matter which one is found."""
BY_HOST = ("host", "hostaddr", "port")


class Connection(psycopg.Connection[Any]):
    """One that does not wait for ever: it asks now and then whether the server is there, and ends when it is not.

    A query may take its time, and a lock; a server whose processes stand still, on a machine that goes on, says nothing to
    anybody.
    """

    doubt: ClassVar[Callable[[], None]]
    """Raises `StoreUnusable` if the server is not there."""

    def wait(self, gen: PQGen[Any], *args: Any, **kwargs: Any) -> Any:
        return super().wait(self._heard(gen), *args, **kwargs)

    def _heard(self, gen: PQGen[Any]) -> PQGen[Any]:
        """`gen`, which is told several times a second that nothing has come."""
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
                self._ask()
                heard = monotonic()

    def _ask(self) -> None:
        try:
            type(self).doubt()
        except StoreUnusable as error:
            self.pgconn.finish()
            raise psycopg.OperationalError(str(error).rstrip(".")) from error


def doubting(doubt: Callable[[], None]) -> type[Connection]:
    """Connections that ask this."""
    return type(Connection.__name__, (Connection,), {"doubt": staticmethod(doubt)})


class Datastore(PostgresDatastore):
    """A pool of the library with all that the address says, and connections of a kind."""

    def __init__(self, conninfo: Conninfo, most: int, kind: type[Connection], begin: str = PRESENCE) -> None:
        """`begin` is executed on each new connection."""
        self._begin = begin
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
            del kwargs[key]  # what the URL leaves out is the driver's to find
        kwargs.update(conninfo)

    def after_connect_func(self) -> Callable[[psycopg.Connection[Any]], None]:
        return partial(_autocommitting, begin=self._begin)

    def register_type_adapters(self) -> None:
        """None: we send no values of composite types, and asking for them would connect at once."""

    def leave(self) -> None:
        """Close it without waiting for connections that are just being made."""
        self.pool.close(timeout=0)


def _autocommitting(connection: psycopg.Connection[Any], begin: str) -> None:
    connection.autocommit = True
    connection.execute(begin)


def read_limits(local: bool) -> str:
    """Statements that limit reads: of the session, or `local` to a transaction."""
    scope = "LOCAL" if local else "SESSION"
    limits = {"lock_timeout": READ_LOCK_SECONDS, "statement_timeout": READ_SECONDS}
    return "; ".join(f"SET {scope} {name} = {round(1000 * limit)}" for name, limit in limits.items())


def connected(conninfo: Conninfo, kind: type[psycopg.Connection[Any]]) -> psycopg.Connection[Any]:
    """In autocommit mode."""
    try:
        return kind.connect(**conninfo, autocommit=True)
    except psycopg.Error as error:
        raise StoreAway(f"PostgreSQL cannot be reached: {one_line(error)}.") from error


def answered(place: Conninfo) -> None:
    """Raise `StoreUnusable` unless the server answers there. A pool lets everybody in, whether it is there or not."""
    deadline = monotonic() + POOL_SECONDS

    def doubt() -> None:
        if monotonic() > deadline:
            raise StoreAway("The database does not answer.")

    try:
        with connected(place, doubting(doubt)) as probe:
            probe.execute("SELECT 1")
    except psycopg.Error as error:
        raise StoreAway(f"PostgreSQL cannot be reached: {one_line(error)}.") from error


def conninfo_of(url: str) -> Conninfo:
    try:
        return {**LINK, **conninfo_to_dict(url)}
    except psycopg.Error as error:
        raise StoreUnusable("The PostgreSQL address is malformed.") from error  # it may hold a password


def places(conninfo: Conninfo) -> list[Conninfo]:
    """An address for each host of one where it does not matter which is found; otherwise the address itself."""
    lists = _lists(conninfo)
    most = max(map(len, lists.values()), default=1)
    return [{**conninfo, **{key: values[n] for key, values in lists.items()}} for n in range(most)]


def begun_at(conninfo: Conninfo, nth: int) -> Conninfo:
    """The same address, asked at the `nth` of its places first: others may be gone without a word, and cost time."""
    turned = {key: ",".join(values[nth:] + values[:nth]) for key, values in _lists(conninfo).items()}
    return {**conninfo, **turned}


def _lists(conninfo: Conninfo) -> dict[str, list[str]]:
    if conninfo.get("target_session_attrs") not in ONE_OF_THEM:
        return {}
    return {key: value.split(",") for key in BY_HOST if "," in (value := str(conninfo.get(key, "")))}


def one_line(error: BaseException) -> str:
    return str(error).strip().splitlines()[0].rstrip(".")
