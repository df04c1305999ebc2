"""Games in other people's pages: a player for frames, and oEmbed, which tells those pages how to embed it."""

from __future__ import annotations

import re
from html import escape
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode, urlsplit
from uuid import UUID

from flask import Response
from marshmallow import fields, validate

from api.http.exchange import exchange
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.problem_kinds import Fault
from api.pages.assets import module_preloads, packaged_boards_here
from api.requests.fields import Closed, QueryInteger, described, one_of
from api.resources.front import STRICT_POLICY, page
from api.resources.link_previews import GAME_PAGE, preview_of
from domain.meaning import meaning
from domain.table.refusals import Refusal, Refused
from projections.documents import Document
from projections.documents import one_of as one_of_these

embedding = Resource("embedding", "Games in other people's pages.")
WIDTH, HEIGHT = 800, 600
MIN_WIDTH, MIN_HEIGHT = 280, 320
"""Boards in smaller frames are unreadable."""
LONGEST = 2000
SHORT = re.compile("/(g|embed)/([0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
VERSION = re.compile("[0-9]{1,9}")
PLAYER_OPTIONS = ("lang", "theme", "speed", "spoilers")
"""The query parameters of a player's URL."""


class OEmbedQuery(Closed):
    """oembed.com, section 2.2."""

    url = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST),
        metadata=described("The address of a game of this service, or of a version of it."),
    )
    maxwidth = QueryInteger(
        load_default=WIDTH, min=1, metadata=described("The largest width of the frame, in pixels.")
    )
    maxheight = QueryInteger(
        load_default=HEIGHT, min=1, metadata=described("The largest height of the frame, in pixels.")
    )
    format = one_of(["json"], load_default="json", metadata=described("Only JSON is available."))


class OEmbed(Document, frozen=True, kw_only=True):
    """How to embed a game in a page (oembed.com)."""

    type: Annotated[str, one_of_these(["rich"])] = "rich"
    version: Annotated[str, one_of_these(["1.0"])] = "1.0"
    title: Annotated[str, meaning("The ruleset and the players.")]
    provider_name: Annotated[str, meaning("The name of the service.")] = "Kronika"
    provider_url: Annotated[str, meaning("The address of the service, as configured.")]
    cache_age: Annotated[int, meaning("Seconds for which this may be cached: names in it may be erased.")] = 0
    html: Annotated[str, meaning("A frame with a player for the game.")]
    width: Annotated[int, meaning("Of the frame, in pixels.")]
    height: Annotated[int, meaning("Of the frame, in pixels.")]


@embedding.route("/embed/games/<game:game>")
@embedding.route("/embed/games/<game:game>/v/<int:version>")
def player(**path: Any) -> Response:
    """A player for a game as spectators see it. The only page that others may frame, depending on the settings.

    It cannot be abused for clickjacking: it sends no token, stores nothing, and changes nothing.
    """
    policy = STRICT_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {kronika().settings.embed}")
    return page("web/embed/index.html", policy, module_preloads("embed/embed.js") + packaged_boards_here())


@embedding.route("/g/<uuid:game>")
@embedding.route("/g/<game:game>", endpoint="short_address_in_digits")
@embedding.route("/embed/<game:game>", endpoint="short_player")
def short_address(game: UUID | str) -> Response:
    """A game's page, or its player, under a short address; that of the page ends the origin in the game's signed notes."""
    request = exchange().request
    long = _long_path(request.path, request.args.get("v", ""))
    query = request.query_string.decode("latin-1")
    return respond(b"", 308, "text/plain", Location=f"{long}?{query}" if query else long)


@embedding.on(
    "GET",
    "/oembed",
    query=OEmbedQuery,
    returns={200: Returns("How to embed the game.", OEmbed, headers=["Cache-Control"])},
    problems=[Refusal.NOT_FOUND, Refusal.LOG_MISSING, Fault.URI_TOO_LONG],
)
def get_oembed(call: Call) -> Response:
    """Read how to embed a public game in another page (oembed.com): a frame with a player.

    `url` is the address of the game's page here, or of a version of it. The frame is at least 280 pixels wide and 320 high,
    whatever `maxwidth` and `maxheight` say, because smaller boards are unreadable.
    """
    address, site = call.query["url"], kronika().settings.origin_url
    path = _path_of(address)
    found = preview_of(path)
    width = max(MIN_WIDTH, min(WIDTH, call.query["maxwidth"]))
    height = max(MIN_HEIGHT, min(HEIGHT, call.query["maxheight"]))
    player_url = f"{site}/embed{path.removeprefix('/embed')}{_player_query(address)}"
    frame = (
        f'<iframe src="{player_url}" width="{width}" height="{height}" title="{escape(found.title)}" '
        'loading="lazy" allowfullscreen style="border:0;max-width:100%"></iframe>'
    )
    embed = OEmbed(title=found.title, provider_url=site, html=frame, width=width, height=height)
    return respond(embed, Cache_Control="no-cache", Vary="Accept-Language")


def _player_query(address: str) -> str:
    """The player's options from the requested URL. A page that hides the end of a game hides it in the embedded player, too."""
    options = [(name, value) for name, value in parse_qsl(urlsplit(address).query) if name in PLAYER_OPTIONS]
    return escape(f"?{urlencode(options)}") if options else ""


def _path_of(address: str) -> str:
    """The path of an address of this service; `Refused` for any other."""
    try:
        parts = urlsplit(address)
        here = parts.netloc in ("", urlsplit(kronika().settings.origin_url).netloc)
    except ValueError:
        here = False
    path = _long_path(parts.path, dict(parse_qsl(parts.query)).get("v", "")) if here else ""
    if GAME_PAGE.fullmatch(path) is None:
        raise Refused(Refusal.NOT_FOUND, "This is not the address of a game of this service.")
    return path


def _long_path(path: str, version: str) -> str:
    """The path of the same page for a short one with `?v=VERSION`; any other as it is."""
    found = SHORT.fullmatch(path)
    if found is None:
        return path
    place = "/games" if found[1] == "g" else "/embed/games"
    return f"{place}/{found[2].replace('-', '')}" + (f"/v/{version}" if VERSION.fullmatch(version) else "")
