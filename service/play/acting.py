"""What seats do: act, and take back."""

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
from domain.table.refusals import malformed
from projections.documents import commands as documents
from projections.people import names_of
from projections.replay import told_event
from projections.sentences import Interpreter
from service.identity.access import Caller, authorize
from service.log.loaded import LoadedGame
from service.log.opened_keys import opened_draws
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    Asked,
    Decision,
    Done,
    Reply,
    asked,
    run,
)
from service.play.signing import Given, let_rules_change, stale


class Act(NamedTuple):
    """Post an action `{"type", ...}` for the caller's seat, if the game is still at one of the versions in `if_match`.

    In its place may stand what the seat has signed: `signed` is `{"n","disclosure","s"}`. `seen` is `{"n","r"}`, the head
    of the log that the client knows. An analyst names the `seat` when several are to act.
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
    """Whether the answer tells its events in words, too."""


class RequestUndo(NamedTuple):
    """Ask to go back, by default to before the caller's last action (an analyst's: the last of all, or of `seat`)."""

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
    """Answers with what happened as the caller may see it, who is to act now, and the keys of open draws."""
    loaded, caller = authorize(context.repository, command.game, command.token)
    given = Given.of(command.signed, command.seen)
    action = _signed_or(given, loaded.ruleset, Action, lambda: read_action(loaded.ruleset, command.action))
    request = Request.of(loaded.id, caller.actor, command.key, ["act", given.identity(action), command.seat])
    decide = partial(_decide, command, context.repository, given, action)
    return run(context, Asked(loaded, caller, request, given.signed), decide, partial(_acted, command.labels))


A = TypeVar("A")


def _signed_or(given: Given, ruleset: Ruleset[Any], kind: type[A], unsigned: Callable[[], A]) -> A:
    """What was signed, if it is of the kind that is asked for here; else what the request says itself."""
    if given.signed is None:
        return unsigned()
    action = given.signed.asks_for(ruleset)
    if not isinstance(action, kind):
        tag = given.signed.action["type"]
        raise malformed("signed.disclosure", f"An action of the type {tag} is posted to another address.")
    return action


def _decide(
    command: Act, repository: Repository, given: Given, action: Any, loaded: LoadedGame, caller: Caller
) -> Decision:
    seat = caller.acting(loaded.table, loaded.table.to_act, command.seat)
    word = given.word(repository, loaded, seat)
    if command.if_match is not None and loaded.version not in command.if_match:
        raise stale(repository, loaded)
    if word.sig is not None:
        let_rules_change(repository, loaded)
    draws = loaded.keys.draws(loaded.table)
    return Decision(decisions.act(loaded.ruleset, loaded.table, seat, action, draws, word))


def _acted(labels: bool, done: Done) -> documents.Acted:
    loaded, recorded, viewer = done.loaded, done.recorded, done.caller.viewer
    words = Interpreter(loaded.ruleset, names_of(loaded.players)) if labels else None
    return documents.Acted(
        ruleset=loaded.ruleset.id,
        version=loaded.version,
        events=tuple(told_event(loaded.ruleset, it, loaded.at, viewer, words) for it in recorded),
        to_act=loaded.table.to_act,
        checkpoint=done.checkpoint,
        draws=opened_draws(loaded, recorded),
    )


def request_undo(command: RequestUndo, context: Context) -> Reply:
    """Answers whether it is granted at once or pending."""
    given = Given.of(command.signed, command.seen)
    content = ["undo", given.identity(command.to_version), command.seat]
    about = asked(context, command.game, command.token, command.key, content, signed=given.signed)
    action = _signed_or(given, about.loaded.ruleset, AskUndo, partial(_ask_undo, command.to_version))
    decide = partial(_decide_request, command, context.repository, given, action)
    return run(context, about, decide, _requested)


def _ask_undo(to_version: int | None) -> AskUndo:
    return AskUndo() if to_version is None else AskUndo(to_version)


def _decide_request(
    command: RequestUndo,
    repository: Repository,
    given: Given,
    action: AskUndo,
    loaded: LoadedGame,
    caller: Caller,
) -> Decision:
    last = [step.seat for step in loaded.table.steps[-1:]]
    seat = caller.acting(loaded.table, last, command.seat)
    word = given.word(repository, loaded, seat)
    return Decision(ask_undo(loaded.ruleset, loaded.table, seat, action, word))


def _requested(done: Done) -> documents.UndoResult:
    number = next(e.event.request for e in done.recorded if isinstance(e.event, UndoRequested))
    return _undone(number, "pending", done)


def answer_undo(command: AnswerUndo, context: Context) -> Reply:
    """Answers whether it is granted now, pending still, or refused."""
    given = Given.of(command.signed, command.seen)
    content = ["undo-answer", command.number, given.identity(command.accept)]
    about = asked(context, command.game, command.token, command.key, content, signed=given.signed)
    unsigned = partial(Answer, command.number, command.accept)
    action = _signed_or(given, about.loaded.ruleset, Answer, unsigned)
    if action.request != command.number:
        raise malformed("signed.disclosure", f"This answers request {action.request}, not {command.number}.")
    decide = partial(_decide_answer, context.repository, given, action)
    return run(context, about, decide, partial(_answered, action))


def _decide_answer(
    repository: Repository, given: Given, action: Answer, loaded: LoadedGame, caller: Caller
) -> Decision:
    seat = caller.seat()
    word = given.word(repository, loaded, seat)
    table, number = loaded.table, action.request
    return Decision(decisions.answer_undo(loaded.ruleset, table, seat, number, action.accept, word))


def _answered(action: Answer, done: Done) -> documents.UndoResult:
    return _undone(action.request, "pending" if action.accept else "refused", done)


def _undone(number: int, otherwise: str, done: Done) -> documents.UndoResult:
    granted = any(isinstance(e.event, Rewound) for e in done.recorded)
    return documents.UndoResult(
        id=str(number),
        status="granted" if granted else otherwise,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )
