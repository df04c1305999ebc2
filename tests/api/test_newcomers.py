"""Connections are shared evenly among workers, and nobody waits for a worker that does not take them."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

from api.server import accept_balance
from api.server.accept_balance import AWAY, AcceptBalance, Place
from tests.running import PATIENCE, Server, let_in, serving, until
from tests.whole.test_staying_up import serving_workers

ASKED = b"GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n"
LONG = 30
"""Seconds; a worker that hangs is killed after twice as many, and nobody should have to wait for that."""
KEEPS_ALL = f"""
import api.server.connections
api.server.connections.SECONDS = dict.fromkeys(api.server.connections.SECONDS, {PATIENCE})
"""
PATIENT = f"""{KEEPS_ALL}
import api.server.accept_balance
api.server.accept_balance.PATIENCE = {PATIENCE}
"""


@contextmanager
def patient(folder: Path, workers: int, code: str = PATIENT) -> Iterator[Server]:
    """A service that waits for whose turn it is, however crowded the machine, and keeps clients who say nothing."""
    (folder / "sitecustomize.py").write_text(code)
    path = os.pathsep.join([str(folder), "."])
    with serving(folder, PYTHONPATH=path, KRONIKA_WORKERS=str(workers)) as server:
        yield server


def come(server: Server, many: int) -> list[socket.socket]:
    """So many clients at once."""
    return [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(many)]


def held(server: Server, clients: list[socket.socket]) -> dict[int, int]:
    """How many of these clients each worker has let in."""
    return let_in(serving_workers(server), clients)


def shared(server: Server, clients: list[socket.socket]) -> list[int]:
    """How many each worker has, once all are let in."""
    until(lambda: sum(held(server, clients).values()) == len(clients), "all are let in")
    return sorted(held(server, clients).values())


def until_each_worker_has_one(server: Server) -> list[socket.socket]:
    """The clients that have come until then; a worker that has just begun takes nobody yet."""
    clients: list[socket.socket] = []

    def each_has_one() -> bool:
        clients.extend(come(server, 1))
        return 0 not in shared(server, clients)

    until(each_has_one, "each worker takes somebody")
    return clients


def leave(server: Server, clients: list[socket.socket]) -> None:
    for client in clients:
        client.shutdown(socket.SHUT_RDWR)
    until(lambda: not any(held(server, clients).values()), "all are gone")
    for client in clients:
        client.close()


@pytest.mark.soak
@pytest.mark.parametrize("workers", [2, 3])
def test_connections_are_shared_evenly(tmp_path: Path, workers: int) -> None:
    with patient(tmp_path, workers) as server:
        leave(server, until_each_worker_has_one(server))
        for many in (8, 9, 8, 9):
            clients = come(server, many)
            of_each = shared(server, clients)
            assert len(of_each) == workers
            assert of_each[-1] - of_each[0] <= 1
            leave(server, clients)


@pytest.mark.soak
def test_a_worker_that_takes_the_place_of_another_gets_its_share(tmp_path: Path) -> None:
    with patient(tmp_path, 2) as server:
        leave(server, until_each_worker_has_one(server))
        clients = come(server, 8)
        assert shared(server, clients) == [4, 4]
        killed, other = serving_workers(server)
        os.kill(killed, signal.SIGKILL)
        until(lambda: len({*serving_workers(server)} - {killed, other}) == 1, "another one")
        leave(server, until_each_worker_has_one(server))
        stayed = [client for client in clients if any(held(server, [client]).values())]
        assert shared(server, stayed + come(server, 4)) == [4, 4]


@pytest.mark.soak
def test_a_worker_that_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    with patient(tmp_path, 2, KEEPS_ALL) as server:
        leave(server, until_each_worker_has_one(server))
        hung = serving_workers(server)[0]
        os.kill(hung, signal.SIGSTOP)
        try:
            for client in come(server, 12):
                client.settimeout(LONG)
                client.sendall(ASKED)
                assert client.recv(12) == b"HTTP/1.1 200"
        finally:
            with suppress(ProcessLookupError):
                os.kill(hung, signal.SIGCONT)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What the module takes for the time, which passes when a test says so."""
    clock = SimpleNamespace(now=1.0)
    monkeypatch.setattr(accept_balance, "monotonic", lambda: clock.now)
    return clock


def two_places() -> tuple[Place, Place]:
    first, second = AcceptBalance(2)._places
    return first, second


def test_one_that_hangs_is_waited_for_once(clock: SimpleNamespace) -> None:
    own, hung = two_places()
    hung.publish(0)
    own.publish(1)
    assert own.leaves()
    clock.now += accept_balance.PATIENCE
    assert not own.leaves(), "it does not take it"
    own.publish(2)
    assert not own.leaves(), "it was waited for in vain"
    hung.publish(0)
    assert own.leaves(), "it goes on"


def test_one_that_is_alive_is_waited_for_again(clock: SimpleNamespace) -> None:
    own, other = two_places()
    own.publish(1)
    for _ in range(3):
        other.publish(0)
        assert own.leaves()
        clock.now += accept_balance.PATIENCE


def test_nobody_is_left_to_one_that_takes_nobody() -> None:
    own, other = two_places()
    own.publish(1)
    assert not own.leaves(), "it has not begun"
    assert not own.others_accept()
    other.publish(0)
    assert own.leaves()
    assert own.others_accept()
    other.publish(AWAY)
    assert not own.leaves(), "it ends"
    assert not own.others_accept()


def test_a_crowd_is_not_let_in_one_by_one() -> None:
    own, other = two_places()
    other.publish(160)
    own.publish(170)
    assert not own.leaves()
    own.publish(171)
    assert own.leaves()


def test_places_are_given_again_and_one_too_many_shares_with_nobody() -> None:
    table, master = AcceptBalance(1), SimpleNamespace(WORKERS={})
    first, extra, successor = SimpleNamespace(), SimpleNamespace(), SimpleNamespace()
    table.give_place(master, first)
    master.WORKERS[1] = first
    first.place.publish(0)
    table.give_place(master, extra)
    extra.place.publish(5)
    assert not extra.place.leaves()
    del master.WORKERS[1]
    table.free_place(master, first)
    table.give_place(master, successor)
    assert successor.place is first.place
    assert not successor.place.others_accept()
    assert table._places[0]._connections[0] == AWAY


def test_a_worker_that_cannot_be_forked_keeps_no_place() -> None:
    """The master tries again and again while there is no memory."""
    table, master = AcceptBalance(2), SimpleNamespace(WORKERS={})
    for _ in range(3):
        table.give_place(master, born := SimpleNamespace())
    master.WORKERS[1] = born
    table.give_place(master, other := SimpleNamespace())
    other.place.publish(0)
    assert born.place.others_accept()
