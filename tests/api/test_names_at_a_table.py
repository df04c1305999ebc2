"""Names at one table: none that could be taken for another one there, or for what a seat is called."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.rulesets import registry
from service.identity import names
from tests.api.desk import Desk
from tests.api.kit import Seated, bearer
from tests.api.test_portable import FILE, abandon, abroad

__all__ = ["abroad"]
WEB = Path(__file__).parents[2] / "api" / "static" / "web"
CYRILLIC = "\u0410d\u0430"
LIKE_ADA = ["Ada", "aDA", CYRILLIC, "\uff21da", "A\U0001d41da", "Ada\ufe0f"]
PLACES: list[tuple[str, dict[str, Any]]] = [("games", {}), ("tournaments", {"games": 1})]


class Door:
    """A game or a tournament that nobody sits at yet."""

    def __init__(self, client: FlaskClient, kind: str = "games", **terms: Any) -> None:
        made = client.post(f"/v1/{kind}", json={"ruleset": "age-of-war", "seats": 3, **terms})
        self.client, self.path = client, made.headers["Location"]
        self.organiser: str = made.json["organiser_token"]

    def sit(self, name: str, **more: Any) -> TestResponse:
        opened = bearer(self.organiser) if "bot" in more else {}
        return self.client.post(f"{self.path}/seats", json={"name": name, **more}, headers=opened)

    def referee(self, name: str) -> TestResponse:
        made = self.client.post(f"{self.path}/referees", json={}, headers=bearer(self.organiser))
        return self.client.post(
            f"{self.path}/referees/acceptances", json={"code": made.json["code"], "name": name}
        )

    def names(self) -> list[str]:
        return [seat["name"] for seat in self.client.get(self.path).json["seats"] if seat["name"]]


def is_taken(answer: TestResponse) -> None:
    told = (answer.status_code, answer.json["type"], answer.json["rule"])
    assert told == (409, "/problems/gone-elsewhere", "table.names")


@pytest.mark.parametrize(("kind", "more"), PLACES)
def test_no_two_people_at_a_table_have_names_that_look_alike(
    client: FlaskClient, kind: str, more: dict[str, Any]
) -> None:
    door = Door(client, kind, **more)
    assert door.sit("Ada", seat=2).status_code == 201
    for name in LIKE_ADA:
        is_taken(door.sit(name))
    assert door.names() == ["Ada"]
    for name in ("Адам", "Áda"):
        assert door.sit(name).status_code == 201
    elsewhere = Door(client, kind, **more)
    assert elsewhere.sit(CYRILLIC).status_code == 201


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ivan", "ivan"),
        ("Ivan", "lvan"),
        ("Ola", "0la"),
        ("Marta", "rnarta"),
        ("Ada B", "Ada\u00a0 B"),
        ("ß", "SS"),
    ],
)
def test_names_that_look_alike(name: str, other: str) -> None:
    assert names.confusable(name, [other])
    assert names.confusable(other, ["Somebody", name])


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ella", "Eila"), ("Zosia", "Żosia"), ("Łukasz", "Lukasz"), ("李白", "李百"), ("Ada", "Ada 2")],
)
def test_names_that_look_different(name: str, other: str) -> None:
    assert not names.confusable(name, [other])
    assert not names.confusable(other, [name])


@pytest.mark.parametrize(
    "name",
    ["Seat 1", "SEAT l", "seat 64", "Miejsce 2", "#3", "Referee 1", "sędzia nr 2", "The organiser", "Sędzia"],
)
def test_nobody_is_called_like_a_seat_or_a_referee(client: FlaskClient, name: str) -> None:
    door = Door(client)
    is_taken(door.sit(name))
    is_taken(door.sit(name, bot="random"))
    is_taken(door.referee(name))
    assert door.names() == []


def words_of_the_page() -> dict[str, str]:
    return dict(re.findall(r'^  "(.*)": "(.*)",$', (WEB / "words-pl.js").read_text(), re.MULTILINE))


@pytest.mark.parametrize("ruleset", registry())
@pytest.mark.parametrize(("kind", "more"), PLACES)
def test_nobody_is_called_like_the_side_of_a_seat(
    client: FlaskClient, ruleset: str, kind: str, more: dict[str, Any]
) -> None:
    rules, words = registry()[ruleset], words_of_the_page()
    sides = {side for side in rules.sides(2, rules.options()) if side}
    door = Door(client, kind, ruleset=ruleset, seats=2, **more)
    for side in sides:
        for name in (side, words[side].title()):
            is_taken(door.sit(name))
    assert sides or ruleset == "age-of-war"


def test_what_the_page_calls_a_seat_is_what_nobody_is_called() -> None:
    words = words_of_the_page()
    desk = (WEB / "words-pl-desk.js").read_text()
    assert words["Seat {n}"].lower() in names.LABELS
    assert re.search(r'"referee \{n\}": "(.*)"', desk).group(1) in names.LABELS  # type: ignore[union-attr]
    assert words["organiser"] in names.ROLES


def test_bots_share_a_name_and_no_person_has_a_bots(client: FlaskClient) -> None:
    door = Door(client)
    for seat in (1, 2):
        assert door.sit("Robot", seat=seat, bot="random").status_code == 201
    is_taken(door.sit("R\u043ebot"))
    assert door.sit("Ada").status_code == 201
    met = Door(client)
    assert met.sit("Ada").status_code == 201
    is_taken(met.sit("Ada", bot="random"))


def test_referees_have_names_of_their_own(client: FlaskClient) -> None:
    door = Door(client)
    assert door.sit("Ada").status_code == 201
    assert door.referee("Zoe").status_code == 201
    is_taken(door.referee("Z\u043ee"))
    for answer in (door.referee(CYRILLIC), door.sit("Z\u043ee")):
        assert (answer.status_code, answer.json["rule"]) == (403, "referee.party")
    assert door.names() == ["Ada"]


def test_a_code_that_was_refused_for_a_name_is_good_for_another(client: FlaskClient) -> None:
    desk = Desk.at(client, heads=(False,))
    made = desk.as_organiser("POST", "/referees", {}).json
    path = f"{desk.url}/referees/acceptances"
    is_taken(client.post(path, json={"code": made["code"], "name": "ref 1"}))
    assert client.post(path, json={"code": made["code"], "name": "Zoe"}).status_code == 201


def test_a_substitute_may_be_called_like_whom_he_replaces_and_like_nobody_else(
    client: FlaskClient, game: Seated
) -> None:
    code = client.post(f"{game.url}/invitations", json={"seat": 1}, headers=bearer(game.organiser)).json[
        "code"
    ]
    is_taken(game.post("/seats", json={"name": "BO", "invitation": code}))
    assert game.post("/seats", json={"name": "Ada", "invitation": code}).status_code == 201


def test_a_freed_seats_name_is_free(client: FlaskClient) -> None:
    door = Door(client)
    assert door.sit("Ada", seat=1).status_code == 201
    assert client.delete(f"{door.path}/seats/1", headers=bearer(door.organiser)).status_code == 200
    assert door.sit("Ada", seat=3).status_code == 201


def test_games_whose_names_are_alike_are_read_and_imported(abroad: FlaskClient, game: Seated) -> None:
    abandon(game)
    file = game.get("/export").json
    for player in file["players"]:
        player["name"] = "Seat 1"
    taken = abroad.post("/v1/imports", data=orjson.dumps(file), content_type=FILE)
    assert taken.status_code == 201
    seats = abroad.get(taken.headers["Location"]).json["seats"]
    assert [seat["name"] for seat in seats] == ["Seat 1", "Seat 1"]
