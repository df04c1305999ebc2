"""Assembles the service; used by wsgi.py and the command line."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

from domain.ledger.text import b64, from_b64
from projections import cases, lobby
from projections.standings import Result
from service.disputes.hearings import apply_deadlines
from service.log import projection_runner
from service.log.clock_check import check_start
from service.log.closed_games import note_closed
from service.log.key_files import read_key
from service.log.keys_ahead import KeysAhead, this_run
from service.log.migrations import MIGRATIONS
from service.log.notes import Written
from service.log.repository import Inline, Repository
from service.log.signed_heads import FILE as HEADS_FILE
from service.log.signed_heads import SignedHeads
from service.log.signing import FILE as SIGNING_FILE
from service.log.signing import Signer, fingerprint_of, load_signer
from service.log.warm_up import warm_up_decoders
from service.log.witnessing import Witness
from service.play.bots import Bots
from service.play.context import Context
from service.store import Pulse, Statement, Store, StoreAway, open_store
from service.system.settings import BadSetting, Settings
from service.tables import planning

SECRET_FILE = "secret.key"
KNOWN_KEY = "SELECT value FROM service_meta WHERE name = 'signing-key'"
STORE_KEY = "INSERT INTO service_meta (name, value) VALUES ('signing-key', ?) ON CONFLICT (name) DO NOTHING"


class Kronika:
    """One running service; each worker process creates its own after the fork."""

    def __init__(self, settings: Settings, store: Store, signer: Signer) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        unchecked = {"check_log": lambda at: None} if settings.trust_clock else {}
        self.signed = signed_heads(settings)
        store.committed = self.signed.keep_together
        inline: list[Inline] = [lobby.rows_for, cases.rows_for]
        self.repository = Repository(store, signer, self.signed, settings.origin, inline, **unchecked)
        self.repository.analysis_days = settings.analysis_days
        self.bots = Bots(self.repository)
        self.keys_ahead = KeysAhead(store, self.signed, this_run(settings.data))
        self.context = Context(self.repository, self.bots.wake, self.keys_ahead)
        self.witness = Witness(store, signer, settings.origin, settings.witnessed)
        self._behind: dict[str, int] = {}
        self._reading = Pulse("given an answer", self._read, fresh=0.0)
        self.repository.after_commit.append(partial(planning.advance_after, context=self.context))

    def resume(self) -> None:
        """Continue what the last process left unfinished: bots to act, due tournament games."""
        self.bots.resume()
        planning.advance_all(self.context)

    def look_after(self) -> None:
        """Continue what another process, possibly on another machine, left unfinished, and apply expired deadlines.

        To be called every few seconds: it makes three database queries and loads only what is due.
        """
        self.bots.resume_overdue()
        apply_deadlines(self.repository)
        planning.advance_all(self.context)

    def ready(self) -> list[str]:
        """The reasons why the service cannot work well; [] if it is ready. `StoreUnusable` if it cannot write at all."""
        self.store.check_writing()
        self.signed.check()
        self._reading.take()
        return [
            f"{name} is {n} events behind"
            for name, n in self._behind.items()
            if n > projection_runner.LAG_ALLOWED
        ]

    def _read(self) -> None:
        self._behind = projection_runner.lag(self.store)

    def close(self) -> None:
        self.bots.close()
        self.store.close()
        self.signed.close()  # last, so that the heads of final writes are stored


def prepare(settings: Settings, begin: bool = True) -> Signer:
    """Create tables and keys once, before workers start; raises `BadSetting` or `StoreUnusable`.

    With `begin` it creates a database file, but only for a new service: if the data folder knows of signed games, their database
    is missing temporarily.
    """
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"The data folder {settings.data} cannot be created: {error.strerror}.") from error
    known = trace_of_service(settings)
    try:
        key = settings.secret_key or partial(_secret_key, settings)
        may_create = begin and known is None
        store = open_store(settings.database, key, settings.database_direct, create=may_create, patient=True)
    except StoreAway as error:
        raise error if known is None else StoreAway(f"{error} {_needs_empty_folder(known)}") from error
    try:
        with closing(signed_heads(settings)) as heads:
            _check_not_emptied(store, heads)
        before = 0 if store.empty else store.layout()
        store.migrate(MIGRATIONS)
        note_closed(store, before)
        return _signer(settings, store, create=True)
    finally:
        store.close()


def trace_of_service(settings: Settings) -> Path | None:
    """The file that shows that a service with a database has used this data folder before."""
    files = (settings.data / name for name in (SIGNING_FILE, HEADS_FILE))
    return next((file for file in files if file.exists()), None)


def _needs_empty_folder(known: Path) -> str:
    return f"It belongs to {known}; a new service needs an empty data folder."


def _check_not_emptied(store: Store, heads: SignedHeads) -> None:
    if store.empty and next(heads.all(), None) is not None:
        raise StoreAway(
            f"The database has no tables, but {heads.path} has heads of games that were signed here: correct the address of "
            "the database, or restore a back-up."
        )


def signed_heads(settings: Settings) -> SignedHeads:
    """Created before the first start only: a service that has started before has the file."""
    started = this_run(settings.data) is not None
    return SignedHeads(settings.data, create=not started)


def compose(settings: Settings, patient: bool = False) -> Kronika:
    """The service on a prepared database; raises `BadSetting`, `StoreUnusable` or `ClockWrong`.

    `patient`: for work on all games, whose reads may take any time.
    """
    store = open_store_of(settings, patient)
    try:
        warm_up_decoders(Written, Result)
        store.check_layout(MIGRATIONS)
        if not settings.trust_clock:
            check_start(store)
        return Kronika(settings, store, _signer(settings, store, create=False))
    except BaseException:
        store.close()
        raise


def open_store_of(settings: Settings, patient: bool = False) -> Store:
    """The existing database; raises `BadSetting` or `StoreUnusable`. `patient` as in `compose`."""
    key = settings.secret_key or partial(_secret_key_there, settings)
    return open_store(settings.database, key, settings.database_direct, patient=patient)


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
    """The key in the data folder if none is set; created for a database without a key."""
    path = settings.data / SECRET_FILE
    if not known:
        return read_key(path, "secret key", create=True)
    return _secret_key_there(settings, known)


def _secret_key_there(settings: Settings, known: bool) -> bytes:
    path = settings.data / SECRET_FILE
    if known and not path.exists():
        raise BadSetting(
            "The secrets in this database are encrypted: provide the secret key that encrypted them, in "
            f"KRONIKA_SECRET_KEY or as {path}."
        )
    return read_key(path, "secret key", create=False)
