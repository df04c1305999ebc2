"""People at seats, as their clients commit, reveal and sign (docs/ledger.md, section 5)."""

from __future__ import annotations

from typing import Any

from tests.verifier.primitives import Key, b64u, digest_of, jcs, u8, u64, unb64u

Z = bytes(32)
Sig = dict[str, str] | None


class Player:
    """Somebody at a seat: his seed, and his key if he has one."""

    def __init__(self, seat: int, *, key: bool = False, seed: bytes | None = None) -> None:
        self.seat, self.by = seat, f"seat:{seat}"
        self.seed = seed or digest_of(b"seed", u8(seat))
        self.key = Key(f"seat {seat}") if key else None
        self.signer = self.key
        self.account: bytes | None = None
        """A, of whoever has an account."""

    def commitment(self, ctx: bytes) -> bytes:
        return digest_of(b"gamelog/v1/client-seed\n", ctx, u8(self.seat), self.seed)

    def public(self) -> bytes:
        return self.key.public if self.key else Z

    def taking(
        self, ctx: bytes, *, committing: bool = True, accounts: bool = False
    ) -> tuple[dict[str, Any], Sig]:
        """What he says when he takes his seat, and the `sig` of it. `accounts`: whether the game's table has them."""
        committed = {"seed_commitment": b64u(self.commitment(ctx))} if committing else {}
        return self.named(accounts) | committed, self.sig(
            self.seat_message(ctx, self.commitment(ctx) if committing else Z, accounts)
        )

    def replacing(self, ctx: bytes, *, accounts: bool = False) -> tuple[dict[str, Any], Sig]:
        """The same for who plays on at a seat."""
        return self.named(accounts), self.sig(self.seat_message(ctx, Z, accounts))

    def named(self, accounts: bool) -> dict[str, Any]:
        key = {"key": b64u(self.public())} if self.key else {}
        held = {"account_hash": b64u(self.account)} if accounts and self.account else {}
        return {"seat": self.seat} | key | held

    def seat_message(self, ctx: bytes, c: bytes, accounts: bool) -> bytes:
        held = (self.account or Z) if accounts else b""
        return b"gamelog/v1/seat\n" + ctx + u8(self.seat) + self.public() + c + held

    def revealing(self, ctx: bytes, everybody: bytes) -> tuple[dict[str, Any], Sig]:
        """The same for his seed, at a table of these seats (`everybody`)."""
        message = b"gamelog/v1/seed\n" + ctx + u8(self.seat) + everybody + self.seed
        return {"seat": self.seat, "seed": b64u(self.seed)}, self.sig(message)

    def acting(self, gid: bytes, i: int, head: bytes, action: dict[str, Any]) -> dict[str, Any]:
        """An action signed for place i of a log whose first i entries have this head, as a request has it."""
        salt = b64u(digest_of(b"salt", gid, u64(i))[:16])
        disclosure = b64u(jcs([salt, action]).encode())
        message = (
            b"gamelog/v1/action\n" + gid + u8(self.seat) + u64(i) + head + digest_of(disclosure.encode())
        )
        sig = self.sig(message)
        assert sig
        return {"n": i, "disclosure": disclosure, "s": sig["s"]}

    def sig(self, message: bytes) -> Sig:
        return {"s": b64u(self.signer.sign(message))} if self.signer else None

    def sign_with(self, word: str) -> None:
        """From now on somebody else signs in his name."""
        self.signer = Key(word)


def has_accounts(trees: list[dict[str, Any]]) -> bool:
    """Whether the table of a log with these entries has accounts."""
    return bool(trees) and trees[0]["d"].get("table", 0) >= 5


def seats_commitment(ctx: bytes, seats: int, trees: list[dict[str, Any]]) -> bytes:
    """C, from the `seat-taken` that stand last among these entries."""
    names = ("key", "seed_commitment", *(("account_hash",) if has_accounts(trees) else ()))
    taken = {tree["d"]["seat"]: tree["d"] for tree in trees if tree["t"] == "seat-taken"}
    parts = [u8(seat) + _part(taken.get(seat, {}), names) for seat in range(1, seats + 1)]
    return digest_of(b"gamelog/v1/seats\n", ctx, u8(seats), *parts)


def _part(d: dict[str, Any], names: tuple[str, ...]) -> bytes:
    return b"".join(unb64u(d[name]) if name in d else Z for name in names)
