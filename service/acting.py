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
from service.book import Book
from service.creating import malformed
from service.desk import Decision, Desk, Reply
from service.openings import opened_draws


class Acting(Desk):
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

        def decide(book: Book, caller: Caller) -> Decision:
            if if_match is not None and if_match != book.version:
                detail = f"The game has moved on to version {book.version}."
                raise Refused("stale", detail, version=book.version)
            draws = book.keys.draws(book.table)
            read = read_action(book.ruleset, action)
            acting = caller.acting(book.table, book.table.to_act, seat)
            return Decision(decisions.act(book.ruleset, book.table, acting, read, draws))

        return self.run(game, token, key, ["act", action, seat], decide, self._acted)

    def _acted(self, book: Book, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
        return {
            "version": book.version,
            "events": [event_document(logged, book.at, caller.viewer) for logged in recorded],
            "to_act": list(book.table.to_act),
            "checkpoint": self.shelf.checkpoint(book),
            "draws": opened_draws(book, recorded),
        }

    def request_undo(
        self, game: str, token: str | None, to_version: int | None, key: str | None, seat: int | None = None
    ) -> Reply:
        """Ask to go back, by default to before the caller's last action (an analyst's: the last of all, or of `seat`)."""

        def decide(book: Book, caller: Caller) -> Decision:
            last = [step.seat for step in book.table.steps[-1:]]
            asking = caller.acting(book.table, last, seat)
            return Decision(decisions.request_undo(book.ruleset, book.table, asking, to_version))

        def answer(book: Book, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            number = next(e.event.request for e in recorded if isinstance(e.event, UndoRequested))
            return self._undone(number, "pending", book, recorded)

        return self.run(game, token, key, ["undo", to_version, seat], decide, answer)

    def answer_undo(self, game: str, token: str | None, number: int, accept: bool, key: str | None) -> Reply:
        """Accept or refuse another seat's undo request."""

        def decide(book: Book, caller: Caller) -> Decision:
            return Decision(decisions.answer_undo(book.ruleset, book.table, caller.seat(), number, accept))

        def answer(book: Book, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            return self._undone(number, "pending" if accept else "refused", book, recorded)

        return self.run(game, token, key, ["undo-answer", number, accept], decide, answer)

    def _undone(self, number: int, otherwise: str, book: Book, recorded: Sequence[Logged]) -> dict[str, Any]:
        granted = any(isinstance(e.event, Rewound) for e in recorded)
        return {
            "id": str(number),
            "status": "granted" if granted else otherwise,
            "version": book.version,
            "checkpoint": self.shelf.checkpoint(book),
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
        def decide(book: Book, caller: Caller) -> Decision:
            if caller.token is None:
                raise Refused("unauthenticated", "This needs the organiser's bearer token.")
            if caller.role != "organiser":
                raise Refused("forbidden", "Only the organiser may do this.")
            return Decision(decision(book.ruleset, book.table))

        def answer(book: Book, recorded: Sequence[Logged], caller: Caller) -> dict[str, Any]:
            status, checkpoint = book.table.status, self.shelf.checkpoint(book)
            return {"version": book.version, "status": status, "checkpoint": checkpoint}

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
