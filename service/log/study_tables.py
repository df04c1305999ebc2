"""Analyses ("studies") beside their logs: the account that made one, if any, and its title, encrypted as notes are."""

from __future__ import annotations

STUDIES = (
    """CREATE TABLE studies (
        game TEXT PRIMARY KEY, account TEXT, created_at BIGINT NOT NULL, title BYTEA)""",
    "CREATE INDEX studies_by_account ON studies (account, created_at DESC, game DESC)",
)
