"""Erasures in a back-up, and their application to a restored database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert

from service.accounts.erasure import erase_account
from service.identity import hiding
from service.identity.erasures import DELETE, HIDE, INSERT, SHOW, name_key
from service.log.backup_tables import ERASURES
from service.log.case_texts import erase_at, erase_case
from service.operation.backup.segments import Erasure, Rows
from service.store import Statement, Store

IDS = {HIDE: hiding.hide, SHOW: hiding.show, DELETE: hiding.delete}
NAMES = {HIDE: hiding.hide_names, SHOW: hiding.show_names, DELETE: hiding.delete_names}
ALL_NAMES = " UNION ".join(
    f"SELECT coalesce(hidden_name, name) FROM {table} WHERE name IS NOT NULL"
    for table in ("players", "former_players", "tournament_seats", "referees", "accounts")
)


ENDED = (
    "push_subscriptions",
    "credentials WHERE kind = 'session'",
    "device_codes",
    "challenges",
    "challenge_uses",
)


def end_sessions(store: Store) -> None:
    """Some may have been ended after the state of this database, and a used challenge must not be open again; so all of them end.

    People with accounts sign in again.
    """
    store.append("", [], [Statement(f"DELETE FROM {rows}") for rows in ENDED])


def erasures_in(rows: Rows) -> list[Erasure]:
    """Rows of the table, as objects of the back-up."""
    return [convert(dict(zip(rows.columns, row, strict=True)), Erasure) for row in rows.rows]


def apply_missing(store: Store, erasures: Sequence[Erasure]) -> int:
    """Do again what operators did after the state of this database, as far as it is here; how many words.

    The database's own list, which was restored with it, says which words are in its state already. Of each key the last
    word counts.
    """
    known = {id for (id,) in store.query(f"SELECT id FROM {ERASURES}")}
    ordered = sorted(erasures, key=lambda one: (one.at, one.id))
    last = {one.key: one for one in ordered}
    words = [one for one in ordered if last[one.key] is one and one.id not in known]
    _apply_all(store, words)
    rows = [
        Statement(f"{INSERT} ON CONFLICT DO NOTHING", (one.id, one.at, one.key, one.word)) for one in ordered
    ]
    store.append("", [], rows)
    return len(words)


def _apply_all(store: Store, words: Sequence[Erasure]) -> None:
    spelled: Mapping[str, str] | None = None
    for one in words:
        kind, _, rest = one.key.partition(":")
        if kind == "name":
            spelled = spelled or {name_key(store, name): name for (name,) in store.query(ALL_NAMES)}
            if one.key in spelled:
                NAMES[one.word](store, hiding.names_spelled(spelled[one.key]))
        else:
            _apply(store, kind, rest.split(":"), one.word)


def _apply(store: Store, kind: str, names: list[Any], word: str) -> None:
    if kind == "id" and hiding.exists(store, names[0]):
        IDS[word](store, names[0])
    elif kind == "account":
        erase_account(store, names[0])
    elif kind == "seat":
        NAMES[word](store, hiding.names_at_seat(names[0], int(names[1])))
    elif kind == "case":
        store.append("", [], erase_case(names[0], int(names[1])))
    elif kind == "texts":
        store.append("", [], erase_at(names[0], [int(version) for version in names[1].split(",")]))
