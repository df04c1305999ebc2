"""Files that cost a verifier as much as files of their size can, well-formed and signed. `n` is their number of entries."""

from __future__ import annotations

import struct
from io import BytesIO
from typing import Any
from uuid import UUID
from zipfile import ZipFile

from tests.verifier.cases import FIRST, STEPS, court
from tests.verifier.chance import Draws
from tests.verifier.forged_bundles import agreeing
from tests.verifier.games import begun, people
from tests.verifier.logbook import ORIGIN, Logbook, log_id
from tests.verifier.primitives import b64, head_text, node, signed_note
from tests.verifier.synthetic import Audit, Hide, Log
from verifier.merkle import heads

OPENED = 1 + next(n for n, (_, _, t, _) in enumerate(STEPS) if t == "dispute-opened")
"""How many steps of the written case end with its opening."""
AN_ENTRY = 1000
"""Cards that one entry deals: one draw key gives no more than 1,020 numbers."""


def named(n: int, filling: int = 0) -> Audit:
    """The shortest entries that there are, or longer ones with a text each."""
    log = begun()
    for _ in range(n):
        log.add("card-named", {"card": 1}, r=["x" * filling] if filling else [])
    return log.audit()


def hands(n: int) -> Audit:
    """Every entry commits a card anew, and every eighth goes back by three."""
    log, places = begun(), list[str]()
    while len(places) < n:
        size = min(AN_ENTRY, n - len(places))
        i = log.shuffle(["ace"] * size)
        places += [f"{i}/d/draw/order/{number}" for number in range(size)]
    for number, was in enumerate(places):
        if number % 8 == 7:
            log.rewind(len(log.trees) - 2)
        log.add("hand-renewed", {"hand": [Hide({"is": "ace", "was": was})]})
    return log.audit()


def rulings(n: int) -> Audit:
    """Every third entry goes back by a ruling, as far as any may."""
    log = begun()
    started = len(log.trees)
    log.add("referee-appointed", {"referee": 1, "head": False}, "organiser")
    for number in range(1, n // 3 + 1):
        log.ruled_back(started, number, rng="same")
    return log.audit()


def openings(n: int) -> Audit:
    """Every entry opens the same card once more."""
    log = begun()
    place = f"{log.shuffle(['ace'])}/d/draw/order/0"
    for _ in range(n):
        log.open(place)
    return log.audit()


def seeing(n: int) -> Audit:
    """The actor of every entry has seen the head before the first of them."""
    log = begun()
    head = {"n": 1, "r": log.checkpoint(1).split("\n")[2]}
    for _ in range(n):
        log.add("card-named", {"card": 1}, "seat:1", seen=head)
    return log.audit()


def one_action(n: int) -> Audit:
    """The second half of the entries are of one action, which their seat has signed."""
    log = begun(keys=True)
    for _ in range(n // 2):
        log.add("card-named", {"card": 1})
    log.act(people(keys=True)[0], "card-named", {"card": 1})
    for _ in range(n // 2):
        log.add("card-named", {"card": 1}, "seat:1", a=log.trees[-1]["a"])
    return log.audit()


def throws(n: int) -> Audit:
    """One entry with all the throws."""
    log = begun(draws=Draws(bytes(32), slots=n))
    slots = [(0, number) for number in range(n)]
    log.served |= dict.fromkeys(slots, "throw")
    one_sided = {"sides": [1], "values": [1]}
    log.add(
        "dice-rolled-twice", {"throws": [{"epoch": e, "slot": number} | one_sided for e, number in slots]}
    )
    return log.audit()


def cards(n: int) -> Audit:
    """One entry that commits all cards anew."""
    log = begun()
    i = log.shuffle(["ace"] * n)
    hand = [Hide({"is": "ace", "was": f"{i}/d/draw/order/{number}"}) for number in range(n)]
    log.add("hand-renewed", {"hand": hand})
    return log.audit()


def position(n: int) -> Audit:
    """The position of an analysis, an object with as many hidden members as others."""
    log = Log(seats=1)
    log.add("forked", {"game": "0" * 32, "version": 1})
    hidden: dict[str, Any] = {f"hidden{number}": Hide(0) for number in range(n)}
    log.add("position-set", {"state": hidden | {f"shown{number}": 0 for number in range(n)}})
    return log.audit()


LOGS = {
    made.__name__.replace("_", " "): made for made in (named, hands, rulings, openings, seeing, one_action)
}
"""Logs of about `n` entries."""


def case(n: int) -> bytes:
    """A bundle whose timeline has a moment for each of `n` entries, every eighth of them a way back."""
    log = court(STEPS[:OPENED])
    now = log.trees[-1]["at"]
    for number in range(n):
        if number % 8 == 7:
            log.add("rewound", {"to_version": FIRST + OPENED, "request": 1}, at=now)
        else:
            log.add("card-named", {"card": 1}, "seat:1", at=now)
    return agreeing(log)


def last_of(doublings: int) -> Audit:
    """The last game of a plan of 2^`doublings` games. Of the others a file holds the path to the plan's root, and no more."""
    games = 1 << doublings
    plan = {"id": UUID(int=1).hex, "number": games - 1, "games": games, "path": [b64(bytes(32))] * doublings}
    log = Log(created={"tournament": plan})
    for player in people():
        log.take(player, seed_commitment=None)
    log.start()
    return log.audit()


def ended(n: int) -> Audit:
    """Every entry ends the game once more, with a leaf of its own in the service's log."""
    log, book = Log(created={"table": 2, "log": ORIGIN, "witnessed": None}), Logbook()
    book.add("game", log_id(log.leaves[0]))
    for _ in range(n):
        log.add("game-abandoned", {}, "organiser")
    for size, head in enumerate(heads(log.leaves)):
        if size > 1:
            book.add("end", log_id(log.leaves[0]), n=size, r=b64(head), why="abandoned")
    return log.audit() | {"service_log": _listed(book)}


def _listed(book: Logbook) -> dict[str, Any]:
    """All leaves, each with its path: `Logbook.listed` makes every path from all leaves."""
    levels = [book.hashes()]
    while len(below := levels[-1]) > 1:
        pairs = (below[at : at + 2] for at in range(0, len(below), 2))
        levels.append([node(*pair) if len(pair) == 2 else pair[0] for pair in pairs])
    note = signed_note(head_text(book.origin, len(levels[0]), levels[-1][0]), book.origin, book.key)
    rows = [{"index": n, "leaf": text, "path": _path(n, levels)} for n, text in enumerate(book.leaves)]
    return {"checkpoint": note, "cosignatures": [], "leaves": rows}


def _path(n: int, levels: list[list[bytes]]) -> list[str]:
    beside = [(level, (n >> height) ^ 1) for height, level in enumerate(levels[:-1])]
    return [b64(level[at]) for level, at in beside if at < len(level)]


def overlapping_zip(n: int, size: int) -> bytes:
    """A zip that lists `n` names, all for the same `size` bytes."""
    data = bytes(size)
    held = BytesIO()
    with ZipFile(held, "w") as container:
        container.writestr("a", data)
        start = container.start_dir
    whole = held.getvalue()
    entry = whole[start : whole.index(b"PK\x05\x06")]
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, n, n, n * len(entry), start, 0)
    return whole[:start] + entry * n + end
