"""Tens of thousands of requests made from the document, streams among them, sent to a real server."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_

import httpx
import pytest
from schemathesis import openapi

from tests.api.generated import Found, Hands, as_served, configured, looked_at, sending
from tests.running import Server, serving

pytestmark = pytest.mark.soak
ENOUGH = 25_000
WALKS = 6
STREAMS = ("GET /v1/games/{game}/stream", "GET /v1/stream")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("soak")) as running:
        yield running


def looked(server: Server, **phases: int) -> Found:
    config = configured(**phases)
    config.projects.default.base_url = server.url
    document = httpx.get(f"{server.url}/openapi.json", timeout=60).json()
    return looked_at(openapi.from_dict(as_served(document), config=config))


@pytest.fixture(scope="module")
def stranger(server: Server) -> Found:
    with sending():
        return looked(server, coverage=1, fuzzing=5, stateful=0)


@pytest.fixture(scope="module")
def player(server: Server) -> Found:
    """He walks first: after the other phases the library takes few steps. No two walks are alike: he knows more games."""
    with sending(Hands()):
        walks = [looked(server, coverage=0, fuzzing=0, stateful=400) for _ in range(WALKS)]
        return reduce(or_, [*walks, looked(server, coverage=1, fuzzing=15, stateful=0)])


def test_a_stranger_finds_nothing_wrong(stranger: Found) -> None:
    assert stranger.failures == []


def test_a_player_finds_nothing_wrong(player: Found) -> None:
    assert player.failures == []
    assert player.statuses[201] > 150, "he has hardly done anything"


def test_they_have_looked_long_enough(stranger: Found, player: Found) -> None:
    phases, operations = stranger.phases + player.phases, stranger.operations + player.operations
    print(phases, stranger.statuses + player.statuses, sep="\n")
    assert phases.total() >= ENOUGH
    assert phases["stateful"] > 300
    assert min(operations[stream] for stream in STREAMS) > 50
