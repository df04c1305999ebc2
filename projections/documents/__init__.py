"""Documents: what the service answers, each written once.

Their types, member by member, are what is encoded, what the OpenAPI document shows and what type checkers see.
Clients ignore members that they do not know, so members may be added; none is ever taken away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

REVISION = 1
"""Raised whenever a version that was served before would be served in other bytes: caches ask again."""


class Document(Struct, frozen=True, kw_only=True):
    """Base of all documents. Every member is always there, unless its default is UNSET."""


def meaning(description: str) -> Meta:
    """What a member means, for readers of the OpenAPI document."""
    return Meta(description=description)


def one_of(values: Sequence[str]) -> Meta:
    """A closed set of strings."""
    return Meta(extra_json_schema={"enum": list(values)})


Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339 UTC."""
Seats = tuple[int, ...]
"""Seat numbers."""
