"""The document's links lead somewhere: on a walk past every operation that has some, each is followed."""

from __future__ import annotations

from typing import Any

import jsonschema_rs
import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from projections import rulings
from service.accounts.notices import vapid
from service.log.table_projection import TableProjection
from tests.accounts.kit import met, person
from tests.accounts.signing import Somebody
from tests.api.conforming import PLACES, ConformingClient, document
from tests.api.desk import Desk
from tests.api.gathering import Gathering
from tests.api.kit import Seated, bearer
from tests.notices.test_subscriptions import browser
from tests.service.data_sets import make_data_set
from tests.service.leaves import sequence

pytestmark = pytest.mark.usefixtures("undrawn")
Json = dict[str, Any]
OPERATIONS = {
    told["operationId"]: (path, method, told)
    for path, held in document()["paths"].items()
    for method, told in held.items()
}


def links_of(operation: str) -> list[Json]:
    answers = OPERATIONS[operation][2]["responses"].values()
    return [link for answer in answers for link in answer.get("links", {}).values()]


LINKED = [operation for operation in OPERATIONS if links_of(operation)]


class Seen:
    """An answer, what was asked for, and with which token one goes on from there."""

    def __init__(self, response: TestResponse, path: Json) -> None:
        self.response, self.path = response, path
        handed = (response.json or {}) if response.is_json else {}
        token = handed.get("organiser_token") or handed.get("token")
        sent = response.request.headers.get("Authorization")
        self.headers = bearer(token) if token else {"Authorization": sent} if sent else {}
        if cookie := response.request.headers.get("Cookie"):
            self.headers = {"Cookie": cookie}

    def value(self, expression: str) -> Any:
        """What a runtime expression stands for."""
        if expression.startswith("$request.path."):
            return self.path[expression.removeprefix("$request.path.")]
        found = orjson.loads(self.response.data)
        for step in expression.removeprefix("$response.body#/").split("/"):
            found = found[int(step) if isinstance(found, list) else step]
        return found


def given(response: TestResponse) -> Json:
    found: Json = orjson.loads(response.data)
    return found


class Remembering(ConformingClient):
    """A client that keeps the last good answer of each operation that has links."""

    seen: dict[str, Seen]

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        asked = response.request
        rule, path = self.application.url_map.bind("").match(asked.path, asked.method, return_rule=True)
        told = document()["paths"].get(PLACES.sub(r"{\1}", rule.rule), {}).get(asked.method.lower())
        if told is not None and response.status_code < 300:
            self.seen[told["operationId"]] = Seen(response, dict(path))
        return response


@pytest.fixture(scope="module")
def seen(app: Flask) -> dict[str, Seen]:
    client = Remembering(app, use_cookies=False)
    client.seen = {}
    for walk in (
        with_games_of_an_account,
        at_the_table,
        at_its_end,
        at_analysis,
        at_the_desk,
        in_tournaments,
        in_meetings,
        with_hooks,
        with_passkeys,
    ):
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(vapid, "is_offered", lambda _: True)
            walk(client)
    make_data_set(client.application.extensions["kronika"])
    client.get("/v1/datasets")
    client.get("/v1/rulesets")
    client.get("/v1/rulesets/romans")
    client.get("/v1/games?limit=1")
    sequence(app.extensions["kronika"])
    return client.seen


def with_passkeys(client: Remembering) -> None:
    somebody = Somebody(client)
    somebody.sign_up("Linked Ada")
    somebody.ask("POST", "/v1/me/passkeys", somebody.created("passkey"))
    somebody.ask("GET", "/v1/me/sessions")
    somebody.ask("POST", "/v1/me/tokens", {"label": "A program", "scopes": ["read"]})
    bot = given(somebody.ask("POST", "/v1/me/bots", {"name": "Linked bot"}))["account"]["id"]
    somebody.ask("POST", f"/v1/me/bots/{bot}/tokens", {"label": "A program", "scopes": ["play"]})
    somebody.ask("POST", "/v1/me/devices", {})
    somebody.ask("POST", "/v1/me/subscriptions", browser())


