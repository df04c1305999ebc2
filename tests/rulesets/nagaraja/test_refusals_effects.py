"""Why an answer to an effect is refused, in words for people: each cites naga.3."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.ruleset import Action
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import actions as a
from tests.rulesets.nagaraja.scene import Scene, player
from tests.rulesets.nagaraja.test_refusals import refusal

TILES = {"a3": "K4", "b3": "K1", "c3": "trap"}


def under_way(card: str, *answers: Action) -> Callable[[], Scene]:
    """The effect of this card of Ala, after these answers. Both temples hold two tiles and the trap lies in hers."""

    def scene() -> Scene:
        one = player(1, hand=card, sticks="white-N brown-1 brown-2", tiles=TILES)
        two = player(2, sticks="brown-1 brown-2 brown-3 green-1", tiles={"a3": "K1", "b3": "K1"})
        made = Scene(one, two)
        for action in (a.SpendNaga("white-N", card), *answers):
            made.act(1, action)
        return made

    return scene


REFUSED: list[tuple[Callable[[], Scene], Action, str, str]] = [
    (
        under_way("R2"),
        a.SwapRelics(2, "W1", "Na"),
        "R2 concerns the temple of Ala, not this one.",
        "Karta R2 dotyczy świątyni gracza Ala, a nie tej.",
    ),
    (
        under_way("R2"),
        a.SwapRelics(1, "W1", "W1"),
        "R2 has two trade places, and you name W1 twice.",
        "Karta R2 zamienia miejscami dwie rzeczy, a podajesz dwa razy W1.",
    ),
    (
        under_way("R5"),
        a.SwapRelics(1, "W3", "E3"),
        "Only neighbouring relics trade places; next to W3 lie those at W2.",
        "Miejscami zamieniają się tylko sąsiednie relikwie; obok skrytki W3 leżą te w skrytkach: W2.",
    ),
    (
        under_way("R6"),
        a.PeekRelics(1, ("W3",)),
        "At W3 sacred relic 3 lies face up; the relic has to be face down.",
        "W skrytce W3 leży odkryta święta relikwia 3, a relikwia musi być zakryta.",
    ),
    (
        under_way("R6", a.PeekRelics(1, ("Na",))),
        a.SwapRelics(1, "W3", "Na"),
        "At W3 sacred relic 3 lies face up; the relic has to be face down.",
        "W skrytce W3 leży odkryta święta relikwia 3, a relikwia musi być zakryta.",
    ),
    (
        under_way("R6", a.PeekRelics(1, ("Na",))),
        a.SwapRelics(1, "Nb", "Nc"),
        "One of the two has to be the relic just seen, at Na.",
        "Jedną z dwóch musi być właśnie obejrzana relikwia, w skrytce Na.",
    ),
    (
        under_way("T1"),
        a.RotateTile(1, "c3", 1),
        "There is no room tile on c3; they lie on a3 and b3.",
        "Na polu c3 nie ma kafelka pomieszczenia; leżą na: a3 i b3.",
    ),
    (
        under_way("T3"),
        a.SwapTiles(2, "a3", "a3"),
        "T3 has two trade places, and you name a3 twice.",
        "Karta T3 zamienia miejscami dwie rzeczy, a podajesz dwa razy a3.",
    ),
    (
        under_way("T4"),
        a.MoveTile(1, "a3", "a3", 1),
        "On a3 lies the tile K4.",
        "Na polu a3 leży kafelek K4.",
    ),
    (
        under_way("T4"),
        a.MoveTile(1, "a3", "c3", 0),
        "On c3 lies the trap.",
        "Na polu c3 leży pułapka.",
    ),
    (
        under_way("T4"),
        a.MoveTile(1, "a3", "c1", 0),
        "With the tile lifted, c1 touches neither an entrance nor another room tile; these do: b2 and a3.",
        "Po podniesieniu kafelka pole c1 nie przylega do wejścia ani do innego kafelka pomieszczenia; przylegają: b2 i a3.",
    ),
    (
        under_way("T6"),
        a.PlaceTrap(2, "a3"),
        "On a3 lies the tile K1.",
        "Na polu a3 leży kafelek K1.",
    ),
    (
        under_way("S1"),
        a.DiscardSticks(("brown-1", "green-1")),
        "S1 takes 2 brown sticks, and this one is of another colour: green 1.",
        "Karta S1 zabiera 2 brązowe kolumny, a ta kolumna jest innego koloru: zielona 1.",
    ),
    (
        under_way("S1"),
        a.DiscardSticks(("brown-1", "brown-1")),
        "Your opponent has not as many sticks brown 1 as you name: 1.",
        "Przeciwnik nie ma tylu kolumn, ile podajesz (brązowa 1): ma 1.",
    ),
    (
        under_way("S5", a.NameStick("brown-1")),
        a.NameStick("brown-1"),
        "Only your own sticks are named, each once; so many are left: 1.",
        "Wskazuje się tylko własne kolumny, każdą raz; zostało: 1.",
    ),
]


@pytest.mark.parametrize(("scene", "action", "english", "polish"), REFUSED)
def test_nagaraja_naga_3_says_why_an_effect_does_not_offer_it(
    scene: Callable[[], Scene], action: Action, english: str, polish: str
) -> None:
    assert refusal(scene(), 1, action) == ("naga.3", english, polish)


def test_two_relics_or_tiles_that_trade_places_are_named_in_any_order() -> None:
    order = RULESET.ordered
    assert order(a.SwapRelics(1, "W2", "W3")) == a.SwapRelics(1, "W3", "W2")
    assert order(a.SwapTiles(1, "a2", "c1")) == a.SwapTiles(1, "c1", "a2")
    assert order(a.PeekRelics(1, ("E1", "W1"))) == a.PeekRelics(1, ("W1", "E1"))
    moved = a.MoveTile(1, "b2", "a1", 0)
    assert order(moved) == moved
