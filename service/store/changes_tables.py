"""How tables are followed: their keys, and which of their changes are recorded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

EVERY_CHANGE = ("INSERT", "UPDATE", "DELETE")


class Followed(NamedTuple):
    """A table whose changes are recorded. `key`: the columns of its primary key.

    on: the changes that are recorded. together: changes with the same keys in this other table count for this one, which
    then has no triggers of its own.
    """

    key: Sequence[str]
    on: Sequence[str] = EVERY_CHANGE
    together: str | None = None


Tables = Mapping[str, Followed]
EVENTS, SECRETS, TRACKING = "stored_events", "event_secrets", "tracking"
STORES_OWN: Tables = {
    EVENTS: Followed(("originator_id", "originator_version"), on=("DELETE",)),
    SECRETS: Followed(("game_id", "version"), on=("UPDATE", "DELETE")),
    TRACKING: Followed(("application_name",)),
}
"""New events and their secrets have positions; recorded is only what happens to them later."""
NOT_FOLLOWED = ("migrations", "store_meta", "changes", "followers")
"""What each database has of its own."""
CHANGE_LOG = (
    """CREATE TABLE changes (
        place /*! BIGINT PRIMARY KEY DEFAULT nextval('kronika_changes'), -- */ INTEGER PRIMARY KEY AUTOINCREMENT,
        relation TEXT NOT NULL, key TEXT NOT NULL)""",
    "CREATE TABLE followers (name TEXT PRIMARY KEY, position BIGINT NOT NULL, place BIGINT NOT NULL)",
)


def recorded(tables: Tables) -> dict[str, Followed]:
    """Those with triggers of their own."""
    return {name: table for name, table in tables.items() if table.together is None}