def with_games_of_an_account(client: Remembering) -> None:
    kronika = client.application.extensions["kronika"]
    one, other = person(kronika, "Linked Bo"), person(kronika, "Linked Cy")
    for _ in range(2):
        game = met(kronika, client, one, other)
    client.get("/v1/me/games?limit=1", headers=one.headers)
    version = client.get(f"/v1/games/{game.id}").json["version"]
    for _ in range(2):
        client.post(f"/v1/games/{game.id}/forks", json={"version": version}, headers=one.headers)
    client.get("/v1/me/studies?limit=1", headers=one.headers)
    client.get(f"/v1/accounts/{one.account}/games?limit=1")
    new = {"ruleset": "romans", "seats": 2}
    made = given(client.post("/v1/games", json=new, headers=one.headers))
    invited = {"account": other.account}
    client.post(f"/v1/games/{made['id']}/invitations", json=invited, headers=one.headers)
    client.get("/v1/me/invitations", headers=other.headers)


def at_the_table(client: Remembering) -> None:
    new = given(client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}))
    url, organiser = f"/v1/games/{new['id']}", bearer(new["organiser_token"])
    client.post(f"{url}/invitations", json={}, headers=organiser)
    client.get(f"{url}/invitations", headers=organiser)
    game = taken_back(client)
    for method in ("PUT", "DELETE"):
        client.open(f"{game.url}/suspension", method=method, headers=bearer(game.organiser))
    game.legal(game.to_act())
    game.act()
    for path in ("", "/events?limit=1", "/states/2", "/replay", "/explanations/3"):
        game.get(path)
    for path in ("/ledger/proof?index=0", "/ledger/consistency?from=1"):
        game.get(path)


def at_its_end(client: Remembering) -> None:
    game = Seated.at(client)
    client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    for seat in (1, 2, 1):
        game.post("/rematches", seat)
        game.get("/rematches", seat=seat)


def taken_back(client: Remembering) -> Seated:
    """A game in which a seat has asked another one for leave to take back; draws may bar the way, so it takes a few."""
    for _ in range(40):
        game = Seated.at(client, ruleset="nagaraja", undo="consent")
        for _ in range(15):
            actor = game.to_act()
            game.post("/actions", actor, game.legal(actor)[-1])
            asked = game.post("/undo-requests", 3 - actor, {})
            if asked.status_code == 201:
                game.post(f"/undo-requests/{given(asked)['id']}/answers", actor, {"accept": True})
                return game
    raise AssertionError("nobody could ask")


def at_analysis(client: Remembering) -> None:
    game = Seated.at(client)
    analysis = given(client.post(f"{game.url}/forks", json={"version": given(game.get())["version"]}))
    url, analyst = f"/v1/games/{analysis['id']}", bearer(analysis["token"])
    legal = given(client.get(f"{url}/legal-actions", headers=analyst))
    client.post(f"{url}/actions", json=legal["actions"][0], headers=analyst)
    client.get(f"{url}/lines", headers=analyst)
    client.post(f"{url}/lines", json={"to_version": legal["version"]}, headers=analyst)
    client.put(f"{url}/notes/{legal['version']}", json={"text": "Here."}, headers=analyst)
    client.get(f"{url}/notes", headers=analyst)
    client.post(f"{url}/analysis", headers=analyst)
    client.get(f"{url}/analysis", headers=analyst)
    client.put(f"{url}/title", json={"title": "Edo"}, headers=analyst)
    client.post(f"{url}/shares", json={}, headers=analyst)
    client.get(f"{url}/shares", headers=analyst)
    client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    client.post("/v1/imports", json=given(game.get("/export")))


