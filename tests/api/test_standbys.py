"""Reads at a standby that replays nothing any more: it answers what it has, and nothing stale.

It is a copy of the database on the same server. `test_streaming_standbys` has real ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from api.app import create_app
from service.identity import hiding
from service.identity.tokens import revoke
from service.operation.app import compose
from service.operation.moderation.games import close_game
from service.store import StoreUnusable, only_reading
from service.store.settled_row import SETTLE
from service.system.settings import Settings
from tests.api.hall import StreamsHall
from tests.api.kit import Seated, bearer
from tests.api.standby_site import ADA, LISTS, READ, Site
from tests.running import until
from tests.service.preparing import prepared
from tests.store.conftest import new_database, server

__all__ = ["server"]
CROWD = 16
TAKE_A_PLACE = "SELECT nextval('kronika_places')"
REASON = "We look into this table."
OURS_FIRST = "options=-c%20search_path%3Dpublic%2Cpg_catalog"
AS_A_STANDBY = (
    "CREATE FUNCTION public.pg_is_in_recovery() RETURNS boolean LANGUAGE sql AS 'SELECT true'",
    "ALTER DATABASE {} SET default_transaction_read_only = on",
)


@contextmanager
def standing_still(server: Any, url: str) -> Iterator[str]:
    """The address of a copy that takes itself for a standby. Nobody may be connected to the original."""
    name = psycopg.conninfo.conninfo_to_dict(url)["dbname"]
    copy = f"{name}_copy"
    with psycopg.connect(server.get_uri(), autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {copy} TEMPLATE {name}")
        with psycopg.connect(server.get_uri(database=copy), autocommit=True) as own:
            for statement in AS_A_STANDBY:
                own.execute(statement.format(copy))
        yield f"{server.get_uri(database=copy)}&{OURS_FIRST}"
        admin.execute(f"DROP DATABASE {copy} WITH (FORCE)")


class Copied(Site):
    """A site with games that the standby has."""

    games: list[Seated]

    def copied(self) -> Seated:
        """Another one each time."""
        return self.games.pop()


def written_before(settings: Settings) -> list[Seated]:
    with closing(compose(settings)) as alone:
        client = create_app(alone).test_client()
        games = [Seated.at(client, names=(ADA, "Bo")) for _ in range(6)]
    with psycopg.connect(settings.database, autocommit=True) as writing:
        writing.execute(SETTLE)
    return games


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, server: Any) -> Iterator[Copied]:
    with ExitStack() as stack:
        folder = tmp_path_factory.mktemp("standbys")
        alone = Settings(database=stack.enter_context(new_database(server)), data=folder, limits=None)
        prepared(alone)
        games = written_before(alone)
        standby = stack.enter_context(standing_still(server, alone.database))
        beside = Settings(database=alone.database, data=folder, limits=None, database_read=(standby,))
        made = Copied.of(*(stack.enter_context(closing(compose(it))) for it in (alone, beside)))
        made.games = games
        for game in games:
            game.client = made.primary
        until(lambda: made.serves(games[0], "standby"), "a standby that answers")
        assert made.answers(LISTS[0], "standby")
        yield made


def test_it_answers_what_the_primary_would(site: Copied) -> None:
    game = site.copied()
    before = site.served("standby")
    site.check(game)
    assert site.served("standby") != before


def test_what_was_acknowledged_since_then_is_in_every_answer(site: Copied) -> None:
    game = site.copied()
    tag = site.reader.get(game.url).headers["ETag"]
    game.act()
    newest = site.seated()
    site.check(game)
    assert site.reader.get(game.url, headers={"If-None-Match": tag}).status_code == 200
    own = game.get().headers["ETag"]
    assert site.reader.get(game.url, headers={"If-None-Match": own}).status_code == 304
    assert newest.id in site.reader.get(LISTS[0]).text
    assert site.served("behind")


def test_nobody_sees_what_was_taken_from_them(site: Copied) -> None:
    game, hidden, deleted, store = site.copied(), site.copied(), site.copied(), site.kronika.store
    store.append("", [], [revoke(game.tokens[1])])
    assert site.reader.get(game.url, headers=bearer(game.tokens[1])).status_code == 401
    hiding.hide(store, hidden.id)
    assert site.reader.get(hidden.url).status_code == 404
    assert hidden.id not in site.reader.get(LISTS[0]).text
    hiding.delete_names(store, hiding.names_at_seat(deleted.id, 1))
    for path in ("", "/events?labels=true", "/replay"):
        assert ADA not in site.reader.get(deleted.url + path).text
    assert deleted.id not in site.reader.get(LISTS[1]).text


def test_the_operators_sentence_is_read_at_once_and_a_private_game_is_nobodys(site: Copied) -> None:
    game, private = site.seated(), Seated.at(site.primary, visibility="private")
    close_game(site.kronika.context, game.id, REASON)
    site.check(game, READ[:1])
    assert site.reader.get(game.url).json["notice"]["text"] == REASON
    assert site.reader.get(private.url).status_code == 404
    site.check(private, READ[:1])


def test_a_stream_that_is_resumed_here_misses_and_doubles_nothing(site: Copied) -> None:
    game = site.seated()
    seen = game.get().json["version"]
    game.act()
    with closing(StreamsHall(site.kronika.store, 10, 10, heartbeat=60.0)) as there:
        viewers = [there.follow(game.id, token, seen, labels=True) for token in (None, *game.tokens.values())]
        game.act()
        for viewer, seat in zip(viewers, (None, *game.tokens), strict=True):
            expected = game.get(f"/events?labels=true&after={seen}", seat).json["events"]
            assert viewer.events(len(expected)) == expected


def test_a_crowd_that_asks_at_once_is_answered_each_by_its_own(site: Copied) -> None:
    games = [site.seated() for _ in range(2)]

    def read(n: int) -> bool:
        """Whether the answers are the game's and the seat's own."""
        game, seat = games[n % len(games)], n // 2 % 2 + 1
        document = site.reader.get(game.url, headers=bearer(game.tokens[seat])).json
        return (document["id"], document["viewer"]) == (game.id, f"seat:{seat}")

    with ThreadPoolExecutor(CROWD) as crowd:
        assert all(crowd.map(read, range(4 * CROWD)))


def test_what_a_standby_refuses_the_primary_does_once(site: Copied) -> None:
    """It may not write, and it cancels reads that replay waits for."""
    game, store = site.copied(), site.kronika.store
    [(before,)] = store.query(TAKE_A_PLACE)
    with only_reading():
        site.kronika.repository.get(game.id)
        places = [store.query(TAKE_A_PLACE, of=game.id) for _ in range(2)]
    assert places == [[(before + 1,)], [(before + 2,)]]


def test_sqlite_has_none(tmp_path: Path) -> None:
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'k.db'}", data=tmp_path, database_read=("postgresql://db2/k",)
    )
    with pytest.raises(
        StoreUnusable, match="An SQLite database has no standbys; leave KRONIKA_DATABASE_READ unset"
    ):
        prepared(settings)
