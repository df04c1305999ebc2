"""The tables of the continuous back-up: its progress, and the list of what operators hide, delete and erase."""

from __future__ import annotations

ERASURES = "erasures"
BACKUP = (
    f"CREATE TABLE {ERASURES} (id TEXT PRIMARY KEY, at BIGINT NOT NULL, key TEXT NOT NULL, word TEXT NOT NULL)",
    "CREATE TABLE backup_state (n BIGINT PRIMARY KEY, state TEXT NOT NULL)",
)
