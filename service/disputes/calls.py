"""Judge calls: a seat asks, referees answer, the seat closes the call. Texts are stored beside the log, like those of cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

from domain.table import asking
from domain.table.calls.calling import answer_call, may_answer
from domain.table.calls.events import JudgeCalled
from domain.table.fold import Fold
from projections.call_documents import call_shown
from projections.documents.calls import CallList, CallShown, CallStep
from service.disputes.texts import Body, check_new_salt, text_rows, texts_in
from service.identity.access import Caller, authorize
from service.log.case_texts import OF_CALLS, CaseText, texts_of
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import CommandResult, Decision, PendingCommand, Reply, run
from service.play.signing import ActionInput, log_rules_change

TEXTS = ("question", "answer")


class Step(NamedTuple):
    """One step of a judge call: `kind` is the last part of the URL, `body` the request's body.

    `call` is None for a new one. A seat's `body` may contain `signed` and `seen`; with `signed` and a text also `salt`.
    """

    game: str
    token: str | None
    kind: str
    call: int | None
    body: Body
    key: str | None = None


class _Input(NamedTuple):
    """A step while it is decided, with its texts by field name."""

    step: Step
    given: ActionInput
    texts: Mapping[str, CaseText]


def take_step(step: Step, context: Context) -> Reply:
    """Returns the number of the call, and whether it is open afterwards."""
    given = ActionInput.of(step.body.get("signed"), step.body.get("seen"))
    loaded, caller = authorize(context.repository, step.game, step.token)
    plain = {name: value for name, value in step.body.items() if name not in ("signed", "seen", "salt")}
    request = Request.of(
        loaded.id, caller.actor, step.key, [step.kind, "call", step.call, given.identity(plain), plain]
    )
    pending = PendingCommand(loaded, caller, request, given.signed)
    decide = partial(_decide, _Input(step, given, texts_in(step.body, TEXTS)), context.repository)
    return run(context, pending, decide, partial(_done, step), while_closed=True)


def _decide(input: _Input, repository: Repository, loaded: LoadedGame, caller: Caller) -> Decision:
    store, texts = repository.store, input.texts.values()
    check_new_salt(store, loaded.id, input.step.body, texts)
    decide = _answer if input.step.kind == "answers" else _by_seat
    fold = decide(input, repository, loaded, caller)
    return Decision(fold, text_rows(store, loaded.id, OF_CALLS, fold, texts))


def _answer(input: _Input, repository: Repository, loaded: LoadedGame, caller: Caller) -> Fold:
    hash = input.texts["answer"].hash
    return answer_call(hearing_of(repository, loaded), caller.referee_number(), input.step.call or 0, hash)


def _by_seat(input: _Input, repository: Repository, loaded: LoadedGame, caller: Caller) -> Fold:
    seat, action = caller.seat(), SEAT_STEPS[input.step.kind](input)
    input.given.check_signed(loaded.ruleset, action)
    attestation = input.given.attestation(repository, loaded, seat)
    if attestation.sig is not None:
        log_rules_change(repository, loaded)
    return asking.at_the_desk(hearing_of(repository, loaded), seat, action, attestation)


def _question(input: _Input) -> asking.CallJudge:
    about = input.step.body.get("about") or {}
    return asking.CallJudge(input.texts["question"].hash, about.get("from_"), about.get("to"))


SEAT_STEPS: Mapping[str, Callable[[_Input], asking.DeskAction]] = {
    "calls": _question,
    "closings": lambda input: asking.CloseCall(input.step.call or 0),
}


def _done(step: Step, done: CommandResult) -> CallStep:
    called = (it.event.call for it in done.recorded if isinstance(it.event, JudgeCalled))
    number = next(called) if step.call is None else step.call
    call = done.loaded.table.calls[number - 1]
    return CallStep(
        call=number,
        open=call.closed is None,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )


def calls(repository: Repository, game: str, token: str | None) -> CallList:
    """All judge calls of a game, in order, as this viewer may know them. An imported game has none."""
    loaded, caller = authorize(repository, game, token)
    return CallList(
        game=loaded.id,
        version=loaded.version,
        calls=tuple(_documents(repository, loaded, caller)),
        answering=caller.referee is not None and may_answer(loaded.table, caller.referee),
        viewer=caller.role,
    )


def _documents(repository: Repository, loaded: LoadedGame, caller: Caller) -> list[CallShown]:
    if loaded.imported or not loaded.table.calls:
        return []
    hearing, texts = hearing_of(repository, loaded), texts_of(repository.store, loaded.id, OF_CALLS)
    return [call_shown(hearing, it, texts, caller.role) for it in loaded.table.calls]
