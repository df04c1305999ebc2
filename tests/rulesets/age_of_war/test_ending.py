"""The end of the game, scores, ranks, and games that do not end."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.ruleset import Event, Outcome, ScorePart
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.components import TURN_LIMIT
from domain.rulesets.age_of_war.state import standings
from tests.rulesets.age_of_war.situation import (
    BOX,
    aside,
    cited,
    deal,
    fill,
    lying,
    put,
    sit,
    state,
    throw,
)


def result(sitting: Sitting) -> Outcome:
    outcome = sitting.table.outcome
    assert outcome is not None
    return outcome


def storm(sitting: Sitting) -> list[Event]:
    """Seat 1 takes Gifu, the last castle in the centre."""
    put(sitting, centre=("gifu",))
    return fill(lying(sitting, "1C", siege="gifu", line_1="D", line_2="A"), "gifu", 3, "C")


def test_war_end_1_the_game_ends_at_once_with_the_last_castle_of_the_centre() -> None:
    sitting = deal(sit(), {1: "kiyosu", 2: "edo inuyama"})
    recorded = storm(sitting)
    assert [type(event) for event in recorded] == [e.LineFilled, e.CastleConquered, e.GameEnded]
    assert cited(sitting, e.GameEnded) == {"war.end.1", "war.score.1", "war.score.2"}
    assert sitting.table.status == "finished"
    assert sitting.table.to_act == ()
    assert [sitting.legal(seat) for seat in (1, 2)] == [[], []]
    parts = (ScorePart("castles", {"1": 3, "2": 4}), ScorePart("clans", {"1": 0, "2": 0}))
    assert result(sitting) == Outcome((2,), ((2,), (1,)), {"1": 3, "2": 4}, "last-castle", parts=parts)


def test_war_end_1_a_castle_taken_from_a_player_does_not_end_it() -> None:
    sitting = deal(sit(), {2: "inuyama gifu"}, centre="kumamoto")
    lying(sitting, "AA", siege="inuyama", line_0="D", line_1="D")
    recorded = fill(sitting, "inuyama", 2, "AA")
    assert recorded[-1] == e.TurnEnded(1, True, 2)
    assert sitting.table.status == "playing"


def test_war_end_1_the_last_but_one_castle_does_not_end_it() -> None:
    sitting = deal(sit(), {}, centre="gifu kumamoto")
    lying(sitting, "1C", siege="gifu", line_1="D", line_2="A")
    fill(sitting, "gifu", 3, "C")
    assert sitting.table.status == "playing"
    assert state(sitting).centre == ("kumamoto",)


def test_war_end_1_a_clan_completed_by_the_last_castle_is_turned_over_first() -> None:
    recorded = storm(deal(sit(), {1: "azuchi matsumoto odani", 2: "edo kasugayama"}))
    assert recorded[1:] == [
        e.CastleConquered(1, "gifu", None),
        e.ClanCompleted(1, "oda", 10),
        e.GameEnded("last-castle", (10, 7), (4, 2), (1, 0)),
    ]


def test_war_score_1_face_up_castles_score_their_points() -> None:
    sitting = deal(sit(), {1: "azuchi edo", 2: "kasugayama odani kiyosu"})
    storm(sitting)
    assert result(sitting).scores == {"1": 3 + 3 + 1, "2": 4 + 1 + 2}


@pytest.mark.parametrize("clan", [clan.id for clan in BOX.clans if clan.id != "oda"])
def test_war_score_1_a_stack_scores_its_clans_points_only(clan: str) -> None:
    sitting = deal(sit(), {2: "matsumoto"}, {2: clan})
    storm(sitting)
    printed = {"tokugawa": 8, "uesugi": 8, "mori": 5, "chosokabe": 4, "shimazu": 3}
    assert result(sitting).scores == {"1": 1, "2": 2 + printed[clan]}


def test_war_score_2_the_highest_score_wins() -> None:
    sitting = deal(sit(3), {1: "odani", 2: "kasugayama", 3: "edo"})
    storm(sitting)
    assert result(sitting).ranking == ((2,), (3,), (1,))
    assert result(sitting).winners == (2,)


def test_war_score_2_equal_scores_most_castles() -> None:
    sitting = deal(sit(), {1: "edo odani", 2: "azuchi kiyosu"})
    storm(sitting)
    assert result(sitting).scores == {"1": 5, "2": 5}
    assert result(sitting).winners == (1,)


def test_war_score_2_castles_in_stacks_count() -> None:
    sitting = deal(sit(), {1: "kasugayama azuchi"}, {2: "tokugawa"})
    storm(sitting)
    assert list(standings(state(sitting)).values()) == [(8, 3, 0), (8, 3, 1)]
    assert result(sitting).winners == (2,)


def test_war_score_2_then_most_completed_clans_and_shimazu_counts() -> None:
    sitting = deal(sit(), {1: "matsumoto kiyosu", 2: "inuyama marugame"}, {2: "shimazu"})
    storm(sitting)
    assert list(standings(state(sitting)).values()) == [(5, 3, 0), (5, 3, 1)]
    assert result(sitting).winners == (2,)


def test_war_score_2_then_the_win_is_shared_and_ranks_skip() -> None:
    sitting = deal(sit(3), {1: "matsumoto", 2: "inuyama kiyosu", 3: "odani"})
    storm(sitting)
    assert list(standings(state(sitting)).values()) == [(3, 2, 0), (3, 2, 0), (1, 1, 0)]
    outcome = result(sitting)
    assert outcome.winners == (1, 2)
    assert outcome.ranking == ((1, 2), (3,))


def test_war_score_2_a_place_behind_the_winner_is_shared_too() -> None:
    sitting = deal(sit(4), {1: "edo", 2: "matsumoto", 3: "kiyosu", 4: "odani"})
    storm(sitting)
    assert result(sitting).ranking == ((1,), (2, 3), (4,))
    assert result(sitting).winners == (1,)


def test_war_cap_1_a_game_stops_after_5000_turns() -> None:
    assert TURN_LIMIT == 5000
    sitting = deal(sit(), {1: "gifu", 2: "edo"})
    put(sitting, turn=4999)
    aside(lying(sitting, "1"))
    assert (sitting.table.status, state(sitting).turn) == ("playing", 5000)
    recorded = aside(lying(sitting, "1"))
    assert recorded[1:] == [e.TurnEnded(2, False, 1), e.GameEnded("turn-limit", (1, 3), (1, 1), (0, 0))]
    assert cited(sitting, e.GameEnded) == {"war.cap.1", "war.score.1", "war.score.2"}
    parts = (ScorePart("castles", {"1": 1, "2": 3}), ScorePart("clans", {"1": 0, "2": 0}))
    assert result(sitting) == Outcome((), ((2,), (1,)), {"1": 1, "2": 3}, "turn-limit", parts=parts)


def test_war_cap_1_a_conquest_ends_turn_5000_too() -> None:
    sitting = put(deal(sit(), {}), turn=5000)
    lying(sitting, "1C", siege="gifu", line_1="D", line_2="A")
    recorded = fill(sitting, "gifu", 3, "C")
    assert recorded[-1] == e.GameEnded("turn-limit", (1, 0), (1, 0), (0, 0))


def test_war_cap_1_the_last_castle_in_turn_5000_ends_the_game_in_the_usual_way() -> None:
    sitting = put(sit(), turn=5000)
    storm(sitting)
    assert (result(sitting).reason, result(sitting).winners) == ("last-castle", (1,))


@pytest.mark.parametrize("slots", [1, 2, 3])
def test_war_cap_1_a_game_stops_when_no_throw_is_left(slots: int) -> None:
    """Four epochs of committed draws: one for the first player, the others for throws."""
    sitting, throws = sit(draw_count=slots), 0
    while sitting.table.status == "playing":
        throw(sitting)
        throws += 1
        assert sitting.table.status == "playing", "the last dice can still be used"
        aside(sitting)
    assert throws == 4 * slots - 1
    assert (result(sitting).reason, result(sitting).winners) == ("draws-used-up", ())


def test_war_cap_1_the_last_dice_can_still_win() -> None:
    sitting = sit(draw_count=1)
    for _ in range(2):
        throw(sitting)
        aside(sitting)
    throw(sitting)
    recorded = storm(sitting)
    assert recorded[-1] == e.GameEnded("last-castle", (1, 0), (1, 0), (0, 0))


def test_war_cap_1_filling_a_line_with_no_throw_left_stops_the_game() -> None:
    sitting = sit(draw_count=1)
    for _ in range(2):
        throw(sitting)
        aside(sitting)
    throw(sitting)
    recorded = fill(lying(sitting, "1AACC"), "kasugayama", 1, "AA")
    assert [type(event) for event in recorded] == [e.LineFilled, e.GameEnded]
