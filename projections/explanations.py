"""Arguments as documents: the steps of the domain in both languages, with the names of who sits there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.hidden import Viewer
from domain.ruleset import Ruleset, Step
from domain.table import explaining
from domain.table.state import Logged, Table
from projections.documents.explanations import ActionExplanation, ArgumentStep, Explanation, Steps
from projections.people import Players, names_of
from projections.sentences import Interpreter


def explanation(
    ruleset: Ruleset[Any],
    before: Table | None,
    logged: Logged,
    players: Players,
    viewer: Viewer,
    *,
    role: str,
    game: str,
) -> Explanation:
    """The argument behind an event; `before` is the table before it, and may be left out where there is none."""
    steps = () if before is None else explaining.argument(ruleset, before.game, logged.event, viewer)
    return Explanation(
        game=game,
        ruleset=ruleset.id,
        version=logged.version,
        type=str(type(logged.event).__struct_config__.tag),
        rules=logged.rules,
        viewer=role,
        steps=_told(ruleset, players, steps),
    )


def action_explanation(
    ruleset: Ruleset[Any], table: Table, players: Players, seat: int, action: Any
) -> ActionExplanation:
    """Why an action of a seat is legal or not at this table."""
    legal, steps = explaining.legality(ruleset, table, seat, action)
    return ActionExplanation(
        game=table.setup.game,
        ruleset=ruleset.id,
        version=table.version,
        seat=seat,
        action=msgspec.to_builtins(action),
        legal=legal,
        steps=_told(ruleset, players, steps),
    )


def _told(ruleset: Ruleset[Any], players: Players, steps: Sequence[Step]) -> Steps:
    words = Interpreter(ruleset, names_of(players))
    return tuple(ArgumentStep(clause=it.clause, text=words.tell(it.text), numbers=it.numbers) for it in steps)
