"""The operator's place: what it shows and does, and whom it keeps out."""

from __future__ import annotations

import re
import socket
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from flask.testing import FlaskClient

from api.admin import guard, pages, server
from api.admin.app import Place, create_admin
from api.admin.guard import COOKIE, Guard, admin_token
from api.admin.words import POLISH
from api.telemetry.load import LoadCounter, TokenName, read_load
from api.telemetry.metrics import PRIVATE_REQUESTS
from service.log.restrictions import PAUSED
from service.operation.app import Kronika
from service.operation.moderation.blocking import blocks
from service.operation.private_games import count_private_games
from service.system.clock import now
from service.system.settings import AdminEndpoint, BadSetting, Settings
from tests.api.kit import Seated, bearer
from tests.running import PATIENCE, until
from verifier import PASSED, verify_all

HTML = {"Accept": "text/html"}
HOST = "127.0.0.1:8001"
TEMPLATES = Path(pages.__file__).with_name("templates")


@pytest.fixture
def figures(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def place(kronika: Kronika, figures: Path) -> FlaskClient:
    """The place behind the socket."""
    return create_admin(Place(kronika, figures)).test_client()


class AtHost(FlaskClient):
    """A client that believes the listener to have this name."""

    host = HOST

    def open(self, *args: Any, **more: Any) -> Any:
        return super().open(*args, environ_overrides={"HTTP_HOST": self.host}, **more)


@pytest.fixture
def guarded(kronika: Kronika, figures: Path) -> AtHost:
    """The place behind a listener."""
    endpoint = AdminEndpoint("127.0.0.1", 8001)
    app = create_admin(Place(kronika, figures, Guard(endpoint, admin_token(kronika.settings.data))))
    app.test_client_class = AtHost
    return app.test_client()  # type: ignore[return-value]


@pytest.fixture
def token(kronika: Kronika) -> str:
    return admin_token(kronika.settings.data)


@pytest.fixture
def private(client: FlaskClient) -> Seated:
    return Seated.at(client, visibility="private", ruleset="romans", names=("Żaneta", "Bo"))


@pytest.fixture(autouse=True)
def unrestricted(kronika: Kronika, place: FlaskClient) -> Iterator[None]:
    """All tests share a service."""
    yield
    if kronika.store.query(PAUSED):
        place.post("/acts", json={"act": "resume-games", "reason": "The test is over."})
    for block in blocks(kronika.store, now()):
        place.post("/acts", json={"act": "unblock", "subject": block.subject, "reason": "The test is over."})


# What it shows


def test_games_by_activity_private_ones_too_and_no_hidden_values(place: FlaskClient, private: Seated) -> None:
    public = Seated.at(private.client)
    seat = private.get(seat=1).json["to_act"][0]
    private.post("/actions", seat, private.legal(seat)[0])
    found = place.get("/games").json["games"]
    assert [game["id"] for game in found[:2]] == [private.id, public.id]
    row = found[0]
    assert (row["visibility"], row["players"]) == ("private", {"1": "Żaneta", "2": "Bo"})
    assert row.keys() == {  # nothing of a position
        *("id", "ruleset", "visibility", "status", "hidden", "version", "to_act", "created_at"),
        *("last_activity", "players"),
    }


def test_games_of_a_status_and_how_many(place: FlaskClient, client: FlaskClient) -> None:
    client.post("/v1/games", json={"ruleset": "touche", "seats": 2})
    Seated.at(client)
    found = place.get("/games?status=waiting&limit=1").json
    assert [game["status"] for game in found["games"]] == ["waiting"]
    assert place.get("/games?limit=0").status_code == 422
    assert found["counts"]["private"].get("waiting", 0) >= 0


def test_private_games_are_counted_by_the_background_worker(
    place: FlaskClient, client: FlaskClient, kronika: Kronika
) -> None:
    count_private_games(kronika.store)
    before = place.get("/status").json["games"]["private"].get("waiting", 0)
    client.post("/v1/games", json={"ruleset": "touche", "seats": 2, "visibility": "private"})
    count_private_games(kronika.store)
    assert place.get("/status").json["games"]["private"]["waiting"] == before + 1


def test_load_by_address_and_token(
    client: FlaskClient, game: Seated, place: FlaskClient, figures: Path
) -> None:
    counter = client.application.extensions["load"]
    counter._folder = figures
    for address in ("192.0.2.7", "192.0.2.8", "2001:db8:1:2::5"):
        client.get("/v1/rulesets", environ_base={"REMOTE_ADDR": address})
    client.get("/v1/nothing", environ_base={"REMOTE_ADDR": "192.0.2.9"})
    game.get(seat=1)
    client.get(game.url, headers=bearer("kr_" + "x" * 43))
    client.get("/v1/nothing", headers=bearer("kr_" + "x" * 43))
    counter._due = 0.0
    counter.publish()
    found = place.get("/load").json
    hour = {one["name"]: one["hour"] for one in found["addresses"]}
    assert hour["192.0.2.0/24"] == {"requests": 3, "refused": 1, "limited": 0, "streams": 0}
    assert hour["2001:db8:1::/48"]["requests"] == 1
    assert [re.fullmatch("[0-9a-f]{8}", one["name"]) is not None for one in found["tokens"]] == [True] * len(
        found["tokens"]
    )
    kronika = client.application.extensions["kronika"]
    names = {one["name"] for one in found["tokens"]}
    assert kronika.store.pseudonym(game.tokens[1]) in names
    assert kronika.store.pseudonym("kr_" + "x" * 43) not in names, "anybody can invent tokens"
    assert game.tokens[1] not in place.get("/load").text
    assert "hashes" not in found


def test_counts_of_all_processes_are_added_and_expire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = 1_700_000_060.0  # 20 seconds after a minute began
    for pid, seconds in ((1, 0), (2, 0), (3, 60), (4, 3500), (5, 3700)):
        monkeypatch.setattr("api.telemetry.load.os.getpid", lambda pid=pid: pid)
        monkeypatch.setattr("api.telemetry.load.time", lambda ago=seconds: at - ago)
        counter = LoadCounter(tmp_path)
        for status in (200, 429):
            counter.count("192.0.2.0/24", TokenName("1a2b3c4d", "0" * 64), status, status == 200)
        counter.publish()
    load, hashes = read_load(tmp_path, at)
    [address] = load.addresses
    assert (address.hour.requests, address.hour.limited, address.hour.streams) == (8, 4, 4)
    assert address.minute.requests == 4 + 2  # of the minute before two thirds, rounded up
    assert hashes == {"1a2b3c4d": "0" * 64}


def test_a_flood_of_addresses_takes_no_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.telemetry.load.MOST_NAMES", 3)
    counter = LoadCounter(tmp_path)
    for n in range(10):
        counter.count(f"192.0.{n}.0/24", None, 200, False)
    counter.publish()
    load = read_load(tmp_path).load
    assert {one.name for one in load.addresses} == {"192.0.0.0/24", "192.0.1.0/24", "192.0.2.0/24", "others"}
    assert load.all.hour.requests == 10


def test_metrics_count_private_games(
    place: FlaskClient, client: FlaskClient, private: Seated, kronika: Kronika
) -> None:
    count_private_games(kronika.store)
    private.get(seat=1)
    for_operators, for_all = place.get("/metrics").text, client.get("/metrics").text
    assert re.search(r'kronika_private_games\{status="playing"\} [1-9]', for_operators)
    assert PRIVATE_REQUESTS.labels("get_game", 200)._value.get() > 0
    assert re.search("kronika_private_(games|requests)[{_]", for_all)
    assert not re.search(r"kronika_private_(games\{|requests_total)", for_all)


def test_no_metric_is_there_twice(place: FlaskClient, client: FlaskClient) -> None:
    """Prometheus would take none of them."""
    for text in (place.get("/metrics").text, client.get("/metrics").text):
        samples = [line.rpartition(" ")[0] for line in text.splitlines() if not line.startswith("#")]
        assert {name for name, n in Counter(samples).items() if n > 1} == set()
        assert len(samples) > 20


# What it does


def test_acts_are_done_and_in_the_signed_log(place: FlaskClient, client: FlaskClient) -> None:
    act = {"act": "block", "subject": "192.0.2.77", "for": "2h", "reason": "It floods us – naprawdę."}
    done = place.post("/acts", json=act).json
    assert (done["act"]["act"], done["unsigned"]) == ("block", "")
    blocked = place.get("/status").json["blocks"][-1]
    assert (blocked["subject"], blocked["reason"]) == ("192.0.2.77", act["reason"])
    assert place.get("/log?limit=1").json[0]["number"] == done["act"]["number"]
    file = place.get("/log/export").data
    report = verify_all({"": file})[""]
    assert (report["L0"].status, report.size) == (PASSED, done["act"]["number"])


def test_a_token_is_blocked_by_its_eight_digits(
    place: FlaskClient, client: FlaskClient, game: Seated, figures: Path, kronika: Kronika
) -> None:
    counter = client.application.extensions["load"]
    counter._folder, counter._due = figures, 0.0
    game.get(seat=2)
    counter.publish()
    act = {
        "act": "block",
        "subject": kronika.store.pseudonym(game.tokens[2]),
        "for": "1h",
        "reason": "A bot.",
    }
    assert place.post("/acts", json=act).status_code == 200
    assert not kronika.repository.restrictions._reading.locked()
    kronika.repository.restrictions._at = float("-inf")
    assert game.get(seat=2).status_code == 403
    assert game.get(seat=1).status_code == 200
    unknown = place.post("/acts", json={**act, "subject": "00000000"})
    assert (unknown.status_code, unknown.json["detail"]) == (
        404,
        "No token 00000000 was used in the last hour.",
    )


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"act": "destroy"}, 422),
        ({"act": "block", "subject": "192.0.2.1", "reason": "So.", "for": "for ever"}, 422),
        ({"act": "block", "subject": "192.0.2.1", "reason": " ", "for": "1h"}, 422),
        ({"act": "block", "subject": "example.org", "reason": "So.", "for": "1h"}, 422),
        ({"act": "unblock", "subject": "192.0.2.1", "reason": "So."}, 404),
        ({"act": "pause-games", "reason": "So.", "lang": "de"}, 422),
        ({"act": "close-game", "subject": "0" * 32, "reason": "So."}, 404),
        (["act"], 422),
        ({"act": "block", "for": 1}, 422),
    ],
)
def test_what_cannot_be_done_leaves_nothing(place: FlaskClient, fields: Any, status: int) -> None:
    before = place.get("/log/export").data
    refused = place.post("/acts", json=fields)
    assert (refused.status_code, bool(refused.json["detail"])) == (status, True)
    assert place.get("/log/export").data == before


