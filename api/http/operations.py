"""The kit: one decorator that validates what comes in, documents the operation and routes to its handler.

games = Resource("games", "Tables, and who sits at them.")

@games.on("POST", "/v1/games", body=NEW_GAME, returns={201: Returns("The new game.", GameCreated)})
def create_game(call: Call) -> Response:
    \"\"\"Set a table. The docstring is the documentation.\"\"\"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from flask import Blueprint, Response, current_app, g, request
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import Headers
from werkzeug.exceptions import NotAcceptable, RequestEntityTooLarge, UnsupportedMediaType

from api.http import headers
from api.requests.bodies import JSON as JSON
from api.requests.bodies import Body
from domain.table.refusals import Refusal, Refused
from projections.documents import Document
from service.app import Kronika
from service.play.idempotency import CommandResponse
from service.system import strict_json

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from api.http.problems import KindName

Handler = Callable[..., Response]
FOR_WHOM = ("Authorization", "Accept-Encoding")
"""What answers of one address differ by."""


class Quota(StrEnum):
    """What requests are counted as (`service.system.settings.Limits`): all of them, those that write, and four kinds besides."""

    REQUESTS = "requests"
    ACTIONS = "actions"
    GAMES = "games"
    COSTLY = "costly"
    NEWS = "news"
    PICTURES = "pictures"


class Returns(NamedTuple):
    """One documented answer: a document's type or None, under one or more media types, with its headers.

    `items`: the document that each line or each event of a stream holds; `named`: that of events of other names.
    """

    description: str
    schema: Any = None
    media_types: Sequence[str] = (JSON,)
    headers: Sequence[str] = ()
    items: type[Document] | None = None
    named: Mapping[str, type[Document]] = {}


class Operation(NamedTuple):
    """Everything that is known about one operation. `auth` is "none", "optional" or "required".

    `mints`: the answer holds a token or a code, so an Idempotency-Key has to be long. `counts`: what it counts as
    besides being a request; with none a request that writes is an action; None: it is never refused for being many.
    """

    handler: Handler
    method: str
    path: str
    returns: Mapping[int, Returns]
    auth: str = "none"
    query: type[Schema] | None = None
    body: Body | None = None
    headers: Sequence[str] = ()
    mints: bool = False
    counts: Sequence[Quota] | None = ()
    problems: Sequence[KindName] = ()


class Call(NamedTuple):
    """A request that matches its operation: checked and converted."""

    token: str | None
    query: dict[str, Any]
    body: dict[str, Any]
    key: str | None
    if_match: frozenset[int] | None
    asked: dict[str, str] = {}
    """The query as it was sent, for what is told apart by it."""


class Resource(Blueprint):
    """A blueprint whose operations document themselves; `about` says in a sentence what they are for."""

    def __init__(self, name: str, about: str) -> None:
        super().__init__(name, __name__)
        self.about = about
        self.operations: list[Operation] = []

    def on(self, method: str, path: str, **told: Any) -> Callable[[Handler], Handler]:
        """Route to a handler that takes a `Call` and the path's parameters; `told` are fields of `Operation`."""

        def register(handler: Handler) -> Handler:
            operation = Operation(handler, method, path, **told)
            self.operations.append(operation)
            self.add_url_rule(path, handler.__name__, _view(operation), methods=[method])
            return handler

        return register


def _view(operation: Operation) -> Callable[..., Response]:
    schema = operation.query() if operation.query else None
    offered = _offered(operation)

    def view(**path: Any) -> Response:
        _check_accepted(offered)
        call = _read(operation, schema)
        response = operation.handler(call, **path)
        return response if operation.auth == "none" else kept_private(response, call.token)

    return view


def _offered(operation: Operation) -> Sequence[str]:
    """The media types that there are; none for monitors, who get what there is, whatever they say."""
    told = [media for returns in operation.returns.values() for media in returns.media_types]
    json_too = [JSON for media in told if media.endswith("+json")]
    return [] if operation.counts is None else [*told, *json_too]


