"""The times in a log never run backwards, whatever the clock of the machine does."""

from __future__ import annotations

from contextlib import nullcontext

import orjson
import pytest

from service.log import clock_check
from service.log.shared_time import SharedTime
from service.queries import auditing
from service.system import clock
from service.system.clock import Clock, ClockWrong
from tests.service.conftest import House

SECOND = 10**9


def test_a_clock_that_is_set_back_does_not_turn_back_the_log(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    begun = house.kronika.repository.get(game).at
    minute = 60_000
    for time in (begun + minute, begun - minute, begun + 2 * minute):
        monkeypatch.setattr(SharedTime, "now", lambda _, at=time: at)
        seat = house.turn(game, tokens)
        house.act(game, seat, house.legal(game, seat)[0])
    times = [
        orjson.loads(line)["at"]
        for line in auditing.entries(house.repository, game, None, 0, None).splitlines()
    ]
    assert times == sorted(times)
    assert begun + minute in times, "while the clock is back the log stands still"


def test_a_log_that_is_far_ahead_of_the_time_is_left_alone(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    begun = house.kronika.repository.get(game).at
    monkeypatch.setattr(SharedTime, "now", lambda _: begun - 10 * 60_000)
    seat = house.turn(game, tokens)
    with pytest.raises(ClockWrong, match=r"last event is of"):
        house.act(game, seat, house.legal(game, seat)[0])
    monkeypatch.setattr(SharedTime, "now", lambda _: begun - 60_000)
    house.act(game, seat, house.legal(game, seat)[0])


@pytest.mark.parametrize(
    ("minutes", "side"), [(-6, "behind"), (-4, ""), (366 * 1440 - 1, ""), (366 * 1440 + 1, "ahead of")]
)
def test_a_service_does_not_start_with_a_clock_that_is_far_from_its_newest_event(
    house: House, monkeypatch: pytest.MonkeyPatch, minutes: int, side: str
) -> None:
    game, _ = house.seated()
    newest = house.kronika.repository.get(game).at
    monkeypatch.setattr(clock_check, "now", lambda: newest + minutes * 60_000)
    with pytest.raises(ClockWrong, match=f"is far {side} the newest event") if side else nullcontext():
        clock_check.check_start(house.kronika.store)


class Machine:
    """A clock to be set, and time that passes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.passed = 1_000 * SECOND
        monkeypatch.setattr(clock.time, "time_ns", lambda: self.wall)
        monkeypatch.setattr(clock.time, "clock_gettime_ns", lambda which: self.passed)

    def run(self, seconds: float) -> None:
        self.wall += int(seconds * SECOND)
        self.passed += int(seconds * SECOND)


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_clock_that_jumps_is_followed_slowly(monkeypatch: pytest.MonkeyPatch, jump: int) -> None:
    machine = Machine(monkeypatch)
    ours = Clock()
    machine.run(10)
    assert ours.now() == machine.wall
    machine.wall += jump * SECOND
    told = [ours.now()]
    for _ in range(100):
        machine.run(1)
        told.append(ours.now())
    assert told == sorted(told)
    assert (told[-1] - told[0]) / SECOND == pytest.approx(100 + (1 if jump > 0 else -1), abs=0.01)
    machine.run(400_000)
    assert ours.now() == machine.wall
