"""Errors as `application/problem+json` (RFC 9457)."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Annotated, Any

import msgspec
import structlog
from flask import Flask, Response
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed, RequestedRangeNotSatisfiable

from api.http.exchange import exchange
from api.http.headers import NOW
from api.http.problem_kinds import KINDS, RETRY_AFTER, Fault, KindName
from api.http.problem_texts import (
    DETAIL_LANGUAGE,
    POLISH_MEANINGS,
    POLISH_TITLES,
    reader_language,
)
from domain.meaning import meaning
from domain.play import IllegalAction
from domain.ruleset import BadSetup
from domain.table.refusals import Refusal, Refused
from projections.documents import Document, Seats, one_of
from service.log.transparency.log import LogUnusable
from service.store import StoreUnusable, Trouble
from service.system.clock import ClockWrong, now

MEDIA_TYPE = "application/problem+json"
log = structlog.get_logger("kronika.api")


class Problem(Document, frozen=True):
    """RFC 9457. The further members depend on the kind; see /problems/KIND."""

    type: Annotated[
        str,
        one_of([f"/problems/{kind}" for kind in (*Refusal, *Fault)]),
        meaning("The kind of problem; never changes. The address explains it."),
    ]
    title: Annotated[
        str, meaning("The kind of problem in words, in the language that Accept-Language prefers.")
    ]
    status: Annotated[int, meaning("The HTTP status.")]
    detail: Annotated[
        str,
        meaning("What is wrong, and what would be right; `Content-Language` names its language."),
    ]
    request_id: Annotated[str, meaning("Identifies the request in the service's log.")]
    errors: Annotated[dict[str, list[str]] | UnsetType, meaning("Error messages by path.")] = UNSET
    rule: Annotated[str | UnsetType, meaning("The clause that forbids it.")] = UNSET
    version: Annotated[int | UnsetType, meaning("The game's version.")] = UNSET
    checkpoint: Annotated[str | UnsetType, meaning("The signed head of the log, a C2SP note.")] = UNSET
    to_act: Annotated[Seats | UnsetType, meaning("The seats that are to act.")] = UNSET
    legal_actions: Annotated[str | UnsetType, meaning("The path of the legal actions.")] = UNSET
    reasons: Annotated[list[str] | UnsetType, meaning("What is missing, in sentences.")] = UNSET
    level: Annotated[
        Annotated[str, one_of(["L0", "L2", "L3", "L4"])] | UnsetType | None,
        meaning("The level of verification that failed."),
    ] = UNSET
    entry: Annotated[int | UnsetType | None, meaning("The first bad entry.")] = UNSET
    signed: Annotated[int | UnsetType, meaning("How many entries were signed.")] = UNSET
    until: Annotated[str | UnsetType, meaning("When the block ends, or when the request is possible.")] = (
        UNSET
    )
    recovered_at: Annotated[
        str | UnsetType, meaning("When a recovery code was used that ended this session.")
    ] = UNSET
    games: Annotated[list[str] | UnsetType, meaning("The games that have to end before.")] = UNSET
    package: Annotated[str | UnsetType, meaning("The package whose code failed.")] = UNSET
    scope: Annotated[str | UnsetType, meaning("The scope that a personal token needs.")] = UNSET
    reason: Annotated[str | UnsetType, meaning("Why, in the words of the service's operator.")] = UNSET
    reason_lang: Annotated[str | UnsetType, meaning("The language of the reason, en or pl.")] = UNSET


STATUS_KINDS: Mapping[int, KindName] = {
    404: Refusal.NOT_FOUND,
    405: Fault.METHOD_NOT_ALLOWED,
    406: Fault.NOT_ACCEPTABLE,
    413: Fault.TOO_LARGE,
    415: Fault.UNSUPPORTED_MEDIA_TYPE,
    416: Fault.RANGE_NOT_SATISFIABLE,
}


def _document(name: KindName, detail: str, request_id: str, lang: str = "en", **more: Any) -> bytes:
    kind = KINDS[name]
    return msgspec.json.encode(
        Problem(
            type=f"/problems/{name}",
            title=POLISH_TITLES[name] if lang == "pl" else kind.title,
            status=kind.status,
            detail=detail,
            request_id=request_id,
            **more,
        )
    )


def raw_problem(name: Fault, detail: str = "") -> bytes:
    """A complete response, with its status line, to bytes that never became a request. The connection closes after it."""
    kind = KINDS[name]
    body = _document(name, detail or kind.meaning, uuid.uuid4().hex)
    head = (
        f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\nConnection: close\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\nCache-Control: private, no-store\r\n"
        f"{NOW}: {now()}\r\nX-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\n\r\n"
    )
    return head.encode() + body


def problem(name: KindName, detail: str, **more: Any) -> Response:
    """The response that refuses a request; `more` are the members of its kind. Its title is in the reader's language.

    So is a detail that only repeats the kind's meaning.
    """
    kind, lang = KINDS[name], reader_language()
    detail_lang = DETAIL_LANGUAGE
    if lang == "pl" and detail == kind.meaning and name in POLISH_MEANINGS:
        detail, detail_lang = POLISH_MEANINGS[name], lang
    body = _document(name, detail, exchange().id, lang, **more)
    response = Response(body, kind.status, mimetype=MEDIA_TYPE)
    response.content_language.update([lang, detail_lang])
    response.vary.add("Accept-Language")
    response.headers["Cache-Control"] = "private, no-store"
    if kind.status == 401:
        response.headers["WWW-Authenticate"] = 'Bearer realm="kronika"'
    if kind.status == 503:
        response.headers["Retry-After"] = str(RETRY_AFTER.get(name, 2))
    return response


def flattened(errors: Any, path: str = "") -> dict[str, list[str]]:
    """Marshmallow's nested messages by path: members joined by dots, array indexes in brackets."""
    if isinstance(errors, list):
        return {path: [str(message) for message in errors]}
    found: dict[str, list[str]] = {}
    for key, inner in errors.items():
        found |= flattened(inner, _joined(path, key))
    return found


