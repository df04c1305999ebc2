"""Playing whole games through the service."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from conformance.kit import mixed
from domain.rulesets import registry
from service.identity.tokens import grant
from service.play import acting
from tests.service.conftest import House, said


def fewest_seats(ruleset: str) -> int:
    seats = registry()[ruleset].traits.seats
    return 2 if 2 in seats else seats[0]


def play(
    house: House, game: str, token_of: dict[int, str], rng: random.Random, actions: int | None = None
) -> None:
    """Play on, to the end or for a number of actions; one token for all seats is an analyst's."""
    done = 0
    while (table := house.kronika.repository.get(game).table).to_act and (actions is None or done < actions):
        seat = rng.choice(table.to_act)
        move = choose(house, game, seat, rng)
        said(acting.act(acting.Act(game, token_of[seat], move, None, None, seat), house.context))
        done += 1


def choose(house: House, game: str, seat: int, rng: random.Random) -> dict[str, Any]:
    """A mostly sensible move."""
    loaded = house.kronika.repository.get(game)
    legal = loaded.ruleset.legal_actions(loaded.table.game, seat)
    return dict(msgspec.to_builtins(mixed(loaded.ruleset, loaded.table.game, seat, legal, rng)))


def auditor(house: House, game: str) -> str:
    """The token of an auditor of this game."""
    token = f"auditor-{game}"
    house.kronika.store.append("", [], [grant(token, game, "auditor")])
    return token
