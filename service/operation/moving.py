"""Moving a service's database to another one: SQLite to PostgreSQL, back, or to another server.

The copy is made while the service runs, checked, and brought up to date in a pause in which the writers wait. Then the source is
marked as moved, every head compared, and only after that the target becomes a database that a service opens. If anything differs,
the mark is taken back, and the service continues on the source.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from time import monotonic, sleep

from msgspec.structs import replace

from domain.ledger.text import b64
from service.log.head_journal import SignedHead
from service.log.migrations import MIGRATIONS
from service.operation.app import Kronika, compose, open_store_of
from service.operation.copying import Copier
from service.operation.integrity import Damage, every_game, find_damage
from service.operation.reconciling import EXPIRED
from service.store import EVENTS, Duplicate, Store
from service.system.settings import Settings

FOLLOWER = "move"
FEW = 2_000
"""So many rows are copied in less than a second: then it is time for the pause."""
TRIES, RETRY_SECONDS = 20, 0.05
HEADS = "SELECT game, version, checkpoint FROM lobby"
CHECKPOINTS = "SELECT game, checkpoint FROM lobby"

Report = Callable[[str, int, int | None], None]
"""What is being done, how much of it has been done just now, and how much there is, if that is known."""
FindDamages = Callable[[Kronika, Sequence[str], int], Iterable[Damage | None]]
"""The damages of games with so many events, in order; None for a sound one."""


class NotMoved(Exception):
    """The database cannot be moved; the message is a sentence."""


class Move:
    """One move, or its continuation after it was killed. `settings` are the service's; the addresses are those of the command."""

    def __init__(self, settings: Settings, source: str, target: str, report: Report) -> None:
        self._settings = settings
        self._addresses = source, target
        self._report = report
        self.paused = 0.0
        """Seconds for which writers waited."""
        self.incomplete = 0
        """How many games lack signed entries, in both databases."""

    def run(self, follow: bool, find_damages: FindDamages) -> list[Damage]:
        """Move it; the damages that games had before.

        `follow`: a service may be running on the source. `NotMoved` or `StoreUnusable`: the service stays on the source.
        """
        with self._open(0) as source, self._open(1) as target, self._alone():
            copier = Copier(source, target)
            if _is_moved(source, target) and copier.progress is None:
                return []
            if not follow and source.relocation().is_led():
                raise NotMoved("A service runs on this database: stop it first, or add --follow.")
            self._begin(copier)
            self._copy(copier)
            with closing(self._target_service()) as kronika:
                damages = self._check(copier, kronika, find_damages)
                return [*damages, *self._finish(copier, kronika, find_damages)]

    def cancel(self) -> None:
        """Keep no changes for an unfinished move any more."""
        with self._open(0) as source:
            if source.relocation().moved_to() is not None:
                raise NotMoved("The database is moved already.")
            source.change_log({}).unregister(FOLLOWER)

    @contextmanager
    def _open(self, which: int) -> Iterator[Store]:
        """The source (0), or the target (1), which may be missing."""
        settings = self.settings_of(which)
        with closing(open_store_of(settings, slow_reads=True, in_place=False, create=which == 1)) as store:
            yield store

    def settings_of(self, which: int) -> Settings:
        """The service's settings with the source (0) or the target (1); other addresses belong to one of them alone."""
        address = self._addresses[which]
        return replace(self._settings, database=address, database_direct=None, database_read=())

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """`NotMoved` while another move of this service runs: it would delete changes that this one has not read."""
        folder = os.open(self._settings.data, os.O_RDONLY | os.O_CLOEXEC)
        try:
            _lock(folder)
            yield
        finally:
            os.close(folder)

    def _begin(self, copier: Copier) -> None:
        source, target, progress = copier.source, copier.target, copier.progress
        source.layout.check(MIGRATIONS)
        if source.relocation().state() is not None:
            raise NotMoved("The source is not complete: finish the move or restore that fills it first.")
        if progress is None and not target.empty and target.layout.number():
            raise NotMoved("The target has tables already; a database is moved into an empty one only.")
        begun = progress and (progress.get("source"), progress.get("layout"))
        if progress and begun != (source.identity, source.layout.number()):
            raise NotMoved(
                "The target was begun from another database, or before an upgrade; empty it first."
            )
        if source.relocation().moved_to() is None:
            _check_changes_recorded(copier)
            since = copier.changes.register(FOLLOWER)
            copier.begin(since)

    def _copy(self, copier: Copier) -> None:
        total = copier.source.head() - copier.mark.position
        for table, rows in copier.copy_all():
            self._report(f"copying {table}", rows, total if table == EVENTS else None)
        self._catch_up(copier)

    def _catch_up(self, copier: Copier) -> None:
        """Until what is left takes a moment."""
        copied = FEW
        while copied >= FEW:
            copied = _settled(copier.catch_up)
            self._report("catching up", copied, None)
            if copier.source.relocation().moved_to() is None:
                copier.changes.has_read(FOLLOWER, copier.mark)

    def _check(self, copier: Copier, kronika: Kronika, find_damages: FindDamages) -> list[Damage]:
        """Check what has come since the last check, as `kronika fsck` does; the damages that the source has, too."""
        before, upto = copier.checked, copier.mark.position
        games = (
            sorted(kronika.store.relocation().games_after(before)) if before else every_game(kronika.store)
        )
        damages = []
        for damage in find_damages(kronika, games, upto - before):
            self._report("checking games", 1, len(games))
            if damage is not None:
                damages.append(damage)
        for damage in damages:
            if find_damage(copier.source, kronika.signer, damage.game) is None:
                raise NotMoved(f"The copy of game {damage.game} is damaged: {damage.why}.")
        copier.mark_checked(upto)
        return damages

    def _finish(self, copier: Copier, kronika: Kronika, find_damages: FindDamages) -> list[Damage]:
        """The pause, and after it the comparison; an error in it takes the mark back.

        An error at the very end does not: the target may be complete, and two databases must never be in use.
        """
        self._catch_up(copier)
        source, target = copier.source.relocation(), copier.target.relocation()
        began = monotonic()
        with source.stop_writers():
            _settled(copier.catch_up)
            source.mark_moved(target)
        self.paused = monotonic() - began
        try:
            damages = self._check(copier, kronika, find_damages)
            _compare_heads(copier.source, copier.target)
            self.incomplete = _incomplete(kronika)
        except BaseException:
            source.mark_moved(None)
            raise
        copier.complete()
        return damages

    def _target_service(self) -> Kronika:
        return compose(self.settings_of(1), slow_reads=True, in_place=False)


