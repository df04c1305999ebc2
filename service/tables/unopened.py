"""Tournaments with a clock whose seeds are not opened in time: they create no game, and end abandoned.

The time counts from when the service serves the proof that all seats are taken (`clock.start`), and anew after an outage.
"""

from __future__ import annotations

import orjson

from domain.table.refusals import Refusal, Refused
from projections import tournaments
from projections.tournaments import Tournament, news
from service.log.repository import Repository
from service.store import Statement

PROVED = "SELECT tournament, at FROM proved_tournaments"
FORGET = "DELETE FROM proved_tournaments WHERE tournament = ?"
ABANDON = """UPDATE tournaments SET abandoned = 1 WHERE id = ? AND EXISTS (SELECT 1 FROM tournament_seats
    WHERE tournament = tournaments.id AND seed_commitment IS NOT NULL AND seed IS NULL)"""
"""Of a last seed and the end of the time, what is committed first counts."""


def abandon_unopened(repository: Repository) -> None:
    """Abandon the tournaments whose time to open seeds is over, and forget those that no longer wait."""
    for id, proved in repository.store.query(PROVED):
        tournament = tournaments.load(repository.store.query, id)
        if tournament is None or not tournament.to_reveal or (within := _start_within(tournament)) is None:
            repository.store.append("", [], [Statement(FORGET, (id,))])
        elif repository.presence.now() >= max(proved, repository.presence.latest) + within:
            rows = [Statement(ABANDON, (id,)), Statement(FORGET, (id,)), Statement(*news(id, "abandoned"))]
            repository.store.append("", [], rows)


def check_opened_in_time(repository: Repository, tournament: Tournament) -> None:
    """`Refused` clock.start for a seed after the time to open it."""
    abandon_unopened(repository)
    if tournament.abandoned or _is_abandoned(repository, tournament):
        detail = "The time to open seeds is over, and the tournament has ended without a game."
        raise Refused(Refusal.ILLEGAL_ACTION, detail, rule="clock.start", version=0)


def _is_abandoned(repository: Repository, tournament: Tournament) -> bool:
    again = tournaments.load(repository.store.query, tournament.id)
    return again is not None and again.abandoned


def _start_within(tournament: Tournament) -> int | None:
    """For how many milliseconds seeds may be opened; None without a clock."""
    clock = orjson.loads(tournament.terms).get("clock")
    return None if clock is None else 1000 * int(clock["start_within"])
