"""The list that a file has of its service's log of logs (docs/ledger.md, section 15): honest, or with one lie in it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.verifier.adversary.spellings import respelt
from tests.verifier.adversary.twists import Node, twisted
from tests.verifier.logbook import BEGUN, ORIGIN, WITNESSES, Logbook, log_id
from tests.verifier.players import seats_commitment
from tests.verifier.primitives import Key, b64, b64u, cosigned, digest_of, root, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Entry, Log

Leaf = dict[str, Any]
OUTCOMES = {
    "game-ended": "finished",
    "result-set": "finished",
    "game-abandoned": "abandoned",
    "game-voided": "voided",
}
AT_TIMES = ("time-ran-out", "resigned")
"""Outcomes where they have one."""
WHY = (*sorted({*OUTCOMES.values()}), "lost", "x")
SOMEBODY = log_id(digest_of(b"somebody"))
LATE = 4_000_000_000_000
"""A time to come."""
VKEYS = [vkey_of(name, key.public, 4) for name, key in WITNESSES]


def promise(rng: random.Random, analysis: bool) -> dict[str, Any]:
    """What entry 0 says of the log of logs."""
    if analysis:
        return {"log": None, "witnessed": None}
    witnessed = {"quorum": rng.choice((1, 2)), "witnesses": VKEYS[: rng.choice((2, 3))]}
    return {"log": rng.choice((ORIGIN, f"{ORIGIN}/two")), "witnessed": rng.choice((None, witnessed))}


class Listing(NamedTuple):
    """The list of a file, and a head that its reader may have kept, with what the page then says of both."""

    listed: Any
    did: str = ""
    head: str | None = None
    compared: str | None = None


def listing(log: Log, rng: random.Random, lying: bool) -> Listing:
    """A log that promises none has such a list only if its operator lies."""
    leaves, did = _of_game(log), ""
    if lying and rng.random() < 0.6:
        lie = rng.choice(LIES)
        did = f"leaves: {lie.__name__.strip('_')} {lie(leaves, log, rng) or ''}"
    shown = leaves if lying or rng.random() < 0.7 else leaves[: rng.randint(_first(leaves), len(leaves))]
    book, rows = _entered(log, leaves, rng)
    size = rng.randint(max(rows, default=0) + 1, len(book.leaves) + 1)
    listed: Any = book.listed(rows[: len(shown)], min(size, len(book.leaves)), rng.choice((0, 1, 2, 2, 3, 3)))
    if lying and not did:
        way = rng.choice(LISTS)
        did = f"list: {way.__name__.strip('_')} {way(listed, book, rng) or ''}"
    return Listing(listed, did, *_kept(listed, book, rng))


def _kept(listed: Any, book: Logbook, rng: random.Random) -> tuple[str | None, str | None]:
    """A kept head and how the page compares it: none, the file's own, one of another size, or another of its size."""
    head, how = listed.get("checkpoint"), rng.random()
    if how < 0.25 or type(head) is not str or head.count("\n") < 3 or not head.split("\n")[1].isdecimal():
        return None, None
    if how < 0.85:
        return head, "continued"
    other = Logbook(book.key, book.origin)
    other.leaves = ["x"] * (int(head.split("\n")[1]) + (how < 0.95))
    return other.checkpoint(), "unproven" if how < 0.95 else "another"


def _first(leaves: list[Leaf]) -> int:
    """How many leaves there are when the game is created."""
    return 1 + next(n for n, leaf in enumerate(leaves) if leaf["k"] == "game")


# Honest leaves.


def _of_game(log: Log) -> list[Leaf]:
    id, planned = log_id(log.leaves[0]), log.trees[0]["d"].get("tournament")
    leaves: list[Leaf] = [{"k": "game", "id": id}]
    if type(planned) is dict:
        of = log_id(log.ctx)
        everybody = b64u(seats_commitment(log.ctx, log.seats, log.meant()))
        leaves[0] |= {"of": of, "number": planned.get("number")}
        leaves = [
            {"k": "tournament", "id": of, "games": planned.get("games")},
            {"k": "tournament-seats", "id": of, "c": everybody},
            *leaves,
        ]
    taken = max((n for n, it in enumerate(log.meant(), 1) if it["t"] == "seat-taken"), default=None)
    leaves += [{"k": "seats", "id": id, **_head(log, taken)}] if taken else []
    leaves += _outages(log)
    leaves += [{"k": "end", "id": id, **_head(log, n), "why": why} for n, why in _ends(log.trees)]
    return [leaf | {"at": BEGUN + n} for n, leaf in enumerate(leaves)]


def _outages(log: Log) -> list[Leaf]:
    """Those in which the game's clocks were held, all over before the log begins; the later ones may be the game's own."""
    held = [it["d"] for it in log.meant() if it["t"] == "time-held"]
    return [{"k": "outage", "n": d["outage"], "from": d["from"], "to": d["to"]} for d in held]


