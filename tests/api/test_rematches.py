"""Rematches over HTTP: one table, at which everybody who accepted has a seat of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.log.retention import REMATCHES
from service.operation.app import Kronika
from service.operation.cleaning import clean
from service.tables import rematches
from tests.api.kit import Seated, bearer

DISPUTES = {"answer_within": 900, "pause": False}


def over(client: FlaskClient, **more: Any) -> Seated:
    game = Seated.at(client, **more)
    assert client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    return game


def agreed(game: Seated) -> dict[str, Any]:
    """What its first entry says that everybody agreed on."""
    data = json.loads(game.get("/ledger/entries?to=1", seat=1).data.splitlines()[0])["d"]
    return {it: data[it] for it in ("ruleset", "seats", "options", "visibility", "undo", "disputes")}


def ask(game: Seated, seat: int, accept: bool | None = None) -> TestResponse:
    return game.post("/rematches", seat, json=None if accept is None else {"accept": accept})


def sit(client: FlaskClient, given: dict[str, Any], name: str) -> TestResponse:
    return client.post(f"/v1/games/{given['game']}/seats", json={"name": name, "invitation": given["code"]})


@pytest.fixture
def ended(client: FlaskClient) -> Seated:
    return over(client)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_when_everybody_has_accepted_there_is_one_table_with_a_seat_for_each(
    client: FlaskClient, visibility: str
) -> None:
    game = over(client, visibility=visibility, undo="none", disputes=DISPUTES)
    assert (ask(game, 2).status_code, ask(game, 2).json) == (200, {"waiting": [1]})
    second = ask(game, 1, accept=True).json
    first = ask(game, 2).json
    assert set(first) == {"game", "seat", "code", "organiser_token"}
    assert set(second) == {"game", "seat", "code"}, "the seat that offered organises"
    assert (first["game"], first["seat"], second["seat"]) == (second["game"], 2, 1)
    assert first["code"] != second["code"]
    taken = [sit(client, given, f"P{given['seat']}").json for given in (second, first)]
    assert [it["seat"] for it in taken] == [1, 2]
    again = Seated(client, first["game"], "", {it["seat"]: it["token"] for it in taken})
    assert agreed(again) == agreed(game)
    assert again.get(seat=1).json["status"] == "playing"
    organised = client.post(
        f"/v1/games/{first['game']}/abandonment", headers=bearer(first["organiser_token"])
    )
    assert organised.status_code == 200


def test_asking_again_changes_nothing_and_gives_the_same(client: FlaskClient, ended: Seated) -> None:
    assert [ask(ended, 1).json for _ in range(3)] == [{"waiting": [2]}] * 3
    made = [ask(ended, seat).json for seat in (2, 1, 2, 1)]
    assert made[:2] == made[2:]
    assert len({given["game"] for given in made}) == 1
    sit(client, made[0], "Bo")
    assert sit(client, made[0], "Eve").status_code == 404, "a code is used once"
    assert ask(ended, 2).json == made[0]


def test_who_declines_ends_the_offer_and_may_think_better_of_it(ended: Seated) -> None:
    ask(ended, 1)
    assert ask(ended, 2, accept=False).json == {"waiting": [2]}
    assert ask(ended, 2, accept=False).json == {"waiting": [2]}
    declined = ask(ended, 1)
    assert (declined.status_code, declined.json["type"]) == (409, "/problems/gone-elsewhere")
    assert "Seat 2" in declined.json["detail"]
    assert "game" in ask(ended, 2, accept=True).json
    late = ask(ended, 1, accept=False)
    assert (late.status_code, late.json["type"]) == (409, "/problems/gone-elsewhere")


def test_who_offered_takes_the_offer_back_and_another_offers(ended: Seated) -> None:
    assert ask(ended, 2, accept=False).status_code == 409, "nothing is offered"
    ask(ended, 1)
    assert ask(ended, 1, accept=False).json == {"waiting": [1, 2]}
    assert ask(ended, 2).json == {"waiting": [1]}
    assert "organiser_token" not in ask(ended, 1).json
    assert "organiser_token" in ask(ended, 2).json


def test_an_offer_falls_after_ten_minutes(ended: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    began = rematches.now()
    ask(ended, 1)
    monkeypatch.setattr(rematches, "now", lambda: began + 599_000)
    assert ask(ended, 1).json == {"waiting": [2]}
    monkeypatch.setattr(rematches, "now", lambda: began + 660_000)
    assert ask(ended, 2).json == {"waiting": [1]}, "it is offered anew"
    assert "organiser_token" not in ask(ended, 1).json


def test_bots_accept_at_once_and_sit_at_the_new_table(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 3}).json
    path, organiser = f"/v1/games/{made['id']}", bearer(made["organiser_token"])
    bot = {"name": "Bo (bot)", "seat": 2, "bot": "random"}
    client.post(f"{path}/seats", json=bot, headers=organiser)
    tokens = {seat: client.post(f"{path}/seats", json={"name": f"P{seat}"}).json["token"] for seat in (1, 3)}
    client.post(f"{path}/abandonment", headers=organiser)
    game = Seated(client, made["id"], made["organiser_token"], tokens)
    assert ask(game, 3).json == {"waiting": [1]}
    given = ask(game, 1).json
    seats = client.get(f"/v1/games/{given['game']}").json["seats"]
    assert [(it["name"], it["bot"]) for it in seats] == [(None, None), ("Bo (bot)", "random"), (None, None)]
    for one in (given, ask(game, 3).json):
        assert sit(client, one, f"P{one['seat']}").json["seat"] == one["seat"]
    assert client.get(f"/v1/games/{given['game']}").json["status"] == "playing"


def test_a_player_among_bots_has_the_table_at_once(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    path, organiser = f"/v1/games/{made['id']}", bearer(made["organiser_token"])
    client.post(f"{path}/seats", json={"name": "Bo", "bot": "random"}, headers=organiser)
    token = client.post(f"{path}/seats", json={"name": "Ala"}).json["token"]
    client.post(f"{path}/abandonment", headers=organiser)
    given = ask(Seated(client, made["id"], "", {2: token}), 2).json
    assert set(given) == {"game", "seat", "code", "organiser_token"}


def test_only_who_sat_there_is_answered_and_only_when_it_is_over(
    client: FlaskClient, game: Seated, private_game: Seated
) -> None:
    early = ask(game, 1)
    assert (early.status_code, early.json["rule"]) == (409, "table.rematch")
    ended = over(client, visibility="private")
    url = f"{ended.url}/rematches"
    assert client.post(url).status_code == 401
    assert client.post(url, headers=bearer(ended.organiser)).status_code == 403
    assert client.post(url, headers=bearer(private_game.tokens[1])).status_code == 404
    assert client.post(url, headers=bearer("kr_" + "A" * 43)).status_code == 404
    assert ask(ended, 1, accept=None).status_code == 200
    for bad in ({"accept": 1}, {"accept": "yes"}, {"accept": True, "seat": 2}, []):
        assert ended.post("/rematches", 2, json=bad).status_code == 422
    assert ask(ended, 1).json == {"waiting": [2]}, "refusals leave nothing behind"


def test_an_exchanged_organisers_token_is_not_given_again(client: FlaskClient, ended: Seated) -> None:
    ask(ended, 1)
    ask(ended, 2)
    given = ask(ended, 1).json
    rotated = f"/v1/games/{given['game']}/tokens/rotations"
    assert client.post(rotated, headers=bearer(given["organiser_token"])).status_code == 201
    assert set(ask(ended, 1).json) == {"game", "seat", "code"}


def test_the_database_holds_neither_codes_nor_the_token(kronika: Kronika, ended: Seated) -> None:
    ask(ended, 1)
    ask(ended, 2)
    given = ask(ended, 1).json
    rows = [str(kronika.store.query(f"SELECT * FROM {it}")) for it in ("rematches", "invitations", "tokens")]
    for secret in (given["code"], given["organiser_token"]):
        assert secret[3:] not in "".join(rows)


def read(game: Seated, seat: int) -> dict[str, Any]:
    answer = game.get("/rematches", seat=seat)
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
    found: dict[str, Any] = answer.json
    return found


def test_the_offer_is_read_without_being_answered(client: FlaskClient) -> None:
    game = over(client, seats=3, names=("Ada", "Bo", "Cy"))
    none = {"offered_by": None, "waiting": [], "declined": [], "expires_at": None, "game": None}
    assert [read(game, seat) for seat in (1, 2, 3)] == [none] * 3
    ask(game, 2)
    offered = [read(game, seat) for seat in (1, 2, 3)]
    lapses = offered[0]["expires_at"]
    assert offered == [none | {"offered_by": 2, "waiting": [1, 3], "expires_at": lapses}] * 3
    ask(game, 3, accept=False)
    assert read(game, 2) == offered[0] | {"declined": [3]}, "the one who offered reads who has declined"
    made = [ask(game, seat).json for seat in (3, 1)][-1]["game"]
    assert [read(game, seat) for seat in (1, 2)] == [none | {"offered_by": 2, "game": made}] * 2
    seats = client.get(f"/v1/games/{made}").json["seats"]
    assert [it["name"] for it in seats] == [None] * 3, "reading seats nobody and hands out no code"


def test_an_offer_that_was_taken_back_or_has_lapsed_is_none(
    ended: Seated, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(ended, 1)
    ask(ended, 1, accept=False)
    assert read(ended, 2)["offered_by"] is None
    ask(ended, 1)
    later = rematches.now() + rematches.OFFER_MS
    monkeypatch.setattr(rematches, "now", lambda: later)
    assert read(ended, 2)["offered_by"] is None


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_nobody_else_reads_an_offer(client: FlaskClient, visibility: str, private_game: Seated) -> None:
    game = over(client, visibility=visibility)
    ask(game, 1)
    url = f"{game.url}/rematches"
    assert client.get(url).status_code == 401
    assert client.get(url, headers=bearer(game.organiser)).status_code == 403
    strangers = [bearer(private_game.tokens[1]), bearer("kr_" + "A" * 43)]
    found = [client.get(url, headers=stranger).status_code for stranger in strangers]
    assert found == ([404, 404] if visibility == "private" else [403, 401])
    running = private_game.get("/rematches", seat=1)
    assert (running.status_code, running.json["rule"]) == (409, "table.rematch")


def test_old_offers_are_deleted(kronika: Kronika, ended: Seated, monkeypatch: pytest.MonkeyPatch) -> None:
    ask(ended, 1)
    ask(ended, 2)
    made = ask(ended, 1).json["game"]
    mine = "SELECT count(*) FROM rematches WHERE game = ?"
    clean(kronika.store)
    assert kronika.store.query(mine, (ended.id,)) == [(2,)]
    later = rematches.now() + REMATCHES + 1000
    monkeypatch.setattr("service.operation.cleaning.now", lambda: later)
    assert clean(kronika.store)["rematches"] >= 2
    assert kronika.store.query(mine, (ended.id,)) == [(0,)]
    assert ask(ended, 1).json == {"waiting": [2]}
    assert ask(ended, 2).json["game"] != made


def test_no_stranger_takes_a_seat_of_the_new_table(client: FlaskClient, ended: Seated) -> None:
    """It is public, as the game before it was, and stands in the lobby; the seats are kept for those who have accepted."""
    ask(ended, 1)
    second = ask(ended, 2).json
    first = ask(ended, 1).json
    seats = f"/v1/games/{second['game']}/seats"
    for asked in ({"name": "Eve"}, {"name": "Eve", "seat": 2}):
        refused = client.post(seats, json=asked)
        assert (refused.status_code, refused.json["type"]) == (409, "/problems/gone-elsewhere")
        assert "is reserved for an invited player" in refused.json["detail"]
    anywhere = client.post(
        f"/v1/games/{second['game']}/invitations", json={}, headers=bearer(first["organiser_token"])
    )
    with_code = {"name": "Eve", "invitation": anywhere.json["code"]}
    assert client.post(seats, json=with_code).status_code == 409
    assert [sit(client, second, "Bo").status_code, sit(client, first, "Ada").status_code] == [201, 201]


def test_whoever_names_no_seat_gets_one_that_is_kept_for_nobody(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 3}).json
    path, organiser = f"/v1/games/{made['id']}", bearer(made["organiser_token"])
    first = client.post(f"{path}/invitations", json={"seat": 1}, headers=organiser).json
    assert client.post(f"{path}/seats", json={"name": "Eve"}).json["seat"] == 2
    bot = client.post(f"{path}/seats", json={"name": "Bo", "bot": "random", "seat": 1}, headers=organiser)
    assert bot.status_code == 201, "the organiser seats a bot where he likes"
    assert client.delete(f"{path}/seats/1", headers=organiser).status_code == 200
    client.delete(f"{path}/invitations/{first['invitation']}", headers=organiser)
    assert client.post(f"{path}/seats", json={"name": "Ala"}).json["seat"] == 1
