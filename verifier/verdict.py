"""The parties that would have to collude to choose the draws: the meaning of L3 for a reader (docs/ledger.md, section 11)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .account import Account
from .seeds import Beginning, commitment
from .shapes import base64url

SEATS_NOT_PEOPLE = (
    "Seats, not people. Who knows none of their seeds or keys has only the operator's word for them; a seat that "
    "plays in the service's own page trusts that page; games given up and begun anew are not seen here."
)
PROVIDED = {
    "L3": "Provided that what is not opened yet will fit (L3, not complete here).",
    "L4": "Provided that every draw was called for by the rules (L4, not checked here).",
}


@dataclass(frozen=True)
class Entropy:
    """The verdict's data. `yours` is the seat of the reader's seed or key: 0 if it has none, None if none was given."""

    seats: int
    bots: list[int]
    operator_with: list[int]
    signed: list[int]
    account: Account
    yours: int | None = None

    def as_dict(self, provided: list[str]) -> dict[str, Any]:
        """The object `entropy`; `provided` names the levels that have not passed."""
        return {
            "seats": self.seats,
            "bots": self.bots,
            "operator_with": self.operator_with,
            "signed": self.signed,
            "fresh": self.account.fresh,
            "provided": provided,
        }

    def words(self, provided: list[str]) -> list[str]:
        """The verdict in sentences."""
        return [
            self._who(),
            *_times("A referee had draws made anew", len(self.account.redrawn)),
            *_times("A referee had cards shuffled anew", len(self.account.reshuffled)),
            *(PROVIDED[level] for level in provided),
            SEATS_NOT_PEOPLE,
            *([self._yours()] if self.yours is not None else []),
        ]

    def _who(self) -> str:
        if not self.operator_with:
            return "The operator could have chosen every draw."
        several = "all of seats" if len(self.operator_with) > 1 else "seat"
        seats = ", ".join(map(str, self.operator_with))
        return f"Only the operator together with {several} {seats} could have chosen."

    def _yours(self) -> str:
        if not self.yours:
            return "Yours is not in the mix."
        return f"Yours is in the mix (seat {self.yours}), so nobody chose without you."


def _times(what: str, times: int) -> list[str]:
    return [f"{what} {'once' if times == 1 else f'{times} times'}."] if times else []


def entropy(begun: Beginning, account: Account, own: str | None = None) -> Entropy:
    """The verdict on a log in which no level failed. `own` is a seed or key of the reader (base64url)."""
    taken, giving = begun.taken, begun.committed
    return Entropy(
        seats=begun.export.seats,
        bots=sorted(seat for seat, entry in taken.items() if "bot" in entry["d"]),
        operator_with=giving,
        signed=[seat for seat in giving if "key" in taken[seat]["d"]],
        account=account,
        yours=None if own is None else next((seat for seat in giving if _is_of(begun, seat, own)), 0),
    )


def _is_of(begun: Beginning, seat: int, own: str) -> bool:
    d = begun.taken[seat]["d"]
    if not base64url(32)(own):
        return False
    return bool(own == d.get("key") or commitment(begun.export, seat, own) == d["seed_commitment"])
