"""Translates PostgreSQL errors into the store's exceptions."""

from __future__ import annotations

import re

from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError, PersistenceError
from psycopg.errors import DeadlockDetected, SerializationFailure, UniqueViolation

from .postgres_link import one_line
from .types import Conflict, Duplicate, StoreUnusable, Trouble

CONNECTION_LOST = re.compile("08...|57P0[1-5]")
"""SQLSTATEs that end a connection. An error without an SQLSTATE ends it, too."""
NO_TABLES = re.compile('kronika_(append|settled)|"(stored_events|migrations)" does not exist')
TROUBLES = {
    "53100": Trouble.DISK_FULL,
    "25006": Trouble.READ_ONLY,
    "55P03": Trouble.LOCKED,
    "57014": Trouble.LOCKED,
    "XX001": Trouble.DAMAGED,
    "XX002": Trouble.DAMAGED,
}


def is_lost(error: PersistenceError) -> bool:
    """Whether a connection broke, or could not be opened."""
    state = getattr(error.__cause__, "sqlstate", None)
    broken = isinstance(error, OperationalError | InterfaceError)
    return broken and (state is None or CONNECTION_LOST.fullmatch(state) is not None)


def translated_error(error: PersistenceError, name: str) -> Exception:
    """The exception that the store raises for one of the library's. `name` is the database's, for messages."""
    cause = error.__cause__
    if isinstance(cause, UniqueViolation):
        ours = cause.diag.table_name == "stored_events"
        return (Conflict if ours else Duplicate)(cause.diag.message_primary)
    if isinstance(cause, DeadlockDetected | SerializationFailure):
        return Conflict(one_line(error))
    if (
        isinstance(error, IntegrityError) and cause is None
    ):  # raised by the library: the position is not a later one
        return Conflict(str(error))
    trouble = TROUBLES.get(getattr(cause, "sqlstate", None) or "")
    if trouble is None and NO_TABLES.search(str(error)):
        return StoreUnusable(f"{name} has no tables yet; migrate it first.")
    if trouble is not None or isinstance(error, OperationalError | InterfaceError):
        sentence = f"PostgreSQL cannot be used: {one_line(error)}."
        return StoreUnusable(sentence, trouble or Trouble.UNAVAILABLE)
    return cause if isinstance(cause, Exception) else error