def _ends(trees: list[Entry]) -> list[tuple[int, str]]:
    """After which entries an action ends that has an outcome, and the last one in it."""
    ends, why = [], ""
    for n, tree in enumerate(trees, 1):
        why = _outcome(tree) or why
        if why and (n == len(trees) or trees[n].get("a") != tree.get("a")):
            ends.append((n, why))
            why = ""
    return ends


def _outcome(tree: Entry) -> str:
    t, d = str(tree.get("t")), tree.get("d")
    if t in AT_TIMES:
        return "finished" if isinstance(d, dict) and "outcome" in d else ""
    return OUTCOMES.get(t, "")


def _head(log: Log, n: int) -> dict[str, Any]:
    known = 0 <= n <= len(log.leaves)
    return {"n": n, "r": b64(root(log.leaves[:n]) if known else bytes(32))}


def _entered(log: Log, leaves: list[Leaf], rng: random.Random) -> tuple[Logbook, list[int]]:
    """A log with these leaves among those of others, and their numbers."""
    named = log.trees[0]["d"].get("log") if type(log.trees[0]["d"]) is dict else None
    book, rows = Logbook(log.key, named if type(named) is str else ORIGIN), list[int]()
    at = BEGUN
    for leaf in leaves:
        for _ in range(rng.choice((0, 0, 1, 3))):
            book.enter({"k": "game", "id": log_id(digest_of(bytes((len(book.leaves),)))), "at": at})
        rows.append(book.enter(leaf))
        at = leaf.get("at", at)
    return book, rows


# Lies in the leaves.


