"""The first seventeen layouts of the database, continued in `service.log.migrations`."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from service.store import Migration, Reader, Statement, encrypt_secrets
from service.system.clock import now

FIRST = (
    """CREATE TABLE players (
        game TEXT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT,
        PRIMARY KEY (game, seat))""",
    """CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, game TEXT NOT NULL, role TEXT NOT NULL, expires_at BIGINT)""",
    """CREATE TABLE idempotency (
        scope TEXT NOT NULL, actor TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
        game TEXT NOT NULL, first BIGINT NOT NULL, last BIGINT NOT NULL,
        PRIMARY KEY (scope, actor, key))""",
    """CREATE TABLE tournaments (
        id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, ruleset TEXT NOT NULL, seats BIGINT NOT NULL,
        games BIGINT NOT NULL, options TEXT NOT NULL, scale TEXT NOT NULL, visibility TEXT NOT NULL,
        undo TEXT NOT NULL)""",
    "CREATE INDEX tournaments_by_age ON tournaments (created_at DESC, id DESC)",
    """CREATE TABLE tournament_seats (
        tournament TEXT NOT NULL, seat BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT, client_seed TEXT,
        PRIMARY KEY (tournament, seat))""",
    """CREATE TABLE tournament_games (
        tournament TEXT NOT NULL, number BIGINT NOT NULL, game TEXT NOT NULL UNIQUE,
        PRIMARY KEY (tournament, number))""",
    """CREATE TABLE service_meta (name TEXT PRIMARY KEY, value TEXT NOT NULL)""",
    """CREATE TABLE lobby (
        game TEXT PRIMARY KEY, ruleset TEXT NOT NULL, visibility TEXT NOT NULL, status TEXT NOT NULL,
        seats TEXT NOT NULL, version BIGINT NOT NULL, to_act TEXT NOT NULL,
        created_at BIGINT NOT NULL, updated_at BIGINT NOT NULL, checkpoint TEXT NOT NULL)""",
    "CREATE INDEX lobby_by_age ON lobby (created_at DESC, game DESC)",
    """CREATE TABLE standings (
        game TEXT PRIMARY KEY, version BIGINT NOT NULL, sides TEXT NOT NULL)""",
    """CREATE TABLE statistics (
        game TEXT PRIMARY KEY, ruleset TEXT NOT NULL, status TEXT NOT NULL, seats BIGINT NOT NULL,
        events BIGINT NOT NULL, actions BIGINT NOT NULL, reason TEXT, winners TEXT NOT NULL)""",
    "CREATE INDEX statistics_by_ruleset ON statistics (ruleset)",
)

KEYS_HAVE_AN_AGE = (
    "ALTER TABLE idempotency ADD COLUMN at BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX idempotency_by_age ON idempotency (at)",
)


def _used_today(reader: Reader) -> Iterator[Statement]:
    """The existing keys have no recorded age; keeping a key too long is harmless."""
    yield Statement("UPDATE idempotency SET at = ?", (now(),))


# A row without `players` was not written since; its next commit fills in what only its log has.
# Private and imported games have no position in the public order.
STRANGERS = (
    "ALTER TABLE lobby ADD COLUMN outcome TEXT",
    "ALTER TABLE lobby ADD COLUMN first_seat BIGINT",
    "ALTER TABLE lobby ADD COLUMN players TEXT",
    "ALTER TABLE lobby ADD COLUMN bot BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE lobby ADD COLUMN imported BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE lobby ADD COLUMN imported_at BIGINT",
    "ALTER TABLE lobby ADD COLUMN position BIGINT",
    """UPDATE lobby SET bot = 1 WHERE EXISTS
        (SELECT 1 FROM players WHERE players.game = lobby.game AND players.bot IS NOT NULL)""",
    """UPDATE lobby SET position = counted.position FROM
        (SELECT game, sum(version) OVER (ORDER BY updated_at, game) AS position
            FROM lobby WHERE visibility = 'public') AS counted
        WHERE counted.game = lobby.game""",
    "CREATE INDEX lobby_by_position ON lobby (position)",
    "DELETE FROM statistics WHERE game IN (SELECT game FROM lobby WHERE visibility = 'private')",
    "UPDATE tokens SET role = 'auditor' WHERE role = 'referee'",
)
OVER_IN_LOBBY = "SELECT game FROM lobby WHERE status IN ('finished', 'abandoned')"


def _imported(reader: Reader) -> Iterator[Statement]:
    """Only the keys beside a game's first entry show that it was imported."""
    for (game,) in reader.query(OVER_IN_LOBBY):
        if "imported" in orjson.loads(reader.secrets(game, 0, 1).get(1, b"{}")):
            yield Statement("UPDATE lobby SET imported = 1, position = NULL WHERE game = ?", (game,))
            yield Statement("DELETE FROM statistics WHERE game = ?", (game,))


