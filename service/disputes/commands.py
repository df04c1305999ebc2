"""Commands of disputes in a game: opening one, statements, taking and releasing a case, rulings, appeals.

Each step is decided from a `Hearing`. Texts are stored in the transaction that logs
their hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

import msgspec

from domain.hidden import EVERYBODY, Hidden
from domain.table import asking
from domain.table.fold import Fold
from domain.table.given_actions import read_action
from domain.table.referee import appealing, handling, opening, ruling
from domain.table.referee.appointing import by_referee
from domain.table.referee.events import DisputeOpened, Remedy
from domain.table.referee.hearing import Hearing, Proposed, open_case
from domain.table.referee.preview import preview
from domain.table.refusals import Refusal, Refused, malformed
from projections.assessments import preview_document
from projections.documents import disputes as documents
from projections.documents.assessments import PreviewDocument
from service.clocks.hearing import hearing_of
from service.disputes.hearings import with_penalties
from service.disputes.texts import Body, check_new_salt, text_rows, texts_in
from service.identity.access import Caller, authorize
from service.log.case_texts import CaseText
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    CommandResult,
    Decision,
    PendingCommand,
    Reply,
    run,
)
from service.play.signing import ActionInput, log_rules_change, stale_refusal


class Step(NamedTuple):
    """One step of a dispute: `kind` is the last part of the URL, `body` the request's body.

    `dispute` is None for a step that opens a dispute. Like any action of a seat, `body` may contain `signed` and `seen`; with
    `signed` it also has `salt`, the salt of the signed hash.
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
    content = [step.kind, step.dispute, given.identity(plain), plain]
    request = Request.of(loaded.id, caller.actor, step.key, content)
    pending = PendingCommand(loaded, caller, request, given.signed)
    decide = partial(_decide, step, repository, given, _texts(body))
    return run(context, pending, decide, partial(_done, step))


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
    if step.if_match is not None and loaded.version not in step.if_match:
        raise stale_refusal(repository, loaded)
    check_new_salt(repository.store, loaded.id, step.body, texts.values())
    hearing = hearing_of(repository, loaded)
    if step.kind in ("rulings", "decisions"):
        hearing = with_penalties(repository, loaded, hearing)
    step_input = StepInput(step, hearing, texts)
    if step.kind in PARTY_STEPS and caller.referee is None:
        fold = _by_seat(step_input, repository, given, loaded, caller.seat())
    else:
        number = _referee_number(step, caller)
        fold = REFEREE_STEPS[step.kind](step_input, number)
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


PARTY_STEPS: Mapping[str, Callable[[StepInput], asking.DeskAction]] = {
    "disputes": _dispute,
    "statements": lambda step_input: asking.GiveStatement(step_input.dispute, step_input.hash("text")),
    "withdrawals": lambda step_input: asking.Withdraw(step_input.dispute),
    "waivers": lambda step_input: asking.Waive(step_input.dispute),
    "appeals": lambda step_input: asking.Appeal(step_input.dispute, step_input.hash("grounds")),
}


def _release(step_input: StepInput, referee: int) -> Fold:
    body = step_input.step.body
    part = (tuple(body["seats"]), body["from_"], body["to"])
    return handling.release(step_input.hearing, referee, step_input.dispute, *part, step_input.hash("reason"))


def _rule(step_input: StepInput, referee: int) -> Fold:
    _check_version_named(step_input.step)
    return ruling.rule(
        step_input.hearing, referee, step_input.dispute, _ruling_draft(step_input, step_input.step.body, "")
    )


def _decide_appeal(step_input: StepInput, referee: int) -> Fold:
    replacement = step_input.step.body.get("ruling")
    if (step_input.step.body["decision"] == "changed") != (replacement is not None):
        detail = (
            "A decision that changes a ruling contains a complete new ruling; other decisions contain none."
        )
        raise malformed("ruling", detail)
    if replacement is None:
        draft = None
    else:
        _check_version_named(step_input.step)
        draft = _ruling_draft(step_input, replacement, "ruling.")
    return appealing.decide(
        step_input.hearing, referee, step_input.dispute, step_input.hash("findings"), draft
    )


def _check_version_named(step: Step) -> None:
    if step.if_match is None or len(step.if_match) != 1:
        detail = "A ruling applies to one version of the game: send If-Match with the version that you have judged."
        raise malformed("If-Match", detail)


def _ruling_draft(step_input: StepInput, body: Body, prefix: str) -> ruling.Said:
    why = step_input.texts.get(f"{prefix}why_not_stand")
    return ruling.Said(
        body["kind"],
        tuple(body["clauses"]),
        step_input.hash(f"{prefix}findings"),
        _remedy(step_input.hearing, body.get("remedy")),
        [ruling.Sanction(it["seat"], it["kind"], it["code"]) for it in body["penalties"]],
        None if why is None else why.hash,
    )


def _remedy(hearing: Hearing, given: Body | None) -> Remedy | None:
    """The remedy. In a game with hidden information an action in it is visible to its seat only."""
    if not given:
        return None
    values = dict(given)
    if "ranking" in values:
        values["ranking"] = tuple(map(tuple, values["ranking"]))
    if "winners" in values:
        values["winners"] = tuple(values["winners"])
    if "action" in values:
        knower = values.get("seat", EVERYBODY) if hearing.ruleset.traits.hidden_information else EVERYBODY
        action = msgspec.json.encode(read_action(hearing.ruleset, values["action"]))
        values["action"] = Hidden(
            msgspec.json.decode(action), (knower,)
        )  # in the form that the log decodes to
    return Remedy(**values)


def preview_ruling(step: Step, context: Context) -> PreviewDocument:
    """What a ruling `{"kind","remedy"?}` would do, for the referee who may rule now; refused like the ruling itself."""
    repository = context.repository
    loaded, caller = authorize(repository, step.game, step.token)
    hearing, number = hearing_of(repository, loaded), caller.referee_number()
    case = open_case(hearing, step.dispute or 0)
    referee = by_referee(hearing, number, Fold(hearing.ruleset, hearing.table))
    handling.check_decides(hearing, case, referee)
    remedy = _remedy(hearing, step.body.get("remedy"))
    proposed = Proposed(step.body["kind"], remedy, number, referee.head, True)
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
    "rulings": _rule,
    "decisions": _decide_appeal,
}
