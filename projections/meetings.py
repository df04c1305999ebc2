"""Meetings for readers: their tables and tournaments. The row of a table is written in the transaction of its first entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from projections import lobby, tournaments
from projections.commit import Commit, Sql
from projections.documents.disputes import RefereeListed
from projections.documents.meetings import MeetingDocument
from projections.paging import Query
from projections.people import rfc3339

SELECT = "SELECT id, created_at, name, hidden FROM meetings WHERE id = ?"
ADD_TABLE = "INSERT INTO meeting_games (game, meeting, created_at, tournament) VALUES (?, ?, ?, ?)"
TABLES = """SELECT lobby.game FROM meeting_games JOIN lobby ON lobby.game = meeting_games.game
    WHERE meeting = ? AND tournament IS NULL AND hidden = 0{seen}
    ORDER BY meeting_games.created_at DESC, lobby.game DESC"""
TOURNAMENTS = "meeting = ? AND hidden = 0{seen} ORDER BY created_at DESC, id DESC"
PUBLIC = " AND visibility = 'public'"


class Meeting(NamedTuple):
    """A meeting. Everybody may see it, but its private tables only their players and its referees. Times in milliseconds.

    `hidden` is 0, 1 if hidden by the operator, 2 if deleted.
    """

    id: str
    created_at: int
    name: str
    hidden: int

    @property
    def closed(self) -> bool:
        """Whether it does not exist for callers without a token for it."""
        return bool(self.hidden)


def rows_for(commit: Commit) -> list[Sql]:
    """The inline projection."""
    setup = commit.table.setup
    if setup.meeting is None or commit.imported or commit.events < commit.table.version:
        return []
    tournament = None if setup.tournament is None else setup.tournament.id
    return [(ADD_TABLE, (setup.game, setup.meeting, commit.at, tournament))]


def load(query: Query, id: str) -> Meeting | None:
    found = query(SELECT, (id,))
    return Meeting(*found[0]) if found else None


def document(
    query: Query, meeting: Meeting, referees: Sequence[RefereeListed], private: bool, viewer: str
) -> MeetingDocument:
    """`private`: with its private tables and tournaments. `viewer` is the reader's role."""
    seen = "" if private else PUBLIC
    games = [game for (game,) in query(TABLES.format(seen=seen), (meeting.id,))]
    return MeetingDocument(
        id=meeting.id,
        name=meeting.name,
        created_at=rfc3339(meeting.created_at),
        referees=tuple(referees),
        tables=tuple(lobby.summaries_of(query, games)),
        tournaments=tuple(tournaments.summaries(query, (TOURNAMENTS.format(seen=seen), (meeting.id,)))),
        viewer=viewer,
    )
