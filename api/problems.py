"""Refusals as `application/problem+json` (RFC 9457). Every kind has a page at /problems/KIND."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated, Any, NamedTuple

import msgspec
import structlog
from flask import Flask, Response, g
from gunicorn.http.errors import ParseException
from marshmallow import ValidationError
from msgspec import UNSET, UnsetType
from werkzeug.exceptions import HTTPException, MethodNotAllowed

from api.problem_words import DETAILS, POLISH, POLISH_MEANINGS, reader_language
from domain.play import IllegalAction
from domain.ruleset import BadSetup
from domain.table.refusals import Refusal, Refused
from projections.documents import Document, Seats, meaning, one_of
from service.clock import ClockWrong
from service.store import StoreUnusable, Trouble

MEDIA_TYPE = "application/problem+json"
log = structlog.get_logger("kronika.api")


class Fault(StrEnum):
    """Problems of HTTP and of the service itself; nobody below the API refuses with them."""

    BAD_REQUEST = "bad-request"
    REQUEST_TIMEOUT = "request-timeout"
    TOO_LARGE = "too-large"
    URI_TOO_LONG = "uri-too-long"
    HEADERS_TOO_LARGE = "headers-too-large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    NOT_ACCEPTABLE = "not-acceptable"
    TOO_MANY_REQUESTS = "too-many-requests"
    UNAVAILABLE = "unavailable"
    DISK_FULL = "disk-full"
    DATABASE_LOCKED = "database-locked"
    DATABASE_DAMAGED = "database-damaged"
    READ_ONLY = "read-only"
    CLOCK_WRONG = "clock-wrong"
    INTERNAL_ERROR = "internal-error"


KindName = Refusal | Fault


class Problem(Document, frozen=True):
    """RFC 9457. Which further members there are depends on the kind; see /problems/KIND."""

    type: Annotated[
        str,
        one_of([f"/problems/{kind}" for kind in (*Refusal, *Fault)]),
        meaning("The kind of problem; never changes. The address tells what it means."),
    ]
    title: Annotated[
        str, meaning("The kind of problem in words, in the language that Accept-Language prefers.")
    ]
    status: Annotated[int, meaning("The HTTP status.")]
    detail: Annotated[
        str,
        meaning("What is wrong here, and what would be right; `Content-Language` says in which language."),
    ]
    request_id: Annotated[str, meaning("Names the request in the service's log.")]
    errors: Annotated[dict[str, list[str]] | UnsetType, meaning("What is wrong, by path.")] = UNSET
    rule: Annotated[str | UnsetType, meaning("The clause that forbids it.")] = UNSET
    version: Annotated[int | UnsetType, meaning("The game's version.")] = UNSET
    checkpoint: Annotated[str | UnsetType, meaning("The signed head of the log, a C2SP note.")] = UNSET
    to_act: Annotated[Seats | UnsetType, meaning("The seats that are to act.")] = UNSET
    legal_actions: Annotated[str | UnsetType, meaning("Where the legal actions are.")] = UNSET
    reasons: Annotated[list[str] | UnsetType, meaning("What is missing, in sentences.")] = UNSET
    level: Annotated[
        Annotated[str, one_of(["L0", "L2", "L3", "L4"])] | UnsetType | None,
        meaning("The level of verification that is not passed."),
    ] = UNSET
    entry: Annotated[int | UnsetType | None, meaning("The first bad entry.")] = UNSET
    signed: Annotated[int | UnsetType, meaning("How many entries were signed.")] = UNSET


class ProblemKind(Document, frozen=True):
    """What a kind of problem means. `members` are those beside type, title, status, detail and request_id."""

    name: Annotated[str, meaning("The kind.")]
    type: Annotated[str, meaning("What problems of this kind have as their `type`.")]
    status: Annotated[int, meaning("The HTTP status.")]
    title: Annotated[str, meaning("The kind in words.")]
    meaning: Annotated[str, meaning("When it comes, and what to do.")]
    members: Annotated[Mapping[str, str], meaning("What else such a problem tells, by member.")]


class Kind(NamedTuple):
    """One kind of problem, see `ProblemKind`."""

    status: int
    title: str
    meaning: str
    members: Mapping[str, str] = {}


AGAIN = "Repeating the request with the same Idempotency-Key is safe."
REASONS = {"reasons": "To those who ask whether the service is ready: what is missing, in sentences."}
VERSION = {"version": "The game's version when the request was refused."}
CHECKPOINT = {"checkpoint": "The signed head of the log, a C2SP note."}
KINDS: Mapping[KindName, Kind] = {
    Refusal.MALFORMED: Kind(
        422,
        "Malformed request",
        "Something in the body, the query or a header is not what the OpenAPI document says. Nothing was stored.",
        {"errors": "Messages by path, such as {'options.variant': ['Must be one of: ...']}."},
    ),
    Refusal.ILLEGAL_ACTION: Kind(
        409,
        "Illegal action",
        "The request is well-formed and refused by the clause in `rule`. Ask for the legal actions and choose again.",
        {"rule": "The clause that forbids it.", "legal_actions": "Where the legal actions are.", **VERSION},
    ),
    Refusal.NOT_YOUR_TURN: Kind(
        409,
        "Not your turn",
        "The seat of this token has no decision to make at this version.",
        {"to_act": "The seats that are to act.", **VERSION},
    ),
    Refusal.STALE: Kind(
        412,
        "Out of date",
        "The game is not at the version that the request names in If-Match or was signed for. Read it again and decide anew.",
        {**VERSION, **CHECKPOINT},
    ),
    Refusal.SPLIT_VIEW: Kind(
        409,
        "Another log",
        "The head that the client has seen is none of this log: somebody was shown another one. Nothing was stored. Both "
        "notes together are the proof.",
        {**VERSION, **CHECKPOINT},
    ),
    Refusal.UNAUTHENTICATED: Kind(
        401, "Not authenticated", "Send `Authorization: Bearer TOKEN` with a token of this game."
    ),
    Refusal.FORBIDDEN: Kind(
        403,
        "Forbidden",
        "The token is known, and its role does not allow this.",
        {"rule": "The clause that forbids it, where there is one."},
    ),
    Refusal.NOT_FOUND: Kind(404, "Not found", "The path, game, version or other thing named does not exist."),
    Refusal.GONE_ELSEWHERE: Kind(
        409,
        "Already taken",
        "What was asked for is taken or settled already: a seat, a full game, a seed, a name.",
        {"rule": "The clause that forbids it, where there is one."},
    ),
    Refusal.IDEMPOTENCY_CONFLICT: Kind(
        422,
        "Idempotency key already used",
        "The same Idempotency-Key came with another body before. Take a new key for a new request.",
    ),
    Refusal.IDEMPOTENCY_EXPIRED: Kind(
        409,
        "Idempotency key expired",
        "An answer that holds a token is repeated for an hour. After it the Idempotency-Key is refused for 30 days, and "
        "nothing is made a second time. Take a new key for a new request.",
    ),
    Refusal.BAD_IMPORT: Kind(
        422,
        "Import refused",
        "The file's log does not verify as a whole, or its game is not over. Nothing was stored.",
        {
            "level": "The level of verification that it does not pass (L0, L2, L3 or L4), or null.",
            "entry": "The first bad entry, or null.",
        },
    ),
    Refusal.BAD_SUBMISSION: Kind(
        400,
        "Not a head for a witness",
        "The body is not what c2sp.org/tlog-witness describes: the line `old SIZE`, the proof, an empty line, a "
        "checkpoint of at least that size.",
    ),
    Refusal.BAD_PROOF: Kind(
        422,
        "Not a continuation",
        "The proof does not show that the checkpoint continues the head that was cosigned last. Nothing was signed.",
    ),
    Fault.BAD_REQUEST: Kind(
        400,
        "Not an HTTP request",
        "The request line, a header or the body's framing breaks the rules of HTTP.",
    ),
    Fault.REQUEST_TIMEOUT: Kind(
        408,
        "Request too slow",
        "Its head has to be here within 10 seconds of its first byte, its body within 60 more. Nothing was done.",
    ),
    Fault.URI_TOO_LONG: Kind(414, "Address too long", "A request line has at most 4,094 bytes."),
    Fault.HEADERS_TOO_LARGE: Kind(
        431,
        "Headers too large",
        "There are at most 100 headers of 8,190 bytes each, and 65,536 bytes together.",
    ),
    Fault.TOO_LARGE: Kind(
        413, "Body too large", "A request body has at most 65,536 bytes; a game file 16,777,216."
    ),
    Fault.UNSUPPORTED_MEDIA_TYPE: Kind(
        415, "Unsupported media type", "Bodies are `application/json` in UTF-8."
    ),
    Fault.NOT_ACCEPTABLE: Kind(
        406,
        "Not acceptable",
        "The Accept header allows none of the media types that the OpenAPI document names for this operation.",
    ),
    Fault.METHOD_NOT_ALLOWED: Kind(
        405, "Method not allowed", "The Allow header of the answer lists those that do."
    ),
    Refusal.LOG_INCOMPLETE: Kind(
        409,
        "Log incomplete",
        "This service has signed more of this game's log than it holds now, as happens when an older copy of its database was "
        "restored. The game can be read; nothing is added or signed until the missing entries are back.",
        {"version": "How many entries are here.", "signed": "How many were signed."},
    ),
    Refusal.UNREADABLE_LOG: Kind(
        409,
        "Log of an earlier format",
        "An earlier version of the service wrote this game's log, and this one adds nothing to it. Where `detail` names an event "
        "that cannot be read, the board cannot be shown; the game's log, audit file and game file can be read.",
        {"version": "The version of the first event that cannot be read, if there is one."},
    ),
    Refusal.BEYOND_THE_LOG: Kind(
        409,
        "Beyond the log",
        "There is nothing after what the client says it has: the log ends before it, perhaps because an older copy of the "
        "service's database was restored. Read the game again.",
        {"version": "The version, or position in the lobby's stream, that the log is at."},
    ),
    Fault.TOO_MANY_REQUESTS: Kind(
        429,
        "Too many requests",
        "This token or address has asked for more than the service allows in so short a time. Nothing was done; try again "
        "after `Retry-After` seconds. `RateLimit` and `RateLimit-Policy` tell which limit it is.",
    ),
    Refusal.BUSY: Kind(
        503,
        "Too busy",
        "This worker has no room for another stream, import, tournament or picture now. Try again after `Retry-After` "
        "seconds; streams resume where they ended.",
    ),
    Refusal.NOT_PROVIDED: Kind(
        501,
        "Not provided here",
        "This service was installed without what this needs; its operator can add it.",
    ),
    Refusal.NEWER_LOG: Kind(
        503,
        "Log of a newer service",
        "A newer release of the service has begun this game and writes what this one cannot read, as happens in the midst of an "
        "upgrade. Nothing was stored. Try again after `Retry-After` seconds.",
    ),
    Refusal.QUEUE_FULL: Kind(
        503,
        "Queue full",
        "As many games as may wait for their analysis are waiting already; one is made at a time. Nothing was stored. Try again "
        "after `Retry-After` seconds.",
    ),
    Fault.UNAVAILABLE: Kind(
        503,
        "Service unavailable",
        f"Its store cannot be reached. {AGAIN}",
        REASONS,
    ),
    Fault.DISK_FULL: Kind(
        503,
        "Disk full",
        f"There is no room to write to. What needs no new signature can be read. {AGAIN}",
        REASONS,
    ),
    Fault.DATABASE_LOCKED: Kind(
        503,
        "Database locked",
        f"Others hold the database, and the turn to write did not come within a few seconds. {AGAIN}",
        REASONS,
    ),
    Fault.DATABASE_DAMAGED: Kind(
        503,
        "Database damaged",
        "A part of the database is damaged. Until it is restored nothing is written, and what is sound can be read.",
        REASONS,
    ),
    Fault.READ_ONLY: Kind(
        503,
        "Database read-only",
        f"The database can be read and not be written. {AGAIN}",
        REASONS,
    ),
    Fault.CLOCK_WRONG: Kind(
        503,
        "Clock wrong",
        "The game's last event is minutes ahead of the service's clock, so nothing can be added to its log now.",
    ),
    Fault.INTERNAL_ERROR: Kind(
        500,
        "Internal error",
        f"It is logged under `request_id`. {AGAIN}",
    ),
}
STORE_KINDS = (
    Fault.UNAVAILABLE,
    Fault.DISK_FULL,
    Fault.DATABASE_LOCKED,
    Fault.DATABASE_DAMAGED,
    Fault.READ_ONLY,
)
"""What may be wrong with the store; each has the name of a `Trouble`."""
RETRY_AFTER: Mapping[KindName, int] = {
    Refusal.QUEUE_FULL: 60,
    Refusal.NEWER_LOG: 60,
    Fault.DISK_FULL: 10,
    Fault.READ_ONLY: 10,
    Fault.DATABASE_DAMAGED: 60,
    Fault.CLOCK_WRONG: 60,
}
"""Seconds, where an operator has something to do first, or a long job has to end; otherwise 2."""
STATUS_KINDS: Mapping[int, KindName] = {
    404: Refusal.NOT_FOUND,
    405: Fault.METHOD_NOT_ALLOWED,
    406: Fault.NOT_ACCEPTABLE,
    413: Fault.TOO_LARGE,
    415: Fault.UNSUPPORTED_MEDIA_TYPE,
}


def explained(name: str) -> ProblemKind | None:
    """What the kind of this name means, if there is one."""
    kind = next((kind for known, kind in KINDS.items() if known == name), None)
    return kind and ProblemKind(name=name, type=f"/problems/{name}", **kind._asdict())


def _document(name: KindName, detail: str, request_id: str, lang: str = "en", **more: Any) -> bytes:
    kind = KINDS[name]
    return msgspec.json.encode(
        Problem(
            type=f"/problems/{name}",
            title=POLISH[name] if lang == "pl" else kind.title,
            status=kind.status,
            detail=detail,
            request_id=request_id,
            **more,
        )
    )


def bare(name: Fault, detail: str = "") -> bytes:
    """A whole answer, with its status line, to what never became a request; the connection ends with it."""
    kind = KINDS[name]
    body = _document(name, detail or kind.meaning, uuid.uuid4().hex)
    head = (
        f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\nConnection: close\r\n"
        f"Content-Type: {MEDIA_TYPE}\r\nContent-Length: {len(body)}\r\nCache-Control: private, no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\n\r\n"
    )
    return head.encode() + body


def problem(name: KindName, detail: str, **more: Any) -> Response:
    """The answer that refuses a request; `more` are the members of the kind. Its title is in the reader's language.

    So is a detail that says no more than what the kind means.
    """
    kind, lang = KINDS[name], reader_language()
    detail_lang = DETAILS
    if lang == "pl" and detail == kind.meaning and name in POLISH_MEANINGS:
        detail, detail_lang = POLISH_MEANINGS[name], lang
    body = _document(name, detail, g.request_id, lang, **more)
    answer = Response(body, kind.status, mimetype=MEDIA_TYPE)
    answer.content_language.update([lang, detail_lang])
    answer.vary.add("Accept-Language")
    answer.headers["Cache-Control"] = "private, no-store"
    if kind.status == 401:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="kronika"'
    if kind.status == 503:
        answer.headers["Retry-After"] = str(RETRY_AFTER.get(name, 2))
    return answer


def flattened(errors: Any, path: str = "") -> dict[str, list[str]]:
    """Marshmallow's nested messages by path: members joined by dots, array places in brackets."""
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
    """422 from marshmallow's messages."""
    by_path = flattened(errors)
    detail = "; ".join(
        f"{path}: {' '.join(said)}" if path else " ".join(said) for path, said in by_path.items()
    )
    return problem(Refusal.MALFORMED, detail, errors=by_path)


