"""`kronika play`: a whole game of bots over HTTP, as any third-party client would play it."""

from __future__ import annotations

import argparse
import json
import os
import random
import time
import uuid
from typing import Any

import httpx

from service.cli import Sorry
from service.settings import Settings

HELP = "Play a whole game of bots against a running server, over HTTP."
TRIES = 8


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", help="the server; by default the one that the environment names")
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument("--seed", type=int, help="for the bots' choices; another game each time without it")
    parser.add_argument("--quiet", action="store_true", help="print the outcome only")


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    client = Client(args.url or f"http://{settings.host}:{settings.port}")
    new = {"ruleset": args.ruleset, "seats": args.seats, "options": args.options}
    game = client.post("/v1/games", new)["id"]
    tokens = {}
    for n in range(1, args.seats + 1):
        seated = client.post(f"/v1/games/{game}/seats", {"name": f"Bot {n}"})
        tokens[seated["seat"]] = seated["token"]
    print(f"game {game}")
    document = play_out(client, game, tokens, random.Random(args.seed))
    if not args.quiet:
        for frame in client.get(f"/v1/games/{game}/replay")["frames"]:
            print(frame["text"])
    print(json.dumps(document["outcome"]))
    return 0


def play_out(client: Client, game: str, tokens: dict[int, str], rng: random.Random) -> dict[str, Any]:
    """Act for every seat until the game is over; gives the game document then."""
    path = f"/v1/games/{game}"
    document: dict[str, Any]
    while (document := client.get(path))["status"] == "playing":
        token = tokens[rng.choice(document["to_act"])]
        legal = client.get(f"{path}/legal-actions", token)
        client.post(f"{path}/actions", rng.choice(legal["actions"]), token, legal["version"])
    return document


class Client:
    """A careful client: every request that writes carries a key, so that repeating it is safe."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(base_url=url, timeout=30)

    def get(self, path: str, token: str | None = None) -> Any:
        return self._ask("GET", path, _bearer(token))

    def post(self, path: str, body: Any, token: str | None = None, version: int | None = None) -> Any:
        headers = {**_bearer(token), "Idempotency-Key": uuid.uuid4().hex}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        return self._ask("POST", path, headers, body)

    def _ask(self, method: str, path: str, headers: dict[str, str], body: Any = None) -> Any:
        for pause in range(TRIES):
            try:
                response = self._http.request(method, path, headers=headers, json=body)
            except httpx.TransportError as error:
                problem = str(error)
            else:
                if response.status_code < 400:
                    return response.json()
                problem = response.json().get("detail", response.text)
                if response.status_code < 500:
                    break
            time.sleep(0.1 * 2**pause)
        raise Sorry(f"{method} {path} at {self._http.base_url}: {problem}")


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}
