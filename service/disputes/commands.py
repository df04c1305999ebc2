"""What is done at the referee's desk in a game: disputed, stated, taken, seen, ruled, appealed.

Each step is decided from a `Hearing`, after what deadlines have brought by then. Texts are written beside their hashes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict

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
from service.disputes.hearings import hearing_of, settled, with_penalties
from service.identity.access import Caller, seen
from service.log.case_texts import CaseText, exists, insert
from service.log.loaded import LoadedGame
from service.log.repository import Repository
from service.play.context import Context
from service.play.idempotency import Request
from service.play.runner import (
    Asked,
    Decision,
    Done,
    Reply,
    run,
)
from service.play.signing import ActionInput, let_rules_change, stale
from service.store import Statement, Store

Body = Mapping[str, Any]


class Step(NamedTuple):
    """Somebody does something at the desk of a game: `kind` as its address ends, `body` as it was sent.

    `dispute` is None for what opens one. In `body` may stand `signed` and `seen`, as with any action of a seat; with
    `signed` comes `salt`, the one that the hash which was signed is made with.
    """

    game: str
    token: str | None
    kind: str
    dispute: int | None
    body: Body
    if_match: Collection[int] | None = None
    key: str | None = None


class Heard(NamedTuple):
    """A step when it is decided, with the texts that it brings, by what they are."""

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
    """Answers with the case's number and state after it."""
    repository, body = context.repository, step.body
    given = ActionInput.of(body.get("signed"), body.get("seen"))
    loaded, caller = seen(repository, step.game, step.token)
    plain = {name: value for name, value in body.items() if name not in ("signed", "seen", "salt")}
    content = [step.kind, step.dispute, given.identity(plain), plain]
    request = Request.of(loaded.id, caller.actor, step.key, content)
    if request.earlier(repository.store) is None:
        loaded = settled(repository, loaded)
    about = Asked(loaded, caller, request, given.signed)
    decide = partial(_decide, step, repository, given, _texts(body))
    return run(context, about, decide, partial(_done, step))


def _texts(body: Body) -> dict[str, CaseText]:
    """The texts of a request, by name. One with a salt of its own has one text."""
    parts = {**body, **{f"ruling.{name}": text for name, text in body.get("ruling", {}).items()}}
    lang, salt = body.get("lang", "en"), body.get("salt")
    return {name: CaseText.now(parts[name], lang, salt) for name in TEXTS if parts.get(name) is not None}


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
        raise stale(repository, loaded)
    if "salt" in step.body:
        _check_new(repository.store, loaded.id, texts.values())
    hearing = hearing_of(repository, loaded)
    if step.kind in ("rulings", "decisions"):
        hearing = with_penalties(repository, loaded, hearing)
    heard = Heard(step, hearing, texts)
    if step.kind in OF_SEATS and caller.referee is None:
        fold = _by_seat(heard, repository, given, loaded, caller.seat())
    else:
        number = _referee(step, caller)
        fold = BY_REFEREES[step.kind](heard, number)
    beside = list(_kept(repository.store, loaded.id, fold, texts.values()))
    return Decision(fold, beside, at=heard.hearing.now)


def _by_seat(heard: Heard, repository: Repository, given: ActionInput, loaded: LoadedGame, seat: int) -> Fold:
    action = OF_SEATS[heard.step.kind](heard)
    if given.signed is not None and given.signed.asks_for(loaded.ruleset) != action:
        detail = "What is signed is not what the request says, with the hash that its salt and text have."
        raise malformed("signed.disclosure", detail)
    attestation = given.attestation(repository, loaded, seat)
    if attestation.sig is not None:
        let_rules_change(repository, loaded)
    return asking.at_the_desk(heard.hearing, seat, action, attestation)


def _check_new(store: Store, game: str, texts: Iterable[CaseText]) -> None:
    """`Refused` for a text that came with this salt before: it would have the same hash."""
    if any(exists(store, game, text.hash) for text in texts):
        raise malformed("salt", "This text came with this salt before: take 16 new random bytes.")


def _referee(step: Step, caller: Caller) -> int:
    """The caller's number; `Refused` for who is no referee, and for a referee where a seat has to speak."""
    number = caller.refereeing()
    if step.kind not in BY_REFEREES:
        raise Refused(Refusal.FORBIDDEN, "This is for parties: a referee has no part in the game.")
    return number


def _kept(store: Store, game: str, fold: Fold, texts: Iterable[CaseText]) -> list[Statement]:
    """Each text beside the entry that has its hash."""
    dispute = fold.desk.cases[-1].number
    where = {
        value: it.version for it in fold.recorded for value in asdict(it.event).values() if type(value) is str
    }
    return [insert(store, game, dispute, where[text.hash], text) for text in texts]


