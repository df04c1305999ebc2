"""Files carry the leaves of the outages that their game holds."""

from __future__ import annotations

from typing import Any

import orjson

from service.queries.auditing import audit, leaf_list
from tests.service.clocks.conftest import BLITZ, Time, of_type
from tests.service.conftest import House
from tests.service.leaves import sequence
from verifier import FAILED, verify


def listed(house: House, game: str) -> list[Any]:
    found = leaf_list(house.repository, game, None)
    assert found is not None
    return [(leaf["k"], leaf.get("n", 0)) for leaf in (orjson.loads(it.leaf) for it in found.leaves)]


def test_the_list_of_a_game_has_the_outages_that_it_holds_and_no_others(house: House, time: Time) -> None:
    presence = house.repository.presence
    presence.write()
    game, _ = house.seated(clock=BLITZ)
    quiet, _ = house.seated()
    time.passes(60_000)
    presence.write()
    sequence(house.kronika)
    assert [k for k, _ in listed(house, game)] == ["game", "seats"]
    house.kronika.clocks().look()
    sequence(house.kronika)
    assert [k for k, _ in listed(house, game)] == ["game", "seats", "outage"], (
        "held after its leaf was in the log"
    )
    time.passes(60_000)
    presence.write()
    house.kronika.clocks().look()
    sequence(house.kronika)
    outages = [it for it in listed(house, game) if it[0] == "outage"]
    assert outages == [("outage", 1), ("outage", 2)], "held before its leaf was in the log"
    assert [k for k, _ in listed(house, quiet)] == ["game", "seats"]
    file = orjson.loads(audit(house.repository, game, None))
    assert len(file["service_log"]["leaves"]) == 4


def test_a_game_of_an_earlier_log_holds_outages_whose_numbers_it_has_met_before(
    house: House, time: Time
) -> None:
    """Outages of each log count from 1; nobody loses by time because of that, and the list of the old log stays."""
    presence, logs = house.repository.presence, house.repository.logs
    presence.write()
    game, _ = house.seated(clock=BLITZ)

    def outage() -> None:
        time.passes(60_000)
        presence.write()
        house.kronika.clocks().look()
        sequence(house.kronika)

    outage()
    before = listed(house, game)
    logs.start("b", house.kronika.signer)
    for _ in range(3):
        outage()
        time.passes(25_000)
        presence.write()
    assert [held["outage"] for held in of_type(house, game, "time-held")] == [1, 2, 3, 4]
    assert of_type(house, game, "time-ran-out") == []
    assert listed(house, game) == before
    new, _ = house.seated(clock=BLITZ)
    outage()
    assert [held["outage"] for held in of_type(house, new, "time-held")] == [4]
    assert listed(house, new) == [("game", 0), ("seats", 3), ("outage", 4)]
    report = verify(audit(house.repository, game, None))
    assert [it.name for it in report.levels if it.status == FAILED] == []
