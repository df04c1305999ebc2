"""The orders phase: choosing six of seven warriors and laying them, all players at once and in secret."""

from __future__ import annotations

from domain.by_seat import of_seat
from domain.hidden import Hidden
from domain.play import IllegalAction, Play
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import events as e
from domain.rulesets.romans.components import WALL
from domain.rulesets.romans.names import WARRIORS, warriors
from domain.rulesets.romans.state import State, at_forts, in_hand, the_seventh


def discard(play: Play[State], seat: int, action: a.DiscardWarrior) -> None:
    """One of the seven is put away face down (romans.orders.2)."""
    _check_held(play.state, seat, action.warrior, "romans.orders.2")
    play.record(e.SeventhDiscarded(seat, Hidden(action.warrior, (seat,))), "romans.orders.2")


def place(play: Play[State], seat: int, action: a.PlaceWarrior) -> None:
    """A warrior is laid face down at a fort, one to each fort (romans.orders.3)."""
    clan = of_seat(play.state.clans, seat)
    _check_held(play.state, seat, action.warrior, "romans.orders.3")
    if not 1 <= action.fort <= WALL:
        raise IllegalAction("romans.orders.3", "The wall has places 1 to {places}.", places=WALL)
    if lying := at_forts(clan).get(action.fort):
        words = "At place {place} you have {warrior} already."
        raise IllegalAction("romans.orders.3", words, place=action.fort, warrior=WARRIORS[lying])
    card, fort = Hidden(action.warrior, (seat,)), Hidden(action.fort, (seat,))
    play.record(e.WarriorPlaced(seat, card, fort, clan.placed + 1), "romans.orders.3")


def withdraw(play: Play[State], seat: int, action: a.WithdrawWarrior) -> None:
    """Until orders are sealed a warrior may be taken back (romans.orders.3)."""
    clan = of_seat(play.state.clans, seat)
    placed = at_forts(clan)
    if action.fort not in placed:
        words = "At place {place} you have no warrior to take back; laid so far: {n}."
        raise IllegalAction("romans.orders.3", words, place=action.fort, n=clan.placed)
    card, fort = Hidden(placed[action.fort], (seat,)), Hidden(action.fort, (seat,))
    play.record(e.WarriorWithdrawn(seat, card, fort, clan.placed - 1), "romans.orders.3")


def seal(play: Play[State], seat: int) -> None:
    """With six warriors laid the orders stand; the one left over is the seventh (romans.orders.2, romans.orders.3)."""
    clan = of_seat(play.state.clans, seat)
    if clan.placed < WALL:
        raise IllegalAction(
            "romans.orders.3", "A warrior goes to each of the six forts; you have laid {n}.", n=clan.placed
        )
    line = tuple(Hidden(warrior, (seat,)) for _, warrior in sorted(at_forts(clan).items()))
    if not clan.put_away:
        (left,) = in_hand(clan)
        play.record(e.SeventhDiscarded(seat, Hidden(left, (seat,))), "romans.orders.2", "romans.choice.1")
    play.record(e.OrdersSealed(seat, line), "romans.orders.3")


def _check_held(state: State, seat: int, warrior: str, rule: str) -> None:
    """Refuse a warrior that is not in the hand: it may lie somewhere, or not be among the seven."""
    clan = of_seat(state.clans, seat)
    hand, lying, named = in_hand(clan), at_forts(clan), WARRIORS.get(warrior, warrior)
    if warrior in hand:
        return
    if place := next((place for place, laid in lying.items() if laid == warrior), None):
        raise IllegalAction(rule, "{warrior} lies at place {place} already.", warrior=named, place=place)
    if warrior == the_seventh(clan):
        words = "{warrior} is put away as the seventh; laid so far: {n}."
        raise IllegalAction(rule, words, warrior=named, n=clan.placed)
    if not hand:
        raise IllegalAction(rule, "Your hand is empty: all {n} warriors lie at the wall.", n=clan.placed)
    if not warrior:
        raise IllegalAction(rule, "Name a warrior of your hand: {held}.", held=warriors(hand))
    raise IllegalAction(
        rule, "You do not hold {warrior}; you hold {held}.", warrior=named, held=warriors(hand)
    )