def _done(step: Step, done: Done) -> documents.DeskStep:
    desk = done.loaded.table.desk
    opened = (it.event.dispute for it in done.recorded if isinstance(it.event, DisputeOpened))
    number = next(opened) if step.dispute is None else step.dispute
    case = desk.cases[number - 1]
    return documents.DeskStep(
        dispute=number,
        state=case.state,
        ruling=case.ruling,
        status=done.loaded.table.status,
        version=done.loaded.version,
        checkpoint=done.checkpoint,
    )


def _dispute(heard: Heard) -> asking.DeskAction:
    claim = _claim(heard)
    return asking.Dispute(claim.first, claim.last, claim.wants, claim.claim_hash, claim.clauses)


def _claim(heard: Heard) -> opening.Claim:
    body = heard.step.body
    about, clauses = body["about"], tuple(body["clauses"])
    return opening.Claim(about["from_"], about["to"], clauses, body["wants"], heard.hash("claim"))


OF_SEATS: Mapping[str, Callable[[Heard], asking.DeskAction]] = {
    "disputes": _dispute,
    "statements": lambda heard: asking.GiveStatement(heard.dispute, heard.hash("text")),
    "withdrawals": lambda heard: asking.Withdraw(heard.dispute),
    "waivers": lambda heard: asking.Waive(heard.dispute),
    "appeals": lambda heard: asking.Appeal(heard.dispute, heard.hash("grounds")),
}


def _release(heard: Heard, referee: int) -> Fold:
    body = heard.step.body
    part = (tuple(body["seats"]), body["from_"], body["to"])
    return handling.release(heard.hearing, referee, heard.dispute, *part, heard.hash("reason"))


def _rule(heard: Heard, referee: int) -> Fold:
    _check_version_named(heard.step)
    return ruling.rule(heard.hearing, referee, heard.dispute, _said(heard, heard.step.body, ""))


def _decide_appeal(heard: Heard, referee: int) -> Fold:
    instead = heard.step.body.get("ruling")
    if (heard.step.body["decision"] == "changed") != (instead is not None):
        detail = "A decision that changes a ruling brings a whole ruling in its place, and no other does."
        raise malformed("ruling", detail)
    if instead is None:
        said = None
    else:
        _check_version_named(heard.step)
        said = _said(heard, instead, "ruling.")
    return appealing.decide(heard.hearing, referee, heard.dispute, heard.hash("findings"), said)


def _check_version_named(step: Step) -> None:
    if step.if_match is None or len(step.if_match) != 1:
        detail = (
            "A ruling is made of the game at one version: send If-Match with the one that you have judged."
        )
        raise malformed("If-Match", detail)


def _said(heard: Heard, body: Body, prefix: str) -> ruling.Said:
    why = heard.texts.get(f"{prefix}why_not_stand")
    return ruling.Said(
        body["kind"],
        tuple(body["clauses"]),
        heard.hash(f"{prefix}findings"),
        _remedy(heard.hearing, body.get("remedy")),
        [ruling.Sanction(it["seat"], it["kind"], it["code"]) for it in body["penalties"]],
        None if why is None else why.hash,
    )


def _remedy(hearing: Hearing, given: Body | None) -> Remedy | None:
    """What is to be done; an action in it is known to its seat alone where the game hides anything."""
    if not given:
        return None
    told = dict(given)
    if "ranking" in told:
        told["ranking"] = tuple(map(tuple, told["ranking"]))
    if "winners" in told:
        told["winners"] = tuple(told["winners"])
    if "action" in told:
        knower = told.get("seat", EVERYBODY) if hearing.ruleset.traits.hidden_information else EVERYBODY
        action = msgspec.json.encode(read_action(hearing.ruleset, told["action"]))
        told["action"] = Hidden(msgspec.json.decode(action), (knower,))  # as it is read again from the log
    return Remedy(**told)


def preview_ruling(step: Step, context: Context) -> PreviewDocument:
    """What a ruling of `{"kind","remedy"?}` would do, for the referee who may rule now; refused as the ruling would be."""
    repository = context.repository
    loaded, caller = seen(repository, step.game, step.token)
    hearing, number = hearing_of(repository, loaded), caller.refereeing()
    case = open_case(hearing, step.dispute or 0)
    referee = by_referee(hearing, number, Fold(hearing.ruleset, hearing.table))
    handling.check_decides(hearing, case, referee)
    remedy = _remedy(hearing, step.body.get("remedy"))
    proposed = Proposed(step.body["kind"], remedy, number, referee.head, True)
    return preview_document(hearing, case, preview(hearing, proposed, hearing.at(case.version)))


BY_REFEREES: Mapping[str, Callable[[Heard, int], Fold]] = {
    "disputes": lambda heard, referee: opening.open_by_referee(heard.hearing, referee, _claim(heard)),
    "withdrawals": lambda heard, referee: opening.withdraw(
        heard.hearing, f"referee:{referee}", heard.dispute
    ),
    "taking": lambda heard, referee: handling.take(heard.hearing, referee, heard.dispute),
    "releases": _release,
    "rulings": _rule,
    "decisions": _decide_appeal,
}