INVITATIONS = (
    """CREATE TABLE invitations (
        hash TEXT PRIMARY KEY, id TEXT NOT NULL, game TEXT NOT NULL, seat BIGINT, expires_at BIGINT NOT NULL)""",
    "CREATE INDEX invitations_by_game ON invitations (game)",
    "CREATE TABLE invitation_uses (hash TEXT PRIMARY KEY)",
)

# A head that this service cosigned continues the one before it; a cosignature without a note is still to be requested.
WITNESSES = (
    """CREATE TABLE witnessed_heads (
        origin TEXT NOT NULL, old BIGINT NOT NULL, size BIGINT NOT NULL, note TEXT NOT NULL,
        PRIMARY KEY (origin, old))""",
    """CREATE TABLE cosignatures (
        game TEXT NOT NULL, vkey TEXT NOT NULL, stage TEXT NOT NULL, size BIGINT, note TEXT,
        PRIMARY KEY (game, vkey, stage))""",
    "CREATE INDEX cosignatures_wanted ON cosignatures (vkey, game) WHERE note IS NULL",
)

# `keys` is encrypted exactly as it will be beside entry 0 of the game.
PLANS = (
    "ALTER TABLE tournaments ADD COLUMN terms TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE tournaments ADD COLUMN planned BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE tournaments ADD COLUMN root TEXT NOT NULL DEFAULT ''",
    """CREATE TABLE planned_games (
        tournament TEXT NOT NULL, number BIGINT NOT NULL, game TEXT NOT NULL UNIQUE, roots TEXT NOT NULL,
        draws BIGINT NOT NULL, keys BYTEA NOT NULL, PRIMARY KEY (tournament, number))""",
    "ALTER TABLE tournament_seats DROP COLUMN client_seed",
    "ALTER TABLE tournament_seats ADD COLUMN seed_commitment TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN key TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN sig TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN seed TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN seed_sig TEXT",
)

# `until` is the version at which somebody else took the seat, or at which it became free.
FORMER = (
    """CREATE TABLE former_players (
        game TEXT NOT NULL, seat BIGINT NOT NULL, until BIGINT NOT NULL, name TEXT NOT NULL, bot TEXT,
        PRIMARY KEY (game, seat, until))""",
)

# `hidden` is 0, 1 when the operator has hidden something, 2 when it is deleted. `renamed` counts how often the operator has
# hidden or restored names of a game; `hidden_name` is the name before that. Of an expired game only its id remains, because
# it was signed.
TAKEN_AWAY = (
    "ALTER TABLE lobby ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE lobby ADD COLUMN renamed BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX lobby_hidden ON lobby (game) WHERE hidden > 0",
    "ALTER TABLE tournaments ADD COLUMN hidden BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE players ADD COLUMN hidden_name TEXT",
    "ALTER TABLE former_players ADD COLUMN hidden_name TEXT",
    "ALTER TABLE tournament_seats ADD COLUMN hidden_name TEXT",
    "UPDATE lobby SET players = NULL",
    "CREATE INDEX lobby_analyses ON lobby (updated_at) WHERE status = 'analysis'",
    "CREATE INDEX tokens_by_expiry ON tokens (expires_at) WHERE expires_at IS NOT NULL",
    "CREATE TABLE clean_ups (what TEXT PRIMARY KEY, deleted BIGINT NOT NULL, at BIGINT NOT NULL)",
    "CREATE TABLE expired_games (game TEXT PRIMARY KEY)",
)
SEATED = "SELECT game, seats FROM lobby"


def _nameless(reader: Reader) -> Iterator[Statement]:
    """Names are stored in one table only, so that they can be removed; the lobby's rows say only which seats are taken."""
    for game, seats in reader.query(SEATED):
        listed = orjson.loads(seats)
        if any(seat["name"] for seat in listed):
            for seat in listed:
                seat["name"] = seat["name"] and f"#{seat['seat']}"
            yield Statement(
                "UPDATE lobby SET seats = ? WHERE game = ?", (orjson.dumps(listed).decode(), game)
            )


