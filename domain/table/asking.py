"""What seats ask for in so many words, as they sign it: the ruleset's actions and the table's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.draws import Draws
from domain.ledger.entry import NO_WORD, Word
from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.fold import Fold
from domain.table.state import Table


class TableAction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of the table's own actions; their types have a dot, those of rulesets have none."""


class AskUndo(TableAction, frozen=True, tag="table.undo-request"):
    """Back to `to_version`, or without it to before the seat's last action."""

    to_version: int | UnsetType = UNSET


class AnswerUndo(TableAction, frozen=True, tag="table.undo-answer"):
    """Yes or no to another seat's request."""

    request: int
    accept: bool


TABLE_ACTIONS: Mapping[str, type[TableAction]] = {
    str(cls.__struct_config__.tag): cls for cls in (AskUndo, AnswerUndo)
}


def read(ruleset: Ruleset[Any], action: Mapping[str, Any]) -> Any:
    """An action from plain data; ValueError for what is none of this ruleset or of the table."""
    cls = {**ruleset.action_types, **TABLE_ACTIONS}.get(str(action.get("type")))
    if cls is None:
        raise ValueError(f"{ruleset.name['en']} has no action of the type {action.get('type')!r}")
    return msgspec.convert(action, cls)


def ask_undo(ruleset: Ruleset[Any], table: Table, seat: int, action: AskUndo, word: Word = NO_WORD) -> Fold:
    target = None if action.to_version is UNSET else action.to_version
    return decisions.request_undo(ruleset, table, seat, target, word)


def decide(
    ruleset: Ruleset[Any], table: Table, seat: int, action: Any, draws: Draws, word: Word = NO_WORD
) -> Fold:
    """What follows from what a seat asks for; refused as in `decisions`."""
    if isinstance(action, AskUndo):
        return ask_undo(ruleset, table, seat, action, word)
    if isinstance(action, AnswerUndo):
        return decisions.answer_undo(ruleset, table, seat, action.request, action.accept, word)
    return decisions.act(ruleset, table, seat, action, draws, word)
