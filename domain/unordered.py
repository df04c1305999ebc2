"""Sets within actions: clients may name their members in any order; they are sorted before anything is decided."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

import msgspec


class Unordered(msgspec.Struct, frozen=True, dict=True):
    """Members of an action that are a set: one field that holds them all, or several fields of one member each.

    `order` names the members in the order in which legal actions list them; others follow, in alphabetical order.
    Repeated members stay, because cards and dice may be equal; the rules decide whether they are allowed.
    """

    fields: tuple[str, ...]
    order: tuple[str, ...] = ()

    @cached_property
    def _place(self) -> dict[str, int]:
        return {member: place for place, member in enumerate(self.order)}

    def listed(self, action: Any) -> dict[str, Any]:
        """The fields of the action with their members in the listed order."""
        if len(self.fields) > 1:
            members = self._sorted(getattr(action, field) for field in self.fields)
            return dict(zip(self.fields, members, strict=True))
        (field,) = self.fields
        return {field: tuple(self._sorted(getattr(action, field)))}

    def _sorted(self, members: Any) -> list[str]:
        return sorted(members, key=lambda member: (self._place.get(member, len(self.order)), member))


A = TypeVar("A", bound=msgspec.Struct)


def in_listed_order(action: A, sets: tuple[Unordered, ...]) -> A:
    """The action with each of its sets in the listed order."""
    changed: dict[str, Any] = {}
    for one in sets:
        changed |= one.listed(action)
    return msgspec.structs.replace(action, **changed) if changed else action