def _check_accepted(offered: Sequence[str]) -> None:
    """Refuse who takes none of these media types."""
    if offered and "HTTP_ACCEPT" in request.environ:
        wanted = request.accept_mimetypes
        if wanted and not wanted.best_match(offered):
            raise NotAcceptable


def _read(operation: Operation, query: Schema | None) -> Call:
    token = None if operation.auth == "none" else headers.bearer_token()
    if token is None and operation.auth == "required":
        raise Refused(Refusal.UNAUTHENTICATED, "This needs a bearer token.")
    body = operation.body.load(read_body(operation.body)) if operation.body else {}
    g.private = body.get("visibility") == "private"
    return Call(
        token,
        read_query(query) if query else {},
        body,
        headers.idempotency_key() if "Idempotency-Key" in operation.headers else None,
        headers.if_match() if "If-Match" in operation.headers else None,
        request.args.to_dict() if request.environ.get("QUERY_STRING") else {},
    )


def read_query(schema: Schema) -> dict[str, Any]:
    """The query string, each parameter once."""
    if not request.environ.get("QUERY_STRING"):
        return dict(_of_no_query(schema))
    given = request.args.to_dict(flat=False)
    twice = {name: ["Given more than once."] for name, values in given.items() if len(values) > 1}
    if twice:
        raise ValidationError(twice)
    found: dict[str, Any] = schema.load({name: values[0] for name, values in given.items()})
    return found


@cache
def _of_no_query(schema: Schema) -> Mapping[str, Any]:
    found: Mapping[str, Any] = schema.load({})
    return found


def read_body(body: Body) -> Any:
    """What a body is made from: JSON, or for a plain one the bytes. {} for an optional one that is empty."""
    data = read_bytes(body.largest)
    if body.optional and not data:
        return {}
    if not body.any_type:
        _check_media_type(body)
    return data if body.plain else _parsed(data)


def _check_media_type(body: Body) -> None:
    exact = request.environ.get("CONTENT_TYPE") in body.media_types
    if not exact and request.mimetype not in body.media_types:
        raise UnsupportedMediaType


def _parsed(data: bytes) -> Any:
    try:
        return strict_json.parse(data)
    except strict_json.RepeatedMember as error:
        raise ValidationError({name: ["Given more than once."] for name in error.names}) from error
    except strict_json.BadJson as error:
        raise ValidationError(f"The body is {error}") from error


def read_bytes(at_most: int) -> bytes:
    """The body. One sent in chunks is cut off without a word at the limit, so a byte more than that is read."""
    request.max_content_length = at_most + 1
    data = request.get_data(cache=False)
    if len(data) > at_most:
        raise RequestEntityTooLarge
    return data


class Answer(Response):
    """One whose headers are sent as they stand; Flask looks through them once more, and copies each, for what we never have."""

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        return self.headers if self.status_code in (200, 201) else super().get_wsgi_headers(environ)


def answer(body: bytes | Document, status: int = 200, media_type: str = JSON, **more: str) -> Response:
    """An answer from ready bytes or a document; `more` are headers, with underscores for hyphens."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    named = [("Content-Type", media_type), *((name.replace("_", "-"), value) for name, value in more.items())]
    return Answer(data, status, named)


def handed_out(given: CommandResponse[Any], **headers: str) -> Response:
    """An answer that may hold a token or a code, so nobody keeps it."""
    if given.replayed:
        headers["Idempotent-Replayed"] = "true"
    return answer(given.document, 201, Cache_Control="private, no-store", **headers)


def kept_private(response: Response, token: str | None) -> Response:
    """No cache keeps what a token opened; what everybody may see is asked for again unless the handler says otherwise."""
    there = headers.there(response)
    if "vary" in there:
        response.vary.update(FOR_WHOM)
    else:
        response.headers.add("Vary", ", ".join(FOR_WHOM))
    if token:
        response.headers["Cache-Control"] = "private, no-store"
    elif "cache-control" not in there:
        response.headers.add("Cache-Control", "private, no-cache")
    return response


def kronika() -> Kronika:
    """The service behind this app."""
    found: Kronika = current_app.extensions["kronika"]
    return found
