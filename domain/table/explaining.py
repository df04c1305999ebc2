"""The arguments behind events, and behind an action being legal or illegal, as far as the viewer may know them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.argument import Step, because, step
from domain.hidden import Viewer, redact
from domain.ruleset import Ruleset
from domain.sentence import Seat
from domain.table.decisions import refusal_of, why_not_playing
from domain.table.state import Table


def argument(ruleset: Ruleset[Any], before: Any, event: Any, viewer: Viewer) -> Sequence[Step]:
    """The steps behind an event, from the ruleset's state before it; () for events that are not `explained`."""
    if type(event) not in ruleset.explained:
        return ()
    return ruleset.explain(redact(before, viewer), redact(event, viewer))


def legality(ruleset: Ruleset[Any], table: Table, seat: int, action: Any) -> tuple[bool, Sequence[Step]]:
    """Whether an action of a seat is legal, and why: at least one step, from what the seat itself may know."""
    if not table.in_play:
        return False, [step("table.status", why_not_playing(table))]
    if seat not in table.to_act:
        return False, [step("table.legal", TURN, seats=tuple(map(Seat, table.to_act)))]
    known = redact(table.game, seat)
    if action in ruleset.legal_actions(known, seat):
        return True, ruleset.explain_action(known, seat, action) or [step("table.legal", LEGAL)]
    refused = refusal_of(ruleset, known, seat, action)
    if refused.rule == "table.legal":
        return False, [because(refused.rule, refused.sentence)]
    return False, ruleset.explain_action(known, seat, action)


TURN = "It is the turn of {seats}."
LEGAL = "This is among the legal actions of the seat."
