"""Clients whom the operator blocks: who is refused, how, and until when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from msgspec.structs import replace

from domain.table.refusals import Refused
from projections.people import rfc3339
from service.log import restrictions
from service.operation.app import Kronika
from service.operation.moderation.acts import acts_after
from service.operation.moderation.blocking import block, blocks, unblock
from service.play import runner
from service.system.clock import now
from tests.api.both_ways import Sent, Service, settings_in
from tests.api.kit import Seated, bearer
from tests.service.preparing import prepared

HOUR = 3_600_000
PROXY = "127.0.0.1"
CLIENT, NEIGHBOUR, OTHER = "203.0.113.7", "203.0.113.99", "198.51.100.1"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restrictions, "FRESH_SECONDS", -1.0)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Behind a proxy at this address."""
    folder: Path = tmp_path_factory.mktemp("blocks")
    settings = replace(settings_in(folder, None), proxies=(ip_network(PROXY),), traces=False)
    prepared(settings)
    made = Service(settings)
    with closing(made.kronika):
        yield made


@pytest.fixture
def kronika(service: Service) -> Iterator[Kronika]:
    yield service.kronika
    context = service.kronika.context
    for it in blocks(context.repository.store, now()):
        unblock(context, it.subject, "The test is over.")


@pytest.fixture
def client(service: Service) -> FlaskClient:
    return service.app.test_client()


def status_for(client: FlaskClient, address: str, path: str = "/v1/games", **headers: str) -> int:
    forwarded = {"X-Forwarded-For": address, **headers}
    return client.get(path, headers=forwarded, environ_overrides={"REMOTE_ADDR": PROXY}).status_code


@pytest.mark.parametrize(
    ("subject", "refused", "served"),
    [
        (CLIENT, [CLIENT], [NEIGHBOUR, OTHER]),
        ("203.0.113.0/24", [CLIENT, NEIGHBOUR], [OTHER]),
        ("2001:db8:1:2::5", ["2001:db8:1:2::5", "2001:db8:1:2:9::"], ["2001:db8:1:3::5"]),
        ("2001:db8:1::/48", ["2001:db8:1:2::5", "2001:db8:1:ffff::"], ["2001:db8:2::5", CLIENT]),
        (f"::ffff:{CLIENT}", [CLIENT], [OTHER]),
    ],
)
def test_an_address_is_refused_as_it_counts_behind_the_proxy(
    kronika: Kronika, client: FlaskClient, subject: str, refused: list[str], served: list[str]
) -> None:
    block(kronika.context, subject, now() + HOUR, "Spam.")
    assert {status_for(client, it) for it in refused} == {403}
    assert {status_for(client, it) for it in served} == {200}
    unblock(kronika.context, subject, "They are sorry.")
    assert {status_for(client, it) for it in refused} == {200}


def test_a_problem_says_until_when_and_no_more_and_pages_and_monitoring_are_for_everybody(
    kronika: Kronika, client: FlaskClient
) -> None:
    until = now() + HOUR
    block(kronika.context, CLIENT, until, "Spam.")
    forwarded = {"Forwarded": f"for={CLIENT}"}
    answer = client.get("/v1/games", headers=forwarded, environ_overrides={"REMOTE_ADDR": PROXY})
    said = {name: value for name, value in answer.json.items() if name != "request_id"}
    assert said == {
        "type": "/problems/blocked",
        "title": "Blocked",
        "status": 403,
        "detail": f"Access is blocked until {rfc3339(until)}.",
        "until": rfc3339(until),
    }
    assert status_for(client, CLIENT, "/new", Accept="text/html") == 200
    assert status_for(client, CLIENT, "/health/ready") == 200


def test_a_token_opens_nothing_while_it_is_blocked_and_a_stranger_reads_on(
    kronika: Kronika, client: FlaskClient
) -> None:
    game = Seated.at(client)
    block(kronika.context, game.tokens[1], now() + HOUR, "They insult the others.")
    [held] = blocks(kronika.store, now())
    assert game.tokens[1] not in str(acts_after(kronika.store, 0, 1000)), "only its hash is stored"
    assert [game.get("", seat).status_code for seat in (None, 1, 2)] == [200, 403, 200]
    assert game.get("/stream", 1).status_code == 403
    assert game.post("/actions", 1, {"type": "roll"}).status_code == 403
    unblock(kronika.context, held.subject, "Done.")
    assert game.get("", 1).status_code == 200


