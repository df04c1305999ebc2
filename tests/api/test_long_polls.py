"""Long polls in the event loop: how they end, and that each is closed however it ends."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

import pytest

from api.http.continuation import ENVIRON, LongPoll
from tests.api.bridged import Client, asks, bridge, run, until


class Game:
    """A store with one game, and a WSGI application that responds with its version once it is above 1."""

    def __init__(self, seconds: float = 60.0) -> None:
        self.seconds, self.version, self.asked = seconds, 1, 0
        self.waiting_ended = False
        self.fails = self.refuses = False
        self.waiting: list[LongPoll] = []
        self.going, self.began = threading.Event(), threading.Event()
        self.going.set()

    def watch(self, game: str, poll: LongPoll) -> None:
        self.waiting.append(poll)

    def unwatch(self, game: str, poll: LongPoll) -> None:
        self.waiting.remove(poll)

    def wake(self) -> None:
        for poll in [*self.waiting]:
            poll.set()

    def commit(self) -> None:
        self.version += 1
        self.wake()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.began.set()
        self.going.wait()
        self.asked += 1
        if self.refuses:
            start_response("401 UNAUTHORIZED", [])
            return [b"refused"]
        then = environ[ENVIRON]
        if then.poll is None:
            then.poll = LongPoll(self, "a game", monotonic() + self.seconds, then.wake)  # type: ignore[arg-type]
        then.poll.watch()
        if self.fails:
            raise ZeroDivisionError
        then.waits = self.version == 1 and not then.poll.over
        start_response("200 OK", [])
        return [] if then.waits else [b"%d" % self.version]


def test_a_commit_ends_all_polls_and_they_hold_no_thread() -> None:
    async def test() -> None:
        game, clients = Game(), [Client() for _ in range(50)]
        with bridge(threads=1) as one:
            tasks = [asks(one, game, client) for client in clients]
            await until(lambda: len(game.waiting) == 50 == game.asked)
            game.commit()
            await asyncio.gather(*tasks)
        assert {client.body for client in clients} == {b"2"}
        assert (game.waiting, game.asked) == ([], 100)

    run(test)


def test_a_poll_that_is_woken_for_nothing_waits_on() -> None:
    async def test() -> None:
        game, client = Game(), Client()
        with bridge() as one:
            task = asks(one, game, client)
            for times in range(1, 4):
                await until(lambda times=times: game.asked == times and game.waiting)  # type: ignore[misc]
                game.wake()
            await until(lambda: game.asked == 4)
            game.commit()
            await task
        assert (client.pieces, game.waiting) == ([b"2"], [])

    run(test)


def test_a_poll_ends_in_time() -> None:
    async def test() -> None:
        game, client = Game(seconds=0.2), Client()
        with bridge() as one:
            await asks(one, game, client)
        assert (client.body, game.asked, game.waiting) == (b"1", 2, [])

    run(test)


def test_a_poll_ends_when_the_service_does() -> None:
    async def test() -> None:
        game, client = Game(), Client()
        with bridge() as one:
            task = asks(one, game, client)
            await until(lambda: game.asked)
            game.waiting_ended = True
            game.wake()
            await task
        assert (client.body, game.waiting) == (b"1", [])

    run(test)


@pytest.mark.parametrize("how", ["its side", "all"])
def test_a_poll_ends_with_its_client(how: str) -> None:
    async def test() -> None:
        game, client = Game(), Client()
        with bridge() as one:
            task = asks(one, game, client)
            await until(lambda: game.asked)
            client.leave() if how == "its side" else task.cancel()
            await asyncio.wait([task])
            assert game.waiting == []
        assert (client.status, game.asked) == (0, 1)

    run(test)


def test_a_poll_ends_with_its_client_while_a_thread_handles_it() -> None:
    async def test() -> None:
        game, client = Game(), Client()
        game.going.clear()
        with bridge() as one:
            task = asks(one, game, client)
            await until(game.began.is_set)
            task.cancel()
            await asyncio.wait([task])
            game.going.set()
            await until(lambda: game.asked)
            await until(lambda: not game.waiting)
        assert client.status == 0

    run(test)


def test_a_poll_ends_with_an_error() -> None:
    async def test() -> None:
        game, client = Game(), Client()
        with bridge() as one:
            task = asks(one, game, client)
            await until(lambda: game.asked)
            game.fails = True
            game.commit()
            with pytest.raises(ZeroDivisionError):
                await task
        assert (client.status, game.waiting) == (0, [])

    run(test)


def test_a_poll_ends_when_it_is_refused_before_its_handler() -> None:
    async def test() -> None:
        game, client = Game(), Client()
        with bridge() as one:
            task = asks(one, game, client)
            await until(lambda: game.asked)
            game.refuses = True
            game.wake()
            await task
        assert (client.status, client.body, game.waiting) == (401, b"refused", [])

    run(test)


def test_a_client_with_too_many_polls_gets_the_response_to_its_oldest() -> None:
    async def test() -> None:
        game, clients = Game(), [Client() for _ in range(4)]
        clients[1].scope["client"] = ("203.0.113.8", 50000)
        with bridge(most_polls=2) as one:
            tasks = []
            for number, client in enumerate(clients, 1):
                tasks.append(asks(one, game, client))
                await until(lambda number=number: game.asked >= number)  # type: ignore[misc]
            await tasks[0]
            assert [client.body for client in clients] == [b"1", b"", b"", b""]
            assert len(game.waiting) == 3
            game.commit()
            await asyncio.gather(*tasks)
        assert [client.body for client in clients] == [b"1", b"2", b"2", b"2"]
        assert game.waiting == []

    run(test)


def test_of_many_that_come_at_the_same_moment_no_more_wait_than_may() -> None:
    async def test() -> None:
        game, clients = Game(), [Client() for _ in range(5)]
        game.going.clear()
        with bridge(threads=5, most_polls=2) as one:
            tasks = [asks(one, game, client) for client in clients]
            await until(game.began.is_set)
            game.going.set()
            while game.asked < 5:
                pass  # the loop hears of all of them in one turn
            await until(lambda: len(game.waiting) == 2)
            game.commit()
            await asyncio.gather(*tasks)
        assert sorted(client.body for client in clients) == [b"1", b"1", b"1", b"2", b"2"]

    run(test)


def test_a_commit_after_the_loop_has_ended_wakes_nobody() -> None:
    """The thread that handles a request may be held by the store for longer than the worker waits."""
    game = Game()

    async def test() -> None:
        with bridge() as one:
            task = asks(one, game, Client())
            await until(lambda: game.waiting and game.asked)
            game.going.clear()
            game.began.clear()
            game.wake()
            await until(game.began.is_set)
            task.cancel()
            await asyncio.wait([task])

    run(test)
    assert game.waiting
    game.wake()
    game.going.set()
