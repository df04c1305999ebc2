"""All games: loaded when asked for, held in memory while they are used, written in one transaction."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock
from typing import NamedTuple

import structlog
from msgspec.structs import replace

from domain.ledger.merkle import Frontier, leaf_hash
from domain.table.fold import Fold
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged
from projections import commit
from projections.commit import Commit, Sql
from projections.people import Player
from service.log import earlier
from service.log.clock_check import check_log
from service.log.folding import REWOUND, Folder
from service.log.keys import ClosedKeys, Keys
from service.log.loaded import LoadedGame, load_game, read_on
from service.log.mapper import from_rows, to_row
from service.log.signed_heads import NotKept, SignedHead, SignedHeads
from service.log.signing import Signer
from service.store import InTurn, Row, Statement, Store
from service.system.clock import now
from service.system.settings import ANALYSIS_DAYS

log = structlog.get_logger("kronika.log")
CACHED = 512
"""Games held in memory per process."""

NOTHING = Frontier()
LOOKED_UP = """hidden, renamed, tokens.game, role, expires_at FROM (SELECT 1) AS one
    LEFT JOIN lobby ON lobby.game = ? LEFT JOIN tokens ON hash = ?"""
STORED_STATUS = "SELECT status FROM lobby WHERE game = ?"
STORED_CHECKPOINT = "SELECT checkpoint FROM lobby WHERE game = ?"

Inline = Callable[[Commit], Sequence[Sql | commit.InTurn]]


class Granted(NamedTuple):
    """What a token is good for: the game or tournament that it is of, its role there, and when it expires."""

    of: str
    role: str
    expires_at: int | None


class Head(NamedTuple):
    """The frontier of a game's Merkle log, what it comes to, and the signed note over that."""

    frontier: Frontier
    root: bytes
    checkpoint: str


LEFT_SINCE = """SELECT seat, name, bot FROM former_players WHERE game = ? AND until > ? ORDER BY until DESC"""


def check_version(loaded: LoadedGame, version: int) -> None:
    """`Refused` not-found for a version that there is not."""
    if not 1 <= version <= loaded.version:
        detail = f"This game has versions 1 to {loaded.version}."
        raise Refused(Refusal.NOT_FOUND, detail, version=loaded.version)