def test_games_are_closed_reopened_and_abandoned(place: FlaskClient, private: Seated) -> None:
    def act(what: str) -> Any:
        fields = {"act": what, "subject": private.id, "reason": "We look at it.", "lang": "en"}
        return place.post("/acts", data=fields, headers=HTML)

    assert act("close-game").status_code == 200
    assert private.get(seat=1).json["status"] == "suspended"
    assert "We look at it." in private.get(seat=1).text
    assert "closed" in act("close-game").text
    assert act("reopen-game").status_code == 200
    assert private.get(seat=1).json["status"] == "playing"
    assert act("abandon-game").status_code == 200
    assert private.get(seat=1).json["status"] == "abandoned"
    assert act("abandon-game").status_code == 409


def test_new_games_are_paused(place: FlaskClient, client: FlaskClient, kronika: Kronika) -> None:
    place.post("/acts", data={"act": "pause-games", "reason": "We upgrade at noon.", "lang": "en"})
    kronika.repository.restrictions._at = float("-inf")
    refused = client.post("/v1/games", json={"ruleset": "touche", "seats": 2})
    assert (refused.status_code, refused.json["detail"].endswith("We upgrade at noon.")) == (503, True)
    assert place.get("/status").json["pause"] == {"reason": "We upgrade at noon.", "lang": "en"}
    place.post("/acts", data={"act": "resume-games", "reason": "It is done."})
    kronika.repository.restrictions._at = float("-inf")
    assert client.post("/v1/games", json={"ruleset": "touche", "seats": 2}).status_code == 201


