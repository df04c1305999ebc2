"""Decoders made before the first thread decodes.

msgspec works out how to read a type when it first meets it. Two threads that meet related types for the first time
at once can bring down the whole process (a segmentation fault in msgspec 0.22), so one thread meets them all before.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.rulesets import registry
from domain.table.event_types import types_of


def warm_up_decoders(*others: type[Any]) -> None:
    """For all types of events, actions, options and states, and `others`. Doing it again is harmless and quick."""
    for cls in (*others, *_types()):
        msgspec.json.Decoder(cls)


def _types() -> Iterator[Any]:
    for ruleset in registry().values():
        yield from types_of(ruleset).values()
        yield from (*ruleset.actions, ruleset.options, ruleset.state)
