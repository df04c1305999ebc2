"""What a clan may choose from at each decision. A choice of one is made by the table (romans.choice.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from domain.by_seat import of_seat
from domain.ruleset import Action
from domain.rulesets.romans import actions as a
from domain.rulesets.romans.components import (
    ARCHR,
    AXX,
    DRUHID,
    FILCHY,
    HORSIE,
    QWEEN,
    SVORD,
    WALL,
)
from domain.rulesets.romans.state import Clan, Due, State, at_forts, in_hand

AUTOMATIC = frozenset({ARCHR, FILCHY, AXX})
"""Abilities that need no decision: neutral clans use them under `neutral_abilities` automatic (romans.neutral.3)."""


def uses(state: State, clan: Clan, ability: str) -> bool:
    """Whether the clan revealed this warrior in this clash and its ability counts (romans.clash.2, romans.neutral.3)."""
    if clan.revealed != ability:
        return False
    if clan.side.seat is not None or ability == HORSIE:
        return True
    return state.neutral_abilities == "automatic" and ability in AUTOMATIC


def distinct(state: State, warriors: Iterable[str]) -> tuple[str, ...]:
    """The different warriors among these, weakest first; two Ch'ariott are one answer."""
    strength = state.box.strength
    return tuple(sorted(set(warriors), key=lambda w: (strength[w], w)))


def weakest(state: State, warriors: Sequence[str]) -> str:
    """Among equals the one revealed first."""
    return min(warriors, key=state.box.strength.__getitem__)


def seducer(state: State) -> Clan | None:
    """The player whose Qween is the only one revealed in this clash (romans.qween.1, romans.qween.2)."""
    qweens = [clan for clan in state.clans if clan.revealed == QWEEN]
    return qweens[0] if len(qweens) == 1 and uses(state, qweens[0], QWEEN) else None


def seducible(state: State) -> list[Clan]:
    """Clans with a warrior that the lone Qween may seduce (romans.qween.1)."""
    qween = seducer(state)
    return [] if qween is None else [clan for clan in state.clans if clan is not qween and clan.fresh]


def horsie_may_discard(state: State, clan: Clan) -> tuple[str, ...]:
    """Warriors revealed earlier, else Horsie itself while it is in the line (romans.horsie.1)."""
    return distinct(state, clan.line) or ((clan.fresh,) if clan.fresh else ())


def may_discard(state: State, clan: Clan, rule: str) -> tuple[str, ...]:
    """The warriors that this clan may discard for Horsie or Fort Fokus."""
    if rule == "romans.horsie.1":
        return horsie_may_discard(state, clan)
    return distinct(state, clan.whole_line)


def fortuna_may_discard(clan: Clan) -> tuple[str, ...]:
    """Forts captured before this one, first captured first (romans.fortuna.1)."""
    return tuple(dict.fromkeys(clan.forts[:-1]))


def may_rearrange(state: State, clan: Clan) -> bool:
    """romans.svord.1"""
    return uses(state, clan, SVORD) and len(clan.orders) > 1


def may_take_fort(state: State, clan: Clan) -> bool:
    """romans.druhid.1; in the sixth clash there is no other fort."""
    return uses(state, clan, DRUHID) and len(state.wall) > 1


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """Every action of a seat that is to act."""
    clan = of_seat(state.clans, seat)
    due = next((due for due in state.due if due.seat == seat), None)
    if due is None:
        hand, placed = in_hand(clan), at_forts(clan)
        return orders(distinct(state, hand), tuple(sorted(placed)))
    return _decisions(state, clan, due)


@lru_cache(maxsize=1 << 14)
def orders(hand: tuple[str, ...], placed: tuple[int, ...]) -> tuple[Action, ...]:
    """Orders with these warriors in hand and these forts taken."""
    free = [fort for fort in range(1, WALL + 1) if fort not in placed]
    actions: list[Action] = [a.DiscardWarrior(w) for w in hand]
    actions += [a.PlaceWarrior(w, fort) for w in hand for fort in free]
    actions += [a.WithdrawWarrior(fort) for fort in placed]
    return (*actions, *(() if free else (a.SealOrders(),)))


def _decisions(state: State, clan: Clan, due: Due) -> Sequence[Action]:
    match due.action:
        case "seduce":
            return [a.Seduce(target.side.clan) for target in seducible(state)]
        case "take-fort":
            return [a.TakeFort(place) for place in range(state.first_place, WALL + 1)]
        case "keep-axx":
            return [a.KeepAxx(True), a.KeepAxx(False)]
        case "keep-warrior":
            return [a.KeepWarrior(True), a.KeepWarrior(False)]
        case "discard-revealed":
            return [a.DiscardRevealed(w) for w in may_discard(state, clan, due.rule)]
        case "discard-fort":
            return [a.DiscardFort(fort) for fort in fortuna_may_discard(clan)]
        case _:
            return arrangements(hidden_warriors(clan))


def hidden_warriors(clan: Clan) -> tuple[str, ...]:
    """Those face down at the forts, from the left; for a viewer who knows them."""
    return tuple(str(card.value) for card in clan.orders)


@lru_cache(maxsize=1 << 12)
def arrangements(warriors: tuple[str, ...]) -> tuple[a.Rearrange, ...]:
    """Every order of these warriors; at most 120."""
    return tuple(map(a.Rearrange, sorted(set(permutations(warriors)))))
