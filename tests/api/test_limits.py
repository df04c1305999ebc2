"""How much one client may ask for: who counts as one, what is refused, and what is said of it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.app import create_app
from api.http.operations import Quota
from api.http.shared_counters import SharedCounters
from service.identity.tokens import grant
from service.operation.app import compose
from service.system.limits import Limits, Rate
from service.system.settings import BadSetting, Settings
from tests.api.conforming import ConformingClient
from tests.api.kit import Seated, bearer
from tests.service.preparing import prepared

LIMITS = Limits(
    actions=Rate(5, 3600),
    games=Rate(8, 3600),
    costly=Rate(4, 3600),
    news=Rate(6, 3600),
    pictures=Rate(3, 3600),
    requests=Rate(40, 3600),
)
LEFT = re.compile(r'"([a-z]+)";r=([0-9]+);t=([0-9]+)')
Limited = Callable[..., FlaskClient]


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Limited]:
    """A client of a service with these settings."""
    services = []

    def made(limits: Limits | None = LIMITS, proxies: str = "") -> FlaskClient:
        networks = tuple(map(ip_network, proxies.split()))
        database = f"sqlite:///{tmp_path / 'kronika.db'}"
        settings = Settings(database=database, data=tmp_path, limits=limits, proxies=networks)
        prepared(settings)
        services.append(compose(settings))
        app = create_app(services[-1])
        app.test_client_class = ConformingClient
        return app.test_client()

    yield made
    for service in services:
        service.close()


def left(answer: TestResponse, quota: str) -> int:
    """What the answer says is left of a limit."""
    told = {name: int(left) for name, left, _ in LEFT.findall(answer.headers["RateLimit"])}
    return told[quota]


def tries(client: FlaskClient, address: str = "127.0.0.1", **headers: str) -> int:
    """Try to make a game from an address; how many more it may make."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    answer = client.post("/v1/games", json={}, headers=sent, environ_base={"REMOTE_ADDR": address})
    return left(answer, "games")


def refused(answer: TestResponse) -> dict[str, Any]:
    assert answer.status_code == 429
    assert answer.json["type"] == "/problems/too-many-requests"
    assert 1 <= int(answer.headers["Retry-After"]) <= 3600
    return dict(answer.headers)


def test_a_rematch_counts_as_a_game_that_is_made(limited: Limited) -> None:
    game = Seated.at(limited())
    assert game.client.post(f"{game.url}/abandonment", headers=bearer(game.organiser)).status_code == 200
    assert [left(game.post("/rematches", seat), "games") for seat in (1, 2)] == [6, 5]


def test_an_address_that_makes_too_many_games(limited: Limited) -> None:
    client = limited()
    new = {"ruleset": "age-of-war", "seats": 2}
    made = [client.post("/v1/games", json=new) for _ in range(9)]
    assert [answer.status_code for answer in made] == [201] * 8 + [429]
    assert [left(answer, "games") for answer in made] == [7, 6, 5, 4, 3, 2, 1, 0, 0]
    told = refused(made[-1])
    assert '"games";q=8;w=3600' in told["RateLimit-Policy"]
    assert len(client.get("/v1/games").json["games"]) == 8
    assert client.post("/v1/tournaments", json={}).status_code == 429
    assert client.get("/v1/rulesets").status_code == 200


def test_a_token_that_acts_too_often(limited: Limited) -> None:
    game = Seated.at(limited())
    acting = game.to_act()
    other = 3 - acting
    game.post("/actions", acting, {"type": "no such"})  # a first request counts for its address
    refusals = [game.post("/actions", acting, {"type": "no such"}) for _ in range(5)]
    assert [answer.status_code for answer in refusals] == [422] * 5
    assert [left(answer, "actions") for answer in refusals] == [4, 3, 2, 1, 0]
    refused(game.post("/actions", acting, {"type": "roll"}))
    assert game.get("", acting).json["version"] == game.get().json["version"]
    assert game.post("/actions", other, {"type": "roll"}).status_code == 409
    assert game.get("/legal-actions", acting).status_code == 200


@pytest.mark.parametrize("spelling", ["bearer {}", "BEARER {}", "Bearer  {}", " Bearer {} "])
def test_a_token_is_one_however_it_is_spelled(limited: Limited, spelling: str) -> None:
    game = Seated.at(limited())
    for _ in range(6):
        game.post("/actions", 1, {"type": "no such"})
    header = {"Authorization": spelling.format(game.tokens[1])}
    refused(game.client.post(f"{game.url}/actions", json={"type": "roll"}, headers=header))


