"""Games whose dice and shuffles are always the same: their keys are given instead of made."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import Any, NamedTuple, cast

import orjson

from domain.rulesets import registry
from service.log.key_pool import KeyPool, PooledKeys
from service.log.keys import GameKeys
from service.operation.app import Kronika
from service.tables import creating


class Given(NamedTuple):
    """Stands where keys made ahead are taken."""

    keys: GameKeys

    def take(self, slots: int) -> PooledKeys:
        return PooledKeys(self.keys, [])


def create(kronika: Kronika, ruleset: str, seats: int, draws: str = "", **more: Any) -> tuple[str, str]:
    """The id and the organiser's token. Each word for `draws` names others.

    A service can have one game with these draws of each ruleset: its id counts in them.
    """
    given = cast(KeyPool, Given(keys_of(ruleset, draws)))
    terms = {"ruleset": ruleset, "seats": seats, **more}
    reply = creating.create(creating.Create(terms), kronika.context._replace(key_pool=given))
    made = orjson.loads(reply.body)
    return made["id"], made["organiser_token"]


def keys_of(ruleset: str, draws: str) -> GameKeys:
    master, salt = (sha256(f"{ruleset}{draws} {what}".encode()).digest() for what in ("draws", "salt"))
    game = uuid.UUID(bytes=master[:16], version=4)
    return GameKeys(game.hex, master, salt, registry()[ruleset].traits.draws)
