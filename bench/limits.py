"""What limits cost: all that is done about them for one action, against the action over WSGI, in turn."""

from __future__ import annotations

import os
from itertools import cycle
from typing import Any

from flask import Flask, Response
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import RESOURCES, create_app
from api.http.rate_limits import RateLimits
from api.http.shared_counters import SharedCounters
from api.telemetry import logs
from bench.games import service
from bench.size import size
from bench.timing import medians
from service.system.limits import Limits, Rate

EACH = size(20, 2)
PLENTY = Limits(*[Rate(10**9, 1)] * len(Limits.__struct_fields__))
MOVES = ({"type": "roll"}, {"type": "set-aside"})


class Player:
    """Throws dice and sets them aside, which is always legal in turn, in a service without limits."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        new = {"ruleset": "age-of-war", "seats": 2}
        self.url = f"/v1/games/{_json(client.post('/v1/games', json=new))['id']}"
        self._tokens = [
            _json(client.post(f"{self.url}/seats", json={"name": f"P{n}"}))["token"] for n in (1, 2)
        ]
        self.moves = cycle(MOVES)
        self.told(_json(client.get(self.url)))

    def told(self, answer: dict[str, Any]) -> None:
        """What was answered says who acts next."""
        self.token: str = self._tokens[answer["to_act"][0] - 1]

    def post(self) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        answer = self._client.post(f"{self.url}/actions", json=next(self.moves), headers=headers)
        assert answer.status_code == 201, answer.text
        self.told(_json(answer))


def _json(answer: TestResponse) -> Any:
    return answer.get_json()


def main() -> list[str]:
    with service() as kronika, open(os.devnull, "wb") as nowhere:
        logs.configure(nowhere)
        app = create_app(kronika)
        player = Player(app.test_client())

        def counting() -> None:
            app.preprocess_request()
            for _ in range(EACH):
                limits.count()
                limits.add_headers(Response())

        def acting() -> None:
            for _ in range(EACH):
                player.post()

        limits = RateLimits(PLENTY, (), SharedCounters())
        limits.install(Flask(__name__), RESOURCES)
        asked = {"headers": {"Authorization": "Bearer " + "x" * 43}, "method": "POST"}
        with app.test_request_context(f"/v1/games/{'0' * 32}/actions", **asked):
            checked, acted = medians(counting, acting, runs=31)
    return [
        "| what | figure |",
        "|---|---|",
        f"| limits of one action, us | {checked / EACH * 1e6:.0f} |",
        f"| an action over WSGI, committed, us | {acted / EACH * 1e6:.0f} |",
        f"| limits / action | {checked / acted:.3f} |",
    ]


if __name__ == "__main__":
    print("\n".join(main()))
