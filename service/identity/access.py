"""Access control: the roles of bearer tokens and of accounts, and the games that they give access to.

Roles are "seat:N", "referee:N", "organiser", "auditor" and, in an analysis, "analyst" and "watcher". A tournament's tokens
are valid in each of its games, and those of a meeting's referees at its tables and tournaments. A session or a token of an
account opens what the account's roles say, without a token of the game. Every command and every query starts here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Protocol

from domain.table.refusals import Refusal, Refused
from projections import meetings, tournaments
from projections.cases import OPEN_CASE
from projections.meetings import Meeting
from projections.paging import marks
from projections.tournaments import DELETED, Tournament
from service.identity.account_roles import parties
from service.identity.caller import ANALYST as ANALYST
from service.identity.caller import INVITED as INVITED
from service.identity.caller import ORGANISER as ORGANISER
from service.identity.caller import SPECTATOR as SPECTATOR
from service.identity.caller import WATCHER as WATCHER
from service.identity.caller import Caller as Caller
from service.identity.caller import Party
from service.identity.credentials import holder_of, opens_account
from service.identity.tokens import digest
from service.log.loaded import LoadedGame
from service.log.repository import HAS_LEFT, Grant, Repository
from service.store import Store
from service.system.clock import now

PARTS_OF = """SELECT tournament, game, 0 FROM tournament_games JOIN tournaments ON id = tournament
    WHERE tournament IN ({0}) AND game IN ({1}) AND hidden < 2
    UNION ALL SELECT meeting, game, 1 FROM meeting_games WHERE meeting IN ({0}) AND game IN ({1})
    UNION ALL SELECT meeting, id, 1 FROM tournaments WHERE meeting IN ({0}) AND id IN ({1}) AND hidden < 2"""
"""The games of tournaments, for all of their tokens; the tables and tournaments of meetings, for their referees."""
ROLE = f"SELECT game, role, expires_at, dismissed FROM tokens LEFT JOIN referees ON {HAS_LEFT} WHERE hash = ?"
ROLES = f"SELECT hash, game, role, expires_at, dismissed FROM tokens LEFT JOIN referees ON {HAS_LEFT} WHERE hash IN ({{}})"
WITH_OPEN_CASES = f"SELECT game FROM cases WHERE game IN ({{}}) AND {OPEN_CASE}"
"""The games among these that are notified of a dismissal only when their open case is closed."""
PUBLIC = "SELECT 1 FROM lobby WHERE game = ? AND visibility = 'public'"
UNKNOWN_TOKEN = "This token is unknown here."
NO_GAME = "There is no such game."
NO_TOURNAMENT = "There is no such tournament."
NO_MEETING = "There is no such meeting."


def authorize(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The current game and its caller; `Refused` if the caller may not see the game."""
    loaded, caller = authorize_log(repository, game, token)
    return loaded.with_board(), caller