def refused(error: Refused) -> Response:
    more = dict(error.more)
    if error.kind == Refusal.MALFORMED:
        more.setdefault("errors", {"": [error.detail]})
    if error.kind == Refusal.ILLEGAL_ACTION and "game" in g:
        more["legal_actions"] = f"/v1/games/{g.game}/legal-actions"
    return problem(error.kind, error.detail, **more)


def _bad_setup(error: BadSetup) -> Response:
    path = "seats" if error.field == "seats" else f"options.{error.field}"
    return malformed({path: [f"{error.detail} ({error.rule})"]})


def http(error: HTTPException) -> Response:
    """Flask's own refusals: no such path, no such method, a body too large or of the wrong type."""
    code = error.code or 500
    name = STATUS_KINDS.get(code, Refusal.MALFORMED if code < 500 else Fault.INTERNAL_ERROR)
    detail = KINDS[name].meaning
    answer = malformed([error.description]) if name == Refusal.MALFORMED else problem(name, detail)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        answer.headers["Allow"] = ", ".join(sorted(error.valid_methods))
    return answer


def _unexpected(error: Exception) -> Response:
    log.error("unexpected", exc_info=error)
    return problem(Fault.INTERNAL_ERROR, KINDS[Fault.INTERNAL_ERROR].meaning)


