"""The prompt for each decision."""

from __future__ import annotations

from domain.by_seat import of_seat
from domain.rulesets.romans.components import WALL
from domain.rulesets.romans.state import State, at_forts
from domain.sentence import Sentence, say

QUESTIONS = {
    "romans.qween.1": "Qween: choose the warrior to seduce.",
    "romans.druhid.1": "Dru'hid: choose the fort to take.",
    "romans.axx.1": "Axx: does it stay in the line?",
    "romans.komfort.1": "KomFort: does the weakest warrior stay?",
    "romans.horsie.1": "Horsie has lost: choose the warrior of your line to discard.",
    "romans.svord.1": "Svord: swap hidden warriors until they lie as you want them, then confirm.",
    "romans.fokus.1": "Fort Fokus has fallen: choose the warrior of your line to discard.",
    "romans.fortuna.1": "FortUna: choose the earlier fort to give up for it.",
}
"""By the clause that asks."""


def prompt(state: State, seat: int) -> Sentence:
    due = next((due for due in state.due if due.seat == seat), None)
    return (
        _orders(WALL - len(at_forts(of_seat(state.clans, seat)))) if due is None else say(QUESTIONS[due.rule])
    )


def _orders(bare: int) -> Sentence:
    """While so many forts have no warrior of this clan (romans.orders.2, romans.orders.3)."""
    if not bare:
        return say("All six warriors lie at the wall: seal the orders, or change them.")
    return say(
        "Lay one warrior at each fort: {n} is still without.",
        plural="Lay one warrior at each fort: {n} are still without.",
        count=bare,
        n=bare,
    )
