"""The places on a board between which people draw arrows, by the names that the page's boards give them (`data-thing`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

VIEW = "view"
"""What the names of places on the plain board begin with: `view:players:0:hand` is what is at `/players/0/hand` of the view."""


def is_place(places: Sequence[str], view: Mapping[str, Any], name: str) -> bool:
    """Whether a board with these `places` of its ruleset has one of this name. On the plain board it has to be in this view."""
    parts = name.split(":")
    if not places:
        return parts[0] == VIEW and len(parts) > 1 and _has(view, parts[1:])
    return any(_fits(parts, place.split(":")) for place in places)


def places_in_words(places: Sequence[str]) -> str:
    """Which places there are, for somebody who has named another one."""
    if places:
        return f"Its places are {', '.join(places)}."
    return (
        f"The ruleset lists no `places` of its own, so its places are {VIEW}: and the path to a member of `view`, such as "
        f"{VIEW}:players:0:hand."
    )


def _fits(parts: Sequence[str], place: Sequence[str]) -> bool:
    pairs = zip(parts, place, strict=False)
    return len(parts) == len(place) and all(wanted in (part, "*") for part, wanted in pairs)


def _has(value: Any, path: Sequence[str]) -> bool:
    """Members are named as in JSON, where all names are strings."""
    for part in path:
        if not isinstance(value, dict | list | tuple):
            return False
        members = value.items() if isinstance(value, dict) else enumerate(value)
        found = {str(name): member for name, member in members}
        if part not in found:
            return False
        value = found[part]
    return True
