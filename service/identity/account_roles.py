"""The roles that accounts have in games, tournaments and meetings.

Like tokens, roles of a tournament count in each of its games, and those of a meeting's referees at its tables and tournaments.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from domain.table.refusals import Refusal, Refused
from projections.cases import OPEN_CASE
from projections.paging import marks
from service.identity.caller import Party
from service.identity.credentials import opens_account
from service.identity.names import folded
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
        SELECT account_roles.account, part, role FROM parts JOIN account_roles ON account_roles.place = parts.place
            LEFT JOIN referees ON referees.place = parts.place AND dismissed > 0
                AND role = 'referee:' || CAST(number AS TEXT)
        WHERE (of_referees = 0 OR role LIKE 'referee:%') AND (dismissed IS NULL
            OR (parts.place <> part AND EXISTS (SELECT 1 FROM cases WHERE game = part AND {OPEN_CASE})))
        UNION SELECT account, place, 'invited' FROM account_invitations
            WHERE place IN ({{0}}) AND ended IS NULL AND expires_at > ?)
    SELECT hash, credentials.account, accounts.name, accounts.owner, owners.name, kind, scopes, part, role
    FROM credentials JOIN accounts ON accounts.id = credentials.account
    LEFT JOIN accounts AS owners ON owners.id = accounts.owner
    LEFT JOIN held ON held.account = credentials.account
    WHERE hash IN ({{1}}) AND expires_at > ? AND ends_at > ? AND accounts.status <> 'closed'"""
"""A referee who was dismissed from a tournament or meeting keeps the role in its games with an open case."""
SEAT_OF = "SELECT 1 FROM account_roles WHERE account = ? AND place IN ({}) AND role LIKE 'seat:%'"
FAMILY = """SELECT place, role FROM account_roles WHERE place IN ({}) AND account IN (
    SELECT id FROM accounts WHERE id = ? OR owner = ? OR id = (SELECT owner FROM accounts WHERE id = ?)
    OR owner = (SELECT owner FROM accounts WHERE id = ?))"""
NAMED = "SELECT id, name FROM accounts WHERE (id = ? OR (folded = ? AND hidden_name IS NULL)) AND status <> 'closed'"
GRANT = "INSERT INTO account_roles (account, place, role) VALUES (?, ?, ?)"
OWNER = "(SELECT owner FROM accounts WHERE id = ?)"
LOCK = "UPDATE accounts SET status = status WHERE id = ? OR owner = ?"
"""First of all, so that a seat that one of them takes meanwhile is found, or not taken (`still_open`)."""
LOCK_WITH_OWNER = f"{LOCK} OR id = {OWNER}"
IF_NOT_OPEN = f"""INSERT INTO accounts (id, opened_at, status)
    SELECT id, opened_at, status FROM accounts WHERE (id = ? OR id = {OWNER}) AND status <> 'open'"""


def parties(
    store: Store, places: Collection[str], credentials: Collection[str]
) -> Mapping[tuple[str, str], Party]:
    """The party of each valid credential of an account at each of these places, by credential and place; one query."""
    hashes = {digest(it): it for it in credentials}
    at, sql = now(), PARTIES.format(marks(places), marks(hashes))
    found: dict[tuple[str, str], Party] = {}
    for hash, account, name, owner, owner_name, kind, scopes, part, role in store.query(
        sql, (*(*places,) * 5, at, *hashes, at, at)
    ):
        limited = None if kind == "session" else frozenset(scopes.split())
        party = Party(account, name, owner, owner_name, limited)
        for place in places:
            known = found.setdefault((hashes[hash], place), party)
            if place == part:
                found[hashes[hash], place] = known._replace(roles=known.roles | {role})
    return found


def party_of(store: Store, token: str | None, place: str) -> Party | None:
    """The account of a credential; None for any other token."""
    if token is None or not opens_account(token):
        return None
    return parties(store, [place], [token]).get((token, place))


def has_seat(store: Store, account: str, places: Sequence[str]) -> bool:
    """Whether an account has a seat in one of these places."""
    return bool(store.query(SEAT_OF.format(marks(places)), (account, *places)))


def family_roles(store: Store, account: str, places: Collection[str]) -> Iterator[tuple[str, str]]:
    """The roles in these places of an account, of its owner and of their bots, who are one party; each with its place."""
    found = store.query(FAMILY.format(marks(places)), (*places, *(account,) * 4))
    return ((place, role) for place, role in found)


def account_with(store: Store, given: str) -> tuple[str, str]:
    """The id and the name of the account with this id or name; `Refused` not-found without one."""
    for id, name in store.query(NAMED, (given, folded(given))):
        return id, name
    raise Refused(Refusal.NOT_FOUND, "There is no such account.")


def owner_of(store: Store, account: str) -> str | None:
    """Whose bot it is."""
    [(owner,)] = store.query("SELECT owner FROM accounts WHERE id = ?", (account,))
    return None if owner is None else str(owner)


def grant_role(account: str, place: str, role: str) -> Statement:
    return Statement(GRANT, (account, place, role))


def still_open(account: str) -> list[Statement]:
    """For the transaction in which an account takes a seat or becomes a referee, which leaves its name there; the store raises
    `Duplicate` if the account, or a bot's owner, was closed or suspended meanwhile.
    """
    return [Statement(LOCK_WITH_OWNER, (account,) * 3), Statement(IF_NOT_OPEN, (account, account))]
