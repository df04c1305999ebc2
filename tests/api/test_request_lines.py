"""What the log says of a request's client: enough to find and to block one, and nothing that a token could be made from."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import orjson
import pytest
import structlog
from flask.testing import FlaskClient
from msgspec.structs import replace

from api.app import create_app
from api.telemetry import logs, requests
from api.telemetry.requests import MAX_AGENT, MAX_PATH
from service.operation.app import compose
from service.system.settings import BadSetting, Settings
from tests.api.both_ways import Sent, prepared_twins
from tests.api.kit import Seated
from tests.service.preparing import prepared

Line = dict[str, Any]
LONGEST_LINE = 900
"""Bytes, as docs/how-to/monitor.md says."""
ESCAPES = "Bot\x1b[2J\x07\x7f\x9b31m/1"


@pytest.fixture
def client_with(tmp_path: Path) -> Iterator[Callable[..., FlaskClient]]:
    """A client of a service with these settings."""
    settings = Settings(database=f"sqlite:///{tmp_path / 'kronika.db'}", data=tmp_path, limits=None)
    prepared(settings)
    services = []

    def made(**more: Any) -> FlaskClient:
        services.append(kronika := compose(replace(settings, **more)))
        return create_app(kronika).test_client()

    yield made
    for one in services:
        one.close()


@contextmanager
def logged() -> Iterator[Callable[[], list[bytes]]]:
    stream = io.BytesIO()
    logs.configure(stream)
    try:
        yield lambda: [line for line in stream.getvalue().splitlines() if b'"event":"request"' in line]
    finally:
        structlog.reset_defaults()


def line_of(client: FlaskClient, path: str = "/v1/games", **sent: Any) -> Line:
    with logged() as lines:
        client.get(path, **sent)
    [line] = lines()
    found: Line = orjson.loads(line)
    return found


@pytest.mark.parametrize(
    ("peer", "network", "whole"),
    [
        ("203.0.113.77", "203.0.113.0/24", "203.0.113.77"),
        ("2001:db8:aaaa:bbbb::1", "2001:db8:aaaa::/48", "2001:db8:aaaa:bbbb::1"),
        ("::ffff:203.0.113.77", "203.0.113.0/24", "::ffff:203.0.113.77"),
        ("", "", ""),
    ],
)
def test_the_network_is_logged_and_the_whole_address_by_a_setting(client_with, peer, network, whole) -> None:
    for setting, expected in ((Settings().log_addresses, network), ("whole", whole)):
        line = line_of(client_with(log_addresses=setting), environ_base={"REMOTE_ADDR": peer})
        assert line["client"] == expected


def test_behind_a_proxy_it_is_the_client_s_address(client_with) -> None:
    proxies = Settings.from_env({"KRONIKA_PROXIES": "127.0.0.1"}).proxies
    forged = {"X-Forwarded-For": "198.51.100.1, 203.0.113.77"}
    assert line_of(client_with(proxies=proxies), headers=forged)["client"] == "203.0.113.0/24"
    assert line_of(client_with(), headers=forged)["client"] == "127.0.0.0/24"


def test_no_setting_is_guessed() -> None:
    with pytest.raises(BadSetting, match="network or whole"):
        Settings.from_env({"KRONIKA_LOG_ADDRESSES": "all"})
    with pytest.raises(BadSetting, match="KRONIKA_LOG_READS is a number from 1"):
        Settings.from_env({"KRONIKA_LOG_READS": "0"})


def test_a_token_has_a_short_name_that_only_this_service_can_make(client_with) -> None:
    client = client_with()
    game = Seated.at(client)
    names = [
        line_of(client, game.url, headers={"Authorization": f"Bearer {token}"})["token"]
        for token in (game.tokens[1], game.tokens[1], game.tokens[2], "unknown")
    ]
    assert names[0] == names[1]
    assert len(set(names)) == 3
    assert all(len(name) == 8 and int(name, 16) >= 0 for name in names)
    assert "token" not in line_of(client, game.url)
    store = client.application.extensions["kronika"].store
    assert store.pseudonym(game.tokens[1]) == names[0]
    assert game.tokens[1] not in names


def test_other_keys_make_other_names(client_with, tmp_path: Path) -> None:
    other = tmp_path / "other"
    settings = Settings(database=f"sqlite:///{other / 'kronika.db'}", data=other, limits=None)
    prepared(settings)
    with closing(compose(settings)) as service:
        here = client_with().application.extensions["kronika"].store
        assert service.store.pseudonym("a token") != here.pseudonym("a token")


def test_an_agent_and_a_path_cannot_write_to_the_operator_s_terminal_nor_fill_the_log(client_with) -> None:
    client = client_with()
    with logged() as lines:
        client.get("/" + "%1b%c2%9b%e2%80%ae" + "x" * 4000, headers={"User-Agent": ESCAPES + "y" * 4000})
    [raw] = lines()
    line = orjson.loads(raw)
    assert raw.isascii()
    assert (len(line["agent"]), len(line["path"])) == (MAX_AGENT, MAX_PATH)
    assert line["agent"].startswith("Bot?[2J???31m/1")
    assert line["path"].startswith("/???x")
    assert b"\\u" not in raw
    assert len(raw) < LONGEST_LINE


def test_of_successful_reads_only_some_are_logged(client_with, monkeypatch: pytest.MonkeyPatch) -> None:
    client = client_with(log_reads=10)
    chances = iter([0.05, 0.5, 0.99])
    monkeypatch.setattr(requests, "random", lambda: next(chances))
    with logged() as lines:
        for _ in range(3):
            client.get("/v1/games")
        client.get("/v1/games/" + "0" * 32)
        client.post("/v1/games", json={})
    seen = [(line["method"], line["status"], line.get("one_in")) for line in map(orjson.loads, lines())]
    assert seen == [("GET", 200, 10), ("GET", 404, None), ("POST", 422, None)]


def test_actions_in_the_loop_and_streams_name_their_client_too(tmp_path: Path) -> None:
    with prepared_twins(tmp_path, None, lambda app: Seated.at(app.test_client())) as (game, flask, loop):
        token = game.tokens[1]
        head = (
            ("Authorization", f"Bearer {token}"),
            ("User-Agent", "bot/1"),
            ("Content-Type", "application/json"),
        )
        act = Sent(f"/v1/games/{game.id}/actions", head, b'{"type":"roll"}')
        stream = Sent(f"/v1/games/{game.id}/stream", head, b"", method="GET")
        for seen in (loop.by_flask(act), loop.in_loop(act), flask.by_flask(stream)):
            line = seen.lines[-1]
            name = flask.kronika.store.pseudonym(token)
            assert (line["client"], line["agent"], line["token"]) == ("203.0.113.0/24", "bot/1", name)
