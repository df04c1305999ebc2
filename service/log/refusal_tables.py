"""How many actions clauses refused: by day (UTC), ruleset and clause, in public games. It has no account, seat or game."""

from __future__ import annotations

REFUSALS = (
    """CREATE TABLE refusals (
        day TEXT NOT NULL, ruleset TEXT NOT NULL, rule TEXT NOT NULL, refused BIGINT NOT NULL,
        PRIMARY KEY (day, ruleset, rule))""",
)
