"""Access control: the roles of bearer tokens, and the games that they give access to.

Roles are "seat:N", "referee:N", "organiser", "auditor" and, in an analysis, "analyst" and "watcher". A tournament's tokens
are valid in each of its games, and those of a meeting's referees at its tables and tournaments. Every command and every
query starts here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from domain.hidden import AUDITOR, Viewer
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import existing_seat
from domain.table.state import Table
from projections import meetings, tournaments
from projections.cases import OPEN_CASE
from projections.meetings import Meeting
from projections.paging import marks
from projections.tournaments import DELETED, Tournament
from service.identity.tokens import digest
from service.log.loaded import LoadedGame
from service.log.repository import HAS_LEFT, Grant, Repository
from service.store import Store
from service.system.clock import now

SPECTATOR = "spectator"
ANALYST = "analyst"
WATCHER = "watcher"
"""The holder of a link by which an analyst shares an analysis; read-only."""
ORGANISER = "organiser"
INVITED = "invited"
"""The holder of an invitation code, which serves as their token until they have one."""
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
SELF_SEATING = (
    "Each player takes a seat themselves, so that nobody else holds their token: at a public table without a token, at a "
    "private one with the code of an invitation. The organiser's token seats bots; an organiser who plays joins like everybody."
)
NO_GAME = "There is no such game."
NO_TOURNAMENT = "There is no such tournament."
NO_MEETING = "There is no such meeting."


class Caller(NamedTuple):
    """The caller of a request about one game. `token` is None for a spectator."""

    role: str
    token: str | None = None

    @property
    def viewer(self) -> Viewer:
        """The viewer for redaction: a seat number, the auditor, or None. Organisers and referees see what spectators see.

        Analysts and watchers see the whole analysis: information hidden from the analyst in the original game was drawn anew.
        """
        if self.role.startswith("seat:"):
            return int(self.role.removeprefix("seat:"))
        return AUDITOR if self.role in (AUDITOR, ANALYST, WATCHER) else None

    @property
    def referee(self) -> int | None:
        """The referee's number, if the caller is a referee of the game or its tournament."""
        return int(self.role.removeprefix("referee:")) if self.role.startswith("referee:") else None

    @property
    def actor(self) -> str:
        """Identifies this caller in the idempotency table without revealing the token."""
        return digest(self.token) if self.token else SPECTATOR

    @property
    def acts(self) -> bool:
        return self.role == ANALYST or isinstance(self.viewer, int)

    def acting(self, table: Table, candidates: Sequence[int], wanted: int | None) -> int:
        """The seat that the caller acts for: their own; for an analyst `wanted`, or else the only candidate."""
        if self.role != ANALYST:
            if wanted not in (None, seat := self.seat()):
                raise Refused(Refusal.FORBIDDEN, f"Your token acts for seat {seat} only.")
            return seat
        if wanted is None and len(candidates) > 1:
            seats = ", ".join(map(str, candidates))
            raise malformed("seat", f"Seats {seats} are to act; choose one of them with ?seat=.")
        return existing_seat(table, wanted if wanted is not None else next(iter(candidates), 1))

    def seat(self) -> int:
        """The caller's seat; `Refused` for callers without a seat."""
        if isinstance(viewer := self.viewer, int):
            return viewer
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "Acting requires the bearer token of a seat.")
        raise Refused(Refusal.FORBIDDEN, f"The {self.role.partition(':')[0]} has no seat to act for.")

    def referee_number(self) -> int:
        """The caller's referee number; `Refused` for all other callers."""
        if self.referee is not None:
            return self.referee
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the bearer token of a referee.")
        raise Refused(Refusal.FORBIDDEN, "Only a referee of this game may do this.")

    def check_organiser(self) -> None:
        """`Refused` for all callers except the organiser."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the organiser's bearer token.")
        if self.role != ORGANISER:
            raise Refused(Refusal.FORBIDDEN, "Only the organiser may do this.")

    def check_analyst(self) -> None:
        """`Refused` for all callers except an analyst."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This requires the bearer token of an analysis.")
        if self.role != ANALYST:
            detail = "Only the holder of the token of an analysis may do this, in the analysis."
            raise Refused(Refusal.FORBIDDEN, detail)

    def check_not_watcher(self) -> None:
        """`Refused` for watchers: many people may hold the link of a shared analysis."""
        if self.role == WATCHER:
            raise Refused(Refusal.FORBIDDEN, "Your link to this analysis allows reading only.")

    def check_may_seat(self, bot: str | None) -> None:
        """`Refused` for a bot seated by anybody but the organiser, and for a person seated by somebody else."""
        if bot is not None and self.role != ORGANISER:
            raise Refused(Refusal.FORBIDDEN, "Only the organiser may seat bots.")
        if bot is None and self.role not in (SPECTATOR, INVITED):
            raise Refused(Refusal.FORBIDDEN, SELF_SEATING)


