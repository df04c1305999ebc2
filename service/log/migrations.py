"""The layouts of the database, in order. A released migration is never changed; a new one is appended.

The store has its own tables (events, secrets, tracking); these are the tables beside them.
"""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from service.log.backup_tables import BACKUP
from service.log.first_migrations import FIRST_MIGRATIONS
from service.log.people_tables import PEOPLE
from service.log.refusal_tables import REFUSALS
from service.log.rulings_tables import RULINGS
from service.log.study_tables import STUDIES
from service.log.transparency.cosigned_heads import LOG_COSIGNATURES
from service.log.transparency.tables import LOG_OF_LOGS
from service.store import CHANGE_LOG, Migration, Reader, Statement

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

# The games and tournaments (`place`) that the log of logs records, by their `id` there; `witnessed` as in entry 0, "" for null.
# For every list of leaves of a place: the first head (of the size `due`, or larger) that has it and the quorum, with all proofs;
# `n` is the number of entries that the list covers.
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
    """Only the logs record who opened the existing cases, and for what."""
    for game, version in reader.query(GAMES_WITH_CASES):
        for entry in map(orjson.loads, reader.entries(game, 0, version)):
            if entry.get("t") == "dispute-opened":
                data = entry["d"]
                opener = f"seat:{data['seat']}" if "seat" in data else entry["by"]
                clauses = orjson.dumps(data["clauses"]).decode()
                yield Statement(OPENED, (opener, data["wants"], clauses, game, data["dispute"]))


LAST_PLACE = "SELECT coalesce(max(position), 0) FROM lobby"


def _drawn_places(reader: Reader) -> Iterator[Statement]:
    """Continue after the existing positions, where the store has a sequence of its own."""
    [(last,)] = reader.query(LAST_PLACE)
    yield from reader.continue_places(last)


# Earlier analyses named turning points and better actions without a test. Whoever wants one requests it again.
UNPROVED = ("DELETE FROM game_analyses",)

# What the operator of the service does; `id` counts up without gaps, `details` is canonical JSON. `blocks`: who is refused until
# when (`service.log.restrictions` spells the subjects). `games_paused` has a row while no new games begin.
OPERATOR_ACTS = (
    """CREATE TABLE operator_acts (
        id BIGINT PRIMARY KEY, at BIGINT NOT NULL, act TEXT NOT NULL, subject TEXT NOT NULL, details TEXT NOT NULL,
        reason TEXT NOT NULL)""",
    "CREATE TABLE blocks (subject TEXT PRIMARY KEY, until BIGINT NOT NULL, act BIGINT NOT NULL)",
    "CREATE TABLE games_paused (act BIGINT PRIMARY KEY, reason TEXT NOT NULL, lang TEXT NOT NULL)",
)

# Games that lack signed entries, with the head that was signed: what one machine's journal of heads misses is known to all.
# The index counts private games for figures.
SEEING = (
    "CREATE TABLE closed_games (game TEXT PRIMARY KEY, size BIGINT NOT NULL, root TEXT NOT NULL, here BIGINT NOT NULL)",
    """CREATE INDEX lobby_of_private_games ON lobby (status)
        WHERE visibility = 'private' AND forked IS NULL AND imported = 0""",
)

# Of everything up to this position, and this place in the lobby's order, nothing is still uncommitted. The background worker says
# so for standbys (`service.store.settled_row`).
SETTLED = (
    "CREATE TABLE settled (one BIGINT PRIMARY KEY, position BIGINT NOT NULL, place BIGINT NOT NULL)",
    "INSERT INTO settled (one, position, place) VALUES (1, 0, 0)",
)

MIGRATIONS = (
    *FIRST_MIGRATIONS,
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
    Migration(39, "analyses that named what was within their error", UNPROVED),
    Migration(40, "which rows changed, in one order", CHANGE_LOG),
    Migration(41, "the continuous back-up, and what operators erase", BACKUP),
    Migration(42, "the operator's acts", OPERATOR_ACTS),
    Migration(43, "games that are closed on every machine, and how many private ones there are", SEEING),
    Migration(44, "what is settled, for standbys", SETTLED),
    Migration(45, "accounts and notices", PEOPLE),
    Migration(46, "how often clauses refused actions", REFUSALS),
    Migration(47, "whose analyses they are, and their titles", STUDIES),
)
