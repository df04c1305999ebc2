"""Games with the same draws each time, on the tests' service."""

from __future__ import annotations

from typing import Any

from service.operation.app import compose
from service.system.settings import Settings
from tests.same_draws import create, keys_of
from tests.web.table import Host, Table


def fixed(host: Host, ruleset: str, seats: list[str], draws: str = "", **more: Any) -> Table:
    """As `host.table`; a service can have one such game of each ruleset and word for its `draws`: a second one fails."""
    kronika = compose(Settings(database=f"sqlite:///{host.folder}/kronika.db", data=host.folder))
    try:
        id, organiser = create(kronika, ruleset, len(seats), draws, **more)
    finally:
        kronika.close()
    assert id == keys_of(ruleset, draws).game.hex(), "another game has these draws, so this one has others"
    table = Table(host, id, {"organiser": organiser})
    for number, who in enumerate(seats, 1):
        table.sit(number, who)
    return table