def at_the_desk(client: Remembering) -> None:
    ruled = Desk.at(client)
    number = ruled.stated()
    ruled.released(number, ruled.played, ruled.played, 1)
    ruled.rule(number)
    ruled.post(f"/disputes/{number}/appeals", 1, {"grounds": "It cannot stand."})
    ruled.read()
    desk = Desk.at(client)
    desk.post("/calls", 1, {"question": "May I?"})
    client.get(f"{desk.url}/calls")
    desk.opened()
    for _ in range(2):
        Desk.begun_with_referees(client).final()
    TableProjection(client.application.extensions["kronika"].repository, rulings).catch_up()
    client.get("/v1/rulings?limit=1")
    ruled.read(f"/{number}")
    client.get("/v1/disputes?limit=1")


def in_tournaments(client: Remembering) -> None:
    for _ in range(2):
        wanted = {"ruleset": "age-of-war", "seats": 2, "games": 1}
        new = given(client.post("/v1/tournaments", json=wanted))
        place, organiser = new["location"], bearer(new["organiser_token"])
        client.post(f"{place}/invitations", json={}, headers=organiser)
        client.post(f"{place}/referees", json={"head": False}, headers=organiser)
        for name in ("Ada", "Bo"):
            client.post(f"{place}/seats", json={"name": name})
        client.get(place)
    client.get("/v1/tournaments?limit=1")


def in_meetings(client: Remembering) -> None:
    meeting = Gathering(client)
    headers = bearer(meeting.organiser)
    made = client.post(f"{meeting.url}/referees", json={"head": False}, headers=headers).json
    client.post(f"{meeting.url}/referees/acceptances", json={"code": made["code"], "name": "Judge"})
    for _ in range(2):
        meeting.table().opened()
    for path in ("", "/queue?limit=1"):
        meeting.get(path)


def with_hooks(client: Remembering) -> None:
    game = Seated.at(client)
    headers = bearer(game.organiser)
    body = {"url": "https://receiver.example/", "about": "game", "game": game.id}
    made = client.post("/v1/hooks", json=body, headers=headers).json
    client.get("/v1/hooks", headers=headers)
    client.get(f"/v1/hooks/{made['id']}/deliveries", headers=headers)


OF_TILES = ("get_log_tile", "get_named_log_tile", "get_named_log_checkpoint")
"""Which tiles there are follows from the size in a checkpoint, which is no JSON; `GET /` gives whole paths of logs."""


def test_what_has_a_name_is_led_to() -> None:
    """Whatever takes the name of something is reached from an answer that gives it."""
    reached = {link["operationId"] for operation in OPERATIONS for link in links_of(operation)}
    named = {id for id, (path, _, _) in OPERATIONS.items() if "{" in path}
    assert named - reached == {"get_problem", *OF_TILES}


@pytest.mark.parametrize("operation", LINKED)
def test_its_links_lead_somewhere(app: Flask, seen: dict[str, Seen], operation: str) -> None:
    """Each has what it says it has, in the form that its target takes; and what can be read is there."""
    client, answer = ConformingClient(app, use_cookies=False), seen[operation]
    for link in links_of(operation):
        path, method, told = OPERATIONS[link["operationId"]]
        told_of = {name: answer.value(it) for name, it in link["parameters"].items()}
        taken = {parameter["name"]: parameter for parameter in told["parameters"]}
        for name, value in told_of.items():
            jsonschema_rs.validate(taken[name]["schema"], as_sent(value, taken[name]["schema"]))
        if "requestBody" in link:
            assert answer.value(link["requestBody"])["type"]
        assert [name for name in taken if f"{{{name}}}" in path and name not in told_of] == []
        if method == "get":
            query = {name: it for name, it in told_of.items() if taken[name]["in"] == "query"}
            needed = {
                it["name"]: it["example"]
                for it in told["parameters"]
                if it["required"] and it["in"] == "query"
            }
            found = client.get(
                path.format(**told_of), query_string={**needed, **query}, headers=answer.headers
            )
            assert found.status_code in (200, 204), (link, found.text)
            found.close()


def as_sent(value: Any, schema: Json) -> Any:
    """A number in an address may have come as a string."""
    return int(value) if schema.get("type") == "integer" else value
