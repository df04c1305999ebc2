"""Stored data about referees: their appointment, the code that they redeem, and their name. Codes and tokens are stored as
hashes only.

A place is a game, or a tournament or meeting with all its games, in which its referees have the same numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from domain.table.events import GameCreated
from domain.table.referee.hearing import refused
from domain.table.refusals import Refusal, Refused
from projections.paging import marks
from service.identity.account_roles import family_roles
from service.identity.credentials import holder_of
from service.identity.invitations import use
from service.identity.names import check_name, confusable
from service.identity.tokens import digest, revoke_role, roles_held
from service.store import Statement, Store

INSERT = "INSERT INTO referees (place, number, head, before_start, code, account) VALUES (?, ?, ?, ?, ?, ?)"
SELECT = "SELECT number, head, before_start, name, dismissed FROM referees WHERE place = ?"
BY_CODE = "SELECT number, dismissed FROM referees WHERE place = ? AND code = ? AND account IS NULL"
NAME = "UPDATE referees SET name = ? WHERE place = ? AND number = ? AND dismissed = 0"
GRANT = """INSERT INTO tokens (hash, game, role) SELECT ?, place, 'referee:' || CAST(number AS TEXT) FROM referees
    WHERE place = ? AND number = ? AND dismissed = 0"""
IS_TOKEN_OF = "SELECT 1 FROM tokens WHERE hash = ? AND game = ? AND role = ?"
IS_ROLE_OF = "SELECT 1 FROM account_roles WHERE account = ? AND place = ? AND role = ?"
DISMISSED, RESIGNED = 1, 2
"""How a referee has left, in the column `dismissed`."""
LEAVE = "UPDATE referees SET dismissed = ? WHERE place = ? AND number = ? AND dismissed < ?"
DISMISS_ALL = "UPDATE referees SET dismissed = 1 WHERE place = ?"
NAME_GIVEN = "SELECT coalesce(hidden_name, name) FROM"
SEATED = f"""{NAME_GIVEN} players WHERE game IN ({{0}}) UNION {NAME_GIVEN} former_players WHERE game IN ({{0}})
    UNION {NAME_GIVEN} tournament_seats WHERE tournament IN ({{0}})"""
REFEREEING = f"{NAME_GIVEN} referees WHERE place IN ({{0}}) AND dismissed = 0 AND name IS NOT NULL"
OF_TOURNAMENT = "SELECT meeting FROM tournaments WHERE id = ? AND meeting IS NOT NULL"
PARTS = """SELECT game FROM tournament_games WHERE tournament = ? UNION SELECT game FROM meeting_games WHERE meeting = ?
    UNION SELECT id FROM tournaments WHERE meeting = ?"""
BAR = "INSERT INTO barred_referees (place, number, barred_from) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
BARRED = "SELECT 1 FROM barred_referees WHERE place = ? AND number = ? AND barred_from IN ({})"
UNKNOWN = "There is no such code: it is unknown, used, or its referee was dismissed."
PARTY = "Players and organisers may not referee their own games, and referees may not take a seat."


class Appointed(NamedTuple):
    """A referee of a place. `name` is None until they redeem their code. `dismissed`: they have left, or `resigned`."""

    number: int
    head: bool
    before_start: bool
    name: str | None
    dismissed: bool
    resigned: bool

    @property
    def accepted(self) -> bool:
        return self.name is not None and not self.dismissed


def places_of(setup: GameCreated) -> tuple[str, ...]:
    """The places where the referees of a game are appointed: the game, its tournament and its meeting."""
    planned = setup.tournament
    places = (setup.game, None if planned is None else planned.id, setup.meeting)
    return tuple(place for place in places if place is not None)


def places_of_tournament(store: Store, tournament: str) -> tuple[str, ...]:
    """The tournament and its meeting."""
    return (tournament, *(meeting for (meeting,) in store.query(OF_TOURNAMENT, (tournament,))))


def parts_of(store: Store, place: str) -> set[str]:
    """The games of a tournament; the games and tournaments of a meeting."""
    return {part for (part,) in store.query(PARTS, (place,) * 3)}


def referees_at(store: Store, setup: GameCreated) -> list[Appointed]:
    """All referees of a game by number, those of its tournament and meeting included."""
    return sorted(it for place in places_of(setup) for it in referees_of(store, place))


def referees_of(store: Store, place: str) -> list[Appointed]:
    """All referees by number, including dismissed ones."""
    found = store.query(f"{SELECT} ORDER BY number", (place,))
    return [
        Appointed(number, bool(head), bool(before_start), name, bool(left), left == RESIGNED)
        for number, head, before_start, name, left in found
    ]


def appointment_row(
    place: str, number: int, head: bool, before_start: bool, code: str, account: str | None = None
) -> Statement:
    """`account`: the only one that may accept; the code is returned to nobody then."""
    return Statement(INSERT, (place, number, int(head), int(before_start), digest(code), account))


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


def is_token_of(store: Store, token: str | None, place: str, number: int) -> bool:
    """Whether a token, or the account of a credential, is this referee's, even if they were dismissed."""
    role, holder = f"referee:{number}", holder_of(store, token)
    if holder is not None:
        may = holder.is_session or "referee" in holder.scopes
        return may and bool(store.query(IS_ROLE_OF, (holder.account, place, role)))
    return token is not None and bool(store.query(IS_TOKEN_OF, (digest(token), place, role)))