def test_a_block_holds_also_before_a_process_has_read_of_it(
    kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The holder of a token cannot exchange it in that half second."""
    game = Seated.at(client)
    assert game.get("", 1).status_code == 200
    monkeypatch.setattr(restrictions, "FRESH_SECONDS", HOUR)
    block(kronika.context, game.tokens[1], now() + HOUR, "They insult the others.")
    assert game.post("/tokens/rotations", 1, {}).status_code == 401
    assert game.get("", 1).status_code == 200, "nothing was exchanged"
    assert game.post("/tokens/rotations", 2, {}).status_code == 201


def test_a_block_ends_by_itself_and_a_later_one_counts(
    kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    began = now()
    for hours in (3, 1):
        block(kronika.context, CLIENT, began + hours * HOUR, "Spam.")
    for at, status in ((began + HOUR - 1, 403), (began + HOUR, 200)):
        monkeypatch.setattr(restrictions, "now", lambda at=at: at)
        assert status_for(client, CLIENT) == status
    assert blocks(kronika.store, began + HOUR) == []


@pytest.mark.parametrize(
    ("subject", "hours", "reason"),
    [
        *((it, 1, "Spam.") for it in ("", "somebody", "kr_short", "10.0.0.0/8", "203.0.113.7/24", "::/0")),
        (CLIENT, 0, "Spam."),
        (CLIENT, 1, " "),
    ],
)
def test_what_cannot_be_blocked_leaves_nothing(
    kronika: Kronika, subject: str, hours: int, reason: str
) -> None:
    before = acts_after(kronika.store, 0, 1000)
    with pytest.raises(Refused):
        block(kronika.context, subject, now() + hours * HOUR, reason)
    with pytest.raises(Refused):
        unblock(kronika.context, subject, "Done.")
    assert acts_after(kronika.store, 0, 1000) == before


def test_the_event_loop_and_flask_refuse_alike(kronika: Kronika, service: Service) -> None:
    game = Seated.at(service.app.test_client())
    seat = game.to_act()
    headers = [*bearer(game.tokens[seat]).items(), ("Content-Type", "application/json")]
    sent = Sent(
        f"{game.url}/actions",
        (*headers, ("X-Forwarded-For", CLIENT)),
        json.dumps(game.legal(seat)[0]).encode(),
        client=PROXY,
    )
    version = game.get().json["version"]
    for subject in (CLIENT, game.tokens[seat]):
        block(kronika.context, subject, now() + HOUR, "Spam.")
        both = [service.in_loop(sent), service.by_flask(sent)]
        assert [(it.status, json.loads(it.body)["type"]) for it in both] == [(403, "/problems/blocked")] * 2
        unblock(kronika.context, subject, "Done.")
    assert game.get().json["version"] == version
    assert service.in_loop(sent).status == 201


def test_an_action_that_a_block_overtakes_is_in_the_log_or_was_refused(
    kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Seated.at(client)
    seat, decide = game.to_act(), runner._decide_current

    def overtaken(*of: Any) -> Any:
        block(kronika.context, game.tokens[seat], now() + HOUR, "Spam.")
        return decide(*of)

    monkeypatch.setattr(runner, "_decide_current", overtaken)
    answer = game.post("/actions", seat, game.legal(seat)[0])
    assert answer.status_code == 201
    version = game.get().json["version"]
    assert version == answer.json["version"]
    assert game.post("/actions", seat, {"type": "roll"}).status_code == 403
    assert game.get().json["version"] == version


def test_what_was_read_last_holds_while_the_database_is_away(
    kronika: Kronika, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    block(kronika.context, CLIENT, now() + HOUR, "Spam.")
    assert status_for(client, CLIENT) == 403

    def away(*of: Any) -> Any:
        raise restrictions.StoreUnusable("away")

    with monkeypatch.context() as patched:
        patched.setattr(kronika.store, "query", away)
        assert status_for(client, CLIENT) == 403
