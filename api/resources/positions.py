"""Pictures of positions: the page's board of a version, as SVG and as PNG."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import orjson
from flask import Response, request

from api.http.etags import ImmutableResponse
from api.http.operations import (
    Call,
    Quota,
    Resource,
    Returns,
    respond,
    with_cache_headers,
)
from api.http.operations import kronika as service
from api.http.scopes import SEES
from api.pictures.painter import available, drawing, revision
from api.requests.fields import (
    Closed,
    QueryInteger,
    described,
    one_of,
    text,
)
from api.resources.boards import WIDTH, Look, drawn, drawn_once, job
from api.resources.example_boards import example
from api.resources.rulesets import check_ruleset
from domain.table.refusals import Refusal, Refused
from projections.documents.notes import Arrow, Note
from projections.judgment.boards import Position
from projections.sentences import LANGUAGES
from service.queries import states
from service.queries.notes import notes_of_analysis
from service.queries.responses import QueryResponse

positions = Resource("pictures", "Positions as pictures.")
SVG, PNG = "image/svg+xml", "image/png"
MIN_WIDTH, MAX_WIDTH = 320, 1600
MIN_HEIGHT, MAX_HEIGHT = 180, 1600


class LookQuery(Closed):
    """How a picture is drawn."""

    lang = one_of(
        list(LANGUAGES), load_default="en", metadata=described("The language of texts on the board.")
    )
    theme = one_of(["light", "dark"], load_default="light", metadata=described("The colour theme."))
    width = QueryInteger(
        min=MIN_WIDTH,
        max=MAX_WIDTH,
        load_default=WIDTH,
        metadata=described("The width of the picture, in pixels."),
    )
    height = QueryInteger(
        min=MIN_HEIGHT,
        max=MAX_HEIGHT,
        load_default=None,
        metadata=described(
            "The height of the picture, in pixels: the board is as large as it fits, undistorted, on the page's background. "
            "Omitted: the height of the board at this width."
        ),
    )


class PictureQuery(LookQuery):
    """How a picture of a version is drawn."""

    document_revision = QueryInteger(
        load_default=None, metadata=described("The game document's `document_revision`.")
    )
    drawing = text(
        "[0-9a-f]{16}",
        16,
        load_default=None,
        metadata=described("The digest of the drawing code, from an address that the service gave out."),
    )


def _picture_operation(media_type: str) -> dict[str, Any]:
    return {
        "counts": [Quota.PICTURES],
        "auth": "optional",
        "scopes": [*SEES, "hooks"],
        "cookies": False,
        "lenient": True,
        "query": PictureQuery,
        "headers": ["If-None-Match"],
        "returns": {
            200: Returns("The picture.", media_types=[media_type], headers=["ETag", "Cache-Control"]),
            304: Returns("The client holds the current picture.", media_types=()),
        },
        "problems": [Refusal.NOT_FOUND, Refusal.BUSY, Refusal.NOT_PROVIDED],
    }


@positions.on("GET", "/v1/games/<game:game>/states/<int:version>.svg", **_picture_operation(SVG))
def get_state_svg(call: Call, game: str, version: int) -> Response:
    """Read the board as it was at a version of a public game, or of an analysis, as SVG.

    It shows what everyone may see, drawn by the page's own board. It has no scripts and loads nothing. It may be cached
    forever under the address with the current `document_revision` and `drawing`. Only in an analysis a token makes a
    difference: the analyst and those with whom it is shared get the board with the arrows of its notes.
    """
    return _picture(call, game, version, SVG)


@positions.on("GET", "/v1/games/<game:game>/states/<int:version>.png", **_picture_operation(PNG))
def get_state_png(call: Call, game: str, version: int) -> Response:
    """Read the board as it was at a version of a public game, or of an analysis, as PNG.

    Like the SVG of the same address, with the fonts of the service's machine.
    """
    return _picture(call, game, version, PNG)


@positions.on(
    "GET",
    "/v1/rulesets/<ruleset>/board.svg",
    counts=[Quota.PICTURES],
    query=LookQuery,
    headers=["If-None-Match"],
    returns={
        200: Returns("The picture.", media_types=[SVG], headers=["ETag", "Cache-Control"]),
        304: Returns("The client holds the current picture.", media_types=()),
    },
    problems=[Refusal.NOT_FOUND, Refusal.BUSY, Refusal.NOT_PROVIDED],
)
def get_example_svg(call: Call, ruleset: str) -> Response:
    """Read a board of a ruleset in the middle of a game between bots, as SVG: the picture that introduces the game."""
    check_ruleset(ruleset)
    _check_available()
    svg = drawn_once(job(example(ruleset), _look(call, png=False)))
    response = respond(svg, media_type=SVG, Cache_Control="public, max-age=3600")
    response.add_etag()
    response.make_conditional(request)
    return response


def _picture(call: Call, game: str, version: int, media_type: str) -> Response:
    _check_available()
    picture = ImmutableResponse(call, media_type, also={"drawing": drawing()})

    def known(found: QueryResponse) -> bytes | None:
        return picture.known(_with_revision(found))

    study = notes_of_analysis(service().repository, game, call.token)
    if study is not None:
        return _study(call, study, game, version, media_type)
    found = states.document_at(service().repository, game, None, version, cached=known)
    if found.body:
        assert isinstance(found.body, bytes)
        found = found._replace(body=_drawn(call, found.body, media_type == PNG))
    return with_cache_headers(picture.response(_with_revision(found)), None)


def _study(call: Call, study: Sequence[Note], game: str, version: int, media_type: str) -> Response:
    """Notes change without the log, so the ETag is one of the bytes."""
    found = states.document_at(service().repository, game, call.token, version)
    assert isinstance(found.body, bytes)
    arrows = [arrow for note in study if note.version == version for arrow in note.arrows or ()]
    response = respond(_drawn(call, found.body, media_type == PNG, arrows), media_type=media_type)
    digest = sha256(response.get_data()).hexdigest()[:32]
    response.set_etag(f"{found.version}-{digest}")
    response.make_conditional(request)
    return response


def _check_available() -> None:
    if not available():
        detail = "This service draws no pictures: it was installed without them (`kronika[pictures]`)."
        raise Refused(Refusal.NOT_PROVIDED, detail)


def _with_revision(found: QueryResponse) -> QueryResponse:
    return found._replace(content=revision())


def _drawn(call: Call, body: bytes, png: bool, arrows: Sequence[Arrow] = ()) -> bytes:
    document = orjson.loads(body)
    if not document["view"]:
        raise Refused(Refusal.NOT_FOUND, "There is no board before the game begins.")
    parts = (document[name] for name in ("ruleset", "view", "seats", "status", "to_act"))
    return drawn(job(Position(*parts), _look(call, png), arrows))


def _look(call: Call, png: bool) -> Look:
    query = call.query
    return Look(query["lang"], query["width"], query["theme"] == "dark", png, query["height"])
