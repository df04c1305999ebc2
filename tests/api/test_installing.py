"""What browsers and crawlers ask a site for by fixed addresses."""

from __future__ import annotations

import io
import json
import re

import pytest
from flask.testing import FlaskClient
from PIL import Image

from api.pages.installing import shell_files
from tests.api.kit import Seated
from tests.documents.icons import ICONS, drawn

HTML = {"Accept": "text/html"}
USED = ("clipboard-write", "web-share", "autoplay", "fullscreen")
"""What pages do use."""


@pytest.mark.parametrize(("lang", "name"), [("en", "My games"), ("pl", "Moje gry")])
def test_the_manifest_is_in_the_readers_language_and_all_its_icons_are_there(
    client: FlaskClient, lang: str, name: str
) -> None:
    found = client.get("/manifest.webmanifest", headers={"Accept-Language": lang})
    assert (found.mimetype, found.headers["Cache-Control"]) == (
        "application/manifest+json",
        "public, max-age=3600",
    )
    assert "Accept-Language" in found.headers["Vary"]
    manifest = json.loads(found.data)
    assert (manifest["lang"], manifest["shortcuts"][0]["name"]) == (lang, name)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        width, _, height = icon["sizes"].partition("x")
        image = Image.open(io.BytesIO(client.get(icon["src"]).data))
        assert (image.size, image.format) == ((int(width), int(height)), "PNG")
    for path in [manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])]:
        assert client.get(path, headers=HTML).status_code == 200


def test_icons_are_drawn_from_the_projects_own() -> None:
    stale = [name for name, content in drawn().items() if (ICONS / name).read_bytes() != content]
    assert stale == [], "run python -m tests.documents.icons"


def test_a_mask_cuts_nothing_off(client: FlaskClient) -> None:
    """The outer tenth on every side is the ground alone, to the corners."""
    image = Image.open(io.BytesIO(client.get("/static/icons/maskable.png").data)).convert("RGBA")
    width, _ = image.size
    edge = width // 10
    ground = image.getpixel((0, 0))
    assert ground == (0x9C, 0x2F, 0x17, 255)
    ring = [(x, y) for x in range(width) for y in (*range(edge), *range(width - edge, width))]
    assert {image.getpixel(at) for x, y in ring for at in ((x, y), (y, x))} == {ground}


def test_the_favicon_is_an_icon_of_several_sizes(client: FlaskClient) -> None:
    found = client.get("/favicon.ico")
    assert (found.mimetype, found.headers["Cache-Control"]) == ("image/x-icon", "public, max-age=86400")
    assert Image.open(io.BytesIO(found.data)).info["sizes"] == {(16, 16), (32, 32), (48, 48)}


def test_crawlers_leave_the_api_and_what_is_personal_alone(client: FlaskClient) -> None:
    found = client.get("/robots.txt")
    assert (found.mimetype, found.headers["Cache-Control"]) == ("text/plain", "public, max-age=86400")
    closed = re.findall(r"^Disallow: (.+)$", found.text, re.M)
    assert {"/v1/", "/my", "/desk", "/metrics"} <= set(closed)
    assert "/" not in closed
    assert not any(path == "/games/" + "0" * 32 or path in ("/games/", "/rules") for path in closed)


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_only_pages_of_public_games_may_be_indexed(client: FlaskClient, visibility: str) -> None:
    made = client.post("/v1/games", json={"ruleset": "touche", "seats": 2, "visibility": visibility}).json
    assert made is not None
    page = client.get(f"/games/{made['id']}", headers=HTML)
    assert page.headers.get("X-Robots-Tag") == (None if visibility == "public" else "noindex")
    assert client.get(f"/games/{'0' * 32}", headers=HTML).headers["X-Robots-Tag"] == "noindex"


def test_the_worker_has_the_release_in_it_and_may_do_nothing_but_fetch(client: FlaskClient) -> None:
    found = client.get("/worker.js")
    assert (found.mimetype, found.headers["Cache-Control"]) == ("text/javascript", "no-cache")
    assert found.headers["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    release = json.loads(re.findall(r"self.release = (.*);\n", found.text)[0])
    assert f'src="{release["prefix"]}linked/app.js"' in client.get("/", headers=HTML).text
    assert {"linked/app.js", "linked/boards/romans.js", "linked/all.css"} <= set(release["shell"])
    for name in shell_files():
        assert client.get(release["prefix"] + name).status_code == 200, name


def test_only_the_page_itself_may_have_a_worker(client: FlaskClient, game: Seated) -> None:
    def policy(path: str) -> str:
        return client.get(path, headers=HTML).headers["Content-Security-Policy"]

    for path in ("/", "/my", f"/games/{game.id}"):
        assert policy(path).endswith("; worker-src 'self'; manifest-src 'self'")
        may = client.get(path, headers=HTML).headers["Permissions-Policy"]
        assert "camera=()" in may
        assert not any(feature in may for feature in USED)
    for path in ("/docs", "/docs/guides", f"/embed/games/{game.id}"):
        assert "worker-src" not in policy(path)
        assert "manifest-src" not in policy(path)


def test_news_of_a_public_game_are_public_for_a_spectator_alone(game: Seated) -> None:
    assert game.get("/news?after=0").headers["Cache-Control"] == "public, no-cache"
    assert game.get("/news?after=0", 1).headers["Cache-Control"] == "private, no-store"
    for path in ("", "/events", "/replay", "/audit"):
        assert game.get(path).headers["Cache-Control"] == "private, no-cache"
