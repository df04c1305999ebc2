"""Actions as they come in: plain data, and the ruleset's action in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.ruleset import Action, Ruleset
from domain.table.refusals import Refusal, Refused


class UnreadableAction(Refused):
    """This is no action of the game's ruleset, whose id is `ruleset`."""

    def __init__(self, ruleset: str, detail: str) -> None:
        super().__init__(Refusal.MALFORMED, detail, errors={"": [detail]})
        self.ruleset = ruleset


def converted(ruleset: Ruleset[Any], action: Mapping[str, Any], cls: type[Action]) -> Any:
    """An action of this type in its listed order; `msgspec.ValidationError` for what is none."""
    return ruleset.ordered(msgspec.convert(action, cls))


def well_formed(ruleset: Ruleset[Any], action: Any) -> bool:
    """Whether an action made in process could have been read: of a type of the ruleset, with fields as the type says."""
    if type(action) not in ruleset.actions:
        return False
    try:
        msgspec.convert(msgspec.to_builtins(action), type(action))
    except (msgspec.ValidationError, TypeError):
        return False
    return True


def read_action(ruleset: Ruleset[Any], action: Mapping[str, Any]) -> Any:
    """The ruleset's action from plain data, in its listed order."""
    cls = ruleset.action_types.get(str(action.get("type")))
    if cls is None:
        kinds = ", ".join(ruleset.action_types)
        raise UnreadableAction(ruleset.id, f"An action of {ruleset.name['en']} has one of the types {kinds}.")
    try:
        return converted(ruleset, action, cls)
    except msgspec.ValidationError as error:
        raise UnreadableAction(ruleset.id, str(error)) from error
