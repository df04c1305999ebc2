"""Who is asking: the roles of bearer tokens, and which games they open.

Roles are "seat:N", "referee:N", "organiser", "auditor" and, in an analysis, "analyst" and "watcher". A tournament's tokens
count in each of its games. Every command and every query begins here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from domain.hidden import AUDITOR, Viewer
from domain.table.refusals import Refusal, Refused, malformed
from domain.table.seating import existing_seat
from domain.table.state import Table
from projections import tournaments
from projections.paging import marks
from projections.tournaments import DELETED, Tournament
from service.identity.tokens import digest
from service.log.loaded import LoadedGame
from service.log.repository import Granted, Repository
from service.store import Store
from service.system.clock import now

SPECTATOR = "spectator"
ANALYST = "analyst"
WATCHER = "watcher"
"""Whoever has the link with which an analyst shares his analysis: he looks on."""
ORGANISER = "organiser"
INVITED = "invited"
"""Whoever has the code of an invitation, which stands for his token until he has one."""
PART_OF = """SELECT 1 FROM tournament_games JOIN tournaments ON id = tournament
    WHERE tournament = ? AND game = ? AND hidden < 2"""
PARTS_OF = """SELECT tournament, game FROM tournament_games JOIN tournaments ON id = tournament
    WHERE tournament IN ({}) AND game IN ({}) AND hidden < 2"""
ROLE = "SELECT game, role, expires_at FROM tokens WHERE hash = ?"
ROLES = "SELECT hash, game, role, expires_at FROM tokens WHERE hash IN ({})"
PUBLIC = "SELECT 1 FROM lobby WHERE game = ? AND visibility = 'public'"
UNKNOWN_TOKEN = "This token is not known here."
BY_HIMSELF = (
    "Everybody sits down by himself, so that nobody else holds his token: at a public table without any token, at a private "
    "one with the code of an invitation. The organiser's token seats bots, and he takes a seat like everybody."
)
NO_GAME = "There is no such game."
NO_TOURNAMENT = "There is no such tournament."


class Caller(NamedTuple):
    """Somebody asking about one game. `token` is None for a spectator."""

    role: str
    token: str | None = None

    @property
    def viewer(self) -> Viewer:
        """What redaction goes by: a seat number, the auditor, or None. An organiser or referee knows what a spectator knows.

        An analyst knows all of his analysis, for what he could not know in the game was dealt anew; and so does who looks on.
        """
        if self.role.startswith("seat:"):
            return int(self.role.removeprefix("seat:"))
        return AUDITOR if self.role in (AUDITOR, ANALYST, WATCHER) else None

    @property
    def referee(self) -> int | None:
        """His number, for a referee of the game or its tournament."""
        return int(self.role.removeprefix("referee:")) if self.role.startswith("referee:") else None

    @property
    def actor(self) -> str:
        """Names this caller in the idempotency table without naming the token."""
        return digest(self.token) if self.token else SPECTATOR

    @property
    def acts(self) -> bool:
        return self.role == ANALYST or isinstance(self.viewer, int)

    def acting(self, table: Table, candidates: Sequence[int], wanted: int | None) -> int:
        """The seat that the caller acts for: his own, or for an analyst `wanted`, or the only candidate."""
        if self.role != ANALYST:
            if wanted not in (None, self.seat()):
                raise Refused(Refusal.FORBIDDEN, f"Your token acts for seat {self.viewer} only.")
            return self.seat()
        if wanted is None and len(candidates) > 1:
            seats = ", ".join(map(str, candidates))
            raise malformed("seat", f"Seats {seats} are to act; name one of them with ?seat=.")
        return existing_seat(table, wanted if wanted is not None else next(iter(candidates), 1))

    def seat(self) -> int:
        """The caller's seat; `Refused` for those without one."""
        if isinstance(self.viewer, int):
            return self.viewer
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "Acting needs the bearer token of a seat.")
        raise Refused(Refusal.FORBIDDEN, f"The {self.role.partition(':')[0]} has no seat to act for.")

    def refereeing(self) -> int:
        """The caller's number as a referee; `Refused` for everybody else."""
        if self.referee is not None:
            return self.referee
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This needs the bearer token of a referee.")
        raise Refused(Refusal.FORBIDDEN, "Only a referee of this game may do this.")

    def check_organises(self) -> None:
        """`Refused` for everybody but the organiser."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This needs the organiser's bearer token.")
        if self.role != ORGANISER:
            raise Refused(Refusal.FORBIDDEN, "Only the organiser may do this.")

    def check_analyses(self) -> None:
        """`Refused` for everybody but an analyst."""
        if self.token is None:
            raise Refused(Refusal.UNAUTHENTICATED, "This needs the bearer token of an analysis.")
        if self.role != ANALYST:
            raise Refused(
                Refusal.FORBIDDEN, "Only whoever holds the token of an analysis may do this, in the analysis."
            )

    def check_not_watching(self) -> None:
        """`Refused` for who was shown an analysis by a link, which many may hold."""
        if self.role == WATCHER:
            raise Refused(Refusal.FORBIDDEN, "Your link to this analysis lets you look on, and nothing else.")

    def check_may_seat(self, bot: str | None) -> None:
        """`Refused` for a bot seated by anybody but the organiser, and for a person who is seated by somebody else."""
        if bot is not None and self.role != ORGANISER:
            raise Refused(Refusal.FORBIDDEN, "Bots are seated by the organiser.")
        if bot is None and self.role not in (SPECTATOR, INVITED):
            raise Refused(Refusal.FORBIDDEN, BY_HIMSELF)


def seen(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The game as it is now and who is asking; refuses what this caller must not see."""
    loaded, caller = log_seen(repository, game, token)
    return loaded.with_board(), caller


