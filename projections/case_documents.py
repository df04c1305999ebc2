"""A case as a document: its data from the log, with the texts that its viewer may read (docs/ledger.md, section 13)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from domain.hidden import AUDITOR, Viewer
from domain.table.actors import seat_actor
from domain.table.referee.events import AppealDecided
from domain.table.referee.folding import DESK_EVENTS
from domain.table.referee.hearing import Hearing
from domain.table.referee.sight import may_read
from domain.table.referee.state import UNRULED, Case, Reading, Referee, Release, Ruling, Statement
from domain.table.state import OVER, Logged
from projections.case_due import due_of
from projections.documents.disputes import (
    DISCLOSED,
    AnswerShown,
    AppealShown,
    CaseDocument,
    DecisionShown,
    GroundsShown,
    PenaltyShown,
    RefereeOfCase,
    ReleaseShown,
    RulingShown,
    SaidAt,
    StatementShown,
    Stretch,
    TextShown,
)
from projections.events import event_data
from projections.people import rfc3339

PUBLIC = ("findings_hash", "why_hash")
"""The members whose texts everybody who may see the game reads at once."""
OF_PARTIES = "reason_hash"
"""The member whose text the parties read at once."""


Texts = Callable[[Logged, str], TextShown]
"""The text whose hash a member of an event is, as somebody may read it."""


class Reader(NamedTuple):
    """The reader of a case: role and viewer, and the texts that they may read."""

    role: str
    viewer: Viewer
    text: Texts


def stored_texts(hearing: Hearing, case: Case, role: str, stored: Mapping[str, Any]) -> Texts:
    """The texts as the service shows them. `stored` are those of the case that have not been erased, by hash."""

    def text(logged: Logged, member: str) -> TextShown:
        hash: str = getattr(logged.event, member)
        if not _readable(hearing, case, role, member, logged.actor):
            return missing_text(hash, "withheld")
        found = stored.get(hash)
        if found is None:
            return missing_text(hash, "erased")
        return TextShown(hash=hash, status=DISCLOSED, text=found.text, lang=found.lang, salt=found.salt)

    return text


def missing_text(hash: str, status: str) -> TextShown:
    return TextShown(hash=hash, status=status, text=None, lang=None, salt=None)


def _readable(hearing: Hearing, case: Case, role: str, member: str, author: str) -> bool:
    parties = map(seat_actor, hearing.parties)
    if member in PUBLIC or (member == OF_PARTIES and role in parties):
        return True
    return may_read(hearing, case, author, role)


class _CaseRenderer(NamedTuple):
    """Builds parts of the document of a case."""

    hearing: Hearing
    case: Case
    reader: Reader

    @property
    def knower(self) -> Viewer:
        """Who the reader is to the log's secrets: once the game is over, nothing is hidden from anybody."""
        return AUDITOR if self.hearing.table.status in OVER else self.reader.viewer

    def at(self, version: int) -> str:
        return rfc3339(self.hearing.at(version))

    def text(self, version: int, member: str) -> TextShown:
        """The text whose hash a member of an event is."""
        return self.reader.text(self.hearing.log[version - 1], member)

    def maybe_text(self, version: int, member: str) -> TextShown | None:
        """None where the event has no such hash."""
        event = self.hearing.log[version - 1].event
        return None if getattr(event, member) is None else self.text(version, member)

    def said(self, it: Statement | Reading) -> Mapping[str, Any]:
        return {"seat": it.seat, "version": it.version, "at": self.at(it.version)}

    def statement(self, it: Statement) -> StatementShown:
        return StatementShown(statement=self.text(it.version, "statement_hash"), **self.said(it))

    def grounds(self, it: Statement) -> GroundsShown:
        return GroundsShown(grounds=self.text(it.version, "grounds_hash"), **self.said(it))

    def answer(self, it: Statement) -> AnswerShown:
        return AnswerShown(answer=self.maybe_text(it.version, "answer_hash"), **self.said(it))


