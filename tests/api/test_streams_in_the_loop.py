"""The streams of a worker, on both engines: what each viewer is sent, who loses their stream, and who is dropped."""

from __future__ import annotations

import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from time import sleep
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from api.streaming import looks, sending, streams, viewers
from api.streaming.frames import LAST_CHUNK
from api.streaming.subscription import Kind, Subscription
from projections.documents.analyses import AnalysisProgress
from service.identity import access, game_access, hiding
from service.identity.tokens import grant, revoke
from service.log import analysis_queue
from service.log.analysis_queue import AnalysisRun, finish_run, record_progress, start_run
from service.operation.app import open_store_of
from service.queries import history, subscriptions
from service.queries.subscriptions import lobby_head
from service.store import SecretsAltered, Store, StoreUnusable
from service.system.clock import now
from service.system.settings import Settings
from tests.api.hall import BEGINNING, SECONDS, Client, StreamsHall
from tests.running import until
from tests.service.conftest import House, house_with
from tests.service.playing import auditor, play
from tests.soaking import sampled
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
HOUR = 3_600_000
SHORT = 10.0
"""Seconds in which a client notices that nothing comes."""


@pytest.fixture
def house(tmp_path: Path, url: str) -> Iterator[House]:
    with house_with(Settings(data=tmp_path, database=url)) as house:
        yield house


