"""One decorator that validates a request, documents the operation and routes it to its handler.

games = Resource("games", "Tables, and who sits at them.")

@games.on("POST", "/v1/games", body=NEW_GAME, returns={201: Returns("The new game.", GameCreated)})
def create_game(call: Call) -> Response:
    \"\"\"Set a table. The docstring is the documentation.\"\"\"
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from flask import Blueprint, Response
from marshmallow import Schema, ValidationError
from werkzeug.datastructures import Headers
from werkzeug.exceptions import NotAcceptable, RequestEntityTooLarge, UnsupportedMediaType

from api.http import headers
from api.http.authentication import authenticated
from api.http.body import JSON as JSON
from api.http.body import Body
from api.http.deprecations import Deprecation, announce
from api.http.exchange import exchange
from api.http.exchange import kronika as kronika
from projections.documents import Document
from service.identity.credentials import Holder
from service.play.idempotency import CommandResponse
from service.store import only_reading
from service.system import strict_json

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

    from api.http.problem_kinds import KindName

Handler = Callable[..., Response]
VARY = ("Authorization", "Cookie", "Accept-Encoding")
"""Request headers on which responses depend."""


class Quota(StrEnum):
    """What a request counts as (`service.system.limits.Limits`): any request, one that writes, and special kinds."""

    REQUESTS = "requests"
    ACTIONS = "actions"
    GAMES = "games"
    COSTLY = "costly"
    NEWS = "news"
    PICTURES = "pictures"
    ACCOUNTS = "accounts"
    SIGNINS = "signins"


class Returns(NamedTuple):
    """One documented response: a document's type or None, under one or more media types, with its headers.

    `items`: the document in each line, or in each event of a stream. `named`: the documents of events with other names.
    """

    description: str
    schema: Any = None
    media_types: Sequence[str] = (JSON,)
    headers: Sequence[str] = ()
    items: type[Document] | None = None
    named: Mapping[str, type[Document]] = {}


class Operation(NamedTuple):
    """The declaration of one operation. `auth` is "none", "optional", "required", "account" or "session".

    "account": an account's session, or one of its personal tokens; "session": its session alone. `scopes`: personal tokens with
    one of these may use the operation. `same_site`: only pages of this service may, whether they have a session or not.
    `cookies`: whether a session's cookie is read at all. `begins`: whether accounts that are suspended may not use it.
    `lenient`: a credential that opens nothing counts as none.

    `mints`: the response holds a token or a code, so the Idempotency-Key has to be long. `counts`: quotas besides that of
    requests. Without any, a request that writes counts as an action; None means that the operation is never rate-limited.
    """

    handler: Handler
    method: str
    path: str
    returns: Mapping[int, Returns]
    auth: str = "none"
    scopes: Sequence[str] = ()
    same_site: bool = False
    cookies: bool = True
    lenient: bool = False
    begins: bool = False
    query: type[Schema] | None = None
    body: Body | None = None
    headers: Sequence[str] = ()
    mints: bool = False
    counts: Sequence[Quota] | None = ()
    problems: Sequence[KindName] = ()
    deprecation: Deprecation | None = None


class Call(NamedTuple):
    """A request that matches its operation: validated and converted."""

    token: str | None
    query: dict[str, Any]
    body: dict[str, Any]
    key: str | None
    if_match: frozenset[int] | None
    raw_query: dict[str, str] = {}
    """The query as the client sent it, for ETags and links."""
    holder: Holder | None = None
    """The account that asks."""

    @property
    def account(self) -> Holder:
        """The account that asks, of an operation that only accounts may use."""
        assert self.holder is not None, "the operation does not demand an account"
        return self.holder


class Resource(Blueprint):
    """A blueprint whose operations document themselves; `about` is one sentence about them.

    `accounts`: it is there only if the service has accounts.
    """

    def __init__(self, name: str, about: str, accounts: bool = False) -> None:
        super().__init__(name, __name__)
        self.about, self.accounts = about, accounts
        self.operations: list[Operation] = []

    def on(self, method: str, path: str, **fields: Any) -> Callable[[Handler], Handler]:
        """Route to a handler that takes a `Call` and the path's parameters; `fields` are those of `Operation`."""

        def register(handler: Handler) -> Handler:
            operation = Operation(handler, method, path, **fields)
            self.operations.append(operation)
            # Otherwise `GET http://HOST` is redirected to `http://HOST/`, permanently, and HOST is the client's word.
            self.add_url_rule(
                path, handler.__name__, _view(operation), methods=[method], strict_slashes=path != "/"
            )
            return handler

        return register


