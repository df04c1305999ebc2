"""Why a seat may or may not do something now, beyond the words of a refusal."""

from __future__ import annotations

from domain.argument import Step, step
from domain.by_seat import of_seat
from domain.ruleset import Action
from domain.rulesets.romans import actions as a
from domain.rulesets.romans.choices import legal_actions
from domain.rulesets.romans.descriptions import DESCRIPTIONS
from domain.rulesets.romans.names import DECISION_TEXTS, WARRIORS
from domain.rulesets.romans.state import Due, State, at_forts, in_hand
from domain.sentence import Term

FEW = 10
"""Up to so many answers are listed; Svord has up to 120."""
MANY = "There are {n} answers to choose from."


def answers_open(state: State, due: Due) -> list[Step]:
    """The answers open to a seat that has to decide."""
    open_to_it = legal_actions(state, due.seat)
    if len(open_to_it) > FEW:
        return [step(due.rule, MANY, n=len(open_to_it))]
    answers = tuple(DESCRIPTIONS[type(action)](action) for action in open_to_it)
    return [step(due.rule, "To choose from: {answers}.", answers=answers)]


def legal(state: State, seat: int, action: Action) -> list[Step]:
    """What allows a legal action: the question that it answers, or the orders that are being given."""
    due = next((due for due in state.due if due.seat == seat), None)
    if due is None:
        return [order(state, seat, action)]
    words = "You decide {what}, and this is one of the answers."
    return [step(due.rule, words, what=Term(DECISION_TEXTS[due.rule])), *answers_open(state, due)]


def order(state: State, seat: int, action: Action) -> Step:
    """Why an order can be given (romans.orders.2, romans.orders.3)."""
    clan = of_seat(state.clans, seat)
    match action:
        case a.DiscardWarrior(warrior=warrior):
            words = "You hold {warrior}, who may be put away as the seventh."
            return step("romans.orders.2", words, warrior=WARRIORS[warrior])
        case a.PlaceWarrior(warrior=warrior, fort=place):
            words = "You hold {warrior}, and place {place} has no warrior of yours."
            return step("romans.orders.3", words, warrior=WARRIORS[warrior], place=place)
        case a.WithdrawWarrior(fort=place):
            words = "Your {warrior} lies at place {place}, and until you seal your orders you may take a warrior back."
            return step("romans.orders.3", words, warrior=WARRIORS[at_forts(clan)[place]], place=place)
    left = in_hand(clan)
    if left:
        words = "You have laid {n} warriors, one at each fort; {warrior}, left over, is the seventh."
        return step("romans.orders.3", words, n=clan.placed, warrior=WARRIORS[left[0]])
    return step("romans.orders.3", "You have laid {n} warriors, one at each fort.", n=clan.placed)
