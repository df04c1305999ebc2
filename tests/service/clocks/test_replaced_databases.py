"""Databases that are replaced by older and newer copies: nobody loses by time while their game was closed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.table.refusals import Refusal, Refused
from service.queries.auditing import audit
from tests.service.clocks.conftest import BLITZ, Time, entries, of_type
from tests.service.leaves import all_leaves
from tests.service.test_log_kills import Restored
from verifier import FAILED, verify

S = 1000
DAY = 86_400 * S


@pytest.fixture
def copies(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> Iterator[Restored]:
    monkeypatch.setattr("service.log.transparency.recovery.now", lambda: time.now)
    time.now -= 2 * DAY  # readers refuse leaves of the future
    copies = Restored(tmp_path)
    copies.house.repository.presence.write()
    yield copies
    copies.close()


def act(copies: Restored, game: str, tokens: dict[int, str]) -> None:
    token = copies.house.turn(game, tokens)
    copies.house.act(game, token, copies.house.legal(game, token)[0])


def returns(copies: Restored, time: Time, name: str, after: int) -> None:
    """The service starts with another copy after so many milliseconds."""
    time.passes(after)
    copies.restore(name, without_heads=False)
    copies.house.repository.presence.write()
    copies.house.kronika.clocks().look()
    all_leaves(copies.house.kronika)


def check(copies: Restored, game: str) -> None:
    report = verify(audit(copies.house.repository, game, None))
    assert [(it.name, it.detail) for it in report.levels if it.status == FAILED] == []


def test_a_copy_that_is_restored_a_day_later_holds_the_outage_and_flags_nobody(
    copies: Restored, time: Time
) -> None:
    game, tokens = copies.house.seated(clock=BLITZ)
    all_leaves(copies.house.kronika)
    copies.save("copy")
    before = time.now
    returns(copies, time, "copy", DAY)
    assert of_type(copies.house, game, "time-ran-out") == []
    [held] = of_type(copies.house, game, "time-held")
    assert held == {"outage": 1, "from": before, "to": time.now + 30 * S}
    act(copies, game, tokens)
    check(copies, game)


def test_a_game_that_was_closed_under_an_older_copy_holds_that_time_when_a_newer_one_is_back(
    copies: Restored, time: Time
) -> None:
    game, tokens = copies.house.seated(clock=BLITZ)
    all_leaves(copies.house.kronika)
    copies.save("older")
    time.passes(2 * S)
    act(copies, game, tokens)
    last, version = time.now, len(entries(copies.house, game))
    copies.house.repository.presence.write()
    copies.save("newer")

    returns(copies, time, "older", 60 * S)
    with pytest.raises(Refused) as refused:
        act(copies, game, tokens)
    assert refused.value.kind is Refusal.LOG_INCOMPLETE
    for _ in range(60):
        time.passes(5 * S)
        copies.house.repository.presence.write()
    copies.house.seated(clock=BLITZ)
    all_leaves(copies.house.kronika)

    returns(copies, time, "newer", 0)
    holds = of_type(copies.house, game, "time-held")
    assert (holds[-1]["to"], holds[0]["from"]) == (time.now + 30 * S, last)
    assert len(entries(copies.house, game)) == version + 2 * len(holds)
    assert of_type(copies.house, game, "time-ran-out") == []
    act(copies, game, tokens)
    check(copies, game)
    told = [leaf for leaf in all_leaves(copies.house.kronika) if leaf["k"] == "outage"]
    assert [leaf["n"] for leaf in told] == list(range(1, len(told) + 1))
    assert [leaf["id"] for leaf in told if "id" in leaf] == [copies.id_of(game)]
    returns(copies, time, "newer", 0)
    told_again = [leaf for leaf in all_leaves(copies.house.kronika) if leaf["k"] == "outage"]
    assert told_again == told
