"""Erasures in a back-up, and their application to a restored database."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import convert

from service.backup.segments import Erasure, Rows
from service.identity import hiding
from service.identity.erasures import DELETE, HIDE, SHOW, name_key
from service.log.case_texts import erase_at, erase_case
from service.store import Store

IDS = {HIDE: hiding.hide, SHOW: hiding.show, DELETE: hiding.delete}
NAMES = {HIDE: hiding.hide_names, SHOW: hiding.show_names, DELETE: hiding.delete_names}
ALL_NAMES = " UNION ".join(
    f"SELECT coalesce(hidden_name, name) FROM {table} WHERE name IS NOT NULL"
    for table in ("players", "former_players", "tournament_seats", "referees")
)


def erasures_in(rows: Rows) -> list[Erasure]:
    """Rows of the table, as objects of the back-up."""
    return [convert(dict(zip(rows.columns, row, strict=True)), Erasure) for row in rows.rows]


def last_words(erasures: Iterable[Erasure], after: int) -> list[Erasure]:
    """Those after a time (ms), only the last one of each key, in their order."""
    words = {one.key: one for one in sorted(erasures, key=lambda one: (one.at, one.id)) if one.at > after}
    return sorted(words.values(), key=lambda one: (one.at, one.id))


def apply(store: Store, erasures: Iterable[Erasure]) -> None:
    """Do again what operators did, as far as it is here."""
    spelled: Mapping[str, str] | None = None
    for one in erasures:
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
    elif kind == "seat":
        NAMES[word](store, hiding.names_at_seat(names[0], int(names[1])))
    elif kind == "case":
        store.append("", [], erase_case(names[0], int(names[1])))
    elif kind == "texts":
        store.append("", [], erase_at(names[0], [int(version) for version in names[1].split(",")]))