@pytest.fixture
def hall(house: House, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    monkeypatch.setattr(streams, "TICK_SECONDS", 0.1)
    monkeypatch.setattr(viewers, "LINGER_SECONDS", 0.1)

    @contextmanager
    def opened(
        most: int = 1000, most_each: int = 1000, heartbeat: float = 60.0, **more: Any
    ) -> Iterator[StreamsHall]:
        store = open_store_of(house.kronika.settings)
        there = StreamsHall(store, most, most_each, heartbeat=heartbeat, **more)
        try:
            yield there
        finally:
            there.close()
            store.close()

    return opened


def events(house: House, game: str, token: str | None, after: int, labels: bool) -> list[dict[str, Any]]:
    page = history.events(house.repository, game, token, after, 1000, labels=labels)
    found: list[dict[str, Any]] = orjson.loads(page.body)["events"]
    return found


@pytest.mark.parametrize("loop", sampled(["uvloop", "asyncio"], 2))
def test_all_kinds_of_viewers_at_one_game_are_sent_what_the_log_tells_each(
    house: House, hall: Callable[..., Any], loop: str
) -> None:
    game, tokens = house.seated(ruleset="romans", visibility="private")
    house.kronika.store.append("", [], [grant("organiser-too", game, "organiser")])
    everybody = [tokens[1], tokens[2], auditor(house, game), "organiser-too"]
    version = house.document(game, tokens[1])["version"]
    with hall(loop=loop) as there:
        ways = list(product(everybody, (False, True), (False, True), (False, True), (0, 2, version)))
        random.Random(1).shuffle(ways)
        half = len(ways) // 2

        def follow(way: Any) -> Client:
            token, labels, typed, chunked, after = way
            found = there.follow(game, token, after, labels=labels, typed=typed, chunked=chunked)
            assert isinstance(found, Client)
            return found

        clients = [follow(way) for way in ways[:half]]
        play(house, game, tokens, random.Random(3), 12)
        clients += [follow(way) for way in ways[half:]]
        play(house, game, tokens, random.Random(4), 12)
        texts = set()
        for client, (token, labels, typed, _, after) in zip(clients, ways, strict=True):
            expected = events(house, game, token, after, labels)
            assert client.events(len(expected)) == expected
            assert BEGINNING.sub(b"", client.text(), 1).startswith(b"id: ")
            assert (b"\nevent: " in client.text()) is typed
            texts.add(orjson.dumps(expected) if after == 0 and not labels else b"")
    assert len(texts) == 5  # two seats, the auditor, the organiser, and those who were passed over


def test_a_viewer_without_access_loses_their_stream_though_nothing_happens(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    store, version = house.kronika.store, house.document(game)["version"]
    store.append("", [], [grant("short", game, "auditor", now() + HOUR)])
    with hall() as there:
        revoked, mine, expired, watcher = (
            there.follow(game, token, version) for token in (tokens[1], tokens[2], "short", None)
        )
        assert there.viewers == 4
        store.append("", [], [revoke(tokens[1])])
        assert revoked.ends().endswith(LAST_CHUNK)
        monkeypatch.setattr(access, "now", lambda: now() + HOUR)
        assert expired.ends().endswith(LAST_CHUNK)
        assert there.viewers == 2
        hiding.hide(store, game)
        assert watcher.ends().endswith(LAST_CHUNK)
        stranger = there.follow(game, None, version)
        assert b"data: " not in stranger.ends()
        assert there.viewers == 1
        there.end()
        assert b"data: " not in mine.ends()


def test_streams_end_one_after_the_other_if_there_is_time(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a successor: a share ends every second, the others go on meanwhile, and who comes now has to come back."""
    monkeypatch.setattr(streams, "TICK_SECONDS", 3600.0)
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall() as there:
        clients = [there.follow(game, None, version) for _ in range(10)]
        for client in clients:
            client.comes(b"retry")
        there.end(2.5 * streams.TICK_SECONDS)
        assert there.viewers == 6
        newcomer = there.follow(game, None, version)
        for client in (newcomer, *clients[:4]):
            assert b"data: " not in client.ends()
        play(house, game, tokens, random.Random(1), 1)
        for client in clients[4:]:
            assert client.events(1)[0]["version"] == version + 1
        there.end()
        for client in clients[4:]:
            assert client.ends().endswith(LAST_CHUNK)
        for client in (newcomer, *clients):
            client.sock.close()


def test_an_event_that_was_logged_after_access_ended_is_not_sent(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though both are found by the same look."""
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall() as there:
        mine, others = (there.follow(game, tokens[seat], version) for seat in (1, 2))
        begun, frozen, release = (threading.Event() for _ in range(3))
        statuses = game_access.statuses

        def later(*given: Any) -> Any:
            begun.set()
            found = statuses(*given)
            if found[game].version > version:
                frozen.set()
                assert release.wait(SECONDS)
            return found

        monkeypatch.setattr(game_access, "statuses", later)
        assert begun.wait(SECONDS)
        play(house, game, tokens, random.Random(1), 1)
        assert frozen.wait(SECONDS)
        house.kronika.store.append("", [], [revoke(tokens[1])])
        release.set()
        others.events(1)
        assert b"data: " not in mine.ends()


def test_a_client_that_takes_nothing_is_dropped_and_a_slow_one_gets_everything(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(viewers, "monotonic", lambda: clock.now)
    monkeypatch.setattr(viewers, "KERNEL_BYTES", 4096)
    monkeypatch.setattr(looks, "PAGE", 5)
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1), 40)
    expected = events(house, game, None, 0, False)
    with hall() as there:
        stuck, slow = there.follow(game), there.follow(game)
        while slow.text().count(b"data: ") < len(expected):
            more = slow.sock.recv(500)
            assert more, "it was dropped"
            slow.got += more
        assert slow.events(len(expected)) == expected
        clock.now += 2 * viewers.STUCK_SECONDS
        until(lambda: there.viewers == 1, "the client that takes nothing to be dropped")
        assert len(stuck.ends()) < len(slow.got)
        slow.sock.close()


def test_a_quiet_stream_has_comments_that_no_client_takes_for_an_event(
    house: House, hall: Callable[..., Any]
) -> None:
    """Many hand out whatever precedes an empty line."""
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall(heartbeat=0.1) as there:
        clients = there.follow(game, None, version), there.follow("")
        for client in clients:
            client.beats(3)
        play(house, game, tokens, random.Random(1), 1)
        for client in clients:
            client.messages(1)
            client.beats(3, last=True)
            assert all(b"\ndata: " in block for block in client.text().split(b"\n\n")[:-1])


def test_newcomers_keep_no_comment_from_those_who_wait(house: House, hall: Callable[..., Any]) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    with hall(heartbeat=0.2) as there:
        waiting = there.follow(game, None, version)
        for _ in range(30):
            newcomer = there.follow(game)
            newcomer.events(version)
            newcomer.sock.close()
            sleep(0.05)
        waiting.sock.setblocking(False)
        assert waiting.read()
        waiting.beats(2, last=True)


def test_when_places_run_out_the_client_with_most_gives_one(house: House, hall: Callable[..., Any]) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    with hall(most=3) as there:
        first, second = (there.follow(game, None, version, client="192.0.2.7") for _ in range(2))
        other = there.follow(game, None, version, client="192.0.2.8")
        assert there.viewers == 3
        newest = there.follow(game, None, 0, client="192.0.2.9")
        newest.events(version)
        first.ends()
        assert there.viewers == 3
        for client in (second, other):
            client.sock.close()
        until(lambda: there.viewers == 1, "those that left to be forgotten")


def test_of_an_address_that_has_too_many_the_oldest_ends_and_no_other_loses_a_place(
    house: House, hall: Callable[..., Any]
) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    with hall(most=10, most_each=2) as there:
        other = there.follow(game, None, version, client="2001:db8::1")
        first, second = (there.follow(game, None, version, client=f"2001:db8:1::{n}") for n in (1, 2))
        assert there.viewers == 3
        newest = there.follow(game, None, 0, client="2001:db8:1::3")
        newest.events(version)
        first.ends()
        assert there.viewers == 3
        for client in (second, other, newest):
            client.sock.close()
        until(lambda: there.viewers == 0, "those that left to be forgotten")


def test_a_store_that_is_closed_is_read_no_more(house: House, hall: Callable[..., Any]) -> None:
    """Streams that have ended complain of nothing, and nobody waits for commits then, nor before somebody follows."""
    game, _ = house.seated()
    with capture_logs() as said, hall() as there:
        waiters = there.store._follower.notifier._waiters
        assert not waiters
        client = there.follow(game)
        client.events(1)
        assert waiters
        client.sock.close()
        until(lambda: not waiters, "nobody to wait for commits")
        client = there.follow(game)
    assert client.ends().endswith(LAST_CHUNK)
    assert said == []
    until(lambda: not [it for it in threading.enumerate() if it.name == "streams"], "the thread to end")


def test_while_the_store_is_away_viewers_stay(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall(heartbeat=0.2) as there:
        viewer = there.follow(game, None, version)
        query = there.store.query

        gone = threading.Event()

        def away(*_: Any) -> Any:
            gone.set()
            raise StoreUnusable("away")

        monkeypatch.setattr(there.store, "query", away)
        assert gone.wait(SECONDS)
        play(house, game, tokens, random.Random(1), 1)
        late = there.follow(game, None, version)
        for one in (viewer, late):
            one.beats(3)
            assert b"data: " not in one.text()
        monkeypatch.setattr(there.store, "query", query)
        for one in (viewer, late):
            assert one.events(1)[0]["version"] == version + 1


def test_while_the_store_hangs_the_loop_goes_on(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is sent anything but heartbeats, nobody leaves, though they might have lost access; others come meanwhile."""
    game, tokens = house.seated()
    version = house.document(game)["version"]
    hangs, goes_on = threading.Event(), threading.Event()
    statuses = game_access.statuses

    def hanging(*given: Any) -> Any:
        hangs.set()
        assert goes_on.wait(SECONDS)
        return statuses(*given)

    with hall(heartbeat=0.2) as there:
        mine, others = (there.follow(game, tokens[seat], version) for seat in (1, 2))
        monkeypatch.setattr(game_access, "statuses", hanging)
        assert hangs.wait(SECONDS)
        play(house, game, tokens, random.Random(1), 1)
        house.kronika.store.append("", [], [revoke(tokens[1])])
        late = there.follow(game, None, 0)
        for client in (mine, others, late):
            client.beats(3)
            assert b"data: " not in client.text()
        assert there.viewers == 3
        goes_on.set()
        assert b"data: " not in mine.ends()
        assert others.events(1)[0]["version"] == version + 1
        late.events(version + 1)


def test_games_take_turns_when_there_is_much_to_read(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look reads no more than there is time for, and the next one begins with the games that it has left."""
    monkeypatch.setattr(looks, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(looks, "PAGE", 5)
    games = [house.seated() for _ in range(4)]
    for game, tokens in games:
        play(house, game, tokens, random.Random(1), 20)
    read, goes_on = list[str](), threading.Event()
    told = subscriptions.events

    def reading(store: Store, place: Any, *more: Any) -> Any:
        read.append(place.id)
        assert goes_on.wait(SECONDS)
        return told(store, place, *more)

    monkeypatch.setattr(subscriptions, "events", reading)
    with hall() as there:
        clients = [there.follow(game) for game, _ in games]
        until(lambda: read, "the first page")
        goes_on.set()
        for client, (game, _) in zip(clients, games, strict=True):
            expected = events(house, game, None, 0, False)
            assert client.events(len(expected)) == expected
        assert len(set(read[1:5])) == 4


def test_a_fault_in_the_loop_is_over_with_the_next_look(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall() as there:
        others, mine, broken = (there.follow(game, token, version) for token in (tokens[1], None, None))

        def fail(*_: Any) -> None:
            monkeypatch.undo()
            raise ValueError("unforeseen")

        def break_one() -> None:
            viewer = list(there.streams._viewers._all)[-1]
            transport = viewer.transport
            monkeypatch.setattr(viewer, "transport", SimpleNamespace(write=fail, is_closing=lambda: False))
            assert transport is not viewer.transport

        there.run(break_one)
        play(house, game, tokens, random.Random(1), 1)
        for client in (others, mine):
            assert client.events(1)[0]["version"] == version + 1
        monkeypatch.setattr(there.streams._viewers, "sweep", fail)
        until(lambda: "sweep" not in vars(there.streams._viewers), "the fault")
        house.kronika.store.append("", [], [revoke(tokens[1])])
        others.ends()
        assert there.viewers == 2
        broken.sock.close()


@pytest.mark.parametrize(
    ("part", "error"),
    sampled([("events", KeyError), ("viewpoint_of", struct.error), ("events", SecretsAltered)], 3),
)
def test_a_game_that_cannot_be_read_ends_no_other_stream(
    house: House,
    hall: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    part: str,
    error: type[Exception],
) -> None:
    good, tokens = house.seated()
    bad, _ = house.seated()
    told = getattr(subscriptions, part)

    def broken(store: Store, place: Any, *more: Any) -> Any:
        if place.id == bad:
            raise error("no such event")
        return told(store, place, *more)

    monkeypatch.setattr(subscriptions, part, broken)
    with hall() as there:
        viewer = there.follow(good)
        assert b"data: " not in there.follow(bad).ends()
        play(house, good, tokens, random.Random(1), 1)
        expected = events(house, good, None, 0, False)
        assert viewer.events(len(expected)) == expected


def test_the_progress_of_an_analysis_is_sent_once(house: House, hall: Callable[..., Any]) -> None:
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1))
    loaded, store = house.repository.get(game), house.kronika.store
    store.append("", [], analysis_queue.enqueue(loaded))
    run = AnalysisRun(game, loaded.version, "here")
    with hall(heartbeat=0.1) as there:
        watcher = there.follow(game, None, loaded.version, analysed=True)
        watcher.beats(2)
        others = there.follow(game, None, loaded.version, seconds=SHORT)
        assert b"data: " not in others.ends()  # they are sent nothing of it
        late = there.follow(game, None, loaded.version - 1, analysed=True)
        assert [it["event"] for it in late.messages(2)][1] == "analysis"
        assert watcher.text().count(b"event: analysis") == 1
        start_run(store, run)
        late.messages(3)
        record_progress(store, run, 0.5)
        late.messages(4)
        finish_run(store, run, None)
        for client, first in ((watcher, 0), (late, 1)):
            assert client.ends().endswith(LAST_CHUNK)
            news = client.events(first + 4)[first:]
            assert [it["status"] for it in news] == ["queued", "running", "running", "failed"]
            assert [it["progress"] for it in news] == [0, 0, 0.5, 0]


def test_events_repeat_no_progress(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of an analysis, which goes on while it is analysed."""
    game, tokens = house.seated()
    version = house.document(game)["version"]
    known = AnalysisProgress(game, version, "running", 0.5)
    monkeypatch.setattr(subscriptions, "progress", lambda store, place: known)
    with hall() as there:
        watcher = there.follow(game, None, version, analysed=True)
        for n in range(1, 4):
            play(house, game, tokens, random.Random(1), 1)
            watcher.messages(1 + n)
        late = there.follow(game, None, version, analysed=True)
        late.messages(4)
        play(house, game, tokens, random.Random(1), 1)
        for client in (watcher, late):
            client.messages(5)
            assert client.text().count(b"event: analysis") == 1


def test_all_of_many_are_told_that_an_analysis_has_ended(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before their streams end with it, however many have their turn later."""
    monkeypatch.setattr(sending, "TURN_BYTES", 64 * sending.WRITE_BYTES)
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1))
    loaded, store = house.repository.get(game), house.kronika.store
    store.append("", [], analysis_queue.enqueue(loaded))
    run = AnalysisRun(game, loaded.version, "here")
    with hall() as there:
        clients = [there.follow(game, None, loaded.version, analysed=True, seconds=SHORT) for _ in range(80)]
        for client in clients:
            client.messages(1)
        start_run(store, run)
        finish_run(store, run, None)
        for client in clients:
            client.ends()
            assert client.events(0)[-1]["status"] == "failed"


def test_the_lobby_is_sent_to_all_who_follow_it(house: House, hall: Callable[..., Any]) -> None:
    with hall() as there:
        early, plain = there.follow(""), there.follow("", typed=False, chunked=False)
        game, _ = house.seated()
        private, _ = house.seated(visibility="private")
        late = there.follow("")
        for viewer in (early, plain, late):
            while viewer.events(1)[-1]["status"] != "playing":
                assert viewer.read()
            assert {change["id"] for change in viewer.events(1)} == {game}
            assert private.encode() not in viewer.got
        gone = house.create()[0]
        for viewer in (early, plain, late):
            viewer.comes(gone.encode())
        hiding.hide(house.kronika.store, gone)
        newest = there.follow("", new_at=lobby_head(house.repository.store))
        newest.events(1)
        for viewer in (early, plain, late):
            while viewer.events(1)[-1] != {"id": gone}:
                assert viewer.read()
        assert gone.encode() not in newest.got
        assert b"event: game" in early.text()
        assert b"event: " not in plain.text()


def test_all_end_when_the_worker_stops_and_so_do_those_who_come_too_late(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "TURN_BYTES", 2 * sending.WRITE_BYTES)
    game, _ = house.seated()
    with hall() as there:
        clients = [there.follow(game, None, house.document(game)["version"]) for _ in range(50)]
        left = there.run(lambda: (there.streams.end(), there.viewers)[1])
        assert left > 40, "others get their turns"
        clients.append(there.follow(game))
        for client in clients:
            assert client.ends().endswith(LAST_CHUNK)


def test_a_client_that_has_left_before_its_stream_begins_is_forgotten(
    house: House, hall: Callable[..., Any]
) -> None:
    game, _ = house.seated()
    with hall() as there:
        mine, theirs = socket.socketpair()
        connection = there.connect(theirs)
        mine.close()
        there.run(connection.transport.abort)
        there.connections -= 1  # the server counts it itself
        subscription = Subscription(Kind(game), 0, "192.0.2.1")
        there.run(lambda: there.streams.follow(connection, subscription))
        assert there.viewers == 0


def test_a_game_with_many_viewers_leaves_turns_to_others(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "TURN_BYTES", 2 * sending.WRITE_BYTES)
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall() as there:
        clients = [there.follow(game, None, version) for _ in range(100)]
        turns = 0

        def turn() -> None:
            nonlocal turns
            turns += bool(there.streams._sender._sending)
            there.loop.call_soon(turn)

        there.run(turn)
        play(house, game, tokens, random.Random(1), 1)
        for client in clients:
            assert client.events(1)[0]["version"] == version + 1
        assert turns >= 25
