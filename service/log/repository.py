"""All games: loaded on demand, cached while they are used, written in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from domain.table.clock.settling import settle
from domain.table.events import Witnessed
from domain.table.fold import Fold
from domain.table.refusals import ALL_MISSING, Refusal, Refused
from domain.table.state import Table
from projections.people import Player
from service.log.clock_check import check_clock
from service.log.committing import Committer, Inline
from service.log.game_cache import GameCache
from service.log.head_journal import HeadJournal
from service.log.heads import EMPTY, Heads
from service.log.keys import Keys
from service.log.loaded import LoadedGame, load_game
from service.log.mapper import to_row
from service.log.presence import Presence
from service.log.promised_log import PromisedLog
from service.log.restrictions import Restrictions
from service.log.shared_time import SharedTime
from service.log.signing import Signer
from service.log.transparency.logs import Logs
from service.log.versions import Versions
from service.store import Row, Statement, Store, StoreUnusable, set_fence
from service.store.waiting import in_thread_if_many
from service.system.clock import CLOCK, Clock
from service.system.settings import ANALYSIS_DAYS

HAS_LEFT = "referees.place = tokens.game AND role = 'referee:' || CAST(number AS TEXT) AND dismissed > 0"
"""Joins to a token the row of its referee, if they were dismissed."""
FLAGS_AND_GRANT = f"""hidden, renamed, tokens.game, role, expires_at, dismissed FROM (SELECT 1) AS one
    LEFT JOIN lobby ON lobby.game = ? LEFT JOIN tokens ON hash = ? LEFT JOIN referees ON {HAS_LEFT}"""

EXPIRED = "SELECT 1 FROM expired_games WHERE game = ?"


SHOWS = """SELECT (SELECT max(originator_version) FROM stored_events WHERE originator_id = ?) >= ?
    AND coalesce((SELECT renamed FROM lobby WHERE game = ?), 0) = ?"""


def count_as_current(game: str, version: int, renamed: int) -> None:
    """Within `only_reading`: a standby with this version and these names may answer what is read of the game from now on.

    The primary has just said so. Hidden games and tokens are its own business.
    """
    set_fence(game, Statement(SHOWS, (game, version, game, renamed)))


class Grant(NamedTuple):
    """What a token grants: the game, tournament or meeting that it is of, its role there, and when it expires.

    `dismissed`: not None for a referee of a tournament or meeting who was dismissed from it.
    """

    of: str
    role: str
    expires_at: int | None
    dismissed: int | None = None

    @property
    def is_referee(self) -> bool:
        return self.role.startswith("referee:")


class Repository:
    """Reads and writes games. Their earlier versions are in `versions`, their signed heads in `heads`.

    `host` begins every origin. `inline` projections write their rows in the events' transaction. `check_clock` gets
    the time of a game's last event and the present, and raises `ClockWrong` where nothing may be added. `clock` is the clock of
    this process.
    """

    def __init__(
        self,
        store: Store,
        signer: Signer,
        journal: HeadJournal,
        host: str,
        inline: Sequence[Inline],
        check_clock: Callable[[int, int], None] = check_clock,
        clock: Clock = CLOCK,
    ) -> None:
        self.store, self.signer, self.host = store, signer, host
        self.witnessed: Witnessed | None = None
        """The quorum promised to new games."""
        self.cache = GameCache()
        self.versions = Versions(store)
        self.logs = Logs(journal.path.parent, store, host)
        self.time = SharedTime(store, clock)
        self.presence = Presence(store, self.logs, self.time)
        self.restrictions = Restrictions(store)
        self.heads = Heads(store, signer, journal, self.cache, self.versions)
        self.committer = Committer(store, self.heads, self.cache, inline)
        self.analysis_days = ANALYSIS_DAYS
        self._check_clock = check_clock

    def now(self) -> int:
        """Milliseconds since the epoch, the same in all processes of the database."""
        return self.time.now()

    def promise(self) -> PromisedLog:
        """What a new game promises; `LogUnusable` while none may be created."""
        return PromisedLog(self.logs.check_open(), self.witnessed)

    def get(self, game: str) -> LoadedGame:
        """The game as it is now; `Refused` not-found for an unknown one, log-missing for one whose entries are missing, and
        unreadable-log for one without its board.
        """
        return self.get_for(game, "")[0].with_board()

    def get_for(self, game: str, token: str) -> tuple[LoadedGame, Grant | None]:
        """The game as `Versions.load_log` gives it, and what the token with this hash grants, if it is known.

        Both are read at one moment, by one query.
        """
        cached = self.cache.get(game)
        version, hidden, renamed, of, *more = self.store.version_and(game, FLAGS_AND_GRANT, (game, token))
        if version == 0:
            raise self._unknown(game)
        count_as_current(game, version, renamed or 0)
        loaded = self._current(game, cached, version, renamed or 0)
        loaded = loaded.with_flags(hidden or 0, renamed or 0)
        self.cache.put(loaded)
        return loaded, None if of is None else Grant(of, *more)

    def _unknown(self, game: str) -> Refused:
        """The refusal of a game that has no entries: signed ones may be missing."""
        with suppress(StoreUnusable):
            if self.heads.journal.last(game) is not None and not self.store.query(EXPIRED, (game,)):
                return Refused(Refusal.LOG_MISSING, ALL_MISSING)
        return Refused(Refusal.NOT_FOUND, "There is no such game.")

    def _current(self, game: str, cached: LoadedGame | None, version: int, renamed: int) -> LoadedGame:
        """The game at its newest version, from the cached one where that leads there."""
        if cached is not None and cached.version > version:
            self.versions.replayer.forget(game)
        if cached is None or cached.renamed != renamed:
            return self.versions.load_log(game, version)
        if cached.version == version:
            return cached
        return in_thread_if_many(version - cached.version, partial(self.versions.catch_up, cached))

    def begin(
        self,
        fold: Fold,
        keys: Keys,
        beside: Sequence[Statement],
        players: Mapping[int, Player] | None = None,
    ) -> LoadedGame:
        """Write the first events of a new game. The next reader looks up the names of `players`."""
        rows = _rows(settle(fold, _created(fold)), keys, fold.time or self.now())
        loaded = self.place(rows, keys, beside, players or {})
        self.cache.reload(loaded.id)
        return loaded

    def place(
        self, rows: list[Row], keys: Keys, beside: Sequence[Statement], players: Mapping[int, Player]
    ) -> LoadedGame:
        """Write the rows of a new game; the store's `Conflict` when it exists."""
        rows[0] = rows[0]._replace(secrets=keys.pack())
        secrets = {row.version: row.secrets for row in rows if row.secrets}
        loaded = load_game([row.entry for row in rows], secrets, players)
        return self.committer.write(loaded, EMPTY, rows, beside)

    def commit(
        self,
        loaded: LoadedGame,
        fold: Fold,
        beside: Sequence[Statement] = (),
        players: Mapping[int, Player] | None = None,
        disclosure: str | None = None,
    ) -> LoadedGame:
        """Write what a decision recorded on top of `loaded`; the store's `Conflict` when it is not the newest.

        If the decision was made from the table at a time, that is the time of all entries. `ClockWrong` when the log is far
        ahead of the clock, `Refused` ruleset-changed for a game of other code. `disclosure` is that of a signed action.
        """
        loaded.check_code()
        self._check_clock(loaded.at, now := self.now())
        assert fold.time or loaded.table.setup.clock is None, (
            "with a clock it matters when something is decided"
        )
        at = fold.time or max(now, loaded.at)
        rows = _rows(settle(fold, loaded.table), loaded.keys, at, disclosure)
        seated = loaded.players if players is None else players
        after = loaded._replace(table=fold.table(), players=seated, at=at)
        return self.committer.write(after, self.heads.frontier(loaded), rows, beside, before=loaded)

    def present(self, loaded: LoadedGame, time: int) -> int:
        """The time of a command on a game with a clock that has read this time: never within an outage.

        `ClockWrong` if this process is not sure of the time, `StoreUnusable` if it cannot know all outages.
        """
        self.time.check(loaded.at, time)
        return self.presence.present(time, loaded.id)


def _created(fold: Fold) -> Table:
    """The table of a new game after its first entry."""
    first = Fold(fold.ruleset)
    first.read(fold.recorded[:1])
    return first.table()


def _rows(fold: Fold, keys: Keys, at: int, disclosure: str | None = None) -> list[Row]:
    """What a fold has recorded, committed at a time in milliseconds."""
    signed = fold.recorded[0] if disclosure is not None else None
    return [to_row(it, at, keys.k_salt, disclosure if it is signed else None) for it in fold.recorded]