def test_tokens_that_are_made_up_count_for_their_address(limited: Limited) -> None:
    game = Seated.at(limited())
    assert game.post("/actions", 1, {"type": "no such"}).status_code in (409, 422)
    answers = [
        game.client.post(f"{game.url}/actions", json={"type": "roll"}, headers=bearer(f"made-up-{n}"))
        for n in range(6)
    ]
    assert answers[0].status_code == 401
    assert '"actions";q=5;w=3600' in refused(answers[-1])["RateLimit-Policy"]
    assert game.post("/actions", 1, {"type": "no such"}).status_code in (409, 422), "this token is known"


@pytest.mark.parametrize("expires_at", [None, 1])
def test_a_token_that_is_not_good_counts_for_its_address_each_time(
    limited: Limited, expires_at: int | None
) -> None:
    """Be it made up or expired: a few such tokens, each sent again and again, would be as many limits."""
    game = Seated.at(limited())
    if expires_at is not None:
        store = game.client.application.extensions["kronika"].store
        store.append("", [], [grant("not-good", game.id, "auditor", expires_at)])
    sent = [
        game.client.post(f"{game.url}/actions", json={"type": "roll"}, headers=bearer("not-good"))
        for _ in range(6)
    ]
    assert sent[0].status_code == 401
    refused(sent[5])


def test_a_token_that_is_spelled_like_an_address_uses_nothing_of_it(limited: Limited) -> None:
    game, theirs = Seated.at(limited()), {"REMOTE_ADDR": "203.0.113.9"}
    game.client.post(f"{game.url}/actions", json={"type": "roll"}, headers=bearer("203.0.113.9"))
    answer = game.client.post(f"{game.url}/actions", json={"type": "roll"}, environ_base=theirs)
    assert left(answer, "actions") == 4


@pytest.mark.parametrize(
    "path",
    [
        "/replay",
        "/lines",
        "/states",
        "/audit",
        "/export",
        "/ledger/entries",
        "/ledger/disclosures",
        "/ledger/draws",
    ],
)
def test_costly_documents(limited: Limited, path: str) -> None:
    game = Seated.at(limited())
    read = [game.get(path) for _ in range(5)]
    assert [answer.status_code for answer in read] == [200] * 4 + [429]
    assert [left(answer, "costly") for answer in read] == [3, 2, 1, 0, 0]
    refused(game.post("/forks", json={"version": 1}))
    assert game.get().status_code == 200


@pytest.mark.parametrize(
    ("path", "quota", "most"),
    [("/news?after=3", "news", 6), ("/states/99.svg", "pictures", 3), ("/states/99.png", "pictures", 3)],
)
def test_what_is_new_and_pictures_are_counted_apart(
    limited: Limited, path: str, quota: str, most: int
) -> None:
    """Also where there is none: a picture of a version that is not there is refused the same."""
    game = Seated.at(limited())
    read = [game.get(path) for _ in range(most + 1)]
    assert [left(answer, quota) for answer in read] == [*range(most - 1, -1, -1), 0]
    assert len({answer.status_code for answer in read[:-1]}) == 1
    refused(read[-1])
    assert read[-1].json["detail"].startswith("One address may read ")
    assert left(game.get("/audit"), "costly") == 3


@pytest.mark.parametrize("nothing", ["/news", "/news?after=0", "/news?after=3&audit=0"])
def test_news_for_who_holds_nothing_count_as_whole_logs(limited: Limited, nothing: str) -> None:
    game = Seated.at(limited())
    read = [game.get(nothing) for _ in range(5)]
    assert [answer.status_code for answer in read] == [200] * 4 + [429]
    assert [left(answer, "costly") for answer in read] == [3, 2, 1, 0, 0]
    refused(read[-1])
    assert "whole logs" in read[-1].json["detail"]
    assert '"costly"' not in game.get("/news?after=3&audit=3").headers["RateLimit"]


