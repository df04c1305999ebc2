"""The past of an analysis: exactly what whoever forked could see then, whatever becomes known or is taken away later."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from domain.rulesets import registry
from service.identity import hiding
from service.play import acting
from service.queries import history
from tests.service.conftest import House
from tests.service.playing import auditor, fewest_seats, play
from tests.service.test_forking import fork, last_version_of_an_action
from tests.soaking import soaked

HIDING = [id for id, ruleset in registry().items() if ruleset.traits.hidden_information]


def started(
    house: House, ruleset: str, actions: int | None, draws: str = "", **new: Any
) -> tuple[str, dict[int, str]]:
    """With the same draws in every run: what they show, and to whom, makes the difference."""
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, draws=draws, **new)
    play(house, game, tokens, random.Random(4), actions)
    return game, tokens


def told(house: House, game: str, token: str | None, lang: str = "en") -> dict[str, Any]:
    return dict(orjson.loads(history.replay(house.repository, game, token, lang).body))


def past(house: House, fork: str, analyst: str) -> dict[str, list[dict[str, Any]]]:
    """Frames and chapters that name a game."""
    replay = told(house, fork, analyst)
    return {part: [it for it in replay[part] if "game" in it] for part in ("frames", "chapters")}


def upto(replay: dict[str, Any], version: int, game: str) -> dict[str, list[dict[str, Any]]]:
    return {
        part: [{**it, "game": game} for it in replay[part] if it["version"] <= version]
        for part in ("frames", "chapters")
    }


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "touche")))
def test_it_is_what_the_forking_viewer_saw_then_and_stays_so(house: House, ruleset: str) -> None:
    """Also when the game has ended since, and everything is open. By then enough was hidden for a difference."""
    game, tokens = started(house, ruleset, 24)
    version = last_version_of_an_action(house, game)[-3]
    viewers = [None, *tokens.values()]
    saw = [upto(told(house, game, token), version, game) for token in viewers]
    forks = [fork(house, game, token, version) for token in viewers]
    assert [past(house, *made) for made in forks] == saw
    play(house, game, tokens, random.Random(5))
    assert house.document(game)["status"] == "finished"
    assert [past(house, *made) for made in forks] == saw
    whole = upto(told(house, game, auditor(house, game)), version, game)
    assert past(house, *fork(house, game, None, version)) == whole
    if ruleset in HIDING:
        assert whole not in saw[:1]


@pytest.mark.parametrize("ruleset", HIDING)
def test_two_seats_that_know_different_things_are_told_different_pasts(house: House, ruleset: str) -> None:
    game, tokens = started(house, ruleset, 12, visibility="private")
    version = house.document(game, tokens[1])["version"]
    first, second = [past(house, *fork(house, game, token, version)) for token in list(tokens.values())[:2]]
    assert first["frames"] != second["frames"]


def test_the_own_part_comes_after_it_with_its_own_versions(house: House) -> None:
    game, tokens = started(house, "romans", 6)
    version = last_version_of_an_action(house, game)[-1]
    forked, analyst = fork(house, game, tokens[1], version)
    play(house, forked, dict.fromkeys(tokens, analyst), random.Random(1), 4)
    replay = told(house, forked, analyst)
    assert replay["forked"] == {"game": game, "version": version}
    own = [frame for frame in replay["frames"] if "game" not in frame]
    assert replay["frames"][-len(own) :] == own
    assert [frame["version"] for frame in own] == list(range(1, replay["version"] + 1))
    events = orjson.loads(history.events(house.repository, forked, analyst, 0, 1000).body)["events"]
    assert [event["version"] for event in events] == [frame["version"] for frame in own]
    assert told(house, game, None)["forked"] is None
    assert not any("game" in frame for frame in told(house, game, None)["frames"])


def test_what_is_taken_back_later_was_not_taken_back_then(house: House) -> None:
    game, tokens = house.seated(ruleset="romans")
    house.act(game, tokens[1], house.legal(game, tokens[1])[0])
    version = house.document(game)["version"]
    made = fork(house, game, tokens[1], version)
    before = past(house, *made)
    acting.request_undo(acting.RequestUndo(game, tokens[1]), house.context)
    assert "taken-back" in told(house, game, tokens[1])["frames"][version - 1]["marks"]
    assert past(house, *made) == before
    assert not any("taken-back" in frame["marks"] for frame in before["frames"])


def test_a_fork_of_a_fork_has_both_pasts(house: House) -> None:
    game, tokens = started(house, "nagaraja", 6)
    version = last_version_of_an_action(house, game)[-1]
    first, analyst = fork(house, game, tokens[1], version)
    play(house, first, dict.fromkeys(tokens, analyst), random.Random(1), 3)
    between = house.document(first, analyst)["version"]
    second, other = fork(house, first, analyst, between)
    frames = past(house, second, other)["frames"]
    assert [(frame["game"], frame["version"]) for frame in frames] == [
        *((game, v) for v in range(1, version + 1)),
        *((first, v) for v in range(1, between + 1)),
    ]
    assert frames[:version] == past(house, first, analyst)["frames"]


@pytest.mark.parametrize("take_away", [hiding.hide, hiding.delete])
def test_what_was_taken_away_has_no_past(house: House, take_away: Any) -> None:
    game, tokens = started(house, "nagaraja", 6)
    version = last_version_of_an_action(house, game)[-1]
    made = fork(house, game, tokens[1], version)
    further = fork(house, *made, house.document(*made)["version"])
    take_away(house.kronika.store, game)
    assert past(house, *made)["frames"] == []
    assert {frame["game"] for frame in past(house, *further)["frames"]} == {made[0]}


def test_a_name_that_was_taken_away_is_not_in_it(house: House) -> None:
    game, tokens = started(house, "nagaraja", 6)
    made = fork(house, game, tokens[1], last_version_of_an_action(house, game)[-1])
    assert any("P2" in frame["text"] for frame in past(house, *made)["frames"])
    hiding.hide_names(house.kronika.store, hiding.names_at_seat(game, 2))
    assert not any("P2" in frame["text"] for frame in past(house, *made)["frames"])


def test_an_analysis_from_before_this_was_written_down_tells_what_spectators_saw(house: House) -> None:
    from service.store import Statement

    game, tokens = started(house, "romans", 6)
    version = last_version_of_an_action(house, game)[-1]
    made = fork(house, game, tokens[1], version)
    house.kronika.store.append("", [], [Statement("DELETE FROM forks")])
    assert past(house, *made) == upto(told(house, game, None), version, game)
