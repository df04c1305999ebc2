"""The verdict, the parties that would have to collude to choose a game's draws, and the account of them (docs/ledger.md, 11)."""

from __future__ import annotations

from msgspec import UNSET

from domain.sentence import Sentence, say
from domain.table.parts.account import Account
from domain.table.state import Table
from projections.documents.verdict import AccountOfChance, DrawCounts, Entropy, HumanDecision

SEATS_NOT_PEOPLE = say(
    "Seats, not people. Who knows none of their seeds or keys has only the operator's word for them; a seat that plays "
    "in the service's own page trusts that page; games given up and begun anew are not seen here."
)
PROVIDED = {
    "L3": say("Provided that what is not opened yet will fit (L3, not complete here)."),
    "L4": say("Provided that every draw was called for by the rules (L4, not checked here)."),
}


def entropy_of(table: Table, imported: bool) -> Entropy:
    """The entropy according to the log; before the start, assuming that all reveal. Imported games were verified completely."""
    giving = [taken for taken in table.seats.taken if taken.seed_commitment]
    return Entropy(
        seats=table.setup.seats,
        bots=tuple(taken.seat for taken in table.seats.taken if taken.bot),
        operator_with=tuple(taken.seat for taken in giving),
        signed=tuple(taken.seat for taken in giving if taken.key),
        fresh=table.account.fresh,
        provided=() if imported else ("L3", "L4"),
    )


def account_of(table: Table) -> AccountOfChance | None:
    """The account according to the log; None for a log that is older than the closed tables."""
    if table.setup.table is None:
        return None
    account = table.account
    made = account.throws + account.shuffles
    return AccountOfChance(
        draws=DrawCounts(
            throws=account.throws, shuffles=account.shuffles, taken_back=made - table.slots.drawn
        ),
        decisions=tuple(
            HumanDecision(
                entry=it.entry, by=it.by, kind=it.kind, ruling=UNSET if it.ruling is None else it.ruling
            )
            for it in account.decisions
        ),
    )


def sentences(entropy: Entropy, account: Account) -> list[Sentence]:
    """The verdict in words."""
    return [
        _who(entropy.operator_with),
        *_drawn(len(account.redrawn)),
        *_shuffled(len(account.reshuffled)),
        *(PROVIDED[level] for level in entropy.provided),
        SEATS_NOT_PEOPLE,
    ]


def _drawn(times: int) -> list[Sentence]:
    often = say("A referee had draws made anew {n} times.", n=times)
    return _times(times, say("A referee had draws made anew once."), often)


def _shuffled(times: int) -> list[Sentence]:
    often = say("A referee had cards shuffled anew {n} times.", n=times)
    return _times(times, say("A referee had cards shuffled anew once."), often)


def _times(times: int, once: Sentence, often: Sentence) -> list[Sentence]:
    return [once if times == 1 else often] if times else []


def _who(seats: tuple[int, ...]) -> Sentence:
    if not seats:
        return say("The operator could have chosen every draw.")
    return say(
        "Only the operator together with seat {seats} could have chosen.",
        plural="Only the operator together with all of seats {seats} could have chosen.",
        count=len(seats),
        seats=", ".join(map(str, seats)),
    )
