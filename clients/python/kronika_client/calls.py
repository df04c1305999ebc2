"""A request that is not sent yet: what the generated functions return, and what its answers are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import quote

import msgspec

T = TypeVar("T", covariant=True)
Scalar = str | int | float | bool | None


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request. `answers` names the type of the answer by its status."""

    method: str
    path: str
    answers: Mapping[int | str, str]
    query: Mapping[str, Scalar] = field(default_factory=dict)
    headers: Mapping[str, Scalar] = field(default_factory=dict)
    body: Any = None
    accept: str = "application/json"
    content_type: str = "application/json"

    def given(self) -> dict[str, str]:
        """The query of those parameters that have a value."""
        return {name: _text(value) for name, value in self.query.items() if value is not None}

    def sent(self) -> dict[str, str]:
        """The headers."""
        headers = {name: _text(value) for name, value in self.headers.items() if value is not None}
        content = {} if self.body is None else {"Content-Type": self.content_type}
        return {"Accept": self.accept, **content, **headers}

    def content(self) -> bytes | None:
        if self.body is None or isinstance(self.body, bytes):
            return self.body
        return msgspec.json.encode(self.body)


@dataclass(frozen=True)
class StreamCall(Call[T]):
    """A request for Server-Sent Events. `answers` names the type of its items: by 200, or by the name of the event."""

    accept: str = "text/event-stream"


def path(template: str, *values: Scalar) -> str:
    """An address with its values; only a tile's may hold slashes."""
    left = iter(values)
    return re.sub(r"\{(\w+)\}", lambda found: _quoted(found[1], next(left)), template)


def _quoted(name: str, value: Scalar) -> str:
    return quote(_text(value), safe="/" if name == "tile" else "")


def _text(value: Scalar) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
