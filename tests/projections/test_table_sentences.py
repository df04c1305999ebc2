"""What the table says of itself, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.kit import Sitting
from conformance.words import messages, polish_of_the_table, saying_otherwise, untranslated
from domain.ruleset import CHOOSE
from domain.rulesets import registry
from domain.table import events as t
from domain.table.actors import ORGANISER, TABLE, seat_actor
from domain.table.decisions import NOT_LEGAL, NOT_PLAYING
from domain.table.explaining import LEGAL, TURN
from domain.table.parts.account import Account, HumanDecision
from domain.table.parts.registry import TABLE_EVENTS
from projections.clock_sentences import time_text
from projections.documents.verdict import Entropy
from projections.sentences import Renderer
from projections.table_sentences import (
    LEFT_SEAT,
    ON_ANOTHER_DEVICE,
    RESUMED_BY_SEAT,
    SENTENCES,
    inviting,
    narrate,
)
from projections.verdict import sentences
from tests.projections.clocks_said import EXPLAINED_AS_SUMS, SAID_OF_CLOCKS
from tests.projections.desk_said import SAID_AT_THE_DESK

NAMES = {1: "Ala", 2: "Ola"}


def created(id: str) -> Any:
    ruleset = registry()[id]
    return Sitting(ruleset, 2, ruleset.options(), "table").table.setup


SAID = {
    t.SeatTaken(2): ("Ola takes seat 2.", "Ola zajmuje miejsce 2."),
    t.SeatFreed(2): ("The organiser frees seat 2.", "Organizator zwalnia miejsce 2."),
    t.SeatReassigned(1): ("A substitute plays on at seat 1.", "Na miejscu 1 gra dalej zastępca."),
    t.SeatClaimed(1, "hash"): ("Ala takes seat 1 into an account.", "Ala przypisuje miejsce 1 do konta."),
    t.SeedRevealed(1, "seed"): (
        "What Ala adds to the draws is opened.",
        "Ala ujawnia swój udział w losowaniach.",
    ),
    t.GameStarted(0): ("The game begins.", "Gra się zaczyna."),
    t.RulesChanged(2): (
        "From here on revision 2 of the rules decides.",
        "Odtąd rozstrzyga wersja 2 zasad.",
    ),
    t.Forked("0" * 32, 12): (
        "This is an analysis: it branches off another game at version 12.",
        "To jest analiza: odchodzi od innej gry w wersji 12.",
    ),
    t.PositionSet(None): (
        "Everything is set up as it stood there.",
        "Wszystko zostaje ustawione tak, jak stało w tamtej chwili.",
    ),
    t.UndoRequested(1, 1, 9, (2,)): (
        "Ala asks to go back to version 9.",
        "Ala prosi o cofnięcie gry do wersji 9.",
    ),
    t.UndoAnswered(2, 1, True): ("Ola agrees to the undo.", "Ola zgadza się na cofnięcie."),
    t.UndoAnswered(2, 1, False): ("Ola refuses the undo.", "Ola nie zgadza się na cofnięcie."),
    t.Rewound(9, 1): ("The game goes back to version 9.", "Gra wraca do wersji 9."),
    t.Rewound(9, 1, rng="fresh"): (
        "The game goes back to version 9; from here on draws are made anew.",
        "Gra wraca do wersji 9; odtąd losuje się na nowo.",
    ),
    t.Rewound(9, ruling=2, rng="same"): (
        "By ruling 2 the game goes back to version 9.",
        "Na mocy orzeczenia nr 2 gra wraca do wersji 9.",
    ),
    t.Rewound(9, ruling=2, rng="fresh"): (
        "By ruling 2 the game goes back to version 9; from here on draws are made anew.",
        "Na mocy orzeczenia nr 2 gra wraca do wersji 9; odtąd losuje się na nowo.",
    ),
    t.GameSuspended(): (
        "The organiser suspends the game: nobody may act until it is resumed.",
        "Organizator zawiesza grę: do jej wznowienia nikt nie może grać.",
    ),
    t.GameResumed(): ("The organiser resumes the game.", "Organizator wznawia grę."),
    t.GameAbandoned(): (
        "The organiser abandons the game: it ends without a result.",
        "Organizator przerywa grę na dobre: kończy się ona bez wyniku.",
    ),
}
SAID_OF_OTHERS = [*SAID_AT_THE_DESK, *SAID_OF_CLOCKS]


def in_both(event: Any, actor: str = ORGANISER) -> tuple[str, str]:
    ruleset = registry()["age-of-war"]
    sentence = narrate(event, actor)
    english, polish = (Renderer(ruleset, lang, NAMES).render(sentence) for lang in ("en", "pl"))
    return english, polish


@pytest.mark.parametrize(
    ("event", "sentences"), [*SAID.items(), *SAID_OF_OTHERS], ids=lambda it: str(it)[:40]
)
def test_what_happens_at_the_table_is_said_in_both_languages(event: Any, sentences: tuple[str, str]) -> None:
    assert in_both(event) == sentences


def test_a_suspension_that_a_seat_ends_after_a_day_is_not_ended_by_the_organiser() -> None:
    assert in_both(t.GameResumed(), TABLE) == (
        "The suspension has lasted a day, and a player has ended it: the game is resumed.",
        "Zawieszenie trwało ponad dobę i ktoś z graczy je zakończył: gra zostaje wznowiona.",
    )


def test_a_person_who_plays_on_elsewhere_is_no_substitute() -> None:
    assert in_both(t.SeatReassigned(1), seat_actor(1)) == (
        "Ala plays on with another device.",
        "Ala gra dalej na innym urządzeniu.",
    )


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [
        (0, "0:00"),
        (59_999, "0:59"),
        (3_599_000, "59:59"),
        (3_600_000, "1:00:00"),
        (273_600_000, "3 d 4:00:00"),
    ],
)
def test_times_are_written_as_on_clocks(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text


def test_every_event_of_the_table_is_listed_here() -> None:
    said = {type(event) for event in SAID} | {type(event) for event, _ in SAID_OF_OTHERS}
    assert said | {t.GameCreated} == set(TABLE_EVENTS) == set(SENTENCES)


@pytest.mark.parametrize("id", list(registry()))
def test_a_new_game_is_called_by_its_name(id: str) -> None:
    english, polish = in_both(created(id))
    name = registry()[id].name
    assert english == f"A game of {name['en']} is set up for 2 players."
    assert polish == f"Stół do gry {name['pl']} jest gotowy dla 2 osób."


def test_the_polish_catalogue_of_the_table_holds_what_it_says_and_no_more() -> None:
    others = [event for event, _ in SAID_OF_OTHERS]
    said = {
        key for event in [*SAID, *others, created("romans")] for key in messages(narrate(event, ORGANISER))
    }
    said |= {RESUMED_BY_SEAT, LEFT_SEAT, ON_ANOTHER_DEVICE, *messages(inviting(3, 1)), *EXPLAINED_AS_SUMS}
    verdicts = [sentence for account in FRESH for sentence in sentences(verdict(), account)]
    said |= {
        key
        for entropy in VERDICTS
        for sentence in sentences(entropy, Account())
        for key in messages(sentence)
    }
    said |= {key for sentence in verdicts for key in messages(sentence)}
    said |= {*NOT_PLAYING.values(), TURN, LEGAL, NOT_LEGAL}
    catalogue = polish_of_the_table()
    assert set(catalogue) == {*said, "seat {n}", CHOOSE.text}
    assert untranslated(catalogue) == saying_otherwise(catalogue) == []


def verdict(*operator_with: int, provided: tuple[str, ...] = (), fresh: int = 0) -> Entropy:
    return Entropy(seats=3, bots=(), operator_with=operator_with, signed=(), fresh=fresh, provided=provided)


VERDICTS = {
    verdict(): (
        "The operator could have chosen every draw.",
        "Wynik każdego losowania mógł wybrać operator.",
    ),
    verdict(2): (
        "Only the operator together with seat 2 could have chosen.",
        "Wyniki losowań mógł wybrać tylko operator razem z miejscem 2.",
    ),
    verdict(1, 3, provided=("L3", "L4")): (
        "Only the operator together with all of seats 1, 3 could have chosen.",
        "Wyniki losowań mógł wybrać tylko operator razem ze wszystkimi miejscami: 1, 3.",
    ),
}


@pytest.mark.parametrize(("entropy", "first"), VERDICTS.items(), ids=lambda it: str(it)[:30])
def test_the_verdict_is_said_in_both_languages(entropy: Entropy, first: tuple[str, str]) -> None:
    ruleset = registry()["age-of-war"]
    for lang, who in zip(("en", "pl"), first, strict=True):
        rendered = [
            Renderer(ruleset, lang, NAMES).render(sentence) for sentence in sentences(entropy, Account())
        ]
        assert rendered[0] == who
        conditions = [text for text in rendered if "L3" in text or "L4" in text]
        assert [level in text for level, text in zip(entropy.provided, conditions, strict=True)] == [
            True
        ] * len(conditions)
        assert len(rendered) == 2 + len(conditions)


def drawing(redrawn: tuple[int, ...] = (), reshuffled: tuple[int, ...] = ()) -> Account:
    """The account of a log in which these rulings had draws made anew, and these had cards shuffled anew."""
    decisions = tuple(HumanDecision(9, "table", "reshuffled", ruling) for ruling in reshuffled)
    return Account(decisions=decisions, redrawn=frozenset(redrawn))


FRESH = {
    drawing(): ([], []),
    drawing((9,)): (["A referee had draws made anew once."], ["Sędzia raz zarządził nowe losowania."]),
    drawing((7, 9)): (
        ["A referee had draws made anew 2 times."],
        ["Sędzia zarządzał nowe losowania 2 razy."],
    ),
    drawing((9,), (9, 9)): (
        ["A referee had draws made anew once.", "A referee had cards shuffled anew once."],
        ["Sędzia raz zarządził nowe losowania.", "Sędzia raz zarządził nowe tasowanie kart."],
    ),
    drawing((), (1, 2, 3, 4, 5, 6)): (
        ["A referee had cards shuffled anew 6 times."],
        ["Sędzia zarządzał nowe tasowanie kart 6 razy."],
    ),
}


@pytest.mark.parametrize(("account", "said"), FRESH.items(), ids=lambda it: str(it)[:30])
def test_what_rulings_had_drawn_is_said_in_both_languages(
    account: Account, said: tuple[list[str], ...]
) -> None:
    ruleset = registry()["age-of-war"]
    for lang, wanted in zip(("en", "pl"), said, strict=True):
        rendered = [Renderer(ruleset, lang, NAMES).render(it) for it in sentences(verdict(), account)]
        assert rendered[1:-1] == wanted
