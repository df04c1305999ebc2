"""Reads at a real streaming standby: it answers what it has, and nothing stale, whatever becomes of it."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from api.streaming import streams
from service.app import Kronika, compose, prepare
from service.identity import hiding
from service.identity.tokens import revoke
from service.store import StoreUnusable, only_reading
from service.system.settings import Settings
from tests.api.hall import StreamsHall
from tests.api.kit import Seated, bearer
from tests.api.test_portable import FILE, abandon
from tests.postgresql import Standby, standby_of, standing_still
from tests.running import until
from tests.service.in_process import checked_here
from tests.service.preparing import prepared
from tests.soaking import soaked
from tests.store.conftest import new_database, server

__all__ = ["checked_here", "server"]
READ = (
    "",
    "/states/3",
    "/replay?lang=pl",
    "/export",
    "/legal-actions?labels=true",
    "/events?labels=true",
    "/audit",
)
LISTS = ("/v1/games?limit=100", "/v1/games?player=Ada", "/v1/games?status=playing")
SERVED = re.compile(r'kronika_standby_reads_total\{served="(\w+)"\} ([\d.e+]+)')
CROWD = 16
TAKE_A_PLACE = "SELECT nextval('kronika_places')"


class Site(NamedTuple):
    """A service that asks the primary alone, another one of the same database that has a standby, and that."""

    primary: FlaskClient
    reader: FlaskClient
    kronika: Kronika
    """The service that has the standby."""
    standby: Standby

    def seated(self) -> Seated:
        return Seated.at(self.primary, names=("Ada", "Bo"))

    def check(self, game: Seated, paths: Sequence[str] = READ) -> None:
        """The reader answers a stranger and both seats what the primary does."""
        for path in LISTS:
            assert self.reader.get(path).json == self.primary.get(path).json, path
        for path in paths:
            for opened in ({}, *map(bearer, game.tokens.values())):
                own, other = (it.get(game.url + path, headers=opened) for it in (self.primary, self.reader))
                assert other.status_code == own.status_code, path
                assert other.status_code >= 400 or other.text == own.text, path

    def served(self, by: str) -> float:
        """How many reads have been answered in this way."""
        return dict(SERVED.findall(self.reader.get("/metrics").text)).get(by, 0)

    def serves(self, game: Seated, by: str) -> bool:
        """Whether a read of the game is answered in this way."""
        return self.answers(f"{game.url}/events", by)

    def answers(self, path: str, by: str) -> bool:
        before = self.served(by)
        self.reader.get(path)
        return self.served(by) != before

    @contextmanager
    def left(self, game: Seated, why: str) -> Iterator[None]:
        """While this lasts the primary has to answer, and afterwards the standby does again."""
        before = self.served(why)
        yield
        assert self.served(why) != before
        until(lambda: self.serves(game, "standby"), "the standby again")

    @contextmanager
    def killed(self, game: Seated) -> Iterator[None]:
        with self.left(game, "away"):
            self.standby.kill()
            yield
            self.standby.start()


@contextmanager
def site_on(server: Any, folder: Path) -> Iterator[Site]:
    with ExitStack() as stack:
        url = stack.enter_context(new_database(server))
        alone = Settings(database=url, data=folder, limits=None)
        prepared(alone)
        standby = stack.enter_context(standby_of(server))
        name = url.partition("?")[0].rpartition("/")[2]
        beside = Settings(database=url, data=folder, limits=None, database_read=(standby.url(name),))
        primary, reader = (stack.enter_context(closing(compose(it))) for it in (alone, beside))
        settling = threading.Thread(target=reader.store.follow_settled)
        settling.start()
        stack.callback(settling.join)
        stack.callback(reader.store.end_waiting)
        made = Site(create_app(primary).test_client(), create_app(reader).test_client(), reader, standby)
        game = made.seated()
        until(lambda: made.serves(game, "standby"), "a standby that answers")
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: Any) -> Iterator[Site]:
    with site_on(server, tmp_path_factory.mktemp("standbys")) as made:
        yield made


def test_it_answers_what_the_primary_would(site: Site) -> None:
    game = site.seated()
    game.act()
    until(lambda: site.serves(game, "standby"), "a standby that has it")
    before = site.served("standby")
    site.check(game)
    assert site.served("standby") != before


def test_one_that_is_behind_serves_nothing_stale(site: Site) -> None:
    game, hidden, deleted = site.seated(), site.seated(), site.seated()
    for one in (game, hidden, deleted):
        site.check(one, READ[:1])
    store = site.kronika.store
    with site.left(game, "behind"), site.standby.behind():
        game.act()
        newest = site.seated()
        site.check(game)
        assert newest.id in site.reader.get(LISTS[0]).text
        store.append("", [], [revoke(game.tokens[1])])
        assert site.reader.get(game.url, headers=bearer(game.tokens[1])).status_code == 401
        hiding.hide(store, hidden.id)
        assert site.reader.get(hidden.url).status_code == 404
        assert hidden.id not in site.reader.get(LISTS[0]).text
        hiding.delete_names(store, hiding.names_at_seat(deleted.id, 1))
        for path in ("", "/events?labels=true", "/replay"):
            assert "Ada" not in site.reader.get(deleted.url + path).text
        assert deleted.id not in site.reader.get("/v1/games?player=Ada&limit=100").text


@pytest.mark.soak
def test_a_game_without_a_place_in_the_lobby_is_hidden_from_lists_at_once(
    site: Site, client: FlaskClient, checked_here: None
) -> None:
    """One from another service, which hiding does not move."""
    game, listed = Seated.at(client), "/v1/games?imported=true"
    abandon(game)
    made = site.primary.post("/v1/imports", json=game.get("/export").json, content_type=FILE).json["id"]
    assert made in site.reader.get(listed).text
    until(lambda: site.answers(listed, "standby"), "a standby that has it")
    with site.standby.behind():
        hiding.hide(site.kronika.store, made)
        assert made not in site.reader.get(listed).text


def test_one_that_stands_still_is_left(site: Site) -> None:
    game = site.seated()
    with site.left(game, "away"), standing_still(site.standby.get_processes()):
        game.act()
        site.check(game, READ[5:6])


@pytest.mark.parametrize("dies", soaked([False, True], rare=[True]))
def test_a_stream_misses_and_doubles_nothing_whatever_becomes_of_it(
    site: Site, monkeypatch: pytest.MonkeyPatch, dies: bool
) -> None:
    monkeypatch.setattr(streams, "TICK_SECONDS", 0.1)
    game = site.seated()
    with closing(StreamsHall(site.kronika.store, 10, 10, heartbeat=60.0)) as there:
        viewers = [there.follow(game.id, token, 0, labels=True) for token in (None, *game.tokens.values())]
        game.act()
        with site.killed(game) if dies else site.standby.behind():
            game.act()
            site.check(game, READ[5:6])
        game.act()
        for viewer, seat in zip(viewers, (None, *game.tokens), strict=True):
            expected = game.get("/events?labels=true", seat).json["events"]
            assert viewer.events(len(expected)) == expected


def test_a_crowd_that_asks_at_once_is_answered_each_by_its_own(site: Site) -> None:
    games = [site.seated() for _ in range(4)]

    def read(n: int) -> bool:
        """Whether the answers are the game's and the seat's own."""
        game, seat = games[n % len(games)], n % 2 + 1
        document = site.reader.get(game.url, headers=bearer(game.tokens[seat])).json
        return (document["id"], document["viewer"]) == (game.id, f"seat:{seat}")

    with ThreadPoolExecutor(CROWD) as crowd:
        assert all(crowd.map(read, range(8 * CROWD)))


def test_what_a_standby_refuses_the_primary_does_once(site: Site) -> None:
    """It may not write, and it cancels reads that replay waits for."""
    game, store = site.seated(), site.kronika.store
    with only_reading():
        site.kronika.repository.get(game.id)
        [(first,)], [(second,)] = (store.query(TAKE_A_PLACE, of=game.id) for _ in range(2))
    assert second == first + 1


def test_sqlite_has_none(tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'k.db'}", data=tmp_path, database_read=("postgresql://db2/k",)
    )
    with pytest.raises(
        StoreUnusable, match="An SQLite database has no standbys; leave KRONIKA_DATABASE_READ unset"
    ):
        prepare(settings)


@pytest.mark.soak
def test_one_that_has_become_a_primary_is_left(tmp_path: Path, server: Any) -> None:
    """Its history is another one now."""
    with site_on(server, tmp_path) as site:
        game = site.seated()
        site.standby.promote()
        assert not site.serves(game, "standby")
        assert site.serves(game, "away")
        game.act()
        site.check(game)
