"""The process that holds streams, on both engines: what each viewer is told, who loses his stream, and who is dropped."""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import pytest
from structlog.testing import capture_logs

from api.streaming import process, telling, wire
from api.streaming.asked import Asked, Kind
from api.streaming.frames import LAST_CHUNK
from api.streaming.handing import Handed, Handing, handed_over
from api.streaming.process import Process
from service.app import open_store_of
from service.identity import access, hiding
from service.identity.tokens import grant, revoke
from service.log import analysis_queue
from service.queries import reading
from service.queries.streaming import lobby_head
from service.store import Store, StoreUnusable
from service.system.clock import now
from service.system.settings import Settings
from tests.running import until
from tests.service.conftest import House, house_with
from tests.service.playing import auditor, play
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]
SECONDS = 240
HOUR = 3_600_000


class Viewer:
    """The other end of a connection that was handed over."""

    def __init__(self, sock: socket.socket, chunked: bool) -> None:
        self.sock, self.chunked = sock, chunked
        self.got = b""
        sock.settimeout(SECONDS)

    def read(self) -> bool:
        """Whether more has come; not at the end."""
        with suppress(ConnectionResetError):
            more = self.sock.recv(65536)
            self.got += more
            return bool(more)
        return False

    def text(self) -> bytes:
        """What was told so far, without the chunks around it."""
        return b"".join(_chunks(self.got)) if self.chunked else self.got

    def events(self, count: int) -> list[dict[str, Any]]:
        """The first events, as soon as they are here."""
        while self.text().count(b"data: ") < count:
            assert self.read(), self.got
        lines = [line for line in self.text().splitlines() if line.startswith(b"data: ")]
        return [orjson.loads(line.removeprefix(b"data: ")) for line in lines]

    def ends(self) -> bytes:
        """All that came, at the end."""
        while self.read():
            pass
        return self.got


def _chunks(data: bytes) -> Iterator[bytes]:
    while b"\r\n" in data:
        size, _, rest = data.partition(b"\r\n")
        length = int(size, 16)
        if length == 0 or len(rest) < length + 2:
            return
        yield rest[:length]
        data = rest[length + 2 :]


class Hall:
    """A streaming process in a thread."""

    def __init__(self, house: House, store: Store, folder: Path, most: int, **more: Any) -> None:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        listener.bind(str(folder / "s"))
        listener.listen()
        self.house, self.store = house, store
        self.process = Process(store, listener, most, **more)
        self.handing = Handing([str(folder / "s")])
        self.thread = threading.Thread(target=self.process.run)
        self.thread.start()

    @property
    def viewers(self) -> int:
        return len(self.process._telling.wire.viewers)

    def follow(
        self,
        game: str,
        token: str | None = None,
        after: int = 0,
        client: str = "a",
        new_at: int = 0,
        **how: Any,
    ) -> Viewer:
        kind = Kind(game, token, **how)
        mine, theirs = socket.socketpair()
        link = until(self.handing.link, "a way")
        with theirs, pytest.raises(Handed):
            list(handed_over(link, Asked(kind, after, client, new_at), theirs))
        return Viewer(mine, kind.chunked)

    def stop(self) -> None:
        self.process.stop()
        self.handing.close()
        self.thread.join(SECONDS)
        assert not self.thread.is_alive()


@pytest.fixture
def house(tmp_path: Path, url: str) -> Iterator[House]:
    with house_with(Settings(data=tmp_path, database=url)) as house:
        yield house


@pytest.fixture
def hall(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Any]]:
    monkeypatch.setattr(process, "TICK_SECONDS", 0.1)
    monkeypatch.setattr(wire, "LINGER", 0.1)

    @contextmanager
    def opened(most: int = 1000, heartbeat: float = 60.0, **more: Any) -> Iterator[Hall]:
        store = open_store_of(house.kronika.settings)
        there = Hall(house, store, tmp_path, most, heartbeat=heartbeat, **more)
        try:
            yield there
        finally:
            there.stop()

    return opened


def events(house: House, game: str, token: str | None, after: int, labels: bool) -> list[dict[str, Any]]:
    page = reading.events(house.repository, game, token, after, 1000, labels=labels)
    found: list[dict[str, Any]] = orjson.loads(page.body)["events"]
    return found


