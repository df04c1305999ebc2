"""While the service is away no clock runs: nobody loses by time in which nobody could act."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from service.log.presence import Presence
from service.store import Statement
from tests.service.clocks.conftest import BLITZ, Time, deadline, entries, of_type
from tests.service.conftest import House
from tests.service.leaves import all_leaves

S = 1000


@pytest.fixture
def alive(house: House, time: Time) -> Presence:
    """The signs of life of the service, which a test gives itself."""
    presence = house.repository.presence
    presence.write()
    return presence


def lives(presence: Presence, time: Time, seconds: int) -> None:
    """The service is there for so long."""
    for _ in range(seconds // 5):
        time.passes(5 * S)
        presence.write()


def returns(presence: Presence, time: Time, after: int) -> None:
    """Nothing is heard of any process for so many milliseconds."""
    time.passes(after)
    presence.write()


def leaves(house: House) -> list[dict[str, Any]]:
    """The queued leaves of outages."""
    queued = [orjson.loads(leaf) for (leaf,) in house.kronika.store.query("SELECT leaf FROM log_queue")]
    return [leaf for leaf in queued if leaf["k"] == "outage"]


@pytest.mark.parametrize(("away", "outages"), [(10_000, 0), (10_001, 1)])
def test_a_gap_of_more_than_ten_seconds_is_an_outage(
    house: House, time: Time, alive: Presence, away: int, outages: int
) -> None:
    before = time.now
    returns(alive, time, away)
    expected = {"k": "outage", "n": 1, "from": before, "to": time.now + 30 * S}
    assert leaves(house) == [expected] * outages


def test_outages_are_numbered_and_do_not_overlap(house: House, time: Time, alive: Presence) -> None:
    first = time.now
    returns(alive, time, 20 * S)
    back = time.now
    returns(alive, time, 25 * S)
    assert len(leaves(house)) == 1, "all of the second gap lies in the rest after the first outage"
    returns(alive, time, 15 * S)
    assert [(leaf["n"], leaf["from"], leaf["to"]) for leaf in leaves(house)] == [
        (1, first, back + 30 * S),
        (2, back + 30 * S, time.now + 30 * S),
    ]


def test_two_processes_that_return_at_once_record_one_outage(
    house: House, time: Time, alive: Presence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both see the gap, and one of them is first."""
    other = Presence(house.kronika.store, house.repository.logs, house.repository.time)
    time.passes(15 * S)
    gap = other._gap

    def seen_before_another_is_first(at: int) -> list[Statement]:
        found = list(gap(at))
        alive.write()
        return found

    monkeypatch.setattr(other, "_gap", seen_before_another_is_first)
    other.write()
    assert [leaf["n"] for leaf in leaves(house)] == [1]
    assert [it.n for it in other.outages("g")] == [it.n for it in alive.outages("g")] == [1]


def test_a_command_holds_the_time_before_anything_else(house: House, time: Time, alive: Presence) -> None:
    game, tokens = house.seated(clock=BLITZ)
    began, due = time.now, deadline(house, game)
    lives(alive, time, 20)
    last = time.now
    returns(alive, time, 200 * S)
    assert time.now > due
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert of_type(house, game, "time-ran-out") == []
    [held] = of_type(house, game, "time-held")
    assert held == {"outage": 1, "from": last, "to": time.now + 30 * S}
    rows = [row for it in of_type(house, game, "clock-set") for row in it["seats"]]
    held_row = next(row for row in rows if row.get("since") == held["to"])
    assert (held_row["grace"], held_row["left"]) == (120 * S - (last - began), 60 * S)


def test_without_a_command_the_worker_holds_it_in_every_game(
    house: House, time: Time, alive: Presence
) -> None:
    games = [house.seated(clock=BLITZ)[0] for _ in range(3)]
    quiet = house.seated()[0]
    returns(alive, time, 3600 * S)
    worker = house.kronika.clocks()
    worker.look()
    for game in games:
        assert [len(of_type(house, game, kind)) for kind in ("time-held", "time-ran-out")] == [1, 0]
        assert deadline(house, game) > time.now + 30 * S
    assert of_type(house, quiet, "time-held") == []
    versions = [house.repository.get(game).version for game in games]
    worker.look()
    house.kronika.clocks().look()
    assert [house.repository.get(game).version for game in games] == versions


