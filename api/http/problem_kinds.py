"""The kinds of problems: what each means, and what a client can do about it. Every kind has a page at /problems/KIND."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, NamedTuple

from domain.meaning import meaning
from domain.table.refusals import ALL_MISSING, Refusal
from projections.documents import Document


class Fault(StrEnum):
    """Problems of HTTP and of the service itself. Nothing below the API raises them."""

    BAD_REQUEST = "bad-request"
    REQUEST_TIMEOUT = "request-timeout"
    TOO_LARGE = "too-large"
    URI_TOO_LONG = "uri-too-long"
    HEADERS_TOO_LARGE = "headers-too-large"
    UNSUPPORTED_MEDIA_TYPE = "unsupported-media-type"
    RANGE_NOT_SATISFIABLE = "range-not-satisfiable"
    METHOD_NOT_ALLOWED = "method-not-allowed"
    NOT_ACCEPTABLE = "not-acceptable"
    TOO_MANY_REQUESTS = "too-many-requests"
    BLOCKED = "blocked"
    UNAVAILABLE = "unavailable"
    DISK_FULL = "disk-full"
    DATABASE_LOCKED = "database-locked"
    DATABASE_DAMAGED = "database-damaged"
    READ_ONLY = "read-only"
    CLOCK_WRONG = "clock-wrong"
    INTERNAL_ERROR = "internal-error"


KindName = Refusal | Fault


class ProblemKind(Document, frozen=True):
    """What a kind of problem means. `members` lists those besides type, title, status, detail and request_id."""

    name: Annotated[str, meaning("The kind.")]
    type: Annotated[str, meaning("The `type` of problems of this kind.")]
    status: Annotated[int, meaning("The HTTP status.")]
    title: Annotated[str, meaning("The kind in words.")]
    meaning: Annotated[str, meaning("When it occurs, and what to do.")]
    members: Annotated[Mapping[str, str], meaning("The further members of such a problem.")]


class Kind(NamedTuple):
    """One kind of problem, see `ProblemKind`."""

    status: int
    title: str
    meaning: str
    members: Mapping[str, str] = {}


AGAIN = "Repeating the request with the same Idempotency-Key is safe."
REASONS = {"reasons": "In responses to readiness checks: what is missing, in sentences."}
VERSION = {"version": "The game's version when the request was refused."}
OPERATORS_WORDS = {
    "reason": "Why, in the operator's words.",
    "reason_lang": "The language of the reason, en or pl.",
}
CHECKPOINT = {"checkpoint": "The signed head of the log, a C2SP note."}
KINDS: Mapping[KindName, Kind] = {
    Refusal.MALFORMED: Kind(
        422,
        "Malformed request",
        "The body, the query or a header does not match the OpenAPI document. Nothing was stored.",
        {"errors": "Messages by path, such as {'options.variant': ['Must be one of: ...']}."},
    ),
    Refusal.ILLEGAL_ACTION: Kind(
        409,
        "Illegal action",
        "The request is well-formed, but the clause in `rule` forbids it. Get the legal actions and choose again.",
        {"rule": "The clause that forbids it.", "legal_actions": "The path of the legal actions.", **VERSION},
    ),
    Refusal.NOT_YOUR_TURN: Kind(
        409,
        "Not your turn",
        "This token's seat has no decision to make at this version.",
        {"to_act": "The seats that are to act.", **VERSION},
    ),
    Refusal.TIME_RAN_OUT: Kind(
        409,
        "Time ran out",
        "The clock of this seat ran out before the action came. The flag is in the log; read the game again.",
        {"rule": "The clause about it.", **VERSION},
    ),
    Refusal.STALE: Kind(
        412,
        "Out of date",
        "The game is not at the version that If-Match names or that the request was signed for. Read the game again and decide "
        "anew.",
        {**VERSION, **CHECKPOINT},
    ),
    Refusal.SPLIT_VIEW: Kind(
        409,
        "Another log",
        "The head that the client has seen does not belong to this log: the service has sent different logs to different "
        "clients. Nothing was stored. The two notes together prove it.",
        {**VERSION, **CHECKPOINT},
    ),
    Refusal.UNAUTHENTICATED: Kind(
        401,
        "Not authenticated",
        "Send `Authorization: Bearer TOKEN` with a token of this game.",
        {"recovered_at": "When a recovery code was used that ended this session, for 30 days."},
    ),
    Refusal.FORBIDDEN: Kind(
        403,
        "Forbidden",
        "The token is known, and its role does not allow this.",
        {
            "rule": "The clause that forbids it, where there is one.",
            "scope": "The scope that a personal token needs for this.",
        },
    ),
    Refusal.NOT_FOUND: Kind(404, "Not found", "The path, game, version or other thing named does not exist."),
    Refusal.GONE_ELSEWHERE: Kind(
        409,
        "Already taken",
        "The request is for something that is already taken or settled: a seat, a place in a full game, a seed, a name.",
        {"rule": "The clause that forbids it, where there is one."},
    ),
    Refusal.IDEMPOTENCY_CONFLICT: Kind(
        422,
        "Idempotency key already used",
        "This Idempotency-Key was used with another body before. Use a new key for a new request.",
    ),
    Refusal.IDEMPOTENCY_EXPIRED: Kind(
        409,
        "Idempotency key expired",
        "A response that holds a token can be repeated for an hour. After that its Idempotency-Key is refused for 30 days, and "
        "nothing is created a second time. Use a new key for a new request.",
    ),
    Refusal.BAD_IMPORT: Kind(
        422,
        "Import refused",
        "The file's log does not verify completely, or its game is not over. Nothing was stored.",
        {
            "level": "The level of verification that failed (L0, L2, L3 or L4), or null.",
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
        "The request line, a header or the body's framing violates HTTP.",
    ),
    Fault.REQUEST_TIMEOUT: Kind(
        408,
        "Request too slow",
        "Request headers must arrive within 10 seconds of their first byte, and the body within 60 seconds after them. Nothing "
        "was done.",
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
    Fault.RANGE_NOT_SATISFIABLE: Kind(
        416, "Range not satisfiable", "The file has no bytes in the range that `Range` asks for."
    ),
    Fault.NOT_ACCEPTABLE: Kind(
        406,
        "Not acceptable",
        "The Accept header allows none of the media types that the OpenAPI document lists for this operation.",
    ),
    Fault.METHOD_NOT_ALLOWED: Kind(
        405, "Method not allowed", "The Allow header of the response lists the allowed methods."
    ),
    Refusal.LOG_INCOMPLETE: Kind(
        409,
        "Log incomplete",
        "This service has signed more entries of this game's log than it holds now, which happens when an older copy of its "
        "database is restored. The game can be read; nothing is added or signed until the missing entries are restored.",
        {"version": "How many entries the service holds.", "signed": "How many entries were signed."},
    ),
    Refusal.LOG_MISSING: Kind(410, "Game missing", ALL_MISSING),
    Refusal.UNREADABLE_LOG: Kind(
        409,
        "Log of an earlier format",
        "An earlier version of the service wrote this game's log, and this version adds nothing to it. If `detail` names an "
        "event that cannot be read, the board cannot be shown; the game's log, audit file and game file can be read.",
        {"version": "The version of the first event that cannot be read, if there is one."},
    ),
    Refusal.RULESET_MISSING: Kind(
        409,
        "Ruleset not installed",
        "The game's ruleset comes from a package that is not installed here any more, or that failed to load; `detail` names it. "
        "The game's log, audit file and game file can be read.",
    ),
    Refusal.RULESET_CHANGED: Kind(
        409,
        "Ruleset changed",
        "The code of the package that the game's ruleset comes from has changed since the game began. The game can be read; "
        "nothing is added to it until the same code is installed again.",
    ),
    Refusal.RULESET_FAILED: Kind(
        500,
        "Ruleset failed",
        "The code of the package that the game's ruleset comes from failed. Nothing was stored, and other games are "
        "not affected.",
        {"package": "The package's name and version."},
    ),
    Refusal.NOT_VERIFIED: Kind(
        403,
        "Not verified",
        "The challenge is unknown, used, expired or for another purpose, or the passkey, code or digits are wrong: all of these "
        "get this same answer. Begin again with a new challenge.",
    ),
    Refusal.ASSERTION_NEEDED: Kind(
        403,
        "Passkey needed",
        "This session has to present a passkey first (`POST /v1/me/assertions`), at most five minutes before.",
    ),
    Refusal.OTHER_SITE: Kind(
        403,
        "From another site",
        "Only the service's own pages may use the session of an account. Programs use a personal token.",
    ),
    Refusal.ACCOUNT_NEEDED: Kind(
        403, "Account needed", "Everybody at this table has an account. Sign in, and take the seat again."
    ),
    Refusal.TOO_EARLY: Kind(
        409,
        "Too early",
        "The request will be possible later: `until` says when, or `games` what has to end before.",
        {"until": "When it will be possible.", "games": "The ids of the games that have to end before."},
    ),
    Refusal.BEYOND_THE_LOG: Kind(
        409,
        "Beyond the log",
        "The log ends before the position that the client claims to have, perhaps because an older copy of the service's "
        "database was restored. Read the game again.",
        {"version": "The version of the log, or the last position in the lobby's stream."},
    ),
    Fault.TOO_MANY_REQUESTS: Kind(
        429,
        "Too many requests",
        "This token or address has sent more requests than the service allows in that time. Nothing was done; try again after "
        "`Retry-After` seconds. `RateLimit` and `RateLimit-Policy` say which limit was reached.",
    ),
    Fault.BLOCKED: Kind(
        403,
        "Blocked",
        "The operator of the service has blocked this address or this token until the time in `until`. Nothing was done. A "
        "request that is blocked for its token alone can be repeated without it, and then gets what everybody may see.",
        {"until": "When the block ends."},
    ),
    Refusal.GAME_CLOSED: Kind(
        409,
        "Game closed",
        "The operator of the service has closed this game: nobody acts in it until the operator reopens it, and its clocks stand "
        "still. It can be read as before.",
        {**OPERATORS_WORDS, **VERSION},
    ),
    Refusal.GAMES_PAUSED: Kind(
        503,
        "New games paused",
        "The operator of the service lets no new games, tournaments, analyses, imports or rematches begin now; games under way "
        f"go on. Nothing was stored. Try again after `Retry-After` seconds. {AGAIN}",
        OPERATORS_WORDS,
    ),
    Refusal.BUSY: Kind(
        503,
        "Too busy",
        "This worker has no capacity for another stream, import, tournament or picture now. Try again after `Retry-After` "
        "seconds; streams resume where they ended.",
    ),
    Refusal.NOT_PROVIDED: Kind(
        501,
        "Not provided here",
        "This service was installed without the packages that this needs; its operator can add them.",
    ),
    Refusal.NEWER_LOG: Kind(
        503,
        "Log of a newer service",
        "A newer release of the service started this game and writes a format that this release cannot read, as may happen "
        "during an upgrade. Nothing was stored. Try again after `Retry-After` seconds.",
    ),
    Refusal.QUEUE_FULL: Kind(
        503,
        "Queue full",
        "The queue of games to be analysed is full; they are analysed one at a time. Nothing was stored. Try again after "
        "`Retry-After` seconds.",
    ),
    Fault.UNAVAILABLE: Kind(
        503,
        "Service unavailable",
        f"The service cannot reach its database. {AGAIN}",
        REASONS,
    ),
    Fault.DISK_FULL: Kind(
        503,
        "Disk full",
        f"The disk is full. Everything that needs no new signature can still be read. {AGAIN}",
        REASONS,
    ),
    Fault.DATABASE_LOCKED: Kind(
        503,
        "Database locked",
        f"Other processes hold the database's write lock, and it was not free within a few seconds. {AGAIN}",
        REASONS,
    ),
    Fault.DATABASE_DAMAGED: Kind(
        503,
        "Database damaged",
        "A part of the database is damaged. Nothing is written until it is restored; intact parts can be read.",
        REASONS,
    ),
    Fault.READ_ONLY: Kind(
        503,
        "Database read-only",
        f"The database can be read but not written. {AGAIN}",
        REASONS,
    ),
    Fault.CLOCK_WRONG: Kind(
        503,
        "Clock wrong",
        "The game's last event is ahead of the service's clock, or this process is not sure enough of the time for a game with a "
        "clock, so it adds nothing to its log now.",
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
    Refusal.GAMES_PAUSED: 60,
    Refusal.NEWER_LOG: 60,
    Fault.DISK_FULL: 10,
    Fault.READ_ONLY: 10,
    Fault.DATABASE_DAMAGED: 60,
    Fault.CLOCK_WRONG: 10,
}
"""Seconds, where an operator has to act first or a long job has to end; of a wrong clock, when the time is measured again, since
the clocks of players run on. The default is 2."""


def problem_kind(name: str) -> ProblemKind | None:
    """The document of the kind with this name, if there is one."""
    kind = next((kind for known, kind in KINDS.items() if known == name), None)
    return kind and ProblemKind(name=name, type=f"/problems/{name}", **kind._asdict())
