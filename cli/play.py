"""`kronika play`: a whole game over HTTP, as any third-party client would play it."""

from __future__ import annotations

import argparse
import json
import os
import random
import time
import uuid
from typing import Any

import httpx

from cli import Sorry
from projections.people import BOTS
from service.system.settings import Settings

HELP = "Play a whole game of bots against a running server, over HTTP."
TRIES = 8
TOO_MANY = 429
WAIT = 10
"""The duration of a long poll, in seconds."""
TELL_EVERY = 0.5
"""Seconds between requests for the replay document, which grows with the game."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", help="the server; by default the one that the environment names")
    parser.add_argument("--ruleset", required=True)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--options", type=json.loads, default={}, metavar="JSON")
    parser.add_argument(
        "--bots",
        choices=BOTS,
        default="random",
        help="random: this client plays every seat; others: the server's bots do, and this client watches",
    )
    parser.add_argument("--seed", type=int, help="for the random choices; another game each time without it")
    parser.add_argument("--quiet", action="store_true", help="print the outcome only")


def run(args: argparse.Namespace) -> int:
    settings = Settings.from_env(os.environ)
    client = Client(args.url or f"http://{settings.host}:{settings.port}")
    new = {"ruleset": args.ruleset, "seats": args.seats, "options": args.options}
    made = client.post("/v1/games", new)
    print(f"game {made['id']}")
    printer = Printer(client, made["id"], args.quiet)
    if args.bots == "random":
        tokens = take_seats(client, made["id"], args.seats)
        document = play_out(client, made["id"], tokens, random.Random(args.seed), printer)
    else:
        seat_bots(client, made, args.seats, args.bots)
        document = look_on(client, made["id"], printer)
    printer.render()
    print(json.dumps(document["outcome"]))
    return 0


def take_seats(client: Client, game: str, seats: int) -> dict[int, str]:
    """The token of each seat."""
    joined = [client.post(f"/v1/games/{game}/seats", {"name": f"Bot {n}"}) for n in range(1, seats + 1)]
    return {seated["seat"]: seated["token"] for seated in joined}


def seat_bots(client: Client, made: dict[str, Any], seats: int, kind: str) -> None:
    for n in range(1, seats + 1):
        bot = {"name": f"Bot {n}", "bot": kind}
        client.post(f"/v1/games/{made['id']}/seats", bot, made["organiser_token"])


def play_out(
    client: Client, game: str, tokens: dict[int, str], rng: random.Random, printer: Printer
) -> dict[str, Any]:
    """Act for every seat until the game is over; returns the final game document."""
    path = f"/v1/games/{game}"
    document: dict[str, Any]
    while (document := client.get(path))["status"] == "playing":
        token = tokens[rng.choice(document["to_act"])]
        legal = client.get(f"{path}/legal-actions", token)
        client.post(f"{path}/actions", rng.choice(legal["actions"]), token, legal["version"])
        printer.tell_now_and_then()
    return document


def look_on(client: Client, game: str, printer: Printer) -> dict[str, Any]:
    """Wait for the end of a game played by others; returns the final game document."""
    path = f"/v1/games/{game}"
    document: dict[str, Any] = client.get(path)
    while document["status"] == "playing":
        document = client.get(f"{path}?wait={WAIT}&after={document['version']}")
        printer.tell_now_and_then()
    return document


class Client:
    """A robust client: every request that writes has an idempotency key, so that it can be repeated."""

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
            except httpx.UnsupportedProtocol as error:
                raise Sorry(f"{self._http.base_url} is not an address of a server: {error}") from error
            except httpx.TransportError as error:
                problem = str(error)
            else:
                if response.is_success and (answer := _json(response)) is not None:
                    return answer
                problem = (_json(response) or {}).get(
                    "detail", f"{response.status_code}, not Kronika's words"
                )
                if response.status_code < 500 and response.status_code != TOO_MANY:
                    break
                if response.status_code == TOO_MANY:
                    time.sleep(float(response.headers.get("Retry-After", 1)))
            time.sleep(0.1 * 2**pause)
        raise Sorry(f"{method} {path} at {self._http.base_url}: {problem}")


class Printer:
    """Prints a game while it is played, one sentence per event."""

    def __init__(self, client: Client, game: str, quiet: bool) -> None:
        self._client, self._path, self._quiet = client, f"/v1/games/{game}/replay", quiet
        self._printed = 0
        self._looked = time.monotonic()

    def tell_now_and_then(self) -> None:
        if time.monotonic() - self._looked >= TELL_EVERY:
            self.render()

    def render(self) -> None:
        """Print the new events."""
        if self._quiet:
            return
        frames = self._client.get(self._path)["frames"]
        for frame in frames[self._printed :]:
            print(frame["text"], flush=True)
        self._printed, self._looked = len(frames), time.monotonic()


def _json(response: httpx.Response) -> dict[str, Any] | None:
    """The JSON object of a response; None if it is anything else."""
    try:
        found = response.json()
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}
