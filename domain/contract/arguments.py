"""Why something happened in a game, or may not happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from domain.argument import Step, because, refusal
from domain.contract.rules import Rules
from domain.contract.types import Event, State


class Arguments(Rules[State]):
    """For players and referees who want to understand an event or a refusal."""

    explanations: ClassVar[Mapping[Any, Callable[[Any, Any], Sequence[Step]]]] = {}
    """(state before, event): what `explain` argues; these events are the `explained` ones."""

    @property
    def explained(self) -> tuple[type[Event], ...]:
        """The deciding events that `explain` has an argument for."""
        return tuple(self.explanations)

    def explain(self, before: State, event: Any) -> Sequence[Step]:
        """The argument behind an event, from the state before it; both as the viewer may know them. () if not `explained`.

        A number that bears the name of a field of the event is equal to it.
        """
        argue = self.explanations.get(type(event))
        return argue(before, event) if argue else ()

    def explain_action(self, state: State, seat: int, action: Any) -> Sequence[Step]:
        """Why an action of this seat, which is to act, is legal or not; from state redacted for the seat.

        Of an illegal one the first step is the refusal itself, of a legal one this says nothing by itself.
        """
        refused = refusal(self.decide, state, seat, action)
        return [because(refused.rule, refused.said)] if refused else []