# `forked` is the game that an analysis begins from. It is the only mark of an analysis that is over.
FORKS = (
    "ALTER TABLE lobby ADD COLUMN forked TEXT",
    "DROP INDEX lobby_analyses",
    "CREATE INDEX lobby_analyses ON lobby (updated_at) WHERE forked IS NOT NULL",
    "CREATE INDEX lobby_forks ON lobby (forked) WHERE forked IS NOT NULL",
)
CAN_BE_FORKS = "SELECT game FROM lobby WHERE visibility = 'private' AND imported = 0"


def _forked(reader: Reader) -> Iterator[Statement]:
    """The second entry of an analysis names the game that it begins from."""
    for (game,) in reader.query(CAN_BE_FORKS):
        for entry in map(orjson.loads, reader.entries(game, 1, 2)):
            if entry["t"] == "forked":
                yield Statement("UPDATE lobby SET forked = ? WHERE game = ?", (entry["d"]["game"], game))


PLAYERS_ARE_LOOKED_FOR = ("CREATE INDEX players_by_name ON players (name, game)",)

# The referees of a game or tournament (`place`), each with the hash of the code that appoints them. The texts by parties and
# referees are stored beside the logs: an entry has only the hash of a text, which is all that remains of an erased one. `due`
# is when the background worker has to check a case again; times in milliseconds.
DISPUTES = (
    """CREATE TABLE referees (
        place TEXT NOT NULL, number BIGINT NOT NULL, head BIGINT NOT NULL, before_start BIGINT NOT NULL,
        code TEXT NOT NULL UNIQUE, name TEXT, hidden_name TEXT, dismissed BIGINT NOT NULL DEFAULT 0,
        PRIMARY KEY (place, number))""",
    """CREATE TABLE case_texts (
        game TEXT NOT NULL, hash TEXT NOT NULL, dispute BIGINT NOT NULL, version BIGINT NOT NULL, sealed BYTEA NOT NULL,
        PRIMARY KEY (game, hash))""",
    """CREATE TABLE cases (
        id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, game TEXT NOT NULL, dispute BIGINT NOT NULL, state TEXT NOT NULL,
        updated_at BIGINT NOT NULL, due BIGINT)""",
    "CREATE INDEX cases_by_age ON cases (created_at DESC, id DESC)",
    "CREATE INDEX cases_by_game ON cases (game)",
    "CREATE INDEX cases_due ON cases (due) WHERE due IS NOT NULL",
)

# Whose knowledge an analysis was forked with (JSON: a seat, "auditor", or null for a spectator), and when it was last read.
KNOWERS = ("CREATE TABLE forks (game TEXT PRIMARY KEY, knower TEXT NOT NULL, read_at BIGINT NOT NULL)",)

# Notes on versions, encrypted; `author` is a role: seat:N, organiser or analyst. Times in milliseconds.
NOTES = (
    """CREATE TABLE notes (
        game TEXT NOT NULL, version BIGINT NOT NULL, author TEXT NOT NULL, at BIGINT NOT NULL, sealed BYTEA NOT NULL,
        PRIMARY KEY (game, version, author))""",
)

# Analyses of the decisions of a game, made from its log at `version`. The results are encrypted, because they contain secrets.
# `run` identifies the attempt that is in progress. Times in milliseconds.
GAME_ANALYSES = (
    """CREATE TABLE game_analyses (
        game TEXT PRIMARY KEY, version BIGINT NOT NULL, status TEXT NOT NULL, progress DOUBLE PRECISION NOT NULL,
        asked_at BIGINT NOT NULL, done_at BIGINT, run TEXT, sealed BYTEA)""",
    "CREATE INDEX game_analyses_wanted ON game_analyses (asked_at, game) WHERE status IN ('queued', 'running')",
)

# The columns that lobby queries filter by (`projections.listing`): public games by kind, and the same beside every name. Hidden
# games have no `cell`.
LISTED = (
    """CREATE TABLE listed (
        game TEXT PRIMARY KEY, imported BIGINT NOT NULL, kind TEXT NOT NULL, cell TEXT, span BIGINT NOT NULL,
        created_at BIGINT NOT NULL)""",
    "ALTER TABLE players ADD COLUMN cell TEXT",
    "ALTER TABLE players ADD COLUMN span BIGINT",
    "ALTER TABLE players ADD COLUMN created_at BIGINT",
)
LISTED_BY = (
    "CREATE INDEX listed_by_age ON listed (imported, span, created_at, game) WHERE cell IS NOT NULL",
    "CREATE INDEX listed_by_kind ON listed (cell, created_at, game)",
    "CREATE INDEX listed_by_span ON listed (cell, span, created_at, game)",
    "DROP INDEX players_by_name",
    "CREATE INDEX players_by_kind ON players (name, cell, created_at, game)",
    "CREATE INDEX players_by_span ON players (name, cell, span, created_at, game)",
)
IN_LOBBY = """SELECT game, imported, ruleset, status, bot, outcome, hidden, created_at, updated_at FROM lobby
    WHERE visibility = 'public'"""
