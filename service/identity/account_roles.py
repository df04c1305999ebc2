"""The roles that accounts have in games, tournaments and meetings.

Like tokens, roles of a tournament count in each of its games, and those of a meeting's referees at its tables and tournaments.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from projections.cases import OPEN_CASE
from projections.paging import marks
from service.identity.caller import Party
from service.identity.tokens import digest
from service.store import Statement, Store
from service.system.clock import now

PARTIES = f"""WITH parts (place, part, of_referees) AS (
        SELECT place, place, 0 FROM account_roles WHERE place IN ({{0}})
        UNION SELECT tournament, game, 0 FROM tournament_games JOIN tournaments ON id = tournament
            WHERE game IN ({{0}}) AND hidden < 2
        UNION SELECT meeting, game, 1 FROM meeting_games WHERE game IN ({{0}})
        UNION SELECT meeting, id, 1 FROM tournaments WHERE id IN ({{0}}) AND meeting IS NOT NULL AND hidden < 2),
    held (account, part, role) AS (
        SELECT account, part, role FROM parts JOIN account_roles ON account_roles.place = parts.place
            LEFT JOIN referees ON referees.place = parts.place AND dismissed > 0
                AND role = 'referee:' || CAST(number AS TEXT)
        WHERE (of_referees = 0 OR role LIKE 'referee:%') AND (dismissed IS NULL
            OR (parts.place <> part AND EXISTS (SELECT 1 FROM cases WHERE game = part AND {OPEN_CASE})))
        UNION SELECT account, place, 'invited' FROM account_invitations
            WHERE place IN ({{0}}) AND ended IS NULL AND expires_at > ?)
    SELECT hash, credentials.account, name, owner, status, kind, scopes, part, role
    FROM credentials JOIN accounts ON accounts.id = credentials.account
    LEFT JOIN held ON held.account = credentials.account
    WHERE hash IN ({{1}}) AND expires_at > ? AND ends_at > ? AND status <> 'closed'"""
"""A referee who was dismissed from a tournament or meeting keeps the role in its games with an open case."""
GRANT = "INSERT INTO account_roles (account, place, role) VALUES (?, ?, ?)"


def parties(
    store: Store, places: Collection[str], credentials: Collection[str]
) -> Mapping[tuple[str, str], Party]:
    """The party of each valid credential of an account at each of these places, by credential and place; one query."""
    hashes = {digest(it): it for it in credentials}
    at, sql = now(), PARTIES.format(marks(places), marks(hashes))
    found: dict[tuple[str, str], Party] = {}
    for hash, account, name, owner, status, kind, scopes, part, role in store.query(
        sql, (*(*places,) * 5, at, *hashes, at, at)
    ):
        limited = None if kind == "session" else frozenset(scopes.split())
        party = Party(account, name, owner, status == "suspended", limited)
        for place in places:
            known = found.setdefault((hashes[hash], place), party)
            if place == part:
                found[hashes[hash], place] = known._replace(roles=known.roles | {role})
    return found


def grant_role(account: str, place: str, role: str) -> Statement:
    return Statement(GRANT, (account, place, role))
