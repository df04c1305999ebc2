"""The preview of a link to a game: the head of its page, in the form of Open Graph and oEmbed."""

from __future__ import annotations

import re
from html import escape
from typing import NamedTuple
from urllib.parse import urlencode

from api.http.operations import kronika
from api.http.problem_texts import reader_language
from api.pages.assets import board_preloads
from api.pictures.painter import available, drawing
from domain.table.refusals import Refused
from service.queries.link_previews import LinkPreview, link_preview
from service.store import StoreUnusable

GAME_PAGE = re.compile(r"/(?:embed/)?games/([0-9a-f]{32})(?:/v/([0-9]{1,9}))?")
"""Paths of pages that show a game."""


def preview_of(path: str) -> LinkPreview:
    """The game that a page at this path shows, in the reader's language; `Refused` if not everyone may see it."""
    found = GAME_PAGE.fullmatch(path)
    assert found is not None
    version = None if found[2] is None else int(found[2])
    return link_preview(kronika().repository, found[1], version, reader_language())


class Opening(NamedTuple):
    """What the page of a public game has before any script; empty if not everyone may see the game."""

    head: str = ""
    """Tags for link previews, and preloads for the board."""
    main: str = ""
    """What the page shows first: the game, and the sentence about what happened last."""


def opening(path: str, hides_end: bool) -> Opening:
    """How the page at this path opens. `hides_end`: hide the game's version and its state."""
    if GAME_PAGE.fullmatch(path) is None:
        return Opening()
    try:
        found = preview_of(path)
    except (Refused, StoreUnusable):
        return Opening()
    return Opening(_head(found, path, hides_end), _first_words(found, hides_end))


def _first_words(found: LinkPreview, hides_end: bool) -> str:
    """Readers who hide results see the page of a game that is over, too: only their browser knows that they do."""
    said = "" if hides_end or found.over else f"<p>{escape(found.sentence)}</p>"
    return f'<div class="loading" lang="{reader_language()}"><h1>{escape(found.title)}</h1>{said}</div>'


def _head(found: LinkPreview, path: str, hides_end: bool) -> str:
    site = kronika().settings.origin_url
    url = site + path + ("?spoilers=hide" if hides_end else "")
    lines = [
        f'<meta property="{name}" content="{escape(content)}">'
        for name, content in _properties(found, path, url, hides_end).items()
    ]
    oembed = f"{site}/oembed?{urlencode({'url': url})}"
    discovery = f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">'
    board = [] if hides_end else [board_preloads(found.ruleset)]
    return "\n".join([*lines, discovery, *board, ""])


def _properties(found: LinkPreview, path: str, url: str, hides_end: bool) -> dict[str, str]:
    """The page's Open Graph properties."""
    properties = {
        "og:site_name": "Kronika",
        "og:type": "website",
        "og:url": url,
        "og:title": found.title,
    }
    if not hides_end:
        properties["og:description"] = found.sentence
    if available() and found.begun and not hides_end:
        properties["og:image"] = _picture_url(found, path)
    return properties


def _picture_url(found: LinkPreview, path: str) -> str:
    game = path.removeprefix("/embed").split("/")[2]
    picture = f"{kronika().settings.origin_url}/v1/games/{game}/states/{found.version}.png"
    return f"{picture}?document_revision={found.revision}&drawing={drawing()}"
