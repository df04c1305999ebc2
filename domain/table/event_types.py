"""The types of all events that the log of a ruleset's games may hold, by their tags."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from domain.ruleset import Event, Ruleset
from domain.table.events import PositionSet
from domain.table.parts.registry import TABLE_EVENTS

Types = Mapping[str, type[Event]]
TABLE_TYPES: Types = {str(cls.__struct_config__.tag): cls for cls in TABLE_EVENTS}


@cache
def types_of(ruleset: Ruleset[Any]) -> Types:
    position: Any = PositionSet  # its type argument is known at run time only
    return {**TABLE_TYPES, "position-set": position[ruleset.state], **ruleset.event_types}
