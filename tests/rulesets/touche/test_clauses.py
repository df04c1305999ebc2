"""Where each clause comes from, and which one an event cites first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from conformance.kit import Sitting
from domain.ruleset import Action, Event
from domain.rulesets import touche
from domain.rulesets.touche import ARROW, RULESET
from domain.rulesets.touche import events as e
from domain.rulesets.touche.actions import ChooseSet, ExchangeDead, LayCard
from tests.rulesets.touche.situation import give, pawns, put, sit

RULINGS = {"touche.done.3", "touche.end.2", "touche.stall.1", "touche.stall.2"}
IN_PART = {
    *("touche.setup.1", "touche.setup.2", "touche.set.1", "touche.set.2", "touche.turn.2"),
    *("touche.dead.1", "touche.stack.1", "touche.done.1", "touche.tournament.1"),
}
"""The rulebook says one half, we the other."""


def test_every_clause_says_where_it_comes_from() -> None:
    written = (Path(touche.__file__).parent / "clauses.json").read_bytes()
    assert all("source" in clause for clause in msgspec.json.decode(written).values())
    assert {id for id, clause in RULESET.clauses.items() if clause.source == "ruling"} == RULINGS | IN_PART
    assert {id for id, clause in RULESET.clauses.items() if len(clause.parts) == 2} == IN_PART
    for clause in RULESET.clauses.values():
        assert all(bool(part.where) == (part.source == "rulebook") for part in clause.parts)


def cited(sitting: Sitting, action: Action, kind: type[Event]) -> tuple[str, ...]:
    """The clauses behind the first event of this kind that an action of the seat to act records."""
    recorded = sitting.act(sitting.table.to_act[0], action)
    return next(logged.rules for logged in recorded if isinstance(logged.event, kind))


OWN_SET = {"set": "custom", "patterns": ARROW, "need": {"square": 1, "arrow": 2}}


def test_touche_set_2_stands_behind_a_completed_pattern_of_the_tables_own() -> None:
    sitting = pawns(give(sit(**OWN_SET), {1: ["5D"]}), "d1 e2")
    assert cited(sitting, LayCard("5D", "f1"), e.PatternCompleted) == ("touche.set.2", "touche.done.1")


def test_a_completed_pattern_cites_the_clause_that_describes_it_and_a_choice_its_own() -> None:
    square = pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2")
    assert cited(square, LayCard("7D", "e2"), e.PatternCompleted) == ("touche.pattern.1", "touche.done.1")
    two = pawns(give(sit(), {1: ["7D"]}), "d1 e1 d2 f1 f2")
    assert cited(two, LayCard("7D", "e2"), e.PatternCompleted) == ("touche.done.2", "touche.pattern.1")


@pytest.mark.parametrize(
    ("card", "field", "clauses"),
    [
        ("KD", "h8", ("touche.turn.2", "touche.turn.3")),
        ("joker", "h8", ("touche.joker.1", "touche.turn.3")),
        ("joker", "l4", ("touche.joker.1",)),
        ("KD", "c3", ("touche.free.1", "touche.turn.3")),
        ("joker", "c3", ("touche.free.1", "touche.turn.3")),
        ("6D", "e1", ("touche.turn.2", "touche.turn.3", "touche.done.3")),
    ],
)
def test_a_pawn_cites_first_what_opens_its_field(card: str, field: str, clauses: tuple[str, ...]) -> None:
    sitting = pawns(give(sit(), {1: [card]}), "d3 c4 d4 d1 f1 g1 h1", "l4")
    kind = e.PawnReplaced if field == "l4" else e.PawnPlaced
    assert cited(sitting, LayCard(card, field), kind) == clauses


def test_touche_set_1_and_set_2_share_the_sets_that_a_table_agrees_on() -> None:
    def behind(**options: Any) -> tuple[str, ...]:
        return next(it.rules for it in sit(**options).log if isinstance(it.event, e.SetChosen))

    assert behind() == ("touche.set.1",)
    assert behind(need={"square": 5}) == ("touche.set.1", "touche.set.2")
    assert behind(**OWN_SET) == ("touche.set.2", "touche.set.1")
    printed = sit(set_choice="dealer", patterns=ARROW, need={"arrow": 2})
    assert cited(printed, ChooseSet("squares"), e.SetChosen) == ("touche.set.1",)


def test_touche_stall_2_ends_a_game_and_no_other_clause() -> None:
    sitting = pawns(give(sit(stalled_rounds=1), {1: ["KD"]}), "d1", "h8")
    put(sitting, idle=5)
    assert cited(sitting, ExchangeDead(("KD",)), e.GameEnded) == ("touche.stall.2", "touche.tournament.1")
