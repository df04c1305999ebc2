"""Reads at a real streaming standby: nothing stale, whatever becomes of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from flask.testing import FlaskClient

from api.streaming import streams
from service.identity import hiding
from service.identity.tokens import revoke
from service.operation.app import compose
from service.system.settings import Settings
from tests.api.hall import StreamsHall
from tests.api.kit import Seated, bearer
from tests.api.standby_site import ADA, LISTS, READ, Site
from tests.api.test_portable import FILE, abandon
from tests.postgresql import Standby, standby_of, standing_still
from tests.running import until
from tests.service.in_process import checked_here
from tests.service.preparing import prepared
from tests.store.conftest import new_database, server

__all__ = ["checked_here", "server"]
pytestmark = pytest.mark.soak


class Streaming(Site):
    """A site with a real standby."""

    standby: Standby

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
def site_on(server: Any, folder: Path) -> Iterator[Streaming]:
    with ExitStack() as stack:
        alone = Settings(database=stack.enter_context(new_database(server)), data=folder, limits=None)
        prepared(alone)
        standby = stack.enter_context(standby_of(server))
        read = standby.url(str(psycopg.conninfo.conninfo_to_dict(alone.database)["dbname"]))
        beside = Settings(database=alone.database, data=folder, limits=None, database_read=(read,))
        primary, reader = (stack.enter_context(closing(compose(it))) for it in (alone, beside))
        settling = threading.Thread(target=reader.store.follow_settled)
        settling.start()
        stack.callback(settling.join)
        stack.callback(reader.store.end_waiting)
        made = Streaming.of(primary, reader)
        made.standby = standby
        game = made.seated()
        until(lambda: made.serves(game, "standby"), "a standby that answers")
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: Any) -> Iterator[Streaming]:
    with site_on(server, tmp_path_factory.mktemp("standbys")) as made:
        yield made


def test_it_answers_what_the_primary_would(site: Streaming) -> None:
    game = site.seated()
    game.act()
    until(lambda: site.serves(game, "standby"), "a standby that has it")
    before = site.served("standby")
    site.check(game)
    assert site.served("standby") != before


def test_one_that_is_behind_serves_nothing_stale(site: Streaming) -> None:
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
            assert ADA not in site.reader.get(deleted.url + path).text
        assert deleted.id not in site.reader.get(f"{LISTS[1]}&limit=100").text


def test_a_game_without_a_place_in_the_lobby_is_hidden_from_lists_at_once(
    site: Streaming, client: FlaskClient, checked_here: None
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


def test_one_that_stands_still_is_left(site: Streaming) -> None:
    game = site.seated()
    with site.left(game, "away"), standing_still(site.standby.get_processes()):
        game.act()
        site.check(game, READ[5:6])


@pytest.mark.parametrize("dies", [False, True])
def test_a_stream_misses_and_doubles_nothing_whatever_becomes_of_it(
    site: Streaming, monkeypatch: pytest.MonkeyPatch, dies: bool
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


def test_one_that_has_become_a_primary_is_left(tmp_path: Path, server: Any) -> None:
    """Its history is another one now."""
    with site_on(server, tmp_path) as site:
        game = site.seated()
        site.standby.promote()
        assert not site.serves(game, "standby")
        assert site.serves(game, "away")
        game.act()
        site.check(game)
