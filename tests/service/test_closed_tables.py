"""Under which revision of the closed tables of events a game's log is written."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from domain.table.events import CLOSED_TABLES
from service.tables import forking, planning, suspension
from tests.service.conftest import House, said
from tests.service.test_tournaments import entered, games


def first_entry(house: House, game: str) -> dict[str, Any]:
    return dict(orjson.loads(house.repository.store.entries(game, 0, 1)[0])["d"])


def test_a_new_game_and_an_analysis_of_it_take_the_highest_revision(house: House) -> None:
    game, tokens = house.seated()
    forked = said(forking.fork(forking.Fork(game, tokens[1], 5), house.context))["id"]
    assert first_entry(house, game)["table"] == first_entry(house, forked)["table"] == CLOSED_TABLES


@pytest.mark.parametrize("first", [None, CLOSED_TABLES])
def test_all_games_of_a_tournament_take_the_revision_of_the_first(
    house: House, monkeypatch: pytest.MonkeyPatch, first: int | None
) -> None:
    monkeypatch.setattr(planning, "CLOSED_TABLES", first)
    id, organiser, _ = entered(house, games=2)
    monkeypatch.setattr(planning, "CLOSED_TABLES", CLOSED_TABLES + 1)
    suspension.change_status(
        suspension.ChangeStatus(games(house, id)[0], organiser, "abandon"), house.context
    )
    assert [first_entry(house, game).get("table") for game in games(house, id)] == [first, first]
