"""Sentences, chapters and the Polish catalogue; the view; the bot."""

from __future__ import annotations

import random

from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.narrate import ENDINGS, SENTENCES
from tests.rulesets.kit import Sitting, at_random, greedily
from tests.rulesets.nagaraja.scene import Scene, of_type, player
from tests.rulesets.words import Key, polish, told

RARE = {"There is no card to give to {other}."}
"""Said in play only when hands hold all cards; `test_setup` comes there by hand."""


def spoken() -> set[Key]:
    """Every message of many games, for those who know and for those who do not."""
    said: set[Key] = {*RARE}
    said.update(ENDINGS.values())
    for n in range(20):
        sitting = Sitting(RULESET, 2, RULESET.options(), f"words-{n}").play_out(at_random, seed=n)
        said |= told(RULESET, (lg.event for lg in sitting.log if type(lg.event) in RULESET.events))
    return said


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    assert spoken() == set(polish(RULESET))


def test_every_event_has_a_sentence() -> None:
    assert set(SENTENCES) == set(RULESET.events)


def test_each_round_is_a_chapter() -> None:
    sitting = Sitting(RULESET, 2, RULESET.options(), "chapters").play_out()
    events = [lg.event for lg in sitting.log if type(lg.event) in RULESET.events]
    titles = [title.values["n"] for event in events if (title := RULESET.chapter(event))]
    assert titles == list(range(1, sitting.table.game.round + 1))
    assert len(titles) == len(of_type(events, e.TileTurnedUp))


def test_the_view_shows_the_table() -> None:
    scene = Scene(
        player(1, hand="R1", sticks="brown-4 white-N", tiles={6: "K4", 3: "K5/1+A1", 8: "trap"}),
        player(2, hand="S1 S2", amulets="A1"),
    )
    board = scene.view(1)
    mine, theirs = board["players"]
    assert board["trap"] == {"seat": 1, "space": 8}
    assert (mine["fate_points"], mine["nagas"], mine["hand"]) == (4, 1, ["R1"])
    assert mine["temple"]["spaces"][3] == {"kind": "K5", "turns": 1, "amulet": True}
    assert mine["temple"]["live"] == [3, 6]
    assert mine["temple"]["relics"]["W2"] == {"relic": "sacred-3", "face_up": True}
    assert (theirs["hand"], theirs["amulets"], theirs["points"]) == ([None, None], [None], 0)


def test_the_greedy_player_beats_a_random_one() -> None:
    won = 0
    for n in range(24):
        sitting, rng, mine = Sitting(RULESET, 2, RULESET.options(), f"bot-{n}"), random.Random(n), 1 + n % 2
        while sitting.table.status == "playing":
            (seat,) = sitting.table.to_act
            move = greedily if seat == mine else at_random
            sitting.act(seat, move(RULESET, sitting.table.game, seat, sitting.legal(seat), rng))
        outcome = sitting.table.outcome
        assert outcome is not None
        won += mine in outcome.winners
    assert won >= 17