def log_seen(repository: Repository, game: str, token: str | None) -> tuple[LoadedGame, Caller]:
    """The same for reading the log: the game as in `Repository.get_log`."""
    loaded, granted = repository.get_for(game, "" if token is None else digest(token))
    caller = _caller(repository.store, loaded, token, granted, NO_GAME)
    forked = loaded.table.forked
    if reads_no_names(repository.store, caller, None if forked is None else forked.game):
        loaded = loaded.seen_like(loaded._replace(nameless=True))
    return loaded, caller


def reads_no_names(store: Store, caller: Caller, source: str | None) -> bool:
    """Whether an analysis of `source` is shown without its names: to who has the link, unless everybody may see that game."""
    return caller.role == WATCHER and (source is None or not store.query(PUBLIC, (source,)))


def tournament_seen(store: Store, id: str, token: str | None) -> tuple[Tournament, Caller]:
    """The tournament as it is now and who is asking; refuses what this caller must not see."""
    tournament = load_tournament(store, id)
    granted = None if token is None else _granted(store, token)
    return tournament, _caller(store, tournament, token, granted, NO_TOURNAMENT)


def load_tournament(store: Store, id: str) -> Tournament:
    tournament = tournaments.load(store.query, id)
    if tournament is None:
        raise Refused(Refusal.NOT_FOUND, NO_TOURNAMENT)
    return tournament


def place_opened(store: Store, token: str) -> str:
    """The game or tournament that a token is of; `Refused` for one that is not known, or does not count any more."""
    granted = _granted(store, token)
    if granted is None:
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    _check_counts(granted.expires_at)
    return granted.of


def is_good(store: Store, token: str) -> bool:
    """Whether a token opens anything here now."""
    granted = _granted(store, token)
    return granted is not None and (granted.expires_at is None or granted.expires_at > now())


def _granted(store: Store, token: str) -> Granted | None:
    return next((Granted(*row) for row in store.query(ROLE, (digest(token),))), None)


def _check_counts(expires_at: int | None) -> None:
    if expires_at is not None and expires_at <= now():
        raise Refused(Refusal.UNAUTHENTICATED, "This token has expired.")


class Place(Protocol):
    """What access to a game or tournament goes by."""

    @property
    def id(self) -> str: ...
    @property
    def hidden(self) -> int: ...
    @property
    def closed(self) -> bool:
        """Whether it does not exist for those who hold no token of it."""
        ...


IsPart = Callable[[str, str], bool]
"""Whether a tournament that there is has this game."""


def _caller(store: Store, place: Place, token: str | None, granted: Granted | None, unknown: str) -> Caller:
    return _judged(lambda of, game: bool(store.query(PART_OF, (of, game))), place, token, granted, unknown)


def callers(store: Store, asked: Collection[tuple[Place, str | None]]) -> list[Caller | None]:
    """Who asks about each of these games (a few hundred at most), by two queries for all; None where he may not see it."""
    hashes = {token: digest(token) for _, token in asked if token is not None}
    found = store.query(ROLES.format(marks(hashes)), tuple(hashes.values())) if hashes else []
    granted = {hash: Granted(*row) for hash, *row in found}
    parts = _parts(store, {it.of for it in granted.values()}, {place.id for place, _ in asked})
    return [
        _if_any(parts, place, token, granted.get(hashes[token]) if token is not None else None)
        for place, token in asked
    ]


def _parts(store: Store, places: Collection[str], games: Collection[str]) -> IsPart:
    wider = set(places).difference(games)
    sql = PARTS_OF.format(marks(wider), marks(games))
    found = frozenset((of, game) for of, game in (store.query(sql, (*wider, *games)) if wider else []))
    return lambda of, game: (of, game) in found


def _if_any(is_part: IsPart, place: Place, token: str | None, granted: Granted | None) -> Caller | None:
    try:
        return _judged(is_part, place, token, granted, NO_GAME)
    except Refused:
        return None


def _judged(
    is_part: IsPart, place: Place, token: str | None, granted: Granted | None, unknown: str
) -> Caller:
    """The caller's role in a game or tournament. What is private or hidden does not exist (`unknown`) for those who hold
    no token of it.
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


def _role(is_part: IsPart, place: Place, token: str | None, granted: Granted | None) -> Caller:
    """What was deleted has no tokens; one may have been handed out at that very moment."""
    if token is None:
        return Caller(SPECTATOR)
    if granted is None or (granted.of == place.id and place.hidden == DELETED):
        raise Refused(Refusal.UNAUTHENTICATED, UNKNOWN_TOKEN)
    _check_counts(granted.expires_at)
    if granted.of != place.id and not is_part(granted.of, place.id):
        raise Refused(Refusal.FORBIDDEN, "This token belongs to another game.")
    return Caller(granted.role, token)