def authorize(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The current game and its caller; `Refused` if the caller may not see the game."""
    loaded, caller = authorize_log(repository, game, token)
    return loaded.with_board(), caller


def authorize_log(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The same for reading the log: the game as `Versions.load_log` returns it."""
    loaded, granted = repository.get_for(game, "" if token is None else digest(token))
    caller = _caller(repository.store, loaded, token, granted, NO_GAME)
    forked = loaded.table.forked
    if names_withheld(repository.store, caller, None if forked is None else forked.game):
        loaded = loaded.with_flags_of(loaded._replace(nameless=True))
    return loaded, caller


def names_withheld(store: Store, caller: Caller, source: str | None) -> bool:
    """Whether this caller sees an analysis of `source` without names: a watcher does, unless that game is public."""
    return caller.role == WATCHER and (source is None or not store.query(PUBLIC, (source,)))


def authorize_tournament(store: Store, id: str, token: str | None) -> tuple[Tournament, Caller]:
    """The current tournament and its caller; `Refused` if the caller may not see the tournament."""
    tournament = load_tournament(store, id)
    granted = None if token is None else _granted(store, token)
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
    granted = None if token is None else _granted(store, token)
    return meeting, _caller(store, meeting, token, granted, NO_MEETING)


def place_of_token(store: Store, token: str) -> tuple[str, Caller]:
    """The game, tournament or meeting that a token belongs to, and its role there; `Refused` for an unknown or expired one."""
    granted = _granted(store, token)
    if granted is None:
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    _check_not_expired(granted.expires_at)
    return granted.of, Caller(granted.role, token)


def is_valid(store: Store, token: str) -> bool:
    """Whether a token is valid here now."""
    granted = _granted(store, token)
    return granted is not None and (granted.expires_at is None or granted.expires_at > now())


def _granted(store: Store, token: str) -> Grant | None:
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


IsPart = Callable[[Grant, str], bool]
"""Whether what a token grants extends to this game or tournament."""


def _caller(store: Store, place: Place, token: str | None, granted: Grant | None, unknown: str) -> Caller:
    grants = [granted] if granted is not None and granted.of != place.id else []
    return _authorized(_parts(store, grants, {place.id}), place, token, granted, unknown)


def callers(store: Store, pairs: Collection[tuple[Place, str | None]]) -> list[Caller | None]:
    """The caller for each of these games (a few hundred at most), with two queries in all; None without access."""
    hashes = {token: digest(token) for _, token in pairs if token is not None}
    found = store.query(ROLES.format(marks(hashes)), tuple(hashes.values())) if hashes else []
    granted = {hash: Grant(*row) for hash, *row in found}
    parts = _parts(store, granted.values(), {place.id for place, _ in pairs})
    return [
        _caller_or_none(parts, place, token, granted.get(hashes[token]) if token is not None else None)
        for place, token in pairs
    ]


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


def _caller_or_none(is_part: IsPart, place: Place, token: str | None, granted: Grant | None) -> Caller | None:
    try:
        return _authorized(is_part, place, token, granted, NO_GAME)
    except Refused:
        return None


def _authorized(
    is_part: IsPart, place: Place, token: str | None, granted: Grant | None, unknown: str
) -> Caller:
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


def _role(is_part: IsPart, place: Place, token: str | None, granted: Grant | None) -> Caller:
    """What was deleted has no valid tokens, its tournament's and meeting's included, although one may be minted concurrently."""
    if token is None:
        return Caller(SPECTATOR)
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
