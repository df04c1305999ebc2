"""The edition is data: another one, with other figures, is played by the same rules."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from conformance.kit import Sitting, mixed
from domain.ruleset import Edition
from domain.rulesets.nagaraja import RULESET, Nagaraja
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja.components import EDITIONS
from domain.rulesets.nagaraja.largest import largest_figure
from domain.rulesets.nagaraja.state import State
from domain.table.fold import fold
from engine.luck import Luck
from engine.playout import Trial
from tests.rulesets.nagaraja.scene import of_type


def second() -> Edition:
    """Other faces, relics, numbers of tiles, tops of cards, amulets and figures."""
    data: dict[str, Any] = copy.deepcopy(EDITIONS["1"].components)
    data["sticks"]["brown"]["faces"] = [2, 3, 5, "N"]
    data["sticks"]["green"]["faces"] = [0, 1, "N"]
    data["relics"]["sacred"]["values"] = [1, 2, 3, 4, 5, 7]
    data["relics"]["cursed"]["values"] = [8, 8, 9]
    for tile, count in zip(data["tiles"], (2, 2, 5, 2, 3, 4), strict=True):
        tile["count"] = count
    for card in data["cards"]:
        card["sticks"] = {"brown": 1, "white": 0, "green": 2}
        card["copies"] = 3
    data["cards"][12]["effect"] = [{"do": "discard-sticks", "number": 1, "colour": "green"}]
    data["amulets"][0]["effect"]["number"] = 3
    data["figures"]["points_to_win"]["value"] = 18
    data["figures"]["hand"]["value"] = 4
    return Edition("2", data)


def test_a_second_edition_is_played_by_data_alone() -> None:
    ruleset = Nagaraja({**EDITIONS, "2": second()})
    faces: Counter[str] = Counter()
    for seed in range(5):
        sitting = Sitting(ruleset, 2, ruleset.options(), f"second-{seed}")
        assert [len(p.hand) for p in sitting.table.game.players] == [4, 4]
        counts = ruleset.conserved(sitting.table.game)
        for table in sitting.play(mixed, random.Random(seed)):
            assert ruleset.conserved(table.game) == counts
        assert (counts["R1"], counts["K1"], counts["cursed-9 of 1"]) == (3, 2, 1)
        assert sitting.table.game.edition == "2"
        assert fold(ruleset, sitting.log) == sitting.table
        events = [lg.event for lg in sitting.log]
        thrown = of_type(events, e.SticksThrown)
        faces.update(stick for event in thrown for sticks in event.sticks for stick in sticks)
        chosen = of_type(events, e.CardsTurnedUp)
        assert [3 * len(cards) for event in chosen for cards in event.cards] == [
            len(sticks) for event in thrown for sticks in event.sticks
        ]
        outcome = ruleset.outcome(sitting.table.game)
        assert outcome is not None
        assert outcome.reason != "points" or max(outcome.scores.values()) >= 18
    assert set(faces) == {f"brown-{f}" for f in (2, 3, 5, "N")} | {f"green-{f}" for f in (0, 1, "N")}


def test_both_editions_are_known_side_by_side() -> None:
    ruleset = Nagaraja({**EDITIONS, "2": second()})
    old = ruleset.initial(2, ruleset.options(), EDITIONS["1"])
    new = ruleset.initial(2, ruleset.options(), second())
    assert ruleset.box(old).card["R3"].sticks == {"brown": 2, "white": 0, "green": 0}
    assert ruleset.box(new).card["R3"].sticks == {"brown": 1, "white": 0, "green": 2}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("tiles", []),
        ("relics", {"sacred": {"values": [3]}, "cursed": {"values": [6]}}),
        ("cards", EDITIONS["1"].components["cards"][:2]),
    ],
)
def test_an_edition_that_no_game_can_be_played_with_is_refused(part: str, value: Any) -> None:
    data = {**EDITIONS["1"].components, part: value}
    with pytest.raises(ValueError, match=r"enough|nine"):
        Nagaraja({"bad": Edition("bad", data)})


def test_every_figure_has_a_provenance_and_every_effect_a_text() -> None:
    data = RULESET.newest.components
    figures = [*data["figures"].values(), *data["sticks"].values(), *data["relics"].values(), data["trap"]]
    things = [*data["cards"], *data["amulets"]]
    assert all(it["provenance"] for it in (*figures, *data["tiles"], *things))
    assert all(it["text"]["en"] and it["text"]["pl"] for it in things)
    certain = {c["id"] for c in data["cards"] if c["provenance"]["effect"] == "rulebook"}
    assert certain == {"R1", "S1"}
    assert next(c for c in data["cards"] if c["id"] == "R1")["provenance"]["sticks"] == "rulebook"


def test_the_box_holds_what_the_rulebook_counts() -> None:
    data = RULESET.newest.components
    assert sum(c["copies"] for c in data["cards"]) == 48
    assert sum(t["count"] for t in data["tiles"]) == 17
    assert sum(a["count"] for a in data["amulets"]) == 12
    assert sum(s["count"] for s in data["sticks"].values()) == 36
    assert {len(s["faces"]) for s in data["sticks"].values()} == {4}
    assert Counter(c["symbol"] for c in data["cards"]) == {"relic": 6, "tile": 6, "stick": 6, "card": 6}


def test_figures_of_observations_are_signed_bytes() -> None:
    """By hand: of two copies each, the cards of relics bring 90 fate points at most; two S3 add 6, two S4 12, three A3 9."""
    assert largest_figure(RULESET.box(initial(RULESET, EDITIONS["1"]))) == 90 + 6 + 12 + 9 < 128


def test_an_edition_with_larger_figures_is_stepped_by_the_rules() -> None:
    """Its observations would not fit; playouts go on in place."""
    ruleset = Nagaraja({"1": EDITIONS["1"], "2": second()})
    assert largest_figure(ruleset.box(initial(ruleset, second()))) > 127
    steppers = [
        ruleset.stepper(Trial(ruleset, initial(ruleset, it), Luck("1"))) for it in ruleset.editions.values()
    ]
    assert [it is not None for it in steppers] == [True, False]


def initial(ruleset: Nagaraja, edition: Edition) -> State:
    return ruleset.initial(2, ruleset.options(), edition)


def test_no_card_discards_own_sticks_of_one_colour() -> None:
    """Else it would matter which Naga is spent for it, and games in place try each card with one Naga alone."""
    for edition in RULESET.editions.values():
        for card in RULESET.box(initial(RULESET, edition)).cards:
            assert card.effect[0].do != "discard-sticks" or card.target == "opponent"
