"""The layouts of the database, in order. A released migration is never changed; a new one is appended.

The store has its own tables (events, secrets, tracking); these are the tables beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from service.log.rulings_tables import RULINGS
from service.log.transparency.cosigned_heads import LOG_COSIGNATURES
from service.log.transparency.tables import LOG_OF_LOGS
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

# The key pool: ids and keys for new games, encrypted exactly as beside entry 0; `run` is a start of the service on one machine.
KEYS_AHEAD = (
    """CREATE TABLE keys_ahead (
        game TEXT PRIMARY KEY, run TEXT NOT NULL, slots BIGINT NOT NULL, sealed BYTEA NOT NULL, at BIGINT NOT NULL)""",
    "CREATE INDEX keys_ahead_by_slots ON keys_ahead (run, slots, game)",
)

# Every few seconds the background worker searches games with bots for bots that are to act.
BOTS_AT_PLAY = (
    "CREATE INDEX lobby_bots_at_play ON lobby (updated_at, game) WHERE status = 'playing' AND bot = 1",
)

# Games that an operator has changed move to the end of the lobby's order when that transaction ends; readers never see a 1.
MOVING = (
    "ALTER TABLE lobby ADD COLUMN moving BIGINT NOT NULL DEFAULT 0",
    "CREATE INDEX lobby_moving ON lobby (game) WHERE moving = 1",
)

# Snapshots of long logs, a cache beside them, encrypted (`service.log.snapshots`); `code` identifies the code that folded.
FOLDS = (
    "CREATE TABLE folded_games (game TEXT PRIMARY KEY, code TEXT NOT NULL, sealed BYTEA NOT NULL)",
    """CREATE TABLE folds (
        game TEXT NOT NULL, version BIGINT NOT NULL, sealed BYTEA NOT NULL, PRIMARY KEY (game, version))""",
)

# The hash of the token with which a seat issued an invitation; null if the organiser did.
MAKERS = (
    "ALTER TABLE invitations ADD COLUMN maker TEXT",
    "CREATE INDEX invitations_by_maker ON invitations (maker)",
)

# The position at which a game was first listed: a client that has not read that far is not notified when the game is removed.
# Existing games count as known to every client.
FIRST_LISTED = (
    "ALTER TABLE lobby ADD COLUMN first_position BIGINT",
    "UPDATE lobby SET first_position = 1 WHERE position IS NOT NULL",
)

# Indexes for queries that scanned whole tables. The scope of an action's idempotency key is its game, so it needs no index.
LOOKED_FOR = (
    "CREATE INDEX tokens_by_game ON tokens (game, role, hash)",
    "CREATE INDEX invitations_by_expiry ON invitations (expires_at, hash)",
    "CREATE INDEX idempotency_of_new_games ON idempotency (game) WHERE scope <> game",
)

# A tournament whose next game may be due has news until that was checked. Each piece of news is a row of its own, so that
# writers of its games do not wait for each other. Analyses are counted when they end.
DUE_BEFORE = """SELECT id FROM tournaments
    WHERE hidden < 2 AND planned > (SELECT count(*) FROM tournament_games WHERE tournament = tournaments.id)
    AND games > (SELECT count(*) FROM tournament_games JOIN lobby ON lobby.game = tournament_games.game
        WHERE tournament = tournaments.id AND lobby.outcome IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM tournament_games JOIN lobby ON lobby.game = tournament_games.game
        WHERE tournament = tournaments.id AND lobby.status NOT IN ('finished', 'abandoned'))
    AND NOT EXISTS (SELECT 1 FROM tournament_seats
        WHERE tournament = tournaments.id AND seed_commitment IS NOT NULL AND seed IS NULL)
    AND seats = (SELECT count(*) FROM tournament_seats WHERE tournament = tournaments.id)"""
COUNTED = (
    """CREATE TABLE tournament_news (
        tournament TEXT NOT NULL, what TEXT NOT NULL, PRIMARY KEY (tournament, what))""",
    f"INSERT INTO tournament_news (tournament, what) SELECT id, '' FROM ({DUE_BEFORE}) AS due",
    "CREATE TABLE analyses_ended (status TEXT PRIMARY KEY, amount BIGINT NOT NULL)",
    """INSERT INTO analyses_ended (status, amount) SELECT game_analyses.status, count(*) FROM game_analyses
        JOIN lobby ON lobby.game = game_analyses.game WHERE visibility = 'public' AND hidden = 0
        AND game_analyses.status IN ('done', 'failed') GROUP BY game_analyses.status""",
)

# Games that have lasted for hours get finer spans, and the time of their last change in steps of nearly five hours
# (`projections.listing`); the lobby has the exact time. Indexes come last, because building them from sorted rows is faster.
LASTED = "updated_at - lobby.created_at"
ENDS = tuple(round(2 ** (half / 2)) for half in range(49, 73))
FINER = " ".join(f"WHEN {LASTED} < {end} THEN {span}" for span, end in enumerate(ENDS, 2))
LASTING = (
    "ALTER TABLE listed ADD COLUMN changed BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE players ADD COLUMN changed BIGINT NOT NULL DEFAULT 0",
    "DROP INDEX listed_by_age",
    "DROP INDEX listed_by_span",
    "DROP INDEX players_by_span",
    f"""UPDATE listed SET span = CASE {FINER} ELSE 26 END, changed = updated_at - updated_at % {2**24} FROM lobby
        WHERE lobby.game = listed.game AND {LASTED} >= {2**24}""",
    """UPDATE players SET span = listed.span, changed = listed.changed FROM listed
        WHERE listed.game = players.game AND listed.changed > 0""",
    "CREATE INDEX listed_by_age ON listed (imported, created_at, game) WHERE cell IS NOT NULL",
    "CREATE INDEX listed_by_lasting ON listed (imported, span, created_at, game, changed) WHERE cell IS NOT NULL",
    "CREATE INDEX listed_by_span ON listed (cell, span, created_at, game, changed)",
    "CREATE INDEX players_by_span ON players (name, cell, span, created_at, game, changed)",
    f"""CREATE INDEX lobby_lasting ON lobby (imported, updated_at, created_at, game)
        WHERE visibility = 'public' AND updated_at - created_at >= {2**24}""",
)

# The answers of seats to the offer of a rematch, step by step; `made` is the new game, in the last step.
REMATCHES = (
    """CREATE TABLE rematches (
        game TEXT NOT NULL, step BIGINT NOT NULL, offered_at BIGINT NOT NULL, seat BIGINT NOT NULL, accepts BIGINT NOT NULL,
        made TEXT, PRIMARY KEY (game, step))""",
    "CREATE INDEX rematches_by_age ON rematches (offered_at)",
)

# The number of names taken at a game or tournament: of two commands that take one at once, one is retried.
NAMINGS = ("CREATE TABLE namings (place TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (place, number))",)

# The games and tournaments (`place`) that the log of logs tells of, by their `id` there; `witnessed` as in entry 0, "" for null.
# For every list of leaves of a place: the first head (of the size `due`, or larger) that has it and the quorum, with all proofs;
# `n` is the number of entries that the list speaks of.
LISTS = (
    "CREATE TABLE log_places (id TEXT PRIMARY KEY, place TEXT NOT NULL UNIQUE, witnessed TEXT NOT NULL)",
    """CREATE TABLE leaf_lists (
        place TEXT NOT NULL, leaves BIGINT NOT NULL, n BIGINT NOT NULL, list TEXT NOT NULL, PRIMARY KEY (place, leaves))""",
    """CREATE TABLE leaf_lists_due (
        log TEXT NOT NULL, witnessed TEXT NOT NULL, size BIGINT NOT NULL, place TEXT NOT NULL,
        PRIMARY KEY (log, witnessed, size, place))""",
)

# Clocks, in milliseconds. `alive` has one row, of the last sign of life of any process. `outages` of a log of logs are numbered;
# `game` is "" for those of the whole service. `outages_held`: which of them a game holds, and the version that says so. `due`:
# when the background worker has to look at a game. `made_at` of a list of leaves: since when it has been served. Tournaments that
# wait for seeds are `proved` since the list with their seats is served.
WATCHED = (
    "CREATE TABLE alive (one BIGINT PRIMARY KEY, at BIGINT NOT NULL)",
    """CREATE TABLE outages (
        log TEXT NOT NULL, n BIGINT NOT NULL, began BIGINT NOT NULL, ended BIGINT NOT NULL, game TEXT NOT NULL,
        PRIMARY KEY (log, n))""",
    "CREATE TABLE outages_held (n BIGINT NOT NULL, game TEXT NOT NULL, version BIGINT NOT NULL, PRIMARY KEY (n, game))",
    "CREATE INDEX outages_held_by_game ON outages_held (game)",
    "CREATE TABLE due (game TEXT PRIMARY KEY, at BIGINT NOT NULL)",
    "CREATE INDEX due_by_time ON due (at, game)",
    "ALTER TABLE leaf_lists ADD COLUMN made_at BIGINT",
    "ALTER TABLE tournaments ADD COLUMN abandoned BIGINT NOT NULL DEFAULT 0",
    "CREATE TABLE proved_tournaments (tournament TEXT PRIMARY KEY, at BIGINT NOT NULL)",
)

# The clock of a game as its documents have it (NULL without one), and `live`, `daily` or `none` for the filter; the moves of
# finished games with a clock, and the milliseconds that these took in all.
CLOCKS = (
    "ALTER TABLE lobby ADD COLUMN clock TEXT",
    "ALTER TABLE lobby ADD COLUMN pace TEXT NOT NULL DEFAULT 'none'",
    "ALTER TABLE statistics ADD COLUMN pace TEXT NOT NULL DEFAULT 'none'",
    "ALTER TABLE statistics ADD COLUMN moves BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE statistics ADD COLUMN thought BIGINT NOT NULL DEFAULT 0",
)

# The kinds of bots that play for persons who are away, in games that are not over.
AWAY = (
    "CREATE TABLE away (game TEXT NOT NULL, seat BIGINT NOT NULL, bot TEXT NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE INDEX away_by_bot ON away (bot, game)",
)

# Meetings, and their tables: `tournament` is NULL for games of their own. A row of `cases` is a case or a judge call (`kind`,
# with its number in `dispute`); `clauses` is a JSON list, `referee` who has it, `urgency` its place in a queue (the smallest is
# due first), and `position` its place in the order of changes of its meeting, NULL elsewhere.
MEETINGS = (
    """CREATE TABLE meetings (
        id TEXT PRIMARY KEY, created_at BIGINT NOT NULL, name TEXT NOT NULL, hidden BIGINT NOT NULL DEFAULT 0)""",
    """CREATE TABLE meeting_games (
        game TEXT PRIMARY KEY, meeting TEXT NOT NULL, created_at BIGINT NOT NULL, tournament TEXT)""",
    "CREATE INDEX meeting_games_by_age ON meeting_games (meeting, created_at, game)",
    "ALTER TABLE tournaments ADD COLUMN meeting TEXT",
    "CREATE INDEX tournaments_by_meeting ON tournaments (meeting, created_at, id) WHERE meeting IS NOT NULL",
    "ALTER TABLE cases ADD COLUMN kind TEXT NOT NULL DEFAULT 'case'",
    "ALTER TABLE cases ADD COLUMN opener TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE cases ADD COLUMN wants TEXT",
    "ALTER TABLE cases ADD COLUMN clauses TEXT NOT NULL DEFAULT '[]'",
    "ALTER TABLE cases ADD COLUMN referee BIGINT",
    "ALTER TABLE cases ADD COLUMN meeting TEXT",
    "ALTER TABLE cases ADD COLUMN urgency BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE cases ADD COLUMN position BIGINT",
    "CREATE INDEX cases_by_urgency ON cases (meeting, urgency, id) WHERE meeting IS NOT NULL",
    "CREATE INDEX cases_by_position ON cases (meeting, position) WHERE meeting IS NOT NULL",
)
# From which games and tournaments of it a meeting keeps a referee: they play or referee there.
BARRED = (
    """CREATE TABLE barred_referees (
        place TEXT NOT NULL, number BIGINT NOT NULL, barred_from TEXT NOT NULL, PRIMARY KEY (place, number, barred_from))""",
)
OPENED = "UPDATE cases SET opener = ?, wants = ?, clauses = ? WHERE game = ? AND dispute = ?"
GAMES_WITH_CASES = "SELECT DISTINCT cases.game, version FROM cases JOIN lobby ON lobby.game = cases.game"


def _opened(reader: Reader) -> Iterator[Statement]:
    """Who opened the existing cases, and what for, is in their logs only."""
    for game, version in reader.query(GAMES_WITH_CASES):
        for entry in map(orjson.loads, reader.entries(game, 0, version)):
            if entry.get("t") == "dispute-opened":
                told = entry["d"]
                opener = f"seat:{told['seat']}" if "seat" in told else entry["by"]
                clauses = orjson.dumps(told["clauses"]).decode()
                yield Statement(OPENED, (opener, told["wants"], clauses, game, told["dispute"]))


LAST_PLACE = "SELECT coalesce(max(position), 0) FROM lobby"


def _drawn_places(reader: Reader) -> Iterator[Statement]:
    """Continue after the existing positions, where the store has a sequence of its own."""
    [(last,)] = reader.query(LAST_PLACE)
    yield from reader.continue_places(last)


MIGRATIONS = (
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
    Migration(18, "keys of games to come", KEYS_AHEAD),
    Migration(19, "games that are played with bots", BOTS_AT_PLAY),
    Migration(20, "who goes to the end of the lobby", MOVING),
    Migration(21, "folds of long logs", FOLDS),
    Migration(22, "whose invitations those of a seat are", MAKERS),
    Migration(23, "when games were first listed", FIRST_LISTED),
    Migration(24, "places in the lobby's order are drawn", (), _drawn_places),
    Migration(25, "nothing is looked for by passing all rows", LOOKED_FOR),
    Migration(26, "tournaments that may be due, analyses that have ended", COUNTED),
    Migration(27, "games that have lasted for hours are found by when they were last changed", LASTING),
    Migration(28, "rematches", REMATCHES),
    Migration(29, "names at a table are taken one after the other", NAMINGS),
    Migration(30, "the log of logs", LOG_OF_LOGS),
    Migration(31, "lists of leaves of the log of logs", LISTS),
    Migration(32, "cosignatures of the log of logs", LOG_COSIGNATURES),
    Migration(33, "seats that bots play for persons who are away", AWAY),
    Migration(34, "clocks in the lobby and in statistics", CLOCKS),
    Migration(35, "signs of life, outages, when games are due", WATCHED),
    Migration(36, "meetings, and what their queues tell of cases and calls", MEETINGS, _opened),
    Migration(37, "referees of a meeting who play in it", BARRED),
    Migration(38, "precedents", RULINGS),
)
