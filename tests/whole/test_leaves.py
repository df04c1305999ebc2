"""A running service proves a game's leaves of the log of logs soon after what they tell."""

from __future__ import annotations

from typing import Any

import httpx
import orjson

from tests.running import Server, until


def test_leaves_are_proved_soon(server: Server) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as http:
        made = http.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json()
        game = f"/v1/games/{made['id']}"

        def kinds() -> list[Any]:
            found = http.get(f"{game}/ledger/log").json()
            return [orjson.loads(it["leaf"])["k"] for it in found.get("leaves", ())]

        until(lambda: kinds() == ["game"], "the game's leaf")
        for name in ("Ada", "Bo"):
            http.post(f"{game}/seats", json={"name": name}).raise_for_status()
        until(lambda: kinds() == ["game", "seats"], "the leaf of its seats")
        opened = {"Authorization": f"Bearer {made['organiser_token']}"}
        http.post(f"{game}/abandonment", headers=opened).raise_for_status()
        until(lambda: kinds() == ["game", "seats", "end"], "the leaf of its end")
        audit = http.get(f"{game}/audit").json()
        assert audit["service_log"] == http.get(f"{game}/ledger/log").json()
