"""Where everything is put together: used by wsgi.py and the command line alike."""

from __future__ import annotations

from functools import partial

from domain.ledger.text import b64, from_b64
from projections import cases, lobby
from projections.standings import Result
from service.bots import Bots
from service.commands import planning
from service.commands.context import Context
from service.commands.importing import WithNotes, WithoutNotes
from service.commands.witnessing import Witness
from service.hearings import settle_all
from service.log import projection_runner
from service.log.clock_check import check_start
from service.log.key_files import read_key
from service.log.keys_ahead import KeysAhead, this_run
from service.log.notes import Written
from service.log.repository import Inline, Repository
from service.log.signed_heads import SignedHeads
from service.log.signing import Signer, fingerprint_of, load_signer
from service.log.warm_up import warm_up_decoders
from service.migrations import MIGRATIONS
from service.settings import BadSetting, Settings
from service.store import Statement, Store, open_store

SECRET_FILE = "secret.key"
KNOWN_KEY = "SELECT value FROM service_meta WHERE name = 'signing-key'"
STORE_KEY = "INSERT INTO service_meta (name, value) VALUES ('signing-key', ?) ON CONFLICT (name) DO NOTHING"


class Kronika:
    """One running service; each worker process makes its own, after the fork."""

    def __init__(self, settings: Settings, store: Store, signer: Signer) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        unchecked = {"check_log": lambda at: None} if settings.trust_clock else {}
        self.signed = SignedHeads(settings.data)
        store.committed = self.signed.keep_together
        inline: list[Inline] = [lobby.rows_for, cases.rows_for]
        self.repository = Repository(store, signer, self.signed, settings.origin, inline, **unchecked)
        self.repository.analysis_days = settings.analysis_days
        self.bots = Bots(self.repository)
        self.keys_ahead = KeysAhead(store, self.signed, this_run(settings.data))
        self.context = Context(self.repository, self.bots.wake, self.keys_ahead)
        self.witness = Witness(store, signer, settings.origin, settings.witnessed)
        self.repository.after_commit.append(partial(planning.advance_after, context=self.context))

    def resume(self) -> None:
        """Take up what the last process left undone: bots that are to act, games of tournaments that are due."""
        self.bots.resume()
        planning.advance_all(self.context)

    def look_after(self) -> None:
        """Take up what another process has left undone, perhaps on another machine, and what deadlines have brought.

        To be called every few seconds: it asks the database three questions, and loads only what is due.
        """
        self.bots.resume_overdue()
        settle_all(self.repository)
        planning.advance_all(self.context)

    def ready(self) -> list[str]:
        """Why the service cannot work well; [] when it is ready. `StoreUnusable` if nothing can be written at all."""
        self.store.check_writing()
        self.signed.check()
        behind = projection_runner.lag(self.store)
        return [
            f"{name} is {n} events behind" for name, n in behind.items() if n > projection_runner.LAG_ALLOWED
        ]

    def close(self) -> None:
        self.bots.close()
        self.store.close()
        self.signed.close()  # by now whoever was still written has had his head kept


def prepare(settings: Settings) -> Signer:
    """Make tables and keys once, before workers start; raises `BadSetting` or `StoreUnusable`."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"The data folder {settings.data} cannot be made: {error.strerror}.") from error
    store = open_store_of(settings)
    try:
        store.migrate(MIGRATIONS)
        return _signer(settings, store)
    finally:
        store.close()


def compose(settings: Settings) -> Kronika:
    """The service over a prepared database; raises `BadSetting`, `StoreUnusable` or `ClockWrong`."""
    store = open_store_of(settings)
    try:
        warm_up_decoders(WithoutNotes, WithNotes, Written, Result)
        store.check_layout(MIGRATIONS)
        if not settings.trust_clock:
            check_start(store)
        return Kronika(settings, store, _signer(settings, store))
    except BaseException:
        store.close()
        raise


def open_store_of(settings: Settings) -> Store:
    """The database as it is; raises `BadSetting` or `StoreUnusable`."""
    key = settings.secret_key or partial(_secret_key, settings)
    return open_store(settings.database, key, settings.database_direct)


def _signer(settings: Settings, store: Store) -> Signer:
    """The signing key, which must be the one that the database's games were signed with."""
    known = [value for (value,) in store.query(KNOWN_KEY)]
    signer = load_signer(settings.data, create=not known)
    if not known:
        store.append("", [], [Statement(STORE_KEY, (b64(signer.public),))])
        known = [value for (value,) in store.query(KNOWN_KEY)]
    if known[0] != b64(signer.public):
        raise BadSetting(
            f"The signing key in {settings.data} (fingerprint {signer.fingerprint}) is not the one that this database's "
            f"games were signed with ({fingerprint_of(from_b64(known[0]))}); put the right signing.key back."
        )
    return signer


def _secret_key(settings: Settings, known: bool) -> bytes:
    """The key in the data folder, for who sets none; made for a database that has none yet."""
    path = settings.data / SECRET_FILE
    if known and not path.exists():
        raise BadSetting(
            "The secrets in this database are encrypted: give the secret key that they were encrypted with, in "
            f"KRONIKA_SECRET_KEY or as {path}."
        )
    return read_key(path, "secret key", create=True)
