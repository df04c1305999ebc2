"""All processes of one database reckon clocks with one time, whatever the clocks of their machines say."""

from __future__ import annotations

import threading
import time as machine_time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from service.log.shared_time import ERROR, SERVER_CLOCK
from service.operation.app import compose, prepare
from service.system import clock
from service.system.clock import NS, Clock, ClockWrong
from service.system.settings import Settings
from tests.service.clocks.conftest import BLITZ, deadline, entries, of_type
from tests.service.conftest import House
from tests.store.conftest import postgres_url, server

__all__ = ["postgres_url", "server"]
SECOND = 10**9


class Machine:
    """A machine whose clock is wrong by so many seconds, and may be set."""

    def __init__(self, seconds: float) -> None:
        self.wrong = int(seconds * SECOND)
        self.clock = Clock(lambda: machine_time.time_ns() + self.wrong)


@pytest.fixture
def machines() -> tuple[Machine, Machine]:
    return Machine(7), Machine(-5)


@pytest.fixture
def two(
    postgres_url: str, tmp_path: Path, machines: tuple[Machine, Machine]
) -> Iterator[tuple[House, House]]:
    """Services of two machines over one database."""
    settings = Settings(data=tmp_path, database=postgres_url)
    prepare(settings)
    with ExitStack() as stack:
        first, second = (stack.enter_context(closing(compose(settings, clock=it.clock))) for it in machines)
        yield House(first), House(second)


def apart(two: tuple[House, House]) -> int:
    """How far the times of two services are apart, in milliseconds."""
    one, other = (house.repository.now() for house in two)
    return abs(one - other)


def test_two_machines_whose_clocks_differ_by_seconds_have_one_time(two: tuple[House, House]) -> None:
    [(server_time,)] = two[0].kronika.store.query(SERVER_CLOCK)
    assert apart(two) < ERROR
    assert abs(two[0].repository.now() - server_time / 1000) < ERROR


def test_they_play_on_one_clock(two: tuple[House, House]) -> None:
    """An action on either machine stops the clock that the other has started, and nobody gains or loses seconds."""
    game, tokens = two[0].seated(clock={**BLITZ, "increment": 0, "start_within": 30})
    began = machine_time.monotonic()
    for n in range(8):
        house = two[n % 2]
        token = house.turn(game, tokens)
        house.act(game, token, house.legal(game, token)[0])
    took = 1000 * (machine_time.monotonic() - began)
    times = [entry["at"] for entry in entries(two[0], game)]
    assert times == sorted(times)
    for row in (row for it in of_type(two[0], game, "clock-set") for row in it["seats"]):
        assert row["left"] == 60_000, "the first stint's grace is not over"
        assert row["grace"] >= 30_000 - took - 2 * ERROR


def test_a_flag_is_recorded_once_and_by_the_same_deadline(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = two[0].seated(clock={**BLITZ, "bank": 5, "start_within": 30})
    due = deadline(two[1], game)
    monkeypatch.setattr("service.log.shared_time.SharedTime.now", lambda _: due + 700)
    workers = [threading.Thread(target=house.kronika.clocks().look) for house in two]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [flag["deadline"] for flag in of_type(two[0], game, "time-ran-out")] == [due]


@pytest.mark.parametrize("jump", [3600, -3600])
def test_a_machines_clock_that_jumps_moves_nothing(
    two: tuple[House, House], machines: tuple[Machine, Machine], jump: int
) -> None:
    before = two[0].repository.now()
    machines[0].wrong += jump * SECOND
    assert two[0].repository.now() - before < 1000
    assert apart(two) < ERROR
    two[0].repository.time.measure()
    assert apart(two) < ERROR


def test_a_slow_connection_makes_the_time_unsure(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half the round trip is the error: a process that is not sure adds nothing to a game with a clock."""
    house = two[0]
    game, tokens = house.seated(clock=BLITZ)
    plain, others = house.seated()
    counts = iter(range(0, 10**15, 600 * NS))
    with monkeypatch.context() as slow:
        slow.setattr("service.log.shared_time.counted", lambda: next(counts))
        house.repository.time.measure()
    token = house.turn(game, tokens)
    with pytest.raises(ClockWrong, match="knows the time to"):
        house.act(game, token, house.legal(game, token)[0])
    turn = house.turn(plain, others)
    house.act(plain, turn, house.legal(plain, turn)[0])
    house.repository.time.start()
    house.act(game, token, house.legal(game, token)[0])


def test_a_server_whose_clock_is_another_after_a_failover_makes_nothing_jump(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time drifts towards it; meanwhile the process is not sure, and says so."""
    house = two[0]
    game, tokens = house.seated(clock=BLITZ)
    before, query = house.repository.now(), house.kronika.store.query

    def ahead(sql: str, *params: object) -> object:
        rows = query(sql, *params)  # type: ignore[arg-type]
        return [(rows[0][0] + 20_000_000,)] if sql == SERVER_CLOCK else rows

    with monkeypatch.context() as other:
        other.setattr(house.kronika.store, "query", ahead)
        house.repository.time.measure()
    assert house.repository.now() - before < 2_000
    token = house.turn(game, tokens)
    with pytest.raises(ClockWrong):
        house.act(game, token, house.legal(game, token)[0])


def test_a_process_that_is_behind_a_log_with_a_clock_says_so(
    two: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = two[0]
    game, tokens = house.seated(clock=BLITZ)
    plain, others = house.seated()
    last = house.repository.get(game).at
    for behind, wrong in ((900, False), (1_100, True)):
        monkeypatch.setattr("service.log.shared_time.SharedTime.now", lambda _, at=last - behind: at)
        token = house.turn(game, tokens)
        if wrong:
            with pytest.raises(ClockWrong, match="last event is of"):
                house.act(game, token, house.legal(game, token)[0])
        else:
            house.act(game, token, house.legal(game, token)[0])
    turn = house.turn(plain, others)
    house.act(plain, turn, house.legal(plain, turn)[0])


def test_on_sqlite_the_machines_clock_is_the_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.repository.time, "_measured", lambda: pytest.fail("there is no server"))
    house.repository.time.measure()
    assert abs(house.repository.now() - clock.now()) < 1000
    game, tokens = house.seated(clock=BLITZ)
    token = house.turn(game, tokens)
    assert house.act(game, token, house.legal(game, token)[0])["events"]
