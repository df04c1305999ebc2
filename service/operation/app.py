"""Composes the service, for wsgi.py and the command line."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import structlog

from domain.ledger.text import b64, from_b64
from projections import account_games, away, cases, due, lobby, meetings
from projections.standings import Result
from service.log import async_projections, releases
from service.log.clock_check import check_start
from service.log.committing import Inline
from service.log.followed_tables import FOLLOWED
from service.log.head_journal import FILE as HEADS_FILE
from service.log.head_journal import HeadJournal
from service.log.key_files import read_key
from service.log.key_pool import KeyPool, current_run
from service.log.legacy_games import count_legacy_games
from service.log.migrations import MIGRATIONS
from service.log.notes import WrittenNote
from service.log.promised_log import witnessed_by
from service.log.repository import Repository
from service.log.signing import FILE as SIGNING_FILE
from service.log.signing import Signer, fingerprint_of, load_signer
from service.log.transparency.cosigned_heads import heads_with_quorum
from service.log.transparency.leaf_lists import LeafLists
from service.log.transparency.log import LogUnusable
from service.log.transparency.logs import Logs
from service.log.transparency.sequencer import Sequencer
from service.log.warm_up import warm_up_decoders
from service.log.witness_file import WitnessFile
from service.log.witnessing import Witness, begin_file
from service.play.bots import Bots
from service.play.clocks.worker import ClockWorker
from service.play.context import Context
from service.play.refusal_counts import RefusalCounts
from service.store import Probe, Statement, Store, StoreUnreachable, open_store
from service.system.clock import CLOCK, Clock, now
from service.system.settings import BadSetting, Settings
from service.system.watchdog import watch_packages
from service.tables import planning

log = structlog.get_logger("kronika.log_of_logs")
SECRET_FILE = "secret.key"
KNOWN_KEY = "SELECT value FROM service_meta WHERE name = 'signing-key'"
STORE_KEY = "INSERT INTO service_meta (name, value) VALUES ('signing-key', ?) ON CONFLICT (name) DO NOTHING"


class Kronika:
    """One running service; each worker process composes its own, after the fork."""

    def __init__(self, settings: Settings, store: Store, signer: Signer, clock: Clock = CLOCK) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        unchecked = {"check_clock": lambda last, clock: None} if settings.trust_clock else {}
        self.head_journal = open_head_journal(settings)
        store.hooks.on_commit = self.head_journal.record_pending
        inline: list[Inline] = [
            *(lobby.rows_for, cases.rows_for, away.rows_for, due.rows_for),
            *(meetings.rows_for, account_games.rows_for),
        ]
        self.repository = Repository(
            store, signer, self.head_journal, settings.origin, inline, **unchecked, clock=clock
        )
        self.repository.analysis_days = settings.analysis_days
        self.repository.witnessed = witnessed_by(settings, signer)
        self.repository.restrictions.refresh()
        self.bots = Bots(self.repository)
        self.key_pool = KeyPool(store, self.head_journal, current_run(settings.data))
        self.refusals = RefusalCounts(store)
        self.context = Context(self.repository, self.bots.wake, self.key_pool, self.refusals)
        self.witness = Witness(store, signer, settings.origin, settings.witnessed, WitnessFile(settings.data))
        self._lag: dict[str, int] = {}
        self._lag_probe = Probe("answered a query", self._measure_lag, fresh=0.0)
        self.repository.committer.after_commit.append(partial(planning.advance_after, context=self.context))

    def resume(self) -> None:
        """Continue what the last process left undone: bots that are to act, games of tournaments that are due.

        From now on this process gives signs of life.
        """
        self.repository.presence.start()
        self.refusals.start()
        self.bots.resume()
        planning.advance_all(self.context)

    def run_due_work(self) -> None:
        """Continue what another process left undone, perhaps on another machine.

        To be called every few seconds: it makes three queries, and loads only what is due.
        """
        self.bots.resume_overdue()
        planning.advance_all(self.context)

    def ready(self) -> list[str]:
        """Why the service cannot work well; [] when it is ready. `StoreUnusable` if nothing can be written."""
        self.store.check_writing()
        self.head_journal.check()
        self._lag_probe.check()
        return [
            f"{name} is {n} events behind" for name, n in self._lag.items() if n > async_projections.MAX_LAG
        ]

    def sequencer(self) -> Sequencer:
        """Writes the log of logs; for the one background worker of the database."""
        present = self.repository.presence.now
        return Sequencer(self.repository.logs, self.store, self.signer, self.head_journal, present)

    def clocks(self) -> ClockWorker:
        """Records what time brings to games; for the one background worker of the database."""
        return ClockWorker(self.repository, self.bots.wake)

    def leaf_lists(self) -> LeafLists:
        """Makes the lists of leaves that files carry; for the one background worker of the database."""
        return LeafLists(
            self.store, self.repository.logs, self.signer, partial(heads_with_quorum, self.store)
        )

    def _measure_lag(self) -> None:
        self._lag = async_projections.lag(self.store)

    def rest(self) -> None:
        """Play no bots and give no signs of life: a successor does, while this process still sends streams."""
        self.repository.presence.close()
        self.bots.close()

    def close(self) -> None:
        self.repository.presence.close()
        self.bots.close()
        self.refusals.close()
        self._lag_probe.close()
        self.store.close()
        self.head_journal.close()  # last, because closing the store commits what is queued


def prepare(settings: Settings, begin: bool = True) -> Signer:
    """Create tables and keys once, before workers start; raises `BadSetting` or `StoreUnusable`.

    `begin`: make a database file, but only for a new service. One that has signed games has its file elsewhere.
    """
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"The data folder {settings.data} cannot be created: {error.strerror}.") from error
    store = _opened_store(settings, begin)
    try:
        with closing(open_head_journal(settings)) as heads:
            _check_not_emptied(store, heads)
        before = 0 if store.empty else store.layout.number()
        releases.migrate(store, before, now())
        store.change_log(FOLLOWED).renew()
        count_legacy_games(store, before)
        begin_file(store, WitnessFile(settings.data))
        signer = _signer(settings, store, create=True)
        _open_log(settings, store, signer)
        return signer
    finally:
        store.close()


def _opened_store(settings: Settings, begin: bool) -> Store:
    existing = existing_file(settings)
    try:
        return open_store(
            settings.database,
            settings.secret_key or partial(_secret_key, settings),
            settings.database_direct,
            create=begin and existing is None,
            slow_reads=True,
            standbys=settings.database_read,
        )
    except StoreUnreachable as error:
        raise error if existing is None else StoreUnreachable(f"{error} {_elsewhere(existing)}") from error


def _open_log(settings: Settings, store: Store, signer: Signer) -> None:
    """Close games that are behind the log of logs, before a worker writes to them. Without that log the service starts, too."""
    with closing(open_head_journal(settings)) as heads:
        try:
            Sequencer(Logs(settings.data, store, settings.origin), store, signer, heads).open()
        except LogUnusable as error:
            log.error("log-unusable", reason=str(error))


def existing_file(settings: Settings) -> Path | None:
    """A file that proves that a service with a database was started here before."""
    files = (settings.data / name for name in (SIGNING_FILE, HEADS_FILE))
    return next((file for file in files if file.exists()), None)


def _elsewhere(existing: Path) -> str:
    return f"It belongs to {existing}; a new service begins in an empty data folder."


def _check_not_emptied(store: Store, heads: HeadJournal) -> None:
    if (store.empty or not store.layout.number()) and next(heads.all(), None) is not None:
        raise StoreUnreachable(
            f"The database has no tables, but {heads.path} has heads of games that were signed here: correct the address of "
            "the database, or restore a back-up."
        )


def open_head_journal(settings: Settings) -> HeadJournal:
    """The head journal, made before the first start only: a service that was started before has one."""
    started = current_run(settings.data) is not None
    return HeadJournal(settings.data, create=not started)


def compose(
    settings: Settings, slow_reads: bool = False, clock: Clock = CLOCK, in_place: bool = True
) -> Kronika:
    """The service on a prepared database; raises `BadSetting`, `StoreUnusable` or `ClockWrong`.

    `slow_reads`: without a time limit for reads, for work on all games. `clock`: the clock of this process.
    `in_place` as in `open_store`.
    """
    watch_packages()
    store = open_store_of(settings, slow_reads, in_place)
    try:
        warm_up_decoders(WrittenNote, Result)
        store.layout.check(MIGRATIONS)
        if not settings.trust_clock:
            check_start(store)
        kronika = Kronika(settings, store, _signer(settings, store, create=False), clock)
        kronika.repository.time.start()
        return kronika
    except BaseException:
        store.close()
        raise


def open_store_of(
    settings: Settings, slow_reads: bool = False, in_place: bool = True, create: bool = False
) -> Store:
    """The existing database; raises `BadSetting` or `StoreUnusable`. The options are those of `open_store`."""
    key = settings.secret_key or partial(_existing_secret_key, settings)
    return open_store(
        settings.database,
        key,
        settings.database_direct,
        create=create,
        slow_reads=slow_reads,
        in_place=in_place,
        standbys=settings.database_read,
    )


def _signer(settings: Settings, store: Store, create: bool) -> Signer:
    """The signing key, which must be the one that signed the database's games."""
    known = [value for (value,) in store.query(KNOWN_KEY)]
    signer = load_signer(settings.data, create=create and not known)
    if not known:
        store.append("", [], [Statement(STORE_KEY, (b64(signer.public),))])
        known = [value for (value,) in store.query(KNOWN_KEY)]
    if known[0] != b64(signer.public):
        raise BadSetting(
            f"The signing key in {settings.data} (fingerprint {signer.fingerprint}) is not the one that signed this database's "
            f"games ({fingerprint_of(from_b64(known[0]))}); restore the right signing.key."
        )
    return signer


def _secret_key(settings: Settings, known: bool) -> bytes:
    """The key in the data folder, if none is set; made for a new database."""
    path = settings.data / SECRET_FILE
    if not known:
        return read_key(path, "secret key", create=True)
    return _existing_secret_key(settings, known)


def _existing_secret_key(settings: Settings, known: bool) -> bytes:
    path = settings.data / SECRET_FILE
    if known and not path.exists():
        raise BadSetting(
            "The secrets in this database are encrypted: provide the secret key that encrypted them, in "
            f"KRONIKA_SECRET_KEY or as {path}."
        )
    return read_key(path, "secret key", create=False)
