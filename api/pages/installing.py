"""What browsers and crawlers ask a site for by fixed addresses: manifest and worker of the installed page, icon, robots."""

from __future__ import annotations

import json
import re
from typing import Any

from flask import Response

from api.http.once import once
from api.http.operations import respond
from api.http.problem_texts import reader_language
from api.pages.assets import BUNDLES, PLAIN, asset_prefix, files

SHELL_MODULES = ("app.js", "lobby.js", "game.js", "notfound.js", "polish.js")
"""What the worker stores beside the boards when it is installed. It stores other files when a page first loads them."""
BOARD = re.compile(r"web/(boards/[a-z-]+\.js)")
STYLE_OR_FONT = re.compile(r"web/(?:fonts/.*\.woff2|boards/(?!harness)[a-z-]+\.css)")
LINKED = re.compile(rf'href="{PLAIN}([^"]+)"')
HARNESS = "boards/harness.js"
DAY = "public, max-age=86400"
PAPER = "#f5efe3"
"""The page's ground, which the window of the installed page has while it opens."""
WORKER_POLICY = "default-src 'none'; connect-src 'self'"
TEXTS = {
    "en": {
        "description": "Tabletop games to play, watch and check, move by move.",
        "/my": "My games",
        "/new": "New game",
        "/rules": "Learn",
    },
    "pl": {
        "description": "Gry planszowe: graj, oglądaj i sprawdzaj, ruch po ruchu.",
        "/my": "Moje gry",
        "/new": "Nowa gra",
        "/rules": "Zasady",
    },
}
ROBOTS = """\
# Pages of public games may be indexed. The pages of all other games say that they may not.
User-agent: *
Disallow: /v1/
Disallow: /embed/
Disallow: /oembed
Disallow: /health/
Disallow: /metrics
Disallow: /my
Disallow: /account
Disallow: /devices
Disallow: /desk
Disallow: /meetings/
Disallow: /*/referee
Disallow: /*/cases/
"""


def manifest() -> Response:
    """The description of the page for systems that install it, in the reader's language."""
    lang = reader_language()
    body = json.dumps(_manifest(lang, TEXTS[lang]), ensure_ascii=False).encode()
    media_type = "application/manifest+json"
    return respond(body, media_type=media_type, Cache_Control="public, max-age=3600", Vary="Accept-Language")


def _manifest(lang: str, texts: dict[str, str]) -> dict[str, Any]:
    return {
        "id": "/",
        "name": "Kronika",
        "short_name": "Kronika",
        "description": texts["description"],
        "lang": lang,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": PAPER,
        "background_color": PAPER,
        "categories": ["games"],
        "icons": [
            _icon("192", "192x192", "any"),
            _icon("512", "512x512", "any"),
            _icon("maskable", "512x512", "maskable"),
        ],
        "shortcuts": [{"name": texts[path], "url": path} for path in ("/my", "/new", "/rules")],
    }


def _icon(name: str, size: str, purpose: str) -> dict[str, str]:
    """Its address has no digest: systems take another address for another icon."""
    return {"src": f"{PLAIN}icons/{name}.png", "sizes": size, "type": "image/png", "purpose": purpose}


def worker() -> Response:
    """The service worker. Browsers fetch it anew to see whether there is another version, which any changed file makes."""
    response = respond(_worker(), media_type="text/javascript; charset=utf-8", Cache_Control="no-cache")
    response.headers["Content-Security-Policy"] = WORKER_POLICY
    return response


@once
def _worker() -> bytes:
    release = json.dumps({"prefix": asset_prefix(), "shell": shell_files()})
    return f"self.release = {release};\n".encode() + files()["worker.js"]


@once
def shell_files() -> list[str]:
    """The files with which the front page and a game's page open, below the prefix."""
    boards = [found[1] for name in files() if (found := BOARD.fullmatch(name)) and found[1] != HARNESS]
    linked = LINKED.findall(files()["web/index.html"].decode())
    drawn = [name for name in files() if STYLE_OR_FONT.fullmatch(name)]
    return sorted({*linked, *drawn, *(BUNDLES + name for name in (*SHELL_MODULES, *boards))})


def favicon() -> Response:
    """For browsers and feeds that ask for nothing else; pages name `icon.svg`."""
    return respond(files()["icons/favicon.ico"], media_type="image/x-icon", Cache_Control=DAY)


def robots() -> Response:
    return respond(ROBOTS.encode(), media_type="text/plain; charset=utf-8", Cache_Control=DAY)
