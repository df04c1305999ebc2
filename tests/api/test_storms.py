"""More viewers at once than a streaming process takes at that moment: they wait, hold no thread, and are let in."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from typing import NamedTuple

import pytest

from tests.api.test_many_streams import Stream, Table, followed, streamer
from tests.running import PATIENCE, Server, serving

STREAMS = 300
"""The socket of a streaming process holds fewer."""
PATIENT = """
import sys
from api.streaming import handing
handing.SECONDS, handing.PATIENCE = {taking}, {waiting}
from api.server import worker
from api.server.parked import Parking
from cli import main
worker.Parking = lambda most_each, *others: Parking({each}, *others)
sys.exit(main(["serve"]))
"""
"""The service, but that a machine that is slow today is not taken for a process that hangs."""


class Storm(NamedTuple):
    """Streams of a game that were asked for while the process that holds streams, `held`, stands still."""

    server: Server
    game: Table
    held: int
    path: str
    come: list[Stream]


@contextmanager
def storm(
    folder: Path, waiting: float = PATIENCE, each: int = STREAMS, limits: str = "off"
) -> Iterator[Storm]:
    """A request waits for so many seconds, and so many of one address do."""
    command = ("-c", PATIENT.format(taking=PATIENCE, waiting=waiting, each=each))
    settings = {"KRONIKA_THREADS": "2", "KRONIKA_WORKERS": "1", "KRONIKA_LIMITS": limits}
    with serving(folder, command=command, **settings) as server:
        game = Table(server)
        path = f"{game.url}/stream?after={game.document()['version']}"
        Stream(server, path).close()
        held = streamer(server)
        os.kill(held, signal.SIGSTOP)
        try:
            yield Storm(server, game, held, path, [Stream(server, path, waits=True) for _ in range(STREAMS)])
        finally:
            with suppress(ProcessLookupError):
                os.kill(held, signal.SIGCONT)
        assert "Traceback" not in (folder / "server.log").read_text()


@pytest.mark.soak
@pytest.mark.parametrize("blow", [signal.SIGCONT, signal.SIGKILL])
def test_nobody_is_refused_whom_a_process_takes_in_time(tmp_path: Path, blow: signal.Signals) -> None:
    """It stands still while they come. Then it goes on, or is killed and the next one takes them."""
    with storm(tmp_path) as (server, game, held, path, come):
        game.goes_on(3)
        told = b"id: %d\n" % game.roll()
        os.kill(held, blow)
        assert {stream.answered() for stream in come} == {200}
        lost = [stream for stream in come if not stream.hears(told)]
        assert (0 < len(lost) < STREAMS) if blow == signal.SIGKILL else not lost
        for _ in lost[:4]:
            followed(server, path, told)


@pytest.mark.soak
def test_whoever_has_waited_in_vain_is_told_to_come_back(tmp_path: Path) -> None:
    """The process is not given up yet; those whom its socket holds already stay there."""
    with storm(tmp_path, waiting=1) as (_, game, held, _, come):
        statuses = [stream.answered() for stream in come]
        assert (statuses[0], statuses[-1]) == (200, 503)
        assert set(statuses) == {200, 503}
        told = b"id: %d\n" % game.roll()
        os.kill(held, signal.SIGCONT)
        assert all(stream.hears(told) for stream in come if stream.status == 200)


@pytest.mark.soak
def test_of_an_address_only_so_many_wait(tmp_path: Path) -> None:
    """Of those who wait the oldest are told to come back, at once; eight go on waiting and are let in. (Two threads put requests
    aside, so who is the oldest is not quite who connected first.)
    """
    with storm(tmp_path, each=8, limits="requests=100000/s") as (_, _, held, _, come):
        waiting = set(come)
        statuses = [stream.answered() for stream in at_once(waiting, leaving=8)]
        assert set(statuses) == {200, 503}
        os.kill(held, signal.SIGCONT)
        assert {stream.answered() for stream in waiting} == {200}


def at_once(waiting: set[Stream], leaving: int) -> Iterator[Stream]:
    """Those that are answered, taken out of the others, until so many are left."""
    with DefaultSelector() as selector:
        for stream in waiting:
            selector.register(stream.sock, EVENT_READ, stream)
        while len(waiting) > leaving:
            answered = [key.data for key, _ in selector.select(PATIENCE)]
            assert answered, f"{len(waiting)} are not answered"
            for stream in answered:
                selector.unregister(stream.sock)
                waiting.remove(stream)
                yield stream
