"""Seats of accounts: who sits down, guests who take their seats into an account, and persons who play on elsewhere."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.ledger.entry import Sig
from domain.rulesets.age_of_war import RULESET
from domain.table import accounts, decisions, seating
from domain.table import events as t
from domain.table.accounts import TIMES
from domain.table.actors import seat_actor
from domain.table.fold import fold
from domain.table.redecide import NotByTheRules, redecided
from domain.table.referee import opening
from domain.table.refusals import Refusal
from domain.table.state import Table
from tests.table.absence.kit import Room
from tests.table.referee.kit import Court, court
from tests.table.test_seating import Waiting, begun_war, refused

HASH, OTHER = "h" * 43, "o" * 43


class Hosting(Waiting):
    """A table at which accounts sit."""

    def claim(self, seat: int, account: str = HASH) -> list[Any]:
        return self.take(accounts.claim_seat(RULESET, self.table, t.SeatClaimed(seat, account)))

    def go_on(self, seat: int, key: str | None = None) -> list[Any]:
        return self.take(accounts.go_on_here(RULESET, self.table, seat, key))

    def invite(self, seat: int, account: str | None = None) -> list[Any]:
        given = t.SeatReassigned(seat, account_hash=account)
        return self.take(seating.reassign_seat(RULESET, self.table, given))

    def set_up(self, **changed: Any) -> Hosting:
        """Under other terms, before anybody sits down."""
        setup, self.log = replace(self.table.setup, **changed), []
        self.take(decisions.create(RULESET, setup))
        return self

    def redecide(self) -> None:
        assert [*redecided(RULESET, self.log)][-1].table() == self.table


def begun(**first: Any) -> Hosting:
    hosting = Hosting()
    hosting.sit(1, **first)
    hosting.sit(2, bot="greedy")
    return hosting


def test_a_seat_is_an_accounts_until_somebody_else_sits_there() -> None:
    hosting = Hosting()
    hosting.sit(1, account_hash=HASH, key="k")
    assert hosting.table.seats.accounts == {1: HASH}
    hosting.free(1)
    assert hosting.table.seats.accounts == {}
    hosting.sit(1, account_hash=HASH, key="k")
    hosting.sit(2)
    hosting.go_on(1, "new")
    assert (hosting.table.seats.accounts, hosting.table.seats.keys) == ({1: HASH}, {1: "new"})
    hosting.invite(1)
    assert (hosting.table.seats.accounts, hosting.table.seats.keys) == ({}, {})
    hosting.invite(2, OTHER)
    assert hosting.table.seats.accounts == {2: OTHER}
    hosting.redecide()


def test_a_table_of_accounts_takes_no_guests_but_bots_of_the_service() -> None:
    hosting = Hosting().set_up(accounts="required", seats=3)
    guest = refused(hosting.sit, 1)
    assert (guest.kind, guest.more["rule"]) == (Refusal.ACCOUNT_NEEDED, "table.accounts")
    hosting.sit(1, account_hash=HASH)
    hosting.sit(2, bot="greedy")
    hosting.sit(3, account_hash=OTHER)
    assert refused(hosting.invite, 1).kind is Refusal.ACCOUNT_NEEDED
    hosting.invite(1, OTHER)
    hosting.redecide()


def test_games_of_older_tables_have_no_place_for_accounts() -> None:
    hosting = Hosting().set_up(table=4)
    assert "before table 5" in refused(hosting.sit, 1, account_hash=HASH).detail
    hosting.sit(1)
    assert "before table 5" in refused(hosting.claim, 1).detail
    hosting.sit(2)
    assert "before table 5" in refused(hosting.invite, 1, HASH).detail
    assert "not belong to an account" in refused(hosting.go_on, 1).detail


def test_a_guest_claims_a_seat_once_while_the_game_waits_or_runs() -> None:
    hosting = Hosting()
    assert "No person" in refused(hosting.claim, 1).detail
    hosting.sit(1, key="k")
    assert hosting.claim(1) == [t.SeatClaimed(1, HASH)]
    assert (hosting.table.seats.accounts, hosting.table.seats.keys) == ({1: HASH}, {1: "k"})
    assert refused(hosting.claim, 1, OTHER).kind is Refusal.GONE_ELSEWHERE
    hosting.sit(2)
    hosting.claim(2, OTHER)
    assert hosting.log[-1].rules == ("table.accounts",)
    hosting.invite(2)
    hosting.claim(2)
    hosting.redecide()
    hosting.take(decisions.abandon(RULESET, hosting.table))
    assert refused(hosting.claim, 1).kind is Refusal.GONE_ELSEWHERE


def test_nobody_claims_the_seat_of_a_bot_of_a_finished_game_of_a_tournament_or_an_analysis() -> None:
    assert "No person" in refused(begun().claim, 2).detail
    table = begun().table
    planned = replace(table.setup, tournament=t.Planned("0" * 32, 0, 1, ()))
    for other, said in (
        (replace(table, setup=planned), "Seats of a tournament cannot"),
        (replace(table, forked=t.Forked("0" * 32, 1)), "Only seats of games that wait"),
        (replace(table, status="finished"), "Only seats of games that wait"),
    ):
        tried = refused(accounts.claim_seat, RULESET, other, t.SeatClaimed(1, HASH))
        assert tried.kind is Refusal.GONE_ELSEWHERE
        assert tried.detail.startswith(said)


def test_a_person_goes_on_elsewhere_ten_times_whoever_came_between() -> None:
    hosting = begun(account_hash=HASH)
    for n in range(TIMES):
        hosting.go_on(1, f"key {n}")
    eleventh = refused(hosting.go_on, 1)
    assert (eleventh.kind, eleventh.more["rule"]) == (Refusal.ILLEGAL_ACTION, "table.device")
    assert (hosting.log[-1].actor, hosting.log[-1].rules) == (seat_actor(1), ("table.device",))
    hosting.invite(1, OTHER)
    assert refused(hosting.go_on, 1).more["rule"] == "table.device"
    hosting.redecide()


def test_nobody_goes_on_elsewhere_before_the_start_after_the_end_or_without_an_account() -> None:
    hosting = Hosting()
    hosting.sit(1, account_hash=HASH)
    assert refused(hosting.go_on, 1).more["rule"] == "table.status"
    hosting.sit(2, bot="greedy")
    assert refused(hosting.go_on, 2).kind is Refusal.GONE_ELSEWHERE
    hosting.take(decisions.suspend(RULESET, hosting.table))
    hosting.go_on(1)
    hosting.take(decisions.abandon(RULESET, hosting.table))
    assert refused(hosting.go_on, 1).more["rule"] == "table.status"


def disputed() -> Court:
    room = court(True)
    room.sitting._take(claimed(room.table, 1))
    room.tell(opening.open_dispute, 1, room.claim())
    return room


def claimed(table: Table, seat: int) -> Any:
    return accounts.claim_seat(court(True).sitting.ruleset, table, t.SeatClaimed(seat, HASH))


def test_the_person_stays_so_an_open_case_does_not_hinder_and_texts_stay_readable() -> None:
    room = disputed()
    ruleset = room.sitting.ruleset
    moved = accounts.go_on_here(ruleset, room.table, 1, "new")
    before = accounts.substituted(room.log)
    room.sitting._take(moved)
    assert room.table.seats.keys == {1: "new"}
    assert accounts.substituted(room.log) == before == set()
    given = refused(seating.reassign_seat, ruleset, room.table, t.SeatReassigned(1))
    assert given.more["rule"] == "referee.halt"
    room.redecide()


def test_who_goes_on_elsewhere_is_not_brought_back_from_being_away() -> None:
    room = Room(clock=None)
    [seat] = room.table.to_act
    room.sitting._take(claimed_war(room.table, seat))
    room.resign(seat)
    room.sitting._take(accounts.go_on_here(RULESET, room.table, seat, "new"))
    assert seat in room.table.absence.away
    room.redecide()


def claimed_war(table: Table, seat: int) -> Any:
    return accounts.claim_seat(RULESET, table, t.SeatClaimed(seat, HASH))


def test_a_claim_and_another_device_count_although_their_stretch_is_taken_back() -> None:
    sitting = begun_war()
    first = sitting.table.undo.steps[-1].version
    sitting._take(claimed_war(sitting.table, 1))
    sitting._take(accounts.go_on_here(RULESET, sitting.table, 1, "new"))
    sitting.undo(sitting.table.undo.steps[-1].seat, first)
    assert (sitting.table.seats.accounts, sitting.table.seats.keys) == ({1: HASH}, {1: "new"})
    assert sitting.table.seats.went_on == {1: 1}
    assert fold(RULESET, sitting.log) == sitting.table


@pytest.mark.parametrize(
    ("sig", "kinds"), [(None, ["key-dropped", "moved"]), (Sig(old="o"), ["key-dropped"])]
)
def test_the_account_of_the_game_says_where_the_key_had_no_word(sig: Sig | None, kinds: list[str]) -> None:
    hosting = begun(account_hash=HASH, seed_commitment=None, key="k")
    hosting.take(accounts.go_on_here(RULESET, hosting.table, 1, None, sig))
    made = [it.kind for it in hosting.table.account.decisions if it.entry == len(hosting.log) - 1]
    assert made == kinds
    hosting.redecide()


FORGED: dict[str, tuple[str, t.SeatClaimed | t.SeatReassigned]] = {
    "claimed by the table": ("table", t.SeatClaimed(1, OTHER)),
    "claimed by the other seat": ("seat:2", t.SeatClaimed(1, OTHER)),
    "moved by the table": ("table", t.SeatReassigned(1)),
    "moved to another account": ("seat:1", t.SeatReassigned(1, account_hash=OTHER)),
}


@pytest.mark.parametrize(("actor", "event"), FORGED.values(), ids=list(FORGED))
def test_what_no_rule_allows_does_not_follow(actor: str, event: Any) -> None:
    hosting = begun() if isinstance(event, t.SeatClaimed) else begun(account_hash=HASH)
    last = hosting.log[-1]
    clause = "table.accounts" if isinstance(event, t.SeatClaimed) else "table.device"
    forged = replace(
        last, version=last.version + 1, action=last.action + 1, actor=actor, event=event, rules=(clause,)
    )
    with pytest.raises(NotByTheRules):
        list(redecided(RULESET, [*hosting.log, forged]))
