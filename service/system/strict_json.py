"""Strict parsing of untrusted JSON, so that all parsers agree on its meaning."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec
import orjson


class BadJson(ValueError):
    """Bytes that are not JSON. The message says why: "not JSON: ...", "nested too deeply."."""


class RepeatedMember(BadJson):
    """An object has a member twice, and parsers differ in which of the two they use. `names` has the repeated names."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(
            f"not JSON that every reader reads alike: {names[0][:60]!r} is given more than once."
        )
        self.names = names


def parse(data: bytes, decode: Callable[[bytes], Any] = orjson.loads) -> Any:
    """The parsed value of JSON bytes, in time proportional to their length; `BadJson` otherwise.

    `decode` parses them, and uses the last of two members of one name.
    """
    try:
        found = decode(data)
        if data.count(b":") != _members(found):
            json.loads(data, object_pairs_hook=_check_unique)
    except (orjson.JSONDecodeError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadJson(f"not JSON: {error}.") from error
    except RecursionError as error:
        raise BadJson("nested too deeply.") from error
    return found


def _members(found: Any) -> int:
    """The number of members of all objects: a body with as many colons has no member twice."""
    if isinstance(found, dict):
        return len(found) + sum(map(_members, found.values()))
    return sum(map(_members, found)) if isinstance(found, list) else 0


def _check_unique(members: list[tuple[str, Any]]) -> None:
    if len(dict(members)) < len(members):
        times = Counter(name for name, _ in members)
        raise RepeatedMember([name for name, count in times.items() if count > 1])
