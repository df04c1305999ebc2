"""Whoever follows the lobby hears of every change, also of those that an operator made while others played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from projections import lobby
from service.identity import hiding
from service.operation.app import Kronika, compose, prepare
from service.queries import subscriptions
from service.store import Statement, Store
from service.store.postgres_append import EXCLUSIVE_KEY, PLACES_KEY
from service.system.settings import Settings
from tests.service import following
from tests.service.conftest import House
from tests.soaking import soaked
from tests.store.conftest import postgres_url, server

__all__ = ["postgres_url", "server"]

PATIENCE = 120.0
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
Change = Callable[[Store, str], None]


@pytest.fixture
def settings(postgres_url: str, tmp_path: Path) -> Settings:
    made = Settings(database=postgres_url, data=tmp_path, limits=None)
    prepare(made)
    return made


@pytest.fixture
def kronika(settings: Settings) -> Iterator[Kronika]:
    with closing(compose(settings)) as service:
        yield service


def rename(store: Store, game: str) -> None:
    hiding.hide_names(store, hiding.names_at_seat(game, 1))


def told(kronika: Kronika, after: int) -> list[str]:
    return [
        summary.id for _, summary in lobby.changed(kronika.store.query, after, kronika.store.places_settled())
    ]


def act(house: House, game: str, tokens: dict[int, str]) -> None:
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])


@pytest.mark.parametrize(
    "change",
    soaked([hiding.hide, hiding.show, hiding.delete, rename], rare=[hiding.hide, hiding.show, rename]),
)
def test_a_change_that_commits_after_an_action_is_told_after_it(
    kronika: Kronika, settings: Settings, change: Change
) -> None:
    house = House(kronika)
    (changed, _), (played, tokens) = house.seated(), house.seated()
    if change is hiding.show:
        hiding.hide(kronika.store, changed)
    followed = lobby.head(kronika.store.query)
    with (
        psycopg.connect(settings.database) as slow,
        closing(compose(settings)) as operator,
        ThreadPoolExecutor(1) as pool,
    ):
        slow.execute("SELECT 1 FROM players WHERE game = %s FOR UPDATE", (changed,))
        changing = pool.submit(change, operator.store, changed)
        until_somebody_waits(settings)
        act(house, played, tokens)
        assert told(kronika, followed) == [played]
        followed = lobby.head(kronika.store.query)
        slow.rollback()
        changing.result(PATIENCE)
    assert told(kronika, followed) == [changed]


def test_nobody_is_told_past_what_is_still_to_be_committed(kronika: Kronika, settings: Settings) -> None:
    """A player waits for no other's commit; who follows resumes with any worker, and misses nothing."""
    house = House(kronika)
    (first, tokens), (second, others) = house.seated(), house.seated()
    known = subscriptions.lobby_head(kronika.store)
    with psycopg.connect(settings.database) as slow, closing(compose(settings)) as other:
        slow.execute("UPDATE lobby SET position = kronika_place(1) WHERE game = %s", (second,))
        act(house, first, tokens)
        assert (told(kronika, known), subscriptions.lobby_head(kronika.store)) == ([], known)
        slow.commit()
        assert told(kronika, known) == [second, first]
        known = subscriptions.lobby_head(kronika.store)
        slow.execute("SELECT pg_advisory_xact_lock_shared(%s)", (EXCLUSIVE_KEY,))
        slow.execute("SELECT pg_advisory_xact_lock_shared(%s, 1)", (PLACES_KEY,))
        act(house, second, others)
        assert subscriptions.lobby_head(other.store) < known
        resumed = following.follow_lobby(other.repository, known)
        slow.rollback()
        assert next(resumed).data["id"] == second


def test_places_go_on_behind_those_of_an_earlier_layout(settings: Settings, kronika: Kronika) -> None:
    house = House(kronika)
    (first, _), (second, tokens) = house.seated(), house.seated()
    before = ["ALTER SEQUENCE kronika_places RESTART", "DELETE FROM migrations WHERE number = 24"]
    kronika.store.append("", [], map(Statement, [*before, "UPDATE lobby SET position = position + 50"]))
    prepare(settings)
    known = subscriptions.lobby_head(kronika.store)
    assert known > 50
    act(house, second, tokens)
    assert told(kronika, known) == [second]
    assert told(kronika, 0) == [first, second]


def until_somebody_waits(settings: Settings) -> None:
    until = time.monotonic() + PATIENCE
    with psycopg.connect(settings.database, autocommit=True) as admin:
        while not admin.execute(WAITING).fetchall():
            assert time.monotonic() < until
            time.sleep(0.01)
