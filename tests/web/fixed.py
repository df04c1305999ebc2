"""Games whose dice and shuffles are always the same, on the tests' service: their keys are given instead of made."""

from __future__ import annotations

import uuid
from hashlib import sha256
from typing import Any, NamedTuple, cast

import orjson

from domain.rulesets import registry
from service.app import compose
from service.commands import creating
from service.log.keys import GameKeys
from service.log.keys_ahead import Drawn, KeysAhead
from service.settings import Settings
from tests.web.table import Host, Table


class Given(NamedTuple):
    """Stands where keys made ahead are taken."""

    keys: GameKeys

    def take(self, slots: int) -> Drawn:
        return Drawn(self.keys, [])


def fixed(host: Host, ruleset: str, seats: list[str], **more: Any) -> Table:
    """As `host.table`; a service can have one such game of each ruleset, for its id counts in the draws."""
    settings = Settings(database=f"sqlite:///{host.folder}/kronika.db", data=host.folder)
    kronika = compose(settings)
    try:
        given = cast(KeysAhead, Given(keys_of(ruleset)))
        terms = {"ruleset": ruleset, "seats": len(seats), **more}
        context = kronika.context._replace(keys_ahead=given)
        made = orjson.loads(creating.create(creating.Create(terms), context).body)
    finally:
        kronika.close()
    table = Table(host, made["id"], {"organiser": made["organiser_token"]})
    for number, who in enumerate(seats, 1):
        table.sit(number, who)
    return table


def keys_of(ruleset: str) -> GameKeys:
    master, salt = (sha256(f"{ruleset} {what}".encode()).digest() for what in ("draws", "salt"))
    game = uuid.UUID(bytes=master[:16], version=4)
    return GameKeys(game.hex, master, salt, registry()[ruleset].traits.draws)