def _joined(path: str, key: str | int) -> str:
    if isinstance(key, int):
        return f"{path}[{key}]"
    return path if key == "_schema" else f"{path}.{key}".removeprefix(".")


def malformed(errors: Any) -> Response:
    """422 with marshmallow's messages."""
    by_path = flattened(errors)
    texts = [(path, " ".join(messages)) for path, messages in by_path.items()]
    detail = "; ".join(f"{path}: {text}" if path else text for path, text in texts)
    return problem(Refusal.MALFORMED, detail, errors=by_path)


def refused(error: Refused) -> Response:
    more = dict(error.more)
    if error.kind == Refusal.RULESET_FAILED:
        _log_failure(error)
    if error.kind == Refusal.MALFORMED:
        more.setdefault("errors", {"": [error.detail]})
    game = exchange().game
    if error.kind == Refusal.ILLEGAL_ACTION and game is not None:
        more["legal_actions"] = f"/v1/games/{game}/legal-actions"
    return problem(error.kind, error.detail, **more)


def _log_failure(error: Refused) -> None:
    """Once for each thing that fails, because it may fail at every request."""
    if error.detail not in _LOGGED:
        _LOGGED.add(error.detail)
        log.error("ruleset-failed", package=error.more["package"], exc_info=error)


_LOGGED: set[str] = set()


def _bad_setup(error: BadSetup) -> Response:
    path = "seats" if error.field == "seats" else f"options.{error.field}"
    return malformed({path: [f"{error.detail} ({error.rule})"]})


def http(error: HTTPException) -> Response:
    """Flask's own errors: no such path, no such method, a body too large or of the wrong type."""
    code = error.code or 500
    name = STATUS_KINDS.get(code, Refusal.MALFORMED if code < 500 else Fault.INTERNAL_ERROR)
    detail = KINDS[name].meaning
    response = malformed([error.description]) if name == Refusal.MALFORMED else problem(name, detail)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    if isinstance(error, RequestedRangeNotSatisfiable) and error.length is not None:
        response.headers["Content-Range"] = f"{error.units} */{error.length}"
    return response


def _unexpected(error: Exception) -> Response:
    log.error("unexpected", exc_info=error)
    return problem(Fault.INTERNAL_ERROR, KINDS[Fault.INTERNAL_ERROR].meaning)


def _unusable(error: StoreUnusable) -> Response:
    exchange().trouble = error.trouble
    log.error("store-unusable", trouble=error.trouble, reason=str(error))
    return unavailable(trouble=error.trouble)


def _log_unusable(error: LogUnusable) -> Response:
    """The log of logs is everybody's business, so everybody gets the reason."""
    log.error("log-unusable", reason=str(error))
    return unavailable(str(error))


def _clock_wrong(error: ClockWrong) -> Response:
    log.error("clock-wrong", reason=str(error))
    return problem(Fault.CLOCK_WRONG, str(error))


def unavailable(*reasons: str, trouble: Trouble = Trouble.UNAVAILABLE) -> Response:
    """503; health checks get the reasons."""
    kind = Fault(trouble.value)
    if not reasons:
        return problem(kind, KINDS[kind].meaning)
    return problem(kind, " ".join(reasons), reasons=list(reasons))


RESPONSES: Mapping[type[Exception], Callable[[Any], Response]] = {
    ValidationError: lambda error: malformed(error.messages),
    Refused: refused,
    BadSetup: _bad_setup,
    IllegalAction: lambda error: refused(Refused(Refusal.ILLEGAL_ACTION, error.detail, rule=error.rule)),
    ParseException: lambda error: problem(Fault.BAD_REQUEST, str(error)),
    LogUnusable: _log_unusable,
    StoreUnusable: _unusable,
    ClockWrong: _clock_wrong,
    HTTPException: http,
    Exception: _unexpected,
}
"""The problems that exceptions are sent as."""


def response_to(error: Exception) -> Response:
    """The problem that an exception is sent as."""
    return next(RESPONSES[kind](error) for kind in type(error).__mro__ if kind in RESPONSES)


def install(app: Flask) -> None:
    """Respond to every refusal and every exception with a problem."""
    for kind, respond in RESPONSES.items():
        app.register_error_handler(kind, respond)
