"""What the lobby, statistics and data sets keep of clocks."""

from __future__ import annotations

from typing import Any

import msgspec
import orjson
import pytest

from domain.table.clock.events import ClockSet
from projections import statistics
from projections.clocks import clocks_along, pace_of, seat_clocks
from projections.dataset import game_row
from projections.statistics import document
from service.log.async_projections import ASYNC_PROJECTIONS
from service.log.table_projection import TableProjection
from service.play import acting
from service.system.clock import CLOCK, NS
from tests.service.conftest import House

CLOCK_TERMS: dict[str, Any] = {"bank": 600, "increment": 5}
STATISTICS = (statistics.NAME, "statistics_totals")


def play_out(house: House, ruleset: str, **new: Any) -> str:
    """A game to its end, with the first legal action each time."""
    game, tokens = house.seated(ruleset=ruleset, draws=f"{ruleset}{len(new)}", **new)
    while to_act := house.document(game)["to_act"]:
        token = tokens[to_act[0]]
        house.act(game, token, house.legal(game, token)[0])
    return game


def rows(house: House) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(house.kronika.store.query(f"SELECT * FROM {table}")) for table in STATISTICS}


def catch_up(house: House) -> None:
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.repository, projection).catch_up()


def test_statistics_have_the_time_of_moves_by_seats_and_clock(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every reading of the clock is 50 ms after the last one, so that moves take time."""
    time = [CLOCK.now()]

    def tick() -> int:
        time[0] += 50 * NS
        return time[0]

    monkeypatch.setattr(CLOCK, "now", tick)
    game = play_out(house, "age-of-war", clock=CLOCK_TERMS)
    play_out(house, "age-of-war")
    catch_up(house)
    [found] = document(house.kronika.store.query, "age-of-war").time_per_move
    assert (found.seats, found.clock) == (2, "live")
    acted = {
        it.action for it in house.repository.versions.log(house.repository.get(game)) if "seat:" in it.actor
    }
    assert 0 < found.moves < len(acted)
    assert 50 <= found.mean_ms < 60_000
    assert document(house.kronika.store.query, "romans").time_per_move == ()
    followed = rows(house)
    for projection in ASYNC_PROJECTIONS:
        TableProjection(house.repository, projection).rebuild()
    assert rows(house) == followed


def test_data_sets_have_the_agreed_clock(house: House) -> None:
    game, _ = house.seated(clock=CLOCK_TERMS)
    other, _ = house.seated()
    timed, untimed = (
        game_row(id, loaded.table, loaded.players)
        for id in (game, other)
        for loaded in [house.repository.get(id)]
    )
    assert orjson.loads(timed.clock or "") == msgspec.to_builtins(
        house.repository.get(game).table.setup.clock
    )
    assert untimed.clock is None


def test_clocks_along_a_log_are_those_of_its_tables(house: House) -> None:
    game, tokens = house.seated(clock=CLOCK_TERMS, undo="free")
    for _ in range(3):
        token = house.turn(game, tokens)
        house.act(game, token, house.legal(game, token)[0])
    loaded = house.repository.get(game)
    log = house.repository.versions.log(loaded)
    tables = [it.table for it in house.repository.versions.between(loaded, 1, loaded.version)]
    assert list(clocks_along(log)) == [seat_clocks(table) for table in tables]
    for version, table in enumerate(tables, 1):
        assert list(clocks_along(log[version:], table)) == [seat_clocks(it) for it in tables[version:]]
    assert any(isinstance(it.event, ClockSet) for it in log)


def test_seats_that_bots_took_have_no_clock(house: House) -> None:
    game, organiser = house.create(clock=CLOCK_TERMS)
    house.sit(game, organiser, {"name": "Ada"})
    assert [row["seat"] for row in house.document(game)["clock"]["seats"]] == [1, 2]
    loaded = house.repository.get(game)
    seats = loaded.table.seats
    [taken] = seats.taken
    with_bot = msgspec.structs.replace(
        loaded.table,
        seats=msgspec.structs.replace(
            seats, taken=(taken, msgspec.structs.replace(taken, seat=2, bot="greedy"))
        ),
    )
    clocks = seat_clocks(with_bot)
    assert isinstance(clocks, tuple)
    assert [clock.seat for clock in clocks] == [1]


def test_who_is_away_is_played_by_a_bot_in_documents(house: House) -> None:
    game, _ = house.seated(clock=CLOCK_TERMS)
    table = house.repository.get(game).table
    away = msgspec.structs.replace(table, absence=msgspec.structs.replace(table.absence, away={2: "greedy"}))
    clocks = seat_clocks(away)
    assert isinstance(clocks, tuple)
    assert [clock.away for clock in clocks] == [msgspec.UNSET, "greedy"]


@pytest.mark.parametrize(
    ("clock", "pace"),
    [
        ({"bank": 3600}, "live"),
        ({"bank": 3600, "grace": 1}, "daily"),
        ({"bank": 0, "grace": 86_400}, "daily"),
        (None, "none"),
    ],
)
def test_games_are_live_up_to_an_hour(house: House, clock: dict[str, Any] | None, pace: str) -> None:
    game, _ = house.create(**({"clock": clock} if clock else {}))
    assert pace_of(house.repository.get(game).table.setup.clock) == pace


def test_a_lobby_row_follows_what_is_taken_back(house: House) -> None:
    game, tokens = house.seated(clock=CLOCK_TERMS, undo="free", ruleset="romans")
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    acting.request_undo(acting.RequestUndo(game, token), house.context)
    [(stored,)] = house.kronika.store.query("SELECT clock FROM lobby WHERE game = ?", (game,))
    assert orjson.loads(stored) == house.document(game)["clock"]
