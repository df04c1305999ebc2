"""The Python package that a ruleset comes from, as entry 0 of its games names it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from domain.meaning import meaning


class Package(msgspec.Struct, frozen=True):
    """What entry 0 says of an installed package, so that any reader can check a log without it (docs/ledger.md, section 14)."""

    name: Annotated[str, meaning("The name of the distribution.")]
    version: Annotated[str, meaning("Its version.")]
    hash: Annotated[str, meaning("SHA-256 of its code, 64 hexadecimal digits.")]
    events: Annotated[
        dict[str, str], meaning("The closed table of the ruleset's events: lines by type and record.")
    ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
