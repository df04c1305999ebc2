"""A Python client generated from the served document plays each ruleset to the end."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest

from api.http.headers import is_json
from domain.rulesets import registry
from tests.api.conforming import document, security_of
from tests.clients import guide
from tests.running import Server, serving

pytestmark = pytest.mark.soak
NO_HOOKS = "post_hooks: []\n"
"""The generated code is not formatted: that would take longer than anything else."""
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
    (folder / "client.yml").write_text(NO_HOOKS + guide.block("yaml"))
    tool = Path(sys.executable).with_name("openapi-python-client")
    command = [str(tool), *guide.arguments("openapi-python-client"), "--fail-on-warning"]
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


STRANGER = """
from kronika_client import Client
from kronika_client.api.acting import act
from kronika_client.api.games import get_game
from kronika_client.api.history import list_events
from kronika_client.models import AgeOfWarRollDice, NewRomansGame, RomansOptions, RomansSeats

def look(client: Client, game: str) -> None:
    get_game.sync(game, client=client)
    list_events.sync(game, client=client)

def table() -> NewRomansGame:
    seats = RomansSeats.VALUE_2
    return NewRomansGame(ruleset="romans", seats=seats, options=RomansOptions(neutral_clans=1))

def roll(client: Client, game: str) -> None:
    act.sync(game, client=client, body=AgeOfWarRollDice(type_="roll"))
"""
PROGRAMS = {
    "guide": guide.block("python"),
    "narrowing": NARROWING,
    "unknown_member": NARROWING.replace("event.data.points", "event.data.tower"),
    "stranger": STRANGER,
}


@pytest.fixture(scope="module")
def complaints(made: ModuleType) -> list[str]:
    """What a strict type checker says of programs that use the generated package."""
    folder = Path(str(made.__file__)).parents[1]
    for name, program in PROGRAMS.items():
        (folder / f"{name}.py").write_text(program)
    files = [f"{name}.py" for name in PROGRAMS]
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", *files]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    return [line for line in done.stdout.splitlines() if ": error: " in line]


def of(complaints: list[str], program: str) -> list[str]:
    return [line for line in complaints if line.startswith(f"{program}.py:")]


def test_events_and_views_narrow_without_a_cast(complaints: list[str]) -> None:
    """The type checker follows what is there, and says so of what is not."""
    assert of(complaints, "narrowing") == []
    [wrong] = of(complaints, "unknown_member")
    assert "tower" in wrong


def test_a_stranger_needs_a_token_only_to_act_and_may_omit_defaults(complaints: list[str]) -> None:
    [acting] = of(complaints, "stranger")
    assert 'to "sync" has incompatible type "Client"; expected "AuthenticatedClient"' in acting


def test_the_program_of_the_guide_type_checks_and_runs(
    server: Server, made: ModuleType, complaints: list[str]
) -> None:
    assert of(complaints, "guide") == []
    folder = Path(str(made.__file__)).parents[1]
    environment = {**os.environ, "KRONIKA_URL": server.url}
    done = subprocess.run(
        [sys.executable, "guide.py"], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.stdout.startswith("AgeOfWarGameDocument("), done.stderr


def test_an_operation_demands_a_token_only_where_the_service_does(made: ModuleType) -> None:
    demanding, required = set(), set()
    for operation in operations():
        name = operation["operationId"]
        module = importlib.import_module(f"kronika_client.api.{module_of(operation)}.{name}")
        [client] = (
            it.annotation for key, it in signature(module.sync_detailed).parameters.items() if key == "client"
        )
        demanding |= {name} if client in (made.AuthenticatedClient, "AuthenticatedClient") else set()
        required |= set() if {} in security_of(operation) or not security_of(operation) else {name}
    assert demanding == required != set()


def test_no_operation_is_dropped_or_widened(made: ModuleType) -> None:
    """Each has its function, and each answer in JSON a model of its own."""
    folder = Path(str(made.__file__)).parent
    for operation in operations():
        source = (folder / "api" / module_of(operation) / f"{operation['operationId']}.py").read_text()
        for status, answer in operation["responses"].items():
            parsed = source.partition(f"if response.status_code == {status}:")[2].partition("return ")[0]
            assert parsed, (operation["operationId"], status)
            if answer.get("content", {}).get("application/json", {}).get("schema") != {"type": "object"}:
                assert (".from_dict(" in parsed) == any(map(is_json, answer.get("content", {}))), parsed


def module_of(operation: dict[str, Any]) -> str:
    tag: str = operation["tags"][0]
    return tag.replace("-", "_")


def operations() -> Iterator[dict[str, Any]]:
    yield from (each for path in document()["paths"].values() for each in path.values())


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
