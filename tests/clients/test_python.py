"""A Python client generated from the served document plays each ruleset to the end."""

from __future__ import annotations

import importlib
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import orjson
import pytest

from api.app import openapi
from api.http.headers import is_json
from domain.rulesets import registry
from tests.running import Server, serving

pytestmark = pytest.mark.soak
CONFIG = """post_hooks: []
content_type_overrides:
  application/x-ndjson: text/plain
  image/svg+xml: text/plain
  image/png: application/octet-stream
"""
FEWEST = {ruleset.id: min(seats for seats, _ in ruleset.setups()) for ruleset in registry().values()}
OPTIONS = {"romans": {"neutral_clans": 1}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("clients")) as running:
        yield running


@pytest.fixture(scope="module")
def made(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The generated package."""
    folder: Path = tmp_path_factory.mktemp("made")
    (folder / "openapi.json").write_bytes(httpx.get(f"{server.url}/openapi.json", timeout=120).content)
    (folder / "config.yml").write_text(CONFIG)
    tool = Path(sys.executable).with_name("openapi-python-client")
    asked = ["--path", "openapi.json", "--output-path", "kronika_client", "--config", "config.yml"]
    command = [str(tool), "generate", *asked, "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module("kronika_client")
    sys.path.remove(str(folder))


NARROWING = """
from kronika_client import AuthenticatedClient
from kronika_client.api.games import get_game
from kronika_client.api.history import list_events
from kronika_client.models import AgeOfWarGameDocument, AgeOfWarView, RomansEventList

def tell(client: AuthenticatedClient, game: str) -> int:
    page = list_events.sync(game, client=client)
    if isinstance(page, RomansEventList):
        return sum(event.data.points for event in page.events if event.type_ == "fort-captured")
    document = get_game.sync(game, client=client)
    if isinstance(document, AgeOfWarGameDocument) and isinstance(document.view, AgeOfWarView):
        return document.view.players[0].score
    return 0
"""


def test_events_and_views_narrow_without_a_cast(made: ModuleType) -> None:
    """The type checker follows what is there, and says so of what is not."""
    folder = Path(str(made.__file__)).parents[1]
    (folder / "narrowing.py").write_text(NARROWING)
    (folder / "wrong.py").write_text(NARROWING.replace("event.data.points", "event.data.tower"))
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--follow-imports=silent",
        "narrowing.py",
        "wrong.py",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    errors = [line for line in done.stdout.splitlines() if ": error: " in line]
    assert [error.partition(":")[0] for error in errors] == ["wrong.py"], done.stdout
    assert "tower" in errors[0]


def test_no_operation_is_dropped_or_widened(made: ModuleType) -> None:
    """Each has its function, and each answer in JSON a model of its own."""
    folder = Path(str(made.__file__)).parent
    document = orjson.loads(openapi())
    for operation in (each for path in document["paths"].values() for each in path.values()):
        source = (folder / "api" / operation["tags"][0] / f"{operation['operationId']}.py").read_text()
        for status, answer in operation["responses"].items():
            parsed = source.partition(f"if response.status_code == {status}:")[2].partition("return ")[0]
            assert parsed, (operation["operationId"], status)
            if answer.get("content", {}).get("application/json", {}).get("schema") != {"type": "object"}:
                assert (".from_dict(" in parsed) == any(map(is_json, answer.get("content", {}))), parsed


def call(operation: str, *path: Any, **told: Any) -> Any:
    return importlib.import_module(f"kronika_client.api.{operation}").sync(*path, **told)


def model(name: str, data: dict[str, Any]) -> Any:
    return getattr(importlib.import_module("kronika_client.models"), name).from_dict(data)


class Table:
    """A game that a generated client has set and sat down at."""

    def __init__(self, server: Server, made: ModuleType, ruleset: str) -> None:
        self.ruleset, self.stranger, seats = ruleset, made.Client(base_url=server.url), FEWEST[ruleset]
        name = "New" + "".join(map(str.capitalize, ruleset.split("-"))) + "Game"
        new = model(name, {"ruleset": ruleset, "seats": seats, "options": OPTIONS.get(ruleset, {})})
        self.game = call("games.create_game", client=self.stranger, body=new).id
        self.tokens = {}
        for n in range(seats):
            entrant = model("NewPlayer", {"name": f"P{n}"})
            seated = call("games.take_seat", self.game, client=self.stranger, body=entrant)
            self.tokens[seated.seat] = made.AuthenticatedClient(base_url=server.url, token=seated.token)

    def play(self, actions: int) -> Any:
        """Act so often for whoever is to act, unless the game is over sooner; the game document then."""
        rng = random.Random(7)
        while (document := call("games.get_game", self.game, client=self.stranger)).status == "playing":
            if not actions:
                break
            client = self.tokens[rng.choice(document.to_act)]
            legal = call("acting.list_legal_actions", self.game, client=client)
            n = len(legal.actions)
            action = legal.actions[
                min(rng.randrange(n), rng.randrange(n))
            ]  # what ends games soon stands first
            acted = call("acting.act", self.game, client=client, body=action)
            assert acted.version > legal.version
            actions -= 1
        return document


@pytest.mark.parametrize("ruleset", FEWEST)
def test_a_generated_client_plays(server: Server, made: ModuleType, ruleset: str) -> None:
    table = Table(server, made, ruleset)
    document = table.play(6)
    assert (document.ruleset, document.status) == (ruleset, "playing")
    page = call("history.list_events", table.game, client=table.stranger, after=document.version - 6)
    assert [event.version for event in page.events][-1] == document.version
    assert {event.ruleset for event in page.events} == {ruleset}


@pytest.mark.parametrize("ruleset", FEWEST)
def test_a_generated_client_plays_a_whole_game(server: Server, made: ModuleType, ruleset: str) -> None:
    table = Table(server, made, ruleset)
    assert table.play(10_000).outcome.reason in registry()[ruleset].end_reasons
    assert len(call("history.list_events", table.game, client=table.stranger, limit=20).events) == 20
