"""Persons who run out of time, bots that play on for them, and their return."""

from __future__ import annotations

import time as clock
from collections.abc import Callable

import orjson
import pytest

from domain.table.absence.suspension import DAY
from domain.table.asking import Agree, Resign, Return
from service.log.verifying import rules_level
from service.play.persons import Say, say
from service.queries import auditing
from service.tables import suspension
from service.tables.suspension import ChangeStatus, Step
from tests.running import PATIENCE
from tests.service.clocks.conftest import BLITZ, Time, deadline, of_type
from tests.service.conftest import House
from tests.service.test_games import refused
from verifier import FAILED, PASSED, verify


def until(true: Callable[[], bool]) -> None:
    end = clock.monotonic() + PATIENCE
    while not true():
        assert clock.monotonic() < end
        clock.sleep(0.01)


def flagged(house: House, time: Time, game: str) -> int:
    """The seat whose clock runs out first."""
    time.now = deadline(house, game)
    house.kronika.clocks().look()
    return int(of_type(house, game, "time-ran-out")[-1]["seats"][0])


def play(house: House, game: str, tokens: dict[int, str], upto: Callable[[], bool]) -> None:
    """Persons do the first thing they may, until something is so; bots play besides."""
    end = clock.monotonic() + PATIENCE
    while not upto():
        assert clock.monotonic() < end
        for seat in house.document(game)["to_act"]:
            if legal := house.legal(game, tokens[seat]):
                house.act(game, tokens[seat], {k: v for k, v in legal[0].items() if k != "label"})


def to_act(house: House, game: str) -> list[int]:
    return list(house.document(game)["to_act"])


def test_a_bot_plays_on_after_a_flag_and_the_person_comes_back(house: House, time: Time) -> None:
    game, tokens = house.seated(seats=3, clock=BLITZ)
    seat = flagged(house, time, game)
    assert of_type(house, game, "seat-left") == [{"seat": seat, "bot": "greedy"}]
    until(lambda: seat not in to_act(house, game))
    say(Say(game, tokens[seat], Return), house.context)
    [row] = [it for it in house.document(game)["clock"]["seats"] if it["seat"] == seat]
    assert (row["left"], row["grace"], "away" in row) == (6_000, 0, False)
    play(house, game, tokens, lambda: seat in to_act(house, game))
    assert deadline(house, game) == time.now + 6_000


def test_a_whole_game_with_flags_returns_and_a_resignation_passes_all_levels(
    house: House, time: Time
) -> None:
    game, tokens = house.seated(seats=3, clock=BLITZ)
    seat = flagged(house, time, game)
    until(lambda: seat not in to_act(house, game))
    say(Say(game, tokens[seat], Return), house.context)
    flagged(house, time, game)
    time.passes(700)
    for other in (1, 2, 3):
        if other not in house.repository.get(game).table.absence.away:
            say(Say(game, tokens[other], Resign), house.context)
    until(lambda: house.document(game)["status"] == "finished")
    whole = auditing.audit(house.repository, game, None)
    report = verify(whole)
    assert [it.name for it in report.levels if it.status == FAILED] == []
    assert rules_level(orjson.loads(whole), report).status == PASSED
    assert report.account == house.document(game)["account"]


def test_everybody_agrees_to_a_suspension_and_one_ends_it_a_day_later(house: House, time: Time) -> None:
    game, organiser = house.create(seats=2, clock=BLITZ)
    tokens = {n: house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)}

    def step(token: str, step: Step) -> None:
        suspension.change_status(ChangeStatus(game, token, step), house.context)

    for seat in (1, 2):
        with refused("illegal-action"):
            step(organiser, "suspend")
        say(Say(game, tokens[seat], Agree, "suspend"), house.context)
    time.passes(10)
    step(organiser, "suspend")
    time.passes(DAY - 1)
    with refused("illegal-action"):
        step(tokens[1], "resume")
    time.passes(1)
    step(tokens[1], "resume")
    assert house.document(game)["status"] == "playing"
    whole = auditing.audit(house.repository, game, None)
    report = verify(whole)
    assert [it.name for it in report.levels if it.status == FAILED] == []


@pytest.mark.parametrize("step", ["suspend", "abandon"])
def test_an_organiser_stops_no_game_whose_clock_runs(house: House, time: Time, step: Step) -> None:
    """An abuse: the organiser plays, and stops the game as soon as his own time runs short."""
    game, organiser = house.create(seats=2, clock=BLITZ)
    tokens = {n: house.sit(game, organiser, {"name": f"P{n}"}) for n in (1, 2)}
    say(Say(game, tokens[1], Agree, step), house.context)
    time.now = deadline(house, game) - 1
    with refused("illegal-action"):
        suspension.change_status(ChangeStatus(game, organiser, step), house.context)
