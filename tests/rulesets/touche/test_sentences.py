"""The sentences of a game in both languages, and its view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.hidden import redact
from domain.ruleset import Action
from domain.rulesets.touche import RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ChooseSet, CrownPattern, ExchangeDead, LayCard, Pass
from domain.rulesets.touche.components import Colour
from domain.rulesets.touche.state import Pattern
from domain.sentence import Sentence, Term
from projections.sentences import Renderer, catalogue
from tests.rulesets.fixtures import all_fixtures, logged_events
from tests.rulesets.touche.situation import act, give, in_both, lay, pawns, sit, state


def messages(thing: Any) -> Iterator[str]:
    """Every message and term in a sentence."""
    if isinstance(thing, Sentence | Term):
        yield thing.text
    if isinstance(thing, Sentence):
        thing = tuple(thing.values.values())
    for part in thing if isinstance(thing, tuple) else ():
        yield from messages(part)


def test_every_message_of_the_fixture_matches_is_translated() -> None:
    found = set()
    for _, fixture in all_fixtures(RULESET):
        for logged, _ in logged_events(RULESET, fixture):
            if type(logged.event) in RULESET.events:
                for viewer in (None, 1):
                    event = redact(logged.event, viewer)
                    found |= {*messages(RULESET.narrate(event)), *messages(RULESET.chapter(event))}
    assert len(found) > 35
    assert found <= set(catalogue(RULESET, "pl"))


@pytest.mark.parametrize(
    ("hand", "english", "polish"),
    [
        ("2C", "Lay a card of your hand on a field.", "Wyłóż kartę z ręki na pole."),
        (
            "2C KD",
            "Lay a card of your hand on a field, or exchange dead cards.",
            "Wyłóż kartę z ręki na pole albo wymień martwe karty.",
        ),
        (
            "KD",
            "No card can be laid: exchange dead cards.",
            "Żadnej karty nie można wyłożyć: wymień martwe karty.",
        ),
    ],
)
def test_what_is_asked_can_be_done(hand: str, english: str, polish: str) -> None:
    sitting = pawns(give(sit(), {1: hand.split()}), "d1", "h8")
    prompt = RULESET.prompt(state(sitting), 1, sitting.legal(1))
    assert [Renderer(RULESET, language, {}).render(prompt) for language in ("en", "pl")] == [english, polish]


COLOURS: tuple[Colour, ...] = ("yellow", "turquoise")
TEAMS = ((1, 3), (2, 4))
ENDINGS = {
    e.GameEnded("set-completed", "turquoise", COLOURS, TEAMS, (3, 3), (31, 60)): (
        "Turquoise wins with the whole set: turquoise (Borys, Darek) 3 patterns, 60 points;"
        " yellow (Ada, Celina) 3 patterns, 31 points.",
        "Wygrywa kolor turkusowy, który ma cały zestaw: turkusowy (Borys, Darek) 3 wzory, 60 punktów;"
        " żółty (Ada, Celina) 3 wzory, 31 punktów.",
    ),
    e.GameEnded("stalled", "yellow", COLOURS, ((1,), (2,)), (1, 0), (0, 0)): (
        "Stalled rounds end the game; yellow wins with most patterns:"
        " yellow (Ada) 1 pattern, no points; turquoise (Borys) no patterns, no points.",
        "Zastoje kończą grę; najwięcej wzorów ma i wygrywa kolor żółty:"
        " żółty (Ada) 1 wzór, bez punktów; turkusowy (Borys) bez wzorów, bez punktów.",
    ),
    e.GameEnded("no-place-left", None, COLOURS, ((1,), (2,)), (2, 2), (20, 22)): (
        "No pattern that counts can be made any more; nobody has most patterns alone, it is a draw:"
        " yellow (Ada) 2 patterns, 20 points; turquoise (Borys) 2 patterns, 22 points.",
        "Żaden wzór, który się liczy, nie może już powstać; nikt nie ma sam najwięcej wzorów,"
        " jest remis: żółty (Ada) 2 wzory, 20 punktów; turkusowy (Borys) 2 wzory, 22 punkty.",
    ),
}


@pytest.mark.parametrize("event", ENDINGS, ids=lambda event: event.reason)
def test_the_last_sentence_names_winner_scores_and_what_decided(event: e.GameEnded) -> None:
    assert in_both(RULESET.narrate(event)) == ENDINGS[event]


def test_touche_stall_2_each_stalled_round_says_how_many_there_have_been() -> None:
    assert in_both(RULESET.narrate(e.RoundStalled(6, 3, 10))) == (
        "No pawn has come onto the board for 6 turns; stalled rounds running: 3 (the game ends at 10).",
        "Od 6 tur na planszy nie stanął żaden pionek; zastojów z rzędu: 3 (gra kończy się przy 10).",
    )
    assert in_both(RULESET.narrate(e.RoundStalled(9, 11, 0)))[0].endswith("stalled rounds running: 11.")


def test_touche_done_3_the_sentence_names_the_patterns_in_vain() -> None:
    square = Pattern("square", ("d1", "e1", "d2", "e2"))
    assert in_both(RULESET.narrate(e.PawnPlaced(1, "yellow", "e2", (square,)))) == (
        "Ada puts a yellow pawn on e2; a pattern that it completes does not count: square (d1 e1 d2 e2).",
        "Ada stawia żółty pionek na polu e2; ukończony nim wzór się nie liczy: kwadrat (d1 e1 d2 e2).",
    )
    assert in_both(RULESET.narrate(e.PawnReplaced(1, "yellow", "e2", "violet", ())))[1] == (
        "Ada stawia żółty pionek na polu e2 w miejsce fioletowego."
    )


@pytest.mark.parametrize(
    ("action", "labels"),
    [
        (ChooseSet("ts"), ("Choose Ts", "Wybierz litery T")),
        (
            ChooseSet("three-different", ("square", "t", "cross")),
            (
                "Choose three different patterns: square, T, and cross",
                "Wybierz trzy różne wzory: kwadrat, litera T i krzyż",
            ),
        ),
        (LayCard("10H", "g6"), ("Lay 10♥ on g6", "Wyłóż 10♥ na pole g6")),
        (LayCard("joker", "d1"), ("Lay a joker on d1", "Wyłóż jokera na pole d1")),
        (
            CrownPattern("straight", ("a4", "b4", "c4", "d4", "e4")),
            ("Crown straight (a4 b4 c4 d4 e4)", "Ukoronuj: prosta (a4 b4 c4 d4 e4)"),
        ),
        (ExchangeDead(("KS",)), ("Exchange a dead card: K♠", "Wymień martwą kartę: K♠")),
        (ExchangeDead(("2C", "KS")), ("Exchange dead cards: 2♣ and K♠", "Wymień martwe karty: 2♣ i K♠")),
        (Pass(), ("Pass", "Spasuj")),
    ],
)
def test_every_action_is_described_as_a_button_says_it(action: Action, labels: tuple[str, str]) -> None:
    assert in_both(RULESET.describe(action)) == labels


def test_a_hidden_card_is_told_to_its_owner_only() -> None:
    event = next(it.event for it in sit().log if isinstance(it.event, e.CardDrawn) and it.event.seat == 2)
    teller = Renderer(RULESET, "pl", {2: "Ola"})
    assert teller.render(RULESET.narrate(redact(event, 1))) == "Ola dobiera kartę; w stosie zostają 54 karty."
    assert "kartę;" not in teller.render(RULESET.narrate(redact(event, 2)))


def test_the_view_follows_the_game_from_choosing_to_crowning() -> None:
    sitting = sit(set_choice="dealer")
    assert RULESET.view(state(sitting), None).phase == "choosing"
    act(sitting, ChooseSet("squares"))
    pawns(give(sitting, {1: ["7D"]}), "d1 e1 d2 f1 f2", "a4")
    assert RULESET.view(state(sitting), None).pawns == {
        "yellow": ("d1", "e1", "f1", "d2", "f2"),
        "turquoise": ("a4",),
    }
    lay(sitting, "7D", "e2")
    view = RULESET.view(state(sitting), None)
    assert view.phase == "crowning"
    assert [pattern.fields for pattern in view.completed] == [
        ("d1", "e1", "d2", "e2"),
        ("e1", "f1", "e2", "f2"),
    ]
    act(sitting, random.Random(1).choice(sitting.legal(1)))
    view = RULESET.view(redact(state(sitting), 2), 2)
    assert (view.phase, view.round, len(view.crowned)) == ("playing", 2, 1)
    assert view.sides[0].made == {"square": 1}
    assert view.players[0].hand == (None,) * 5
    assert view.players[0].used == ("7D",)
