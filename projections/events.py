"""Events as API documents: hidden values are included for viewers who may know them, and absent for all others."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.hidden import Hidden, Opened, Viewer, may_hide
from domain.ledger.canonical import spelled
from domain.ledger.seal import members_of
from domain.table.state import Logged
from projections.documents import BothLanguages
from projections.documents.history import Event
from projections.people import rfc3339


def event_data(event: Any, viewer: Viewer) -> dict[str, Any]:
    """The event's fields for this viewer. Unknown members are left out; unknown array elements are null."""
    if may_hide(type(event)):
        data = _members(event, viewer)
        return spelled(data) if event.wide else data
    plain: dict[str, Any] = msgspec.to_builtins(event, str_keys=True)
    plain.pop("type", None)
    return plain


def _members(thing: Any, viewer: Viewer) -> dict[str, Any]:
    members = members_of(thing)
    return {name: _known(value, viewer) for name, value in members if not _concealed(value, viewer)}


def _concealed(value: Any, viewer: Viewer) -> bool:
    return isinstance(value, Hidden | Opened) and not value.known_to(viewer)


def _known(value: Any, viewer: Viewer) -> Any:
    if isinstance(value, Hidden | Opened):
        return msgspec.to_builtins(value.value) if value.known_to(viewer) else None
    if isinstance(value, tuple | list):
        return [_known(item, viewer) for item in value]
    if isinstance(value, dict):
        known = {str(k): v for k, v in value.items() if not _concealed(v, viewer)}
        return {k: _known(v, viewer) for k, v in known.items()}
    if isinstance(value, msgspec.Struct) and may_hide(type(value)):
        return _members(value, viewer)
    return msgspec.to_builtins(value, str_keys=True)


def event_document(
    logged: Logged, at: int, viewer: Viewer, ruleset: str, text: BothLanguages | UnsetType = UNSET
) -> Event:
    """One event of a game of `ruleset`; `at` in milliseconds since the epoch, `text` its sentence."""
    return Event(
        ruleset=ruleset,
        version=logged.version,
        type=str(type(logged.event).__struct_config__.tag),
        at=rfc3339(at),
        actor=logged.actor,
        action=logged.action,
        data=event_data(logged.event, viewer),
        rules=logged.rules,
        text=text,
    )
