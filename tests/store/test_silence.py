"""A server whose processes stand still takes connections and says nothing: nobody waits for it to go on."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from urllib.parse import quote, urlsplit

import psycopg
import pytest

from service.store import Store, StoreUnusable, open_store, postgres_link
from service.store.postgres_append import LOCK_KEY
from tests.postgresql import Database

from .conftest import KEY
from .kit import PATIENCE, rows
from .test_unusable import in_the_end


@pytest.fixture
def database(server) -> Database:
    return Database(server)


@pytest.fixture
def store(database: Database) -> Iterator[Store]:
    opened = open_store(database.url, KEY, create=True)
    opened.migrate()
    opened.append("g", rows(1))
    yield opened
    opened.close()


def is_refused(act: Callable[[], object]) -> bool:
    try:
        act()
    except StoreUnusable:
        return True
    return False


def test_all_are_refused_while_it_stands_still_and_go_on_afterwards(store: Store, database: Database) -> None:
    """Those who had asked before anybody knew, more of them than there are connections, and those who come later."""
    followed = store.recorder.subscribe(0)
    assert len(followed.batch(20)) == 1
    acts = [
        lambda: store.rows("g"),
        lambda: store.append("g", rows(2)),
        lambda: store.append("h", rows(1)),
        store.head,
    ]
    with ExitStack() as still, ThreadPoolExecutor(4 * len(acts)) as crowd:
        still.enter_context(database.standing_still())
        for _ in range(2):
            asked = [crowd.submit(is_refused, act) for act in 4 * acts]
            late = wait(asked, PATIENCE).not_done
            if late:
                still.close()
            assert not late
            assert [answer.result() for answer in asked] == [True] * len(asked)
        assert is_refused(store.check_writing)
    assert in_the_end(lambda: store.rows("g"))[0] == rows(1)[0]
    in_the_end(store.check_writing)
    at = store.version("i")
    in_the_end(lambda: store.append("i", rows(at + 1)))
    assert any(event.originator_id == "i" for event in in_the_end(lambda: followed.batch(20)))


@pytest.mark.soak
def test_what_takes_long_is_waited_for(store: Store, database: Database) -> None:
    """A query and a lock, many times as long as it takes to doubt: the server is there for others."""
    still_there = store.query("SELECT pg_backend_pid()")
    long = 6 * postgres_link.SILENCE_SECONDS
    assert store.query(f"SELECT 1 FROM pg_sleep({long})") == [(1,)]
    held = threading.Event()

    def hold() -> None:
        with psycopg.connect(database.url) as other:
            other.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK_KEY,))
            held.set()
            other.execute("SELECT pg_sleep(%s)", (4 * postgres_link.SILENCE_SECONDS,))

    with ThreadPoolExecutor(1) as pool:
        holding = pool.submit(hold)
        assert held.wait(PATIENCE)
        store.append("g", rows(2))
        holding.result()
    assert store.query("SELECT pg_backend_pid()") == still_there


class Mute:
    """A host that takes connections and says nothing."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._socket.getsockname()[1]
        self._taken: list[socket.socket] = []
        self._taking = threading.Thread(target=self._take, daemon=True)
        self._taking.start()

    def _take(self) -> None:
        try:
            while True:
                self._taken.append(self._socket.accept()[0])
        except OSError:
            pass

    @property
    def asked(self) -> int:
        return len(self._taken)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._taking.join(PATIENCE)
        self._socket.close()
        for taken in self._taken:
            taken.close()


@pytest.mark.soak
def test_a_host_that_is_mute_holds_nobody_up(server, database: Database) -> None:
    """It is the first one of the address, so that whoever asks one after the other waits for it each time."""
    mute = Mute()
    address = urlsplit(database.url)
    folder = quote(address.query.removeprefix("host="), safe="")
    url = (
        f"postgresql://postgres@{address.path}?host=127.0.0.1,{folder}&port={mute.port},5432"
        "&target_session_attrs=read-write"
    )
    store = open_store(url, KEY, create=True)
    store.migrate()
    server.stop()
    assert is_refused(lambda: store.append("g", rows(1)))
    server.ensure_postgres_running()
    in_the_end(store.head)
    before = mute.asked
    with ThreadPoolExecutor(8) as crowd:
        for found in [crowd.submit(store.rows, "g") for _ in range(64)]:
            assert found.result() == []
    store.append("g", rows(1))
    assert mute.asked == before
    store.close()
    mute.close()


@contextmanager
def a_pool_without_a_server() -> Iterator[int]:
    """Greets clients as PgBouncer does, but never answers a query."""
    with socket.create_server(("127.0.0.1", 0)) as listening, ExitStack() as held:

        def greet() -> None:
            with suppress(OSError):
                while True:
                    client = held.enter_context(listening.accept()[0])
                    client.recv(4096)
                    client.sendall(b"R\0\0\0\x08\0\0\0\0" + b"Z\0\0\0\x05I")

        greeting = threading.Thread(target=greet, daemon=True)
        greeting.start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)
        greeting.join(PATIENCE)


@pytest.mark.soak
def test_a_pooler_that_accepts_connections_is_no_database() -> None:
    with a_pool_without_a_server() as port:
        url = f"postgresql://nobody@127.0.0.1:{port}/none?sslmode=disable&gssencmode=disable"
        with pytest.raises(StoreUnusable):
            postgres_link.check_answers(postgres_link.conninfo_of(url))
