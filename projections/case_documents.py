"""A case as a document: its data from the log, with the texts that its viewer may read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from domain.hidden import Viewer
from domain.table.actors import seat_actor
from domain.table.referee import events as e
from domain.table.referee.deadlines import due
from domain.table.referee.folding import DESK_EVENTS
from domain.table.referee.hearing import Hearing
from domain.table.referee.sight import may_read
from domain.table.referee.state import UNRULED, Case, Ruling
from domain.table.state import Logged
from projections.documents.disputes import (
    AppealShown,
    CaseDocument,
    Due,
    PenaltyShown,
    ReleaseShown,
    RulingShown,
    StatementShown,
    Stretch,
    TextShown,
)
from projections.events import event_data
from projections.people import rfc3339


class Reader(NamedTuple):
    """The reader of a case: role and viewer. `texts` are the texts of the case that have not been erased, by hash."""

    role: str
    viewer: Viewer
    texts: Mapping[str, Any]


class _CaseRenderer(NamedTuple):
    """Builds parts of the document of a case."""

    hearing: Hearing
    case: Case
    reader: Reader

    def event(self, version: int) -> Any:
        return self.hearing.log[version - 1].event

    def at(self, version: int) -> str:
        return rfc3339(self.hearing.at(version))

    def text(self, hash: str, author: str | None) -> TextShown:
        """`author` is None for texts that are public at once."""
        role = self.reader.role
        if author is not None and not may_read(self.hearing, self.case, author, role):
            return TextShown(hash=hash, status="withheld", text=None, lang=None, salt=None)
        found = self.reader.texts.get(hash)
        if found is None:
            return TextShown(hash=hash, status="erased", text=None, lang=None, salt=None)
        return TextShown(hash=hash, status="shown", text=found.text, lang=found.lang, salt=found.salt)


def case_document(hearing: Hearing, case: Case, reader: Reader) -> CaseDocument:
    """The case at the version of the hearing, which may be an older one."""
    renderer, opened = _CaseRenderer(hearing, case, reader), hearing.log[case.version - 1]
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
        opened_at=rfc3339(opened.at),
        closed=case.closed,
        closed_at=None if case.closed is None else renderer.at(case.closed),
        claim=renderer.text(renderer.event(case.version).claim_hash, case.opener),
        statements=tuple(_statements(renderer)),
        statements_in=case.state not in UNRULED or hearing.statements_in(case),
        referee=case.referee,
        releases=tuple(_releases(renderer)),
        rulings=tuple(_ruling(renderer, it) for it in hearing.desk.rulings if it.said.dispute == case.number),
        appeal=_appeal(renderer),
        waived=case.waived,
        due=tuple(_due(renderer)) if case.is_open else (),
        game_version=hearing.table.version,
        viewer=reader.role,
    )


def _statements(renderer: _CaseRenderer) -> Iterator[StatementShown]:
    for given in renderer.case.statements:
        text = renderer.text(renderer.event(given.version).statement_hash, seat_actor(given.seat))
        yield StatementShown(
            seat=given.seat, version=given.version, at=renderer.at(given.version), statement=text
        )


def _releases(renderer: _CaseRenderer) -> Iterator[ReleaseShown]:
    for release in renderer.hearing.desk.releases:
        if release.dispute == renderer.case.number:
            author = f"referee:{release.referee}"
            yield ReleaseShown(
                referee=release.referee,
                seats=release.seats,
                about=Stretch(from_=release.first, to=release.last),
                reason=renderer.text(renderer.event(release.version).reason_hash, author),
                version=release.version,
                at=renderer.at(release.version),
                ended=release.ended,
            )


def _ruling(renderer: _CaseRenderer, ruling: Ruling) -> RulingShown:
    said = ruling.said
    why = said.why_hash
    remedy = event_data(said, renderer.reader.viewer).get("remedy")
    return RulingShown(
        ruling=said.ruling,
        referee=said.referee,
        kind=said.kind,
        clauses=said.clauses,
        findings=renderer.text(said.findings_hash, None),
        why_not_stand=None if why is None else renderer.text(why, None),
        remedy=remedy,
        penalties=tuple(
            PenaltyShown(seat=it.seat, kind=it.kind, code=it.code, nth=it.nth) for it in said.penalties
        ),
        version=ruling.version,
        at=renderer.at(ruling.version),
        final=ruling.final,
    )


def _appeal(renderer: _CaseRenderer) -> AppealShown | None:
    if not renderer.case.appeals:
        return None
    appeal, decision = renderer.case.appeals[0], renderer.case.decision
    decided = next((it for it in _decisions(renderer)), None)
    return AppealShown(
        seat=appeal.seat,
        version=appeal.version,
        at=renderer.at(appeal.version),
        grounds=renderer.text(renderer.event(appeal.version).grounds_hash, seat_actor(appeal.seat)),
        decision=None if decision is None else decision.decision,
        findings=None if decided is None else renderer.text(decided.findings_hash, None),
    )


def _decisions(renderer: _CaseRenderer) -> Iterator[e.AppealDecided]:
    for logged in renderer.hearing.log:
        if isinstance(logged.event, e.AppealDecided) and logged.event.dispute == renderer.case.number:
            yield logged.event


def _due(renderer: _CaseRenderer) -> Iterator[Due]:
    """The deadlines of an open case; for statements, only the seats that can still give one."""
    hearing, case = renderer.hearing, renderer.case
    deadline = due(hearing.table, hearing.at)
    if deadline is None:
        return
    if case.state in UNRULED and not hearing.statements_in(case):
        until = hearing.at(case.version) + 1000 * hearing.terms.answer_within
        given = {statement.seat for statement in case.statements} | {case.seat}
        seats = tuple(seat for seat in hearing.parties if seat not in given)
        yield Due(what="statement", seats=seats, referee=None, at=rfc3339(until))
    what = {"open": "taking", "taken": "ruling", "ruled": "appeal", "appealed": "decision"}[case.state]
    parties = tuple(seat for seat in hearing.parties if seat not in case.waived) if what == "appeal" else ()
    by = case.referee if what == "ruling" else None
    yield Due(what=what, seats=parties, referee=by, at=rfc3339(deadline.at))


def text_rows(hearing: Hearing, case: Case, reader: Reader) -> list[dict[str, Any]]:
    """Every text of the case for the bundle: the entry and member with its hash, and the text or null."""
    renderer = _CaseRenderer(hearing, case, reader)
    return [
        {"entry": logged.version - 1, "member": member, "text": _plain(renderer.text(hash, author))}
        for logged in hearing.log
        for member, hash, author in _hashes(logged, case, hearing)
    ]


def _hashes(logged: Logged, case: Case, hearing: Hearing) -> Iterator[tuple[str, str, str | None]]:
    """Member, hash and author of the texts of an entry of the case; findings are public and have no author."""
    event = logged.event
    if not isinstance(event, DESK_EVENTS) or getattr(event, "dispute", None) != case.number:
        return
    for name in event.__struct_fields__:
        if name.endswith("_hash") and (hash := getattr(event, name)) is not None:
            yield name, hash, None if name in ("findings_hash", "why_hash") else logged.actor


def _plain(text: TextShown) -> dict[str, Any] | None:
    if text.status != "shown":
        return None
    return {"text": text.text, "lang": text.lang, "salt": text.salt}
