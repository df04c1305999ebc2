"""Under which revision of the closed tables of events a game's log is written."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from domain.ledger.canonical import dumps
from domain.ledger.seats import OLDER_TERMS
from domain.rulesets.age_of_war import AgeOfWar
from domain.table.events import CLOSED_TABLES
from service.tables import creating, forking, planning, suspension, tournaments
from tests.service.conftest import House, said
from tests.service.test_tournaments import create, enter, entered, games


def first_entry(house: House, game: str) -> dict[str, Any]:
    return dict(orjson.loads(house.repository.store.entries(game, 0, 1)[0])["d"])


def test_a_new_game_and_an_analysis_of_it_take_the_highest_revision(house: House) -> None:
    game, tokens = house.seated()
    forked = said(forking.fork(forking.Fork(game, tokens[1], 5), house.context))["id"]
    assert first_entry(house, game)["table"] == first_entry(house, forked)["table"] == CLOSED_TABLES


def test_all_games_of_a_tournament_take_the_revision_of_its_terms(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, organiser, _ = entered(house, games=2)
    monkeypatch.setattr(creating, "CLOSED_TABLES", CLOSED_TABLES + 1)
    assert tables(house, id, organiser) == [CLOSED_TABLES, CLOSED_TABLES]


@pytest.mark.parametrize("before", [None, 1])
def test_a_tournament_from_before_first_goes_on_by_the_table_of_its_first_game(
    house: House, monkeypatch: pytest.MonkeyPatch, before: int | None
) -> None:
    monkeypatch.setattr(tournaments, "tournament_terms", older_terms)
    monkeypatch.setattr(planning, "BEFORE_FIRST", before)
    id, organiser, _ = entered(house, games=2)
    monkeypatch.setattr(planning, "BEFORE_FIRST", 0)
    assert tables(house, id, organiser) == [before, before]
    assert not {"log", "witnessed"} & set(first_entry(house, games(house, id)[1]))
    assert "first" not in first_entry(house, games(house, id)[1])["tournament"]


def older_terms(shared: dict[str, Any], first: object, key: bytes) -> bytes:
    return dumps({name: shared[name] for name in OLDER_TERMS})


def tables(house: House, id: str, organiser: str) -> list[int | None]:
    """Those of a tournament's first two games, the first of which is abandoned for it."""
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    return [first_entry(house, game).get("table") for game in games(house, id)]


def test_the_first_game_begins_by_the_rules_that_the_terms_name(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is planned by one revision and begun by the next; entry 0 repeats the terms, and the log says what decides."""
    terms = {"ruleset": "age-of-war", "options": {}}
    id, organiser = create(house, games=2, **terms)
    monkeypatch.setattr(AgeOfWar, "rules", 2)
    for name in "AB":
        enter(house, id, None, {"name": name})
    tables(house, id, organiser)
    first, second = (house.repository.store.entries(game, 0, 2) for game in games(house, id))
    begun, second_begun = ([orjson.loads(entry) for entry in one] for one in (first, second))
    assert [entry["d"]["rules"] for entry in begun] == [1, 2]
    assert begun[1]["t"] == "rules-changed"
    assert second_begun[0]["d"]["rules"] == 2
    assert second_begun[1]["t"] == "seat-taken"
    for entry in (begun[0], second_begun[0]):
        assert entry["d"]["tournament"]["first"] == {"options": begun[0]["d"]["options"], "rules": 1}


def test_a_tournament_whose_log_is_lost_gets_no_more_games(house: House) -> None:
    id, organiser, _ = entered(house, games=2)
    house.repository.logs.start("second", house.kronika.signer)
    assert tables(house, id, organiser) == [CLOSED_TABLES]
    assert planning.advance(id, house.context)
    game, _ = house.create()
    assert first_entry(house, game)["log"] == "kronika/log/second"
