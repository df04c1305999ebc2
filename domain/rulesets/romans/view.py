"""The board as a viewer may see it, from state that has been redacted for him."""

from __future__ import annotations

from typing import Any

from domain.hidden import Hidden
from domain.rulesets.romans.components import WALL
from domain.rulesets.romans.state import Clan, State, at_forts, in_hand, points, the_seventh


def view(state: State) -> dict[str, Any]:
    """`null` stands for a card or answer that the viewer does not know."""
    value = state.box.value
    wall = enumerate(state.wall, state.first_place)
    return {
        "round": state.round,
        "clash": state.clash,
        "stack": len(state.stack),
        "wall": [{"place": place, "fort": fort, "value": value[fort]} for place, fort in wall],
        "lost_forts": list(state.lost_forts),
        "decisions": [{"seat": due.seat, "action": due.action, "rule": due.rule} for due in state.due],
        "seduced": state.seduced,
        "clans": [_clan(state, clan) for clan in state.clans],
    }


def _clan(state: State, clan: Clan) -> dict[str, Any]:
    strength = state.box.strength
    return {
        "clan": clan.side.clan,
        "seat": clan.side.seat,
        "forts": list(clan.forts),
        "points": points(state, clan),
        "line": [{"warrior": w, "strength": strength[w]} for w in clan.whole_line],
        "revealed": clan.shown or None,
        "strength": sum(strength[w] for w in clan.whole_line),
        "discards": list(clan.discards),
        "answer": clan.answer and clan.answer.value,
        **(_orders(clan) if clan.posts else _sealed(clan)),
    }


def _orders(clan: Clan) -> dict[str, Any]:
    """While orders are given others see how many warriors are placed and put away, not where."""
    counts = {"placed": clan.placed, "sealed": False, "away": [card.value for card in clan.away]}
    if clan.posts is None or clan.posts.value is None:
        left = len(clan.hand) - clan.placed - clan.put_away
        seventh = [None] * clan.put_away
        return {**counts, "hand": [None] * left, "orders": None, "seventh": seventh}
    placed, seventh_card = at_forts(clan), the_seventh(clan)
    return {
        **counts,
        "hand": list(in_hand(clan)),
        "orders": [placed.get(place) for place in range(1, WALL + 1)],
        "seventh": [seventh_card] * clan.put_away,
    }


def _sealed(clan: Clan) -> dict[str, Any]:
    """The hidden warriors stand at the forts still to be fought over, from the left."""
    lost, seventh = clan.away[:2], clan.away[2:]
    if clan.side.seat is None:
        lost, seventh = clan.away, ()
    return {
        "placed": WALL if clan.sealed else 0,
        "sealed": clan.sealed,
        "away": _values(lost),
        "hand": [],
        "orders": _values(clan.orders),
        "seventh": _values(seventh),
    }


def _values(cards: tuple[Hidden[str], ...]) -> list[str | None]:
    return [card.value for card in cards]
