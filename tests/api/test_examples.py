"""Every operation's example is sent as it stands, to things that are there: it is understood, and what only reads is answered."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.openapi.examples import ID
from service.identity.account_log import new_id, opening
from tests.accounts.kit import person
from tests.api.conforming import document
from tests.api.desk import Desk
from tests.api.kit import Seated, bearer
from tests.service.data_sets import make_data_set
from tests.service.leaves import sequence

pytestmark = pytest.mark.usefixtures("undrawn", "pushing", "checked_here", "analysed_here")
OPERATIONS = {
    told["operationId"]: (path, method, told)
    for path, held in document()["paths"].items()
    for method, told in held.items()
}


class Place:
    """A table with everything that an example with this path may name."""

    def __init__(self, client: FlaskClient, path: str) -> None:
        self.client = client
        self.game = Desk.at(client)
        if "{dispute}" in path:
            self.game.opened()
        opened = bearer(self.game.organiser)
        invited = client.post(f"{self.game.url}/invitations", json={}, headers=opened).json
        self.names = {
            "game": self.game.id,
            "invitation": invited["invitation"],
            "code": invited["code"],
            "version": str(self.game.version),
        }
        self.tokens = [None, self.game.organiser]
        if "{meeting}" in path:
            meeting = client.post("/v1/meetings", json={"name": "Club evening"}).json
            self.names["meeting"] = meeting["id"]
            self.tokens.append(meeting["organiser_token"])
        if "{tournament}" in path:
            new = {"ruleset": "age-of-war", "seats": 2, "games": 1}
            tournament = client.post("/v1/tournaments", json=new).json
            self.names["tournament"] = tournament["id"]
            self.tokens.append(tournament["organiser_token"])
        if "{hook}" in path:
            new = {"url": "https://receiver.example/", "about": "game", "game": self.game.id}
            self.names["hook"] = hook = client.post("/v1/hooks", json=new, headers=opened).json["id"]
            listed = client.get(f"/v1/hooks/{hook}/deliveries", headers=opened).json["deliveries"]
            self.names["delivery"] = listed[0]["id"]
        self.tokens += [*self.game.tokens.values(), *self.game.referees.values()]
        kronika = client.application.extensions["kronika"]
        self.owner, bot = person(kronika, f"Owner {self.game.id}"), new_id()
        kronika.store.append("", [], opening(bot, f"Bot {bot}", f"bot {bot}", self.owner.account))
        self.names |= {"bot": bot, "account": self.owner.account}

    def forked(self) -> str:
        """An analysis of the game, which its token opens."""
        made = self.client.post(f"{self.game.url}/forks", json={"version": self.game.version}).json
        self.tokens.append(made["token"])
        return str(made["id"])

    def analysed(self) -> str:
        """A game that is over, and whose analysis was asked for: everywhere else nobody is told of one."""
        over = Seated.at(self.client)
        self.client.post(f"{over.url}/abandonment", headers=bearer(over.organiser))
        assert over.post("/analysis").status_code == 202
        return over.id

    def over(self) -> str:
        """A game that is over, to whose players a rematch may be offered."""
        over = Seated.at(self.client)
        self.client.post(f"{over.url}/abandonment", headers=bearer(over.organiser))
        self.tokens.append(over.tokens[1])
        return over.id

    def send(self, operation: str) -> list[TestResponse]:
        """What each who is there is answered, until one is told that it is done."""
        path, method, told = OPERATIONS[operation]
        given = {it["name"]: it["example"] for it in told["parameters"] if it["required"]}
        makes = {"get_game_analysis": self.analysed, "list_shares": self.forked, "get_rematch": self.over}
        names = {**self.names, "game": makes[operation]()} if operation in makes else self.names
        query = {
            it["name"]: str(it["example"]).replace(ID, names["game"])
            for it in told["parameters"]
            if it["required"] and it["in"] == "query"
        }
        body = _body(told)
        answers: list[TestResponse] = []
        of_account = {"session": []} in told.get("security", ())
        callers = [self.owner.headers] if of_account else [bearer(it) if it else {} for it in self.tokens]
        for caller in callers:
            headers = {"Sec-Fetch-Site": "same-origin", **caller, "If-Match": f'"{self.game.version}"'}
            where = path.format(**{**given, **names})
            answer = self.client.open(where, method=method, query_string=query, headers=headers, **body)
            answers.append(answer)
            if answer.status_code < 300:
                answer.close()
                break
        return answers


def _body(told: dict[str, Any]) -> dict[str, Any]:
    if "requestBody" not in told:
        return {}
    media, content = next(iter(told["requestBody"]["content"].items()))
    if isinstance(content["example"], str):
        return {"data": content["example"], "content_type": media}
    return {"json": content["example"]}


OF_TILES = ("get_log_tile", "get_named_log_tile", "get_named_log_checkpoint")
"""What this service's log lacks: it has one log, and nothing in it (`test_log_of_logs` reads them)."""


@pytest.fixture(scope="module")
def read_only(app: Flask) -> Place:
    place = Place(app.test_client(use_cookies=False), "{dispute} {tournament} {meeting} {hook}")
    sequence(app.extensions["kronika"])
    make_data_set(app.extensions["kronika"])
    return place


@pytest.mark.parametrize("operation", OPERATIONS)
def test_it_is_sent_and_understood(client: FlaskClient, read_only: Place, operation: str) -> None:
    path, method, _ = OPERATIONS[operation]
    place = read_only if method == "get" else Place(client, path)
    answers = place.send(operation)
    refused = [answer for answer in answers if answer.status_code >= 400]
    assert max(answer.status_code for answer in answers) < 500, [it.text for it in refused]
    kinds = {answer.json["type"] for answer in refused}
    assert not kinds & {"/problems/malformed", "/problems/unsupported-media-type"}, [
        it.text for it in refused
    ]
    assert answers[-1].status_code < 300 or method != "get" or operation in OF_TILES
