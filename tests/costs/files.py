"""Files that cost a verifier as much as files of their size can, well-formed and signed. `n` is their number of entries."""

from __future__ import annotations

import struct
from io import BytesIO
from uuid import UUID
from zipfile import ZipFile

from tests.verifier.games import begun, people
from tests.verifier.primitives import b64
from tests.verifier.synthetic import Audit, Hide, Log

AN_ENTRY = 500
"""Cards that one entry deals: 500 digests are as long as an entry may be, and no longer."""


def said(n: int, filling: int = 0) -> Audit:
    """Entries without a meaning, with a text each."""
    log = begun()
    for _ in range(n):
        log.add("said", {"text": "x" * filling})
    return log.audit()


def hands(n: int) -> Audit:
    """Every entry commits a card anew, and every eighth goes back by three."""
    log, places = begun(), list[str]()
    while len(places) < n:
        i = log.add("dealt", {"cards": [Hide(0)] * min(AN_ENTRY, n - len(places))})
        places += [f"{i}/d/cards/{number}" for number in range(min(AN_ENTRY, n - len(places)))]
    for number, was in enumerate(places):
        if number % 8 == 7:
            log.rewind(len(log.trees) - 2)
        log.add("held", {"cards": [Hide({"is": 0, "was": was})]})
    return log.audit()


def rulings(n: int) -> Audit:
    """Every entry goes back by a ruling, as far as any may."""
    log = begun()
    started = len(log.trees)
    for _ in range(n):
        log.rewind(started, ruling=1)
    return log.audit()


def openings(n: int) -> Audit:
    """Every entry opens the same card once more."""
    log = begun()
    place = f"{log.add('dealt', {'cards': [Hide(0)]})}/d/cards/0"
    for _ in range(n):
        log.open(place)
    return log.audit()


def seeing(n: int) -> Audit:
    """The actor of every entry has seen the head before the first of them."""
    log = begun()
    head = {"n": 1, "r": log.checkpoint(1).split("\n")[2]}
    for _ in range(n):
        log.add("said", {}, "seat:1", seen=head)
    return log.audit()


def last_of(doublings: int) -> Audit:
    """The last game of a plan of 2^`doublings` games. Of the others a file holds the path to the plan's root, and no more."""
    games = 1 << doublings
    plan = {"id": UUID(int=1).hex, "number": games - 1, "games": games, "path": [b64(bytes(32))] * doublings}
    log = Log(created={"tournament": plan})
    for player in people():
        log.take(player, seed_commitment=None)
    log.start()
    return log.audit()


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
