"""Explanations as documents: the domain's reasoning steps in both languages, with the names of the players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.hidden import Viewer
from domain.ruleset import Ruleset, Step
from domain.table import explaining
from domain.table.clock import explaining as clocks
from domain.table.state import Logged, Table
from projections.documents.explanations import ActionExplanation, ArgumentStep, Explanation, Steps
from projections.people import Players, names_of
from projections.sentences import BilingualRenderer


class Explainer:
    """Explains the events of one game to one viewer with this `role`."""

    def __init__(self, ruleset: Ruleset[Any], players: Players, viewer: Viewer, role: str, game: str) -> None:
        self._ruleset, self._viewer, self._role, self._game = ruleset, viewer, role, game
        self._renderer = BilingualRenderer(ruleset, names_of(players))

    def explanation(self, before: Any, logged: Logged, log: Sequence[Logged] = ()) -> Explanation:
        """The explanation of an event, from the ruleset's state before it; of a clock's, from the `log` up to it."""
        steps = (
            clocks.explain(log)
            if log
            else explaining.argument(self._ruleset, before, logged.event, self._viewer)
        )
        return Explanation(
            game=self._game,
            ruleset=self._ruleset.id,
            version=logged.version,
            type=str(type(logged.event).__struct_config__.tag),
            rules=logged.rules,
            viewer=self._role,
            steps=_rendered(self._renderer, steps),
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
    log: Sequence[Logged] = (),
) -> Explanation:
    """The explanation of an event; `before` is the table before it, or None if the event has no argument.

    `log`, of an event of a clock, are all events up to it.
    """
    explainer = Explainer(ruleset, players, viewer, role, game)
    return explainer.explanation(None if before is None else before.game, logged, log)


def action_explanation(
    ruleset: Ruleset[Any], table: Table, players: Players, seat: int, action: Any
) -> ActionExplanation:
    """Why an action of a seat is legal or illegal at this table."""
    legal, steps = explaining.legality(ruleset, table, seat, action)
    return ActionExplanation(
        game=table.setup.game,
        ruleset=ruleset.id,
        version=table.version,
        seat=seat,
        action=msgspec.to_builtins(action),
        legal=legal,
        steps=_rendered(BilingualRenderer(ruleset, names_of(players)), steps),
    )


def _rendered(renderer: BilingualRenderer, steps: Sequence[Step]) -> Steps:
    return tuple(
        ArgumentStep(clause=it.clause, text=renderer.render(it.text), numbers=it.numbers) for it in steps
    )
