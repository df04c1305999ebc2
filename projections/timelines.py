"""The timeline of a case: the events of the disputed range, and all later events until the case was closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.hidden import Hidden, may_hide, secrets_in
from domain.table.line import line
from domain.table.parts.registry import LASTING
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from domain.table.state import Logged
from projections.case_documents import Reader
from projections.documents.disputes import Stretch
from projections.documents.timelines import Known, Moment, Timeline
from projections.people import Players, names_of, rfc3339
from projections.replay import sentence_of
from projections.sentences import BilingualRenderer


def timeline(hearing: Hearing, case: Case, reader: Reader, players: Players) -> Timeline:
    """The timeline as this reader may see it."""
    last = case.closed or hearing.table.version
    return Timeline(
        game=hearing.table.setup.game,
        ruleset=hearing.ruleset.id,
        dispute=case.number,
        about=Stretch(from_=case.first, to=case.last),
        version=last,
        viewer=reader.role,
        moments=tuple(_moments(hearing, case, reader, players, last)),
    )


def _moments(hearing: Hearing, case: Case, reader: Reader, players: Players, last: int) -> Iterator[Moment]:
    renderer = BilingualRenderer(hearing.ruleset, names_of(players))
    counted = line(hearing.log)
    for logged in hearing.log[case.first - 1 : last]:
        yield Moment(
            version=logged.version,
            at=rfc3339(logged.at),
            type=str(type(logged.event).__struct_config__.tag),
            actor=logged.actor,
            action=logged.action,
            think_ms=_thought(hearing, logged),
            text=renderer.render(sentence_of(hearing.ruleset, logged, reader.viewer)),
            rules=logged.rules,
            disputed=logged.version <= case.last,
            taken_back=logged.version not in counted and type(logged.event) not in LASTING,
            known=tuple(_known(logged.event)),
        )


def _thought(hearing: Hearing, logged: Logged) -> int | None:
    """Milliseconds between the previous event and the first event of a seat's action."""
    before = hearing.log[logged.version - 2] if logged.version > 1 else None
    if before is None or before.action == logged.action or not logged.actor.startswith("seat:"):
        return None
    return logged.at - before.at


def _known(event: Any) -> Iterator[Known]:
    if not may_hide(type(event)):
        return
    for _, it in secrets_in(event):
        who = it.knowers if isinstance(it, Hidden) else it.to
        if who and it.ref:
            yield Known(place=it.ref, to=who)
