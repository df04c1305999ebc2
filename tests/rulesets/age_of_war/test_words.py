"""Sentences, chapters, marks and the board."""

from __future__ import annotations

import msgspec

from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.components import FACES
from domain.sentence import Seat
from tests.rulesets.age_of_war.situation import act, deal, dice, fill, legal, lying, sit, state
from tests.rulesets.kit import at_random, greedily
from tests.rulesets.words import Key, polish, told, untranslated


def spoken() -> set[Key]:
    games = [sit(2, "words").play_out(greedily), sit(3, "words").play_out(at_random), sit(2, "w", 4)]
    games[-1].play_out(greedily)
    return told(RULESET, (it.event for game in games for it in game.log if type(it.event) in RULESET.events))


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    assert spoken() == set(polish(RULESET))
    assert untranslated(polish(RULESET)) == []


def test_every_face_has_a_polish_name() -> None:
    assert {face.replace("-", " ") for face in FACES} <= set(polish(RULESET))


def test_each_turn_is_a_chapter() -> None:
    game = sit(3, "chapters").play_out(greedily)
    titled = [RULESET.chapter(it.event) for it in game.log if type(it.event) in RULESET.events]
    assert len([title for title in titled if title]) == state(game).turn


def test_a_stolen_castle_names_who_had_it() -> None:
    sentence = RULESET.narrate(e.CastleConquered(1, "gifu", 2))
    assert sentence.values == {"seat": Seat(1), "castle": "Gifu", "loser": Seat(2)}


def test_conquests_clans_and_the_end_are_marked() -> None:
    marked = {cls.mark for cls in RULESET.events}
    assert marked == {"", "conquest", "clan", "end"}


def test_the_board_shows_the_siege_with_the_special_line() -> None:
    sitting = lying(deal(sit(), {2: "inuyama edo"}, {1: "uesugi"}), "1AACD")
    fill(sitting, "inuyama", 2, "AA")
    board = msgspec.json.decode(msgspec.json.encode(RULESET.view(state(sitting), None)))
    assert board["siege"] == {
        "castle": "inuyama",
        "lines": [
            {"line": 0, "needs": {"symbols": list(dice("D"))}, "dice": []},
            {"line": 1, "needs": {"symbols": list(dice("D"))}, "dice": []},
            {"line": 2, "needs": {"symbols": list(dice("AA"))}, "dice": list(dice("AA"))},
        ],
    }
    assert board["dice"] == {"thrown": [], "to_throw": 3, "set_aside": 2}
    mine = {"seat": 1, "castles": [], "stacks": ["uesugi"], "castle_count": 2, "score": 8}
    his = {"seat": 2, "castles": ["inuyama", "edo"], "stacks": [], "castle_count": 2, "score": 4}
    assert board["players"] == [mine, his]


def test_the_board_shows_the_dice_as_thrown() -> None:
    sitting = sit()
    act(sitting, legal(sitting)[0])
    board = RULESET.view(state(sitting), 2)
    assert board["dice"]["thrown"] == list(state(sitting).dice)
    assert (board["siege"], board["seat"], board["turn"]) == (None, 1, 1)
    assert len(board["centre"]) == 14
