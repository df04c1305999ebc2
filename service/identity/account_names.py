"""The names of accounts: their form, and that no two look alike.

The table `account_names` holds the two keys of each name, as HMACs, so that a copy of the database tells nothing about names of
the past. They stay reserved for a while after the account was renamed or closed.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import NamedTuple

from domain.table.refusals import Refusal, Refused, malformed
from service.identity import unicode_tables
from service.identity.names import IGNORED, folded, is_label, keys_of
from service.store import Statement, Store
from service.system.clock import DAY, now

RESERVED = 90 * DAY
"""For how long nobody else gets the name that an account had."""
WORDS = ("guest", "somebody", "kronika", "organiser", "referee", "table")
POLISH_WORDS = ("gość", "ktoś", "organizator", "sędzia", "stół")
FORM = re.compile("(?:(?:LM*|D)+[ _-])*(?:LM*|D)+")
KINDS = {"L": "L", "Mn": "M", "Mc": "M", "Nd": "D"}
"""What the letters of `FORM` stand for: Unicode's categories."""
SHORTEST, LONGEST = 2, 24
BAD_FORM = (
    f"A name has {SHORTEST} to {LONGEST} characters: letters of any script, with marks after them, and digits; between them "
    "single spaces, hyphens and underscores."
)
TAKEN = (
    "This name is taken or reserved, or looks too much like one that is. Choose another one; upper and lower case do not "
    "count."
)
BY_NAME = "SELECT id FROM accounts WHERE folded = ? AND status <> 'closed'"
TAKEN_BY = "SELECT 1 FROM account_names WHERE key IN (?, ?) AND account <> ? AND (until IS NULL OR until > ?)"
FREE = "DELETE FROM account_names WHERE key IN (?, ?) AND (account = ? OR until <= ?)"
INSERT = "INSERT INTO account_names (key, account, unicode, until) VALUES (?, ?, ?, NULL)"
RELEASE = "UPDATE account_names SET until = ? WHERE account = ? AND until IS NULL"


class NameClaim(NamedTuple):
    """A name that an account may have: as displayed, as looked up, and the rows that reserve it for the account alone."""

    name: str
    folded: str
    rows: list[Statement]


def claim_name(store: Store, account: str, name: str) -> NameClaim:
    """`rows` belong into the transaction that opens or renames the account; any earlier name of it stays reserved for a while.

    `Refused`: malformed, or gone-elsewhere for a name that is taken. The store raises `Duplicate` if it is taken meanwhile:
    claim it again, to be refused or not.
    """
    normal = checked_name(name)
    first, second = _stored_keys(store, normal)
    if store.query(TAKEN_BY, (first, second, account, now())):
        raise Refused(Refusal.GONE_ELSEWHERE, TAKEN)
    rows = [release_name(account), Statement(FREE, (first, second, account, now()))]
    version = ".".join(map(str, unicode_tables.VERSION))
    rows += [Statement(INSERT, (key, account, version)) for key in sorted({first, second})]
    return NameClaim(normal, folded(normal), rows)


def release_name(account: str) -> Statement:
    """The name that the account has, while nobody else gets it: for the transaction that renames or closes the account."""
    return Statement(RELEASE, (now() + RESERVED, account))


def account_named(store: Store, name: str) -> str | None:
    """The id of the open account with this name; names that merely look like it do not count."""
    found = store.query(BY_NAME, (folded(name),))
    return found[0][0] if found else None


def checked_name(name: str) -> str:
    """The name as it is displayed, in form NFKC; `Refused` malformed for a bad form, gone-elsewhere for a reserved word."""
    normal = unicodedata.normalize("NFKC", name)
    well_formed = SHORTEST <= len(normal) <= LONGEST and FORM.fullmatch("".join(map(_kind, normal)))
    if not well_formed or IGNORED.search(normal) or not unicode_tables.is_assigned(normal):
        raise malformed("name", BAD_FORM)
    if is_label(normal) or keys_of(normal) & _reserved():
        raise Refused(Refusal.GONE_ELSEWHERE, TAKEN)
    return normal


def _kind(character: str) -> str:
    category = unicodedata.category(character)
    return KINDS.get(category, KINDS.get(category[0], character if character in " -_" else "?"))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(key for word in (*WORDS, *POLISH_WORDS) for key in keys_of(word))


def _stored_keys(store: Store, name: str) -> tuple[str, str]:
    keys = sorted(store.mac(f"account name\n{key}") for key in keys_of(name))
    return keys[0], keys[-1]
