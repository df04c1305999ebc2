"""A forged `Host` header appears in no answer: caches and other readers would take the forger's address for the service's."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from service.system.settings import BadSetting, Settings
from tests.api.conforming import plain
from tests.api.kit import Seated

FORGED = {
    "Host": "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "https",
    "Forwarded": "host=evil.example;proto=https",
    "Origin": "https://evil.example",
}
ENDLESS = "/stream"
LISTENS = "http://localhost:8000"


def names(response: TestResponse, address: str) -> bool:
    return address in str(response.headers) or address.encode() in plain(response)


def path_of(rule: Rule, game: str) -> str:
    """A path of this rule; of the game where the rule has one."""
    _, path = rule.build({name: game if name == "game" else "1" for name in rule.arguments}) or ("", "")
    return path


@pytest.mark.parametrize("accept", ["text/html", "*/*"])
def test_no_answer_names_a_forged_host(client: FlaskClient, game: Seated, accept: str) -> None:
    game.act()
    paths = {
        path_of(rule, game.id)
        for rule in client.application.url_map.iter_rules()
        if "GET" in (rule.methods or ()) and ENDLESS not in rule.rule
    }
    paths |= {f"/oembed?url=/games/{game.id}/v/2", f"/games/{game.id}/v/2?spoilers=hide"}
    paths |= {path + "/" for path in paths if "?" not in path and path != "/"}
    assert len(paths) > 100
    forged = {**FORGED, "Accept": accept}
    named = [path for path in sorted(paths) if names(client.get(path, headers=forged), "evil.example")]
    assert named == []


def test_a_request_target_without_a_path_is_not_redirected(client: FlaskClient) -> None:
    """`GET http://evil.example`, whose path is empty, as this client writes it: a redirect would be cached for ever."""
    answer = client.get("//evil.example", headers=FORGED)
    assert answer.request.path == "/"
    assert answer.status_code == 200
    assert not names(answer, "evil.example")


def test_links_to_a_new_game_name_no_forged_host(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}, headers=FORGED)
    assert made.status_code == 201
    assert not names(made, "evil.example")


def test_previews_name_the_address_where_the_service_listens(client: FlaskClient, game: Seated) -> None:
    page = client.get(f"/games/{game.id}", headers={**FORGED, "Accept": "text/html"}).text
    assert f'<meta property="og:url" content="{LISTENS}/games/{game.id}">' in page
    embed = client.get("/oembed", query_string={"url": f"{LISTENS}/games/{game.id}"}, headers=FORGED).json
    assert embed["provider_url"] == LISTENS
    assert f'src="{LISTENS}/embed/games/{game.id}"' in embed["html"]


def test_a_forged_host_is_no_address_of_this_service(client: FlaskClient, game: Seated) -> None:
    asked = {"url": f"https://evil.example/games/{game.id}"}
    assert client.get("/oembed", query_string=asked, headers=FORGED).status_code == 404


@pytest.mark.parametrize(
    ("env", "address"),
    [
        ({}, "http://localhost:8000"),
        ({"KRONIKA_HOST": "127.0.0.1", "KRONIKA_PORT": "8123"}, "http://localhost:8123"),
        ({"KRONIKA_HOST": "::1"}, "http://localhost:8000"),
        ({"KRONIKA_HOST": "0.0.0.0"}, "http://localhost:8000"),
        ({"KRONIKA_HOST": "::"}, "http://localhost:8000"),
        ({"KRONIKA_HOST": "192.0.2.7"}, "http://192.0.2.7:8000"),
        ({"KRONIKA_HOST": "2001:db8::7"}, "http://[2001:db8::7]:8000"),
        ({"KRONIKA_HOST": "games.lan"}, "http://games.lan:8000"),
        ({"KRONIKA_ORIGIN_URL": "https://games.example"}, "https://games.example"),
        ({"KRONIKA_ORIGIN_URL": "https://games.example:8443"}, "https://games.example:8443"),
        ({"KRONIKA_ORIGIN_URL": "http://localhost:5000"}, "http://localhost:5000"),
    ],
)
def test_the_address_is_the_configured_one(tmp_path: Path, env: dict[str, str], address: str) -> None:
    assert Settings.from_env({"KRONIKA_DATA": str(tmp_path), **env}).origin_url == address


@pytest.mark.parametrize(
    "url",
    [
        "games.example",
        "http://games.example",
        "http://127.0.0.1:8000",
        "http://localhost.evil.example",
        "https://games.example/",
        "https://games.example/path",
        "https://games.example?x",
        "https://user@games.example",
        "https://games.example:0",
        "https://games.example:65536",
        "https://games.example:443",
        "http://localhost:80",
        "https://Games.example",
        "https://a.example https://b.example",
        'https://games.example"onload=',
        "ftp://games.example",
    ],
)
def test_other_addresses_are_refused_in_a_sentence(url: str) -> None:
    with pytest.raises(BadSetting, match=r"KRONIKA_ORIGIN_URL is one origin"):
        Settings.from_env({"KRONIKA_ORIGIN_URL": url})


@pytest.mark.parametrize("contact", ["", "api@club.example", "https://club.example/api?x=1"])
def test_a_contact_is_an_address(contact: str) -> None:
    assert Settings.from_env({"KRONIKA_CONTACT": contact}).contact == contact


@pytest.mark.parametrize(
    "contact",
    ["club", "javascript:alert(1)", "mailto:a@b.example", "a@b@c", "a b@c.example", "http://club.example"],
)
def test_another_contact_is_refused_in_a_sentence(contact: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_CONTACT is an e-mail address"):
        Settings.from_env({"KRONIKA_CONTACT": contact})
