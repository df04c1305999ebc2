"""Games in other people's pages: who may frame them, oEmbed, and what a link tells before it is followed."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from api.app import create_app
from service.identity.hiding import hide
from service.operation.app import Kronika, compose
from service.system.settings import BadSetting, Settings
from tests.api.kit import Seated, bearer
from tests.service.preparing import prepared

HTML = {"Accept": "text/html"}


def framing(client: FlaskClient, path: str) -> str:
    policy = client.get(path, headers=HTML).headers["Content-Security-Policy"]
    return re.findall(r"frame-ancestors ([^;]*)", policy)[0]


def meta(client: FlaskClient, path: str, **headers: str) -> dict[str, str]:
    """The Open Graph properties of a page."""
    page = client.get(path, headers={**HTML, **headers})
    assert page.status_code == 200
    found = re.findall(r'<meta property="og:([a-z_:]+)" content="([^"]*)">', page.text)
    return {name: unescape(content) for name, content in found}


def words(client: FlaskClient, path: str) -> str:
    """What a page shows before any script, beside the name of the service."""
    page = client.get(path, headers=HTML).text
    return re.findall('<p class="loading">Kronika…</p>(.*?)</main>', page, re.DOTALL)[0]


def test_the_link_to_a_table_with_free_seats_is_an_invitation(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "touche", "seats": 3}).json
    client.post(f"/v1/games/{made['id']}/seats", json={"name": "Ala"})
    path = f"/games/{made['id']}"
    told = meta(client, path)
    assert (told["title"], told["description"]) == (
        "Touché: Ala",
        "Join the game, at a table for 3: 2 seats are free.",
    )
    polish = meta(client, path, **{"Accept-Language": "pl"})["description"]
    assert polish == "Dołącz do gry (miejsc przy stole: 3); 2 miejsca są wolne."
    for name in ("Ola", "Ela"):
        client.post(f"/v1/games/{made['id']}/seats", json={"name": name})
    assert "free" not in meta(client, path)["description"]


def test_only_the_player_may_be_framed(client: FlaskClient, game: Seated) -> None:
    assert framing(client, f"/embed/games/{game.id}") == "*"
    assert framing(client, f"/embed/games/{game.id}/v/2") == "*"
    for path in ("/", "/new", "/docs", "/desk", f"/games/{game.id}", f"/games/{game.id}/v/2"):
        assert framing(client, path) == "'none'", path
    for path in (game.url, "/oembed", "/embed/elsewhere"):
        assert "frame-ancestors 'none'" in client.get(path).headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("setting", "policy"),
    [
        ("*", "*"),
        ("none", "'none'"),
        (
            "https://blog.example  https://*.club.example:8443",
            "https://blog.example https://*.club.example:8443",
        ),
    ],
)
def test_the_operator_says_who_may_frame(tmp_path: Path, setting: str, policy: str) -> None:
    env = {"KRONIKA_EMBED": setting, "KRONIKA_DATA": str(tmp_path), "KRONIKA_LIMITS": "off"}
    settings = Settings.from_env(env)
    prepared(settings)
    service = compose(settings)
    client = create_app(service).test_client()
    assert framing(client, f"/embed/games/{'0' * 32}") == policy
    service.close()


@pytest.mark.parametrize("text", ["", "blog.example", "https://a.example; script-src *", "* none", "'self'"])
def test_other_settings_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(BadSetting, match="KRONIKA_EMBED is"):
        Settings.from_env({"KRONIKA_EMBED": text})


def test_oembed_tells_how_to_show_a_game(client: FlaskClient, game: Seated) -> None:
    told = client.get(
        "/oembed", query_string={"url": f"http://localhost:8000/games/{game.id}/v/2", "maxwidth": 500}
    ).json
    assert (told["type"], told["version"], told["width"], told["height"]) == ("rich", "1.0", 500, 600)
    assert told["title"] == "Age of War: Ada, Bo"
    source = re.findall(r'src="([^"]+)"', told["html"])[0]
    assert source == f"http://localhost:8000/embed/games/{game.id}/v/2"
    assert client.get(source).status_code == 200
    assert 'width="500" height="600"' in told["html"]


def test_a_frame_is_set_up_as_the_address_says_and_told_nothing_else(
    client: FlaskClient, game: Seated
) -> None:
    url = (
        f"http://localhost:8000/embed/games/{game.id}?spoilers=hide&token=kr_secret&theme=%22%3E%3Cb%3E#code"
    )
    html = client.get("/oembed", query_string={"url": url}).json["html"]
    source = f"http://localhost:8000/embed/games/{game.id}?spoilers=hide&amp;theme=%22%3E%3Cb%3E"
    assert f'src="{source}"' in html


@pytest.mark.parametrize("place", ["g", "embed"])
def test_short_addresses_lead_to_a_games_page_and_player(
    client: FlaskClient, game: Seated, place: str
) -> None:
    long = f"/games/{game.id}" if place == "g" else f"/embed/games/{game.id}"
    ids = [game.id, str(UUID(game.id))] if place == "g" else [game.id]
    for id in ids:
        found = client.get(f"/{place}/{id}?v=3&lang=pl")
        assert (found.status_code, found.headers["Location"]) == (308, f"{long}/v/3?v=3&lang=pl")
        assert client.get(f"/{place}/{id}").headers["Location"] == long
    told = client.get("/oembed", query_string={"url": f"http://localhost:8000/{place}/{game.id}?v=3"})
    assert f'src="http://localhost:8000/embed/games/{game.id}/v/3"' in told.json["html"]
    assert client.get(f"/{place}/{game.id[1:]}").status_code == 404


def test_names_in_a_frames_title_are_no_markup(client: FlaskClient) -> None:
    made = client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}).json
    for name in ('"><img src=x>', "Bo & <Co>"):
        client.post(f"/v1/games/{made['id']}/seats", json={"name": name})
    told = client.get("/oembed", query_string={"url": f"http://localhost:8000/games/{made['id']}"}).json
    page = client.get(f"/games/{made['id']}", headers=HTML).text
    for text in (told["html"], page):
        assert "<img" not in text
        assert "<Co>" not in text
        assert "&quot;&gt;&lt;img src=x&gt;, Bo &amp; &lt;Co&gt;" in text
    assert told["title"] == 'Age of War: "><img src=x>, Bo & <Co>'


@pytest.mark.parametrize(
    "url",
    [
        "http://elsewhere.example/games/{id}",
        "http://localhost:8000/games/{id}/referee",
        "http://localhost:8000/games/" + "0" * 32,
        "http://localhost:8000/games/{id}/v/99",
        "http://[/games/{id}",
        "/",
        "",
    ],
)
def test_oembed_of_what_is_no_game_here(client: FlaskClient, game: Seated, url: str) -> None:
    answer = client.get("/oembed", query_string={"url": url.replace("{id}", game.id)})
    assert answer.status_code == 404


def test_oembed_takes_what_its_standard_says(client: FlaskClient, game: Seated) -> None:
    url = f"http://localhost:8000/games/{game.id}"
    small = client.get(
        "/oembed", query_string={"url": url, "maxwidth": 10, "maxheight": 10, "format": "json"}
    )
    assert (small.json["width"], small.json["height"]) == (280, 320)
    for wrong in ({}, {"url": url, "format": "xml"}, {"url": url, "maxwidth": "-1"}, {"url": "x" * 2001}):
        assert client.get("/oembed", query_string=wrong).status_code == 422


def test_a_page_says_what_a_link_to_it_shows(client: FlaskClient, game: Seated) -> None:
    game.act()
    frames = game.get("/replay").json["frames"]
    told = meta(client, f"/games/{game.id}")
    assert told["title"] == "Age of War: Ada, Bo"
    assert told["description"] == frames[-1]["text"]
    assert told["url"] == f"http://localhost:8000/games/{game.id}"
    assert meta(client, f"/games/{game.id}/v/2")["description"] == frames[1]["text"]
    polish = game.get("/replay?lang=pl").json["frames"]
    assert meta(client, f"/games/{game.id}", **{"Accept-Language": "pl"})["description"] == polish[-1]["text"]
    assert "Accept-Language" in client.get(f"/games/{game.id}", headers=HTML).headers["Vary"]


def test_a_page_leads_to_its_oembed(client: FlaskClient, game: Seated) -> None:
    page = client.get(f"/games/{game.id}/v/2", headers=HTML).text
    (address,) = re.findall(r'<link rel="alternate" type="application/json\+oembed" href="([^"]+)">', page)
    assert f"/embed/games/{game.id}/v/2" in client.get(unescape(address)).json["html"]


def test_private_games_tell_nothing(client: FlaskClient, private_game: Seated) -> None:
    page = f"/games/{private_game.id}"
    assert meta(client, page) == {}
    nobody = client.get(f"/games/{'0' * 32}", headers=HTML)
    assert client.get(page, headers=HTML).data == nobody.data
    asked = {"url": f"http://localhost:8000{page}"}
    opened = client.get("/oembed", query_string=asked, headers=bearer(private_game.tokens[1]))
    assert opened.status_code == client.get("/oembed", query_string=asked).status_code == 404


def test_no_cache_tells_what_was_taken_away(client: FlaskClient, kronika: Kronika, game: Seated) -> None:
    """Caches on the way would go on telling names, and lead to files of before an update."""
    page, asked = f"/games/{game.id}", {"url": f"http://localhost:8000/games/{game.id}"}
    for path in (page, f"/embed{page}", "/", "/my", "/docs"):
        assert client.get(path, headers=HTML).headers["Cache-Control"] == "no-cache", path
    told = client.get("/oembed", query_string=asked)
    assert (told.headers["Cache-Control"], told.json["cache_age"]) == ("no-cache", 0)
    hide(kronika.store, game.id)
    for path in (page, f"{page}/v/2", f"{page}/cases/1", f"{page}/referee", f"/embed{page}"):
        assert meta(client, path) == {}, path
    assert client.get(f"{game.url}/states/2.png").status_code == 404
    assert client.get("/oembed", query_string=asked).status_code == 404


def test_what_happened_hidden_is_told_as_spectators_know_it(client: FlaskClient) -> None:
    """A warrior that is placed face down: its seat reads which one, a preview does not say."""
    game = Seated.at(client, ruleset="romans")
    seat = game.to_act()
    game.act()
    version = game.get().json["version"]
    told = meta(client, f"/games/{game.id}/v/{version}")["description"]
    assert told == game.get("/replay").json["frames"][version - 1]["text"]
    assert told != game.get("/replay", seat).json["frames"][version - 1]["text"]


def test_first_words_are_no_markup_and_tell_neither_results_nor_private_games(
    client: FlaskClient, game: Seated, private_game: Seated
) -> None:
    named = Seated.at(client, names=("<i>Ada</i>", "Bo"))
    said = words(client, f"/games/{named.id}/v/2")
    assert (
        "<h1>Age of War: &lt;i&gt;Ada&lt;/i&gt;, Bo</h1><p>&lt;i&gt;Ada&lt;/i&gt; takes seat 1.</p>" in said
    )
    assert (
        client.post(f"{named.url}/abandonment", json={}, headers=bearer(named.organiser)).status_code == 200
    )
    for path in (f"/games/{game.id}?spoilers=hide", f"/games/{named.id}", f"/games/{named.id}/v/2"):
        said = words(client, path)
        assert "</h1></div>" in said, path
        assert "<p>" not in said, path
    assert words(client, f"/games/{private_game.id}") == words(client, f"/games/{'0' * 32}") == ""


def test_a_link_without_spoilers_is_previewed_without_them(client: FlaskClient, game: Seated) -> None:
    path = f"/games/{game.id}?spoilers=hide"
    told = meta(client, path)
    assert set(told) == {"site_name", "type", "url", "title"}
    assert told["url"].endswith(path)
    page = client.get(path, headers=HTML).text
    (found,) = re.findall(r'json\+oembed" href="([^"]+)"', page)
    shown = client.get(unescape(found).removeprefix("http://localhost:8000"))
    assert "spoilers=hide" in shown.json["html"]
