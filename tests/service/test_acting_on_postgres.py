"""Actions in an event loop on PostgreSQL: they wait for the server and the loop does not, and nothing is taken for known."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

import psycopg
import pytest

from domain.table.refusals import Refusal, Refused
from service.identity import hiding
from service.identity import tokens as bearer_tokens
from service.operation.app import compose
from service.play import acting
from service.store import StoreUnusable, write_queue
from service.store.postgres_connections import PostgresConnections
from service.store.waiting import run_in_loop
from service.system.settings import Settings
from tests.service.conftest import House, said
from tests.service.playing import choose
from tests.service.preparing import prepared
from tests.store.conftest import new_database, server

__all__ = ["server"]

LONG = 120.0
MANY = 3


Game = tuple[str, dict[int, str]]


class Site(NamedTuple):
    """Two services on one database, and games that have begun: each takes a few actions, in one test after the other."""

    house: House
    other: House
    url: str
    games: list[Game]


@pytest.fixture(scope="module")
def site(server: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with new_database(server) as url:
        settings = Settings(database=url, data=tmp_path_factory.mktemp("site"), limits=None)
        prepared(settings)
        with closing(compose(settings)) as one, closing(compose(settings)) as other:
            house = House(one)
            yield Site(house, House(other), url, [house.seated() for _ in range(MANY)])


def turn(house: House, game: str, tokens: dict[int, str], key: str | None = None) -> acting.Act:
    """The next action of a game."""
    seat = house.repository.get(game).table.to_act[0]
    return acting.Act(game, tokens[seat], choose(house, game, seat, random.Random(7)), key=key)


def done_by(house: House, acts: list[acting.Act]) -> list[Any]:
    """What comes of these actions, which begin in one turn of a loop: responses or refusals."""

    async def begin() -> list[Any]:
        begun = [run_in_loop(partial(acting.act, one, house.context)) for one in acts]
        return await asyncio.wait_for(asyncio.gather(*begun, return_exceptions=True), LONG)

    return asyncio.run(begin())


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The queries that are sent to the server."""
    noted, read = list[str](), PostgresConnections._read

    def note(connections: PostgresConnections, sql: str, params: Any) -> Any:
        noted.append(sql)
        return read(connections, sql, params)

    monkeypatch.setattr(PostgresConnections, "_read", note)
    return noted


def test_actions_that_begin_together_ask_the_server_once(site: Site, asked: list[str]) -> None:
    done_by(site.house, [turn(site.house, *site.games[0])])  # the thread that asks has begun
    acts = [turn(site.house, *game) for game in site.games]
    asked.clear()
    versions = [said(reply)["version"] for reply in done_by(site.house, acts)]
    assert len(asked) == 1
    assert versions == [site.other.document(game)["version"] for game, _ in site.games]


def test_each_who_asks_together_is_answered_for_themselves(site: Site) -> None:
    """One with somebody else's token, one in a game that there is not, one who repeats a request, and one who may act."""
    own, strange, repeated = (turn(site.house, *game, key="once") for game in site.games)
    first = said(acting.act(repeated, site.house.context))
    acts = [strange._replace(token=own.token), repeated, own, own._replace(game="0" * 32)]
    forbidden, again, acted, nowhere = done_by(site.house, acts)
    assert (forbidden.kind, nowhere.kind) == (Refusal.FORBIDDEN, Refusal.NOT_FOUND)
    assert again.replayed
    assert said(again) == first
    assert said(acted)["version"] == site.other.document(own.game)["version"]


def revoke(other: House, act: acting.Act) -> None:
    other.kronika.store.append("", [], [bearer_tokens.revoke(act.token or "")])


def delete(other: House, act: acting.Act) -> None:
    hiding.delete(other.kronika.store, act.game)


@pytest.mark.parametrize("change", (revoke, delete))
def test_what_another_service_has_acknowledged_holds_for_the_next_action(
    site: Site, change: Callable[[House, acting.Act], None]
) -> None:
    game, tokens = site.house.seated()
    acts = [turn(site.house, game, tokens), turn(site.house, *site.games[0])]
    change(site.other, acts[0])
    refused, acted = done_by(site.house, acts)
    assert isinstance(refused, Refused)
    assert said(acted)["version"]


