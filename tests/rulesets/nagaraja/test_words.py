"""Sentences, chapters and the Polish catalogue; the view; the bot."""

from __future__ import annotations

import ast
import inspect
import random
from typing import Any

import pytest

from conformance.kit import Sitting, at_random, greedily
from conformance.words import Key, heard, messages, narrated, polish
from domain.draws import Roll
from domain.hidden import Opened
from domain.rulesets.nagaraja import (
    RULESET,
    arguments,
    arguments_contest,
    arguments_temples,
    phrases,
    refusals,
    refusals_effects,
)
from domain.rulesets.nagaraja import actions as a
from domain.rulesets.nagaraja import events as e
from domain.rulesets.nagaraja import events_temples as t
from domain.rulesets.nagaraja.components import Step
from domain.rulesets.nagaraja.describe import BUTTONS
from domain.rulesets.nagaraja.narrate import SENTENCES
from projections.sentences import Renderer
from tests.rulesets.nagaraja.scene import BOX, Scene, of_type, player

NONE: tuple[Opened[str], ...] = ()
RARE = (
    e.CardsChosen(1, 0, (), False),
    e.CardsTurnedUp(((), ()), (NONE, NONE)),
    e.SticksThrown(((), ()), (0, 0), (0, 0), Roll(0, 0, (), ())),
    e.CardsKept(1, 1, None, None),
    e.CardTaken(1, 0, 0),
    e.CardActivated(1, 0, Opened("S9", (0,), ""), 2, (Step("discard-sticks", 2, "green"),)),
    e.GameEnded("full-temple", 1, (9, 9), (0, 0), 25, 1, (NONE, NONE)),
)
"""What hardly ever happens in play: hands hold all cards, a full temple and as many points, a card of another edition."""


def spoken() -> set[Key]:
    """Every message of many games, for those who know and for those who do not, and every button."""
    said: set[Key] = {*messages(RULESET.describe(a.ChooseCards(())))}
    said |= narrated(RULESET, iter(RARE))
    for n in range(20):
        sitting = Sitting(RULESET, 2, RULESET.options(), f"words-{n}")
        for table in sitting.play(at_random, random.Random(n)):
            legal = sitting.legal(table.to_act[0])
            said.update(messages(RULESET.prompt(table.game, table.to_act[0], legal)))
            said |= heard(RULESET, table, table.to_act[0], legal)
            for action in legal:
                said.update(messages(RULESET.describe(action)))
        said |= narrated(RULESET, (lg.event for lg in sitting.log if type(lg.event) in RULESET.events))
    return said


def test_no_prompt_asks_a_player_to_play_what_they_lack() -> None:
    prompts = set()
    for n in range(4):
        sitting = Sitting(RULESET, 2, RULESET.options(), f"words-{n}")
        for table in sitting.play(at_random, random.Random(n)):
            legal = sitting.legal(table.to_act[0])
            if a.Pass() in legal:
                types = frozenset(type(action).__name__ for action in legal) - {"Pass"}
                prompts.add((types, RULESET.prompt(table.game, table.to_act[0], legal).text))
    spend = "Spend a Naga to activate a card, or pass."
    assert prompts == {
        (frozenset(), "You can play nothing now: pass."),
        (frozenset({"PlayAmulet"}), "Play an amulet, or pass."),
        (frozenset({"SpendNaga"}), spend),
        (frozenset({"SpendNaga", "PlayAmulet"}), spend),
    }


