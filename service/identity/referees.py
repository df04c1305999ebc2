"""Stored data about referees: their appointment, the code that they redeem, and their name. Codes and tokens are stored as
hashes only.

A place is a game, or a tournament with all its games, in which its referees have the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from service.identity.invitations import use
from service.identity.names import check_name, confusable
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
PARTY = "Players and organisers may not referee their own games, and referees may not take a seat."


class Appointed(NamedTuple):
    """A referee of a place. `name` is None until they redeem their code."""

    number: int
    head: bool
    before_start: bool
    name: str | None
    dismissed: bool

    @property
    def accepted(self) -> bool:
        return self.name is not None and not self.dismissed


def place_of(loaded: LoadedGame) -> str:
    """The place where the referees of a game are appointed."""
    planned = loaded.table.setup.tournament
    return loaded.id if planned is None else planned.id


def referees_of(store: Store, place: str) -> list[Appointed]:
    """All referees by number, including dismissed ones."""
    found = store.query(f"{SELECT} ORDER BY number", (place,))
    return [
        Appointed(number, bool(head), bool(before_start), name, bool(dismissed))
        for number, head, before_start, name, dismissed in found
    ]


def appointment_row(place: str, number: int, head: bool, before_start: bool, code: str) -> Statement:
    return Statement(INSERT, (place, number, int(head), int(before_start), digest(code)))


def referee_number_of_code(store: Store, place: str, code: str) -> int:
    """The referee number of a code; `Refused` for an unknown code. Whether the code is used is checked when it is redeemed."""
    found = store.query(BY_CODE, (place, digest(code)))
    if not found or found[0][1]:
        raise unknown_code()
    return int(found[0][0])


def unknown_code() -> Refused:
    return Refused(Refusal.NOT_FOUND, UNKNOWN)


def acceptance_rows(place: str, number: int, code: str, name: str, token: str) -> Sequence[Statement]:
    """The store raises `Duplicate` if the code was used before. The statements have no effect on a dismissed referee."""
    granted = Statement(GRANT, (digest(token), place, number))
    return [use(code), Statement(NAME, (name, place, number)), granted]


def token_exists(store: Store, token: str) -> bool:
    """Whether a minted token has been stored."""
    return bool(store.query(GRANTED, (digest(token),)))


def dismissal_rows(place: str, number: int) -> Sequence[Statement]:
    """Revokes the referee's token; streams and polls that use it end."""
    return [Statement(DISMISS, (place, number)), revoke_role(place, f"referee:{number}")]


def check_referee_name(store: Store, place: str, name: str) -> None:
    """`Refused` referee.party for a name confusable with a player's, table.names for one confusable with another referee's."""
    _check_not_confusable(name, store.query(SEATED, (place,) * 3))
    check_name(name, _all_names(store.query(REFEREEING, (place,))))


def check_player_name(store: Store, place: str, name: str) -> None:
    """`Refused` referee.party for a name confusable with that of a referee of the place."""
    _check_not_confusable(name, store.query(REFEREEING, (place,)))


def _check_not_confusable(name: str, rows: Iterable[tuple[str | None, ...]]) -> None:
    if confusable(name, _all_names(rows)):
        raise party_refusal()


def _all_names(rows: Iterable[tuple[str | None, ...]]) -> list[str]:
    """Displayed names and names that the operator has hidden."""
    return [name for row in rows for name in row if name is not None]


def party_refusal() -> Refused:
    return refused("referee.party", PARTY, Refusal.FORBIDDEN)
