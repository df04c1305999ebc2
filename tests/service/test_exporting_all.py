"""All games that are over, one a line: what everybody may have, and nothing that was taken away."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from projections.lobby import GameFilter
from service.identity import hiding
from service.log.shared_time import SharedTime
from service.queries.exporting import export, export_all, lines, next_for_operator
from service.tables import forking, suspension
from tests.service.conftest import House
from tests.service.playing import play
from tests.service.test_games import refused

FINISHED = GameFilter(status="finished")
T0 = 1_700_000_000_000


def finished(house: House, ruleset: str = "nagaraja", **new: Any) -> str:
    game, tokens = house.seated(ruleset=ruleset, **new)
    play(house, game, tokens, random.Random(1))
    return game


def exported(house: House, wanted: GameFilter = FINISHED, after: str | None = None) -> list[str]:
    return [orjson.loads(line)["audit"]["game"] for line in export_all(house.repository, wanted, after)]


def all_that_is_over(house: House) -> list[str]:
    return [orjson.loads(line)["audit"]["game"] for line in lines(house.repository, next_for_operator)]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    time = [T0]
    monkeypatch.setattr(SharedTime, "now", lambda _: time[0])
    return time


def test_each_line_is_the_game_as_everybody_may_have_it(house: House, clock: list[int]) -> None:
    games = []
    for _ in range(2):
        games.append(finished(house))
        clock[0] += 1
    house.seated()
    written = list(export_all(house.repository, FINISHED))
    assert written == [export(house.repository, game, None) + b"\n" for game in games]


def test_strangers_get_no_private_running_or_hidden_games_and_no_names_that_are_gone(house: House) -> None:
    game = finished(house)
    private = finished(house, visibility="private")
    abandoned, organiser = house.create()
    suspension.change_status(suspension.ChangeStatus(abandoned, organiser, "abandon"), house.context)
    hidden, deleted = finished(house), finished(house)
    version = house.document(game)["version"] - 5
    forking.fork(forking.Fork(game, None, version), house.context)
    hiding.hide(house.kronika.store, hidden)
    hiding.delete(house.kronika.store, deleted)
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(game, 2))
    assert exported(house) == [game]
    assert sorted(all_that_is_over(house)) == sorted([game, private, abandoned, hidden])
    for line in (*export_all(house.repository, FINISHED), *lines(house.repository, next_for_operator)):
        players = orjson.loads(line)["players"]
        assert [it["name"] for it in players] in (["P1", "P2"], ["P1", "#2"], [])
    (line,) = export_all(house.repository, FINISHED)
    assert orjson.loads(line)["players"][1]["name"] == "#2"


@pytest.mark.soak
def test_what_is_taken_away_while_the_export_runs_is_not_in_it(house: House, clock: list[int]) -> None:
    games = []
    for _ in range(3):
        games.append(finished(house))
        clock[0] += 1
    running = export_all(house.repository, FINISHED)
    next(running)
    hiding.hide(house.kronika.store, games[1])
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(games[2], 1))
    last = [orjson.loads(line) for line in running]
    assert [file["audit"]["game"] for file in last] == [games[2]]
    assert last[0]["players"][0]["name"] == "#1"


def test_it_goes_on_after_the_last_game_that_came(house: House, clock: list[int]) -> None:
    """Two of these were made in the same millisecond."""
    games = [finished(house), finished(house)]
    games.sort()
    clock[0] += 1
    games.append(finished(house))
    for n, game in enumerate(games):
        assert exported(house, after=game) == games[n + 1 :]
    private, going_on = finished(house, visibility="private"), house.seated()[0]
    for cursor in (private, going_on, "f" * 32):
        with refused("not-found"):
            exported(house, after=cursor)


def test_it_is_asked_for_by_ruleset_and_time(house: House, clock: list[int]) -> None:
    early, clock[0] = finished(house), T0 + 1000
    late = finished(house, "romans")
    assert exported(house, GameFilter("finished", "romans")) == [late]
    assert exported(house, GameFilter("finished", since=T0 + 1000)) == [late]
    assert exported(house, GameFilter("finished", until=T0 + 1000)) == [early]