def of_arguments() -> set[Key]:
    """The messages of the catalogue that arguments and refusals are written in; each of them has a test of its own."""
    modules = (arguments, arguments_contest, arguments_temples, phrases, refusals, refusals_effects)
    texts = {card.symbol for card in BOX.cards}
    for module in modules:
        nodes = ast.walk(ast.parse(inspect.getsource(module)))
        texts |= {
            node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
    return {key for key in polish(RULESET) if (key if isinstance(key, str) else key[0]) in texts}


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    catalogue, said = set(polish(RULESET)), spoken()
    assert said <= catalogue
    assert catalogue == said | of_arguments()


TOLD = {
    a.ChooseCards(("R1", "R5")): ("Lay R1 and R5", "Połóż R1 i R5"),
    a.SpendNaga("white-N", "S1"): (
        "Spend a Naga (white Naga): activate S1",
        "Wykorzystaj Nagę (biała Naga): aktywuj S1",
    ),
    a.PlaceTile("a3", 2): ("Put the tile on a3, turned by 180°", "Połóż kafelek na a3, obrócony o 180°"),
    a.SlideLine(2, "b", "down"): (
        "Push column b in the temple of Ola down",
        "Przesuń pionowy rząd b w świątyni gracza Ola w dół",
    ),
    t.LineSlid(2, "b", "down"): (
        "Column b in the temple of Ola slides down.",
        "Pionowy rząd b w świątyni gracza Ola przesuwa się w dół.",
    ),
    e.PlayerChosen(1, 2): ("Ala chooses Ola.", "Ala wskazuje gracza Ola."),
    e.PlayerChosen(1, 1): ("Ala chooses themself.", "Ala wskazuje siebie."),
    e.TileWon(2, (4, 5), False): ("Ola wins the tile, 5 to 4.", "Kafelek zdobywa Ola, 5 do 4."),
    e.CardsChosen(1, 0, (), False): ("Ala has no card to lay.", "Ala nie ma karty do położenia."),
    e.Passed(1, False, "naga"): (
        "Ala has neither a Naga nor an amulet and so passes.",
        "Ala nie ma ani Nagi, ani amuletu, więc pasuje.",
    ),
    e.SticksDiscarded(2, ("brown-3",), 4): (
        "Ola loses a stick: brown 3; fate points left: 4.",
        "Ola traci kolumnę: brązowa 3; pozostałe punkty przeznaczenia: 4.",
    ),
    e.CardActivated(1, 0, Opened("S1", (0,), ""), 2, (Step("discard-sticks", 2, "brown"),)): (
        "Ala activates S1 against Ola: discard 2 brown sticks.",
        "Ala aktywuje kartę S1 przeciw graczowi Ola: odrzuć 2 brązowe kolumny.",
    ),
    t.PathJoined(1, ("a3",)): (
        "In the temple of Ala a path from an entrance now leads over a3.",
        "W świątyni gracza Ala ścieżka od wejścia prowadzi teraz przez pole a3.",
    ),
    e.GameEnded("points", 2, (12, 26), (0, 2), 25, 0, (NONE, (Opened("A1", (0,), ""),))): (
        "Ola wins, 26 to 12: 25 points end the game at once. Amulets not played: Ola has A1.",
        "Wygrywa Ola, 26 do 12: 25 punktów kończy grę natychmiast. Niezagrane amulety: Ola ma A1.",
    ),
    e.GameEnded("cursed", 1, (3, 20), (0, 3), 25, 0, (NONE, NONE)): (
        "Ala wins, 3 to 20: all cursed relics of Ola are face up.",
        "Wygrywa Ala, 3 do 20: Ola ma odkryte wszystkie przeklęte relikwie.",
    ),
    e.GameEnded("full-temple", 2, (15, 15), (0, 0), 25, 2, (NONE, NONE)): (
        "The temple of Ola is full. A tie goes to its owner: Ola wins, 15 to 15.",
        "Świątynia gracza Ola jest pełna; remis rozstrzyga się na korzyść jej właściciela: wygrywa Ola, 15 do 15.",
    ),
}


@pytest.mark.parametrize("thing", TOLD, ids=lambda thing: type(thing).__name__)
def test_what_is_told_reads_well_in_both_languages(thing: Any) -> None:
    sentence = RULESET.describe(thing) if isinstance(thing, RULESET.actions) else RULESET.narrate(thing)
    tellers = [Renderer(RULESET, lang, {1: "Ala", 2: "Ola"}) for lang in ("en", "pl")]
    assert tuple(teller.render(sentence) for teller in tellers) == TOLD[thing]


def test_every_event_has_a_sentence_and_every_action_a_button() -> None:
    assert set(SENTENCES) == set(RULESET.events)
    assert set(BUTTONS) == set(RULESET.actions)


def test_each_round_is_a_chapter() -> None:
    sitting = Sitting(RULESET, 2, RULESET.options(), "chapters").play_out()
    events = [lg.event for lg in sitting.log if type(lg.event) in RULESET.events]
    titles = [title.values["n"] for event in events if (title := RULESET.chapter(event))]
    assert titles == list(range(1, sitting.table.game.round + 1))
    assert len(titles) == len(of_type(events, e.TileTurnedUp))


def test_the_view_shows_the_table() -> None:
    scene = Scene(
        player(1, hand="R1", sticks="brown-4 white-N", tiles={"a3": "K4", "a2": "K5/1+A1", "c3": "trap"}),
        player(2, hand="S1 S2", amulets="A1"),
    )
    board = scene.view(1)
    mine, theirs = board["players"]
    assert board["trap"] == {"seat": 1, "space": "c3"}
    assert (mine["fate_points"], mine["nagas"], mine["hand"]) == (4, 1, ["R1"])
    assert mine["temple"]["spaces"][3] == {"kind": "K5", "turns": 1, "amulet": True}
    assert mine["temple"]["live"] == ["a2", "a3"]
    assert mine["temple"]["relics"]["W3"] == {"relic": "sacred-3", "face_up": True}
    assert (theirs["hand"], theirs["amulets"], theirs["points"]) == ([None, None], [None], 0)


@pytest.mark.soak
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
