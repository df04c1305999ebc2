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


class Arguing:
    """Argues behind the events of one game for one viewer; `role` is what he is there."""

    def __init__(self, ruleset: Ruleset[Any], players: Players, viewer: Viewer, role: str, game: str) -> None:
        self._ruleset, self._viewer, self._role, self._game = ruleset, viewer, role, game
        self._words = Interpreter(ruleset, names_of(players))

    def explanation(self, before: Any, logged: Logged) -> Explanation:
        """The argument behind an event, from the ruleset's state before it; None where there is none."""
        steps = explaining.argument(self._ruleset, before, logged.event, self._viewer)
        return Explanation(
            game=self._game,
            ruleset=self._ruleset.id,
            version=logged.version,
            type=str(type(logged.event).__struct_config__.tag),
            rules=logged.rules,
            viewer=self._role,
            steps=_told(self._words, steps),
        )


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
    arguing = Arguing(ruleset, players, viewer, role, game)
    return arguing.explanation(None if before is None else before.game, logged)


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
        steps=_told(Interpreter(ruleset, names_of(players)), steps),
    )


def _told(words: Interpreter, steps: Sequence[Step]) -> Steps:
    return tuple(ArgumentStep(clause=it.clause, text=words.tell(it.text), numbers=it.numbers) for it in steps)
