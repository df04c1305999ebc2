"""The Python client's signed seat as tests play with it: step by step, over connections that they may exchange."""

from __future__ import annotations

from typing import Any

import httpx
from kronika_client import Client
from kronika_client.calls import Call
from kronika_client.heads import Heads
from kronika_client.steps import KEY, Flow, T
from kronika_client.trusting import Trusting
from kronika_client.verifier.note import Checkpoint

KEYED = {KEY: None}


class Player(Trusting):
    """One seat of one game, which has read entry 0."""

    def __init__(self, http: httpx.Client, game: str, seat: int, heads: Heads | None = None) -> None:
        super().__init__(game, seat, heads)
        self.http = http
        self.follow()

    def run(self, flow: Flow[T]) -> T:
        return Client("", http=self.http).run(flow)

    def follow(self) -> Checkpoint:
        return self.run(self.following())

    def sit_down(self, name: str) -> None:
        self.run(self.sitting_down({"name": name}))

    def reveal(self) -> None:
        self.run(self.revealing())

    def check_start(self) -> None:
        self.run(self.checking_start())

    def act(self, action: dict[str, Any]) -> Any:
        return self.run(self.acting(action))

    def document(self) -> dict[str, Any]:
        return dict(self._get("").json())

    def legal_actions(self) -> list[dict[str, Any]]:
        return list(self._get("/legal-actions").json()["actions"])

    def _get(self, path: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"}
        return self.http.get(f"/v1/games/{self.game}{path}", headers=headers).raise_for_status()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        address = f"/v1/games/{self.game}{path}"
        return self.run(self.send(Call("POST", address, {201: "dict[str, Any]"}, headers=KEYED, body=body)))