def test_news_for_who_is_far_behind_count_as_whole_logs(
    limited: Limited, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Seated.at(limited())
    version = game.get().json["version"]
    monkeypatch.setattr("api.resources.history.WHOLE_LOG_EVENTS", version - 2)
    assert left(game.get("/news?after=2"), "costly") == 3
    assert left(game.get(f"/news?after={version}&audit=1"), "costly") == 2
    assert '"costly"' not in game.get("/news?after=3").headers["RateLimit"]
    assert [left(game.get("/news?after=2"), "costly") for _ in range(2)] == [1, 0]
    monkeypatch.setattr("api.resources.history.news", None)  # who is refused costs nothing
    assert game.get("/news?after=2").status_code == 429


def test_long_news_count_more_than_once(limited: Limited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.rate_limits.BYTES_PER_COUNT", 1000)
    game = Seated.at(limited())
    told = game.get("/news")
    assert left(game.get("/news"), "news") <= 6 - 2 - len(told.data) // 1000 < 4


@pytest.mark.parametrize("seat", [None, 1])
def test_compressed_news_count_as_whole_ones(
    limited: Limited, monkeypatch: pytest.MonkeyPatch, seat: int | None
) -> None:
    game = Seated.at(limited())
    asked = "/news?after=1"
    plain = game.get(asked, seat)
    monkeypatch.setattr("api.http.rate_limits.BYTES_PER_COUNT", len(plain.data))
    packed = game.get(asked, seat, Accept_Encoding="gzip")
    assert len(packed.data) < len(plain.data)
    assert left(packed, "news") == left(plain, "news") - 2


def test_a_long_document_counts_more_than_once(limited: Limited, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.rate_limits.BYTES_PER_COUNT", 1000)
    game = Seated.at(limited())
    assert left(game.get("/ledger/draws"), "costly") == 3
    game.act()
    assert len(game.get("/audit").data) > 3000
    refused(game.get("/ledger/draws"))


def test_what_a_stranger_may_not_see_counts_the_same_whether_it_is_there_or_not(limited: Limited) -> None:
    client = limited()
    game = Seated.at(client, visibility="private")
    there, not_there = game.get("/audit"), client.get(f"/v1/games/{'0' * 32}/audit")
    assert there.status_code == not_there.status_code == 404
    assert (left(there, "costly"), left(not_there, "costly")) == (3, 2)


def test_health_and_figures_are_never_limited(limited: Limited) -> None:
    client = limited()
    while client.get("/v1/rulesets").status_code == 200:
        pass
    refused(client.get("/v1/no such thing"))
    for path in ("/health/live", "/health/ready", "/metrics"):
        answers = [client.get(path) for _ in range(6)]
        assert {answer.status_code for answer in answers} == {200}
        assert not any("RateLimit" in answer.headers for answer in answers)


def test_the_limits_by_default_are_not_met_by_people(limited: Limited) -> None:
    client = limited(Limits())
    game = Seated.at(client)
    for _ in range(20):
        assert game.act().status_code == 201
    assert client.options("/v1/games").status_code == 200


def test_no_limits(limited: Limited) -> None:
    client = limited(None)
    answers = [client.post("/v1/games", json={}) for _ in range(70)]
    assert {answer.status_code for answer in answers} == {422}
    assert not any("RateLimit" in answer.headers for answer in answers)


# Who counts as one


def test_addresses_count_apart(limited: Limited) -> None:
    client = limited()
    assert [tries(client, "192.0.2.1"), tries(client, "192.0.2.2"), tries(client, "192.0.2.1")] == [7, 7, 6]


def test_a_customer_s_part_of_ipv6_counts_as_one(limited: Limited) -> None:
    client = limited()
    same = ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:DB8::1:0:0:0:3", "fe80::1%eth0", "fe80::2%eth1"]
    assert [tries(client, address) for address in same] == [7, 6, 5, 7, 6]
    assert tries(client, "2001:db8:0:2::1") == 7
    assert [tries(client, "::ffff:192.0.2.9"), tries(client, "192.0.2.9")] == [7, 6]


FORGED = (
    {"X_Forwarded_For": "192.0.2.{}"},
    {"Forwarded": "for=192.0.2.{}"},
    {"X_Forwarded_For": "192.0.2.{}", "Forwarded": "for=192.0.2.{}"},
    {"X_Real_IP": "192.0.2.{}"},
    {"Client_IP": "192.0.2.{}"},
)


@pytest.mark.parametrize("header", FORGED)
@pytest.mark.parametrize("proxies", ["", "203.0.113.7 2001:db8::/32"])
def test_strangers_who_say_that_they_are_somebody_else(
    limited: Limited, header: dict[str, str], proxies: str
) -> None:
    client = limited(proxies=proxies)
    forged = [{name: value.format(n) for name, value in header.items()} for n in range(3)]
    assert [tries(client, "198.51.100.1", **one) for one in forged] == [7, 6, 5]


PROXIED = (
    ({"X_Forwarded_For": "{}"}, True),
    ({"Forwarded": "for={}"}, True),
    ({"Forwarded": 'proto=https;For="{}:4711";by=203.0.113.7'}, True),
    ({"X_Forwarded_For": "{}:4711"}, True),
    # What a client sends is in front of what the proxy adds.
    ({"X_Forwarded_For": "10.9.9.9, {}"}, True),
    ({"Forwarded": "for=10.9.9.9, for={}"}, True),
    # A chain of our own proxies is followed.
    ({"X_Forwarded_For": "{}, 10.0.0.2, 10.0.0.3"}, True),
    # The client's own words, where the proxy adds something else behind them.
    ({"X_Forwarded_For": "{}, 192.0.2.200"}, False),
    ({"Forwarded": "for={}, for=192.0.2.200"}, False),
    ({"Forwarded": "for={}, for=unknown"}, False),
    ({"Forwarded": "for={}, for=_hidden"}, False),
    ({"Forwarded": "for={}, by=10.0.0.1"}, False),
    ({"X_Forwarded_For": "{}, nonsense"}, False),
    ({"X_Forwarded_For": "{}", "Forwarded": "for=192.0.2.200"}, False),
    ({"X_Forwarded_For": "192.0.2.200", "Forwarded": "for={}"}, False),
    ({"X_Real_IP": "{}"}, False),
)


@pytest.mark.parametrize(("header", "believed"), PROXIED)
def test_what_a_proxy_says(limited: Limited, header: dict[str, str], believed: bool) -> None:
    client = limited(proxies="10.0.0.0/29")
    said = [{name: value.format(f"192.0.2.{n}") for name, value in header.items()} for n in range(3)]
    expected = [7, 7, 7] if believed else [7, 6, 5]
    assert [tries(client, "10.0.0.1", **one) for one in said] == expected


def test_a_proxy_s_clients_by_ipv6(limited: Limited) -> None:
    client = limited(proxies="10.0.0.1")
    assert tries(client, "10.0.0.1", Forwarded='for="[2001:db8::1]:4711"') == 7
    assert tries(client, "10.0.0.1", X_Forwarded_For="2001:db8::2") == 6
    assert tries(client, "10.0.0.1", X_Forwarded_For="[2001:db8::3]:80") == 5


# Settings


@pytest.mark.parametrize("text", ["", "default", " default "])
def test_limits_by_default(text: str) -> None:
    assert Settings.from_env({"KRONIKA_LIMITS": text}).limits == Limits() == Settings.from_env({}).limits


def test_figures_change_only_what_they_name() -> None:
    limits = Settings.from_env({"KRONIKA_LIMITS": "actions=7/s, games=100/h, accounts=3/d"}).limits
    assert limits == Limits(actions=Rate(7, 1), games=Rate(100, 3600), accounts=Rate(3, 86_400))
    assert Settings.from_env({"KRONIKA_LIMITS": "off"}).limits is None


@pytest.mark.parametrize("text", ["on", "actions", "actions=0/s", "actions=5/w", "moves=5/s", "actions=5/s,"])
def test_limits_that_say_nothing(text: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_LIMITS"):
        Settings.from_env({"KRONIKA_LIMITS": text})


@pytest.mark.parametrize("text", ["nginx", "10.0.0.1/8", "10.0.0.256"])
def test_proxies_that_are_no_addresses(text: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_PROXIES"):
        Settings.from_env({"KRONIKA_PROXIES": text})


def test_a_process_that_dies_while_it_counts_stops_nobody() -> None:
    counts = SharedCounters()
    child = os.fork()
    if child == 0:
        counts.add("both", 2, 60)
        counts._lock.acquire()
        os._exit(0)
    os.waitpid(child, 0)
    assert [counts.add("both", 1, 60) for _ in range(3)] == [3, 4, 5]
    assert counts.get("both").so_far == 5
    assert counts.get("nobody").so_far == 0


def test_a_tournament_counts_once_for_every_game_it_plans(limited: Limited) -> None:
    client = limited()
    new = {"ruleset": "romans", "seats": 2, "games": 3}
    assert left(client.post("/v1/tournaments", json=new), "games") == 8 - 6
    assert client.post("/v1/tournaments", json=new).status_code == 201
    refused(client.post("/v1/tournaments", json={**new, "games": 1}))
    assert len(client.get("/v1/tournaments").json["tournaments"]) == 2


def test_tournaments_at_the_same_moment_are_no_way_round(limited: Limited) -> None:
    """Each of them was let in before the others had said how many games they plan."""
    client = limited()
    limits = client.application.extensions["limits"]
    with client.application.test_request_context("/v1/tournaments", environ_base={"REMOTE_ADDR": "10.1.1.1"}):
        client.application.preprocess_request()
        assert limits.count_more(Quota.GAMES, 107) is None
        assert limits.count_more(Quota.GAMES, 1).status_code == 429


def test_one_tournament_is_planned_at_a_time(limited: Limited) -> None:
    client = limited(None)
    new = {"ruleset": "romans", "seats": 2, "games": 1}
    with client.application.extensions["plans"]:
        busy = client.post("/v1/tournaments", json=new)
    assert (busy.status_code, busy.json["type"]) == (503, "/problems/busy")
    assert busy.headers["Retry-After"]
    assert client.post("/v1/tournaments", json=new).status_code == 201
