"""What an operation needs of a request body; the kinds of bodies are in `api.requests.bodies`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from apispec import APISpec

JSON = "application/json"


class Body(Protocol):
    """A request body. `load` returns the validated data or raises ValidationError; `component` documents it."""

    optional: bool = False
    media_types: Sequence[str] = (JSON,)
    max_bytes: int = 64 * 1024
    raw: bool = False
    """Whether `load` gets the bytes rather than parsed JSON."""
    any_type: bool = False
    """Whether every media type is accepted."""

    def load(self, data: Any) -> dict[str, Any]: ...

    def component(self, spec: APISpec) -> dict[str, Any]: ...
