"""Tables of the service itself; those of projections stand with the projections."""

from __future__ import annotations

DDL = (
    """CREATE TABLE IF NOT EXISTS players (
        game TEXT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT,
        PRIMARY KEY (game, seat))""",
    """CREATE TABLE IF NOT EXISTS tokens (
        hash TEXT PRIMARY KEY, game TEXT NOT NULL, role TEXT NOT NULL, expires_at BIGINT)""",
    """CREATE TABLE IF NOT EXISTS idempotency (
        scope TEXT NOT NULL, actor TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
        game TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
        PRIMARY KEY (scope, actor, key))""",
    """CREATE TABLE IF NOT EXISTS tournaments (
        id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, ruleset TEXT NOT NULL, seats BIGINT NOT NULL,
        games BIGINT NOT NULL, options TEXT NOT NULL, scale TEXT NOT NULL, visibility TEXT NOT NULL,
        undo TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS tournaments_by_age ON tournaments (created_at DESC, id DESC)",
    """CREATE TABLE IF NOT EXISTS tournament_seats (
        tournament TEXT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT, client_seed TEXT,
        PRIMARY KEY (tournament, seat))""",
    """CREATE TABLE IF NOT EXISTS tournament_games (
        tournament TEXT NOT NULL, number BIGINT NOT NULL, game TEXT NOT NULL UNIQUE,
        PRIMARY KEY (tournament, number))""",
    """CREATE TABLE IF NOT EXISTS service_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)""",
)