def _of_another(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    leaf = rng.choice(leaves)
    name = rng.choice([name for name in ("id", "of") if name in leaf])
    leaf[name] = rng.choice((SOMEBODY, log_id(log.leaves[0]), log_id(log.ctx), b64u(bytes(32))))


def _exchanged(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    """Two neighbours change places; with their times, or without."""
    n = rng.randrange(max(1, len(leaves) - 1))
    if n + 1 == len(leaves):
        leaves.append(dict(leaves[n]))
    leaves[n : n + 2] = leaves[n + 1], leaves[n]
    if rng.random() < 0.7:
        leaves[n]["at"], leaves[n + 1]["at"] = leaves[n + 1]["at"], leaves[n]["at"]


def _twice(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    """A leaf a second time, at its end or where it stands."""
    leaf = dict(rng.choice(leaves))
    where = rng.choice((leaves.index(leaf), len(leaves)))
    leaves.insert(where, leaf | {"at": leaves[min(where, len(leaves) - 1)]["at"]})


def _left_out(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    del leaves[rng.randrange(len(leaves))]


def _another_head(leaves: list[Leaf], log: Log, rng: random.Random) -> str:
    """Another n with its r, or with another."""
    named = [leaf for leaf in leaves if "n" in leaf]
    leaf = rng.choice(named or leaves)
    n = leaf.get("n", 1) + rng.choice((-2, -1, -1, 0, 1, 1, 2, 99))
    leaf |= _head(log, n) if rng.random() < 0.8 else {"n": n, "r": b64(bytes(32))}
    return str(n)


def _another_why(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    if not any("why" in leaf for leaf in leaves):
        _ended(leaves, log, rng)
    rng.choice([leaf for leaf in leaves if "why" in leaf])["why"] = rng.choice(WHY)


def _ended(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    """A game that has not ended, or not there; or one that is lost."""
    n, why = rng.randint(1, len(log.trees)), rng.choice(WHY)
    head = {} if why == "lost" and rng.random() < 0.8 else _head(log, n)
    place = rng.randint(1, len(leaves))
    end = {"k": "end", "id": log_id(log.leaves[0]), **head, "why": why, "at": leaves[place - 1]["at"]}
    leaves.insert(place, end)


def _tournament(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    """A leaf of a tournament, where it may stand or not."""
    place = rng.randint(1, len(leaves))
    more = rng.choice(
        (
            {"k": "tournament-end", "why": rng.choice(("finished", "abandoned", "lost"))},
            {"k": "tournament-seats", "c": b64u(bytes(32))},
            {"k": "tournament", "games": 3},
        )
    )
    leaves.insert(place, {"id": log_id(log.ctx), "at": leaves[place - 1]["at"], **more})


def _another_place(leaves: list[Leaf], log: Log, rng: random.Random) -> str:
    """Another number, another count of games, other seats."""
    its = [(leaf, name) for leaf in leaves for name in ("of", "number", "games", "c") if name in leaf]
    if not its:
        leaves[0] |= {"of": log_id(log.ctx), "number": 0}
        return "0"
    leaf, name = rng.choice(its)
    leaf[name] = leaf[name] + rng.choice((-1, 1)) if type(leaf[name]) is int else b64u(bytes(32))
    return name


def _another_outage(leaves: list[Leaf], log: Log, rng: random.Random) -> str:
    """Another time or number of an outage, one that was held nowhere, or the game's own."""
    its = [leaf for leaf in leaves if leaf["k"] == "outage"]
    if not its:
        place = rng.randint(0, len(leaves))
        span = {"from": BEGUN - 90_000, "to": BEGUN - 10_000, "at": leaves[max(0, place - 1)]["at"]}
        leaves.insert(place, {"k": "outage", "n": rng.choice((0, 1, 9)), **span})
        return "more"
    leaf, how = rng.choice(its), rng.random()
    if how < 0.3:
        leaf["id"] = rng.choice((log_id(log.leaves[0]), SOMEBODY))
        return "own"
    name = rng.choice(("n", "from", "from", "to", "to", "at"))
    leaf[name] += rng.choice((-1, 1, -1_000, 1_000, -40_000, 40_000, 400_000_000))
    return name


def _at_another_time(leaves: list[Leaf], log: Log, rng: random.Random) -> None:
    rng.choice(leaves)["at"] = rng.choice((1, BEGUN + 60_000, BEGUN + 60_001, LATE, -1))


def _otherwise(leaves: list[Leaf], log: Log, rng: random.Random) -> str:
    return twisted(rng.choice(leaves), rng)


Lie = Callable[[list[Leaf], Log, random.Random], "str | None"]
LIES: tuple[Lie, ...] = (
    _of_another, _exchanged, _twice, _left_out, _another_head, _another_head, _another_why, _ended, _ended, _tournament,
    _another_place, _at_another_time, _otherwise, _another_outage, _another_outage,
)  # fmt: skip


# Lies in the list.


def _signed_by(listed: Any, book: Logbook, rng: random.Random) -> None:
    """By a stranger, or as the head of a log of another name."""
    other = Logbook(*rng.choice(((STRANGER, book.origin), (OPERATOR, f"{ORIGIN}/three"))))
    other.leaves = book.leaves
    listed["checkpoint"] = other.checkpoint(int(listed["checkpoint"].split("\n")[1]))


def _cosigned(listed: Any, book: Logbook, rng: random.Random) -> None:
    """A head of another size, or one that is cosigned twice, late, early, or by somebody."""
    text = listed["checkpoint"].partition("\n\n")[0] + "\n"
    name, key = rng.choice((*WITNESSES, ("somebody.example.org", Key("somebody"))))
    text = rng.choice((text, text, book.head(rng.randint(0, len(book.leaves)))))
    time = BEGUN // 1000 + rng.choice((-61, -60, -59, 0, 1, 1000))
    listed["cosignatures"].append(cosigned(text, name, key, time))


def _cosigned_by_another(listed: Any, book: Logbook, rng: random.Random) -> None:
    listed["cosignatures"].append(
        {**cosigned(book.head(), *WITNESSES[0]), "vkey": rng.choice((*VKEYS[1:], book.origin))}
    )


def _row(listed: Any, rng: random.Random) -> Any:
    return rng.choice(listed["leaves"]) if listed["leaves"] else {"index": 0, "leaf": "{}", "path": []}


def _at_another_index(listed: Any, book: Logbook, rng: random.Random) -> None:
    _row(listed, rng)["index"] = rng.choice((0, len(book.leaves) - 1, len(book.leaves), 2**53 - 1, -1))


def _by_another_path(listed: Any, book: Logbook, rng: random.Random) -> str:
    path = _row(listed, rng)["path"]
    if not path or rng.random() < 0.4:
        path.append(b64(bytes(32)))
        return "longer"
    if rng.random() < 0.5:
        del path[rng.randrange(len(path))]
        return "shorter"
    path[rng.randrange(len(path))] = rng.choice((b64(bytes(32)), b64(bytes(31)), ""))
    return "elsewhere"


def _reversed(listed: Any, book: Logbook, rng: random.Random) -> None:
    listed["leaves"].reverse()


def _row_again(listed: Any, book: Logbook, rng: random.Random) -> None:
    listed["leaves"].append(dict(_row(listed, rng)))


def _of_another_head(listed: Any, book: Logbook, rng: random.Random) -> None:
    listed["checkpoint"] = book.checkpoint(rng.randint(0, len(book.leaves)))


def _twisted(listed: Any, book: Logbook, rng: random.Random) -> str:
    node: Node = listed
    return twisted(node, rng)


def _respelled(listed: Any, book: Logbook, rng: random.Random) -> str:
    """A leaf in other bytes, in the tree too."""
    rows = [row["index"] for row in listed["leaves"]]
    n = rng.choice(rows or [0])
    did, book.leaves[n] = respelt(book.leaves[n], rng)
    listed |= book.listed(rows, int(listed["checkpoint"].split("\n")[1]))
    return did


ListLie = Callable[[Any, Logbook, random.Random], "str | None"]
LISTS: tuple[ListLie, ...] = (
    _signed_by, _cosigned, _cosigned, _cosigned_by_another, _at_another_index, _by_another_path, _reversed, _row_again,
    _of_another_head, _twisted, _twisted, _respelled,
)  # fmt: skip
