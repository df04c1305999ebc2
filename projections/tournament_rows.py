"""Tournaments as rows of data sets: a row for each side, in the order of the standings."""

from __future__ import annotations

from collections.abc import Iterator

from projections.dataset import TournamentRow
from projections.tournaments import Tournament, document


def tournament_rows(tournament: Tournament) -> Iterator[TournamentRow]:
    """The standings of a tournament, once they are final."""
    said = document(tournament, "spectator", ())
    if said.winners is None:
        return
    for line in said.standings:
        yield TournamentRow(
            tournament=said.id,
            ruleset=said.ruleset,
            seats=len(said.seats),
            games=said.games_total,
            created_at=said.created_at,
            place=line.place,
            side=line.side,
            side_seats=line.seats,
            points=line.points,
            wins=line.wins,
        )
