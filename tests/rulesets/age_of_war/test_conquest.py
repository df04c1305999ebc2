"""Taking castles from the centre and from players, and completed clans."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.ruleset import Event
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine
from domain.rulesets.age_of_war.state import castle_count, lines_needed, score
from tests.rulesets.age_of_war.situation import (
    BOX,
    act,
    attackable,
    cited,
    deal,
    dice,
    fill,
    fillings,
    load,
    lying,
    put,
    refused,
    sit,
    state,
    throw,
)


def siege_in_order(sitting: Sitting, castle: str, needed: dict[int, str], order: tuple[int, ...]) -> Event:
    """Fill the lines in this order from lucky throws; the event that follows the last filling."""
    for line in order:
        load(sitting, needed[line].ljust(state(sitting).to_throw, "1"))
        throw(sitting)
        recorded = fill(sitting, castle, line, needed[line])
    return recorded[1]


def test_war_capture_1_a_conquered_castle_lies_face_up_before_its_conqueror() -> None:
    sitting = load(sit(), "AAC3211", "CC123")
    throw(sitting)
    fill(sitting, "kasugayama", 1, "AA")
    throw(sitting)
    recorded = fill(sitting, "kasugayama", 2, "CC")
    assert recorded[1] == e.CastleConquered(1, "kasugayama", None)
    assert cited(sitting, e.CastleConquered) == {"war.card.1", "war.turn.5", "war.capture.1"}
    game = state(sitting)
    assert game.castles == (("kasugayama",), ())
    assert "kasugayama" not in game.centre
    assert score(game, 1) == 4


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_war_capture_1_lines_may_be_filled_in_any_order(order: tuple[int, ...]) -> None:
    sitting = sit()
    assert siege_in_order(sitting, "inuyama", {1: "D", 2: "AA"}, order) == e.CastleConquered(
        1, "inuyama", None
    )


def test_war_steal_1_the_special_daimyo_line_is_needed_too() -> None:
    sitting = lying(deal(sit(), {2: "inuyama"}), "1AAADD", siege="inuyama", line_1="D")
    assert fillings(sitting, "inuyama") == [(0, dice("D")), (2, dice("AA"))]
    recorded = fill(sitting, "inuyama", 2, "AA")
    assert recorded == [e.LineFilled(1, "inuyama", 2, 2, dice("AA"), 1, 4)]
    assert state(sitting).castles == ((), ("inuyama",))
    load(sitting, "11DD")
    throw(sitting)
    recorded = fill(sitting, "inuyama", 0, "D")
    assert recorded[1] == e.CastleConquered(1, "inuyama", 2)
    assert state(sitting).castles == (("inuyama",), ())
    assert "war.steal.1" in cited(sitting, e.LineFilled)


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (2, 1, 0), (2, 0, 1)])
def test_war_steal_1_at_any_point_in_the_order(order: tuple[int, ...]) -> None:
    sitting = deal(sit(), {2: "marugame"})
    needed = {0: "D", 1: "DD", 2: "C"}
    assert siege_in_order(sitting, "marugame", needed, order) == e.CastleConquered(1, "marugame", 2)


def test_war_steal_1_the_special_line_does_not_count_in_the_centre() -> None:
    sitting = lying(sit(), "1AACDDD")
    assert 0 not in {line for line, _ in fillings(sitting, "inuyama")}
    assert refused(sitting, FillLine("inuyama", 0, dice("D"))) == "war.steal.1"
    assert refused(lying(sit(), "D1", siege="inuyama", line_1="D"), FillLine("inuyama", 0, dice("D"))) == (
        "war.steal.1"
    )


def test_war_steal_1_every_castle_but_kumamoto_needs_one_daimyo_more() -> None:
    sitting = deal(sit(), {2: " ".join(BOX.castle)})
    for castle in BOX.castles:
        extra = len(lines_needed(state(sitting), castle.id)) - len(castle.lines)
        assert extra == (castle.id != "kumamoto")
        if extra:
            assert lines_needed(state(sitting), castle.id)[0].symbols == dice("D")


def test_war_clan_1_a_complete_clan_is_turned_over_at_once() -> None:
    sitting = lying(deal(sit(), {1: "azuchi kitanosho"}), "1CC", siege="kasugayama", line_1="AA")
    recorded = fill(sitting, "kasugayama", 2, "CC")
    assert recorded[1:] == [
        e.CastleConquered(1, "kasugayama", None),
        e.ClanCompleted(1, "uesugi", 8),
        e.TurnEnded(1, True, 2),
    ]
    assert cited(sitting, e.ClanCompleted) == {"war.clan.1"}
    game = state(sitting)
    assert (game.castles[0], game.stacks[0]) == (("azuchi",), ("uesugi",))
    assert (score(game, 1), castle_count(game, 1)) == (3 + 8, 3)


def test_war_clan_1_a_stolen_castle_completes_a_clan_too() -> None:
    sitting = deal(sit(3), {1: "edo kiyosu", 3: "inuyama"})
    lying(sitting, "AA1", siege="inuyama", line_0="D", line_1="D")
    recorded = fill(sitting, "inuyama", 2, "AA")
    assert recorded[1:3] == [e.CastleConquered(1, "inuyama", 3), e.ClanCompleted(1, "tokugawa", 8)]
    assert state(sitting).castles == ((), (), ())


def test_war_clan_1_a_clan_held_by_two_players_is_not_complete() -> None:
    sitting = lying(deal(sit(), {2: "kitanosho"}), "1CC", siege="kasugayama", line_1="AA")
    fill(sitting, "kasugayama", 2, "CC")
    assert state(sitting).castles == (("kasugayama",), ("kitanosho",))
    assert state(sitting).stacks == ((), ())


@pytest.mark.parametrize("clan", [clan.id for clan in BOX.clans])
def test_war_clan_1_castles_of_a_stack_cannot_be_attacked(clan: str) -> None:
    locked = BOX.castles_of[clan]
    sitting = lying(deal(sit(), {}, {2: clan}), "23AACDD")
    assert not attackable(sitting) & locked
    for castle in locked:
        assert refused(sitting, FillLine(castle, 1, BOX.castle[castle].lines[0].symbols)) == "war.turn.3"
    assert castle_count(state(sitting), 2) == len(locked)


def test_war_clan_1_shimazu_is_locked_at_capture() -> None:
    sitting = lying(sit(), "13", siege="kumamoto", line_1="DD", line_2="A", line_3="C")
    recorded = fill(sitting, "kumamoto", 4, "13")
    assert recorded[1:3] == [e.CastleConquered(1, "kumamoto", None), e.ClanCompleted(1, "shimazu", 3)]
    assert (state(sitting).castles[0], state(sitting).stacks[0]) == ((), ("shimazu",))
    lying(sitting, "1ACDDDD")
    assert refused(sitting, FillLine("kumamoto", 1, dice("DD"))) == "war.turn.3"


def test_war_clan_1_one_clan_after_another() -> None:
    sitting = deal(sit(), {1: "takahashi", 2: "gassantoda"}, {1: "uesugi"})
    lying(sitting, "2333", siege="gassantoda", line_0="D", line_1="D")
    act(sitting, FillLine("gassantoda", 2, dice("233")))
    assert state(sitting).stacks == (("uesugi", "mori"), ())


def test_a_castle_may_change_hands_again_and_again() -> None:
    sitting = deal(sit(3), {2: "inuyama"})
    for seat, loser in ((1, 2), (3, 1), (2, 3)):
        put(sitting, seat=seat)
        lying(sitting, "AA", siege="inuyama", line_0="D", line_1="D")
        assert fill(sitting, "inuyama", 2, "AA")[1] == e.CastleConquered(seat, "inuyama", loser)
        assert state(sitting).castles[seat - 1] == ("inuyama",)
        assert sum(map(len, state(sitting).castles)) == 1
