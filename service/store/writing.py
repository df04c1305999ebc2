"""Writing events, their secrets and side tables, each call in one transaction."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from time import monotonic

from eventsourcing.persistence import StoredEvent, Tracking

from .engine import Batch, Engine
from .hooks import Hooks
from .probe import Probe
from .sealing import Sealer
from .types import Row, Statement, StoreUnusable


class Writer:
    """The part of `Store` that writes."""

    def __init__(self, engine: Engine, sealer: Sealer, hooks: Hooks) -> None:
        self._engine, self._sealer, self._hooks = engine, sealer, hooks
        self._probe = Probe("accepted a write", engine.probe_write)
        self.check_writing = self._probe.check
        """Raises `StoreUnusable` unless a write has worked within two seconds, or works within half a second from now."""
        engine.on_commit = self._publish

    def append(
        self, game_id: str, rows: Sequence[Row], statements: Sequence[Statement] = (), publish: object = None
    ) -> None:
        """Commit durably, in one transaction, the events, their secrets and the statements; or nothing.

        The versions of `rows` are consecutive; `rows` may be empty. `publish` is passed to `Hooks.on_commit`. `Conflict`: the
        game is not at version `rows[0].version - 1`. `Duplicate`: a unique key of a statement already exists.
        """
        events = [StoredEvent(game_id, row.version, row.type, row.entry) for row in rows]
        seal = self._sealer.seal
        secrets = [(game_id, r.version, seal(r.secrets, game_id, r.version)) for r in rows if r.secrets]
        self.write(Batch(events, secrets, statements, publish=publish))

    def remove(self, games: Statement, statements: Sequence[Statement] = ()) -> None:
        """In one transaction, delete the logs and secrets of the games that a query finds, then run the statements.

        The last event of the global order must stay, because positions never decrease.
        """
        logs = f"DELETE FROM stored_events WHERE originator_id IN ({games.sql})"
        secrets = f"DELETE FROM event_secrets WHERE game_id IN ({games.sql})"
        deletions = [Statement(secrets, games.params), Statement(logs, games.params)]
        self.write(Batch(statements=[*deletions, *statements]))

    def project(self, name: str, position: int, statements: Sequence[Statement]) -> None:
        """Commit rows of the stored projection `name` and the position that it has reached, in one transaction.

        `Conflict`: it has already reached `position` or a later one.
        """
        self.write(Batch(statements=statements, tracking=Tracking(name, position)))

    def write(self, batch: Batch) -> None:
        """Commit all of it or nothing; the exceptions are those of `Engine.write`.

        `ValueError`: its events are not those of one game with consecutive versions.
        """
        _check_of_one_game(batch.events)
        began = monotonic()
        try:
            waited = self._engine.write(batch)
        except StoreUnusable as error:
            self._probe.record(error)
            raise
        self._probe.record()
        self._hooks.after_write(waited, monotonic() - began - waited)

    def _publish(self, committed: Sequence[Batch]) -> None:
        published = [batch.publish for batch in committed if batch.publish is not None]
        if published:
            self._hooks.on_commit(published)


def _check_of_one_game(events: Sequence[StoredEvent]) -> None:
    for event, later in pairwise(events):
        expected = (event.originator_id, event.originator_version + 1)
        if (later.originator_id, later.originator_version) != expected:
            found = [(it.originator_id, it.originator_version) for it in events]
            raise ValueError(f"The events {found} are not those of one game with consecutive versions.")