def _unusable(error: StoreUnusable) -> Response:
    g.trouble = error.trouble
    log.error("store-unusable", trouble=error.trouble, reason=str(error))
    return unavailable(trouble=error.trouble)


def _clock_wrong(error: ClockWrong) -> Response:
    log.error("clock-wrong", reason=str(error))
    return problem(Fault.CLOCK_WRONG, str(error))


def unavailable(*reasons: str, trouble: Trouble = Trouble.UNAVAILABLE) -> Response:
    """503; the reasons are said to those who ask whether the service is ready."""
    kind = Fault(trouble.value)
    if not reasons:
        return problem(kind, KINDS[kind].meaning)
    return problem(kind, " ".join(reasons), reasons=list(reasons))


def install(app: Flask) -> None:
    """Answer every refusal and every mistake as a problem."""
    app.register_error_handler(ValidationError, lambda error: malformed(error.messages))
    app.register_error_handler(Refused, refused)
    app.register_error_handler(BadSetup, _bad_setup)
    app.register_error_handler(
        IllegalAction, lambda error: refused(Refused(Refusal.ILLEGAL_ACTION, error.detail, rule=error.rule))
    )
    app.register_error_handler(ParseException, lambda error: problem(Fault.BAD_REQUEST, str(error)))
    app.register_error_handler(StoreUnusable, _unusable)
    app.register_error_handler(ClockWrong, _clock_wrong)
    app.register_error_handler(HTTPException, http)
    app.register_error_handler(Exception, _unexpected)
