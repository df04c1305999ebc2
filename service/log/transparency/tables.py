"""The tables of the log of logs. All but the queue can be rebuilt from the tiles outside the database.

`logs`: all logs that the service ever had, the last one in use. `size` and `root` are of the head up to which `log_leaves` has
all leaves. `log_leaves`: where each leaf is; `n` is -1 and `id` empty for leaves without them. `log_missing`: ids in the log
whose game, tournament or last entries are missing here, and since when (ms).
"""

from __future__ import annotations

LOG_OF_LOGS = (
    "CREATE TABLE log_queue (position INTEGER PRIMARY KEY, log TEXT NOT NULL, leaf TEXT NOT NULL)",
    # SQLite numbers the rows by itself.
    "/*! ALTER TABLE log_queue ALTER COLUMN position TYPE BIGINT, "
    "ALTER COLUMN position SET DEFAULT nextval('kronika_places') */",
    "CREATE INDEX log_queue_by_log ON log_queue (log, position)",
    """CREATE TABLE logs (
        number BIGINT PRIMARY KEY, origin TEXT NOT NULL UNIQUE, size BIGINT NOT NULL, root BYTEA NOT NULL)""",
    """CREATE TABLE log_leaves (
        log TEXT NOT NULL, id TEXT NOT NULL, k TEXT NOT NULL, n BIGINT NOT NULL, place BIGINT NOT NULL,
        PRIMARY KEY (log, id, k, n))""",
    "CREATE TABLE log_missing (log TEXT NOT NULL, id TEXT NOT NULL, since BIGINT NOT NULL, PRIMARY KEY (log, id))",
)
