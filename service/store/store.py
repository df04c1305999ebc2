"""The store: events, their secrets and what stands beside them, in one transaction; and waiting for more."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, repeat
from pathlib import Path
from time import monotonic
from typing import Any

from eventsourcing.persistence import StoredEvent, Tracking

from .bus import EVERY_GAME, Bus, Signal
from .duty import Duty
from .engine import APPLIED, NO_END, Batch, Engine
from .pulse import Pulse
from .rows import Followed, Migration, Row, Statement, Step, StoreUnusable
from .sealing import Sealer, check_proof, other_key
from .subscription import Subscription

BATCH = 500  # events a follower reads at once

VERSION = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
VERSION_BESIDE = f"SELECT ({VERSION}), "
ROWS = (
    "SELECT originator_version, topic, state, ? FROM stored_events WHERE originator_id = ? "
    "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
ENTRIES = (
    "SELECT state FROM stored_events WHERE originator_id = ? "
    "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
GAMES = """WITH RECURSIVE games(id) AS (SELECT min(originator_id) FROM stored_events
    UNION ALL SELECT (SELECT min(originator_id) FROM stored_events WHERE originator_id > games.id)
    FROM games WHERE games.id IS NOT NULL) SELECT id FROM games WHERE id IS NOT NULL ORDER BY id"""
"""From each game on to the next by the index of events, most of which are passed over."""
SECRETS = "SELECT version, sealed FROM event_secrets WHERE game_id = ? AND version > ? AND version <= ?"
FINGERPRINT = "SELECT value FROM store_meta WHERE name = 'secret-key-fingerprint'"
KEEP_FINGERPRINT = (
    "INSERT INTO store_meta (name, value) VALUES ('secret-key-fingerprint', ?) ON CONFLICT (name) DO NOTHING"
)
PROOF = "SELECT value FROM store_meta WHERE name = 'secret-key'"
DROP_PROOF = "DELETE FROM store_meta WHERE name = 'secret-key'"
SEAL = "UPDATE event_secrets SET sealed = ? WHERE game_id = ? AND version = ?"

KeyOf = Callable[[bool], bytes]
"""Gives the secret key when told whether the store knows one already."""


class Store:
    """One database, opened by `open_store`. Any thread may use it; each process opens its own, after a fork.

    Every method raises `StoreUnusable` when the database cannot be used.
    """

    def __init__(self, engine: Engine, secret_key: bytes | KeyOf) -> None:
        self._engine = engine
        self._name_columns(engine.position, engine.tracking_table)
        self._bus = Bus(engine.changes, engine.settled, self.head, self._heads_after)
        self._pulse = Pulse("taken a write", engine.try_write)
        self.after_write: Callable[[float, float], None] = lambda waited, took: None
        """Called after every commit with the seconds that it waited for its turn, and those that it took then."""
        self.committed: Callable[[Sequence[Any]], None] = lambda together: None
        """Called with what `append` was `told` of those that were committed together, before anybody learns that they were. It
        raises nothing, and everybody waits for it."""
        engine.committed = self._tell
        made = engine.has_table("store_meta")
        if made:
            self._check_numbered()
        self._sealer = Sealer(
            secret_key(made and self._knows_a_key()) if callable(secret_key) else secret_key
        )
        if made:
            self._check_key()

    def migrate(self, migrations: Sequence[Migration] = ()) -> None:
        """Bring the database to the layout of the last of `migrations`; doing it again is harmless.

        The secret key of the first time is the store's key for good.
        """
        if self._engine.has_table("migrations"):
            self._check_not_newer(migrations)
        self._engine.migrate([Step(m.number, m.name, self._statements(m)) for m in migrations])
        fingerprint = self._sealer.fingerprint.encode()
        self._engine.write(Batch(statements=[Statement(KEEP_FINGERPRINT, (fingerprint,))]))
        self._check_key()

    def _statements(self, migration: Migration) -> Iterator[Statement]:
        """Asked for only if the migration has not run yet.

        What is converted is read before anything is altered: PostgreSQL lets nobody read an altered table meanwhile.
        """
        converted = [] if migration.convert is None else list(migration.convert(self))
        yield from map(Statement, migration.statements)
        yield from converted

    @property
    def near(self) -> bool:
        """Whether it is read without asking another machine, or process."""
        return self._engine.near

    def layout(self) -> int:
        """The number of the last migration; 0 before the first."""
        return max((number for (number,) in self._engine.read(APPLIED)), default=0)

    def check_layout(self, migrations: Sequence[Migration]) -> None:
        """Raise `StoreUnusable` unless the database has exactly the layout of the last of `migrations`."""
        self._check_not_newer(migrations)
        if self.layout() < migrations[-1].number:
            raise StoreUnusable(
                f"{self._engine.name} has layout {self.layout()}, and this version needs {migrations[-1].number}; "
                "migrate it first."
            )

    def append(
        self, game_id: str, rows: Sequence[Row], beside: Sequence[Statement] = (), told: object = None
    ) -> None:
        """Commit durably, in one transaction, the events, their secrets and the statements; or nothing.

        The versions of `rows` follow each other; `rows` may be empty. `Conflict`: the game is not at
        `rows[0].version - 1`. `Duplicate`: a unique key of a statement is taken.
        """
        if any(later.version != row.version + 1 for row, later in pairwise(rows)):
            raise ValueError(f"The versions {[row.version for row in rows]} do not follow each other.")
        events = [StoredEvent(game_id, row.version, row.type, row.entry) for row in rows]
        seal = self._sealer.seal
        secrets = [(game_id, r.version, seal(r.secrets, game_id, r.version)) for r in rows if r.secrets]
        self._write(Batch(events, secrets, beside, told=told))

    def _tell(self, together: Sequence[Batch]) -> None:
        told = [batch.told for batch in together if batch.told is not None]
        if told:
            self.committed(told)

    def remove(self, games: Statement, beside: Sequence[Statement] = ()) -> None:
        """Delete in one transaction the logs and secrets of the games that a query finds, and run the statements then.

        The last of all events must stay: positions never go back.
        """
        logs = f"DELETE FROM stored_events WHERE originator_id IN ({games.sql})"
        secrets = f"DELETE FROM event_secrets WHERE game_id IN ({games.sql})"
        gone = [Statement(secrets, games.params), Statement(logs, games.params)]
        self._write(Batch(statements=[*gone, *beside]))

    def _write(self, batch: Batch) -> None:
        began = monotonic()
        try:
            waited = self._engine.write(batch)
        except StoreUnusable as error:
            self._pulse.felt(error)
            raise
        self._pulse.felt()
        self.after_write(waited, monotonic() - began - waited)

    def check_writing(self) -> None:
        """Raise `StoreUnusable` unless a write has worked within two seconds, or works within half a second from now."""
        self._pulse.take()

    def check_pages(self) -> None:
        """Raise `StoreUnusable` if something stored is damaged, as far as the database can tell. Reads all of it.

        From then on nothing is written any more, by any process.
        """
        self._engine.check()

    def rows(self, game_id: str, after: int = 0, upto: int | None = None) -> list[Row]:
        """The events with `after < version <= upto`, oldest first, with their secrets."""
        found = self._engine.read(ROWS, (b"", game_id, after, NO_END if upto is None else upto))
        if not found:
            return []
        rows = list(map(tuple.__new__, repeat(Row), found))  # `Row._make` at half the cost
        for version, secrets in self.secrets(game_id, after, rows[-1].version).items():
            place = version - rows[0].version  # versions have no gaps
            rows[place] = rows[place]._replace(secrets=secrets)
        return rows

    def entries(self, game_id: str, after: int = 0, upto: int | None = None) -> list[bytes]:
        """The entries with `after < version <= upto`, oldest first."""
        found = self._engine.read(ENTRIES, (game_id, after, NO_END if upto is None else upto))
        return [entry for (entry,) in found]

    def secrets(self, game_id: str, after: int = 0, upto: int | None = None) -> dict[int, bytes]:
        """The secrets of the events with `after < version <= upto`, by version; most events have none."""
        found = self._engine.read(SECRETS, (game_id, after, NO_END if upto is None else upto))
        return {version: self._sealer.open(sealed, game_id, version) for version, sealed in found}

    def sealed(self, plain: bytes, game_id: str, version: int) -> bytes:
        """Secrets of an event that is still to come, encrypted, for a table beside the log."""
        return self._sealer.seal(plain, game_id, version)

    def opened(self, sealed: bytes, game_id: str, version: int) -> bytes:
        """What was `sealed`."""
        return self._sealer.open(sealed, game_id, version)

    def version(self, game_id: str) -> int:
        """The number of events of a game; 0 for an unknown game."""
        return self._engine.read(VERSION, (game_id,))[0][0] or 0

    def version_beside(self, game_id: str, sql: str, params: Sequence[Any] = ()) -> tuple[Any, ...]:
        """The number of events of a game, and the row that `SELECT` with this `sql` finds, exactly one, read at one moment."""
        version, *row = self._engine.read(VERSION_BESIDE + sql, (game_id, *params))[0]
        return (version or 0, *row)

    def games(self) -> list[str]:
        """Every game that has events."""
        return [game for (game,) in self._engine.read(GAMES)]

    def query(self, sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        """Read side tables, with `?` placeholders."""
        return self._engine.read(sql, params)

    def head(self) -> int:
        """The position of the last event that followers are given; 0 when there is none."""
        return self._engine.read(self._head, (self._engine.settled(),))[0][0] or 0

    def places_settled(self) -> int:
        """Whatever place `InTurn` takes and commits from now on is greater; all up to there are in any later `query`."""
        return self._engine.places_settled()

    def continue_places(self, last: int) -> Sequence[Statement]:
        """Of a migration: places that are taken from now on are greater than this one."""
        return self._engine.continue_places(last)

    def newest_game(self) -> str:
        """The game of the last committed event; "" when there is none."""
        return next((game for (game,) in self._engine.read(self._newest)), "")

    def follow(self, after: int = 0) -> Subscription:
        """Every event with a position beyond `after`, in the one order, and those still to come."""
        return Subscription(self._bus, self._followed_after, after)

    def wait_for(self, game_id: str, after_version: int, timeout: float) -> int:
        """The game's version, as soon as it is above `after_version`, or after `timeout` seconds."""
        return self._wait(game_id, lambda: self.version(game_id), after_version, timeout)

    def wait_for_any(self, after: int, timeout: float) -> int:
        """The position of the last event of all, as soon as it is beyond `after`, or after `timeout` seconds."""
        return self._wait(EVERY_GAME, self.head, after, timeout)

    def watch(self, game_id: str, signal: Signal) -> None:
        """Set `signal`, in a thread of the store's, after every commit to the game, now and then for nothing, and at the end."""
        self._bus.tell(signal, game_id)

    def unwatch(self, game_id: str, signal: Signal) -> None:
        self._bus.remove(signal, game_id)

    def _wait(self, game_id: str, look: Callable[[], int], after: int, timeout: float) -> int:
        found = look()
        if found > after:
            return found
        deadline = monotonic() + timeout
        with self._bus.listening(game_id) as signal:
            while not self._bus.closed:
                signal.clear()
                found = look()
                left = deadline - monotonic()
                if found > after or left <= 0:
                    break
                signal.wait(left)
        return found

    def changed(self, after: int, most: int | None = BATCH) -> list[tuple[int, str]]:
        """The next games with events beyond a position, each once, at the position of its last event, in that order.

        So many at most; None: all of them.
        """
        return self._engine.read(
            self._changed, (after, self._engine.settled(), NO_END if most is None else most)
        )

    @property
    def waiting_ended(self) -> bool:
        """Whether nobody can wait for more any longer."""
        return self._bus.closed

    def end_waiting(self) -> None:
        """Let everybody who waits go, now and from now on; all else works as before."""
        self._bus.close()

    def project(self, name: str, position: int, statements: Sequence[Statement]) -> None:
        """Commit rows of the kept projection `name` and how far it has come, in one transaction.

        `Conflict`: it has come to `position` or beyond before.
        """
        self._write(Batch(statements=statements, tracking=Tracking(name, position)))

    def position(self, name: str) -> int:
        """How far a kept projection has come; 0 for one that never began."""
        return self._engine.read(self._tracked, (name,))[0][0] or 0

    @property
    def empty(self) -> bool:
        """Whether it has no tables yet."""
        return not self._engine.has_table("store_meta")

    @property
    def identity(self) -> str:
        """Of this database: another one after a restore or a failover, as far as the engine can tell."""
        return self._engine.identity()

    def copy_out(self, folder: Path) -> None:
        """All that is stored at one moment, as files in an empty folder, while others go on writing."""
        self._engine.copy_out(folder)

    def copy_in(self, folder: Path, migrations: Sequence[Migration]) -> None:
        """What `copy_out` wrote, into an empty database on the same kind of engine; `migrations` up to its layout."""
        self.migrate(migrations)
        self._engine.copy_in(folder)
        self._check_key()

    def duty(self) -> Duty:
        """The duty to keep this database, as soon as no other process on any machine has it."""
        return self._engine.duty()

    def close(self) -> None:
        """End all waiting and close every connection."""
        self._bus.close()
        self._engine.close()

    def _name_columns(self, position: str, tracking: str) -> None:
        """The SQL of the one order and of tracking, which the library names differently on each engine."""
        self._tracked = f"SELECT max(notification_id) FROM {tracking} WHERE application_name = ?"
        self._head = f"SELECT max({position}) FROM stored_events WHERE {position} <= ?"
        self._newest = f"SELECT originator_id FROM stored_events ORDER BY {position} DESC LIMIT 1"
        self._changed = (
            f"SELECT max({position}), originator_id FROM stored_events WHERE {position} > ? AND {position} <= ? "
            f"GROUP BY originator_id ORDER BY max({position}) LIMIT ?"
        )
        self._heads = (
            f"SELECT {position}, originator_id FROM stored_events WHERE {position} > ? ORDER BY {position}"
        )
        self._log = (
            f"SELECT {position}, originator_id, originator_version FROM stored_events "
            f"WHERE {position} > ? AND {position} <= ? ORDER BY {position} LIMIT {BATCH}"
        )

    def _heads_after(self, position: int) -> list[tuple[int, str]]:
        return self._engine.read(self._heads, (position,))

    def _followed_after(self, position: int) -> list[Followed]:
        settled = self._engine.settled()
        return list(map(Followed._make, self._engine.read(self._log, (position, settled))))

    def _check_numbered(self) -> None:
        if not self._engine.has_table("migrations"):
            raise StoreUnusable(
                f"{self._engine.name} was made by a version of Kronika from before its layouts were numbered (0.2), "
                "which this one cannot read; begin with a new database, or go on with the old version."
            )

    def _check_not_newer(self, migrations: Sequence[Migration]) -> None:
        newest = migrations[-1].number if migrations else 0
        if self.layout() > newest:
            raise StoreUnusable(
                f"{self._engine.name} has layout {self.layout()}, which a newer version of Kronika made; this one "
                f"knows layouts up to {newest}: run the newer version, or restore a backup from before."
            )

    def _knows_a_key(self) -> bool:
        """By its fingerprint, or in an earlier layout by a proof, which is empty for a store without a key."""
        return any(value for (value,) in [*self._engine.read(FINGERPRINT), *self._engine.read(PROOF)])

    def _check_key(self) -> None:
        for (fingerprint,) in self._engine.read(FINGERPRINT):
            if fingerprint != self._sealer.fingerprint.encode():
                raise other_key(self._sealer, bytes(fingerprint).decode())

    def encrypted(self) -> Iterator[Statement]:
        """Encrypts what a store without a key kept in the clear. A migration: today's stores always have a key."""
        for (proof,) in self._engine.read(PROOF):
            if proof:
                check_proof(proof, self._sealer)
            else:
                yield from self._sealed_anew()
            yield Statement(DROP_PROOF)

    def _sealed_anew(self) -> Iterator[Statement]:
        for game in self.games():
            for version, plain in self._engine.read(SECRETS, (game, 0, NO_END)):
                yield Statement(SEAL, (self._sealer.seal(plain, game, version), game, version))