# Whom it keeps out


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1:8002", "127.0.0.1", "localhost.evil.example:8001", ""]
)
def test_a_name_that_leads_here_is_not_enough(guarded: AtHost, token: str, host: str) -> None:
    """DNS rebinding: the browser believes that the site it is on is this one."""
    guarded.host = host
    for path in ("/status", "/login", "/metrics", "/static/x/y"):
        assert guarded.get(path, headers=bearer(token)).status_code == 403, path


@pytest.mark.parametrize("host", ["127.0.0.1:8001", "localhost:8001", "[::1]:8001", "LOCALHOST:8001"])
def test_the_names_of_the_listener(guarded: AtHost, token: str, host: str) -> None:
    guarded.host = host
    assert guarded.get("/status", headers=bearer(token)).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:8000"},
        {"Origin": "http://localhost:8001"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_post_nothing(guarded: AtHost, token: str, headers: dict[str, str]) -> None:
    """Also not with the operator's cookie, which a page on another port of the same host would send along."""
    log_in(guarded, token)
    fields = {"act": "pause-games", "reason": "Never.", "lang": "en"}
    assert guarded.post("/acts", data=fields, headers=headers).status_code == 403
    assert guarded.get("/status").json["pause"] is None


def test_its_own_pages_post(guarded: AtHost, token: str) -> None:
    log_in(guarded, token)
    own = {"Origin": f"http://{HOST}", "Sec-Fetch-Site": "same-origin", **HTML}
    done = guarded.post("/acts", data={"act": "pause-games", "reason": "Own.", "lang": "en"}, headers=own)
    assert done.status_code == 200
    guarded.post("/acts", data={"act": "resume-games", "reason": "Own."}, headers=own)


def log_in(client: FlaskClient, token: str) -> None:
    answer = client.post("/login", data={"token": token}, headers={"Origin": f"http://{HOST}"})
    assert answer.status_code == 303


def test_without_the_token_there_is_only_the_login(guarded: AtHost, token: str) -> None:
    for rule in guarded.application.url_map.iter_rules():
        if rule.endpoint in ("login", "static", "asset"):
            continue
        path = rule.rule.replace("<string(length=32):id>", "0" * 32)
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        for wrong in ({}, bearer("kr_x"), {"Cookie": f"{COOKIE}=9999999999.{'0' * 64}"}):
            assert guarded.open(path, method=method, headers=wrong).status_code == 401, path
        sent = guarded.open(path, method=method, headers=HTML)
        assert (sent.status_code, sent.headers["Location"]) == (303, "/login"), path
        assert guarded.open(f"{path}?token={token}", method=method).status_code == 401, path


def test_the_cookie_is_strict_is_not_the_token_and_expires(
    guarded: AtHost, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = guarded.post("/login", data={"token": "ka_wrong"})
    assert (wrong.status_code, "Set-Cookie" in wrong.headers) == (403, False)
    cookie = guarded.post("/login", data={"token": f" {token}\n"}).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))
    assert token not in cookie
    assert guarded.get("/status").status_code == 200
    later = time.time() + guard.SESSION_SECONDS + 1
    monkeypatch.setattr(guard.time, "time", lambda: later)
    assert guarded.get("/status").status_code == 401


