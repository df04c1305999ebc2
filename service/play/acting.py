"""Commands of seats: acting and undoing."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, NamedTuple, TypeVar

from domain.ruleset import Action, Ruleset
from domain.table import decisions
from domain.table.asking import AnswerUndo as Answer
from domain.table.asking import AskUndo, ask_undo
from domain.table.events import Rewound, UndoRequested
from domain.table.given_actions import read_action
from domain.table.refusals import Refusal, Refused, malformed
from projections.documents import commands as documents
from projections.people import names_of
from projections.replay import rendered_event
from projections.sentences import BilingualRenderer
from service.identity.access import Caller, authorize
from service.log.disclosed_keys import disclosed_draws
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    load_command,
    run,
)
from service.play.signing import ActionInput, log_rules_change, stale_refusal


class Act(NamedTuple):
    """Post an action `{"type", ...}` for the caller's seat, if the game is at one of the versions in `if_match`.

    `signed` `{"n","disclosure","s"}`, an action signed by the seat, may replace the action. `seen` is `{"n","r"}`, a log head
    that the client knows. An analyst names the `seat` if several are to act.
    """

    game: str
    token: str | None
    action: dict[str, Any]
    if_match: Collection[int] | None = None
    key: str | None = None
    seat: int | None = None
    signed: dict[str, Any] | None = None
    seen: dict[str, Any] | None = None
    labels: bool = False
    """Whether the response includes its events in words."""


class RequestUndo(NamedTuple):
    """Request an undo, by default of the caller's last action (an analyst's: the last action of all, or of `seat`)."""

    game: str
    token: str | None
    to_version: int | None = None
    key: str | None = None
    seat: int | None = None
    signed: dict[str, Any] | None = None
    seen: dict[str, Any] | None = None


class AnswerUndo(NamedTuple):
    """Accept or refuse another seat's undo request."""

    game: str
    token: str | None
    number: int
    accept: bool
    key: str | None = None
    signed: dict[str, Any] | None = None
    seen: dict[str, Any] | None = None


