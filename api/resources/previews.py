"""What a link to a game shows before anybody follows it: the head of its page, as Open Graph and oEmbed want it."""

from __future__ import annotations

import re
from html import escape
from urllib.parse import urlencode

from api.http.operations import kronika
from api.http.problem_words import reader_language
from api.http.sites import site
from api.pages.assets import board_ahead
from api.pictures.painter import available, drawing
from domain.table.refusals import Refused
from service.queries.link_previews import LinkPreview, link_preview
from service.store import StoreUnusable

SHOWS_A_GAME = re.compile(r"/(?:embed/)?games/([0-9a-f]{32})(?:/v/([0-9]{1,9}))?")
"""Paths of pages that show a game."""


def glimpsed(path: str) -> LinkPreview:
    """The game that a page at this path shows, in the reader's language; `Refused` where not everybody may see it."""
    found = SHOWS_A_GAME.fullmatch(path)
    assert found is not None
    version = None if found[2] is None else int(found[2])
    return link_preview(kronika().repository, found[1], version, reader_language())


def preview(path: str, keeps_end: bool) -> str:
    """What a page at this path says of itself to those who show links to it, and what its browser will need of the board; nothing
    where not everybody may see the game.

    `keeps_end`: neither how far the game is nor how it stands.
    """
    if SHOWS_A_GAME.fullmatch(path) is None:
        return ""
    try:
        found = glimpsed(path)
    except (Refused, StoreUnusable):
        return ""
    here = site() + path + ("?spoilers=hide" if keeps_end else "")
    properties = {
        "og:site_name": "Kronika",
        "og:type": "website",
        "og:url": here,
        "og:title": found.title,
    }
    if not keeps_end:
        properties["og:description"] = found.sentence
    if available() and found.begun and not keeps_end:
        game = path.removeprefix("/embed").split("/")[2]
        properties["og:image"] = (
            f"{site()}/v1/games/{game}/states/{found.version}.png?document_revision={found.revision}&drawing={drawing()}"
        )
    oembed = f"{site()}/oembed?{urlencode({'url': here})}"
    discovered = f'<link rel="alternate" type="application/json+oembed" href="{escape(oembed)}">'
    lines = [f'<meta property="{name}" content="{escape(content)}">' for name, content in properties.items()]
    board = [] if keeps_end else [board_ahead(found.ruleset)]
    return "\n".join([*lines, discovered, *board, ""])
