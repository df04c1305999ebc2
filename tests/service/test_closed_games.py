"""Games that lack signed entries: found at the start, known to every machine, open again when the entries are back."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from structlog.testing import capture_logs

from domain.table.refusals import Refused
from service.log import heads
from service.log.head_journal import LOST, SignedHead
from service.operation.app import compose
from service.operation.closed_games import ClosedGames, closed_games
from service.store import Statement
from service.system.settings import Settings
from tests.service.conftest import House
from tests.service.preparing import prepared
from tests.store.conftest import daily_sqlite_url as url
from tests.store.conftest import postgres_url, server, sqlite_url

__all__ = ["postgres_url", "server", "sqlite_url", "url"]

both_engines = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
NONE = {"incomplete": 0, "missing": 0, "lost": 0}
ROOT = bytes(32)


@pytest.fixture
def machines(url: str, tmp_path: Path) -> Iterator[tuple[House, House]]:
    """Two machines on one database, each with its own journal of heads."""
    first = Settings(database=url, data=tmp_path / "first")
    prepared(first)
    second = Settings(database=url, data=tmp_path / "second")
    second.data.mkdir()
    for key in ("signing.key", "secret.key"):
        (second.data / key).write_bytes((first.data / key).read_bytes())
    (second.data / "log").symlink_to(first.data / "log")
    one, two = compose(first), compose(second)
    yield House(one), House(two)
    one.close()
    two.close()


def started(house: House) -> list[dict[str, Any]]:
    """What the background worker of a machine logs of closed games, in its first two looks."""
    closed = ClosedGames(house.repository)
    with capture_logs() as said:
        for _ in range(2):
            closed.scan()
            closed.look()
            closed.say()
    return [dict(line) for line in said if line["event"] == "games-closed"]


def ahead(house: House, game: str, more: int = 1) -> None:
    """The machine has signed so many entries more than there are."""
    size = house.repository.store.version(game) + more
    house.kronika.head_journal.record(game, SignedHead(size, ROOT))


def kind_of(ask: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        ask()
    return refused.value.kind


def counted(house: House) -> dict[str, int]:
    return closed_games(house.kronika.store.query)


@both_engines
def test_the_start_says_once_how_many_there_are_on_every_machine(machines: tuple[House, House]) -> None:
    one, two = machines
    game, tokens = one.seated()
    ahead(one, game)
    one.kronika.head_journal.record("1" * 32, SignedHead(3, ROOT))
    two.kronika.head_journal.record("2" * 32, SignedHead(LOST, b""))
    assert [(line["games"], line["incomplete"], line["missing"], line["lost"]) for line in started(one)] == [
        (2, 1, 1, 0)
    ]
    assert [line["games"] for line in started(two)] == [3]
    assert counted(one) == counted(two) == {"incomplete": 1, "missing": 1, "lost": 1}
    started(one)
    for house in (one, two):
        with closing(compose(house.kronika.settings)) as worker:  # another one has the game in memory
            there = House(worker)
            turn = there.turn(game, tokens)
            assert kind_of(partial(there.act, game, turn, {"type": "roll"})) == "log-incomplete"
            for missing in ("1" * 32, "2" * 32):
                assert kind_of(partial(there.repository.get, missing)) == "log-missing"


@both_engines
def test_a_machine_that_has_the_game_in_memory_closes_it_too(
    machines: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heads, "LOOK_SECONDS", 0.0)
    one, two = machines
    game, tokens = one.seated()
    two.act(game, two.turn(game, tokens), {"type": "roll"})
    turn = two.turn(game, tokens)
    ahead(one, game)
    for house in machines:
        started(house)
    assert kind_of(partial(two.act, game, turn, {"type": "set-aside"})) == "log-incomplete"


def test_nothing_is_said_where_nothing_is_missing(machines: tuple[House, House]) -> None:
    one, _ = machines
    one.seated()
    one.kronika.head_journal.record("3" * 32, SignedHead(3, ROOT))
    one.kronika.store.append("", [], [Statement("INSERT INTO expired_games VALUES (?)", ("3" * 32,))])
    assert started(one) == []
    assert counted(one) == NONE


def test_a_game_is_counted_no_more_when_its_entries_are_back(
    machines: tuple[House, House], tmp_path: Path
) -> None:
    """Put back into the same database, as a recovery to a later point does; other entries in their place do not count."""
    one, _ = machines
    game, tokens = one.seated()
    copy = tmp_path / "older.db"
    path = one.kronika.settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path)) as now, closing(sqlite3.connect(copy)) as then:
        now.backup(then)
    one.act(game, one.turn(game, tokens), {"type": "roll"})
    older = compose(Settings(database=f"sqlite:///{copy}", data=one.kronika.settings.data))
    with closing(older):
        assert [line["incomplete"] for line in started(House(older))] == [1]
    with closing(sqlite3.connect(copy)) as then:
        rows = then.execute("SELECT game, size, root, here FROM closed_games").fetchall()
    for root, left in ((ROOT.hex(), 1), (rows[0][2], 0)):
        one.kronika.store.append(
            "",
            [],
            [
                Statement("DELETE FROM closed_games"),
                Statement("INSERT INTO closed_games VALUES (?, ?, ?, ?)", (*rows[0][:2], root, rows[0][3])),
            ],
        )
        started(one)
        assert sum(counted(one).values()) == left


def test_more_games_than_are_looked_up_at_once(
    machines: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.operation.closed_games.AT_ONCE", 2)
    one, _ = machines
    for n in range(5):
        one.kronika.head_journal.record(f"{n}" * 32, SignedHead(1, ROOT))
    started(one)
    assert counted(one)["missing"] == 5
