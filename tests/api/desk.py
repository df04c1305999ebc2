"""A table with a referee and a head referee, and what they and the seats do at the desk."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.kit import Seated, bearer, dashed

CLAIM = "He threw twice."


class Desk(Seated):
    """A game with accepted referees: `referees` their tokens by number. Number 1 is a head referee where `heads` has it."""

    def __init__(self, client: FlaskClient, id: str, organiser: str, tokens: dict[int, str]) -> None:
        super().__init__(client, id, organiser, tokens)
        self.referees: dict[int, str] = {}
        self.played = 0
        """The version with which the game began."""

    @classmethod
    def at(cls, client: FlaskClient, heads: tuple[bool, ...] = (False, True), **more: Any) -> Desk:
        """The referees have accepted before the start, so nobody may refuse them."""
        game = super().at(client, prepare=lambda it: [it.appoint(head) for head in heads], **more)
        assert isinstance(game, cls)
        game.played = game.version
        return game

    def as_organiser(self, method: str, path: str, json: Any = None) -> TestResponse:
        return self.client.open(self.url + path, method=method, json=json, headers=bearer(self.organiser))

    def appoint(self, head: bool = False, name: str | None = None) -> int:
        """A referee who accepts; his number."""
        made = self.as_organiser("POST", "/referees", {"head": head})
        assert made.status_code == 201, made.json
        number: int = made.json["referee"]
        body = {"code": made.json["code"], "name": name or f"Ref {number}"}
        accepted = self.client.post(f"{self.url}/referees/acceptances", json=body)
        assert (accepted.status_code, accepted.json["referee"]) == (201, number)
        self.referees[number] = accepted.json["token"]
        return number

    @property
    def version(self) -> int:
        found: int = self.get("", 1).json["version"]
        return found

    def referee(self, number: int, path: str, json: Any = None, **headers: str) -> TestResponse:
        opened = {**bearer(self.referees[number]), **dashed(headers)}
        return self.client.post(f"{self.url}/disputes{path}", json=json, headers=opened)

    def read(self, path: str = "", token: str | None = None) -> Any:
        return self.client.get(f"{self.url}/disputes{path}", headers=bearer(token) if token else {}).json

    def open(self, seat: int = 1, **more: Any) -> TestResponse:
        body = {"about": {"from": 3, "to": self.played}, "claim": CLAIM, "wants": "back-up", **more}
        return self.post("/disputes", seat, body)

    def opened(self, seat: int = 1, **more: Any) -> int:
        answer = self.open(seat, **more)
        assert answer.status_code == 201, answer.json
        number: int = answer.json["dispute"]
        return number

    def stated(self, seat: int = 1) -> int:
        """A case that all parties have spoken in, and that referee 1 has taken."""
        number = self.opened(seat)
        for other in self.tokens.keys() - {seat}:
            given = self.post(f"/disputes/{number}/statements", other, {"text": "I did not."})
            assert given.status_code == 201, given.json
        assert self.referee(1, f"/{number}/taking").status_code == 201
        return number

    def released(self, number: int, first: int, last: int, *seats: int, reason: str = "So.") -> None:
        """Referee 1 has released these seats to themselves and begun to read each."""
        asked = {"seats": [*seats], "from": first, "to": last, "reason": reason}
        assert self.referee(1, f"/{number}/releases", asked).status_code == 201
        release = len(self.read(f"/{number}")["releases"])
        for seat in seats:
            begun = self.referee(1, f"/{number}/releases/{release}/readings", {"seat": seat})
            assert begun.status_code == 201, begun.json

    def answered(self, number: int, head: int = 2) -> None:
        """Nobody has anything to say to the grounds, and a head referee has taken the appeal."""
        for seat in self.tokens:
            assert self.post(f"/disputes/{number}/appeals/answers", seat, {}).status_code == 201
        assert self.referee(head, f"/{number}/taking").status_code == 201

    def rule(self, number: int, referee: int = 1, **more: Any) -> TestResponse:
        body = {"kind": "stands", "findings": "He threw once.", "clauses": [], **more}
        return self.referee(referee, f"/{number}/rulings", body, If_Match=f'"{self.version}"')
