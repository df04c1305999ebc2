"""The recipients of what happens in games: the accounts that have a part there now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from projections.notices import Kind, Occurrence
from projections.paging import marks
from service.notices.writing import account
from service.store import Store

ROLES = """WITH held (game, place, account, role) AS (
        SELECT place, place, account, role FROM account_roles WHERE place IN ({0})
        UNION SELECT game, place, account, role FROM tournament_games JOIN account_roles ON place = tournament
            WHERE game IN ({0})
        UNION SELECT game, place, account, role FROM meeting_games JOIN account_roles ON place = meeting
            WHERE game IN ({0}) AND role LIKE 'referee:%'
        UNION SELECT game, place, account, role FROM tournament_games JOIN tournaments ON id = tournament
            JOIN account_roles ON place = meeting WHERE game IN ({0}) AND role LIKE 'referee:%')
    SELECT game, held.account, role FROM held LEFT JOIN referees ON referees.place = held.place AND dismissed > 0
        AND role = 'referee:' || CAST(number AS TEXT) WHERE dismissed IS NULL"""
"""Roles in games; in their tournaments, whose roles hold in each game; and of the referees of their meetings. Without referees
who were dismissed.
"""


class Audience(NamedTuple):
    """The recipients that have a part in a game, by their part."""

    seats: Mapping[int, frozenset[str]]
    organisers: frozenset[str]
    referees: frozenset[str]

    @property
    def players(self) -> frozenset[str]:
        return frozenset().union(*self.seats.values())


_ADDRESSED: Mapping[Kind, Callable[[Audience, int], frozenset[str]]] = {
    "your-turn": lambda audience, seat: audience.seats.get(seat, frozenset()),
    "undo-asked": lambda audience, seat: audience.seats.get(seat, frozenset()),
    "clock-low": lambda audience, seat: audience.seats.get(seat, frozenset()),
    "game-started": lambda audience, _: audience.players | audience.organisers,
    "game-over": lambda audience, _: audience.players | audience.organisers,
    "seat-free": lambda audience, _: audience.organisers,
    "case-opened": lambda audience, _: audience.players | audience.referees,
    "ruling": lambda audience, _: audience.players | audience.referees,
}


def audiences(store: Store, games: Collection[str]) -> dict[str, Audience]:
    """The audience of each of these games (a few hundred at most); games without any are left out. One query."""
    parts: dict[str, dict[str, set[str]]] = {}
    for game, id, role in store.query(ROLES.format(marks(games)), (*games,) * 4) if games else ():
        parts.setdefault(game, {}).setdefault(role, set()).add(account(id))
    return {game: _audience(roles) for game, roles in parts.items()}


def recipients_of(audience: Audience, occurrence: Occurrence) -> frozenset[str]:
    """The recipients that are notified of an occurrence in their game."""
    return _ADDRESSED[occurrence.kind](audience, occurrence.seat)


def _audience(roles: Mapping[str, set[str]]) -> Audience:
    seats = {int(role[5:]): frozenset(who) for role, who in roles.items() if role.startswith("seat:")}
    referees = frozenset[str]().union(*(who for role, who in roles.items() if role.startswith("referee:")))
    return Audience(seats, frozenset(roles.get("organiser", ())), referees)
