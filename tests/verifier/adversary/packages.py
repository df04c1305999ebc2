"""Games of packages, whose entry 0 has the table of their events itself, and tables that no package may have."""

from __future__ import annotations

from typing import Any

from tests.verifier.adversary.page import Table, block_of

SINCE = 6
"""The first table in which a ruleset may come from a package."""
WRONG: dict[str, dict[str, Any]] = {
    "something hidden in a shuffle": {"deck-shuffled": "draw: shuffle of hidden text"},
    "a member twice": {"card-named": "card: integer; card?: text"},
    "too many lists": {"cards-shown": "cards: list of list of list of list of list of opened text"},
    "a secret that may be left out": {"card-chosen": "card?: hidden text"},
    "a space at the end": {"numbers-shuffled": "draw: shuffle of integer "},
    "a line feed at the end": {"numbers-shuffled": "draw: shuffle of integer\n"},
    "a record that is not there": {"more": "marks: list of record Nothing"},
    "a type that every game has": {"rewound": "to: integer"},
    "a name with a capital": {"Loud": ""},
    "a record without a name": {"record ": "at: integer"},
    "a record in a secret": {"more": "card: hidden record Mark"},
    "a secret that may be null": {"hand-renewed": "hand: list of hidden renewed text or null"},
    "a position": {"more": "state: position"},
    "a record that follows from a text": {"more": "kind: text; mark: record Mark by kind"},
    "a member without a kind": {"more": "a: free; b"},
    "a name that is no name": {"__proto__": "a: free"},
    "a map of secrets": {"more": "cards: map of hidden text"},
    "other letters": {"more": "kości: integer"},
    "too much": {"more": "; ".join(f"member{n}: integer" for n in range(2_000))},
    "no text": {"more": 1},
    "nothing": {"more": None},
}
"""Lines that no table of a package has."""


def of(table: Table) -> dict[str, Any]:
    """The member `package` of entry 0 for a ruleset with this table."""
    events = {name: "; ".join(f"{it}: {kind}" for it, kind in its.items()) for name, its in table.items()}
    return {"name": "toy-box", "version": "1.0", "hash": "5a" * 32, "events": events}


def toy(**changed: Any) -> dict[str, Any]:
    """That of the made-up game."""
    return of(block_of(SINCE, "toy", "1")) | changed
