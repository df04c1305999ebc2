"""Moderation: an operator hides or deletes games, tournaments, meetings and names. Logs do not change.

What is hidden can be restored; deletion is final. Holders of a token can continue to use something hidden; for all others it
does not exist. A removed name is displayed everywhere as `#2`, the number of its seat, or `somebody`, for an account.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from projections import account_games, listing, statistics
from projections.tournaments import DELETED
from service.identity import erasures
from service.identity.referees import DISMISS_ALL
from service.log import snapshots
from service.log.case_texts import erase_where
from service.log.notes import OF_SEATS
from service.store import OrderedStatement, Statement, Store
from service.system.texts import normalized

OF_TOURNAMENT = "(SELECT game FROM tournament_games WHERE tournament = ?)"
WITH_ANALYSES = """(WITH RECURSIVE part(game) AS (
    SELECT CAST(? AS TEXT) UNION SELECT game FROM tournament_games WHERE tournament = ?
    UNION SELECT lobby.game FROM lobby JOIN part ON lobby.forked = part.game) SELECT game FROM part)"""
"""A game or the games of a tournament, and all their analyses, which copy the names."""
CHANGED = "UPDATE lobby SET {change}, moving = CASE WHEN {listed} THEN 1 ELSE moving END WHERE {where}"
"""Whether a game moves to the end of the lobby depends on the row before the update."""
MOVE = """UPDATE lobby SET moving = 0, position = moved.place, first_position = coalesce(first_position, moved.place)
    FROM ({}) AS moved WHERE moved.game = lobby.game"""
PLACES = """SELECT game, (SELECT coalesce(max(position), 0) FROM lobby) + row_number() OVER (ORDER BY position, game) AS place
    FROM lobby WHERE moving = 1"""
SEQUENCE_PLACES = """SELECT game, kronika_place(1) AS place
    FROM (SELECT game FROM lobby WHERE moving = 1 ORDER BY position, game) AS marked"""
REPOSITION = OrderedStatement(MOVE.format(PLACES), (), (MOVE.format(SEQUENCE_PLACES), ()), exclusive=True)
"""Moves changed games to the end of the lobby, so that followers get the change. A client that connects later must not receive
removed games, so no other writer may hold an unsettled position meanwhile. The lock is taken last: a transaction that took it
first would wait in it for players who hold their game and wait for the lock."""
TAKE_PLACE = OrderedStatement(
    "UPDATE lobby SET moving = 0 WHERE moving = 1", (), ("SELECT kronika_place(1)", ())
)
"""Also where nothing moves: a standby may not show a list before it has this place, and with it the change. SQLite has no
standbys, and nothing is left to move there."""
LISTED = "visibility = 'public' AND imported = 0"
HIDE_NAME = """UPDATE {table} SET hidden_name = name, name = {stand_in}
    WHERE ({where}) AND hidden_name IS NULL"""
RESTORE_NAME = """UPDATE {table} SET name = hidden_name, hidden_name = NULL WHERE ({where}) AND hidden_name IS NOT NULL"""
DELETE_NAME = "UPDATE {table} SET hidden_name = NULL, name = {stand_in} WHERE {where}"
SEAT = "'#' || CAST(seat AS TEXT)"
SOMEBODY = "somebody"
"""Who had an account that is closed, and an account without a name."""
FORGET_FOLDED = "UPDATE accounts SET folded = NULL WHERE {where}"
DELETE_NOTES = f"DELETE FROM notes WHERE EXISTS (SELECT 1 FROM players WHERE ({{where}}) AND {OF_SEATS})"
"""Deletes the notes that the named players wrote in their games."""
LOCK_GAME = "UPDATE lobby SET hidden = hidden WHERE game = ?"
LOCK_TOURNAMENT = "UPDATE tournaments SET hidden = hidden WHERE id = ?"
TELL_DELETED = """INSERT INTO tournament_news (tournament, what) SELECT id, 'deleted' FROM tournaments WHERE id = ?
    ON CONFLICT (tournament, what) DO NOTHING"""
"""Queues the end of a deleted tournament for the log of logs."""
UNNAME_PLAYERS = DELETE_NAME.format(
    table="players",
    stand_in=SEAT,
    where=f"game = (SELECT lobby.game FROM lobby WHERE lobby.game = ? AND lobby.hidden = {DELETED})",
)
UNNAME_ENTRANTS = DELETE_NAME.format(
    table="tournament_seats",
    stand_in=SEAT,
    where=f"tournament = (SELECT id FROM tournaments WHERE id = ? AND tournaments.hidden = {DELETED})",
)
UNNAME_MEETING = "UPDATE meetings SET name = '#' WHERE id = ?"
HIDDEN_IDS = """SELECT id, hidden FROM tournaments WHERE hidden > 0
    UNION ALL SELECT id, hidden FROM meetings WHERE hidden > 0
    UNION ALL SELECT game, hidden FROM lobby WHERE hidden > 0 ORDER BY 1"""
HIDDEN_NAMES = """SELECT game, 'seat', seat, hidden_name FROM players WHERE hidden_name IS NOT NULL
    UNION SELECT game, 'seat', seat, hidden_name FROM former_players WHERE hidden_name IS NOT NULL
    UNION SELECT tournament, 'seat', seat, hidden_name FROM tournament_seats WHERE hidden_name IS NOT NULL
    UNION SELECT place, 'referee', number, hidden_name FROM referees WHERE hidden_name IS NOT NULL
    UNION SELECT id, 'account', 0, hidden_name FROM accounts WHERE hidden_name IS NOT NULL ORDER BY 1, 2, 3, 4"""


REFEREE = ("place", "number")
"""The columns for the place and the number of a referee."""
ACCOUNT = ("id", "0")
"""An account is its own place, without a number."""
OF_ACCOUNTS = (
    """SELECT game FROM account_games WHERE account IN (SELECT accounts.id FROM accounts WHERE {where})"""
)
"""The games in which these accounts have seats, and stand under the name that they have now."""
KINDS = {"seat": "seat", "number": "referee", "0": "account"}


class Part(NamedTuple):
    """The rows of a table for which `where` is true. The columns `id` and `number` identify the place and the seat or referee."""

    table: str
    where: str
    params: tuple[object, ...]
    id: str = "game"
    number: str = "seat"

    @property
    def kind(self) -> str:
        """What holds the name: a seat, a referee or an account."""
        return KINDS[self.number]

    def statement(self, sql: str) -> Statement:
        stand_in = f"'{SOMEBODY}'" if self.kind == "account" else f"'#' || CAST({self.number} AS TEXT)"
        return Statement(sql.format(table=self.table, where=self.where, stand_in=stand_in), self.params)


class Names(NamedTuple):
    """Names entered by users: of current players, former players, tournament entrants, referees and accounts.

    `key`: what they are called in the list of erasures, given the store.
    """

    players: Part
    former: Part
    entrants: Part
    referees: Part
    key: Callable[[Store], str]
    accounts: Part = Part("accounts", "1 = 0", (), *ACCOUNT)

    @property
    def parts(self) -> Sequence[Part]:
        return (self.players, self.former, self.entrants, self.referees, self.accounts)

    def found(self, store: Store) -> list[tuple[str, str, int, str]]:
        """Game or tournament, "seat" or "referee", number, and the name as displayed now or before it was hidden."""
        rows = set()
        for part in self.parts:
            what = f"{part.id}, '{part.kind}', {part.number}, coalesce(hidden_name, name)"
            rows.update(store.query(f"SELECT {what} FROM {part.table} WHERE {part.where}", part.params))
        return sorted(rows)

    def hidden(self, store: Store) -> bool:
        """Whether any of them is hidden."""
        sql = "SELECT 1 FROM {table} WHERE ({where}) AND hidden_name IS NOT NULL"
        return any(store.query(*part.statement(sql)) for part in self.parts)


def names_spelled(name: str) -> Names:
    """Everybody with exactly this name, hidden or not, wherever they play, played or referee."""
    spelled = normalized(name)
    where, params = "(name = ? AND hidden_name IS NULL) OR hidden_name = ?", (spelled,) * 2
    return Names(
        Part("players", where, params),
        Part("former_players", where, params),
        Part("tournament_seats", where, params, "tournament"),
        Part("referees", where, params, *REFEREE),
        lambda store: erasures.name_key(store, spelled),
        Part("accounts", where, params, *ACCOUNT),
    )


def names_at_seat(id: str, seat: int) -> Names:
    """Everybody who has or had a seat of a game, or of a tournament and so of all its games, including analyses."""
    where = f"game IN {WITH_ANALYSES} AND seat = ?"
    return Names(
        Part("players", where, (id, id, seat)),
        Part("former_players", where, (id, id, seat)),
        Part("tournament_seats", "tournament = ? AND seat = ?", (id, seat), "tournament"),
        Part("referees", "1 = 0", (), *REFEREE),
        lambda store: erasures.seat_key(id, seat),
    )


def names_in(id: str) -> Names:
    """All players and referees, current and former, of a game, or of a tournament and all its games, including analyses."""
    where = f"game IN {WITH_ANALYSES}"
    return Names(
        Part("players", where, (id, id)),
        Part("former_players", where, (id, id)),
        Part("tournament_seats", "tournament = ?", (id,), "tournament"),
        Part("referees", "place = ? AND name IS NOT NULL", (id,), *REFEREE),
        lambda store: erasures.id_key(id),
    )


def hide_names(store: Store, names: Names) -> None:
    write(store, erasures.HIDE, names.key(store), name_changes(names, HIDE_NAME))


def show_names(store: Store, names: Names) -> None:
    """Restore hidden names."""
    write(store, erasures.SHOW, names.key(store), name_changes(names, RESTORE_NAME))


def delete_names(store: Store, names: Names) -> None:
    """Delete names from the database for good, with the notes written under them."""
    forgotten = (names.players.statement(DELETE_NOTES), names.accounts.statement(FORGET_FOLDED))
    changes = [*forgotten, *name_changes(names, DELETE_NAME)]
    write(store, erasures.DELETE, names.key(store), changes)


def write(store: Store, word: str, key: str, statements: Sequence[Statement]) -> None:
    """Write in one transaction, at the end of which changed games get their new lobby positions."""
    store.append("", [], [erasures.recorded(word, key), *statements, REPOSITION, TAKE_PLACE])


def name_changes(names: Names, sql: str) -> list[Statement]:
    """First a marker that makes every process reload these games, then the changes of the names."""
    games = " UNION ".join(
        [
            *(f"SELECT game FROM {part.table} WHERE {part.where}" for part in names[:2]),
            OF_ACCOUNTS.format(where=names.accounts.where),
        ]
    )
    listed = f"({LISTED} AND hidden = 0)"
    renamed = CHANGED.format(change="renamed = renamed + 1", listed=listed, where=f"game IN ({games})")
    params = (*names.players.params, *names.former.params, *names.accounts.params)
    return [Statement(renamed, params), *(part.statement(sql) for part in names.parts)]


def guarded_player_rows(game: str, rows: Sequence[Statement]) -> list[Statement]:
    """Rows that write a name into a game, guarded so that no name remains if the game is deleted concurrently.

    Of two concurrent writers one is later: either the deletion finds the name, or the writer finds the game deleted.
    """
    return [Statement(LOCK_GAME, (game,)), *rows, Statement(UNNAME_PLAYERS, (game,))]


def guarded_entrant_rows(tournament: str, rows: Sequence[Statement]) -> list[Statement]:
    """The same for a tournament."""
    lock, nameless = Statement(LOCK_TOURNAMENT, (tournament,)), Statement(UNNAME_ENTRANTS, (tournament,))
    return [lock, *rows, nameless]


def exists(store: Store, id: str) -> bool:
    """Whether a game, tournament or meeting with this id exists."""
    of_games = "SELECT 1 FROM tournaments WHERE id = ? UNION ALL SELECT 1 FROM meetings WHERE id = ?"
    return bool(store.version(id) or store.query(of_games, (id, id)))


def deleted(store: Store, id: str) -> bool:
    return (id, DELETED) in store.query(HIDDEN_IDS)


def hidden(store: Store, id: str) -> bool:
    """Whether it can be restored; of a tournament, the tournament itself or any of its games."""
    sql = f"""SELECT 1 FROM tournaments WHERE id = ? AND hidden = 1
        UNION SELECT 1 FROM meetings WHERE id = ? AND hidden = 1
        UNION SELECT 1 FROM lobby WHERE (game = ? OR game IN {OF_TOURNAMENT}) AND hidden = 1"""
    return bool(store.query(sql, (id,) * 4))


def hide(store: Store, id: str) -> None:
    """Hide a game, a meeting without its tables, or a tournament with all its games, including future ones."""
    write(store, erasures.HIDE, erasures.id_key(id), _visibility_changes(id, 1, "hidden = 0"))


def show(store: Store, id: str) -> None:
    """Restore what is hidden; of a tournament, all games that have not been deleted."""
    write(store, erasures.SHOW, erasures.id_key(id), _visibility_changes(id, 0, "hidden = 1"))


def delete(store: Store, id: str) -> None:
    """Delete for good: names, texts, snapshots, analysis, tokens, invitations and codes. Only the log remains, hidden."""
    gone = [
        "DELETE FROM invitation_uses WHERE hash IN (SELECT hash FROM invitations WHERE {where})",
        "DELETE FROM invitations WHERE {where}",
        "DELETE FROM tokens WHERE {where}",
        "DELETE FROM notes WHERE {where}",
        "DELETE FROM studies WHERE {where}",
        "DELETE FROM game_analyses WHERE {where}",
        "DELETE FROM account_games WHERE {where}",
        "DELETE FROM account_seats WHERE {where}",
        *(f"DELETE FROM {table} WHERE {{where}}" for table in snapshots.TABLES),
    ]
    where = f"game = ? OR game IN {OF_TOURNAMENT}"
    statements = [Statement(sql.format(where=where), (id, id)) for sql in gone]
    statements += [
        Statement(f"DELETE FROM {table} WHERE place = ? OR place IN {OF_TOURNAMENT}", (id, id))
        for table in ("account_roles", "account_invitations")
    ]
    statements += erase_where(f"case_texts.game = ? OR case_texts.game IN {OF_TOURNAMENT}", (id, id))
    names = [
        *name_changes(names_in(id), DELETE_NAME),
        Statement(DISMISS_ALL, (id,)),
        Statement(UNNAME_MEETING, (id,)),
        Statement(TELL_DELETED, (id,)),
    ]
    hidden = _visibility_changes(id, DELETED, f"hidden < {DELETED}")
    write(store, erasures.DELETE, erasures.id_key(id), [*hidden, *names, *statements])


def _visibility_changes(id: str, mark: int, only: str) -> Sequence[Statement]:
    where = f"(game = ? OR game IN {OF_TOURNAMENT}) AND {only}"
    listed = f"({LISTED} AND (hidden = 0 OR {mark} = 0))"
    games = CHANGED.format(change=f"hidden = {mark}", listed=listed, where=where)
    wholes = [
        Statement(f"UPDATE {table} SET hidden = {mark} WHERE id = ? AND {only}", (id,))
        for table in ("tournaments", "meetings")
    ]
    counted = [
        Statement(*sql)
        for projection in (listing, statistics, account_games)
        for sql in projection.visibility_rows(f"game = ? OR game IN {OF_TOURNAMENT}", (id, id))
    ]
    return [*wholes, Statement(games, (id, id)), *counted]
