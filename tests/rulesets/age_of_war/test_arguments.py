"""Why so: the line, the dice that fill it, why they are enough and none too many; and why an action is legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from conformance.kit import Sitting
from domain.argument import Step
from domain.ruleset import Action
from domain.rulesets.age_of_war import RULESET
from domain.rulesets.age_of_war import events as e
from domain.rulesets.age_of_war.actions import FillLine, RollDice, SetAside
from domain.rulesets.age_of_war.components import INFANTRY
from domain.table import explaining
from domain.table.fold import Fold
from projections.sentences import Renderer
from tests.rulesets.age_of_war.situation import deal, dice, lying, sit, state
from tests.rulesets.fixtures import all_fixtures, logged_events

NAMES = {1: "Ala", 2: "Ola"}
Said = list[tuple[str, str]]
"""Steps as clause and text."""


def said(steps: Any, lang: str = "en") -> Said:
    teller = Renderer(RULESET, lang, NAMES)
    return [(step.clause.removeprefix("war."), teller.render(step.text)) for step in steps]


def argument(sitting: Sitting, action: Action, kind: type) -> list[Step]:
    """The argument behind the first event of a type that an action of the seat to act brings."""
    before = state(sitting)
    for logged in sitting.act(sitting.table.to_act[0], action):
        if isinstance(logged.event, kind):
            return list(explaining.argument(RULESET, before, logged.event, None))
        before = RULESET.evolve(before, logged.event)
    raise AssertionError(f"no {kind}")


def argued() -> Iterator[tuple[Any, tuple[str, ...], list[Step]]]:
    """Event, citations and argument of every explained event of the fixture matches."""
    for _, fixture in all_fixtures(RULESET):
        folding = Fold(RULESET)
        for logged, _ in logged_events(RULESET, fixture):
            before = folding.game
            folding.read([logged])
            if type(logged.event) in RULESET.explained:
                steps = explaining.argument(RULESET, before, logged.event, None)
                yield logged.event, logged.rules, list(steps)


def test_an_argument_uses_every_clause_that_its_event_cites_and_its_figures_agree() -> None:
    met = set()
    for event, rules, steps in argued():
        met.add(type(event))
        assert set(rules) <= {step.clause for step in steps}, event
        if isinstance(event, e.GameEnded):
            points = [step.numbers["points"] for step in steps if step.clause == "war.score.1"]
            assert tuple(points) == event.scores
        if isinstance(event, e.LineFilled) and "war.line.2" in rules:
            (enough,) = (step.numbers for step in steps if "total" in step.numbers)
            (spare,) = (step.numbers for step in steps if "without" in step.numbers)
            assert spare["least"] == min(INFANTRY[die] for die in event.dice)
            assert spare["without"] == enough["total"] - spare["least"] < enough["needed"] <= enough["total"]
    assert met == set(RULESET.explained)


def test_infantry_is_argued_with_its_sum_and_that_no_die_is_too_many() -> None:
    sitting = lying(sit(), "1123ACD")
    steps = argument(sitting, FillLine("edo", 3, dice("3")), e.LineFilled)
    assert said(steps) == [
        ("turn.3", "Edo lies in the centre and may be attacked."),
        ("line.1", "Line 3 asks for infantry of 3 or more: the dice bring 3 (3), and that is enough."),
        ("line.2", "None is superfluous: without the smallest, 3, it would be 0, less than 3."),
        ("turn.2", "That makes one line; lines still open: 2, dice left: 6."),
    ]
    assert steps[1].numbers == {"line": 3, "needed": 3, "total": 3}
    assert said(steps, "pl")[1] == (
        "line.1",
        "Linia 3 wymaga piechoty o sumie co najmniej 3: kości dają 3 (3), a to wystarcza.",
    )


def test_a_special_line_is_argued_from_where_the_castle_lies() -> None:
    sitting = lying(deal(sit(), {2: "gifu"}), "1123ACD")
    steps = argument(sitting, FillLine("gifu", 0, dice("D")), e.LineFilled)
    assert said(steps)[:3] == [
        ("turn.3", "Gifu lies face up in front of Ola and may be attacked."),
        ("steal.1", "Gifu lies in front of Ola, so its special line counts too."),
        ("line.1", "The special line asks for exactly this and gets it: daimyo."),
    ]


def test_setting_aside_says_whether_anything_fitted() -> None:
    some = argument(lying(sit(), "1123ACD"), SetAside(), e.DieSetAside)
    assert some[0].numbers["n"] == sum(isinstance(a, FillLine) for a in lying(sit(), "1123ACD").legal(1))
    assert "by choice" in said(some)[0][1]
    none = argument(lying(sit(), "1"), SetAside(), e.DieSetAside)
    assert said(none, "pl")[0] == (
        "turn.2",
        "Tymi kośćmi nie da się zapełnić żadnej otwartej linii (piechota 1), więc trzeba odłożyć kość.",
    )


THROWN = "1123ACD"
REFUSED = [
    (
        RollDice(),
        "turn.2",
        "The dice lie thrown: 2 × infantry 1, infantry 2, infantry 3, archery, cavalry, and daimyo. "
        "Fill a line with them or set one die aside.",
        "Kości już leżą: 2 × piechota 1, piechota 2, piechota 3, łucznicy, kawaleria i daimyo. "
        "Zapełnij nimi linię albo odłóż jedną kość.",
    ),
    (
        FillLine("nowhere", 1, dice("A")),
        "turn.3",
        "There is no castle nowhere; you may attack ",
        "Nie ma zamku nowhere; możesz atakować: ",
    ),
    (
        FillLine("odani", 1, dice("A")),
        "turn.3",
        "Odani lies in front of you already; you may attack ",
        "Zamek Odani leży już przed tobą; możesz atakować: ",
    ),
    (
        FillLine("kasugayama", 1, dice("A")),
        "turn.3",
        "Kasugayama is safe: Ola has completed the clan Uesugi and turned it over.",
        "Zamek Kasugayama jest bezpieczny: Ola ma cały klan Uesugi, już odwrócony.",
    ),
    (
        FillLine("edo", 0, dice("D")),
        "steal.1",
        "The special line counts only in front of another player, and Edo lies in the centre. Open lines: 1, 2, and 3.",
        "Linia specjalna liczy się tylko przed innym graczem, a zamek Edo leży na środku. Otwarte linie: 1, 2 i 3.",
    ),
    (
        FillLine("edo", 8, dice("D")),
        "line.1",
        "Line 8 cannot be filled; open lines of Edo: 1, 2, and 3.",
        "Linii 8 nie da się zapełnić; otwarte linie zamku Edo: 1, 2 i 3.",
    ),
    (
        FillLine("edo", 3, dice("33")),
        "line.1",
        "These do not all lie there; thrown are 2 × infantry 1,",
        "Nie wszystkie te kości leżą na stole; wyrzucone są: 2 × piechota 1,",
    ),
    (
        FillLine("azuchi", 2, dice("CC")),
        "line.1",
        "Line 2 of Azuchi asks for 2 × cavalry; of these you have 1 × cavalry.",
        "Linia 2 zamku Azuchi wymaga: 2 × kawaleria; masz z tego: 1 × kawaleria.",
    ),
    (
        FillLine("azuchi", 3, dice("11233")),
        "line.1",
        "These do not all lie there;",
        "Nie wszystkie te kości leżą",
    ),
    (
        FillLine("edo", 3, dice("2")),
        "line.1",
        "Line 3 of Edo asks for infantry of 3 or more and for nothing else; these dice bring 2.",
        "Linia 3 zamku Edo wymaga piechoty o sumie co najmniej 3 i niczego więcej; te kości dają 2.",
    ),
    (
        FillLine("azuchi", 1, dice("C")),
        "line.1",
        "Line 1 of Azuchi asks for archery and for nothing else; of these you name 0 × archery.",
        "Linia 1 zamku Azuchi wymaga: łucznicy, i niczego więcej; podajesz z tego: 0 × łucznicy.",
    ),
    (
        FillLine("edo", 3, dice("13")),
        "line.2",
        "A die is superfluous: line 3 asks for infantry of 3, and without infantry 1 these bring 3.",
        "Jedna kość jest zbędna: linia 3 wymaga piechoty o sumie 3, a bez piechoty 1 te kości dają 3.",
    ),
    (
        FillLine("", 3, dice("12")),
        "turn.3",
        "Name the castle to be attacked, one of ",
        "Podaj zamek, który atakujesz; do wyboru: ",
    ),
]


@pytest.mark.parametrize(("action", "clause", "en", "pl"), REFUSED)
def test_a_refusal_is_said_in_both_languages_with_what_is_there(
    action: Action, clause: str, en: str, pl: str
) -> None:
    sitting = lying(deal(sit(), {1: "odani"}, {2: "uesugi"}), THROWN)
    legal, steps = explaining.legality(RULESET, sitting.table, 1, action)
    assert not legal
    assert [(cited, text.startswith(en)) for cited, text in said(steps)] == [(clause, True)]
    assert said(steps, "pl")[0][1].startswith(pl)


def test_war_line_1_says_what_a_line_asks_for_and_what_was_thrown() -> None:
    sitting = lying(deal(sit(), {2: "edo"}), "2CC")

    def why(castle: str, line: int, letters: str) -> str:
        action = FillLine(castle, line, dice(letters))
        return said(explaining.legality(RULESET, sitting.table, 1, action)[1])[0][1]

    assert (
        why("azuchi", 3, "1") == "Line 3 of Azuchi asks for infantry of 5 or more; the dice thrown bring 2."
    )
    assert why("azuchi", 1, "A") == "Line 1 of Azuchi asks for archery; of these you have 0 × archery."
    assert why("edo", 0, "D") == "The special line of Edo asks for daimyo; of these you have 0 × daimyo."
    assert why("edo", 0, "2").endswith("asks for daimyo and for nothing else; of these you name 0 × daimyo.")
    assert why("edo", 4, "2") == "Line 4 cannot be filled; open lines of Edo: special, 1, 2, and 3."


def test_what_is_legal_is_argued_like_the_event_that_it_brings() -> None:
    sitting, action = lying(sit(), THROWN), FillLine("edo", 3, dice("3"))
    legal, steps = explaining.legality(RULESET, sitting.table, 1, action)
    assert legal
    assert list(steps) == argument(sitting, action, e.LineFilled)[:-1]
    assert said(explaining.legality(RULESET, sit().table, 1, RollDice())[1]) == [
        ("turn.1", "The turn begins, so all 7 dice are thrown.")
    ]