def test_logging_out(guarded: AtHost, token: str) -> None:
    log_in(guarded, token)
    guarded.post("/logout")
    assert guarded.get("/status").status_code == 401


def test_the_token_is_made_once_for_its_owner(tmp_path: Path) -> None:
    made = admin_token(tmp_path)
    assert admin_token(tmp_path) == made
    assert (tmp_path / "admin.token").stat().st_mode & 0o777 == 0o600
    assert len(made) > 40


def test_pages_have_no_scripts_and_cannot_be_framed(guarded: AtHost, token: str) -> None:
    policy = guarded.get("/login", headers=HTML).headers
    assert "default-src 'none'" in policy["Content-Security-Policy"]
    assert "script-src" not in policy["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in policy


def test_every_text_has_a_polish_one() -> None:
    texts = "".join(path.read_text() for path in TEMPLATES.glob("*.html"))
    used = set(re.findall(r'\bt\("((?:[^"\\]|\\.)*)"', texts))
    assert used - POLISH.keys() == set()


def test_pages_in_polish(place: FlaskClient, private: Seated) -> None:
    for path in ("/status", "/games", "/load", "/log", "/block", f"/games/{private.id}"):
        found = place.get(path, headers={**HTML, "Accept-Language": "pl"})
        assert (found.status_code, '<html lang="pl">' in found.text) == (200, True), path


# Settings


@pytest.mark.parametrize(
    "text", ["8001", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:99999", "http://x:1", "::1:8001"]
)
def test_a_bad_address_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_ADMIN is an address and a port"):
        Settings.from_env({"KRONIKA_ADMIN": text})


def test_addresses_of_the_listener() -> None:
    assert Settings.from_env({"KRONIKA_ADMIN": "[::1]:8001"}).admin == ("::1", 8001)
    assert Settings.from_env({"KRONIKA_ADMIN": "admin.internal:80"}).admin == ("admin.internal", 80)


def test_the_socket_is_taken_over_when_the_older_process_has_ended(
    kronika: Kronika, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "admin.sock"
    monkeypatch.setattr(server, "AGAIN_SECONDS", 0.01)
    monkeypatch.setattr(server, "socket_path", lambda data: path)
    with socket.socket(socket.AF_UNIX) as older:
        older.bind(str(path))
        older.listen(1)
        older.settimeout(PATIENCE)
        first = path.stat().st_ino
        Thread(target=server.serve_admin, args=(kronika, None), daemon=True).start()
        for _ in range(3):  # it looks again and again
            older.accept()[0].close()
        assert path.stat().st_ino == first
    transport = httpx.HTTPTransport(uds=str(path))
    with httpx.Client(transport=transport, base_url="http://admin", timeout=60) as asks:
        until(lambda: asks.get("/").status_code < 500, "the newer one", httpx.TransportError)
