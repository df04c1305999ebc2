"""Where everything is put together: used by wsgi.py and the command line alike."""

from __future__ import annotations

from domain.ledger.text import b64
from projections import lobby
from service import keeping
from service.access import Access
from service.bots import Bots
from service.games import Games
from service.readable import make_types_readable
from service.schema import DDL
from service.settings import BadSetting, Settings
from service.shelf import Shelf
from service.signing import Signer, load_signer
from service.store import Statement, Store, StoreUnusable, open_store
from service.tournaments import Tournaments

KNOWN_KEY = "SELECT value FROM service_meta WHERE name = 'signing-key'"
KEEP_KEY = "INSERT INTO service_meta (name, value) VALUES ('signing-key', ?) ON CONFLICT (name) DO NOTHING"


class Kronika:
    """One running service; each worker process makes its own, after the fork."""

    def __init__(self, settings: Settings, store: Store, signer: Signer) -> None:
        self.settings = settings
        self.store = store
        self.signer = signer
        self.bots = Bots(store)
        self.shelf = Shelf(store, signer, settings.origin, inline=[lobby.rows_for])
        self.bots.shelf = self.shelf
        self.games = Games(self.shelf, Access(store), self.bots.wake)
        self.tournaments = Tournaments(self.shelf, Access(store), self.bots.wake)
        self.shelf.told.append(self.tournaments.noticed)

    def resume(self) -> None:
        """Take up what the last process left undone: bots that are to act, games of tournaments that are due."""
        self.bots.resume()
        self.tournaments.resume()

    def ready(self) -> list[str]:
        """What keeps the service from working; [] when it is ready."""
        try:
            behind = keeping.lag(self.store)
        except StoreUnusable as error:
            return [str(error)]
        return [f"{name} is {n} events behind" for name, n in behind.items() if n > keeping.LAG_ALLOWED]

    def close(self) -> None:
        self.bots.close()
        self.store.close()


def prepare(settings: Settings) -> Signer:
    """Make tables and keys once, before workers start; raises `BadSetting` or `StoreUnusable`."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"The data folder {settings.data} cannot be made: {error.strerror}.") from error
    store = open_store(settings.database, settings.secret_key)
    try:
        store.migrate([*DDL, *lobby.DDL, *keeping.DDL])
        return _signer(settings, store)
    finally:
        store.close()


def compose(settings: Settings) -> Kronika:
    """The service over a prepared database; raises `BadSetting` or `StoreUnusable`."""
    store = open_store(settings.database, settings.secret_key)
    make_types_readable()
    store.head()  # says so in one sentence if nobody has prepared it
    return Kronika(settings, store, _signer(settings, store))


def _signer(settings: Settings, store: Store) -> Signer:
    """The signing key, which must be the one that the database's games were signed with."""
    known = [value for (value,) in store.query(KNOWN_KEY)]
    signer = load_signer(settings.data, create=not known)
    if not known:
        store.append("", [], [Statement(KEEP_KEY, (b64(signer.public),))])
        known = [value for (value,) in store.query(KNOWN_KEY)]
    if known[0] != b64(signer.public):
        raise BadSetting(
            f"The signing key in {settings.data} is not the one that this database's games were signed with; "
            "put the right signing.key back."
        )
    return signer
