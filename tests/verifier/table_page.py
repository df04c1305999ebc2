"""The closed tables of docs/ledger.md, made from the structs that the service writes: `python -m tests.verifier.table_page`.

The structs are the writers' form of the tables, `verifier/tables.json` is the independent verifier's. `toy` is the made-up
game of the worked example, which has no structs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from domain.packages.tables import members_of
from domain.rulesets import registry
from domain.table.parts.registry import TABLE_EVENTS
from domain.table.referee.events import CLOCKED, Remedy
from domain.table.referee.remedies import REMEDIES
from tests.verifier.adversary.page import PAGE, Members, Table

VERIFIERS = Path(__file__).parents[2] / "verifier" / "tables.json"
BY_KIND = "record Remedy by kind"
TOY: Table = {
    "card-chosen": {"card": "hidden text"},
    "card-named": {"card": "integer"},
    "cards-marked": {"card": "hidden text", "marks": "list of record Mark", "twin": "hidden integer"},
    "cards-shown": {"cards": "list of opened text"},
    "deck-shuffled": {"draw": "shuffle of text"},
    "dice-rolled": {"draw": "throw"},
    "dice-rolled-twice": {"throws": "list of throw"},
    "hand-renewed": {"hand": "list of hidden renewed text"},
    "numbers-shuffled": {"draw": "shuffle of integer"},
    "record Mark": {"at": "integer", "value": "hidden integer"},
}
FIRST: Members = {
    **dict.fromkeys(("edition", "edition_hash", "entropy", "game", "nonce", "origin", "ruleset"), "text"),
    **dict.fromkeys(("undo", "visibility", "vkey"), "text"),
    "draw_count": "integer",
    "draw_roots": "list of text",
    "options": "free",
    "seats": "integer",
}
SECOND = FIRST | {"rules": "integer"}
THIRD = {name: kind for name, kind in SECOND.items() if name != "entropy"} | {
    "disputes": "boolean",
    "tournament?": "record Planned or null",
}
FOURTH = THIRD | {"disputes": "record Disputes or null", "tournament?": "record Planned"}
OLDER = dict(enumerate((FIRST, SECOND, THIRD, FOURTH), 1))
"""Entry 0 of the formats before the closed tables, the oldest first."""
REVISION_1: Table = {
    "game-created": dict(sorted((FOURTH | {"table": "integer"}).items())),
    "record Planned": {"games": "integer", "id": "text", "number": "integer", "path": "list of text"},
}
"""The lines of revision 1 that revision 2 replaces."""
ADDED_2 = ("record First", "record Witnessed")
"""The lines of revision 2 that revision 1 does not have."""
ADDED_3 = (
    *("agreed", "clock-set", "resigned", "seat-left", "seat-returned", "time-held", "time-ran-out"),
    *("record ClockRow", "record ClockTerms", "record Forfeit", "record Remedy stands"),
)
"""The lines of revision 3 that revision 2 does not have."""
ADDED_4 = (
    *("appeal-answered", "call-answered", "call-closed", "evidence-read", "judge-called", "referee-accepted"),
    *("referee-kept", "referee-refused", "referee-resigned", "seat-excluded"),
)
"""The lines of revision 4 that revision 3 does not have."""
ADDED_5 = ("seat-claimed",)
"""The lines of revision 5 that revision 4 does not have."""
ADDED_6 = ("record Package",)
"""The lines of revision 6 that revision 5 does not have."""


def blocks() -> dict[str, Table]:
    """Every table by its heading."""
    newest = table_of(TABLE_EVENTS)
    fifth = _without(newest, ADDED_6) | _without_members(newest, {"game-created": {"package?"}})
    fourth = _without(fifth, ADDED_5) | revision_4(fifth)
    third = _without(fourth, ADDED_4) | revision_3(fourth)
    second = _without(third, ADDED_3) | revision_2(third)
    made = {"table 1, table and desk": _without(second, ADDED_2) | REVISION_1}
    for ruleset in registry().values():
        for edition in ruleset.editions:
            made[f"table 1, {ruleset.id}, edition {edition}"] = table_of(ruleset.events)
    made["table 1, toy, edition 1"] = TOY
    made["table 2, table and desk"] = {name: second[name] for name in sorted([*REVISION_1, *ADDED_2])}
    made["table 3, table and desk"] = _lines(third, second)
    made["table 4, table and desk"] = _lines(fourth, third)
    made["table 5, table and desk"] = _lines(fifth, fourth)
    made["table 6, table and desk"] = _lines(newest, fifth)
    records = {name: its for name, its in made["table 1, table and desk"].items() if name in OF_ENTRY_0}
    for number, its in OLDER.items():
        used = {name: records[name] for name in records if any(name in kind for kind in its.values())}
        made[f"format {number}, before the closed tables"] = {
            "game-created": dict(sorted(its.items())),
            **used,
        }
    return made


def _lines(later: Table, earlier: Table) -> Table:
    """The lines of a revision that the one before does not have so."""
    return {name: later[name] for name in later if later[name] != earlier.get(name)}


def revision_4(fifth: Table) -> Table:
    """The lines of revision 4 that revision 5 replaces: they had fewer members."""
    return _without_members(
        fifth,
        {
            "game-created": {"accounts?"},
            "seat-reassigned": {"account_hash?"},
            "seat-taken": {"account_hash?"},
        },
    )


def revision_3(fourth: Table) -> Table:
    """The lines of revision 3 that revision 4 replaces, likewise."""
    return _without_members(
        fourth,
        {
            "appeal-decided": {"judged"},
            "evidence-released": {"dispute", "release"},
            "game-created": {"meeting?"},
            "ruled": {"judged"},
        },
    )


def _without_members(table: Table, added: Mapping[str, Collection[str]]) -> Table:
    return {
        name: {it: kind for it, kind in table[name].items() if it not in its} for name, its in added.items()
    }


def revision_2(third: Table) -> Table:
    """The lines of revision 2 that revision 3 replaces: they had fewer members."""
    added = {"clock?", "why?", "reason_hash?"}
    changed = {"game-abandoned", "game-created", "game-resumed", "game-suspended"}
    changed |= {f"record Remedy {kind}" for kind in CLOCKED if kind != "stands"}
    return {name: {it: kind for it, kind in third[name].items() if it not in added} for name in changed}


OF_ENTRY_0 = ("record Disputes", "record Planned")


def _without(table: Table, names: Iterable[str]) -> Table:
    return {name: its for name, its in table.items() if name not in names}


def table_of(events: Iterable[type[Any]]) -> Table:
    """What the structs of these events write."""
    records: dict[str, Members] = {}
    written = {str(cls.__struct_config__.tag): dict(members_of(cls, records)) for cls in events}
    if "ruled" in written:
        written["ruled"]["remedy?"] = BY_KIND
        del records["record Remedy"]
        records |= _remedies()
    if "game-created" in written:
        written["game-created"].pop("table?", None)
        written["game-created"]["table"] = "integer"
    return {
        name: dict(sorted(its.items())) for name, its in [*sorted(written.items()), *sorted(records.items())]
    }


def _remedies() -> Iterator[tuple[str, Members]]:
    """Which members a remedy has follows from the ruling's kind; of a kind without any there is no remedy."""
    kinds = dict(members_of(Remedy, {}))
    for kind, does in REMEDIES.items():
        its = {name: kinds[f"{name}?"] for name in does.members}
        its |= {"clock?": kinds["clock?"]} if kind in CLOCKED else {}
        if its:
            yield f"record Remedy {kind}", its


# Written.


def block(heading: str, table: Table) -> str:
    width = max(map(len, table)) + 2
    lines = [
        f"{name:<{width}}{'; '.join(f'{n}: {k}' for n, k in its.items()) or '-'}"
        for name, its in table.items()
    ]
    return "\n".join(["```", heading, "", *lines, "```"])


def page(page: str) -> str:
    """The page with its tables made anew."""
    for heading, table in blocks().items():
        before, _, rest = page.partition(f"```\n{heading}\n")
        page = before + block(heading, table) + rest.partition("\n```")[2]
    return page


def verifiers() -> str:
    """The independent verifier's file: revisions with the table's own types and those of rulesets, and older formats."""
    file: dict[str, Any] = {"tables": {}, "formats": {}}
    for heading, table in blocks().items():
        kind, number, *names = re.split(r", edition |, | ", heading)
        if kind == "format":
            file["formats"][number] = table
        elif names == ["table", "and", "desk"]:
            file["tables"][number] = {"own": table, "rulesets": {}}
        else:
            file["tables"][number]["rulesets"].setdefault(names[0], {})[names[1]] = table
    return json.dumps(file, indent=1) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
    VERIFIERS.write_text(verifiers())
