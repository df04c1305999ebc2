"""Notices of clocks that are low: once each, when a quarter of what there was is left."""

from __future__ import annotations

import random
from typing import Any

import pytest

from service.accounts.notices.clocks import LowClocks
from tests.notices.kit import catch_up, notices, people, seated
from tests.service.clocks.conftest import Time, deadline
from tests.service.conftest import House
from tests.service.playing import play

MINUTE, HOUR = 60_000, 3_600_000
TO_START = 120
"""Seconds that the first stint has beside the bank."""


def lows(house: House, accounts: list[str], game: str) -> list[tuple[int, str]]:
    """The seats whose clocks were said to be low."""
    rows = [row for id in accounts for row in notices(house.kronika, id, game)]
    return [seat for _, kind, _, seat in rows if kind == "clock-low"]


@pytest.fixture
def accounts(house: House) -> list[str]:
    return people(house.kronika, "Ann", "Bob")


@pytest.mark.parametrize(("bank", "lead"), [(240, MINUTE), (3600, 15 * MINUTE), (14 * 86_400, 12 * HOUR)])
def test_it_comes_when_a_quarter_is_left_but_at_most_half_a_day(
    house: House, time: Time, accounts: list[str], bank: int, lead: int
) -> None:
    game, _ = seated(house, *accounts, clock={"bank": bank - TO_START, "increment": 0})
    [acting] = house.document(game)["to_act"]
    catch_up(house.kronika)
    worker = LowClocks(house.repository)
    time.now = deadline(house, game) - lead - 1
    worker.look()
    assert lows(house, accounts, game) == []
    time.passes(1)
    for _ in range(2):
        worker.look()
        assert lows(house, accounts, game) == [acting]


def test_short_clocks_have_none(house: House, time: Time, accounts: list[str]) -> None:
    game, _ = seated(house, *accounts, clock={"bank": 239 - TO_START, "increment": 0})
    catch_up(house.kronika)
    time.now = deadline(house, game) - 1
    LowClocks(house.repository).look()
    assert lows(house, accounts, game) == []


def test_a_clock_that_has_stopped_is_not_low_and_one_that_runs_on_is_low_once(
    house: House, time: Time, accounts: list[str]
) -> None:
    game, tokens = seated(house, *accounts, clock={"bank": 3600, "increment": 0})
    catch_up(house.kronika)
    time.now = deadline(house, game) - 15 * MINUTE
    [acting] = before = house.document(game)["to_act"]
    while house.document(game)["to_act"] == before:
        play(house, game, tokens, random.Random(1), actions=1)
    LowClocks(house.repository).look()
    assert lows(house, accounts, game) == [], "the follower has not seen yet that it stopped"
    catch_up(house.kronika)
    time.now = deadline(house, game) - 15 * MINUTE
    LowClocks(house.repository).look()
    assert lows(house, accounts, game) == [3 - acting]


def test_a_worker_that_is_killed_before_its_write_notifies_again(
    house: House, time: Time, accounts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, _ = seated(house, *accounts, clock={"bank": 3600, "increment": 0})
    catch_up(house.kronika)
    time.now = deadline(house, game) - MINUTE

    def killed(*_: Any) -> None:
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(house.kronika.store, "append", killed)
        with pytest.raises(SystemExit):
            LowClocks(house.repository).look()
    assert lows(house, accounts, game) == []
    LowClocks(house.repository).look()
    assert lows(house, accounts, game) == house.document(game)["to_act"]