def test_all_kinds_of_viewers_at_one_game_are_told_what_the_log_tells_each(
    house: House, hall: Callable[..., Any]
) -> None:
    game, tokens = house.seated(ruleset="romans", visibility="private")
    house.kronika.store.append("", [], [grant("organiser-too", game, "organiser")])
    everybody = [tokens[1], tokens[2], auditor(house, game), "organiser-too"]
    version = house.document(game, tokens[1])["version"]
    with hall() as there:
        ways = list(product(everybody, (False, True), (False, True), (False, True), (0, 2, version)))
        random.Random(1).shuffle(ways)
        half = len(ways) // 2

        def follow(way: Any) -> Viewer:
            token, labels, typed, chunked, after = way
            found = there.follow(game, token, after, labels=labels, typed=typed, chunked=chunked)
            assert isinstance(found, Viewer)
            return found

        viewers = [follow(way) for way in ways[:half]]
        play(house, game, tokens, random.Random(3), 12)
        viewers += [follow(way) for way in ways[half:]]
        play(house, game, tokens, random.Random(4), 12)
        texts = set()
        for viewer, (token, labels, typed, _, after) in zip(viewers, ways, strict=True):
            expected = events(house, game, token, after, labels)
            assert viewer.events(len(expected)) == expected
            assert (b"\nevent: " in viewer.text()) is typed
            texts.add(orjson.dumps(expected) if after == 0 and not labels else b"")
    assert len(texts) == 5  # two seats, the auditor, the organiser, and those who were passed over


def test_who_may_not_see_any_more_loses_his_stream_though_nothing_happens(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    store, version = house.kronika.store, house.document(game)["version"]
    store.append("", [], [grant("short", game, "auditor", now() + HOUR)])
    with hall() as there:
        revoked, mine, expired, watcher = (
            there.follow(game, token, version) for token in (tokens[1], tokens[2], "short", None)
        )
        until(lambda: there.viewers == 4, "four viewers")
        store.append("", [], [revoke(tokens[1])])
        assert revoked.ends().endswith(LAST_CHUNK)
        monkeypatch.setattr(access, "now", lambda: now() + HOUR)
        assert expired.ends().endswith(LAST_CHUNK)
        assert there.viewers == 2
        hiding.hide(store, game)
        assert watcher.ends().endswith(LAST_CHUNK)
        stranger = there.follow(game, None, version)
        assert stranger.ends() == LAST_CHUNK
        assert there.viewers == 1
        there.process.stop()
        assert b"data: " not in mine.ends()


def test_who_takes_nothing_is_dropped_and_who_is_slow_gets_all(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(now=0.0)
    monkeypatch.setattr(wire, "monotonic", lambda: clock.now)
    monkeypatch.setattr(wire, "KERNEL_BYTES", 4096)
    monkeypatch.setattr("api.streaming.feeds.PAGE", 5)
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1), 40)
    expected = events(house, game, None, 0, False)
    with hall() as there:
        stuck, slow = there.follow(game), there.follow(game)
        while slow.text().count(b"data: ") < len(expected):
            more = slow.sock.recv(500)
            assert more, "he was dropped"
            slow.got += more
        assert slow.events(len(expected)) == expected
        clock.now += 2 * wire.SECONDS_TO_TAKE
        until(lambda: there.viewers == 1, "the one who takes nothing to be dropped")
        assert len(stuck.ends()) < len(slow.got)
        slow.sock.close()


def test_a_viewer_of_everything_is_told_that_we_are_there(house: House, hall: Callable[..., Any]) -> None:
    game, _ = house.seated()
    with hall(heartbeat=0.1) as there:
        viewers = [there.follow(game, None, house.document(game)["version"]), there.follow("")]
        for viewer in viewers:
            while b":\n\n" not in viewer.got:
                assert viewer.read()


def test_when_places_run_out_who_has_most_gives_one(house: House, hall: Callable[..., Any]) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    with hall(most=3) as there:
        first, second = (there.follow(game, None, version, client="many") for _ in range(2))
        other = there.follow(game, None, version, client="one")
        until(lambda: there.viewers == 3, "three viewers")
        newest = there.follow(game, None, 0, client="new")
        newest.events(version)
        first.ends()
        assert there.viewers == 3
        for viewer in (second, other):
            viewer.sock.close()
        until(lambda: there.viewers == 1, "those who went to be forgotten")


def test_of_an_address_that_has_too_many_the_oldest_ends_and_no_other_loses_a_place(
    house: House, hall: Callable[..., Any]
) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    with hall(most=10, most_each=2) as there:
        other = there.follow(game, None, version, client="2001:db8::1")
        first, second = (there.follow(game, None, version, client=f"2001:db8:1::{n}") for n in (1, 2))
        until(lambda: there.viewers == 3, "three viewers")
        newest = there.follow(game, None, 0, client="2001:db8:1::3")
        newest.events(version)
        first.ends()
        assert there.viewers == 3
        for viewer in (second, other, newest):
            viewer.sock.close()
        until(lambda: there.viewers == 0, "those who went to be forgotten")


