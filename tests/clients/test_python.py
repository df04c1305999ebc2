"""A Python client generated from the served document plays a whole game of each ruleset."""

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
import pytest

from domain.rulesets import registry
from tests.running import Server, serving

CONFIG = "post_hooks: []\ncontent_type_overrides: {application/x-ndjson: text/plain}\n"
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
    (folder / "openapi.json").write_bytes(httpx.get(f"{server.url}/openapi.json").content)
    (folder / "config.yml").write_text(CONFIG)
    tool = Path(sys.executable).with_name("openapi-python-client")
    asked = ["--path", "openapi.json", "--output-path", "kronika_client", "--config", "config.yml"]
    command = [str(tool), "generate", *asked, "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield importlib.import_module("kronika_client")
    sys.path.remove(str(folder))


def call(operation: str, *path: Any, **told: Any) -> Any:
    return importlib.import_module(f"kronika_client.api.{operation}").sync(*path, **told)


def model(name: str, data: dict[str, Any]) -> Any:
    return getattr(importlib.import_module("kronika_client.models"), name).from_dict(data)


@pytest.mark.parametrize("ruleset", FEWEST)
def test_a_generated_client_plays_a_whole_game(server: Server, made: ModuleType, ruleset: str) -> None:
    stranger, seats = made.Client(base_url=server.url), FEWEST[ruleset]
    name = "New" + "".join(map(str.capitalize, ruleset.split("-"))) + "Game"
    new = model(name, {"ruleset": ruleset, "seats": seats, "options": OPTIONS.get(ruleset, {})})
    game = call("games.create_game", client=stranger, body=new).id
    tokens = {}
    for n in range(seats):
        seated = call("games.take_seat", game, client=stranger, body=model("NewPlayer", {"name": f"P{n}"}))
        tokens[seated.seat] = made.AuthenticatedClient(base_url=server.url, token=seated.token)
    document = play(stranger, game, tokens, random.Random(7))
    assert document.outcome.reason in registry()[ruleset].end_reasons
    assert len(call("history.list_events", game, client=stranger, limit=20).events) == 20


def play(stranger: Any, game: str, tokens: dict[int, Any], rng: random.Random) -> Any:
    """Act for whoever is to act until the game is over; the game document then."""
    while (document := call("games.get_game", game, client=stranger)).status == "playing":
        client = tokens[rng.choice(document.to_act)]
        legal = call("acting.list_legal_actions", game, client=client)
        n = len(legal.actions)
        action = legal.actions[min(rng.randrange(n), rng.randrange(n))]  # what ends games soon stands first
        acted = call("acting.act", game, client=client, body=action)
        assert acted.version > legal.version
    return document
