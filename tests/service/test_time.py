"""The times in a log never run backwards, whatever the clock of the machine does."""

from __future__ import annotations

import orjson
import pytest

from service.log import repository
from service.queries import auditing
from tests.service.conftest import House


def test_a_clock_that_is_set_back_does_not_turn_back_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    begun = house.kronika.repository.get(game).at
    hour = 3_600_000
    for clock in (begun + hour, begun - hour, begun + 2 * hour):
        monkeypatch.setattr(repository, "now", lambda at=clock: at)
        seat = house.turn(game, tokens)
        house.act(game, seat, house.legal(game, seat)[0])
    times = [
        orjson.loads(line)["at"]
        for line in auditing.entries(house.repository, game, None, 0, None).splitlines()
    ]
    assert times == sorted(times)
    assert begun + hour in times, "while the clock is back the log stands still"
