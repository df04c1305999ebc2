"""What is said of an action to those who do not see the board."""

from __future__ import annotations

from typing import Any

from conformance.kit import Sitting
from domain.rulesets.age_of_war.actions import FillLine, RollDice
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.romans import RULESET
from domain.rulesets.romans.actions import PlaceWarrior
from domain.rulesets.touche.actions import LayCard
from projections.document import labelled_actions
from tests.rulesets.age_of_war import situation as war
from tests.rulesets.nagaraja.scene import Scene, player, tile
from tests.rulesets.touche import situation as touche


def said(sitting: Sitting, action: Any, seat: int = 1) -> tuple[str, str]:
    """In English and Polish, after the label."""
    legal = sitting.legal(seat)
    words = labelled_actions(sitting.ruleset, sitting.table, {}, seat).actions[list(legal).index(action)]
    label, aloud = words["label"], words["say"]
    return aloud.en.removeprefix(f"{label.en}. "), aloud.pl.removeprefix(f"{label.pl}. ")


def test_a_tile_is_said_as_it_would_lie_with_what_it_would_join() -> None:
    temple = player(1, tiles={"a3": "K4"})
    scene = Scene(temple, player(2), stage="place", offered=tile("K3"))
    assert said(scene.sitting, a.PlaceTile("a2", 2)) == (
        "Tile K3 on a2; open to east, south, and west; joins to an entrance: a2; uncovers the relic at W2.",
        "Kafelek K3 na a2; wyjścia: wschód, południe i zachód; łączy z wejściem: a2; odkrywa relikwię w skrytce W2.",
    )
    assert said(scene.sitting, a.PlaceTile("a2", 0))[0] == (
        "Tile K3 on a2; open to north, east, and west; no path from an entrance changes."
    )


def test_a_line_is_said_with_whose_castle_it_is_and_what_it_gets() -> None:
    sitting = war.lying(war.deal(war.sit(), {2: "edo"}), "1123ACD")
    assert said(sitting, FillLine("edo", 3, war.dice("3"))) == (
        "Castle of seat 2; the line asks for infantry of 3 and gets 3; 3 lines are left open.",
        "Zamek, który ma miejsce 2; linia wymaga piechoty o sumie 3, a dostaje 3; zostają 3 otwarte linie.",
    )
    assert said(war.sit(), RollDice())[0] == "7 dice."


def test_a_joker_is_said_with_the_card_of_the_field_and_whose_pawn_goes() -> None:
    sitting = touche.pawns(touche.give(touche.sit(), {1: ["joker"]}), "d1 e1 d2", "e2")
    assert said(sitting, LayCard("joker", "e2")) == (
        "7 of diamonds; the pawn of turquoise goes; completes square (d1 e1 d2 e2).",
        "7 karo; znika pionek koloru turkusowego; kończy: kwadrat (d1 e1 d2 e2).",
    )


def test_an_order_is_said_with_strength_and_fort() -> None:
    sitting = Sitting(RULESET, 2, RULESET.options(), "aloud")
    order = next(it for it in sitting.legal(1) if isinstance(it, PlaceWarrior))
    strength, fort = sitting.table.game.box.strength[order.warrior], sitting.table.game.wall[order.fort - 1]
    box = sitting.table.game.box.fort[fort]
    assert said(sitting, order)[0].startswith(f"Strength {strength}; {box.name}, ")
