"""Analyses of what games become: taken back, ruled on, over and going on again, taken in from a file, shown by a link."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient

from domain.rulesets import registry
from domain.table.line import surviving
from service.analyses.analyser import Analyser, Bounds
from service.analyses.commands import Analyse
from service.analyses.commands import analyse as ask
from service.operation.app import Kronika, compose
from service.queries.analyses import analysis
from service.tables import importing
from tests.api.desk import Desk
from tests.api.kit import bearer
from tests.api.test_ruled_games import TERMS, ruled
from tests.service import in_process
from tests.service.conftest import House, settings_in
from tests.service.playing import play
from tests.service.preparing import prepared
from tests.soaking import soaked

QUICK = Bounds(playouts=1, looks=1)


@pytest.fixture(autouse=True)
def hurried(analysed_here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time is over before all of a game has been looked at."""
    monkeypatch.setattr(in_process, "STEPS", 40)


def made(house: House, game: str) -> dict[str, Any]:
    ask(Analyse(game, None), house.context)
    assert Analyser(house.repository, QUICK).make_next()
    found: dict[str, Any] = msgspec.json.decode(analysis(house.repository, game, None).body)
    assert found["status"] == "done"
    return found


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("nagaraja", "age-of-war", "touche")))
def test_only_what_counts_is_looked_at_and_a_file_says_the_same(
    client: FlaskClient, kronika: Kronika, tmp_path: Path, ruleset: str
) -> None:
    """A game that two rulings have taken back, and that is not over by chance; then it is taken in elsewhere."""
    desk, house = Desk.at(client, (True,), ruleset=ruleset, disputes=TERMS, draws=""), House(kronika)
    for _ in range(2):
        play(house, desk.id, desk.tokens, random.Random(3), 15)
        ruled(desk, kronika, "backed-up", random.Random(3))
    play(house, desk.id, desk.tokens, random.Random(3), 5)
    assert desk.as_organiser("POST", "/abandonment").status_code == 200
    found = made(house, desk.id)
    log = kronika.repository.versions.log(kronika.repository.get(desk.id))
    counting = {logged.version for logged in surviving(log)}
    decided = [moment["version"] + 1 for moment in found["moments"]]
    assert decided != []
    assert set(decided) <= counting < {logged.version for logged in log}
    prepared(settings_in(tmp_path))
    abroad = House(compose(settings_in(tmp_path)))
    try:
        importing.import_file(importing.Import(desk.get("/export").data), abroad.context)
        there = made(abroad, desk.id)
        assert (there["moments"], there["version"]) == (found["moments"], found["version"])
    finally:
        abroad.kronika.close()


def test_what_is_ruled_after_the_end_makes_it_out_of_date_and_changes_nothing_in_it(
    client: FlaskClient, kronika: Kronika
) -> None:
    desk, house = Desk.at(client, (True,), ruleset="romans", disputes=TERMS), House(kronika)
    play(house, desk.id, desk.tokens, random.Random(1))
    first = made(house, desk.id)
    assert first["result"] is not None
    case = desk.opened()
    assert desk.get("/analysis").json == first
    assert desk.version > first["version"]
    assert desk.referee(1, f"/{case}/taking").status_code == 201
    places = {"winners": [2], "ranking": [[2], [1]], "scores": {"1": 1, "2": 2}}
    ruled = desk.rule(
        case,
        kind="result",
        remedy=places,
        why_not_stand="It was not as it is played.",
        clauses=["referee.result"],
    )
    assert (ruled.status_code, ruled.json["state"]) == (201, "final"), ruled.json
    asked = desk.post("/analysis")
    assert (asked.status_code, asked.json["status"], asked.json["moments"]) == (202, "queued", [])
    second = made(house, desk.id)
    assert second["version"] == desk.version > first["version"]
    assert (second["moments"], second["result"]) == (first["moments"], first["result"])


def test_who_looks_on_may_read_it_and_not_ask(client: FlaskClient, kronika: Kronika) -> None:
    desk, house = Desk.at(client, ruleset="romans"), House(kronika)
    fork = desk.post("/forks", 1, {"version": desk.version}).json
    url, analyst = f"/v1/games/{fork['id']}", bearer(fork["token"])
    shared = client.post(f"{url}/shares", json={}, headers=analyst).json
    watcher = bearer(shared["token"])
    assert client.post(f"{url}/analysis", headers=watcher).status_code == 403
    play(house, fork["id"], dict.fromkeys((1, 2), fork["token"]), random.Random(1), 4)
    assert client.post(f"{url}/analysis", headers=analyst).status_code == 202
    assert Analyser(house.repository, QUICK).make_next()
    told = [client.get(f"{url}/analysis", headers=who) for who in (analyst, watcher)]
    assert told[0].data == told[1].data
    assert told[0].json["moments"] != []
    assert client.get(f"{url}/analysis", headers=bearer(desk.tokens[1])).status_code == 404