class Repository:
    """Reads and writes games. `host` begins every origin; `inline` projections write their rows in the events' transaction.

    `check_log` may refuse to go on after a time.
    """

    def __init__(
        self,
        store: Store,
        signer: Signer,
        signed: SignedHeads,
        host: str,
        inline: Sequence[Inline],
        check_log: Callable[[int], None] = check_log,
    ) -> None:
        self.store = store
        self.signer = signer
        self.signed = signed
        self.host = host
        self._inline = inline
        self._check_log = check_log
        self.analysis_days = ANALYSIS_DAYS
        self.after_commit: list[Callable[[LoadedGame], None]] = []
        """Called with every game that was written."""
        self.folder = Folder(store)
        self._cache: OrderedDict[str, LoadedGame] = OrderedDict()
        self._heads: dict[str, Head] = {}
        self._lock = Lock()

    def get(self, game: str) -> LoadedGame:
        """The game as it is now; `Refused` not-found for an unknown one, unreadable-log for one without its board."""
        return self.get_for(game, "")[0].with_board()

    def get_for(self, game: str, token: str) -> tuple[LoadedGame, Granted | None]:
        """The game as in `get_log`, and what the token with this hash is good for, if it is known: both at one moment, by
        one query.
        """
        cached = self._cache.get(game)
        version, hidden, renamed, of, *more = self.store.version_beside(game, LOOKED_UP, (game, token))
        if version == 0:
            raise Refused(Refusal.NOT_FOUND, "There is no such game.")
        hidden, renamed = hidden or 0, renamed or 0
        if cached is not None and cached.version > version:
            self.folder.forget(game)
        if cached is None or (cached.version, cached.renamed) != (version, renamed):
            cached = self._catch_up(game, cached, renamed)
        if (cached.hidden, cached.renamed) != (hidden, renamed):
            cached = cached._replace(hidden=hidden, renamed=renamed)
        self._remember(cached)
        return cached, None if of is None else Granted(of, *more)

    def is_public(self, game: str) -> bool:
        """Whether this is a public game that was lately looked at here."""
        cached = self._cache.get(game)
        return cached is not None and not cached.closed

    def has_at_hand(self, game: str) -> bool:
        """Whether it was lately looked at here, so that no long log has to be read for it."""
        return game in self._cache

    def _catch_up(self, game: str, cached: LoadedGame | None, renamed: int) -> LoadedGame:
        if cached is not None and cached.renamed == renamed:
            entries = self.store.entries(game, cached.version)
            if entries and not any(b'"t":"rewound"' in entry for entry in entries):
                secrets = self.store.secrets(game, cached.version, cached.version + len(entries))
                return read_on(cached, entries, secrets, self._players(game))
        return self.get_log(game)

    def get_log(self, game: str) -> LoadedGame:
        """The game as it is now; if its format is closed and its log cannot be folded, without its board (`unreadable`).

        Nobody asks whether it is hidden.
        """
        try:
            return self.get_at(game, None)
        except Refused as why:
            first = self.get_at(game, 1)
            if not isinstance(first.keys, ClosedKeys):
                raise
            return self._without_board(first, why)

    def _without_board(self, first: LoadedGame, why: Refused) -> LoadedGame:
        """The game at its newest version from that at its first; the lobby says whether it is over."""
        [(status,)] = self.store.query(STORED_STATUS, (first.id,))
        table = replace(first.table, version=self.store.version(first.id), status=status)
        players = self._players(first.id)
        return first._replace(table=table, players=players, unreadable=earlier.without_board(why))

    def at(self, loaded: LoadedGame, version: int) -> LoadedGame:
        """The game as it was at a version; `Refused` as in `check_version`."""
        check_version(loaded, version)
        if version == loaded.version:
            return loaded
        return self.get_at(loaded.id, version).seen_like(loaded)

    def between(self, loaded: LoadedGame, first: int, last: int) -> Iterator[LoadedGame]:
        """The game as it was at each of the versions `first`..`last`; `Refused` as in `check_version`."""
        check_version(loaded, last)
        at = self.at(loaded, first)
        yield at
        for row in self.store.rows(loaded.id, first, last):
            at = self._next(at, row)
            yield at.seen_like(loaded)

    def _next(self, before: LoadedGame, row: Row) -> LoadedGame:
        if row.type == REWOUND:
            return self.get_at(before.id, row.version)
        players = self._players_at(before.id, row.version)
        secrets = {row.version: row.secrets} if row.secrets else {}
        return read_on(before, [row.entry], secrets, players)

    def get_at(self, game: str, version: int | None) -> LoadedGame:
        """The game as it was at a version that exists, by default the newest; nobody asks whether it is hidden."""
        version = self.store.version(game) if version is None else version
        folded = self.folder.fold(game, version)
        return folded.begun.loaded(folded.fold.table(), self._players_at(game, version), folded.at)

    def log(self, loaded: LoadedGame, after: int = 0) -> list[Logged]:
        """The events of a game with `after < version`, up to the version loaded."""
        return from_rows(self.store.rows(loaded.id, after, loaded.version), loaded.types)

    def _players(self, game: str) -> Mapping[int, Player]:
        found = self.store.query("SELECT seat, name, bot FROM players WHERE game = ?", (game,))
        return {seat: Player(name, bot) for seat, name, bot in found}

    def _players_at(self, game: str, version: int) -> Mapping[int, Player]:
        """Those of a version: of several who have left a seat since, the first one to leave."""
        left = self.store.query(LEFT_SINCE, (game, version))
        return {**self._players(game), **{seat: Player(name, bot) for seat, name, bot in left}}

    def _remember(self, loaded: LoadedGame, head: Head | None = None) -> None:
        with self._lock:
            self._cache[loaded.id] = loaded
            self._cache.move_to_end(loaded.id)
            if head is not None:
                self._heads[loaded.id] = head
            while len(self._cache) > CACHED:
                dropped, _ = self._cache.popitem(last=False)
                self._heads.pop(dropped, None)

    def head(self, loaded: LoadedGame) -> Frontier:
        """The frontier of the game's Merkle log; cached for the newest version, hashed from the entries otherwise."""
        head = self._heads.get(loaded.id)
        frontier = self.folder.frontier(loaded.id) if head is None else head.frontier
        frontier = frontier if frontier.size <= loaded.version else NOTHING
        if frontier.size == loaded.version:
            return frontier
        return self.frontier_of(loaded.id, loaded.version, frontier)

    def frontier_of(self, game: str, size: int, known: Frontier = NOTHING) -> Frontier:
        """That of a log's first `size` entries, or of all if there are fewer; hashed from where it is known."""
        return known.extend(map(leaf_hash, self.store.entries(game, known.size, size)))

    def begin(
        self,
        fold: Fold,
        keys: Keys,
        beside: Sequence[Statement],
        players: Mapping[int, Player] | None = None,
    ) -> LoadedGame:
        """Write the first events of a new game. The names of `players` are read anew by whoever asks for it next."""
        loaded = self.place(_rows(fold, keys, now()), keys, beside, players or {})
        self._cache.pop(loaded.id, None)
        return loaded

    def place(
        self, rows: list[Row], keys: Keys, beside: Sequence[Statement], players: Mapping[int, Player]
    ) -> LoadedGame:
        """Write the rows of a game that is not here yet; the store's `Conflict` when it is."""
        rows[0] = rows[0]._replace(secrets=keys.pack())
        secrets = {row.version: row.secrets for row in rows if row.secrets}
        loaded = load_game([row.entry for row in rows], secrets, players)
        return self._write(loaded, NOTHING, rows, beside)

    def commit(
        self,
        loaded: LoadedGame,
        fold: Fold,
        beside: Sequence[Statement] = (),
        players: Mapping[int, Player] | None = None,
        disclosure: str | None = None,
        at: int | None = None,
    ) -> LoadedGame:
        """Write what a decision recorded on top of `loaded`; the store's `Conflict` when it is not the newest.

        `ClockWrong` when the log is far ahead of the time. `disclosure` is that of a signed action, `at` the time in
        milliseconds that was decided by, where it mattered.
        """
        self._check_log(loaded.at)
        at = max(now(), loaded.at) if at is None else at
        rows = _rows(fold, loaded.keys, at, disclosure)
        seated = loaded.players if players is None else players
        after = loaded._replace(table=fold.table(), players=seated, at=at)
        return self._write(after, self.head(loaded), rows, beside, before=loaded)

    def _write(
        self,
        loaded: LoadedGame,
        frontier: Frontier,
        rows: Sequence[Row],
        beside: Sequence[Statement],
        before: LoadedGame | None = None,
    ) -> LoadedGame:
        self._check_continues(loaded, frontier)
        frontier = frontier.extend(leaf_hash(row.entry) for row in rows)
        head = self._signed(loaded, frontier)
        done = loaded.commit(head.checkpoint, len(rows), before)
        inline = [_statement(sql) for project in self._inline for sql in project(done)]
        self.signed.check()
        self._append(loaded, head, rows, [*beside, *inline])
        self._remember(loaded, head)
        for notice in self.after_commit:
            notice(loaded)
        return loaded

    def _append(
        self, loaded: LoadedGame, head: Head, rows: Sequence[Row], statements: Sequence[Statement]
    ) -> None:
        """Commit the rows; then the head may be given away, because it stands outside the database too."""
        ours = loaded.keys.checkpoint is None
        last = SignedHead(head.frontier.size, head.root)
        promise = self.signed.promise(loaded.id, last) if ours else None
        self.store.append(loaded.id, rows, statements, promise)
        if promise is not None:
            self.signed.redeem(promise)

    def checkpoint(self, loaded: LoadedGame) -> str:
        """The signed head of a game's log; the same bytes whenever it is made for the same version.

        `NotKept` where it cannot be kept. Of a log that does not continue what was signed, the one that was stored with it;
        there is none of its past.
        """
        head = self._heads.get(loaded.id)
        if head is not None and head.frontier.size == loaded.version:
            return head.checkpoint
        frontier = self.head(loaded)
        try:
            self._check_continues(loaded, frontier)
        except Refused:
            if loaded.version != self.store.version(loaded.id):
                raise
            return str(self.store.query(STORED_CHECKPOINT, (loaded.id,))[0][0])
        head = self._signed(loaded, frontier)
        last = self.signed.last(loaded.id)
        if last is None or last.size < loaded.version:
            self._keep(loaded, head)
        return head.checkpoint

    def checkpoint_for_reader(self, loaded: LoadedGame) -> str:
        """The same, but while that head cannot be kept, the last one that was; `NotKept` where there is none.

        It may have fewer entries than `loaded`, so it is neither put beside entries nor given to anybody who has written.
        """
        try:
            return self.checkpoint(loaded)
        except NotKept:  # so the log has been found to continue the last head
            last = self.signed.last(loaded.id)
            if last is None:
                raise
            return self.signer.checkpoint(loaded.table.setup.origin, *last)

    def _keep(self, loaded: LoadedGame, head: Head) -> None:
        """From now on it may be given away, because it stands outside the database too."""
        if loaded.keys.checkpoint is None:
            self.signed.keep(loaded.id, SignedHead(head.frontier.size, head.root))

    def continues(self, game: str, last: SignedHead) -> bool:
        """Whether the log of a game begins with what was signed."""
        frontier = self.frontier_of(game, last.size)
        return last == (frontier.size, frontier.root())

    def check_continues(self, loaded: LoadedGame) -> None:
        """`Refused` log-incomplete when something else was signed than what the log holds."""
        self._check_continues(loaded, self.head(loaded))

    def _check_continues(self, loaded: LoadedGame, frontier: Frontier) -> None:
        """`Refused` log-incomplete when something else was signed than what the log holds."""
        kept = self._heads.get(loaded.id)
        if kept is not None and kept.frontier == frontier:
            return
        last = None if loaded.keys.checkpoint is not None else self.signed.last(loaded.id)
        if last is None or last == (frontier.size, frontier.root() if frontier.size == last.size else b""):
            return
        if not self.continues(loaded.id, last):
            log.error("log-incomplete", game=loaded.id, here=frontier.size, signed=last.size)
            raise Refused(
                Refusal.LOG_INCOMPLETE,
                f"{last.size} entries of this game were signed and {frontier.size} of them are here; it can be read, and "
                "goes on when the operator has brought the missing ones back.",
                version=frontier.size,
                signed=last.size,
            )

    def _signed(self, loaded: LoadedGame, frontier: Frontier) -> Head:
        root, brought = frontier.root(), loaded.keys.checkpoint
        if brought is not None:
            return Head(frontier, root, brought)
        origin = loaded.table.setup.origin
        return Head(frontier, root, self.signer.checkpoint(origin, frontier.size, root))


def _rows(fold: Fold, keys: Keys, at: int, disclosure: str | None = None) -> list[Row]:
    """What a fold has recorded, committed at a time in milliseconds."""
    signed = fold.recorded[0] if disclosure is not None else None
    return [to_row(it, at, keys.k_salt, disclosure if it is signed else None) for it in fold.recorded]


def _statement(sql: Sql | commit.InTurn) -> Statement:
    return InTurn(*sql) if isinstance(sql, commit.InTurn) else Statement(*sql)
