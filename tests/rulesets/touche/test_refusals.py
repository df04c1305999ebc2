"""Every refusal by its clause, with the reason that can be seen on the table, in both languages."""

from __future__ import annotations

import pytest

from conformance.kit import Sitting
from domain.ruleset import Action
from domain.rulesets.touche import RULESET
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard, Pass
from domain.table import explaining
from tests.rulesets.touche.situation import crown, give, in_both, pawns, refused, sit


def refusal(sitting: Sitting, action: Action) -> tuple[str, str, str]:
    """The clause and the words of both languages; the clause is the one that the table refuses by."""
    legal, [step] = explaining.legality(RULESET, sitting.table, sitting.table.to_act[0], action)
    assert not legal
    assert step.clause == refused(sitting, action)
    return (step.clause, *in_both(step.text))


def turn() -> Sitting:
    sitting = pawns(give(sit(), {1: ["7D", "joker", "KD", "KD"]}), "d1 e1 d2 f1 f2", "l4")
    return crown(sitting, 1, "square", "a5 b5 a6 b6")


HELD, MASZ = "7♦, K♦, K♦, and joker", "7♦, K♦, K♦ i joker"


@pytest.mark.parametrize(
    ("action", "clause", "english", "polish"),
    [
        (
            LayCard("QS", "c3"),
            "turn.2",
            f"You do not hold Q♠; you hold {HELD}.",
            f"Nie masz na ręce karty: Q♠; masz: {MASZ}.",
        ),
        (
            LayCard("DISH", "c3"),
            "turn.2",
            f"You do not hold DISH; you hold {HELD}.",
            f"Nie masz na ręce karty: DISH; masz: {MASZ}.",
        ),
        (
            LayCard("KD", "z9"),
            "turn.2",
            "There is no field z9; columns are a to l and rows 1 to 12, without the corners.",
            "Nie ma pola z9; kolumny są od a do l, a wiersze od 1 do 12, bez narożników.",
        ),
        (
            LayCard("7D", "l4"),
            "turn.2",
            "Field l4 shows 9♥; 7♦ stands on e2 and g11.",
            "Na polu l4 jest 9♥; 7♦ jest na polach e2 i g11.",
        ),
        (
            LayCard("KD", "d1"),
            "turn.3",
            "Field d1 is not free: yellow has a pawn there.",
            "Pole d1 nie jest wolne: stoi tam pionek koloru żółtego.",
        ),
        (
            LayCard("joker", "a5"),
            "pattern.5",
            "Field a5 is crowned, part of square (a5 b5 a6 b6) of turquoise: nobody can use it again.",
            "Pole a5 jest ukoronowane jako część wzoru kwadrat (a5 b5 a6 b6) koloru turkusowego: nikt już nie może go użyć.",
        ),
        (
            LayCard("joker", "d1"),
            "joker.1",
            "A joker does not help: a pawn of your own side, yellow, stands on d1.",
            "Joker nie pomoże: na polu d1 stoi pionek twojej strony (kolor żółty).",
        ),
        (
            LayCard("KD", "c3"),
            "free.1",
            "Field c3 is a Free Space, for the last field of a pattern only: the nearest one of yellow lacks 3 other fields.",
            "Pole c3 to Free Space, tylko na ostatni pionek wzoru:"
            " do najbliższego wzoru koloru żółtego brakuje jeszcze 3 innych pól.",
        ),
        (
            Pass(),
            "stall.1",
            "Only a player who can neither lay a card nor exchange dead ones passes; you have 98 ways to do so.",
            "Pasuje tylko ten, kto nie może ani wyłożyć karty, ani wymienić martwych; ty masz na to 98 sposobów.",
        ),
        (
            ExchangeDead(("2S",)),
            "dead.1",
            f"You do not hold 2♠; you hold {HELD}.",
            f"Nie masz na ręce karty: 2♠; masz: {MASZ}.",
        ),
        (
            ExchangeDead(("KD", "KD", "KD")),
            "dead.1",
            "You name K♦ 3 times and hold it less often: 2.",
            "Wymieniasz K♦ 3 razy, a masz na ręce mniej: 2.",
        ),
        (
            ExchangeDead(("joker",)),
            "dead.1",
            "A joker is never dead; fields that it opens now: 95.",
            "Joker nigdy nie jest martwy; otwiera teraz pól: 95.",
        ),
        (
            ExchangeDead(("KD",)),
            "dead.1",
            "K♦ is not dead: h8 is still free.",
            "K♦ nie jest martwą kartą: pole h8 jest wolne.",
        ),
        (
            ExchangeDead(("7D",)),
            "dead.1",
            "7♦ is not dead: e2 and g11 are still free.",
            "7♦ nie jest martwą kartą: pola e2 i g11 są wolne.",
        ),
        (
            CrownPattern("square", ("d1", "e1", "d2", "e2")),
            "done.2",
            "One of several patterns is chosen when one pawn completes them; completed now: 0.",
            "Jeden z kilku wzorów wybiera się, gdy kończy je jeden pionek; ukończonych teraz: 0.",
        ),
        (
            ChooseSet("squares"),
            "set.1",
            "The sets were chosen before the cards were dealt; yellow has 4 × square to make.",
            "Zestawy wybrano przed rozdaniem kart; kolor żółty ma ułożyć: 4 × kwadrat.",
        ),
    ],
)
def test_what_cannot_be_done_in_a_turn(action: Action, clause: str, english: str, polish: str) -> None:
    assert refusal(turn(), action) == (f"touche.{clause}", english, polish)


