"""Tables set up over the API, for pages to look at."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any, Self

import httpx
from playwright.sync_api import Page

Json = dict[str, Any]
BLANK = "/health/live"
"""A page of the service without scripts, where a browser is given its tokens for a quarter of what the lobby costs."""


def cookie_header(cookies: dict[str, str]) -> dict[str, str]:
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}


class Host:
    """The service, as a client of its API. `folder` holds its data and keys, for tests that lie in its name."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url, self.folder = url, folder
        self._client = httpx.Client(base_url=url, timeout=60)
        self._over: dict[str, Table] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, match: int | None = None
    ) -> Any:
        """`match`: the version of the game that it is about."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"If-Match": f'"{match}"'} if match else {}
        answer = self._client.request(method, path, json=body, headers=headers)
        answer.raise_for_status()
        return answer.json()

    def text(self, path: str, token: str | None = None) -> str:
        """What is read there, whatever its media type."""
        answer = self._client.get(path, headers={"Authorization": f"Bearer {token}"} if token else {})
        answer.raise_for_status()
        return answer.text

    def text_with(self, path: str, cookies: dict[str, str]) -> str:
        """What a browser with these cookies reads there."""
        answer = self._client.get(path, headers=cookie_header(cookies))
        answer.raise_for_status()
        return answer.text

    def sign_out(self, cookies: dict[str, str]) -> None:
        """End the session of a browser with these cookies, behind its back."""
        headers = {**cookie_header(cookies), "Sec-Fetch-Site": "same-origin"}
        self._client.delete("/v1/me/sessions/current", headers=headers).raise_for_status()

    def table(self, ruleset: str, seats: list[str], **more: Any) -> Table:
        """A game with these seats: "person", "open", or a kind of bot."""
        made = self.call("POST", "/v1/games", {"ruleset": ruleset, "seats": len(seats), **more})
        table = Table(self, made["id"], {"organiser": made["organiser_token"]})
        for number, who in enumerate(seats, 1):
            table.sit(number, who)
        return table

    def over(self, ruleset: str) -> Table:
        """A game that two bots have played to its end, the same one for all tests that only look at it."""
        if ruleset not in self._over:
            self._over[ruleset] = self.table(ruleset, ["greedy", "greedy"]).finish()
        return self._over[ruleset]


class Table:
    """A game with the tokens of everybody at it, by role."""

    def __init__(self, host: Host, id: str, tokens: dict[str, str]) -> None:
        self.host, self.id, self.tokens = host, id, tokens

    @property
    def page(self) -> str:
        return f"/games/{self.id}"

    def sit(self, number: int, who: str) -> None:
        if who == "open":
            return
        entrant = {"name": f"Player {number}", "seat": number}
        if who == "person":
            self.tokens[f"seat:{number}"] = self._sit_down(entrant)["token"]
        else:
            self.post("/seats", {**entrant, "bot": who}, "organiser")

    def _sit_down(self, entrant: Json) -> Any:
        """As everybody does: without a token, and at a private table with an invitation."""
        if self.get("", "organiser")["visibility"] == "private":
            entrant["invitation"] = self.post("/invitations", {}, "organiser")["code"]
        return self.host.call("POST", f"/v1/games/{self.id}/seats", entrant)

    def get(self, path: str = "", role: str | None = None) -> Any:
        return self.host.call("GET", f"/v1/games/{self.id}{path}", None, role and self.tokens[role])

    def text(self, path: str, role: str | None = None) -> str:
        return self.host.text(f"/v1/games/{self.id}{path}", role and self.tokens[role])

    def post(self, path: str, body: Any, role: str) -> Any:
        return self.host.call("POST", f"/v1/games/{self.id}{path}", body, self.tokens[role])

    def act(self, steps: int = 1, seat: int | None = None) -> Json:
        """The seat, or whoever is to act, does the first legal thing, so many times; gives the last answer."""
        told: Json = {}
        for _ in range(steps):
            role = f"seat:{seat or self.get()['to_act'][0]}"
            told = self.post("/actions", self.get("/legal-actions", role)["actions"][0], role)
        return told

    def finish(self) -> Self:
        """Wait until the bots have played to the end."""
        deadline = time.monotonic() + 240
        while self.get()["status"] != "finished":
            assert time.monotonic() < deadline, "the bots did not come to an end"
            time.sleep(0.1)
        return self

    def give(self, page: Page, *roles: str) -> None:
        """Put tokens into the page's browser, as if these seats had been taken there."""
        held = {self.id: {role: self.tokens[role] for role in roles}}
        page.evaluate("held => localStorage.setItem('kronika.tokens', held)", json.dumps(held))
