"""The recipients of what happens in games: the accounts that have a part there now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from projections.notices import Kind, Occurrence
from projections.paging import marks
from service.accounts.notices.hook_following import (
    ANY_HOOKS,
    HookFollowing,
    hooks_of_accounts,
    hooks_of_games,
)
from service.accounts.notices.writing import account
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
    """The recipients that have a part in a game, by their part, and the hooks that follow it or one of them."""

    seats: Mapping[int, frozenset[str]]
    organisers: frozenset[str]
    referees: frozenset[str]
    hooks: Sequence[HookFollowing] = ()

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
    addressed = _ADDRESSED[occurrence.kind](audience, occurrence.seat)
    return addressed.union(
        hook.recipient for hook in audience.hooks if hook.follows(occurrence.kind, addressed)
    )


def with_hooks(
    store: Store, games: Collection[str], begun: Collection[str], found: Mapping[str, Audience]
) -> dict[str, Audience]:
    """The audiences of these games with their hooks, and those of games that only hooks follow. `begun`: those that begin now."""
    if not games or not store.query(ANY_HOOKS):
        return dict(found)
    of_games: dict[str, list[HookFollowing]] = {}
    for game, hook in hooks_of_games(store, games, begun):
        of_games.setdefault(game, []).append(hook)
    accounts = {who for audience in found.values() for who in _accounts(audience)}
    of_accounts = hooks_of_accounts(store, accounts)
    together: dict[str, Audience] = {}
    for game in {*found, *of_games}:
        audience = found.get(game, NOBODY)
        own = [hook for who in _accounts(audience) for hook in of_accounts.get(who, ())]
        if hooks := [*of_games.get(game, ()), *own]:
            audience = audience._replace(hooks=hooks)
        together[game] = audience
    return together


NOBODY = Audience({}, frozenset(), frozenset())


def _accounts(audience: Audience) -> frozenset[str]:
    return audience.players | audience.organisers | audience.referees


def _audience(roles: Mapping[str, set[str]]) -> Audience:
    seats = {int(role[5:]): frozenset(who) for role, who in roles.items() if role.startswith("seat:")}
    referees = frozenset[str]().union(*(who for role, who in roles.items() if role.startswith("referee:")))
    return Audience(seats, frozenset(roles.get("organiser", ())), referees)