def leaving_row(place: str, number: int, how: int) -> Statement:
    """`how`: DISMISSED or RESIGNED, also of one who was dismissed while a case was open."""
    return Statement(LEAVE, (how, place, number, how))


def revoke_referee(place: str, number: int) -> list[Statement]:
    """Streams and polls that use the referee's token end."""
    return revoke_role(place, f"referee:{number}")


def bar_row(place: str, number: int, barred_from: str) -> Statement:
    """A referee of a meeting who may not referee a game or tournament of it."""
    return Statement(BAR, (place, number, barred_from))


def may_referee(store: Store, place: str, referee: Appointed, setup: GameCreated) -> bool:
    """Whether a referee of a tournament or meeting may referee this game of it: they neither play there nor look like it."""
    parts = [it for it in places_of(setup) if it != place]
    if store.query(BARRED.format(marks(parts)), (place, referee.number, *parts)):
        return False
    return referee.name is None or not confusable(referee.name, _names(store, SEATED, parts))


def check_referee_name(store: Store, places: Collection[str], name: str) -> None:
    """`Refused` referee.party for a name confusable with a player's, table.names for one confusable with another referee's."""
    if confusable(name, _names(store, SEATED, places)):
        raise party_refusal()
    check_name(name, _names(store, REFEREEING, places))


def check_player_name(store: Store, places: Collection[str], name: str) -> None:
    """`Refused` referee.party for a name confusable with that of a referee of the places."""
    if confusable(name, _names(store, REFEREEING, places)):
        raise party_refusal()


def _names(store: Store, sql: str, places: Collection[str]) -> list[str]:
    """Names as they were given, hidden ones too."""
    times = sql.count("{0}")
    return [name for (name,) in store.query(sql.format(marks(places)), (*places,) * times)]


def check_may_sit(store: Store, places: Collection[str], tokens: Sequence[str | None], name: str) -> None:
    """`Refused` referee.party for a client who referees there, recognised by any of its tokens or by the name."""
    if any(place in places and role.startswith("referee:") for place, role in roles_held(store, tokens)):
        raise party_refusal()
    check_player_name(store, places, name)


def check_account_may_sit(store: Store, places: Collection[str], account: str) -> None:
    """The same for an account: neither it nor its owner nor a bot of theirs may referee there."""
    if any(role.startswith("referee:") for _, role in family_roles(store, account, places)):
        raise party_refusal()


def party_refusal() -> Refused:
    return refused("referee.party", PARTY, Refusal.FORBIDDEN)
