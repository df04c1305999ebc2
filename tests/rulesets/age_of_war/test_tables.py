"""The same rules at every number of players, whoever's turn it is."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.by_seat import of_seat
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import TURN_LIMIT
from domain.rulesets.age_of_war.state import lines_needed
from tests.rulesets.age_of_war.situation import (
    act,
    aside,
    attackable,
    deal,
    dice,
    fill,
    lying,
    put,
    refused,
    sit,
    state,
)

every_seat = pytest.mark.parametrize(
    ("players", "seat"), [(players, seat) for players in range(2, 7) for seat in (1, players)]
)


def at(players: int, seat: int, draw_count: int | None = None) -> tuple[Sitting, int]:
    """It is this seat's turn; and the seat at its right, the last to play after it."""
    return put(sit(players, draw_count=draw_count), seat=seat), (seat - 2) % players + 1


@every_seat
def test_war_steal_1_a_castle_of_any_other_player_costs_a_daimyo_more(players: int, seat: int) -> None:
    sitting, rival = at(players, seat)
    lying(deal(sitting, {seat: "gifu", rival: "inuyama"}), "1AAD", siege="inuyama", line_1="D")
    assert 0 in lines_needed(state(sitting), "inuyama")
    assert fill(sitting, "inuyama", 2, "AA") == [e.LineFilled(seat, "inuyama", rival, 2, dice("AA"), 1, 2)]
    lying(sitting, "1D", siege="inuyama", line_1="D", line_2="AA")
    assert fill(sitting, "inuyama", 0, "D")[1:] == [
        e.CastleConquered(seat, "inuyama", rival),
        e.TurnEnded(seat, True, seat % players + 1),
    ]
    assert (state(sitting).castles[seat - 1], state(sitting).castles[rival - 1]) == (("gifu", "inuyama"), ())


@every_seat
def test_war_turn_3_own_castles_and_stacks_are_never_attacked(players: int, seat: int) -> None:
    sitting, rival = at(players, seat)
    lying(deal(sitting, {seat: "inuyama gifu", rival: "edo"}, {rival: "uesugi"}), "13AACDD")
    assert "edo" in attackable(sitting)
    assert not attackable(sitting) & {"inuyama", "gifu", "kasugayama", "kitanosho"}
    for castle, letters in (("inuyama", "D"), ("kasugayama", "AA"), ("osaka", "D")):
        assert refused(sitting, FillLine(castle, 1, dice(letters))) == "war.turn.3"


@every_seat
def test_war_clan_1_a_clan_is_complete_whoever_held_its_last_castle(players: int, seat: int) -> None:
    sitting, rival = at(players, seat)
    lying(
        deal(sitting, {seat: "edo kiyosu", rival: "inuyama"}), "AA1", siege="inuyama", line_0="D", line_1="D"
    )
    assert fill(sitting, "inuyama", 2, "AA")[2] == e.ClanCompleted(seat, "tokugawa", 8)
    assert state(sitting).stacks[seat - 1] == ("tokugawa",)


@every_seat
def test_war_line_1_other_dice_than_a_line_needs_are_refused(players: int, seat: int) -> None:
    sitting, _ = at(players, seat)
    assert refused(sitting, FillLine("inuyama", 1, dice("D"))) == "war.turn.1"
    lying(sitting, "1123ACD", siege="gifu")
    wrong: list[tuple[Action, str]] = [
        (RollDice(), "war.turn.2"),
        (FillLine("inuyama", 1, dice("D")), "war.turn.4"),
        (FillLine("gifu", 4, dice("D")), "war.line.1"),
        (FillLine("gifu", 1, dice("C")), "war.line.1"),
        (FillLine("gifu", 1, dice("DD")), "war.line.1"),
    ]
    assert [refused(sitting, action) for action, _ in wrong] == [clause for _, clause in wrong]
    more = FillLine("odani", 1, dice("13333"))
    assert refused(lying(sitting, "1123333"), more) == "war.line.2"


@every_seat
def test_war_end_1_the_last_castle_ends_the_game(players: int, seat: int) -> None:
    sitting, rival = at(players, seat)
    lying(deal(sitting, {rival: "inuyama"}, centre="gifu"), "1C", siege="gifu", line_1="D", line_2="A")
    assert isinstance(fill(sitting, "gifu", 3, "C")[-1], e.GameEnded)
    assert sitting.table.outcome is not None
    assert sitting.table.outcome.ranking[0] == tuple(sorted((seat, rival)))
    assert len(sitting.table.outcome.ranking[1:]) == (players > 2)


@every_seat
def test_war_cap_1_turns_and_draws_are_limited(players: int, seat: int) -> None:
    sitting, _ = at(players, seat)
    put(sitting, turn=TURN_LIMIT)
    last = aside(lying(sitting, "1"))[-1]
    assert (last.reason, last.scores) == ("turn-limit", (0,) * players)
    few, _ = at(players, seat, draw_count=1)
    for _ in range(3):
        act(few, RollDice())
        last = act(few, SetAside())[-1]
    assert (last.reason, last.scores) == ("draws-used-up", (0,) * players)


@every_seat
def test_a_turn_that_can_conquer_nothing_is_worth_what_the_next_one_begins_with(
    players: int, seat: int
) -> None:
    sitting, _ = at(players, seat)
    hopeless = put(sitting, dice=(), to_throw=1, set_aside=6, siege="gifu")
    now = RULESET.outlook(state(hopeless))
    following, _ = at(players, seat % players + 1)
    assert now == pytest.approx(RULESET.outlook(state(following)))
    assert max(now) == of_seat(now, seat % players + 1) > min(now)
