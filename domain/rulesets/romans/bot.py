"""A greedy player: it plans its line against the sums that the other clans can still be expected to reach."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from domain.by_seat import BySeat, by_seat, of_seat
from domain.outlook import best_first, shares
from domain.ruleset import COURSES, Action, Choose, Course
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import clash
from domain.rulesets.romans.choices import weakest
from domain.rulesets.romans.components import (
    AXX,
    WALL,
)
from domain.rulesets.romans.events import WarriorSeduced
from domain.rulesets.romans.evolve import EVOLVE
from domain.rulesets.romans.planning import planned, prospects, worths
from domain.rulesets.romans.state import Clan, State, at_forts, in_hand, points, the_seventh

LEAD = 4.0
"""So many points ahead, a clan is about three times as likely to win."""


def greedy(state: State, seat: int, legal: Sequence[Action], choose: Choose) -> Action:
    clan = of_seat(state.clans, seat)
    if clan.posts is not None:
        return _order(state, clan)
    scores = [_score(state, clan, action) for action in legal]
    best = [action for action, score in zip(legal, scores, strict=True) if score == max(scores)]
    return best[choose(len(best))]


def promising(state: State, seat: int, legal: Sequence[Action], choose: Choose) -> list[Course]:
    """Whole lines of orders, the greedy one first; else the decisions by their score."""
    clan = of_seat(state.clans, seat)
    if clan.posts is not None:
        return _lines(state, clan, choose)
    ranked = best_first(legal, [_score(state, clan, action) for action in legal], COURSES)
    return [(action,) for action in ranked]


def outlook(state: State) -> BySeat[float]:
    """By the points of the forts held."""
    return by_seat(shares([points(state, clan) for clan in state.players], LEAD))


# -- orders


def _lines(state: State, clan: Clan, choose: Choose) -> list[Course]:
    """Ways of ordering what is in the hand that keep what lies already: the planned one, and some with others swapped."""
    placed, seventh = at_forts(clan), the_seventh(clan)
    free = [fort for fort in range(1, WALL + 1) if fort not in placed]
    cards = [*in_hand(clan), *(() if seventh is None else (seventh,))]
    plan = _fitting(_planned(state, clan), free, cards)
    lines = {plan: None}
    for _ in range(4 * COURSES):
        mixed = list(plan)
        for _ in range(1 + choose(2)):
            i, j = choose(len(mixed)), choose(len(mixed))
            mixed[i], mixed[j] = mixed[j], mixed[i]
        lines[tuple(mixed)] = None
    return [_ordering(line, free, seventh) for line in list(lines)[:COURSES]]


def _fitting(planned: Sequence[str], free: Sequence[int], cards: Sequence[str]) -> tuple[str, ...]:
    """The plan for the free forts, and the seventh, with the cards that there are."""
    left = list(cards)
    laid = [""] * len(free)
    for n, fort in enumerate(free):
        if planned[fort - 1] in left:
            left.remove(planned[fort - 1])
            laid[n] = planned[fort - 1]
    return (*(warrior or left.pop() for warrior in laid), *left)


def _ordering(line: Sequence[str], free: Sequence[int], seventh: str | None) -> Course:
    """The course that puts the last warrior of the line away and lays the others down."""
    first = (a.DiscardWarrior(line[-1]),) if seventh not in (None, line[-1]) else ()
    return (*first, *(a.PlaceWarrior(line[n], fort) for n, fort in enumerate(free)), a.SealOrders())


def _planned(state: State, clan: Clan) -> tuple[str, ...]:
    cards = tuple(sorted([str(card.value) for card in clan.hand]))
    return planned(state.edition, cards, worths(state, clan), len(state.clans) - 1)


def _order(state: State, clan: Clan) -> Action:
    """The next step towards the planned line: first what is in its way, then what is missing."""
    *line, spare = _planned(state, clan)
    placed, seventh = at_forts(clan), the_seventh(clan)
    for fort, warrior in placed.items():
        if line[fort - 1] != warrior:
            return a.WithdrawWarrior(fort)
    if seventh not in (None, spare) and spare in in_hand(clan):
        return a.DiscardWarrior(spare)
    for fort in range(1, WALL + 1):
        if fort not in placed:
            return a.PlaceWarrior(line[fort - 1], fort)
    return a.SealOrders()


# -- decisions


def _score(state: State, clan: Clan, action: Action) -> float:
    line = sum(state.box.strength[w] for w in clan.whole_line)
    match action:
        case a.Seduce(clan=name):
            return _seduction(state, clan, name)
        case a.TakeFort(place=place):
            return worths(state, clan)[place - state.first_place]
        case a.DiscardFort(fort=fort):
            return -state.box.value[fort]
        case a.Rearrange(warriors=warriors):
            return _outlook(state, clan, warriors, line)
        case a.DiscardRevealed(warrior=warrior):
            return _outlook(state, clan, _orders(clan), line - state.box.strength[warrior])
    return _outlook(state, clan, _orders(clan), _keeping(state, clan, action))


def _keeping(state: State, clan: Clan, action: Action) -> float:
    strength = state.box.strength
    staying = sum(strength[w] for w in state.keeping)
    if isinstance(action, a.KeepAxx):
        return staying + action.keep * strength[AXX]
    if isinstance(action, a.KeepWarrior):
        return staying + action.keep * strength[weakest(state, clan.whole_line)]
    raise AssertionError(action)


def _orders(clan: Clan) -> tuple[str, ...]:
    return tuple(str(card.value) for card in clan.orders)


def _outlook(state: State, clan: Clan, orders: tuple[str, ...], line: float) -> float:
    """The prospects of the rest of the round with these orders, against what the others have revealed so far."""
    rivals = [_rival(state, other) for other in state.clans if other is not clan]
    forts = worths(state, clan)[len(state.wall) - len(orders) :]
    return prospects(state.box.strength, orders, forts, line, rivals)


def _rival(state: State, other: Clan) -> tuple[float, float]:
    """The sum that a clan has in its line, and the mean of the cards that it has not revealed in this round."""
    strength = state.box.strength
    unseen = list(state.box.deck)
    for revealed in (*other.whole_line, *other.discards):
        unseen.remove(revealed)
    return float(sum(strength[w] for w in other.whole_line)), fmean(strength[w] for w in unseen)


def _seduction(state: State, clan: Clan, name: str) -> float:
    """Whether the seduction wins the fort, and whether that is wanted; else it should cost the strongest rival."""
    target = state.clan(name)
    strength = state.box.strength[target.fresh]
    event = WarriorSeduced(clan.side, target.side, target.fresh, strength)
    sums = [t for t in clash.totals(EVOLVE[WarriorSeduced](state, event)) if not t.out]
    highest = max(t.total for t in sums)
    best = [t.side for t in sums if t.total == highest]
    won = best == [clan.side]
    return won * worths(state, clan)[0] + strength / 100
