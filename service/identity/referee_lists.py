"""Queries about the referees of a game, tournament or meeting."""

from __future__ import annotations

from domain.table.events import GameCreated
from projections.documents.disputes import RefereeListed
from projections.documents.profiles import Appointment, Appointments
from service.identity.referees import Appointed, referees_at, referees_of
from service.store import Store

OPEN_OF_ACCOUNT = """SELECT number, head, lobby.game, tournaments.id, meetings.id,
        coalesce(lobby.ruleset, tournaments.ruleset), meetings.name
    FROM referees LEFT JOIN lobby ON lobby.game = place LEFT JOIN tournaments ON tournaments.id = place
    LEFT JOIN meetings ON meetings.id = place
    WHERE account = ? AND referees.name IS NULL AND dismissed = 0 ORDER BY place, number"""


def referees_listed(store: Store, place: str) -> tuple[RefereeListed, ...]:
    """All that were appointed there, dismissed ones too."""
    return tuple(map(_listed, referees_of(store, place)))


def all_referees_listed(store: Store, setup: GameCreated) -> tuple[RefereeListed, ...]:
    """All of a game, those of its tournament and meeting included."""
    return tuple(map(_listed, referees_at(store, setup)))


def _listed(referee: Appointed) -> RefereeListed:
    return RefereeListed(
        referee=referee.number,
        head=referee.head,
        name=referee.name,
        appointed="before-start" if referee.before_start else "after-start",
        dismissed=referee.dismissed,
    )


def open_appointments(store: Store, account: str) -> Appointments:
    """Those of an account that it has not accepted, and that nobody has withdrawn."""
    found = store.query(OPEN_OF_ACCOUNT, (account,))
    return Appointments(
        appointments=tuple(
            Appointment(
                referee=number,
                head=bool(head),
                game=game,
                tournament=tournament,
                meeting=meeting,
                ruleset=ruleset,
                name=name,
            )
            for number, head, game, tournament, meeting, ruleset, name in found
        )
    )
