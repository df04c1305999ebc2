"""One release replaces another while it is used: nobody is refused, and nothing is lost or done twice, on streams either."""

from __future__ import annotations

import os
import signal
import uuid
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.load import NEW, Actor, Asker, Follower, ask, check, go_on, playing
from tests.previous import previous
from tests.running import Server, children, is_background_worker, serving, until
from tests.soaking import SOAKING, longer, soaked
from tests.store.conftest import new_database, server
from tests.whole.site import Machine, Site
from tests.whole.test_staying_up import alive

__all__ = ["server"]

PAUSE = 0.05
FOLLOWERS = 4 if SOAKING else 1
"""Of each game."""
UPGRADES = 3 if SOAKING else 1
BETWEEN = 100 if SOAKING else 6
"""Events that are acknowledged between two upgrades."""


@pytest.fixture(params=soaked(["sqlite", "postgresql"], ["postgresql"]))
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[dict[str, str]]:
    workers = {} if SOAKING else {"KRONIKA_WORKERS": "1"}
    if request.param == "sqlite":
        yield {"KRONIKA_DATABASE": f"sqlite:///{tmp_path / 'both.db'}", **workers}
    else:
        with new_database(request.getfixturevalue("server")) as url:
            yield {"KRONIKA_DATABASE": url, **workers}


@contextmanager
def followed(at: Any, crew: Sequence[Actor]) -> Iterator[list[Follower]]:
    """The streams of what is being played; at the end they have everything, in order, once."""
    until(lambda: all(actor.games for actor in crew), "games")
    games = [actor.games[0].game for actor in crew]
    followers = [Follower(at, game) for game in games for _ in range(FOLLOWERS)]
    for follower in followers:
        follower.start()
    try:
        until(lambda: all(follower.versions for follower in followers), "streams")
        yield followers
    finally:
        for follower in followers:
            follower.ended.set()


@contextmanager
def watched(at: Any) -> Iterator[None]:
    """A stream of a game that nobody plays: those of the others end with their games, however long an upgrade takes."""
    game = ask(at, "/v1/games", NEW, key=uuid.uuid4().hex)["id"]
    with httpx.stream("GET", f"{at.url}/v1/games/{game}/stream", timeout=120) as stream:
        assert stream.status_code == 200
        yield


def has_everything(at: Any, crew: Sequence[Actor], followers: Sequence[Follower]) -> None:
    for n, follower in enumerate(followers):
        game = crew[n // FOLLOWERS].games[0].game
        version = httpx.get(f"{at.url}/v1/games/{game}", timeout=60).json()["version"]
        until(lambda it=follower, v=version: it.versions[-1:] == [v], "the last event")
        assert follower.versions == list(range(1, version + 1))


def in_charge(port: int) -> int:
    """The master that holds the lock of the port."""
    locks = (line.split() for line in Path("/proc/locks").read_text().splitlines())
    return next((int(one[4]) for one in locks if one[1] == "POSIX" and one[6] == str(port)), 0)


@contextmanager
def replaceable(folder: Path, settings: dict[str, str]) -> Iterator[Server]:
    """A service, and at the end its last successor."""
    with serving(folder, **settings) as server:
        try:
            yield server
        finally:
            while last := in_charge(server.port):
                os.kill(last, signal.SIGTERM)
                until(lambda pid=last: not alive(pid), "the end of a successor")


def upgrade(server: Server) -> int:
    """The old master, once the new one is in charge."""
    old = in_charge(server.port)
    os.kill(old, signal.SIGUSR2)
    until(lambda: in_charge(server.port) not in (0, old), "the successor")
    return old


@longer
def test_a_successor_takes_over_and_nobody_notices(tmp_path: Path, settings: dict[str, str]) -> None:
    """Requests on kept and on new connections, and streams: those go on in the old process, which acts no more."""
    with replaceable(tmp_path, settings) as server, playing(server, 2, PAUSE) as crew:
        askers = [Asker(server, "/v1/rulesets", keep) for keep in (True, False)]
        with followed(server, crew) as followers:
            for asker in askers:
                asker.start()
            for _ in range(UPGRADES):
                go_on(crew, BETWEEN)
                with watched(server):
                    old = upgrade(server)
                    assert alive(old), "it has streams"
                    assert not [pid for pid in children(old) if is_background_worker(pid)], "it only serves"
                go_on(crew, BETWEEN)
            if not SOAKING:
                os.kill(old, signal.SIGTERM)
            until(lambda: not alive(old), "the end of the old master")
            for asker in askers:
                asker.ended.set()
            for actor in crew:
                actor.enough.set()
                actor.join()
            has_everything(server, crew, followers)
        check(server, crew, least=BETWEEN)
        seen = Counter(sight.saw for one in (*crew, *askers) for sight in one.client.sights)
        assert set(seen) <= {"200", "201"}, seen


@pytest.mark.soak
def test_two_releases_share_a_database(tmp_path: Path, settings: dict[str, str]) -> None:
    """Actions by turns and streams through both, while this release replaces the one before."""
    old, new = (Machine(tmp_path, **settings) for _ in range(2))
    old.checkout = previous(tmp_path)
    both = Site([old, new])
    old.start()
    try:
        with playing(Site([old]), 1, PAUSE) as first:
            new.start()
            go_on(first, BETWEEN)
        with playing(both, 2, PAUSE) as crew, followed(both, crew) as followers:
            go_on(crew, 2 * BETWEEN)
            old.stop()
            both.machines.remove(old)
            go_on(crew, BETWEEN)
            for actor in crew:
                actor.enough.set()
                actor.join()
            has_everything(both, crew, followers)
        for players in (first, crew):
            check(both, players, least=BETWEEN // 3)
    finally:
        old.stop()
        new.stop()
