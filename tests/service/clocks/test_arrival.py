"""What time brings comes before every command, and without any command by the clock worker."""

from __future__ import annotations

from typing import Any

import pytest

from domain.table.refusals import Refusal, Refused
from projections.due import PUT_OFF
from service.play.clocks import arrival
from service.store import Conflict, Statement
from service.tables import suspension
from tests.service.clocks.conftest import BLITZ, Time, deadline, entries, of_type
from tests.service.conftest import House
from tests.service.leaves import all_leaves


def late(house: House, game: str, tokens: dict[int, str]) -> Refused:
    """The refusal of an action that is legal as far as its player knows."""
    token = house.turn(game, tokens)
    with pytest.raises(Refused) as refused:
        house.act(game, token, house.legal(game, token)[0])
    return refused.value


def test_the_flag_is_recorded_by_its_deadline_however_late_the_worker_looks(house: House, time: Time) -> None:
    game, _ = house.seated(clock=BLITZ)
    due = deadline(house, game)
    time.now = due - 1
    house.kronika.clocks().look()
    assert of_type(house, game, "time-ran-out") == []
    time.now = due + 86_400_000
    house.kronika.clocks().look()
    [flag] = of_type(house, game, "time-ran-out")
    assert flag["deadline"] == due
    assert entries(house, game)[-1]["at"] == time.now
    assert house.document(game)["status"] == "finished"
    version = house.repository.get(game).version
    house.kronika.clocks().look()
    assert house.repository.get(game).version == version


def test_the_log_of_logs_tells_that_a_flag_has_ended_a_game(house: House, time: Time) -> None:
    ended, _ = house.seated(clock=BLITZ)
    played_on, _ = house.seated(clock={**BLITZ, "on_time_out": "bot"})
    time.now = max(deadline(house, ended), deadline(house, played_on))
    house.kronika.clocks().look()
    told = [(leaf["n"], leaf["why"]) for leaf in all_leaves(house.kronika) if leaf["k"] == "end"]
    assert told == [(len(entries(house, ended)), "finished")]
    assert of_type(house, played_on, "seat-left"), "after this flag a bot plays on"


@pytest.mark.parametrize(("after", "in_time"), [(-1, True), (0, False), (1, False)])
def test_the_very_millisecond_of_the_deadline_is_too_late(
    house: House, time: Time, after: int, in_time: bool
) -> None:
    game, tokens = house.seated(clock=BLITZ)
    time.now = deadline(house, game) + after
    token = house.turn(game, tokens)
    if in_time:
        house.act(game, token, house.legal(game, token)[0])
        assert of_type(house, game, "time-ran-out") == []
    else:
        assert late(house, game, tokens).kind is Refusal.TIME_RAN_OUT


def test_without_a_worker_a_late_action_records_the_flag_and_is_refused(house: House, time: Time) -> None:
    game, tokens = house.seated(clock=BLITZ)
    before = house.repository.get(game).version
    time.now = deadline(house, game)
    token = house.turn(game, tokens)
    action = house.legal(game, token)[0]
    with pytest.raises(Refused) as info:
        house.act(game, token, action)
    refused, loaded = info.value, house.repository.get(game)
    assert (refused.kind, refused.more) == (
        Refusal.TIME_RAN_OUT,
        {"rule": "clock.flag", "version": loaded.version},
    )
    assert [entry["t"] for entry in entries(house, game)[before:]] == ["time-ran-out", "clock-set"]
    with pytest.raises(Refused) as again:
        house.act(game, token, action)
    assert again.value.kind is Refusal.TIME_RAN_OUT, "and again, when the flag is in the log"


def test_the_opponent_of_a_late_player_cannot_pass_the_flag_by_either(house: House, time: Time) -> None:
    """Whatever anybody asks for, time comes first."""
    game, organiser = house.create(clock=BLITZ)
    for seat in (1, 2):
        house.sit(game, organiser, {"name": f"P{seat}"})
    time.now = deadline(house, game) + 5
    with pytest.raises(Refused):
        suspension.change_status(suspension.ChangeStatus(game, organiser, "abandon"), house.context)
    assert [entry["t"] for entry in entries(house, game)[-2:]] == ["time-ran-out", "clock-set"]


