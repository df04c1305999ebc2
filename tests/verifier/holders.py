"""Seats of accounts, as their clients claim them and go on with other devices (docs/ledger.md, section 5)."""

from __future__ import annotations

from typing import Any

from tests.verifier.players import Player, Z
from tests.verifier.primitives import Key, b64u, digest_of, u8, u64
from tests.verifier.synthetic import Log

SALT = bytes(range(16))


def account_hash(word: str) -> bytes:
    """A of a made-up account."""
    return digest_of(b"gamelog/v1/account\n", SALT, id_of(word))


def id_of(word: str) -> bytes:
    return digest_of(word.encode())[:16]


def holder(seat: int, *, key: bool = False) -> Player:
    """Somebody with an account."""
    player = Player(seat, key=key)
    player.account = account_hash(f"account of seat {seat}")
    return player


def claim(log: Log, player: Player, **changed: Any) -> int:
    """`seat-claimed` by a guest; `changed` are members of the entry."""
    player.account = account_hash(f"claimed {player.seat}")
    sig = player.sig(b"gamelog/v1/claim\n" + log.game.bytes + u8(player.seat) + player.account)
    said = {"d": {"seat": player.seat, "account_hash": b64u(player.account)}, "by": player.by, "sig": sig}
    return log.add("seat-claimed", **(said | changed))


def go_on(log: Log, player: Player, word: str | None = None, *, old: bool = True, **changed: Any) -> int:
    """`seat-reassigned` by the seat, with the key of this word or none; `old`: the key so far, if any, signs that.

    `changed` are members of the entry.
    """
    before, player.key = player.key, None if word is None else Key(word)
    player.signer = player.key
    place = log.game.bytes + u8(player.seat) + u64(len(log.trees))
    gone = (
        {"old": b64u(before.sign(b"gamelog/v1/here\n" + place + player.public()))} if before and old else {}
    )
    new = player.sig(player.seat_message(log.ctx, Z, accounts=True)) or {}
    d = {name: value for name, value in player.named(accounts=True).items() if name != "account_hash"}
    return log.add("seat-reassigned", **({"d": d, "by": player.by, "sig": new | gone or None} | changed))