def test_nobody_watches_a_store_that_is_closed(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who was waiting for commits has ended before; a process that ends complains of nothing."""
    monkeypatch.setattr(process, "END_SECONDS", SECONDS)
    game, _ = house.seated()
    left: list[bool] = []
    with capture_logs() as said, hall() as there:
        watching, close = there.process._watch._thread, there.store.close
        monkeypatch.setattr(there.store, "close", lambda: (left.append(watching.is_alive()), close()))
        viewer = there.follow(game)  # a connection that nothing refers to is closed, and then nobody waits
        until(there.store._follower.notifier._waiters.copy, "somebody who waits for commits")
        assert watching.is_alive()
    assert viewer.ends().endswith(LAST_CHUNK)
    assert (left, said) == ([False], [])


def test_while_the_store_is_away_viewers_stay(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    with hall(heartbeat=0.2) as there:
        viewer = there.follow(game, None, version)
        until(lambda: there.viewers == 1, "a viewer")
        query = there.store.query

        def away(*_: Any) -> Any:
            raise StoreUnusable("away")

        monkeypatch.setattr(there.store, "query", away)
        play(house, game, tokens, random.Random(1), 1)
        late = there.follow(game, None, version)
        until(lambda: there.viewers == 2, "two viewers")
        assert viewer.text().count(b"data: ") == 0
        monkeypatch.setattr(there.store, "query", query)
        for one in (viewer, late):
            assert one.events(1)[0]["version"] == version + 1


def test_a_game_that_cannot_be_told_ends_no_other_stream(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, tokens = house.seated()
    bad, _ = house.seated()
    told = telling.subscriptions.events

    def broken(store: Store, place: Any, *more: Any) -> Any:
        if place.id == bad:
            raise KeyError("no such event")
        return told(store, place, *more)

    monkeypatch.setattr(telling.subscriptions, "events", broken)
    with hall() as there:
        assert b"data: " not in there.follow(bad).ends()
        viewer = there.follow(good)
        play(house, good, tokens, random.Random(1), 1)
        expected = events(house, good, None, 0, False)
        assert viewer.events(len(expected)) == expected


def test_a_game_that_cannot_be_looked_at_ends_no_other_stream(
    house: House, hall: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, tokens = house.seated()
    bad, _ = house.seated()
    sight = telling.subscriptions.viewpoint_of

    def broken(store: Store, place: Any, *more: Any) -> Any:
        if place.id == bad:
            raise KeyError("no such game")
        return sight(store, place, *more)

    monkeypatch.setattr(telling.subscriptions, "viewpoint_of", broken)
    with hall() as there:
        viewer = there.follow(good)
        assert b"data: " not in there.follow(bad).ends()
        play(house, good, tokens, random.Random(1), 1)
        expected = events(house, good, None, 0, False)
        assert viewer.events(len(expected)) == expected


def test_how_far_an_analysis_has_come_is_told_once(house: House, hall: Callable[..., Any]) -> None:
    game, tokens = house.seated()
    play(house, game, tokens, random.Random(1))
    loaded = house.repository.get(game)
    house.kronika.store.append("", [], analysis_queue.enqueue(loaded))
    with hall(heartbeat=0.1) as there:
        viewer = there.follow(game, None, loaded.version, analysed=True)
        while viewer.text().count(b":\n\n") < 1:
            assert viewer.read()
        assert viewer.text().count(b"event: analysis") == 1


def test_the_lobby_is_told_to_all_who_follow_it(house: House, hall: Callable[..., Any]) -> None:
    with hall() as there:
        early, plain = there.follow(""), there.follow("", typed=False, chunked=False)
        until(lambda: there.viewers == 2, "two viewers")
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
            while gone.encode() not in viewer.got:
                assert viewer.read()
        hiding.hide(house.kronika.store, gone)
        newest = there.follow("", new_at=lobby_head(house.repository.store))
        newest.events(1)
        for viewer in (early, plain, late):
            while viewer.events(1)[-1] != {"id": gone}:
                assert viewer.read()
        assert gone.encode() not in newest.got
        assert b"event: game" in early.text()
        assert b"event: " not in plain.text()


def test_all_end_when_it_stops_and_so_do_those_who_come_too_late(
    house: House, hall: Callable[..., Any]
) -> None:
    game, _ = house.seated()
    with hall() as there:
        viewers = [there.follow(game, None, house.document(game)["version"]) for _ in range(50)]
        until(lambda: there.viewers == 50, "fifty viewers")
        there.process.stop()
        viewers.append(there.follow(game))
        for viewer in viewers:
            assert viewer.ends().endswith(LAST_CHUNK)
