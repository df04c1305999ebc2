"""The signed heads of logs: making them, and checking that each log continues the last head that was signed of it."""

from __future__ import annotations

from time import monotonic

import structlog

from domain.ledger.merkle import Frontier, leaf_hash
from domain.table.refusals import Refusal, Refused
from service.log.game_cache import GameCache, Head
from service.log.head_journal import LOST, HeadJournal, HeadNotRecorded, SignedHead
from service.log.loaded import LoadedGame
from service.log.signing import Signer
from service.log.versions import Versions
from service.store import Store
from service.store.waiting import in_thread_if_many

log = structlog.get_logger("kronika.log")
EMPTY = Frontier()
LOOK_SECONDS = 0.5
"""Between two looks whether heads of other machines have been recorded here."""
STORED_CHECKPOINT = "SELECT checkpoint FROM lobby WHERE game = ?"


class Heads:
    """Signs the heads of logs. `journal` records the last one of each game, outside the database."""

    def __init__(
        self, store: Store, signer: Signer, journal: HeadJournal, cache: GameCache, versions: Versions
    ) -> None:
        self.journal = journal
        self._adoptions, self._look_at = journal.adoptions(), 0.0
        self._store, self._signer, self._cache, self._versions = store, signer, cache, versions

    def frontier(self, loaded: LoadedGame) -> Frontier:
        """The frontier of the game's Merkle log; cached for the newest version, otherwise hashed from the entries."""
        head = self._cache.head(loaded.id)
        known = self._versions.replayer.frontier(loaded.id) if head is None else head.frontier
        known = known if known.size <= loaded.version else EMPTY
        if known.size == loaded.version:
            return known
        return self.frontier_of(loaded.id, loaded.version, known)

    def frontier_of(self, game: str, size: int, known: Frontier = EMPTY) -> Frontier:
        """The frontier of a log's first `size` entries, or of all if there are fewer; hashed on from `known`."""

        def extend() -> Frontier:
            return known.extend(map(leaf_hash, self._store.entries(game, known.size, size)))

        return in_thread_if_many(size - known.size, extend)

    def checkpoint(self, loaded: LoadedGame) -> str:
        """The signed head of a game's log; always the same bytes for the same version.

        `HeadNotRecorded` while it cannot be recorded. A log that does not continue its last signed head has the checkpoint that
        is stored with it, and for its earlier versions `Refused` log-incomplete.
        """
        head = self._cache.head(loaded.id)
        if head is not None and head.frontier.size == loaded.version:
            return head.checkpoint
        frontier = self.frontier(loaded)
        try:
            self.check(loaded, frontier)
        except Refused:
            if loaded.version != self._store.version(loaded.id):
                raise
            return str(self._store.query(STORED_CHECKPOINT, (loaded.id,))[0][0])
        head = self.sign(loaded, frontier)
        self._record(loaded, head)
        return head.checkpoint

    def checkpoint_for_reader(self, loaded: LoadedGame) -> str:
        """The same, but while this head cannot be recorded, the last one that was; `HeadNotRecorded` if there is none.

        It may cover fewer entries than `loaded` has, so it is neither sent beside entries nor in answer to a command.
        """
        try:
            return self.checkpoint(loaded)
        except HeadNotRecorded:  # so the log has been found to continue the last head
            last = self.journal.last(loaded.id)
            if last is None:
                raise
            return self._signer.checkpoint(loaded.table.setup.origin, *last)

    def sign(self, loaded: LoadedGame, frontier: Frontier) -> Head:
        """The head at a frontier, signed by this service unless the game was imported with a signed head."""
        root, imported = frontier.root(), loaded.keys.checkpoint
        if imported is not None:
            return Head(frontier, root, imported)
        origin = loaded.table.setup.origin
        return Head(frontier, root, self._signer.checkpoint(origin, frontier.size, root))

    def continues(self, game: str, last: SignedHead) -> bool:
        """Whether the log of a game begins with the entries that `last` covers."""
        frontier = self.frontier_of(game, last.size)
        return last == (frontier.size, frontier.root())

    def check_continues(self, loaded: LoadedGame) -> None:
        """`Refused` log-incomplete if the log does not continue its last signed head."""
        self.check(loaded, self.frontier(loaded))

    def check(self, loaded: LoadedGame, frontier: Frontier) -> None:
        """As `check_continues`, for a log whose frontier is known."""
        self._forget_if_adopted()
        cached = self._cache.head(loaded.id)
        if cached is not None and cached.frontier == frontier:
            return
        last = None if loaded.keys.checkpoint is not None else self.journal.last(loaded.id)
        if last is None or last == (frontier.size, frontier.root() if frontier.size == last.size else b""):
            return
        if not self.continues(loaded.id, last):
            log.error("log-incomplete", game=loaded.id, here=frontier.size, signed=last.size)
            raise _incomplete(frontier.size, last.size)

    def _forget_if_adopted(self) -> None:
        """Another machine may have signed a game further that this process has in memory."""
        if monotonic() < self._look_at:
            return
        self._look_at = monotonic() + LOOK_SECONDS
        adoptions = self.journal.adoptions()
        if adoptions != self._adoptions:
            self._adoptions = adoptions
            self._cache.clear()

    def _record(self, loaded: LoadedGame, head: Head) -> None:
        """Record a head before it is sent, unless a later one of the same log is recorded."""
        if loaded.keys.checkpoint is not None:
            return
        last = self.journal.last(loaded.id)
        if last is None or last.size < loaded.version:
            self.journal.record(loaded.id, SignedHead(head.frontier.size, head.root))


def _incomplete(here: int, signed: int) -> Refused:
    if signed == LOST:
        lost = "The log of logs tells that entries of this game were lost. It can be read, and nothing is added to it any more."
        return Refused(Refusal.LOG_INCOMPLETE, lost, version=here, signed=signed)
    detail = (
        f"{signed} entries of this game were signed and {here} of them are here. It can be read now, and continued when the "
        "operator has restored the missing ones."
    )
    return Refused(Refusal.LOG_INCOMPLETE, detail, version=here, signed=signed)
