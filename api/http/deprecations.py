"""What of `/v1` is deprecated: the headers that say so."""

from __future__ import annotations

from datetime import UTC, date, datetime
from email.utils import format_datetime
from typing import NamedTuple

from flask import Response

PROMISES = "/docs/reference/promises"
"""The page that names everything that is deprecated, and what to use instead."""


class Deprecation(NamedTuple):
    """An operation, or only this member of its response, is deprecated since a day.

    `sunset`: the first day on which it may be missing; None if it stays. The page of promises says why and what to use instead.
    """

    since: date
    member: str = ""
    sunset: date | None = None


def announce(response: Response, deprecation: Deprecation) -> None:
    """Add `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and the link to the page that explains both."""
    response.headers["Deprecation"] = f"@{int(_midnight(deprecation.since).timestamp())}"
    response.headers.add("Link", f'<{PROMISES}>; rel="deprecation"; type="text/html"')
    if deprecation.sunset is not None:
        response.headers["Sunset"] = format_datetime(_midnight(deprecation.sunset), usegmt=True)


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