def test_an_action_is_decided_on_what_another_service_has_written(site: Site) -> None:
    game, tokens = site.games[0]
    act = turn(site.house, game, tokens)
    written = said(acting.act(act, site.other.context))["version"]
    [late] = done_by(site.house, [act])
    current = site.other.document(game)["version"]
    assert (
        (late.more["version"] if isinstance(late, Refused) else said(late)["version"]) == current >= written
    )


async def goes_on(waiting: Awaitable[Any], free: Callable[[], None]) -> Any:
    """The loop turns while something waits, until it is free to go on."""
    for _ in range(100):
        await asyncio.sleep(0)
    assert not asyncio.ensure_future(waiting).done()
    free()
    return await asyncio.wait_for(waiting, LONG)


def test_the_loop_does_not_wait_for_a_locked_table(site: Site) -> None:
    game, tokens = site.games[0]
    act = turn(site.house, game, tokens)

    async def begin() -> Any:
        with psycopg.connect(site.url) as locking:
            locking.execute("LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE")
            waiting = run_in_loop(partial(acting.act, act, site.house.context))
            return await goes_on(waiting, locking.rollback)

    assert said(asyncio.run(begin()))["version"] == site.other.document(game)["version"]


def test_an_error_of_one_is_not_that_of_others(site: Site) -> None:
    store, (game, _) = site.house.kronika.store, site.games[0]
    queries = ["SELECT nothing FROM lobby WHERE game = ?", "SELECT game FROM lobby WHERE game = ?"]

    async def begin() -> list[Any]:
        begun = [
            run_in_loop(partial(store.query, sql, (it,))) for sql in queries for it in (game, "no", game)
        ]
        return await asyncio.wait_for(asyncio.gather(*begun, return_exceptions=True), LONG)

    *failed, one, none, same = asyncio.run(begin())
    assert all(isinstance(it, psycopg.errors.UndefinedColumn) for it in failed)
    assert len({id(it) for it in failed}) == len(failed)
    assert (one, none, same) == ([(game,)], [], [(game,)])


def test_many_rows_in_order_for_each(site: Site) -> None:
    store, games = site.house.kronika.store, [game for game, _ in site.games[:2]]
    sql = "SELECT originator_version, topic FROM stored_events WHERE originator_id = ? ORDER BY originator_version DESC"
    expected = [store.query(sql, (game,)) for game in games]

    async def begin() -> list[Any]:
        return await asyncio.gather(*(run_in_loop(partial(store.query, sql, (game,))) for game in games))

    assert asyncio.run(begin()) == expected
    assert len(expected[0]) > 1


def test_nobody_is_refused_because_others_wait(
    site: Site, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writes are, beyond the first few; reads hold nothing while they wait."""
    monkeypatch.setattr(write_queue, "STALL_SECONDS", 0.0)
    query = partial(site.house.kronika.store.query, "SELECT hash FROM tokens WHERE hash = ?", ("x",))

    async def begin() -> list[Any]:
        with psycopg.connect(site.url) as locking:
            locking.execute("LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE")
            first = run_in_loop(query)
            while not asked:
                await asyncio.sleep(0)
            crowd = [run_in_loop(query) for _ in range(write_queue.STALLED_MOST + 1)]
            locking.rollback()
            return await asyncio.wait_for(asyncio.gather(first, *crowd), LONG)

    assert not any(asyncio.run(begin()))


def test_who_is_not_answered_in_time_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_queue, "WRITE_SECONDS", 0.0)
    query = partial(site.house.kronika.store.query, "SELECT hash FROM tokens WHERE hash = ?", ("x",))

    async def begin() -> None:
        with psycopg.connect(site.url) as locking:
            locking.execute("LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StoreUnusable, match="does not answer in time"):
                await asyncio.wait_for(run_in_loop(query), LONG)

    asyncio.run(begin())
