"""What an operator takes away of what strangers have written: games, tournaments, names. No log is touched.

Hidden is what can be shown again; deleted is what is gone for good. Whoever holds a token of something hidden goes on with
it; for all others it does not exist. A name that is taken away is shown as `#2`, the number of its seat, everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections import listing, statistics
from projections.tournaments import DELETED
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
"""A game, or those of a tournament, and all analyses of them, whose names are copies."""
CHANGED = "UPDATE lobby SET {change}, moving = CASE WHEN {told} THEN 1 ELSE moving END WHERE {where}"
"""Which games go to the end of the lobby is decided by what stood there before."""
MOVE = """UPDATE lobby SET moving = 0, position = moved.place, first_position = coalesce(first_position, moved.place)
    FROM ({}) AS moved WHERE moved.game = lobby.game"""
PLACES = """SELECT game, (SELECT coalesce(max(position), 0) FROM lobby) + row_number() OVER (ORDER BY position, game) AS place
    FROM lobby WHERE moving = 1"""
DRAWN = """SELECT game, kronika_place(1) AS place
    FROM (SELECT game FROM lobby WHERE moving = 1 ORDER BY position, game) AS marked"""
LAST = OrderedStatement(MOVE.format(PLACES), (), (MOVE.format(DRAWN), ()), exclusive=True)
"""Whoever follows the lobby is told: what changed goes to its end. Who comes afterwards must not be told what is gone, so nobody
else has a place meanwhile that is not settled; and who took the turn first would wait in it for players, who have their game and
wait for the turn."""
LISTED = "visibility = 'public' AND imported = 0"
TAKE_NAME = """UPDATE {table} SET hidden_name = name, name = '#' || CAST({number} AS TEXT)
    WHERE ({where}) AND hidden_name IS NULL"""
GIVE_NAME = """UPDATE {table} SET name = hidden_name, hidden_name = NULL WHERE ({where}) AND hidden_name IS NOT NULL"""
DROP_NAME = "UPDATE {table} SET hidden_name = NULL, name = '#' || CAST({number} AS TEXT) WHERE {where}"
DROP_NOTES = f"DELETE FROM notes WHERE EXISTS (SELECT 1 FROM players WHERE ({{where}}) AND {OF_SEATS})"
"""What those who sit somewhere have written there."""
HOLD_GAME = "UPDATE lobby SET hidden = hidden WHERE game = ?"
HOLD_TOURNAMENT = "UPDATE tournaments SET hidden = hidden WHERE id = ?"
NAMELESS = DROP_NAME.format(
    table="players",
    number="seat",
    where=f"game = (SELECT lobby.game FROM lobby WHERE lobby.game = ? AND lobby.hidden = {DELETED})",
)
NAMELESS_ENTRANTS = DROP_NAME.format(
    table="tournament_seats",
    number="seat",
    where=f"tournament = (SELECT id FROM tournaments WHERE id = ? AND tournaments.hidden = {DELETED})",
)
HIDDEN_IDS = """SELECT id, hidden FROM tournaments WHERE hidden > 0
    UNION ALL SELECT game, hidden FROM lobby WHERE hidden > 0 ORDER BY 1"""
HIDDEN_NAMES = """SELECT game, 'seat', seat, hidden_name FROM players WHERE hidden_name IS NOT NULL
    UNION SELECT game, 'seat', seat, hidden_name FROM former_players WHERE hidden_name IS NOT NULL
    UNION SELECT tournament, 'seat', seat, hidden_name FROM tournament_seats WHERE hidden_name IS NOT NULL
    UNION SELECT place, 'referee', number, hidden_name FROM referees WHERE hidden_name IS NOT NULL ORDER BY 1, 2, 3, 4"""


REFEREE = ("place", "number")
"""Where a referee is appointed, and as which one."""


class Part(NamedTuple):
    """Rows of a table: those that `where` is true of. `id` and `number` are columns: where somebody is, and as which one."""

    table: str
    where: str
    params: tuple[object, ...]
    id: str = "game"
    number: str = "seat"

    def statement(self, sql: str) -> Statement:
        return Statement(sql.format(table=self.table, where=self.where, number=self.number), self.params)


class Names(NamedTuple):
    """Names that were written by strangers: of those who sit, of those who sat, of whole tournaments, and of referees."""

    sitting: Part
    former: Part
    entered: Part
    refereeing: Part

    def found(self, store: Store) -> list[tuple[str, str, int, str]]:
        """Game or tournament, "seat" or "referee", which one, and the name, as it is shown now or was before it was hidden."""
        rows = set()
        for table, where, params, id, number in self:
            kind = "seat" if number == "seat" else "referee"
            sql = f"SELECT {id}, '{kind}', {number}, coalesce(hidden_name, name) FROM {table} WHERE {where}"
            rows.update(store.query(sql, params))
        return sorted(rows)

    def hidden(self, store: Store) -> bool:
        """Whether any of them is hidden."""
        sql = "SELECT 1 FROM {table} WHERE ({where}) AND hidden_name IS NOT NULL"
        return any(store.query(*part.statement(sql)) for part in self)


def spelled(name: str) -> Names:
    """Everybody of exactly this name, hidden or not, wherever he sits, sat or referees."""
    where, params = "(name = ? AND hidden_name IS NULL) OR hidden_name = ?", (normalized(name),) * 2
    return Names(
        Part("players", where, params),
        Part("former_players", where, params),
        Part("tournament_seats", where, params, "tournament"),
        Part("referees", where, params, *REFEREE),
    )


def seated_at(id: str, seat: int) -> Names:
    """Everybody who sits or sat at a seat of a game, or of a tournament and so of all of its games; in analyses, too."""
    where = f"game IN {WITH_ANALYSES} AND seat = ?"
    return Names(
        Part("players", where, (id, id, seat)),
        Part("former_players", where, (id, id, seat)),
        Part("tournament_seats", "tournament = ? AND seat = ?", (id, seat), "tournament"),
        Part("referees", "1 = 0", (), *REFEREE),
    )


def everybody_of(id: str) -> Names:
    """Everybody who sits or sat in a game, or in a tournament and so in all of its games; in analyses, too; and referees."""
    where = f"game IN {WITH_ANALYSES}"
    return Names(
        Part("players", where, (id, id)),
        Part("former_players", where, (id, id)),
        Part("tournament_seats", "tournament = ?", (id,), "tournament"),
        Part("referees", "place = ? AND name IS NOT NULL", (id,), *REFEREE),
    )


def hide_names(store: Store, names: Names) -> None:
    _write(store, _renaming(names, TAKE_NAME))


def show_names(store: Store, names: Names) -> None:
    """Those that are hidden, as they were."""
    _write(store, _renaming(names, GIVE_NAME))


def delete_names(store: Store, names: Names) -> None:
    """For good: they are nowhere in the database any more, and what was written under them on games neither."""
    _write(store, [names.sitting.statement(DROP_NOTES), *_renaming(names, DROP_NAME)])


def _write(store: Store, statements: Sequence[Statement]) -> None:
    """In one transaction, at the end of which the games that are told of take their places."""
    store.append("", [], [*statements, LAST])


def _renaming(names: Names, sql: str) -> list[Statement]:
    """First everybody who has such a game in memory is made to read it anew, then the names go."""
    games = " UNION ".join(f"SELECT game FROM {part.table} WHERE {part.where}" for part in names[:2])
    told = f"({LISTED} AND hidden = 0)"
    noticed = CHANGED.format(change="renamed = renamed + 1", told=told, where=f"game IN ({games})")
    params = (*names.sitting.params, *names.former.params)
    return [Statement(noticed, params), *(part.statement(sql) for part in names)]


def sitting_in(game: str, rows: Sequence[Statement]) -> list[Statement]:
    """Rows that write a name into a game, and leave none there if the game is deleted at this moment.

    Of two writers at once one comes later: whoever deletes finds the name, or whoever writes it finds the game deleted.
    """
    return [Statement(HOLD_GAME, (game,)), *rows, Statement(NAMELESS, (game,))]


def entering(tournament: str, rows: Sequence[Statement]) -> list[Statement]:
    """The same for a tournament."""
    held, nameless = Statement(HOLD_TOURNAMENT, (tournament,)), Statement(NAMELESS_ENTRANTS, (tournament,))
    return [held, *rows, nameless]


def exists(store: Store, id: str) -> bool:
    """Whether there is a game or a tournament of this id."""
    return bool(store.version(id) or store.query("SELECT 1 FROM tournaments WHERE id = ?", (id,)))


def deleted(store: Store, id: str) -> bool:
    return (id, DELETED) in store.query(HIDDEN_IDS)


def hidden(store: Store, id: str) -> bool:
    """Whether it can be shown again; of a tournament, it or any of its games."""
    sql = f"""SELECT 1 FROM tournaments WHERE id = ? AND hidden = 1
        UNION SELECT 1 FROM lobby WHERE (game = ? OR game IN {OF_TOURNAMENT}) AND hidden = 1"""
    return bool(store.query(sql, (id, id, id)))


def hide(store: Store, id: str) -> None:
    """A game, or a tournament with all of its games, those to come included."""
    _write(store, _marking(id, 1, "hidden = 0"))


def show(store: Store, id: str) -> None:
    """What is hidden, as it was: of a tournament all games that have not been deleted."""
    _write(store, _marking(id, 0, "hidden = 1"))


def delete(store: Store, id: str) -> None:
    """For good: hidden, without names, texts, folds and analysis, and no token, invitation or code opens it. The log stays."""
    gone = [
        "DELETE FROM invitation_uses WHERE hash IN (SELECT hash FROM invitations WHERE {where})",
        "DELETE FROM invitations WHERE {where}",
        "DELETE FROM tokens WHERE {where}",
        "DELETE FROM notes WHERE {where}",
        "DELETE FROM game_analyses WHERE {where}",
        *(f"DELETE FROM {table} WHERE {{where}}" for table in snapshots.TABLES),
    ]
    where = f"game = ? OR game IN {OF_TOURNAMENT}"
    beside = [Statement(sql.format(where=where), (id, id)) for sql in gone]
    beside += erase_where(f"case_texts.game = ? OR case_texts.game IN {OF_TOURNAMENT}", (id, id))
    names = [*_renaming(everybody_of(id), DROP_NAME), Statement(DISMISS_ALL, (id,))]
    _write(store, [*_marking(id, DELETED, f"hidden < {DELETED}"), *names, *beside])


def _marking(id: str, mark: int, only: str) -> Sequence[Statement]:
    where = f"(game = ? OR game IN {OF_TOURNAMENT}) AND {only}"
    told = f"({LISTED} AND (hidden = 0 OR {mark} = 0))"
    games = CHANGED.format(change=f"hidden = {mark}", told=told, where=where)
    tournament = f"UPDATE tournaments SET hidden = {mark} WHERE id = ? AND {only}"
    counted = [
        Statement(*sql)
        for kept in (listing, statistics)
        for sql in kept.shown_or_not(f"game = ? OR game IN {OF_TOURNAMENT}", (id, id))
    ]
    return [Statement(tournament, (id,)), Statement(games, (id, id)), *counted]
