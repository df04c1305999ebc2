"""A meeting with tables, and the desks at them."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.desk import Desk
from tests.api.kit import bearer


class Gathering:
    """A meeting with the token of its organiser."""

    def __init__(self, client: FlaskClient, name: str = "Open of Łódź") -> None:
        made = client.post("/v1/meetings", json={"name": name})
        assert made.status_code == 201, made.json
        self.client = client
        self.id: str = made.json["id"]
        self.organiser: str = made.json["organiser_token"]

    @property
    def url(self) -> str:
        return f"/v1/meetings/{self.id}"

    def get(self, path: str = "", token: str | None = None, **headers: str) -> TestResponse:
        return self.client.get(self.url + path, headers={**(bearer(token) if token else {}), **headers})

    def add(self, path: str = "/v1/games", token: str | None = None, **more: Any) -> TestResponse:
        terms = {"ruleset": "age-of-war", "seats": 2, "meeting": self.id, **more}
        return self.client.post(path, json=terms, headers=bearer(token or self.organiser))

    def table(self, names: tuple[str, str] = ("Ala", "Ola"), **more: Any) -> Desk:
        """A table at which two sit, with a referee and a head referee of its own."""
        made = self.add(**more)
        assert made.status_code == 201, made.json
        desk = Desk(self.client, made.json["id"], made.json["organiser_token"], {})
        for seat, name in enumerate(names, 1):
            desk.tokens[seat] = self._seated(desk, {"name": name}, more.get("visibility"))
        desk.played = desk.version
        for head in (False, True):
            desk.appoint(head)
        return desk

    def _seated(self, desk: Desk, entrant: dict[str, Any], visibility: str | None) -> str:
        if visibility == "private":
            invited = desk.as_organiser("POST", "/invitations", {})
            entrant["invitation"] = invited.json["code"]
        token: str = self.client.post(f"{desk.url}/seats", json=entrant).json["token"]
        return token

    def queue(self, query: str = "", token: str | None = None) -> Any:
        answer = self.get(f"/queue{query}", token)
        assert answer.status_code == 200, answer.json
        return answer.json
