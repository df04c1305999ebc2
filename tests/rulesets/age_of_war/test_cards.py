"""The cards, the dice and the table before the first throw."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.ruleset import NoOptions
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.components import DICE, FACES, Castle, Line
from domain.rulesets.age_of_war.state import lines_needed
from tests.rulesets.age_of_war.situation import BOX, aside, dice, load, sit, state, throw

CLANS = """
oda 10 yellow: azuchi matsumoto gifu odani
tokugawa 8 grey: edo kiyosu inuyama
uesugi 8 purple: kasugayama kitanosho
mori 5 red: gassantoda takahashi
chosokabe 4 black: matsuyama marugame
shimazu 3 green: kumamoto
"""
CASTLES = """
azuchi 3: A / CC / 5
matsumoto 2: A / A / 7
gifu 1: D / A / C
odani 1: 10
edo 3: AC / AC / 3
kiyosu 2: D / A / C / 3
inuyama 1: D / AA
kasugayama 4: AA / CC
kitanosho 3: D / AC / 6
gassantoda 2: D / 8
takahashi 2: CC / 5 / 2
matsuyama 2: D / 4 / 4
marugame 1: DD / C
kumamoto 3: DD / A / C / 4
"""


def line(written: str) -> Line:
    """ "AC" shows symbols, "5" is infantry of at least 5."""
    return Line(infantry=int(written)) if written.isdigit() else Line(symbols=dice(written))


def read_castle(row: str) -> tuple[str, int, tuple[Line, ...]]:
    head, lines = row.split(": ")
    name, points = head.split()
    return name, int(points), tuple(line(it) for it in lines.split(" / "))


def read_clan(row: str) -> tuple[str, int, str, set[str]]:
    head, castles = row.split(": ")
    name, points, colour = head.split()
    return name, int(points), colour, set(castles.split())


def figures(castle: Castle) -> tuple[str, int, tuple[Line, ...]]:
    return castle.id, castle.points, castle.lines


def test_war_card_1_fourteen_castles_as_printed() -> None:
    printed = [read_castle(row) for row in CASTLES.strip().splitlines()]
    assert len(printed) == 14
    assert [figures(castle) for castle in BOX.castles] == printed


def test_war_card_1_six_clans_as_printed() -> None:
    printed = [read_clan(row) for row in CLANS.strip().splitlines()]
    assert [(c.id, c.points, c.colour, set(BOX.castles_of[c.id])) for c in BOX.clans] == printed
    assert {castle.clan for castle in BOX.castles} == set(BOX.clan)


def test_war_card_1_every_castle_but_kumamoto_has_the_special_line() -> None:
    assert [castle.id for castle in BOX.castles if not castle.special_line] == ["kumamoto"]


def test_war_card_1_the_special_line_is_not_needed_in_the_centre() -> None:
    game = state(sit())
    assert {castle.id: tuple(lines_needed(game, castle.id).values()) for castle in BOX.castles} == {
        castle.id: castle.lines for castle in BOX.castles
    }


def test_war_card_2_seven_dice_with_six_different_faces() -> None:
    served = RULESET.newest.components["dice"]
    assert tuple(served["faces"]) == FACES
    assert (served["count"], DICE, len(set(FACES))) == (7, 7, 6)
    sitting = load(sit(), "DCA3211")
    (rolled,) = throw(sitting)
    assert isinstance(rolled, e.DiceRolled)
    assert rolled.draw.sides == (6,) * 7
    assert rolled.dice == dice("1123ACD")


def test_every_figure_has_a_provenance() -> None:
    served = RULESET.newest.components
    assert all(it["provenance"] for it in [served["dice"], *served["clans"], *served["castles"]])


def test_war_setup_1_all_castles_lie_in_the_centre() -> None:
    game = state(Sitting(RULESET, 4, NoOptions(), "new"))
    assert game.centre == tuple(BOX.castle)
    assert (game.castles, game.stacks) == (((),) * 4, ((),) * 4)
    assert (game.turn, game.to_throw) == (1, 7)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_war_setup_1_the_first_player_is_drawn(seats: int) -> None:
    first = set()
    for n in range(60):
        sitting = Sitting(RULESET, seats, NoOptions(), f"first-{n}")
        drawn = sitting.log[-1].event
        assert isinstance(drawn, e.FirstPlayerDrawn)
        assert drawn.draw.sides == (seats,)
        assert sitting.table.to_act == (drawn.seat,) == drawn.draw.values
        first.add(drawn.seat)
    assert first == set(range(1, seats + 1))


def test_war_setup_1_two_to_six_players() -> None:
    assert RULESET.traits.seats == (2, 3, 4, 5, 6)


def test_war_setup_1_play_goes_clockwise() -> None:
    sitting, turns = sit(3), []
    for _ in range(4):
        turns.append(sitting.table.to_act[0])
        for _ in range(7):
            throw(sitting)
            aside(sitting)
    assert turns == [1, 2, 3, 1]
