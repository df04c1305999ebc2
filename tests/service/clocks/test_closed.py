"""Clocks and bots of games that the operator closes."""

from __future__ import annotations

import orjson
import pytest

from domain.table.refusals import Refused
from service.log.verifying import rules_level
from service.operation.moderation.games import close_game, reopen_game
from service.play.acting import RequestUndo, request_undo
from service.queries.auditing import audit
from service.tables.seating import Join, join
from service.tables.suspension import ChangeStatus, change_status
from tests.service.clocks.conftest import BLITZ, Time, deadline, of_type
from tests.service.conftest import House, said
from verifier import verify

HOUR = 3_600_000
REASON = "We look into it."


def test_clocks_stand_still_until_a_closed_game_is_reopened(house: House, time: Time) -> None:
    game, tokens = house.seated(clock=BLITZ)
    time.passes(20_000)
    before = deadline(house, game) - time.now
    close_game(house.context, game, REASON)
    time.passes(HOUR)
    house.kronika.clocks().look()
    assert house.repository.get(game).table.clock.deadline is None
    assert house.document(game)["status"] == "suspended"
    reopen_game(house.context, game, "Done.")
    assert deadline(house, game) - time.now == before
    house.act(game, house.turn(game, tokens), house.legal(game, house.turn(game, tokens))[0])
    time.passes(2 * before)
    house.kronika.clocks().look()
    assert house.document(game)["status"] == "finished"
    assert len(of_type(house, game, "time-ran-out")) == 1
    assert_sound(house, game)


def test_clocks_wait_for_the_last_who_halts_the_game(house: House, time: Time) -> None:
    game, organiser = house.create(clock={**BLITZ, "organiser_stops": True})
    for name in ("Ala", "Ola"):
        house.sit(game, organiser, {"name": name})
    time.passes(5_000)
    before = deadline(house, game) - time.now
    change_status(ChangeStatus(game, organiser, "suspend"), house.context)
    time.passes(HOUR)
    close_game(house.context, game, REASON)
    time.passes(HOUR)
    with pytest.raises(Refused, match="operator"):
        change_status(ChangeStatus(game, organiser, "resume"), house.context)
    reopen_game(house.context, game, "Done.")
    assert house.repository.get(game).table.clock.deadline is None
    time.passes(HOUR)
    change_status(ChangeStatus(game, organiser, "resume"), house.context)
    assert deadline(house, game) - time.now == before
    assert_sound(house, game)


def test_players_who_agreed_to_a_suspension_do_not_end_a_closing(house: House, time: Time) -> None:
    game, tokens = house.seated(clock={**BLITZ, "organiser_stops": False})
    close_game(house.context, game, REASON)
    time.passes(100 * HOUR)
    with pytest.raises(Refused):
        change_status(ChangeStatus(game, tokens[1], "resume"), house.context)
    assert house.document(game)["status"] == "suspended"


def test_bots_stop_in_a_closed_game_and_play_on_afterwards(house: House) -> None:
    """Also a bot that has an undo to answer."""
    woken: list[str] = []
    house.context = house.context._replace(wake_bots=woken.append)
    game, organiser = house.create(ruleset="romans", undo="consent")
    person = house.sit(game, organiser, {"name": "Ala"})
    join(Join(game, organiser, {"name": "Bot", "bot": "random"}), house.context)
    before = house.document(game)["version"]
    placing = next(it for it in house.legal(game, person) if it["type"] == "place-warrior")
    house.act(game, person, placing)
    bots, version = house.kronika.bots, house.document(game)["version"]
    close_game(house.context, game, REASON)
    bots.play(game)
    assert house.document(game)["version"] == version + 1
    del woken[:]
    reopen_game(house.context, game, "Done.")
    assert woken == [game]
    bots.play(game)
    assert house.document(game)["version"] > version + 2
    assert said(request_undo(RequestUndo(game, person, before), house.context))["status"] == "pending"
    close_game(house.context, game, REASON)
    bots.play(game)
    assert house.repository.get(game).table.undo.request is not None
    reopen_game(house.context, game, "Done.")
    bots.play(game)
    assert house.repository.get(game).table.undo.request is None
    assert_sound(house, game)


def assert_sound(house: House, game: str) -> None:
    """Neither the verifier nor the rules find anything wrong."""
    file = audit(house.repository, game, None)
    report = verify(file)
    assert report.ok, report.table()
    assert rules_level(orjson.loads(file)).status != "failed"
