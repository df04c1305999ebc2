"""Request headers: tokens, versions that the client has seen, idempotency keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.exchange import exchange
from domain.table.refusals import Refusal, Refused
from service.play.idempotency import MIN_KEY_LENGTH

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""Those of requests that change nothing."""
TOKEN = re.compile(r"Bearer +([A-Za-z0-9._~+/-]{1,512}=*)", re.IGNORECASE)
ETAG = '(W/)?"[0-9]{1,16}(-[A-Za-z0-9_-]{1,64})?"'
VERSION = re.compile('"([0-9]{1,16})[^"]*"')
KEY = re.compile(r"[!-~]{1,255}")
NOW = "Kronika-Now"
"""The service's time in milliseconds, on every response. Bodies never hold it: their ETags would change with it."""

PARAMETERS: Mapping[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "description": "Identifies this attempt, bare or in double quotes: the same key with the same request gets the first "
        "response again, even after a crash.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$", "minLength": 1, "maxLength": 255},
    },
    "If-Match": {
        "description": "Any ETag that the service sent for the game's version (also the weak one of a compressed response), "
        "or the version alone in double quotes, or several of them separated by commas. 412 if the game is at none of "
        'them. "*" matches every version.',
        "schema": {"type": "string", "pattern": f"^({ETAG}(, {ETAG})*|\\*)$"},
        "example": '"17"',
    },
    "Last-Event-ID": {
        "description": "The id of the last event that the client has; takes precedence over `after`. Empty: none yet.",
        "schema": {"type": "string", "pattern": "^[0-9]{0,16}$"},
    },
    "If-None-Match": {
        "description": "ETags that the client holds, each valid for the same viewer and URL only: 304 if one of them is "
        "current.",
        "schema": {"type": "string"},
    },
}

MINTING_PARAMETERS: Mapping[str, dict[str, Any]] = {
    "Idempotency-Key": {
        "description": "Identifies this attempt, bare or in double quotes: for an hour the same key with the same request "
        "gets the first response again, even after a crash; for 30 days after that the key is refused. At least "
        f"{MIN_KEY_LENGTH} random characters (such as a UUID): anyone who knows the key can get the token in the response.",
        "schema": {
            "type": "string",
            "pattern": f'^([!#-~][!-~]{{{MIN_KEY_LENGTH - 2},253}}[!#-~]|"[!-~]{{{MIN_KEY_LENGTH},253}}")$',
            "minLength": MIN_KEY_LENGTH,
            "maxLength": 255,
        },
    },
}
"""Replace those of `PARAMETERS` where a response holds a token or a code."""


def header_names(response: Response) -> set[str]:
    """The names of a response's headers in lower case. Asking the headers themselves for a missing one costs more."""
    return {name.lower() for name, _ in response.headers}


def bearer_token() -> str | None:
    """The bearer token, None without an Authorization header; `Refused` for any other form of that header."""
    header = exchange().request.environ.get("HTTP_AUTHORIZATION")
    if header is None:
        return None
    found = TOKEN.fullmatch(header.strip())
    if found is None:
        raise Refused(Refusal.UNAUTHENTICATED, "The Authorization header has the form `Bearer TOKEN`.")
    return found[1]


def token_in(environ: Mapping[str, str]) -> str | None:
    """The bearer token in its canonical form, whether valid or not; None also for a malformed header."""
    found = TOKEN.fullmatch(environ.get("HTTP_AUTHORIZATION", "").strip())
    return None if found is None else found[1]


def idempotency_key() -> str | None:
    header: str | None = exchange().request.environ.get("HTTP_IDEMPOTENCY_KEY")
    if header is None:
        return None
    if not KEY.fullmatch(header):
        raise _malformed("Idempotency-Key", "An Idempotency-Key has 1 to 255 visible ASCII characters.")
    quoted = len(header) > 2 and header[0] == header[-1] == '"'
    return header[1:-1] if quoted else header


def if_match() -> frozenset[int] | None:
    """The versions that the client accepts; None if every version will do."""
    header = exchange().request.environ.get("HTTP_IF_MATCH")
    if header is None or header.strip() == "*":
        return None
    if re.fullmatch(rf"{ETAG}([ \t]*,[ \t]*{ETAG}){{0,99}}", header.strip()) is None:
        raise _malformed("If-Match", 'If-Match holds ETags, or versions in double quotes such as "17", or *.')
    return frozenset(int(version) for version in VERSION.findall(header))


def last_event_id() -> int | None:
    """The id after which an interrupted stream resumes; None for a new one."""
    header = exchange().request.headers.get("Last-Event-ID", "").strip()
    if header and not re.fullmatch("[0-9]{1,16}", header):
        raise _malformed("Last-Event-ID", "This is not an event id of this stream.")
    return int(header) if header else None


def _malformed(header: str, detail: str) -> Refused:
    return Refused(Refusal.MALFORMED, detail, errors={header: [detail]})


def is_json(media_type: str) -> bool:
    """One JSON document, not JSON lines."""
    return media_type.endswith(("/json", "+json"))
