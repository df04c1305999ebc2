"""Every refusal by its clause, with what would be right, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from domain.ruleset import Action
from domain.rulesets.nagaraja import RULESET
from domain.rulesets.nagaraja import actions as a
from domain.table import explaining
from tests.rulesets.nagaraja.scene import Scene, hidden, in_both, player, tile


def refusal(scene: Scene, seat: int, action: Action) -> tuple[str, str, str]:
    legal, [step] = explaining.legality(RULESET, scene.sitting.table, seat, action)
    assert not legal
    clause = step.clause.removeprefix("nagaraja.")
    assert clause == scene.refused(seat, action)
    return (clause, *in_both(step.text))


def confronting() -> Scene:
    return Scene(player(1, hand="S1 S3", sticks="white-N white-2", amulets="A1 A3 A4 A2"), player(2))


def empty_handed() -> Scene:
    return Scene(player(1, sticks="white-N", amulets="A2"), player(2))


def choosing() -> Scene:
    return Scene(player(1, hand="R3 R5 S1", laying=True, amulets="A3"), player(2, hand="R3"), stage="choose")


def placing() -> Scene:
    temple = player(1, tiles={"a3": "K4", "b3": "trap"})
    return Scene(temple, player(2), stage="place", offered=tile("K4"))


def keeping() -> Scene:
    return Scene(player(1), player(2), stage="keep", drawn=hidden("T2 S1 T1", 1))


def many() -> Scene:
    return Scene(player(1, hand="R1 R2 R3 R4 R5 S1 S2 S3 T1", laying=True), player(2), stage="choose")


def calling() -> Scene:
    """In the midst of a call that is laid card by card."""
    nine = player(1, hand="R1 R2 R3 R4 R5 S1 S2 S3 T1", laying=True, amulets="A4")
    scene = Scene(nine, player(2), stage="choose")
    scene.act(1, a.ChooseCards(("R1",), more=True))
    return scene


def discarding() -> Scene:
    scene = Scene(player(1, hand="S1", sticks="white-N"), player(2, sticks="brown-1 brown-2 brown-3"))
    scene.act(1, a.SpendNaga("white-N", "S1"))
    return scene


REFUSED: list[tuple[Any, Action, str, str, str]] = [
    (
        choosing,
        a.Pass(),
        "call.1",
        "Now cards are to be laid face down, for the tile K4.",
        "Teraz kładzie się zakryte karty, o kafelek K4.",
    ),
    (
        choosing,
        a.ChooseCards(()),
        "call.1",
        "Name each card that is laid, at least one of R3, R5, and S1.",
        "Podaj każdą kładzioną kartę, co najmniej jedną z: R3, R5 i S1.",
    ),
    (
        choosing,
        a.ChooseCards(("R3", "R3")),
        "call.1",
        "R3 is not in your hand as often as you name it: 1.",
        "Karty R3 nie masz na ręce tyle razy, ile ją wymieniasz: masz 1.",
    ),
    (
        choosing,
        a.ChooseCards(("R3", "S1")),
        "call.1",
        "All cards must have the same symbol; these show relic and stick.",
        "Wszystkie karty muszą mieć ten sam symbol; na tych są: relikwia i kolumna.",
    ),
    (
        choosing,
        a.ChooseCards(("R3", "R5"), more=True),
        "call.1",
        "With no more than 8 cards in hand they are laid all at once, and none follows.",
        "Mając na ręce najwyżej tyle kart (8), kładzie się je wszystkie naraz i żadna po nich nie następuje.",
    ),
    (
        many,
        a.ChooseCards(("R1", "R2")),
        "call.1",
        "With 9 cards in hand lay one at a time, all of one symbol, as long as there are more of it.",
        "Mając na ręce tyle kart (9), kładź po jednej, wszystkie z tym samym symbolem, dopóki są następne.",
    ),
    (
        choosing,
        a.PlayAmulet("A3"),
        "amulet.2",
        "This amulet may be played in the confrontation only, and that of round 1 is not on now.",
        "Ten amulet można zagrać tylko w konfrontacji, a w rundzie 1 ona teraz nie trwa.",
    ),
    (
        calling,
        a.PlayAmulet("A4"),
        "amulet.2",
        "The call is one decision, and 1 of its cards lie there: this amulet comes before its first card or not at all.",
        "Zew jest jedną decyzją, a leżą już jego karty (liczba: 1): ten amulet zagrywa się przed pierwszą albo wcale.",
    ),
    (
        confronting,
        a.PlaceTile("a3", 0),
        "naga.1",
        "Now a Naga may be spent (you have 1), an amulet played, or the turn passed.",
        "Teraz można wykorzystać Nagę (masz: 1), zagrać amulet albo spasować.",
    ),
    (
        confronting,
        a.SpendNaga("white-2", "S3"),
        "naga.1",
        "This stick shows no Naga: white 2. These do: white Naga.",
        "Ta kolumna nie pokazuje Nagi: biała 2. Nagę pokazują: biała Naga.",
    ),
    (
        confronting,
        a.SpendNaga("green-N", "S3"),
        "naga.1",
        "You have no stick green Naga; Nagas of yours: white Naga.",
        "Nie masz kolumny zielona Naga; twoje Nagi: biała Naga.",
    ),
    (
        confronting,
        a.SpendNaga("white-N", "C5"),
        "naga.1",
        "There is no card C5 in your hand; you hold S1 and S3.",
        "Nie masz na ręce karty C5; masz: S1 i S3.",
    ),
    (
        confronting,
        a.SpendNaga("white-N", "S1"),
        "naga.3",
        "S1 has no legal target now: it would discard 2 brown sticks, and concerns Ola.",
        "S1 nie ma teraz dozwolonego celu: odrzuć 2 brązowe kolumny; dotyczy: Ola.",
    ),
    (
        confronting,
        a.PlayAmulet("A2"),
        "naga.1",
        "Name the card that is activated, one of S1 and S3.",
        "Podaj kartę, którą aktywujesz, jedną z: S1 i S3.",
    ),
    (
        empty_handed,
        a.SpendNaga("white-N", "S1"),
        "naga.1",
        "A Naga activates a card of the hand, and yours is empty; Nagas: 1.",
        "Naga aktywuje kartę z ręki, a twoja ręka jest pusta; Nagi: 1.",
    ),
    (
        confronting,
        a.PlayAmulet("A9"),
        "amulet.2",
        "You have no amulet A9; you have A1, A3, A4, and A2.",
        "Nie masz amuletu A9; masz: A1, A3, A4 i A2.",
    ),
    (
        confronting,
        a.PlayAmulet("A1"),
        "amulet.2",
        "This amulet is never played; its points (2) count from the moment it was collected.",
        "Tego amuletu nigdy się nie zagrywa; jego punkty (2) liczą się od chwili zebrania.",
    ),
    (
        confronting,
        a.PlayAmulet("A3", "S3"),
        "amulet.2",
        "This amulet adds fate points (3) and names no card.",
        "Ten amulet dodaje punkty przeznaczenia (3) i nie wskazuje karty.",
    ),
    (
        confronting,
        a.PlayAmulet("A4", "S3"),
        "amulet.2",
        "This amulet draws cards, names none, and needs a card to draw; deck: 8, discards: 0.",
        "Ten amulet pozwala dobrać karty, żadnej nie wskazuje i wymaga karty do dobrania; talia: 8, odrzucone: 0.",
    ),
    (
        confronting,
        a.PlayAmulet("A2", "C5"),
        "naga.1",
        "There is no card C5 in your hand; you hold S1 and S3.",
        "Nie masz na ręce karty C5; masz: S1 i S3.",
    ),
    (
        discarding,
        a.Pass(),
        "naga.3",
        "The effect of S1 is under way (discard 2 brown sticks), and this is no choice that it offers.",
        "Trwa efekt karty S1 (odrzuć 2 brązowe kolumny), a takiego wyboru on nie daje.",
    ),
    (
        placing,
        a.Pass(),
        "place.1",
        "Now the tile that was won, K4, is to be placed.",
        "Teraz trzeba położyć zdobyty kafelek K4.",
    ),
    (
        placing,
        a.PlaceTile("a3", 0),
        "place.1",
        "On a3 lies the tile K4; these may be used: a2 and c3.",
        "Na polu a3 leży kafelek K4; tych można użyć: a2 i c3.",
    ),
    (
        placing,
        a.PlaceTile("b3", 0),
        "place.2",
        "The trap on b3 makes way only when no empty space may be used; now a2 and c3 may.",
        "Pułapka ustępuje z pola b3 tylko wtedy, gdy żadnego pustego pola nie można użyć; teraz można użyć: a2 i c3.",
    ),
    (
        placing,
        a.PlaceTile("c1", 0),
        "place.1",
        "Space c1 touches neither an entrance nor another room tile; these do: a2 and c3.",
        "Pole c1 nie dotyka ani wejścia, ani innego kafelka; tych można użyć: a2 i c3.",
    ),
    (
        keeping,
        a.Pass(),
        "deal.1",
        "Now one of the cards drawn, S1, T1, and T2, is to be given away.",
        "Teraz trzeba oddać jedną z dobranych kart: S1, T1 i T2.",
    ),
    (
        keeping,
        a.KeepCards(("S1",)),
        "deal.1",
        "Keep all but one of the cards drawn: S1, T1, and T2.",
        "Zatrzymaj wszystkie dobrane karty oprócz jednej: S1, T1 i T2.",
    ),
]


@pytest.mark.parametrize(("scene", "action", "clause", "english", "polish"), REFUSED)
def test_what_cannot_be_done(scene: Any, action: Action, clause: str, english: str, polish: str) -> None:
    assert refusal(scene(), 1, action) == (clause, english, polish)


def test_an_effect_offers_its_choices_and_the_confrontation_a_pass() -> None:
    legal, [step] = explaining.legality(
        RULESET, discarding().sitting.table, 1, a.DiscardSticks(("brown-1", "brown-2"))
    )
    assert (legal, step.clause) == (True, "nagaraja.naga.3")
    assert in_both(step.text) == ("S1: discard 2 brown sticks.", "S1: odrzuć 2 brązowe kolumny.")
    legal, [step] = explaining.legality(RULESET, confronting().sitting.table, 1, a.Pass())
    assert (legal, step.clause) == (True, "nagaraja.naga.1")
    assert in_both(step.text) == ("Passing is always allowed here.", "Tu zawsze wolno spasować.")


def test_cards_of_one_symbol_may_be_laid() -> None:
    lay = a.ChooseCards(("R3", "R5"))
    legal, [step] = explaining.legality(RULESET, choosing().sitting.table, 1, lay)
    assert (legal, step.clause) == (True, "nagaraja.call.1")
    assert in_both(step.text) == (
        "All have the same symbol, relic: R3 and R5.",
        "Wszystkie mają ten sam symbol, relikwia: R3 i R5.",
    )