def _lock(folder: int) -> None:
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise NotMoved("Another `kronika move` of this service is running.") from None


def _settled(catch_up: Callable[[], int]) -> int:
    for _ in range(TRIES):
        try:
            return catch_up()
        except Duplicate:  # two rows that exchange a unique value, of which one is not settled yet
            sleep(RETRY_SECONDS)
    return catch_up()


def _check_changes_recorded(copier: Copier) -> None:
    """`NotMoved` if changes after a continued copy were deleted: the move was given up, or another one read further."""
    follower = copier.changes.followers().get(FOLLOWER)
    if copier.progress and (follower is None or follower.place > copier.mark.place):
        raise NotMoved("What changed since this move began was deleted; empty the target, and begin again.")


def _is_moved(source: Store, target: Store) -> bool:
    """Whether this same move was finished before. `NotMoved` if the source was moved elsewhere."""
    to = source.relocation().moved_to()
    if to is not None and (target.empty or to["identity"] != target.identity):
        raise NotMoved(f"The database was moved to {to['name']} already.")
    return to is not None


def _compare_heads(source: Store, copy: Store) -> None:
    """`NotMoved` unless every game has the same version and signed head in both. All entries have been checked against these."""
    differing = set(source.query(HEADS)) ^ set(copy.query(HEADS))
    if differing:
        raise NotMoved(f"Game {min(differing)[0]} has another head in the target.")


def _incomplete(kronika: Kronika) -> int:
    """How many games lack entries that were signed, as `kronika reconcile` finds."""
    heads = dict(kronika.store.query(CHECKPOINTS))
    expired = {game for (game,) in kronika.store.query(EXPIRED)}
    continues = kronika.repository.heads.continues
    signed = [
        it
        for it in kronika.head_journal.all()
        if it[0] not in expired and not _is_stored(it[1], heads.get(it[0]))
    ]
    return sum(not continues(game, last) for game, last in signed)


def _is_stored(last: SignedHead, checkpoint: str | None) -> bool:
    """Whether the stored checkpoint, which was checked against the entries, is of this head."""
    return checkpoint is not None and checkpoint.splitlines()[1:3] == [str(last.size), b64(last.root)]
