"""A greedy player: it plans its line against the sums that the other clans can still be expected to reach."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import exp
from statistics import fmean

from domain.by_seat import BySeat, by_seat, of_seat
from domain.outlook import best_first, shares
from domain.ruleset import COURSES, Action, Choose, Course
from domain.rulesets.romans import actions as a
from domain.rulesets.romans import clash
from domain.rulesets.romans.choices import weakest
from domain.rulesets.romans.components import (
    AXX,
    BOXES,
    CHARIOTT,
    DECK,
    DRUHID,
    FILCHY,
    FORTHECA,
    FORTUNA,
    HORSIE,
    KOMFORT,
    QWEEN,
    WALL,
)
from domain.rulesets.romans.events import WarriorSeduced
from domain.rulesets.romans.evolve import EVOLVE
from domain.rulesets.romans.rounds import fortheca_held
from domain.rulesets.romans.state import Clan, State, at_forts, in_hand, points, the_seventh

LEAD = 4.0
"""So many points ahead, a clan is about three times as likely to win."""
SPREAD = 2.3
"""How uncertain another clan's sum is: the scale of a logistic curve."""
SEDUCTION = 5.0
"""About what Qween gains from a warrior of another clan."""
HORSIES_VICTIM = 3.0
THE_GAME, THREAT = 60.0, 120.0


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
    worths = tuple(_worth(state, clan, fort) for fort in state.wall)
    cards = tuple(sorted(str(card.value) for card in clan.hand))
    return _plan(state.edition, cards, worths, len(state.clans) - 1)


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


@lru_cache(maxsize=1 << 12)
def _plan(edition: str, cards: tuple[str, ...], worths: tuple[float, ...], others: int) -> tuple[str, ...]:
    """Six warriors from the left and the one to do without: swaps for the better until there are none."""
    strength = BOXES[edition].strength
    mean = sum(strength[w] for w in BOXES[edition].deck) / DECK
    rivals = ((0.0, mean),) * others
    order = sorted(range(WALL), key=lambda i: worths[i])
    cards = tuple(sorted(cards, key=lambda w: (strength[w], w)))
    plan = [*cards[1:], cards[0]]
    for place, warrior in zip(order, cards[1:], strict=True):
        plan[place] = warrior
    best = _prospects(edition, tuple(plan), worths, 0.0, rivals)
    improved = True
    while improved:
        improved = False
        for i, j in combinations(range(len(plan)), 2):
            plan[i], plan[j] = plan[j], plan[i]
            now = _prospects(edition, tuple(plan), worths, 0.0, rivals)
            if now > best + 1e-9:
                best, improved = now, True
            else:
                plan[i], plan[j] = plan[j], plan[i]
    return tuple(plan)


def _prospects(
    edition: str,
    line: tuple[str, ...],
    worths: tuple[float, ...],
    held: float,
    rivals: tuple[tuple[float, float], ...],
) -> float:
    """What the clashes to come are worth with these warriors, `held` strength in the line, and rivals of (sum, mean card)."""
    strength = BOXES[edition].strength
    sums = [total for total, _ in rivals]
    value = 0.0
    for place, worth in enumerate(worths):
        warrior = line[place]
        sums = [total + mean for total, (_, mean) in zip(sums, rivals, strict=True)]
        mine = held + strength[warrior]
        chance = _chance(warrior, held, mine, sums)
        if warrior == DRUHID:
            worth = max(worths[place:])
        value += chance * worth
        held = _held_next(warrior, held, mine, chance, strength[AXX])
        loss = 1 - (1 - chance) / len(sums)
        sums = [total * loss for total in sums]
    return value


def _chance(warrior: str, held: float, mine: float, sums: list[float]) -> float:
    """How likely this sum is the highest."""
    if warrior == FILCHY:
        return 0.0
    if warrior == QWEEN:
        return _beats(mine + SEDUCTION, sums)
    if warrior == CHARIOTT:
        cancelled = 1 - (7 / 9) ** len(sums)
        return (1 - cancelled) * _beats(mine, sums) + cancelled * _beats(held, sums)
    return _beats(mine, sums)


def _beats(mine: float, sums: list[float]) -> float:
    chance = 1.0
    for total in sums:
        chance /= 1 + exp((total - mine) / SPREAD)
    return chance


def _held_next(warrior: str, held: float, mine: float, chance: float, axx: int) -> float:
    """The strength in the line after the clash, on average."""
    if warrior == HORSIE:
        mine = mine - min(HORSIES_VICTIM, held) if held else 0.0
    stays = axx if warrior == AXX else 0.0
    return (1 - chance) * mine + chance * stays


def _worth(state: State, clan: Clan, fort: str) -> float:
    """What a fort is worth to this clan: its points, and what else it does."""
    card, value = state.box.fort[fort], state.box.value
    if card.kind == FORTUNA:
        return card.value - min((value[f] for f in clan.forts), default=card.value)
    if card.kind == FORTHECA:
        return _worth_of_fortheca(state, clan, card.value)
    return card.value + (card.kind == KOMFORT)


def _worth_of_fortheca(state: State, clan: Clan, value: int) -> float:
    """The third wins the game, and denying another player their third is worth something, while this wall has enough of them."""
    at_hand = sum(state.box.fort[fort].kind == FORTHECA for fort in state.wall)
    mine = 3 - fortheca_held(state, clan)
    theirs = 3 - max((fortheca_held(state, other) for other in state.players if other is not clan), default=0)
    hope = THE_GAME / mine**3 if mine <= at_hand else 0.0
    threat = THREAT / theirs**3 / (len(state.clans) - 1) ** 2 if theirs <= at_hand else 0.0
    return value + hope + threat


# -- decisions


def _score(state: State, clan: Clan, action: Action) -> float:
    line = sum(state.box.strength[w] for w in clan.whole_line)
    match action:
        case a.Seduce(clan=name):
            return _seduction(state, clan, name)
        case a.TakeFort(place=place):
            return _worth(state, clan, state.wall[place - state.first_place])
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
    rivals = tuple(_rival(state, other) for other in state.clans if other is not clan)
    wall = state.wall[len(state.wall) - len(orders) :]
    worths = tuple(_worth(state, clan, fort) for fort in wall)
    return _prospects(state.edition, orders, worths, line, rivals)


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
    return won * _worth(state, clan, state.wall[0]) + strength / 100