def test_dead_cards_are_named_in_any_order() -> None:
    sitting = pawns(give(sit(), {1: ["KD", "6D"]}), "d1 e1", "h8 g10")
    named = sitting.ruleset.ordered(ExchangeDead(("KD", "6D")))
    assert named == ExchangeDead(("6D", "KD"))
    assert sitting.refusal(1, named) is None


@pytest.mark.parametrize(
    ("mine", "crowns", "english", "polish"),
    [
        (
            "d3 c4",
            "",
            "Field c3 is a Free Space, for the last field of a pattern only: the nearest one of yellow lacks another field.",
            "Pole c3 to Free Space, tylko na ostatni pionek wzoru:"
            " do najbliższego wzoru koloru żółtego brakuje jeszcze innego pola.",
        ),
        (
            "d3",
            "b4 c4 d4",
            "Field c3 is a Free Space, and yellow has no pattern left that could end there.",
            "Pole c3 to Free Space, a kolor żółty nie może już skończyć na nim żadnego wzoru.",
        ),
    ],
)
def test_touche_free_1_says_how_much_a_pattern_lacks(
    mine: str, crowns: str, english: str, polish: str
) -> None:
    sitting = pawns(give(sit(), {1: ["6D"]}), mine, crowns=crowns)
    assert refusal(sitting, LayCard("6D", "c3")) == ("touche.free.1", english, polish)


def test_a_choice_among_patterns_comes_before_all_else() -> None:
    sitting = turn()
    sitting.act(1, LayCard("7D", "e2"))
    named = ("square (d1 e1 d2 e2) and square (e1 f1 e2 f2)", "kwadrat (d1 e1 d2 e2) i kwadrat (e1 f1 e2 f2)")
    assert refusal(sitting, CrownPattern("square", ("d1",))) == (
        "touche.done.2",
        f"Name one of the patterns that your pawn has just completed: {named[0]}.",
        f"Wskaż jeden z wzorów, które właśnie ukończył twój pionek: {named[1]}.",
    )
    assert refusal(sitting, Pass()) == (
        "touche.done.2",
        f"Say first which of the patterns is crowned: {named[0]}.",
        f"Najpierw wskaż wzór do ukoronowania: {named[1]}.",
    )


def test_a_set_comes_before_the_deal() -> None:
    sitting = sit(set_choice="dealer")
    assert refusal(sitting, ChooseSet("custom")) == (
        "touche.set.1",
        "Choose a printed set; three different ones need three kinds, each named once, of square, T, straight, and cross;"
        " the table's own set may be chosen only where there is one.",
        "Wybierz zestaw drukowany; trzy różne wzory wymagają trzech rodzajów, każdego podanego raz, spośród:"
        " kwadrat, litera T, prosta i krzyż; zestaw własny można wybrać tylko tam, gdzie stół go ma.",
    )
    assert refusal(sitting, Pass()) == (
        "touche.set.1",
        "First Borys chooses a set; then the cards are dealt.",
        "Najpierw Borys wybiera zestaw; potem rozdaje się karty.",
    )


def test_one_way_out_is_named_as_one() -> None:
    sitting = pawns(give(sit(), {1: ["KD"]}), "d1", "h8")
    assert refusal(sitting, Pass())[1:] == (
        "Only a player who can neither lay a card nor exchange dead ones passes; you have one way to do so.",
        "Pasuje tylko ten, kto nie może ani wyłożyć karty, ani wymienić martwych; ty masz na to jeden sposób.",
    )
