"""What seats do: act, and take back."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import msgspec

from domain.ruleset import Ruleset
from domain.table import decisions
from domain.table.events import Rewound, UndoRequested
from domain.table.refusals import Refusal, Refused
from projections.documents import commands as documents
from projections.events import event_document
from service.access import Caller, seen
from service.commands.context import Context
from service.commands.idempotency import Request
from service.commands.runner import Asked, Decision, Done, Reply, asked, run
from service.log.loaded import LoadedGame
from service.log.opened_keys import opened_draws


class Act(NamedTuple):
    """Post an action `{"type", ...}` for the caller's seat, if the game is still at version `if_match`.

    An analyst names the `seat` when several are to act.
    """

    game: str
    token: str | None
    action: dict[str, Any]
    if_match: int | None = None
    key: str | None = None
    seat: int | None = None


class RequestUndo(NamedTuple):
    """Ask to go back, by default to before the caller's last action (an analyst's: the last of all, or of `seat`)."""

    game: str
    token: str | None
    to_version: int | None = None
    key: str | None = None
    seat: int | None = None


class AnswerUndo(NamedTuple):
    """Accept or refuse another seat's undo request."""

    game: str
    token: str | None
    number: int
    accept: bool
    key: str | None = None


class UnreadableAction(Refused):
    """This is no action of the game's ruleset, whose id is `ruleset`."""

    def __init__(self, ruleset: str, detail: str) -> None:
        super().__init__(Refusal.MALFORMED, detail, errors={"": [detail]})
        self.ruleset = ruleset


def act(command: Act, context: Context) -> Reply:
    """Answers with what happened as the caller may see it, who is to act now, and the keys of open draws."""
    loaded, caller = seen(context.repository, command.game, command.token)
    action = read_action(loaded.ruleset, command.action)
    request = Request.of(loaded.id, caller.actor, command.key, ["act", action, command.seat])
    return run(context, Asked(loaded, caller, request), partial(_decide, command, action), _acted)


def read_action(ruleset: Ruleset[Any], action: dict[str, Any]) -> Any:
    """The ruleset's action from plain data."""
    cls = ruleset.action_types.get(str(action.get("type")))
    if cls is None:
        kinds = ", ".join(ruleset.action_types)
        raise UnreadableAction(ruleset.id, f"An action of {ruleset.name['en']} has one of the types {kinds}.")
    try:
        return msgspec.convert(action, cls)
    except msgspec.ValidationError as error:
        raise UnreadableAction(ruleset.id, str(error)) from error


def _decide(command: Act, action: Any, loaded: LoadedGame, caller: Caller) -> Decision:
    if command.if_match not in (None, loaded.version):
        detail = f"The game has moved on to version {loaded.version}."
        raise Refused(Refusal.STALE, detail, version=loaded.version)
    draws = loaded.keys.draws(loaded.table)
    seat = caller.acting(loaded.table, loaded.table.to_act, command.seat)
    return Decision(decisions.act(loaded.ruleset, loaded.table, seat, action, draws))


def _acted(done: Done) -> documents.Acted:
    loaded, recorded = done.loaded, done.recorded
    return documents.Acted(
        ruleset=loaded.ruleset.id,
        version=loaded.version,
        events=tuple(event_document(logged, loaded.at, done.caller.viewer) for logged in recorded),
        to_act=loaded.table.to_act,
        checkpoint=done.checkpoint,
        draws=opened_draws(loaded, recorded),
    )


def request_undo(command: RequestUndo, context: Context) -> Reply:
    """Answers whether it is granted at once or pending."""
    content = ["undo", command.to_version, command.seat]
    about = asked(context, command.game, command.token, command.key, content)
    return run(context, about, partial(_decide_request, command), _requested)


def _decide_request(command: RequestUndo, loaded: LoadedGame, caller: Caller) -> Decision:
    last = [step.seat for step in loaded.table.steps[-1:]]
    seat = caller.acting(loaded.table, last, command.seat)
    return Decision(decisions.request_undo(loaded.ruleset, loaded.table, seat, command.to_version))


def _requested(done: Done) -> documents.UndoResult:
    number = next(e.event.request for e in done.recorded if isinstance(e.event, UndoRequested))
    return _undone(number, "pending", done)


def answer_undo(command: AnswerUndo, context: Context) -> Reply:
    """Answers whether it is granted now, pending still, or refused."""
    content = ["undo-answer", command.number, command.accept]
    about = asked(context, command.game, command.token, command.key, content)
    return run(context, about, partial(_decide_answer, command), partial(_answered, command))


def _decide_answer(command: AnswerUndo, loaded: LoadedGame, caller: Caller) -> Decision:
    return Decision(
        decisions.answer_undo(loaded.ruleset, loaded.table, caller.seat(), command.number, command.accept)
    )


def _answered(command: AnswerUndo, done: Done) -> documents.UndoResult:
    return _undone(command.number, "pending" if command.accept else "refused", done)


def _undone(number: int, otherwise: str, done: Done) -> documents.UndoResult:
    granted = any(isinstance(e.event, Rewound) for e in done.recorded)
    return documents.UndoResult(
        id=str(number),
        status="granted" if granted else otherwise,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )
