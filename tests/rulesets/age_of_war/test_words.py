"""Sentences, labels, chapters, marks and the board."""

from __future__ import annotations

import random
from itertools import product

import msgspec
import pytest

from conformance.kit import at_random, greedily
from conformance.words import (
    Key,
    argued,
    messages,
    narrated,
    polish,
    reasoned,
    saying_otherwise,
    untranslated,
)
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.arguments import ENDS
from domain.rulesets.age_of_war.components import FACES
from domain.rulesets.age_of_war.refusals import THROWN, YOURS
from domain.sentence import Sentence
from projections.sentences import Renderer
from tests.rulesets.age_of_war.situation import act, deal, dice, fill, legal, lying, sit, state

NAMES = {1: "Ala", 2: "Ola", 3: "Ela"}
FILLINGS = [
    e.LineFilled(1, "gifu", held_by, line, dice("D"), open_lines, 3)
    for held_by, line, open_lines in product((None, 2), (0, 1), (0, 1, 2))
]
ENDINGS = {
    e.GameEnded("last-castle", (3, 12, 5), (2, 5, 3), (0, 1, 0)): (
        "The last castle has left the centre. Ola has the most points and wins. "
        "Points: Ola 12, Ela 5, and Ala 3.",
        "Ostatni zamek opuścił środek stołu. Wygrywa Ola: ma najwięcej punktów. "
        "Punkty: Ola 12, Ela 5 i Ala 3.",
    ),
    e.GameEnded("last-castle", (7, 7, 5), (4, 5, 5), (1, 1, 0)): (
        "The last castle has left the centre. Ola wins: points are equal and castles decide (Ola 5 and Ala 4). "
        "Points: Ola 7, Ala 7, and Ela 5.",
        "Ostatni zamek opuścił środek stołu. Wygrywa Ola: przy równych punktach rozstrzyga liczba zamków "
        "(Ola 5 i Ala 4). Punkty: Ola 7, Ala 7 i Ela 5.",
    ),
    e.GameEnded("last-castle", (7, 7, 7), (5, 5, 4), (0, 1, 2)): (
        "The last castle has left the centre. Ola wins: points and castles are equal and completed clans decide "
        "(Ola 1 and Ala 0). Points: Ola 7, Ala 7, and Ela 7.",
        "Ostatni zamek opuścił środek stołu. Wygrywa Ola: przy równych punktach i zamkach rozstrzyga liczba "
        "skompletowanych klanów (Ola 1 i Ala 0). Punkty: Ola 7, Ala 7 i Ela 7.",
    ),
    e.GameEnded("last-castle", (7, 7, 5), (5, 5, 3), (1, 1, 0)): (
        "The last castle has left the centre. Ala and Ola share the win, with equal points, castles and "
        "completed clans. Points: Ala 7, Ola 7, and Ela 5.",
        "Ostatni zamek opuścił środek stołu. Wygrywają: Ala i Ola, bo mają po tyle samo punktów, zamków i "
        "skompletowanych klanów. Punkty: Ala 7, Ola 7 i Ela 5.",
    ),
    e.GameEnded("turn-limit", (3, 12, 5), (2, 5, 3), (0, 1, 0)): (
        "The game is stopped after 5000 turns, and nobody wins. Points: Ola 12, Ela 5, and Ala 3.",
        "Gra zostaje przerwana po 5000 turach i nikt nie wygrywa. Punkty: Ola 12, Ela 5 i Ala 3.",
    ),
    e.GameEnded("draws-used-up", (3, 12, 5), (2, 5, 3), (0, 1, 0)): (
        "The game is stopped, and nobody wins: all draws committed for it are used up. "
        "Points: Ola 12, Ela 5, and Ala 3.",
        "Gra zostaje przerwana, bo zużyto wszystkie losowania o kluczach ustalonych przed grą, i nikt nie "
        "wygrywa. Punkty: Ola 12, Ela 5 i Ala 3.",
    ),
}
ACTIONS = {
    RollDice(): ("Throw the dice", "Rzuć kośćmi"),
    SetAside(): ("Set a die aside", "Odłóż kość"),
    FillLine("azuchi", 2, dice("CC")): (
        "Fill line 2 of Azuchi with 2 × cavalry",
        "Zapełnij linię 2 zamku Azuchi: 2 × kawaleria",
    ),
    FillLine("gifu", 0, dice("D")): (
        "Fill the special line of Gifu with daimyo",
        "Zapełnij linię specjalną zamku Gifu: daimyo",
    ),
}


def spoken() -> set[Key]:
    games = [sit(2, "words").play_out(greedily), sit(3, "words").play_out(at_random)]
    events = [it.event for game in games for it in game.log if type(it.event) in RULESET.events]
    labels = {key for action in ACTIONS for key in messages(RULESET.describe(action))}
    why = reasoned(sit(3, "why"), random.Random(1)) | {*TEXTS, *RARE}
    for game in games:
        why |= argued(RULESET, game.log)
    return narrated(RULESET, iter([*events, *FILLINGS, *ENDINGS])) | labels | why


RARE = [
    "clan {name} {n}",
    "{castle} is conquered in this turn",
    "{seat} has {points}: no castle.",
    "Nobody wins a game that is stopped; it is ranked as it stands.",
]
TEXTS = [text for table in (ENDS, THROWN, YOURS) for text in table.values()]


def in_both(sentence: Sentence) -> tuple[str, str]:
    return Renderer(RULESET, "en", NAMES).render(sentence), Renderer(RULESET, "pl", NAMES).render(sentence)


def test_every_message_is_in_the_polish_catalogue_and_no_other() -> None:
    assert spoken() == set(polish(RULESET))
    assert untranslated(polish(RULESET)) == saying_otherwise(polish(RULESET)) == []


@pytest.mark.parametrize(("event", "sentences"), ENDINGS.items(), ids=lambda it: str(it)[:60])
def test_the_last_sentence_names_winner_points_and_what_decided(
    event: e.GameEnded, sentences: tuple[str, str]
) -> None:
    assert in_both(RULESET.narrate(event)) == sentences


@pytest.mark.parametrize(("action", "labels"), ACTIONS.items(), ids=lambda it: str(it)[:60])
def test_what_an_action_does_is_said_in_both_languages(action: Action, labels: tuple[str, str]) -> None:
    assert in_both(RULESET.describe(action)) == labels


def test_a_filling_names_line_castle_holder_and_what_is_left() -> None:
    own, stolen = (
        e.LineFilled(1, "edo", None, 3, dice("12"), 1, 5),
        e.LineFilled(1, "edo", 2, 0, dice("D"), 3, 6),
    )
    assert in_both(RULESET.narrate(own)) == (
        "Ala fills line 3 of Edo with infantry 1 and infantry 2; one line is left open.",
        "Ala zapełnia linię 3 zamku Edo (kości: piechota 1 i piechota 2); zostaje jedna otwarta linia.",
    )
    assert in_both(RULESET.narrate(stolen)) == (
        "Ala attacks Edo of Ola and fills the special line with daimyo; 3 lines are left open.",
        "Ala atakuje zamek Edo, który ma Ola, i zapełnia linię specjalną (kości: daimyo); "
        "zostają 3 otwarte linie.",
    )


def test_nobody_says_nought() -> None:
    assert in_both(RULESET.narrate(e.DieSetAside(1, 0))) == (
        "Ala sets a die aside; no die is left.",
        "Ala odkłada kość; nie zostaje żadna kość.",
    )


def test_a_stolen_castle_names_who_had_it() -> None:
    assert in_both(RULESET.narrate(e.CastleConquered(1, "gifu", 2)))[0] == "Ala takes Gifu from Ola."


def test_every_face_has_a_polish_name() -> None:
    assert {face.replace("-", " ") for face in FACES} <= set(polish(RULESET))


def test_each_turn_is_a_chapter() -> None:
    game = sit(3, "chapters").play_out(greedily)
    titled = [RULESET.chapter(it.event) for it in game.log if type(it.event) in RULESET.events]
    assert len([title for title in titled if title]) == state(game).turn


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
    assert board.dice.thrown == state(sitting).dice
    assert (board.siege, board.seat, board.turn) == (None, 1, 1)
    assert len(board.centre) == 14