def test_a_deadline_before_the_outage_falls_as_it_stood(house: House, time: Time, alive: Presence) -> None:
    game, _ = house.seated(clock=BLITZ)
    due = deadline(house, game)
    lives(alive, time, 185)
    assert time.now > due
    returns(alive, time, 60 * S)
    house.kronika.clocks().look()
    assert of_type(house, game, "time-held") == []
    [flag] = of_type(house, game, "time-ran-out")
    assert flag["deadline"] == due


def test_a_game_in_which_something_was_done_after_the_return_holds_nothing(
    house: House, time: Time, alive: Presence
) -> None:
    returns(alive, time, 60 * S)
    game, _ = house.seated(clock=BLITZ)
    house.kronika.clocks().look()
    assert of_type(house, game, "time-held") == []


def test_a_process_that_has_not_been_heard_of_looks_for_outages_before_it_acts(
    house: House, time: Time, alive: Presence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is back, and the first to use it is somebody's action: nobody has noticed the outage yet."""
    game, tokens = house.seated(clock=BLITZ)
    monkeypatch.setattr(alive, "_started", True)
    monkeypatch.setattr(alive, "_written", -(10**12))
    time.passes(300 * S)
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert [len(of_type(house, game, kind)) for kind in ("time-held", "time-ran-out")] == [1, 0]


def test_a_row_that_was_written_late_counts_from_when_it_was_begun(
    house: House, time: Time, alive: Presence
) -> None:
    """A write that hung for the whole outage does not hide it."""
    began = time.now
    time.passes(15 * S)
    house.kronika.store.append("", [], [Statement("UPDATE alive SET at = ?", (began + 2 * S,))])
    alive.write()
    assert [leaf["from"] for leaf in leaves(house)] == [began + 2 * S]


def test_no_entry_is_of_a_time_that_is_held(house: House, time: Time, alive: Presence) -> None:
    """What readers fail: an entry from 5 s after the beginning of a hold until 30 s before its end."""
    game, tokens = house.seated(clock=BLITZ)
    for seconds in (12, 47, 31):
        returns(alive, time, seconds * S)
        token = house.turn(game, tokens)
        house.act(game, token, house.legal(game, token)[0])
        lives(alive, time, 40)
    holds = of_type(house, game, "time-held")
    assert holds
    for held in holds:
        within = [e for e in entries(house, game) if held["from"] + 5 * S < e["at"] < held["to"] - 30 * S]
        assert within == []


def test_a_command_that_waited_through_an_outage_finds_its_clock_held(
    house: House, time: Time, alive: Presence, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is away while the action waits for it: its time was read in the outage, after the deadline."""
    game, tokens = house.seated(clock=BLITZ)
    action = (game, token := house.turn(game, tokens), house.legal(game, token)[0])
    lives(alive, time, 175)
    back = time.now + 60 * S
    time.passes(12 * S)
    assert time.now > deadline(house, game)
    monkeypatch.setattr(alive, "_started", True)
    monkeypatch.setattr(alive, "_written", -(10**12))
    written = alive.write

    def comes_back() -> None:
        time.now = back
        written()

    monkeypatch.setattr(alive, "write", comes_back)
    house.act(*action)
    assert [len(of_type(house, game, kind)) for kind in ("time-held", "time-ran-out")] == [1, 0]
    assert entries(house, game)[-1]["at"] == back


def test_a_process_whose_clock_is_a_little_behind_holds_an_outage_that_another_has_recorded(
    house: House, time: Time, alive: Presence
) -> None:
    game, tokens = house.seated(clock=BLITZ)
    time.passes(300 * S)
    alive.write()
    back = time.now
    time.passes(-200)
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert [len(of_type(house, game, kind)) for kind in ("time-held", "time-ran-out")] == [1, 0]
    assert {entry["at"] for entry in entries(house, game)[-2:]} == {back}


def test_no_leaf_is_of_a_time_before_the_return_after_an_outage(
    house: House, time: Time, alive: Presence
) -> None:
    """Nor is the outage's own, where the clock of the process that sequences it is a little behind."""
    house.seated(clock=BLITZ)
    time.passes(60 * S)
    alive.write()
    time.passes(-200)
    told = all_leaves(house.kronika)
    [outage] = [leaf for leaf in told if leaf["k"] == "outage"]
    assert {leaf["at"] for leaf in told} == {outage["to"] - 30 * S}
