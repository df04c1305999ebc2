"""The game's leaves in the service's log of logs: the list that the file has of them (docs/ledger.md, section 15).

Its form is L0. What it says of this log is L1, which fails here; `standing` judges what it shows.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Any

from . import merkle
from .accounts import NOTHING
from .entries import Entry, has_accounts
from .export import Export
from .leaves import MINUTE, Game, Leaf, Order, log_id, read_leaf
from .note import Checkpoint, parse_note, read_cosignature, read_key, read_note, vkey_of
from .outcomes import OUTCOMES, is_outcome
from .problems import Failed
from .promise import promised_log
from .text import b64u, from_b64, from_b64u
from .tournament import context


@dataclass(frozen=True)
class Subject:
    """A game whose entry 0 promises a log of logs, as its leaves describe it."""

    export: Export

    @cached_property
    def log(self) -> str:
        """The origin of the log of logs."""
        return str(promised_log(self.export.created))

    @cached_property
    def vkey(self) -> str:
        """The verifier key of that log."""
        return vkey_of(self.log, read_key(self.export.vkey).public)

    @cached_property
    def id(self) -> str:
        return log_id(self.export.leaves[0])

    @cached_property
    def of(self) -> str | None:
        """The id of its tournament, if it belongs to one."""
        return log_id(context(self.export)) if "tournament" in self.export.created else None

    @cached_property
    def outcomes(self) -> list[tuple[int, str]]:
        """Entries with an outcome, and the `why` of each."""
        return [(entry["i"], OUTCOMES[entry["t"]]) for entry in self.export.entries if is_outcome(entry)]

    @cached_property
    def held(self) -> frozenset[int]:
        """The numbers of the outages that its log names."""
        named = (entry["d"].get("outage") for entry in self.export.entries if entry["t"] == "time-held")
        return frozenset(n for n in named if type(n) is int)

    def contradicts(self, leaf: Leaf) -> bool:
        """Whether a leaf has a head that this log does not have, although it is long enough."""
        heads = self.export.heads
        return "r" in leaf and leaf["n"] < len(heads) and from_b64(leaf["r"]) != heads[leaf["n"]]

    # Checks of single leaves; Failed otherwise.

    def check(self, leaf: Leaf) -> None:
        """Check that a leaf is one of this game, or of its tournament, and is true of this log."""
        if leaf["k"] == "outage":
            its = leaf["n"] in self.held if "id" not in leaf else leaf["id"] == self.id
            _must(its, "is of no outage that this log holds", leaf)
            return
        own = self.of if leaf["k"].startswith("tournament") else self.id
        _must(leaf["id"] == own, "is not of this game, nor of its tournament", leaf)
        if "n" in leaf:
            known = leaf["n"] <= len(self.export.entries)
            _must(known and not self.contradicts(leaf), "has a head that is not one of this log", leaf)
        if check := _CHECKS.get(leaf["k"]):
            check(self, leaf)

    def _check_game(self, leaf: Leaf) -> None:
        planned = self.export.created.get("tournament", {})
        place = (leaf.get("of"), leaf.get("number"))
        _must(place == (self.of, planned.get("number")), "has another place in a tournament", leaf)

    def _check_tournament(self, leaf: Leaf) -> None:
        games = self.export.created["tournament"]["games"]
        _must(leaf["games"] == games, "has another number of games", leaf)

    def _check_tournament_seats(self, leaf: Leaf) -> None:
        everybody = _everybody(self.export)
        _must(everybody is not None and leaf["c"] == b64u(everybody), "is of other seats or seeds", leaf)

    def _check_seats(self, leaf: Leaf) -> None:
        entries, n = self.export.entries, leaf["n"]
        last = max((entry["i"] for entry in entries if entry["t"] == "seat-taken"), default=None)
        _must(last == n - 1, "does not follow directly on the last seat that was taken", leaf)
        full = len(_taken(self.export, entries[:n])) == self.export.seats
        _must(full, "has the seats taken while one is free", leaf)

    def _check_end(self, leaf: Leaf) -> None:
        if "n" not in leaf:
            return
        entries, n = self.export.entries, leaf["n"]
        before = bisect_left(self.outcomes, (n, ""))
        i, why = self.outcomes[before - 1] if before else (None, None)
        _must(why == leaf["why"], f"says {leaf['why']!r}, and the log says {why!r}", leaf)
        ends = n == len(entries) or entries[n]["a"] != entries[n - 1]["a"]
        whole = i is not None and entries[i]["a"] == entries[n - 1]["a"] and ends
        _must(whole, "does not end with the action of the outcome", leaf)


_CHECKS = {
    "game": Subject._check_game,
    "seats": Subject._check_seats,
    "end": Subject._check_end,
    "tournament": Subject._check_tournament,
    "tournament-seats": Subject._check_tournament_seats,
}


def _must(holds: bool, why: str, leaf: Leaf) -> None:
    if not holds:
        raise Failed(f"its leaf {leaf['k']!r} in the service's log {why}")


def _taken(export: Export, entries: Iterable[Entry]) -> dict[int, dict[str, Any]]:
    """The data of the `seat-taken` in force after these entries, by seat; L2 and L3 judge them later."""
    taken: dict[int, dict[str, Any]] = {}
    for entry in entries:
        seat = entry["d"].get("seat")
        if entry["t"] not in ("seat-taken", "seat-freed") or type(seat) is not int:
            continue
        if entry["t"] == "seat-freed":
            taken.pop(seat, None)
        elif 1 <= seat <= export.seats:
            taken[seat] = entry["d"]
    return taken


def _everybody(export: Export) -> bytes | None:
    """C, from the seats at the end of the log; None while one is free, or where something declared is malformed."""
    taken = _taken(export, export.entries)
    if len(taken) < export.seats:
        return None
    declared = ("key", "seed_commitment", *(("account_hash",) if has_accounts(export.created) else ()))
    try:
        parts = [
            bytes((seat,)) + b"".join(_given(taken[seat], name) for name in declared)
            for seat in sorted(taken)
        ]
    except ValueError:
        return None
    return sha256(b"gamelog/v1/seats\n" + context(export) + bytes((export.seats,)) + b"".join(parts)).digest()


def _given(d: dict[str, Any], name: str) -> bytes:
    if name not in d:
        return NOTHING
    return from_b64u(d[name] if type(d[name]) is str else "", 32)


# The list.


@dataclass
class Listed:
    """The list of a file: its head, its leaves with their numbers in the log, and this game in their order."""

    head: Checkpoint
    cosignatures: list[dict[str, str]]
    leaves: dict[int, Leaf] = field(default_factory=dict)
    game: Game | None = None

    @property
    def last(self) -> int:
        """The number of the last entry whose head a leaf has."""
        return max((leaf["n"] - 1 for leaf in self.leaves.values() if "r" in leaf), default=0)

    @property
    def lost(self) -> bool:
        return any(leaf.get("why") == "lost" for leaf in self.leaves.values())

    @property
    def outages(self) -> dict[int, Leaf]:
        """By number."""
        return {leaf["n"]: leaf for leaf in self.leaves.values() if leaf["k"] == "outage"}

    @property
    def ended(self) -> int:
        """The n of the last `end`; 0 if there is none."""
        return max((leaf.get("n", 0) for leaf in self.leaves.values() if leaf["k"] == "end"), default=0)


def check_form(service_log: dict[str, Any]) -> None:
    """L0: the head is a note, the indices ascend, and each cosignature verifies; `export` has checked the members."""
    parse_note(service_log["checkpoint"])
    indices = [item["index"] for item in service_log["leaves"]]
    if any(a >= b for a, b in itertools.pairwise(indices)):
        raise Failed("the leaves of service_log are not in ascending order")
    for item in service_log["cosignatures"]:
        read_cosignature(item["note"], item["vkey"])


def read_list(subject: Subject, now: int) -> Listed | None:
    """The file's list, checked against the log; None if it has none, Failed if anything in it is wrong."""
    given = subject.export.service_log
    if given is None:
        return None
    listed = Listed(read_note(given["checkpoint"], subject.vkey), given["cosignatures"])
    order = Order(min([now, *_cosigned(listed)]) + MINUTE, whole=False)
    for item in given["leaves"]:
        data = item["leaf"].encode("utf-8", "surrogatepass")
        _check_path(listed.head, item, data)
        leaf = read_leaf(data)
        order.add(leaf)
        subject.check(leaf)
        listed.leaves[item["index"]] = leaf
    listed.game = order.games.get(subject.id)
    if listed.game is None:
        raise Failed("the list of its leaves in the service's log does not have its creation")
    return listed


def _cosigned(listed: Listed) -> list[int]:
    """The times of the cosignatures, in milliseconds."""
    read = [read_cosignature(item["note"], item["vkey"]) for item in listed.cosignatures]
    if any(head != listed.head for head, _ in read):
        raise Failed("a witness has cosigned another head of the service's log than the file has")
    return [time * 1000 for _, time in read]


def _check_path(head: Checkpoint, item: dict[str, Any], data: bytes) -> None:
    index, path = item["index"], [from_b64(node) for node in item["path"]]
    if index >= head.size or len(path) != len(merkle.path_sides(index, head.size)):
        raise Failed(f"leaf {index} cannot be in the service's log of {head.size} leaves with such a path")
    if merkle.root_from(merkle.leaf(data), index, head.size, path) != head.root:
        raise Failed(f"leaf {index} is not in the service's log of {head.size} leaves")
