"""Pictures of positions: what the page's board shows of a version, as SVG and as PNG."""

from __future__ import annotations

from typing import Any

import orjson
from flask import Response, current_app

from api.http.etags import AnsweringForGood
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    kept_private,
)
from api.http.operations import kronika as service
from api.pictures.painter import NotDrawn, Painter, available, drawing, revision
from api.requests.fields import (
    Closed,
    QueryInteger,
    one_of,
    text,
)
from api.requests.schemas import told
from api.resources.rulesets import document_of
from domain.table.refusals import Refusal, Refused
from projections.sentences import LANGUAGES
from service.queries import reading
from service.queries.reading import QueryResponse

positions = Resource("pictures", "Positions as pictures.")
SVG, PNG = "image/svg+xml", "image/png"
USUAL, NARROWEST, WIDEST = 900, 320, 1600


class PictureQuery(Closed):
    """How a picture is drawn."""

    document_revision = QueryInteger(
        load_default=None, metadata=told("The game document's `document_revision`.")
    )
    drawing = text(
        "[0-9a-f]{16}",
        16,
        load_default=None,
        metadata=told("What the service draws with, as the addresses say that it hands out."),
    )
    lang = one_of(
        list(LANGUAGES), load_default="en", metadata=told("The language of the words on the board.")
    )
    theme = one_of(
        ["light", "dark"], load_default="light", metadata=told("Whether it is a light or a dark one.")
    )
    width = QueryInteger(
        min=NARROWEST, max=WIDEST, load_default=USUAL, metadata=told("How wide the board is, in pixels.")
    )


def _told(media_type: str) -> dict[str, Any]:
    return {
        "counts": [Quota.PICTURES],
        "query": PictureQuery,
        "headers": ["If-None-Match"],
        "returns": {
            200: Returns("The picture.", media_types=[media_type], headers=["ETag", "Cache-Control"]),
            304: Returns("The client holds it.", media_types=()),
        },
        "problems": [Refusal.NOT_FOUND, Refusal.BUSY, Refusal.NOT_PROVIDED],
    }


@positions.on("GET", "/v1/games/<game:game>/states/<int:version>.svg", **_told(SVG))
def get_state_svg(call: Call, game: str, version: int) -> Response:
    """Read the board as it was at a version of a public game, as SVG.

    It shows what everybody may see, drawn by the page's own board. It has no scripts and loads nothing. It may be kept for
    good under the address that carries the present `document_revision` and `drawing`. Tokens count for nothing here.
    """
    return _picture(call, game, version, SVG)


@positions.on("GET", "/v1/games/<game:game>/states/<int:version>.png", **_told(PNG))
def get_state_png(call: Call, game: str, version: int) -> Response:
    """Read the board as it was at a version of a public game, as PNG.

    As the SVG of the same address, with the letters that the service's machine has.
    """
    return _picture(call, game, version, PNG)


def _picture(call: Call, game: str, version: int, media_type: str) -> Response:
    if not available():
        detail = "This service draws no pictures: it was installed without them (`kronika[pictures]`)."
        raise Refused(Refusal.NOT_PROVIDED, detail)
    picture = AnsweringForGood(call, media_type, also={"drawing": drawing()})

    def known(shown: QueryResponse) -> bytes | None:
        return picture.known(_named(shown))

    found = reading.document_at(service().repository, game, None, version, cached=known)
    if found.body:
        assert isinstance(found.body, bytes)
        found = found._replace(body=_drawn(call, orjson.loads(found.body), media_type == PNG))
    return kept_private(picture.response(_named(found)), None)


def _named(shown: QueryResponse) -> QueryResponse:
    return shown._replace(content=revision())


def _drawn(call: Call, document: dict[str, Any], png: bool) -> bytes:
    if not document["view"]:
        raise Refused(Refusal.NOT_FOUND, "There is nothing on the table before the game begins.")
    painter: Painter = current_app.extensions["painter"]
    state = {
        "view": document["view"],
        "seats": document["seats"],
        "status": document["status"],
        "toAct": document["to_act"],
        "ruleset": orjson.loads(document_of(document["ruleset"])),
        "lang": call.query["lang"],
    }
    job = {
        "ruleset": document["ruleset"],
        "state": state,
        "width": call.query["width"],
        "dark": call.query["theme"] == "dark",
        "png": png,
    }
    try:
        return painter.draw(job)
    except NotDrawn as error:
        raise Refused(Refusal.BUSY, "The picture was not drawn; try again.") from error