def case_document(hearing: Hearing, case: Case, reader: Reader) -> CaseDocument:
    """The case at the version of the hearing, which may be an older one."""
    renderer = _CaseRenderer(hearing, case, reader)
    desk, rulings = hearing.desk, (it for it in hearing.desk.rulings if it.said.dispute == case.number)
    return CaseDocument(
        game=hearing.table.setup.game,
        ruleset=hearing.ruleset.id,
        dispute=case.number,
        state=case.state,
        opener=case.opener,
        about=Stretch(from_=case.first, to=case.last),
        clauses=case.clauses,
        wants=case.wants,
        parties=hearing.parties,
        version=case.version,
        opened_at=renderer.at(case.version),
        closed=case.closed,
        closed_at=None if case.closed is None else renderer.at(case.closed),
        claim=renderer.text(case.version, "claim_hash"),
        statements=tuple(map(renderer.statement, case.statements)),
        statements_in=case.state not in UNRULED or hearing.statements_in(case),
        referee=case.referee if case.is_open else None,
        referees=tuple(_referee(case, it) for it in desk.referees),
        releases=tuple(_release(renderer, it) for it in desk.releases_of(case.number)),
        rulings=tuple(_ruling(renderer, it) for it in rulings),
        appeals=tuple(map(renderer.grounds, case.appeals)),
        answers=tuple(map(renderer.answer, case.answers)),
        decision=_decision(renderer),
        appeal=_appeal(renderer),
        waived=case.waived,
        due=due_of(hearing, case),
        game_version=hearing.table.version,
        viewer=reader.role,
    )


def _referee(case: Case, referee: Referee) -> RefereeOfCase:
    number = referee.number
    objections = [it for it in case.objections if it.referee == number]
    return RefereeOfCase(
        referee=number,
        head=referee.head,
        appointed=referee.appointed,
        accepted=referee.accepted,
        left=referee.left,
        marked=number in case.marked,
        refused_by=tuple(it.seat for it in objections if it.refused),
        kept_by=tuple(it.seat for it in objections if not it.refused),
    )


def _release(renderer: _CaseRenderer, release: Release) -> ReleaseShown:
    return ReleaseShown(
        release=release.number,
        referee=release.referee,
        seats=release.seats,
        about=Stretch(from_=release.first, to=release.last),
        reason=renderer.text(release.version, "reason_hash"),
        version=release.version,
        at=renderer.at(release.version),
        ended=release.ended,
        readings=tuple(SaidAt(**renderer.said(it)) for it in release.readings),
    )


def _ruling(renderer: _CaseRenderer, ruling: Ruling) -> RulingShown:
    said = ruling.said
    return RulingShown(
        ruling=said.ruling,
        referee=said.referee,
        kind=said.kind,
        clauses=said.clauses,
        judged=said.judged,
        findings=renderer.text(ruling.version, "findings_hash"),
        why_not_stand=renderer.maybe_text(ruling.version, "why_hash"),
        remedy=event_data(said, renderer.knower).get("remedy"),
        penalties=tuple(
            PenaltyShown(seat=it.seat, kind=it.kind, code=it.code, nth=it.nth) for it in said.penalties
        ),
        version=ruling.version,
        at=renderer.at(ruling.version),
        final=ruling.final,
    )


def _decision(renderer: _CaseRenderer) -> DecisionShown | None:
    decided = renderer.case.decision
    if decided is None:
        return None
    event = renderer.hearing.log[decided.version - 1].event
    assert isinstance(event, AppealDecided)
    return DecisionShown(
        decision=decided.decision,
        referee=decided.referee,
        version=decided.version,
        at=renderer.at(decided.version),
        judged=event.judged,
        findings=renderer.text(decided.version, "findings_hash"),
    )


def _appeal(renderer: _CaseRenderer) -> AppealShown | None:
    case, decision = renderer.case, _decision(renderer)
    if not case.appeals:
        return None
    return AppealShown(
        grounds=renderer.text(case.appeals[0].version, "grounds_hash"),
        decision=None if decision is None else decision.decision,
        findings=None if decision is None else decision.findings,
        **renderer.said(case.appeals[0]),
    )


def text_rows(hearing: Hearing, case: Case, reader: Reader) -> list[dict[str, Any]]:
    """Every text of the case for the bundle: the entry and member with its hash, and the text or null."""
    renderer = _CaseRenderer(hearing, case, reader)
    return [
        {"entry": logged.version - 1, "member": member, "text": _plain(renderer.text(logged.version, member))}
        for logged in hearing.log
        for member in _hashes(logged, case)
    ]


def _hashes(logged: Logged, case: Case) -> Iterator[str]:
    """The members of an event of the case that are hashes of texts, by name."""
    event = logged.event
    if isinstance(event, DESK_EVENTS) and getattr(event, "dispute", None) == case.number:
        names = sorted(name for name in event.__struct_fields__ if name.endswith("_hash"))
        yield from (name for name in names if getattr(event, name) is not None)


def _plain(text: TextShown) -> dict[str, Any] | None:
    if text.status != DISCLOSED:
        return None
    return {"text": text.text, "lang": text.lang, "salt": text.salt}
