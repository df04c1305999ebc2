"""Referees beside the log: who was appointed where, by which code he became one, under which name. Codes and tokens are
stored as hashes only.

A place is a game, or a tournament and so all of its games, in which its referees have the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from service.identity.invitations import use
from service.identity.names import alike, check_name
from service.identity.tokens import digest, revoke_role
from service.log.loaded import LoadedGame
from service.store import Statement, Store

INSERT = "INSERT INTO referees (place, number, head, before_start, code) VALUES (?, ?, ?, ?, ?)"
SELECT = "SELECT number, head, before_start, name, dismissed FROM referees WHERE place = ?"
BY_CODE = "SELECT number, dismissed FROM referees WHERE place = ? AND code = ?"
NAME = "UPDATE referees SET name = ? WHERE place = ? AND number = ? AND dismissed = 0"
GRANT = """INSERT INTO tokens (hash, game, role) SELECT ?, place, 'referee:' || CAST(number AS TEXT) FROM referees
    WHERE place = ? AND number = ? AND dismissed = 0"""
GRANTED = "SELECT 1 FROM tokens WHERE hash = ?"
DISMISS = "UPDATE referees SET dismissed = 1 WHERE place = ? AND number = ?"
DISMISS_ALL = "UPDATE referees SET dismissed = 1 WHERE place = ?"
SEATED = """SELECT name, hidden_name FROM players WHERE game = ?
    UNION SELECT name, hidden_name FROM former_players WHERE game = ?
    UNION SELECT name, hidden_name FROM tournament_seats WHERE tournament = ?"""
REFEREEING = "SELECT name, hidden_name FROM referees WHERE place = ? AND dismissed = 0 AND name IS NOT NULL"
UNKNOWN = "There is no such code: it is unknown, used, or its referee was dismissed."
PARTY = "Whoever sits at the table or has set it does not referee there, and whoever referees takes no seat."


class Appointed(NamedTuple):
    """A referee of a place. `name` None until he has redeemed his code."""

    number: int
    head: bool
    before_start: bool
    name: str | None
    dismissed: bool

    @property
    def accepted(self) -> bool:
        return self.name is not None and not self.dismissed


def place_of(loaded: LoadedGame) -> str:
    """Where the referees of a game are appointed."""
    planned = loaded.table.setup.tournament
    return loaded.id if planned is None else planned.id


def referees_of(store: Store, place: str) -> list[Appointed]:
    """By number, those who were dismissed too."""
    found = store.query(f"{SELECT} ORDER BY number", (place,))
    return [
        Appointed(number, bool(head), bool(early), name, bool(gone))
        for number, head, early, name, gone in found
    ]


def appointed(place: str, number: int, head: bool, before_start: bool, code: str) -> Statement:
    return Statement(INSERT, (place, number, int(head), int(before_start), digest(code)))


def number_for(store: Store, place: str, code: str) -> int:
    """The referee that a code makes somebody; `Refused` for one that is none here. Whether it was used is seen when it is."""
    found = store.query(BY_CODE, (place, digest(code)))
    if not found or found[0][1]:
        raise no_code()
    return int(found[0][0])


def no_code() -> Refused:
    return Refused(Refusal.NOT_FOUND, UNKNOWN)


def accepted(place: str, number: int, code: str, name: str, token: str) -> Sequence[Statement]:
    """The store's `Duplicate` for whoever comes second with a code. Nothing counts of one who was dismissed meanwhile."""
    granted = Statement(GRANT, (digest(token), place, number))
    return [use(code), Statement(NAME, (name, place, number)), granted]


def counts(store: Store, token: str) -> bool:
    """Whether a token that was to be handed out is known."""
    return bool(store.query(GRANTED, (digest(token),)))


def dismissed(place: str, number: int) -> Sequence[Statement]:
    """His token is dead; streams and polls that it opened end."""
    return [Statement(DISMISS, (place, number)), revoke_role(place, f"referee:{number}")]


def check_accepts_as(store: Store, place: str, name: str) -> None:
    """`Refused` referee.party under a name like that of somebody who sits or sat there, table.names under another referee's."""
    _check_other(name, store.query(SEATED, (place,) * 3))
    check_name(name, _known(store.query(REFEREEING, (place,))))


def check_referees_name(store: Store, place: str, name: str) -> None:
    """`Refused` referee.party under a name like that of a referee of the place."""
    _check_other(name, store.query(REFEREEING, (place,)))


def _check_other(name: str, rows: Iterable[tuple[str | None, ...]]) -> None:
    if alike(name, _known(rows)):
        raise party()


def _known(rows: Iterable[tuple[str | None, ...]]) -> list[str]:
    """Names as they are shown, and those that the operator has hidden."""
    return [name for row in rows for name in row if name is not None]


def party() -> Refused:
    return refused("referee.party", PARTY, Refusal.FORBIDDEN)
