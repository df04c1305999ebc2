"""Builds all decoders before the first thread decodes.

msgspec analyses a type on its first use. If two threads use related types for the first time at once, the process may crash
(a segmentation fault in msgspec 0.22), so one thread builds all decoders first.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.rulesets import registry
from domain.table.event_types import types_of


def warm_up_decoders(*others: type[Any]) -> None:
    """For all types of events, actions, options and states, and `others`. Repeating it is harmless and quick."""
    for cls in (*others, *_types()):
        msgspec.json.Decoder(cls)


def _types() -> Iterator[Any]:
    for ruleset in registry().values():
        yield from types_of(ruleset).values()
        yield from (*ruleset.actions, ruleset.options, ruleset.state)
