"""Why so: the line, the dice that fill it, why they are enough and none too many; and why an action is legal or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

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
from tests.rulesets.kit import Sitting

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
    (RollDice(), "turn.2", "The dice lie thrown:", "Kości leżą wyrzucone:"),
    (
        FillLine("nowhere", 1, dice("A")),
        "turn.3",
        "Nowhere is not a castle;",
        "Nie ma takiego zamku: nowhere;",
    ),
    (FillLine("odani", 1, dice("A")), "turn.3", "Odani is your own or", "Zamek Odani jest twój albo"),
    (
        FillLine("edo", 0, dice("D")),
        "steal.1",
        "The special line counts only in",
        "Linia specjalna liczy się",
    ),
    (FillLine("edo", 8, dice("D")), "line.1", "Line 8 cannot be filled; open", "Linii 8 nie da się zapełnić"),
    (FillLine("edo", 3, dice("33")), "line.1", "The dice that lie thrown are", "Wyrzucone kości to:"),
    (
        FillLine("edo", 3, dice("13")),
        "line.2",
        "One of these infantry dice is",
        "Jedna z tych kości piechoty",
    ),
    (FillLine("", 3, dice("12")), "turn.3", "Name the castle whose", "Podaj zamek, którego"),
]


@pytest.mark.parametrize(("action", "clause", "en", "pl"), REFUSED)
def test_a_refusal_is_said_in_both_languages(action: Action, clause: str, en: str, pl: str) -> None:
    sitting = lying(deal(sit(), {1: "odani"}), THROWN)
    legal, steps = explaining.legality(RULESET, sitting.table, 1, action)
    assert not legal
    assert said(steps)[0][0] == clause
    assert said(steps)[0][1].startswith(en)
    assert said(steps, "pl")[0][1].startswith(pl)


def test_dice_that_do_not_do_are_refused_with_what_the_line_asks_for() -> None:
    sitting = lying(sit(), THROWN)

    def why(line: int, letters: str) -> Said:
        legal, steps = explaining.legality(RULESET, sitting.table, 1, FillLine("edo", line, dice(letters)))
        assert not legal
        return said(steps)

    assert why(3, "2") == [
        ("line.1", "These dice do not fill line 3."),
        ("line.1", "Line 3 asks for infantry of 3 or more: the dice bring 2 (2), and that is too little."),
    ]
    assert why(3, "A")[1] == ("line.1", "Line 3 takes infantry only.")
    assert why(1, "A")[1][1].startswith("Line 1 asks for exactly these dice:")


def test_war_steal_1_a_line_is_named_as_it_is_called() -> None:
    sitting = lying(deal(sit(), {2: "edo"}), "2CC")

    def why(line: int, letters: str) -> str:
        return said(explaining.legality(RULESET, sitting.table, 1, FillLine("edo", line, dice(letters)))[1])[
            0
        ][1]

    assert why(0, "2") == "These dice do not fill the special line."
    assert why(4, "2") == "Line 4 cannot be filled; open lines: special, 1, 2, and 3."


def test_what_is_legal_is_argued_like_the_event_that_it_brings() -> None:
    sitting, action = lying(sit(), THROWN), FillLine("edo", 3, dice("3"))
    legal, steps = explaining.legality(RULESET, sitting.table, 1, action)
    assert legal
    assert list(steps) == argument(sitting, action, e.LineFilled)[:-1]
    assert said(explaining.legality(RULESET, sit().table, 1, RollDice())[1]) == [
        ("turn.1", "The turn begins, so all 7 dice are thrown.")
    ]