def test_a_command_keeps_its_time_over_its_attempts(
    house: House, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another writer is first, and the deadline passes meanwhile: the action came in time all the same."""
    game, tokens = house.seated(clock=BLITZ)
    due = deadline(house, game)
    time.now = due - 1
    commit, beaten = house.repository.commit, []

    def commit_after_another(*args: Any, **more: Any) -> Any:
        if not beaten:
            beaten.append(True)
            time.now = due + 1000
            raise Conflict("Another writer was first.")
        return commit(*args, **more)

    monkeypatch.setattr(house.repository, "commit", commit_after_another)
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert of_type(house, game, "time-ran-out") == []
    assert entries(house, game)[-1]["at"] == due - 1


def test_a_clock_that_is_behind_the_log_turns_nothing_back(house: House, time: Time) -> None:
    game, tokens = house.seated(clock=BLITZ)
    last = house.repository.get(game).at
    time.now = last - 900
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert entries(house, game)[-1]["at"] == last


def test_a_damaged_game_does_not_keep_the_others_waiting(
    house: House, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [house.seated(clock=BLITZ)[0] for _ in range(3)]
    time.now = max(deadline(house, game) for game in games)
    get = house.repository.get

    def damaged(game: str) -> Any:
        if game == sorted(games)[0]:
            raise Refused(Refusal.LOG_INCOMPLETE, "Entries are missing.", version=1, signed=2)
        return get(game)

    monkeypatch.setattr(house.repository, "get", damaged)
    worker = house.kronika.clocks()
    worker.look()
    monkeypatch.undo()
    flagged = [bool(of_type(house, game, "time-ran-out")) for game in sorted(games)]
    assert flagged == [False, True, True]


def test_a_game_without_a_clock_and_a_case_asks_for_nothing_more(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, tokens = house.seated()
    monkeypatch.setattr(arrival, "hearing_of", lambda *_: pytest.fail("the whole log was read"))
    monkeypatch.setattr(arrival, "due_at", lambda *_: pytest.fail("a deadline was looked for"))
    token = house.turn(game, tokens)
    house.act(game, token, house.legal(game, token)[0])
    assert house.kronika.store.query("SELECT * FROM due") == []


def test_what_is_due_is_written_where_a_clock_runs(house: House, time: Time) -> None:
    """What is put off is written by the worker, once it looks at the game."""
    game, tokens = house.seated(clock=BLITZ)
    store, worker = house.kronika.store, house.kronika.clocks()
    first = deadline(house, game)
    assert store.query("SELECT game, at FROM due") == [(game, first)]
    time.passes(3000)
    house.act(game, tokens[(seat := house.document(game)["to_act"][0])], house.legal(game, tokens[seat])[0])
    while house.document(game)["to_act"] == [seat]:
        house.act(game, tokens[seat], house.legal(game, tokens[seat])[0])
    second = deadline(house, game)
    assert first < second
    assert store.query("SELECT game, at FROM due") == [(game, first)]
    time.now = first
    worker.look()
    assert store.query("SELECT game, at FROM due") == [(game, second)]
    time.now = second
    worker.look()
    assert store.query("SELECT game, at FROM due") == []
    assert house.document(game)["outcome"]["reason"] == "time"


def test_no_row_is_put_off_that_somebody_has_written_meanwhile(house: House, time: Time) -> None:
    game, _ = house.seated(clock=BLITZ)
    store, row = house.kronika.store, house.kronika.store.query("SELECT game, at FROM due")
    [(_, at)] = row
    version = house.document(game)["version"]
    for changed in ((at + 5, game, at - 1, version), (at + 5, game, at, version - 1)):
        store.append("", [], [Statement(PUT_OFF, changed)])
        assert store.query("SELECT game, at FROM due") == row
    store.append("", [], [Statement(PUT_OFF, (at + 5, game, at, version))])
    assert store.query("SELECT game, at FROM due") == [(game, at + 5)]
