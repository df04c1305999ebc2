"""What stands beside the log of a game is, after every command, what its log would give anew, although most change little."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from projections import lobby, lobby_backfill
from projections.lobby import GameFilter
from service.log.shared_time import SharedTime
from service.log.table_projection import TableProjection
from service.play import acting
from service.store import Statement
from service.tables import suspension
from tests.service.conftest import House, said
from tests.service.playing import play

TABLES = ("lobby", "listed", "players")
T0 = 1_700_000_000_000
LEAPS = (1, 2**20, 2**24, 2**28, 2**24, 2**32)
"""Milliseconds between two events: so long that a game comes to be listed among longer ones, or among those changed later."""


def rows(house: House, game: str) -> list[list[tuple[Any, ...]]]:
    return [house.kronika.store.query(f"SELECT * FROM {table} WHERE game = ?", (game,)) for table in TABLES]


def check(house: House, game: str) -> None:
    written, loaded = rows(house, game), house.repository.get(game)
    anew = lobby_backfill.rows_for(loaded.commit(""))
    house.kronika.store.append("", [], [Statement(*sql) for sql in anew])
    assert rows(house, game) == written
    moved = "SELECT version, to_act, status, updated_at, checkpoint FROM lobby WHERE game = ?"
    [(version, to_act, status, updated_at, checkpoint)] = house.kronika.store.query(moved, (game,))
    table = loaded.table
    assert (version, tuple(orjson.loads(to_act)), status) == (table.version, table.to_act, table.status)
    assert (updated_at, checkpoint) == (loaded.at, house.repository.heads.checkpoint(loaded))


def test_rows_are_those_of_the_log(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    time, rng = [T0], random.Random(5)
    monkeypatch.setattr(SharedTime, "now", lambda _: time[0])
    game, organiser = house.create(undo="free")
    check(house, game)
    tokens = {}
    for seat in (1, 2):
        tokens[seat] = house.sit(game, organiser, {"name": f"P{seat}"})
        check(house, game)
    for leap in LEAPS:
        time[0] += leap
        for actions in (1, 1, 3):
            play(house, game, tokens, rng, actions)
            check(house, game)
    for step in ("suspend", "resume", "abandon"):
        suspension.change_status(suspension.ChangeStatus(game, organiser, step), house.context)
        check(house, game)


def test_rows_of_a_game_that_ends_are_those_of_its_log(house: House) -> None:
    game, tokens = house.seated(ruleset="romans")
    play(house, game, tokens, random.Random(1), 5)
    said(acting.request_undo(acting.RequestUndo(game, tokens[1], None), house.context))
    check(house, game)
    play(house, game, tokens, random.Random(2))
    check(house, game)
    assert house.repository.get(game).table.outcome is not None


def test_rows_that_an_older_version_left_out_are_put_right(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It wrote while this one was there already: a game comes late to the lists, and stands where it should after a rebuild."""
    time = [T0]
    monkeypatch.setattr(SharedTime, "now", lambda _: time[0])
    game, organiser = house.create()
    house.kronika.store.append("", [], [Statement("DELETE FROM listed WHERE game = ?", (game,))])
    time[0] += 2**25
    house.sit(game, organiser, {"name": "Ala"})
    TableProjection(house.repository, lobby_backfill).rebuild()
    store = house.kronika.store
    kept = (T0, 4, time[0] - time[0] % 2**24)
    assert store.query("SELECT created_at, span, changed FROM listed") == [kept]
    assert store.query("SELECT created_at, span, changed FROM players") == [kept]
    for wanted in (GameFilter(until=time[0] + 1), GameFilter(player="Ala", until=time[0] + 1)):
        assert [found.id for found in lobby.page(store.query, wanted, 9, None).games] == [game]