def authorize_log(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The same for reading the log: the game as `Versions.load_log` returns it."""
    loaded, granted = _loaded_for(repository, game, token)
    caller = _caller(repository.store, loaded, token, granted, NO_GAME)
    forked = loaded.table.forked
    if names_withheld(repository.store, caller, None if forked is None else forked.game):
        loaded = loaded.with_flags_of(loaded._replace(nameless=True))
    return loaded, caller


def _loaded_for(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Granted]:
    """An account's roles are read after the game, so nobody reads a version that was logged after they lost access."""
    if token is None or not opens_account(token):
        return repository.get_for(game, "" if token is None else digest(token))
    loaded, _ = repository.get_for(game, "")
    return loaded, _granted(repository.store, token, game)


def names_withheld(store: Store, caller: Caller, source: str | None) -> bool:
    """Whether this caller sees an analysis of `source` without names: a watcher does, unless that game is public."""
    return caller.role == WATCHER and (source is None or not store.query(PUBLIC, (source,)))


def authorize_tournament(store: Store, id: str, token: str | None) -> tuple[Tournament, Caller]:
    """The current tournament and its caller; `Refused` if the caller may not see the tournament."""
    tournament = load_tournament(store, id)
    granted = None if token is None else _granted(store, token, id)
    return tournament, _caller(store, tournament, token, granted, NO_TOURNAMENT)


def load_tournament(store: Store, id: str) -> Tournament:
    tournament = tournaments.load(store.query, id)
    if tournament is None:
        raise Refused(Refusal.NOT_FOUND, NO_TOURNAMENT)
    return tournament


def authorize_meeting(store: Store, id: str, token: str | None) -> tuple[Meeting, Caller]:
    """The meeting and its caller; `Refused` for an unknown meeting or a token that is not of it."""
    meeting = meetings.load(store.query, id)
    if meeting is None:
        raise Refused(Refusal.NOT_FOUND, NO_MEETING)
    granted = None if token is None else _granted(store, token, id)
    return meeting, _caller(store, meeting, token, granted, NO_MEETING)


def place_of_token(store: Store, token: str | None) -> tuple[str | None, Caller]:
    """The game, tournament or meeting that a token belongs to, and its role there; `Refused` for an unknown or expired one.

    An account belongs to no single one of them.
    """
    if token is None or (opens_account(token) and is_valid(store, token)):
        return None, Caller(SPECTATOR)
    granted = _granted_to_token(store, token)
    if granted is None:
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    _check_not_expired(granted.expires_at)
    return granted.of, Caller(granted.role, token)


def is_valid(store: Store, token: str) -> bool:
    """Whether a token is valid here now."""
    if opens_account(token):
        return holder_of(store, token) is not None
    granted = _granted_to_token(store, token)
    return granted is not None and (granted.expires_at is None or granted.expires_at > now())


def _granted(store: Store, token: str, place: str) -> Granted:
    if opens_account(token):
        return parties(store, [place], [token]).get((token, place))
    return _granted_to_token(store, token)


def _granted_to_token(store: Store, token: str) -> Grant | None:
    """What a token grants beyond the games with an open case; nothing if its referee was dismissed."""
    found = (Grant(*row) for row in store.query(ROLE, (digest(token),)))
    return next((it for it in found if not it.dismissed), None)


def _check_not_expired(expires_at: int | None) -> None:
    if expires_at is not None and expires_at <= now():
        raise Refused(Refusal.UNAUTHENTICATED, "This token has expired.")


class Place(Protocol):
    """The facts about a game or tournament that decide access to it."""

    @property
    def id(self) -> str: ...
    @property
    def hidden(self) -> int: ...
    @property
    def closed(self) -> bool:
        """Whether it does not exist for callers without a token for it."""
        ...


Granted = Grant | Party | None
"""What a token of a game grants, or what the account of a credential has in a place."""
IsPart = Callable[[Grant, str], bool]
"""Whether what a token grants extends to this game or tournament."""


def _caller(store: Store, place: Place, token: str | None, granted: Granted, unknown: str) -> Caller:
    grants = [granted] if isinstance(granted, Grant) and granted.of != place.id else []
    return _authorized(_parts(store, grants, {place.id}), place, token, granted, unknown)


def callers(store: Store, pairs: Collection[tuple[Place, str | None]]) -> list[Caller | None]:
    """The caller for each of these games (a few hundred at most), with two queries in all, and a third if accounts are
    among them; None without access.
    """
    hashes = {token: digest(token) for _, token in pairs if token is not None and not opens_account(token)}
    found = store.query(ROLES.format(marks(hashes)), tuple(hashes.values())) if hashes else []
    granted = {hash: Grant(*row) for hash, *row in found}
    places = {place.id for place, _ in pairs}
    parts = _parts(store, granted.values(), places)
    accounts = {token for _, token in pairs if token is not None and opens_account(token)}
    held = parties(store, places, accounts) if accounts else {}

    def granted_to(place: Place, token: str | None) -> Granted:
        return granted.get(hashes[token]) if token in hashes else held.get((token or "", place.id))

    return [_caller_or_none(parts, place, token, granted_to(place, token)) for place, token in pairs]


def _parts(store: Store, grants: Collection[Grant], games: Collection[str]) -> IsPart:
    """One query for all of them, and none where each token is of the game itself."""
    places = {it.of for it in grants}.difference(games)
    sql = PARTS_OF.format(marks(places), marks(games))
    rows = store.query(sql, (*places, *games) * 3) if places else []
    found = {(of, part): bool(referees) for of, part, referees in rows}
    judging = _with_open_cases(store, games) if any(it.dismissed for it in grants) else ()

    def is_part(granted: Grant, part: str) -> bool:
        if granted.dismissed and part not in judging:
            return False
        referees_only = found.get((granted.of, part))
        return referees_only is False or (referees_only is True and granted.is_referee)

    return is_part


def _with_open_cases(store: Store, games: Collection[str]) -> set[str]:
    return {game for (game,) in store.query(WITH_OPEN_CASES.format(marks(games)), tuple(games))}


def _caller_or_none(is_part: IsPart, place: Place, token: str | None, granted: Granted) -> Caller | None:
    try:
        return _authorized(is_part, place, token, granted, NO_GAME)
    except Refused:
        return None


def _authorized(is_part: IsPart, place: Place, token: str | None, granted: Granted, unknown: str) -> Caller:
    """The caller's role in a game or tournament. A private or hidden one does not exist (`unknown`) for callers without a token
    for it.
    """
    try:
        caller = _role(is_part, place, token, granted)
    except Refused:
        if place.closed:
            raise Refused(Refusal.NOT_FOUND, unknown) from None
        raise
    if place.closed and caller.role == SPECTATOR:
        raise Refused(Refusal.NOT_FOUND, unknown)
    return caller


def _role(is_part: IsPart, place: Place, token: str | None, granted: Granted) -> Caller:
    """What was deleted has no valid tokens, its tournament's and meeting's included, although one may be minted concurrently."""
    if token is None:
        return Caller(SPECTATOR)
    if isinstance(granted, Party):
        party = granted if place.hidden != DELETED else granted._replace(roles=frozenset())
        return Caller(party.reading, token, party)
    if granted is None or place.hidden == DELETED:
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    _check_not_expired(granted.expires_at)
    if granted.of != place.id and not is_part(granted, place.id):
        raise _not_part(granted)
    return Caller(granted.role, token)


def _not_part(granted: Grant) -> Refused:
    if granted.dismissed:
        return Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    return Refused(Refusal.FORBIDDEN, "This token belongs to another game.")
