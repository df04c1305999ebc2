"""Acting, taking back, and what the organiser does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.decisions import Refused
from domain.table.events import Rewound, UndoRequested
from domain.table.fold import Fold
from domain.table.state import Logged, Table
from projections.events import event_document
from service.access import Caller
from service.commands.creating import malformed
from service.commands.runner import CommandRunner, Decision, Reply
from service.log.loaded import LoadedGame
from service.queries.opened_keys import opened_draws


class Acting(CommandRunner):
    def act(
        self,
        game: str,
        token: str | None,
        action: dict[str, Any],
        if_match: int | None,
        key: str | None,
        seat: int | None = None,
    ) -> Reply:
        """Post an action `{"type", ...}` for the caller's seat, if the game is still at version `if_match`.

        An analyst names the `seat` when several are to act.
        """

        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            if if_match is not None and if_match != loaded.version:
                detail = f"The game has moved on to version {loaded.version}."
                raise Refused("stale", detail, version=loaded.version)
            draws = loaded.keys.draws(loaded.table)
            read = read_action(loaded.ruleset, action)
            acting = caller.acting(loaded.table, loaded.table.to_act, seat)
            return Decision(decisions.act(loaded.ruleset, loaded.table, acting, read, draws))

        return self.run(game, token, key, ["act", action, seat], decide, self._acted)

    def _acted(self, loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
        return {
            "version": loaded.version,
            "events": [event_document(logged, loaded.at, caller.viewer) for logged in recorded],
            "to_act": list(loaded.table.to_act),
            "checkpoint": self.repository.checkpoint(loaded),
            "draws": opened_draws(loaded, recorded),
        }

    def request_undo(
        self, game: str, token: str | None, to_version: int | None, key: str | None, seat: int | None = None
    ) -> Reply:
        """Ask to go back, by default to before the caller's last action (an analyst's: the last of all, or of `seat`)."""

        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            last = [step.seat for step in loaded.table.steps[-1:]]
            asking = caller.acting(loaded.table, last, seat)
            return Decision(decisions.request_undo(loaded.ruleset, loaded.table, asking, to_version))

        def answer(loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            number = next(e.event.request for e in recorded if isinstance(e.event, UndoRequested))
            return self._undone(number, "pending", loaded, recorded)

        return self.run(game, token, key, ["undo", to_version, seat], decide, answer)

    def answer_undo(self, game: str, token: str | None, number: int, accept: bool, key: str | None) -> Reply:
        """Accept or refuse another seat's undo request."""

        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            return Decision(
                decisions.answer_undo(loaded.ruleset, loaded.table, caller.seat(), number, accept)
            )

        def answer(loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            return self._undone(number, "pending" if accept else "refused", loaded, recorded)

        return self.run(game, token, key, ["undo-answer", number, accept], decide, answer)

    def _undone(
        self, number: int, otherwise: str, loaded: LoadedGame, recorded: Sequence[Logged]
    ) -> dict[str, Any]:
        granted = any(isinstance(e.event, Rewound) for e in recorded)
        return {
            "id": str(number),
            "status": "granted" if granted else otherwise,
            "version": loaded.version,
            "checkpoint": self.repository.checkpoint(loaded),
        }

    def abandon(self, game: str, token: str | None, key: str | None) -> Reply:
        return self._organise(game, token, key, "abandon", decisions.abandon)

    def suspend(self, game: str, token: str | None, key: str | None) -> Reply:
        return self._organise(game, token, key, "suspend", decisions.suspend)

    def resume(self, game: str, token: str | None, key: str | None) -> Reply:
        return self._organise(game, token, key, "resume", decisions.resume)

    def _organise(
        self,
        game: str,
        token: str | None,
        key: str | None,
        kind: str,
        decision: Callable[[Ruleset[Any], Table], Fold],
    ) -> Reply:
        def decide(loaded: LoadedGame, caller: Caller) -> Decision:
            if caller.token is None:
                raise Refused("unauthenticated", "This needs the organiser's bearer token.")
            if caller.role != "organiser":
                raise Refused("forbidden", "Only the organiser may do this.")
            return Decision(decision(loaded.ruleset, loaded.table))

        def answer(loaded: LoadedGame, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            status, checkpoint = loaded.table.status, self.repository.checkpoint(loaded)
            return {"version": loaded.version, "status": status, "checkpoint": checkpoint}

        return self.run(game, token, key, [kind], decide, answer, status=200)


def read_action(ruleset: Ruleset[Any], action: dict[str, Any]) -> Any:
    """The ruleset's action from JSON; `Refused` malformed with the place that is wrong."""
    cls = ruleset.action_types.get(action.get("type", ""))
    if cls is None:
        kinds = ", ".join(ruleset.action_types)
        raise malformed("type", f"An action of {ruleset.id} has one of the types {kinds}.")
    try:
        return msgspec.convert(action, cls)
    except msgspec.ValidationError as error:
        raise malformed("", str(error)) from error
