"""How likely each player is to win between two rounds: figures of each clan for a learnt value function."""

from __future__ import annotations

from pathlib import Path

from domain.by_seat import BySeat, by_seat
from domain.rulesets.romans.components import BOXES, EDITIONS, FORTHECA, ROUNDS
from domain.rulesets.romans.rounds import fortheca_held
from domain.rulesets.romans.state import Clan, State, points
from domain.value import Row, Value

WARRIORS = tuple(sorted({warrior for id in EDITIONS for warrior in BOXES[id].deck}))
NAMES = (
    *(f"points in round {n}" for n in range(1, ROUNDS + 1)),
    *(f"forts in round {n}" for n in range(1, ROUNDS + 1)),
    "one FortHeca, two in the wall",
    "one FortHeca, two left",
    "two FortHeca, one in the wall",
    "two FortHeca, one left",
    "least fort",
    *(f"{warrior} in hand" for warrior in WARRIORS),
    "strength in hand",
)
VALUE = Value(Path(__file__).parent, NAMES)


def outlook(state: State) -> BySeat[float]:
    return by_seat(VALUE.shares(rows(state)))


def rows(state: State) -> list[Row]:
    return [_row(state, clan) for clan in state.players]


def _row(state: State, clan: Clan) -> Row:
    value, strength = state.box.value, state.box.strength
    hand = [str(card.value) for card in clan.hand]
    round = [float(state.round == n) for n in range(1, ROUNDS + 1)]
    held, forts = points(state, clan) / 10, len(clan.forts) / 10
    return (
        *(now * held for now in round),
        *(now * forts for now in round),
        *_fortheca(state, fortheca_held(state, clan)),
        min((value[fort] for fort in clan.forts), default=0) / 10,
        *(hand.count(warrior) for warrior in WARRIORS),
        sum(strength[warrior] for warrior in hand) / 10,
    )


def _fortheca(state: State, held: int) -> tuple[float, ...]:
    """Whether the third, which wins the game, may come from this wall, or from the stack as well."""
    kinds = state.box.fort
    here = sum(kinds[fort].kind == FORTHECA for fort in state.wall)
    left = here + sum(fort.value is not None and kinds[fort.value].kind == FORTHECA for fort in state.stack)
    return (
        held == 1 and here >= 2,
        held == 1 and left >= 2,
        held == 2 and here >= 1,
        held == 2 and left >= 1,
    )
