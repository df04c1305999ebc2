"""How a game comes to its start: who sits down, whose seeds are waited for, and in which order anything may happen."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.kit import Sitting
from domain.draws import seeded_draws
from domain.ledger.entry import Sig
from domain.rulesets.age_of_war import RULESET
from domain.table import decisions, seating
from domain.table import events as t
from domain.table.fold import Fold, fold
from domain.table.redecide import NotByTheRules, redecided
from domain.table.refusals import Refusal, Refused
from domain.table.state import Logged, Table

DRAWS = seeded_draws(b"seats", RULESET.traits.draws)


class Waiting:
    """A table whose log is written decision by decision."""

    def __init__(self, seats: int = 2) -> None:
        setup = Sitting(RULESET, seats, RULESET.options(), "seats").table.setup
        self.log: list[Logged] = []
        self.take(decisions.create(RULESET, setup))

    def take(self, made: Fold) -> list[Any]:
        self.log += made.recorded
        self.table: Table = made.table()
        assert fold(RULESET, self.log) == self.table
        return [logged.event for logged in made.recorded]

    def sit(self, seat: int, **given: Any) -> list[Any]:
        taken = t.SeatTaken(seat, **given)
        return self.take(seating.take_seat(RULESET, self.table, taken, lambda _: DRAWS))

    def reveal(self, seat: int) -> list[Any]:
        revealed = t.SeedRevealed(seat, "r")
        return self.take(seating.reveal_seed(RULESET, self.table, revealed, lambda _: DRAWS))

    def free(self, seat: int) -> list[Any]:
        return self.take(seating.free_seat(RULESET, self.table, seat))

    def substitute(self, seat: int, key: str | None = None) -> list[Any]:
        return self.take(seating.reassign_seat(RULESET, self.table, t.SeatReassigned(seat, key)))


def kinds(events: list[Any]) -> list[str]:
    return [event.__struct_config__.tag for event in events]


def refused(tried: Any, *given: Any, **named: Any) -> Refused:
    with pytest.raises(Refused) as found:
        tried(*given, **named)
    return found.value


def test_a_game_without_seeds_begins_with_its_last_seat() -> None:
    waiting = Waiting()
    assert kinds(waiting.sit(2, bot="random")) == ["seat-taken"]
    assert kinds(waiting.sit(1))[:2] == ["seat-taken", "game-started"]
    assert waiting.table.status == "playing"
    late = refused(waiting.sit, 1)
    assert (late.kind, late.detail) == (Refusal.GONE_ELSEWHERE, "All seats of this game are taken.")


def test_a_game_waits_for_every_seed_that_was_committed_and_for_no_other() -> None:
    waiting = Waiting(3)
    waiting.sit(3, seed_commitment="c3")
    waiting.sit(2)
    assert waiting.table.to_reveal == ()
    assert kinds(waiting.sit(1, seed_commitment="c1")) == ["seat-taken"]
    assert (waiting.table.status, waiting.table.to_reveal) == ("waiting", (1, 3))
    assert kinds(waiting.reveal(3)) == ["seed-revealed"]
    assert waiting.table.to_reveal == (1,)
    assert kinds(waiting.reveal(1))[:2] == ["seed-revealed", "game-started"]
    assert [seed.seat for seed in waiting.table.seats.seeds] == [3, 1]
    assert waiting.table.to_reveal == ()


def test_no_seed_is_opened_before_all_are_seated_nor_twice_nor_without_a_commitment() -> None:
    waiting = Waiting(3)
    waiting.sit(1, seed_commitment="c")
    early = refused(waiting.reveal, 1)
    assert (early.kind, early.more["rule"]) == (Refusal.ILLEGAL_ACTION, "table.seeds")
    assert "seat 2 and 3 is free still" in early.detail
    waiting.sit(2)
    waiting.sit(3, seed_commitment="c")
    assert "not committed" in refused(waiting.reveal, 2).detail
    waiting.reveal(1)
    assert "known already" in refused(waiting.reveal, 1).detail
    waiting.reveal(3)
    assert "known already" in refused(waiting.reveal, 3).detail


def test_a_game_that_waits_for_a_seed_can_be_abandoned_and_draws_nothing() -> None:
    waiting = Waiting()
    waiting.sit(1, seed_commitment="c")
    waiting.sit(2)
    waiting.take(decisions.abandon(RULESET, waiting.table))
    assert (waiting.table.status, waiting.table.to_reveal) == ("abandoned", ())
    assert refused(waiting.reveal, 1).more["rule"] == "table.status"
    assert not any(isinstance(logged.event, t.GameStarted) for logged in waiting.log)


def test_a_seat_is_freed_with_all_that_it_gave_until_the_last_is_taken() -> None:
    waiting = Waiting()
    waiting.sit(1, seed_commitment="c", key="k")
    assert waiting.table.seats.keys == {1: "k"}
    assert kinds(waiting.free(1)) == ["seat-freed"]
    assert (waiting.table.seats.numbers, waiting.table.seats.keys) == (frozenset(), {})
    assert refused(waiting.free, 1).kind is Refusal.NOT_FOUND
    waiting.sit(1)
    waiting.sit(2, seed_commitment="c")
    assert refused(waiting.free, 1).more["rule"] == "table.seeds"
    waiting.reveal(2)
    assert refused(waiting.free, 1).more["rule"] == "table.seeds"


@pytest.mark.parametrize("by", ["organiser", "table"])
def test_a_seat_is_freed_by_the_organiser_or_left_by_its_player(by: str) -> None:
    waiting = Waiting()
    waiting.sit(1)
    waiting.take(seating.free_seat(RULESET, waiting.table, 1, by))
    assert [*redecided(RULESET, waiting.log)][-1].table() == waiting.table
    assert waiting.log[-1].actor == by


def test_nobody_is_recorded_as_sending_another_player_away() -> None:
    waiting = Waiting()
    waiting.sit(1)
    waiting.take(seating.free_seat(RULESET, waiting.table, 1, "seat:2"))
    with pytest.raises(NotByTheRules):
        list(redecided(RULESET, waiting.log))


def test_a_substitute_sits_down_once_the_game_has_begun_and_never_for_a_bot() -> None:
    waiting = Waiting()
    waiting.sit(1, key="k")
    assert refused(waiting.substitute, 1).kind is Refusal.GONE_ELSEWHERE
    waiting.sit(2, bot="random")
    waiting.substitute(1, "other")
    assert waiting.table.seats.keys == {1: "other"}
    waiting.substitute(1)
    assert waiting.table.seats.keys == {}
    assert "bot" in refused(waiting.substitute, 2).detail
    waiting.take(decisions.abandon(RULESET, waiting.table))
    assert refused(waiting.substitute, 1).kind is Refusal.GONE_ELSEWHERE


def test_a_substitute_stays_although_his_stretch_is_taken_back() -> None:
    sitting = begun_war()
    first = sitting.table.undo.steps[-1].version
    sitting._take(seating.reassign_seat(RULESET, sitting.table, t.SeatReassigned(1, "key")))
    sitting.undo(sitting.table.undo.steps[-1].seat, first)
    assert sitting.table.seats.keys == {1: "key"}
    assert fold(RULESET, sitting.log) == sitting.table


def begun_war() -> Sitting:
    """A game in which something can be taken back."""
    sitting = Sitting(RULESET, 2, RULESET.options(), "substitutes")
    while not sitting.table.undo.steps:
        seat = sitting.table.to_act[0]
        sitting.act(seat, sitting.legal(seat)[0])
    return sitting


def test_the_signature_stands_under_the_first_entry_of_the_action() -> None:
    waiting, sig = Waiting(1 + 1), Sig("s")
    waiting.sit(2)
    taken = seating.take_seat(RULESET, waiting.table, t.SeatTaken(1, key="k"), lambda _: DRAWS, sig)
    assert [logged.sig for logged in taken.recorded[:2]] == [sig, None]


def test_the_rules_judge_the_order_of_seats_and_seeds() -> None:
    waiting = Waiting(3)
    waiting.sit(2, seed_commitment="c")
    waiting.free(2)
    waiting.sit(2, seed_commitment="d", key="k")
    waiting.sit(1, bot="greedy")
    waiting.sit(3, seed_commitment="e")
    waiting.reveal(3)
    waiting.reveal(2)
    waiting.substitute(2)
    assert [*redecided(RULESET, waiting.log)][-1].table() == waiting.table
    twice = [*waiting.log[:7], *waiting.log[6:]]
    with pytest.raises(NotByTheRules):
        [*redecided(RULESET, renumbered(twice))]


def renumbered(log: list[Logged]) -> list[Logged]:
    """The same events as a log without gaps, an action each where they were one each."""
    return [
        Logged(n, logged.event, logged.actor, n if n < 9 else logged.action + 1)
        for n, logged in enumerate(log, 1)
    ]