LIST = "INSERT INTO listed (game, imported, kind, cell, span, created_at) VALUES (?, ?, ?, ?, ?, ?)"
BESIDE_NAMES = """UPDATE players SET cell = listed.cell, span = listed.span, created_at = listed.created_at
    FROM listed WHERE listed.game = players.game"""
SPANS = (2**20, 2**24, 2**28, 2**32)


def _listed(reader: Reader) -> Iterator[Statement]:
    """The rows first, then the indexes: building them from sorted rows is several times faster."""
    for game, imported, ruleset, status, bot, outcome, hidden, created_at, updated_at in reader.query(
        IN_LOBBY
    ):
        reason = "" if outcome is None else orjson.loads(outcome)["reason"]
        kind = f"{imported}/{ruleset}/{status}/{bot}/{reason}"
        span = sum(updated_at - created_at >= end for end in SPANS)
        yield Statement(LIST, (game, imported, kind, None if hidden else kind, span, created_at))
    yield Statement(BESIDE_NAMES)
    yield from map(Statement, LISTED_BY)


# Totals of the rows of `statistics` that are `counted`; the length of a game counts when it is over.
TOTALS = (
    """CREATE TABLE statistics_totals (
        what TEXT NOT NULL, ruleset TEXT NOT NULL, number BIGINT NOT NULL, label TEXT NOT NULL, amount BIGINT NOT NULL,
        PRIMARY KEY (what, ruleset, number, label))""",
    "ALTER TABLE statistics ADD COLUMN counted BIGINT NOT NULL DEFAULT 0",
    "UPDATE statistics SET events = 0, actions = 0 WHERE status <> 'finished'",
    "UPDATE statistics SET counted = 1 WHERE game NOT IN (SELECT game FROM lobby WHERE hidden > 0)",
    """INSERT INTO statistics_totals (what, ruleset, number, label, amount)
        WITH of AS (SELECT * FROM statistics WHERE counted = 1), over AS (SELECT * FROM of WHERE status = 'finished')
        SELECT what, ruleset, number, label, sum(amount) FROM (
            SELECT 'status' AS what, ruleset, 0 AS number, status AS label, 1 AS amount FROM of
            UNION ALL SELECT 'seats', ruleset, 0, status, seats FROM of
            UNION ALL SELECT 'reason', ruleset, 0, coalesce(reason, ''), 1 FROM over
            UNION ALL SELECT 'winners', ruleset, 0, winners, 1 FROM over
            UNION ALL SELECT 'events', ruleset, events, '', 1 FROM over
            UNION ALL SELECT 'events by 64', ruleset, events / 64, '', 1 FROM over
            UNION ALL SELECT 'actions', ruleset, actions, '', 1 FROM over
            UNION ALL SELECT 'actions by 64', ruleset, actions / 64, '', 1 FROM over
        ) AS parts GROUP BY what, ruleset, number, label""",
    "INSERT INTO service_meta (name, value) VALUES ('statistics', '')",
)


FIRST_MIGRATIONS = (
    Migration(1, "players, tokens, idempotency, tournaments, lobby, standings, statistics", FIRST),
    Migration(2, "idempotency keys have an age", KEYS_HAVE_AN_AGE, _used_today),
    Migration(3, "secrets are always encrypted", (), encrypt_secrets),
    Migration(4, "what the lobby tells strangers; auditors", STRANGERS, _imported),
    Migration(5, "invitations", INVITATIONS),
    Migration(6, "witnessed heads and cosignatures", WITNESSES),
    Migration(7, "tournaments plan their games, and their seats commit to seeds", PLANS),
    Migration(8, "who sat at a seat before", FORMER),
    Migration(9, "what the operator takes away, and what expires", TAKEN_AWAY, _nameless),
    Migration(10, "which game an analysis begins from", FORKS, _forked),
    Migration(11, "players are looked for by name", PLAYERS_ARE_LOOKED_FOR),
    Migration(12, "referees, what is written in disputes, and cases", DISPUTES),
    Migration(13, "by whose knowledge analyses were forked", KNOWERS),
    Migration(14, "notes on versions", NOTES),
    Migration(15, "analyses of games", GAME_ANALYSES),
    Migration(16, "the lobby is looked through by kind", LISTED, _listed),
    Migration(17, "totals of statistics", TOTALS),
)