def act(command: Act, context: Context) -> Reply:
    """Returns the new events as the caller may see them, the seats to act, and the keys of disclosed draws."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    given = ActionInput.of(command.signed, command.seen)
    action = signed_action_or(
        given, loaded.ruleset, Action, lambda: read_action(loaded.ruleset, command.action)
    )
    request = Request.of(loaded.id, caller.actor, command.key, ["act", given.identity(action), command.seat])
    decide = partial(_decide, command, context.repository, given, action)
    return run(
        context,
        PendingCommand(loaded, caller, request, given.signed),
        decide,
        partial(acted, command.labels),
    )


A = TypeVar("A")


def signed_action_or(
    given: ActionInput, ruleset: Ruleset[Any], kind: type[A], unsigned: Callable[[], A]
) -> A:
    """The signed action if it has the required type; without a signature, the action in the request."""
    if given.signed is None:
        return unsigned()
    action = given.signed.parsed_action(ruleset)
    if not isinstance(action, kind):
        tag = given.signed.action["type"]
        raise malformed("signed.disclosure", f"Actions of type {tag} belong to another endpoint.")
    return action


def _decide(
    command: Act, repository: Repository, given: ActionInput, action: Any, loaded: LoadedGame, caller: Caller
) -> Decision:
    seat = caller.acting(loaded.table, loaded.table.to_act, command.seat)
    _check_in_time(loaded, seat)
    attestation = given.attestation(repository, loaded, seat)
    if command.if_match is not None and loaded.version not in command.if_match:
        raise stale_refusal(repository, loaded)
    if attestation.sig is not None:
        log_rules_change(repository, loaded)
    draws = loaded.keys.draws(loaded.table)
    return Decision(decisions.act(loaded.ruleset, loaded.table, seat, action, draws, attestation))


def _check_in_time(loaded: LoadedGame, seat: int) -> None:
    """`Refused` time-ran-out if the clock of a seat has run out: only then does its row leave nothing."""
    row = loaded.table.clock.rows.get(seat)
    if row is not None and row.since is None and row.left == row.grace == 0:
        detail = f"The clock of seat {seat} ran out before this action came."
        raise Refused(Refusal.TIME_RAN_OUT, detail, rule="clock.flag", version=loaded.version)


def acted(labels: bool, done: CommandResult) -> documents.Acted:
    loaded, recorded, viewer = done.loaded, done.recorded, done.caller.viewer
    renderer = BilingualRenderer(loaded.ruleset, names_of(loaded.players)) if labels else None
    return documents.Acted(
        ruleset=loaded.ruleset.id,
        version=loaded.version,
        events=tuple(rendered_event(loaded.ruleset, it, loaded.at, viewer, renderer) for it in recorded),
        to_act=loaded.table.to_act,
        checkpoint=done.checkpoint,
        draws=disclosed_draws(loaded, recorded),
    )


def request_undo(command: RequestUndo, context: Context) -> Reply:
    """Returns whether the undo is granted immediately or pending."""
    given = ActionInput.of(command.signed, command.seen)
    content = ["undo", given.identity(command.to_version), command.seat]
    pending = load_command(context, command.game, command.token, command.key, content, signed=given.signed)
    action = signed_action_or(given, pending.loaded.ruleset, AskUndo, partial(_ask_undo, command.to_version))
    decide = partial(_decide_request, command, context.repository, given, action)
    return run(context, pending, decide, _request_response)


def _ask_undo(to_version: int | None) -> AskUndo:
    return AskUndo() if to_version is None else AskUndo(to_version)


def _decide_request(
    command: RequestUndo,
    repository: Repository,
    given: ActionInput,
    action: AskUndo,
    loaded: LoadedGame,
    caller: Caller,
) -> Decision:
    last = [step.seat for step in loaded.table.undo.steps[-1:]]
    seat = caller.acting(loaded.table, last, command.seat)
    attestation = given.attestation(repository, loaded, seat)
    return Decision(ask_undo(loaded.ruleset, loaded.table, seat, action, attestation))


def _request_response(done: CommandResult) -> documents.UndoResult:
    number = next(e.event.request for e in done.recorded if isinstance(e.event, UndoRequested))
    return _undo_result(number, "pending", done)


def answer_undo(command: AnswerUndo, context: Context) -> Reply:
    """Returns whether the undo is now granted, still pending, or refused."""
    given = ActionInput.of(command.signed, command.seen)
    content = ["undo-answer", command.number, given.identity(command.accept)]
    pending = load_command(context, command.game, command.token, command.key, content, signed=given.signed)
    unsigned = partial(Answer, command.number, command.accept)
    action = signed_action_or(given, pending.loaded.ruleset, Answer, unsigned)
    if action.request != command.number:
        raise malformed("signed.disclosure", f"This answers request {action.request}, not {command.number}.")
    decide = partial(_decide_answer, context.repository, given, action)
    return run(context, pending, decide, partial(_answer_response, action))


def _decide_answer(
    repository: Repository, given: ActionInput, action: Answer, loaded: LoadedGame, caller: Caller
) -> Decision:
    seat = caller.seat()
    attestation = given.attestation(repository, loaded, seat)
    table, number = loaded.table, action.request
    return Decision(decisions.answer_undo(loaded.ruleset, table, seat, number, action.accept, attestation))


def _answer_response(action: Answer, done: CommandResult) -> documents.UndoResult:
    return _undo_result(action.request, "pending" if action.accept else "refused", done)


def _undo_result(number: int, otherwise: str, done: CommandResult) -> documents.UndoResult:
    granted = any(isinstance(e.event, Rewound) for e in done.recorded)
    return documents.UndoResult(
        id=str(number),
        status="granted" if granted else otherwise,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )
