"""The rules of Romans Go Home!: what each action makes happen."""

from __future__ import annotations

from domain.by_seat import of_seat
from domain.play import IllegalAction, Play
from domain.ruleset import Action
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import aftermath, clash, orders, rounds
from domain.rulesets.romans import events as e
from domain.rulesets.romans.choices import hidden_warriors, legal_actions, weakest
from domain.rulesets.romans.components import AXX, WALL
from domain.rulesets.romans.names import DECISION_TEXTS, warriors
from domain.rulesets.romans.state import Due, State
from domain.sentence import Term


def decide(play: Play[State], seat: int, action: Action) -> None:
    """An answer to the decision that is due, or an order; then everything that follows by itself."""
    due = next((due for due in play.state.due if due.seat == seat), None)
    if due is None:
        over = _give_order(play, seat, action)
    else:
        _check_answer(play.state, due, action)
        over = _answer(play, due, action)
    _advance(play, over)


def _advance(play: Play[State], over: bool) -> None:
    """Clashes follow one another up to the next decision; the sixth ends the round (romans.round.1)."""
    while over:
        if play.state.clash == WALL:
            rounds.end_round(play)
            return
        over = clash.fight(play)


def _give_order(play: Play[State], seat: int, action: Action) -> bool:
    """True when the last player has sealed: the attack begins (romans.orders.3)."""
    match action:
        case a.PlaceWarrior():
            orders.place(play, seat, action)
        case a.WithdrawWarrior():
            orders.withdraw(play, seat, action)
        case a.DiscardWarrior():
            orders.discard(play, seat, action)
        case a.SealOrders():
            orders.seal(play, seat)
        case _:
            n = of_seat(play.state.clans, seat).placed
            raise IllegalAction("romans.orders.3", ORDERS, n=n, places=WALL)
    return all(clan.sealed for clan in play.state.clans)


ORDERS = (
    "Orders are being given, and you have laid {n} of {places} warriors: "
    "lay one, take one back, put the seventh away or, with all laid, seal the orders."
)


def _check_answer(state: State, due: Due, action: Action) -> None:
    if action.__struct_config__.tag != due.action:
        raise IllegalAction(due.rule, "Now you decide {what}.", what=Term(DECISION_TEXTS[due.rule]))
    if action not in legal_actions(state, due.seat):
        values = (
            {"hidden": warriors(hidden_warriors(of_seat(state.clans, due.seat)))}
            if due.action == "rearrange"
            else {}
        )
        raise IllegalAction(due.rule, WHAT_IS_OPEN[due.action], **values)


WHAT_IS_OPEN = {
    "seduce": "Qween may seduce a warrior that another clan has revealed in this clash and still has.",
    "take-fort": "Dru'hid may take a fort that is still in the wall.",
    "discard-revealed": "The warrior must be one of your line that may be discarded now.",
    "discard-fort": "The fort must be one that you captured earlier.",
    "rearrange": "The new order must hold exactly your hidden warriors: {hidden}.",
}
"""Only decisions that can be answered wrongly."""


def _answer(play: Play[State], due: Due, action: Action) -> bool:
    match action:
        case a.Seduce(clan=name):
            clash.seduce(play, play.state.clan(name))
            return clash.compare(play)
        case a.TakeFort(place=place):
            clash.take_fort(play, place)
            return clash.capture(play)
        case a.KeepAxx(keep=keep):
            _keep(play, AXX, "axx", keep, due.rule)
            return clash.keep_weakest(play)
        case a.KeepWarrior(keep=keep):
            captor = of_seat(play.state.clans, due.seat)
            _keep(play, weakest(play.state, captor.whole_line), "komfort", keep, due.rule)
            return clash.discard_line(play)
        case a.DiscardRevealed(warrior=warrior):
            return aftermath.choose_discard(play, due, warrior)
        case a.DiscardFort(fort=fort):
            aftermath.discard_fort(play, fort)
            return True
        case a.Rearrange(warriors=warriors):
            return aftermath.rearrange(play, due.seat, warriors)
    raise AssertionError(action)


def _keep(play: Play[State], warrior: str, reason: e.KeepReason, keep: bool, rule: str) -> None:
    side = play.state.clan(str(play.state.captor)).side
    event = e.WarriorKept if keep else e.KeepDeclined
    play.record(event(side, warrior, reason), rule)
