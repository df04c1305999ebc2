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
    "too many records": {
        "more": "",
        **{f"record R{n}": f"a: record R{n + 1}" for n in range(64)},
        "record R64": "",
    },
    "a member with the name of the tag": {"more": "type: text"},
    "a member of another name twice": {"more": "constructor: integer; constructor: integer"},
    "a record of every object": {"more": "a: record constructor"},
    "a kind of every object": {"more": "a: constructor"},
    "a type with the name of every object": {"__proto__": ""},
    "a list of lines": {"more": ["a: integer"]},
    "a table in a table": {"more": {"a": "integer"}},
    "no text": {"more": 1},
    "nothing": {"more": None},
}
"""Lines that no table of a package has."""
HOSTILE = ("constructor", "toString", "valueOf", "hasOwnProperty", "then", "length", "class", "None", "self")
"""Names with a meaning in a reader's language, which a package may use all the same."""
CHAIN = {f"record R{n}": f"a: record R{n + 1}" for n in range(60)} | {"record R60": "a: integer"}


def nested(depth: int) -> Any:
    """A value of the records of `CHAIN`."""
    return 1 if depth == 0 else {"a": nested(depth - 1)}


VALUES: dict[str, tuple[dict[str, str], dict[str, Any], bool]] = {
    **{f"a member {name}": ({"more": f"{name}: integer"}, {name: 1}, True) for name in HOSTILE},
    **{f"no member {name}": ({"more": f"{name}: integer"}, {}, False) for name in HOSTILE},
    **{f"a text as {name}": ({"more": f"{name}: integer"}, {name: "1"}, False) for name in HOSTILE},
    **{
        f"a record {name}": (
            {"more": f"a: record {name}", f"record {name}": "at: integer"},
            {"a": {"at": 1}},
            True,
        )
        for name in (*HOSTILE, "__proto__")
    },
    "more than the table has": ({"more": "a: integer"}, {"a": 1, "__proto__": {"b": 1}}, False),
    "a map of names": ({"more": "a: map of integer"}, {"a": {"constructor": 1, "toString": 2}}, True),
    "a boolean as a number": ({"more": "a: integer"}, {"a": True}, False),
    "a number as a list": ({"more": "a: list of integer"}, {"a": 1}, False),
    "records that hold each other": ({"more": "a: record R0", **CHAIN}, {"a": nested(3)}, False),
}
"""Lines, the data of an entry `more`, and whether that is right."""


def of(table: Table) -> dict[str, Any]:
    """The member `package` of entry 0 for a ruleset with this table."""
    events = {name: "; ".join(f"{it}: {kind}" for it, kind in its.items()) for name, its in table.items()}
    return {"name": "toy-box", "version": "1.0", "hash": "5a" * 32, "events": events}


def toy(**changed: Any) -> dict[str, Any]:
    """That of the made-up game."""
    return of(block_of(SINCE, "toy", "1")) | changed