def _view(operation: Operation) -> Callable[..., Response]:
    schema = operation.query() if operation.query else None
    offered = _offered(operation)

    def view(**path: Any) -> Response:
        _check_accepted(offered)
        call = _read(operation, schema)
        with only_reading() if operation.method == "GET" else nullcontext():
            response = operation.handler(call, **path)
        if operation.deprecation is not None:
            announce(response, operation.deprecation)
        return response if operation.auth == "none" else with_cache_headers(response, call.token)

    return view


def _offered(operation: Operation) -> Sequence[str]:
    """The available media types; none for monitoring, which gets its response whatever it accepts."""
    offered = [media for returns in operation.returns.values() for media in returns.media_types]
    json_too = [JSON for media in offered if media.endswith("+json")]
    return [] if operation.counts is None else [*offered, *json_too]


def _check_accepted(offered: Sequence[str]) -> None:
    """Refuse a client that accepts none of these media types."""
    request = exchange().request
    if offered and "HTTP_ACCEPT" in request.environ:
        wanted = request.accept_mimetypes
        if wanted and not wanted.best_match(offered):
            raise NotAcceptable


def _read(operation: Operation, query: Schema | None) -> Call:
    token, holder = authenticated(operation)
    body = operation.body.load(read_body(operation.body)) if operation.body else {}
    exchange().private = body.get("visibility") == "private"
    return Call(
        token,
        read_query(query) if query else {},
        body,
        headers.idempotency_key() if "Idempotency-Key" in operation.headers else None,
        headers.if_match() if "If-Match" in operation.headers else None,
        exchange().request.args.to_dict() if exchange().request.environ.get("QUERY_STRING") else {},
        holder,
    )


def read_query(schema: Schema) -> dict[str, Any]:
    """The query string, in which each parameter comes once."""
    request = exchange().request
    if not request.environ.get("QUERY_STRING"):
        return dict(_query_defaults(schema))
    given = request.args.to_dict(flat=False)
    repeated = {name: ["Given more than once."] for name, values in given.items() if len(values) > 1}
    if repeated:
        raise ValidationError(repeated)
    query: dict[str, Any] = schema.load({name: values[0] for name, values in given.items()})
    return query


@cache
def _query_defaults(schema: Schema) -> Mapping[str, Any]:
    defaults: Mapping[str, Any] = schema.load({})
    return defaults


def read_body(body: Body) -> Any:
    """The input of `Body.load`: parsed JSON, or bytes for a raw body. {} for an optional body that is empty."""
    data = read_bytes(body.max_bytes)
    if body.optional and not data:
        return {}
    if not body.any_type:
        _check_media_type(body)
    return data if body.raw else _parsed(data)


def _check_media_type(body: Body) -> None:
    request = exchange().request
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


def read_bytes(max_bytes: int) -> bytes:
    """The body. werkzeug silently cuts off a chunked body at the limit, so one byte more is read."""
    request = exchange().request
    if request.environ.get("wsgi.input_terminated"):  # so it cannot be read past its end
        data: bytes = request.environ["wsgi.input"].read(max_bytes + 1)
    else:
        request.max_content_length = max_bytes + 1
        data = request.get_data(cache=False)
    if len(data) > max_bytes:
        raise RequestEntityTooLarge
    return data


class PreparedResponse(Response):
    """A response whose headers are sent as they are. Flask would look through them again and copy each, for cases that we
    never have.
    """

    def get_wsgi_headers(self, environ: WSGIEnvironment) -> Headers:
        return self.headers if self.status_code in (200, 201) else super().get_wsgi_headers(environ)


def respond(body: bytes | Document, status: int = 200, media_type: str = JSON, **more: str) -> Response:
    """A response from bytes or a document; `more` are headers, with underscores for hyphens."""
    data = body if isinstance(body, bytes) else msgspec.json.encode(body)
    named = [("Content-Type", media_type), *((name.replace("_", "-"), value) for name, value in more.items())]
    return PreparedResponse(data, status, named)


def minted(given: CommandResponse[Any], **headers: str) -> Response:
    """A response that may hold a token or a code, so no cache may store it."""
    if given.replayed:
        headers["Idempotent-Replayed"] = "true"
    return respond(given.document, 201, Cache_Control="private, no-store", **headers)


def with_cache_headers(response: Response, token: str | None) -> Response:
    """No cache may store what needed a token; other responses are revalidated unless the handler says otherwise."""
    names = headers.header_names(response)
    if "vary" in names:
        response.vary.update(VARY)
    else:
        response.headers.add("Vary", ", ".join(VARY))
    if token:
        response.headers["Cache-Control"] = "private, no-store"
    elif "cache-control" not in names:
        response.headers.add("Cache-Control", "private, no-cache")
    return response
