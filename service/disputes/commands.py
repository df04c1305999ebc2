"""Commands of disputes in a game: opening one, statements, taking and releasing a case, rulings, appeals.

Each step is decided from a `Hearing`. Texts are stored in the transaction that logs
their hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from msgspec import UNSET

from domain.table import asking
from domain.table.fold import Fold
from domain.table.referee import appealing, handling, opening, reading, ruling
from domain.table.referee.appointing import by_referee
from domain.table.referee.events import DisputeOpened
from domain.table.referee.hearing import Hearing, Proposed, open_case
from domain.table.referee.preview import preview
from domain.table.refusals import Refusal, Refused, malformed
from projections.assessments import preview_document
from projections.documents import disputes as documents
from projections.documents.assessments import PreviewDocument
from service.disputes.drafts import judged_version, remedy_of, ruling_draft
from service.disputes.hearings import with_penalties
from service.disputes.texts import Body, check_new_salt, text_rows, texts_in
from service.identity.access import Caller, authorize
from service.log.case_texts import CaseText
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.clocks.hearing import hearing_of
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    run,
)
from service.play.signing import ActionInput, log_rules_change


class Step(NamedTuple):
    """One step of a dispute: `kind` is the last part of the URL, `body` the request's body.

    `dispute` is None for a step that opens a dispute. `if_match` is what a ruling or decision judges, so it distinguishes
    requests. Like any action of a seat, `body` may contain `signed` and `seen`; with `signed` it also has `salt`, the salt of the
    signed hash.
    """

    game: str
    token: str | None
    kind: str
    dispute: int | None
    body: Body
    if_match: Collection[int] | None = None
    key: str | None = None


class StepInput(NamedTuple):
    """A step while it is decided, with its texts by field name."""

    step: Step
    hearing: Hearing
    texts: Mapping[str, CaseText]

    @property
    def dispute(self) -> int:
        assert self.step.dispute is not None
        return self.step.dispute

    def hash(self, name: str) -> str:
        return self.texts[name].hash


def take_step(step: Step, context: Context) -> Reply:
    """Returns the number and the state of the case afterwards."""
    repository, body = context.repository, step.body
    given = ActionInput.of(body.get("signed"), body.get("seen"))
    loaded, caller = authorize(repository, step.game, step.token)
    plain = {name: value for name, value in body.items() if name not in ("signed", "seen", "salt")}
    content = [step.kind, step.dispute, given.identity(plain), plain, *sorted(step.if_match or ())]
    request = Request.of(loaded.id, caller.actor, step.key, content)
    pending = PendingCommand(loaded, caller, request, given.signed)
    decide = partial(_decide, step, repository, given, _texts(body))
    return run(context, pending, decide, partial(_done, step), while_closed=True)


def _texts(body: Body) -> dict[str, CaseText]:
    """The texts of a request by field name, those of a ruling in it too."""
    parts = {f"ruling.{name}": text for name, text in body.get("ruling", {}).items()}
    return texts_in({**body, **parts}, TEXTS)


TEXTS = (
    *("claim", "text", "reason", "findings", "why_not_stand", "grounds"),
    *("ruling.findings", "ruling.why_not_stand"),
)


def _decide(
    step: Step,
    repository: Repository,
    given: ActionInput,
    texts: Mapping[str, CaseText],
    loaded: LoadedGame,
    caller: Caller,
) -> Decision:
    check_new_salt(repository.store, loaded.id, step.body, texts.values())
    hearing = hearing_of(repository, loaded)
    if step.kind in ("rulings", "decisions"):
        hearing = with_penalties(repository, loaded, hearing)
    step_input = StepInput(step, hearing, texts)
    if step.kind in PARTY_STEPS and caller.referee is None:
        fold = _by_seat(step_input, repository, given, loaded, caller.seat())
    else:
        number = _referee_number(step, caller)
        fold = _by_referee(step_input, repository, loaded, number)
    dispute = fold.parts.desk.cases[-1].number
    return Decision(fold, text_rows(repository.store, loaded.id, dispute, fold, texts.values()))


def _by_seat(
    step_input: StepInput, repository: Repository, given: ActionInput, loaded: LoadedGame, seat: int
) -> Fold:
    action = PARTY_STEPS[step_input.step.kind](step_input)
    given.check_signed(loaded.ruleset, action)
    attestation = given.attestation(repository, loaded, seat)
    if attestation.sig is not None:
        log_rules_change(repository, loaded)
    return asking.at_the_desk(step_input.hearing, seat, action, attestation)


def _by_referee(step_input: StepInput, repository: Repository, loaded: LoadedGame, number: int) -> Fold:
    """`Refused` stale, with the head of the log, for a version that cannot be judged any more."""
    try:
        return REFEREE_STEPS[step_input.step.kind](step_input, number)
    except Refused as refused:
        if refused.kind is Refusal.STALE:
            refused.more["checkpoint"] = repository.heads.checkpoint(loaded)
        raise


def _referee_number(step: Step, caller: Caller) -> int:
    """The caller's referee number; `Refused` for other callers, and for a referee if the step belongs to a party."""
    number = caller.referee_number()
    if step.kind not in REFEREE_STEPS:
        raise Refused(Refusal.FORBIDDEN, "Only parties may do this; a referee is not a party to the game.")
    return number


