"""The version that a referee has judged: a ruling on it is accepted unless something has happened since that they had to know."""

from __future__ import annotations

from domain.ruleset import Event
from domain.table.events import Rewound
from domain.table.referee import events as e
from domain.table.referee.hearing import Hearing
from domain.table.referee.state import Case
from domain.table.refusals import Refusal, Refused

HEARD: tuple[type[Event], ...] = (
    e.DisputeOpened,
    e.CaseTaken,
    e.RefereeRefused,
    e.StatementGiven,
    e.Appealed,
    e.AppealAnswered,
)
"""Statements and acts in a case that a referee who judges it has to know."""


def judged_version(hearing: Hearing, case: Case, judged: int | None) -> int:
    """The version that is judged, by default the last one; `Refused` stale where it cannot be judged any more."""
    now = hearing.table.version
    version = now if judged is None else judged
    if not 1 <= version <= now:
        raise Refused(Refusal.STALE, f"This game has versions 1 to {now}; judge one of them.", version=now)
    if any(_overtakes(it.event, case) for it in hearing.log[version:now]):
        raise Refused(Refusal.STALE, STALE.format(version=version), version=now)
    return version


def cites_judged(hearing: Hearing, judged: int) -> tuple[str, ...]:
    """What an entry cites that judges an earlier version than the last one."""
    return ("referee.judged",) if judged < hearing.table.version else ()


STALE = (
    "Version {version} is not one to judge any more: since then the case was opened, taken, or something was said in it, or the "
    "game went back to before the end of the disputed stretch."
)


def _overtakes(event: Event, case: Case) -> bool:
    if isinstance(event, Rewound):
        return event.to_version < case.last
    return isinstance(event, HEARD) and event.dispute == case.number  # type: ignore[attr-defined]
