"""Moving a database: filling another one, stopping the writers of this one, and marking it as moved."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from .change_log import Event
from .changes_tables import EVENTS, SECRETS, STORES_OWN
from .engine import NO_END, Engine, Load
from .types import StoreUnusable

FILLING = "SELECT value FROM store_meta WHERE name = 'filling'"
FILL = """INSERT INTO store_meta (name, value) VALUES ('filling', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
FILLED = "DELETE FROM store_meta WHERE name = 'filling'"


class Relocation:
    """What moving needs of one database, as source or as target."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.loading = engine.transfer.loading
        """One transaction that writes many rows: see `Load`."""
        self.stop_writers = engine.transfer.stop_writers
        """All other writers wait until this ends, or time out after some seconds; there has to be a follower."""
        self.is_led = engine.transfer.is_led
        """Whether a background worker has the leader lock: a service runs on this database."""

    @property
    def name(self) -> str:
        """Without user and password."""
        return self._engine.name.removeprefix("The database ")

    def moved_to(self) -> dict[str, str] | None:
        """The name and identity of the database to which this one was moved."""
        found = self._engine.transfer.moved()
        return None if found is None else dict(json.loads(found))

    def mark_moved(self, target: Relocation | None) -> None:
        """From now on nobody writes here or opens this database for a service; None takes that back."""
        to = None if target is None else {"name": target.name, "identity": target._engine.identity()}
        self._engine.transfer.mark_moved(None if to is None else json.dumps(to))

    def state(self) -> Any:
        """What `keep` was given last, in the target of an unfinished move or restore; None in any other database."""
        return next((json.loads(bytes(value)) for (value,) in self._engine.queries.read(FILLING, ())), None)

    def keep(self, load: Load, state: object) -> None:
        """Record the progress in the transaction of the rows. From the first time until `complete` no service opens this one."""
        load.execute(FILL, (json.dumps(state).encode(),))

    def complete(self, load: Load, position: int, place: int) -> None:
        """Everything is there. New events get greater positions, and new rows greater places."""
        self._engine.transfer.continue_after(load, position, place)
        load.execute(FILLED, ())

    def write_events(self, load: Load, events: Sequence[Event], again: bool) -> None:
        """Events with their positions and secrets; `again`: some of them may be there already."""
        secrets = [(it.game, it.version, it.secrets) for it in events if it.secrets is not None]
        if again:
            keys = [(it.game, it.version) for it in events]
            for table in (EVENTS, SECRETS):
                load.delete(table, STORES_OWN[table].key, keys)
        columns = (self._engine.position, *STORES_OWN[EVENTS].key, "topic", "state")
        load.insert(EVENTS, columns, [it[:-1] for it in events])
        load.insert(SECRETS, (*STORES_OWN[SECRETS].key, "sealed"), secrets)

    def replace_rows(
        self,
        load: Load,
        table: str,
        key: Sequence[str],
        keys: Sequence[Sequence[Any]],
        columns: Sequence[str],
        rows: Iterable[Sequence[Any]],
    ) -> None:
        """Delete the rows with these keys, then insert `rows`. (Full-text tables have no other way.)"""
        load.delete(table, key, keys)
        if table != EVENTS:  # of which only deletions are changes
            load.insert(table, columns, rows)

    def games_after(self, position: int) -> list[str]:
        """The games with events after a position, in a target that is not complete yet."""
        sql = f"SELECT DISTINCT originator_id FROM stored_events WHERE {self._engine.position} > ?"
        return [game for (game,) in self._engine.queries.read(sql, (position,))]

    def last_place(self) -> int:
        """The last place taken from a sequence, once the writers are stopped; 0 where there is none."""
        settled = self._engine.places_settled()
        return 0 if settled == NO_END else settled


def check_in_place(engine: Engine) -> None:
    """Raise `StoreUnusable` if this database was moved, or is the target of an unfinished move."""
    moved = engine.transfer.moved()
    if moved is not None:
        raise StoreUnusable(
            f"{engine.name} was moved to {json.loads(moved)['name']} and is out of use: let KRONIKA_DATABASE name that one."
        )
    if engine.queries.read(FILLING, ()):
        raise StoreUnusable(
            f"{engine.name} is not complete: run the same `kronika move` or `kronika restore` again to finish it."
        )
