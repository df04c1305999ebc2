"""The Python package that a ruleset comes from, as entry 0 of its games names it."""

from __future__ import annotations

import msgspec


class Package(msgspec.Struct, frozen=True):
    """`name` and `version` of the installed distribution, and the SHA-256 of its code (64 hex digits).

    `events` is the closed table of the ruleset's events in the notation of docs/ledger.md, section 14, so that any reader can
    check a log without the package: lines by type and record.
    """

    name: str
    version: str
    hash: str
    events: dict[str, str]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
