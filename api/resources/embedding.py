"""Games in other people's pages: a player for frames, and oEmbed, which tells them how to show it."""

from __future__ import annotations

from html import escape
from typing import Annotated, Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from flask import Response
from marshmallow import fields, validate

from api.http.base_url import base_url
from api.http.operations import (
    Call,
    Resource,
    Returns,
    kronika,
    respond,
)
from api.http.problem_kinds import Fault
from api.pages.assets import module_preloads
from api.requests.fields import Closed, QueryInteger, described, one_of
from api.resources.front import STRICT_POLICY, page
from api.resources.link_previews import GAME_PAGE, preview_of
from domain.table.refusals import Refusal, Refused
from projections.documents import Document, meaning
from projections.documents import one_of as one_of_these

embedding = Resource("embedding", "Games in other people's pages.")
WIDTH, HEIGHT = 800, 600
MIN_WIDTH, MIN_HEIGHT = 280, 320
"""Smaller frames show a board that nobody can read."""
LONGEST = 2000
PLAYER_OPTIONS = ("lang", "theme", "speed", "spoilers")
"""What the query of a player's address may say."""


class OEmbedQuery(Closed):
    """Of oembed.com, section 2.2."""

    url = fields.String(
        required=True,
        validate=validate.Length(max=LONGEST),
        metadata=described("The address of a game here, or of a version of it."),
    )
    maxwidth = QueryInteger(
        load_default=WIDTH, min=1, metadata=described("The frame is no wider, in pixels.")
    )
    maxheight = QueryInteger(
        load_default=HEIGHT, min=1, metadata=described("The frame is no higher, in pixels.")
    )
    format = one_of(["json"], load_default="json", metadata=described("There is JSON only."))


class OEmbed(Document, frozen=True, kw_only=True):
    """How to show a game in a page (oembed.com)."""

    type: Annotated[str, one_of_these(["rich"])] = "rich"
    version: Annotated[str, one_of_these(["1.0"])] = "1.0"
    title: Annotated[str, meaning("What is played, and by whom.")]
    provider_name: Annotated[str, meaning("Who serves it.")] = "Kronika"
    provider_url: Annotated[str, meaning("Where that is.")]
    cache_age: Annotated[
        int, meaning("For so many seconds this may be kept: names in it can be taken away.")
    ] = 0
    html: Annotated[str, meaning("A frame with a player of the game.")]
    width: Annotated[int, meaning("Of the frame, in pixels.")]
    height: Annotated[int, meaning("Of the frame, in pixels.")]


@embedding.route("/embed/games/<game:game>")
@embedding.route("/embed/games/<game:game>/v/<int:version>")
def player(**seen: Any) -> Response:
    """A player that shows what everybody may see. It is the only page that others may frame, as the settings say.

    It has nothing to be tricked into clicking: it asks without a token, keeps nothing, and posts nothing.
    """
    policy = STRICT_POLICY.replace("frame-ancestors 'none'", f"frame-ancestors {kronika().settings.embed}")
    return page("web/embed/index.html", policy, module_preloads("embed/embed.js"))


@embedding.on(
    "GET",
    "/oembed",
    query=OEmbedQuery,
    returns={200: Returns("How to show the game.", OEmbed, headers=["Cache-Control"])},
    problems=[Refusal.NOT_FOUND, Fault.URI_TOO_LONG],
)
def get_oembed(call: Call) -> Response:
    """Read how a public game is shown in another page (oembed.com): a frame with a player of it.

    `url` is the address of the game's page here, or of a version of it. The frame is at least 280 pixels wide and 320 high,
    whatever `maxwidth` and `maxheight` say: less can be read by nobody.
    """
    address = call.query["url"]
    path = _path_of(address)
    found = preview_of(path)
    width = max(MIN_WIDTH, min(WIDTH, call.query["maxwidth"]))
    height = max(MIN_HEIGHT, min(HEIGHT, call.query["maxheight"]))
    frame = (
        f'<iframe src="{base_url()}/embed{path.removeprefix("/embed")}{_player_query(address)}" width="{width}" '
        f'height="{height}" title="{escape(found.title)}" '
        'loading="lazy" allowfullscreen style="border:0;max-width:100%"></iframe>'
    )
    described = OEmbed(title=found.title, provider_url=base_url(), html=frame, width=width, height=height)
    return respond(described, Cache_Control="no-cache", Vary="Accept-Language")


def _player_query(address: str) -> str:
    """How the player was to be set up: who hides the end of a game hides it elsewhere, too."""
    said = [(name, value) for name, value in parse_qsl(urlsplit(address).query) if name in PLAYER_OPTIONS]
    return escape(f"?{urlencode(said)}") if said else ""


def _path_of(address: str) -> str:
    """The path of an address here; `Refused` for one elsewhere."""
    try:
        parts = urlsplit(address)
        here = not parts.netloc or f"//{parts.netloc}" == f"//{urlsplit(base_url()).netloc}"
    except ValueError:
        here = False
    if not here or GAME_PAGE.fullmatch(parts.path) is None:
        raise Refused(Refusal.NOT_FOUND, "This is not the address of a game here.")
    return parts.path