def _done(step: Step, done: CommandResult) -> documents.DeskStep:
    cases = done.loaded.table.desk.cases
    opened = (it.event.dispute for it in done.recorded if isinstance(it.event, DisputeOpened))
    number = next(opened) if step.dispute is None else step.dispute
    case = cases[number - 1]
    return documents.DeskStep(
        dispute=number,
        state=case.state,
        ruling=case.ruling,
        status=done.loaded.table.status,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )


def _dispute(step_input: StepInput) -> asking.DeskAction:
    claim = _claim(step_input)
    return asking.Dispute(claim.first, claim.last, claim.wants, claim.claim_hash, claim.clauses)


def _claim(step_input: StepInput) -> opening.Claim:
    body = step_input.step.body
    pending, clauses = body["about"], tuple(body["clauses"])
    return opening.Claim(pending["from_"], pending["to"], clauses, body["wants"], step_input.hash("claim"))


def _answer(step_input: StepInput) -> asking.DeskAction:
    given = step_input.texts.get("text")
    return asking.AnswerAppeal(step_input.dispute, UNSET if given is None else given.hash)


PARTY_STEPS: Mapping[str, Callable[[StepInput], asking.DeskAction]] = {
    "disputes": _dispute,
    "statements": lambda step_input: asking.GiveStatement(step_input.dispute, step_input.hash("text")),
    "withdrawals": lambda step_input: asking.Withdraw(step_input.dispute),
    "refusals": lambda step_input: asking.Object(step_input.dispute, step_input.step.body["refuse"]),
    "waivers": lambda step_input: asking.Waive(step_input.dispute),
    "appeals": lambda step_input: asking.Appeal(step_input.dispute, step_input.hash("grounds")),
    "answers": _answer,
}


def _release(step_input: StepInput, referee: int) -> Fold:
    body = step_input.step.body
    part = (tuple(body["seats"]), body["from_"], body["to"])
    return handling.release(step_input.hearing, referee, step_input.dispute, *part, step_input.hash("reason"))


def _read(step_input: StepInput, referee: int) -> Fold:
    release, seat = step_input.step.body["release"], step_input.step.body["seat"]
    return reading.read(step_input.hearing, referee, step_input.dispute, release, seat)


def _rule(step_input: StepInput, referee: int) -> Fold:
    judged, (step, hearing, texts) = judged_version(step_input.step.if_match), step_input
    return ruling.rule(hearing, referee, step_input.dispute, ruling_draft(hearing, texts, step.body), judged)


def _decide_appeal(step_input: StepInput, referee: int) -> Fold:
    judged, (step, hearing, texts) = judged_version(step_input.step.if_match), step_input
    replacement = step.body.get("ruling")
    if (step.body["decision"] == "changed") != (replacement is not None):
        detail = (
            "A decision that changes a ruling contains a complete new ruling; other decisions contain none."
        )
        raise malformed("ruling", detail)
    draft = None if replacement is None else ruling_draft(hearing, texts, replacement, "ruling.")
    return appealing.decide(hearing, referee, step_input.dispute, texts["findings"].hash, draft, judged)


def preview_ruling(step: Step, context: Context) -> PreviewDocument:
    """What a ruling `{"kind","remedy"?}` would do, for the referee who may rule now; refused like the ruling itself."""
    repository = context.repository
    loaded, caller = authorize(repository, step.game, step.token)
    hearing, number = hearing_of(repository, loaded), caller.referee_number()
    case = open_case(hearing, step.dispute or 0)
    referee = by_referee(hearing, number, Fold(hearing.ruleset, hearing.table))
    handling.check_decides(hearing, case, referee)
    remedy = remedy_of(hearing, step.body.get("remedy"))
    proposed = Proposed(step.body["kind"], remedy, number, referee.head, why=True, cites=True)
    return preview_document(hearing, case, preview(hearing, proposed, hearing.at(case.version)))


REFEREE_STEPS: Mapping[str, Callable[[StepInput, int], Fold]] = {
    "disputes": lambda step_input, referee: opening.open_by_referee(
        step_input.hearing, referee, _claim(step_input)
    ),
    "withdrawals": lambda step_input, referee: opening.withdraw(
        step_input.hearing, f"referee:{referee}", step_input.dispute
    ),
    "taking": lambda step_input, referee: handling.take(step_input.hearing, referee, step_input.dispute),
    "releases": _release,
    "readings": _read,
    "rulings": _rule,
    "decisions": _decide_appeal,
}
