"""Forks of every ruleset: what stays, what is dealt anew, and that they are games like others."""

from __future__ import annotations

import random
from typing import Any

import orjson
import pytest

from domain.hidden import redact, secrets_in
from domain.rulesets import registry
from domain.table.refusals import Refused
from projections import statistics
from projections.lobby import GameFilter
from service.log.loaded import LoadedGame
from service.log.table_projection import TableProjection
from service.log.verifying import rules_level
from service.play import acting
from service.queries import auditing, history, lobby, states
from service.tables import forking, suspension
from tests.service.conftest import House, long, said
from tests.service.playing import auditor, fewest_seats, play
from tests.service.test_games import refused
from tests.soaking import soaked
from verifier import PASSED, verify

every_ruleset = pytest.mark.parametrize("ruleset", list(registry()))
HIDING = [id for id, ruleset in registry().items() if ruleset.traits.hidden_information]


def fork(house: House, game: str, token: str | None, version: int) -> tuple[str, str]:
    made = said(forking.fork(forking.Fork(game, token, version), house.context))
    return made["id"], made["token"]


def values(loaded: LoadedGame) -> list[Any]:
    return [secret.value for _, secret in secrets_in(loaded.table.game)]


def values_of_fork(house: House, game: str, token: str | None, version: int) -> list[Any]:
    return values(house.kronika.repository.get(fork(house, game, token, version)[0]))


def start(house: House, ruleset: str, actions: int | None) -> tuple[str, dict[int, str]]:
    """With the same draws in every run, so that it does not end by chance before it has come so far."""
    game, tokens = house.seated(seats=fewest_seats(ruleset), ruleset=ruleset, draws="")
    play(house, game, tokens, random.Random(4), actions)
    return game, tokens


def last_version_of_an_action(house: House, game: str) -> list[int]:
    events = orjson.loads(history.events(house.repository, game, None, 0, 1000).body)["events"]
    begun = [e for e in events if e["version"] >= first_position(events)]
    pairs = zip(begun, [*begun[1:], None], strict=True)
    return [one["version"] for one, after in pairs if after is None or after["action"] != one["action"]]


def first_position(events: list[dict[str, Any]]) -> int:
    started = next(e for e in events if e["type"] == "game-started")
    return max(int(e["version"]) for e in events if e["action"] == started["action"])


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "touche")))
def test_what_the_viewer_sees_stays_as_it_was(house: House, ruleset: str) -> None:
    game, tokens = start(house, ruleset, 40)
    viewers: list[tuple[Any, str | None]] = [(None, None), *tokens.items(), ("auditor", auditor(house, game))]
    versions = last_version_of_an_action(house, game)
    for version in random.Random(1).sample(versions, 6):
        before = house.kronika.repository.versions.load(game, version)
        for viewer, token in viewers:
            forked, _ = fork(house, game, token, version)
            after = house.kronika.repository.get(forked)
            rules, then, now = before.ruleset, before.table.game, after.table.game
            assert rules.view(redact(now, viewer), viewer) == rules.view(redact(then, viewer), viewer)
            assert after.table.to_act == before.table.to_act
            assert viewer != "auditor" or values(after) == values(before)


@pytest.mark.parametrize("ruleset", soaked(registry(), rare=("age-of-war", "touche", "romans")))
def test_an_analysis_is_played_to_its_end_and_verifies_whole(house: House, ruleset: str) -> None:
    game, tokens = start(house, ruleset, 12)
    version = last_version_of_an_action(house, game)[-2]
    for token in (None, tokens[1], auditor(house, game)):
        forked, analyst = fork(house, game, token, version)
        play(house, forked, dict.fromkeys(tokens, analyst), random.Random(2))
        assert house.document(forked, analyst)["status"] == "finished"
        file = orjson.loads(auditing.audit(house.repository, forked, analyst))
        report = verify(file)
        assert [report[name].status for name in ("L0", "L2", "L3")] == [PASSED] * 3, report.table()
        assert rules_level(file).status == PASSED, rules_level(file)


@every_ruleset
def test_everything_can_be_asked_of_an_analysis(house: House, ruleset: str) -> None:
    game, tokens = start(house, ruleset, 6)
    forked, analyst = fork(house, game, tokens[1], last_version_of_an_action(house, game)[-1])
    play(house, forked, dict.fromkeys(tokens, analyst), random.Random(2), 5)
    document = house.document(forked, analyst)
    assert (document["viewer"], document["status"]) == ("analyst", "analysis")
    assert [seat["name"] for seat in document["seats"]] == [f"P{n}" for n in tokens]
    assert (
        orjson.loads(states.document_at(house.repository, forked, analyst, document["version"]).body)
        == document
    )
    events = orjson.loads(history.events(house.repository, forked, analyst, 0, 1000).body)["events"]
    assert [e["type"] for e in events[:2]] == ["game-created", "forked"]
    assert events[1]["data"]["game"] == game
    told = orjson.loads(history.replay(house.repository, forked, analyst, "pl").body)["frames"]
    frames = [frame for frame in told if "game" not in frame]
    assert frames[1]["text"].startswith("To jest analiza")
    repository = house.kronika.repository
    assert repository.versions.load(forked, None).table == repository.get(forked).table


@pytest.mark.parametrize("ruleset", HIDING)
def test_what_a_seat_cannot_know_is_dealt_anew(house: House, ruleset: str) -> None:
    game, tokens = start(house, ruleset, 4)
    version = last_version_of_an_action(house, game)[-1]
    real = values(house.kronika.repository.get(game))
    own = values_of_fork(house, game, auditor(house, game), version)
    dealt = [values_of_fork(house, game, tokens[1], version) for _ in range(6)]
    assert own == real
    assert any(one != real for one in dealt)
    assert any(one != dealt[0] for one in dealt)


@pytest.mark.parametrize("ruleset", HIDING)
def test_a_finished_game_keeps_what_everybody_may_know_by_then(house: House, ruleset: str) -> None:
    game, _ = start(house, ruleset, None)
    version = last_version_of_an_action(house, game)[3]
    before = values(house.kronika.repository.versions.load(game, version))
    forks = [values_of_fork(house, game, None, version) for _ in range(4)]
    assert all(after == before for after in forks)


def test_the_future_of_a_fork_is_its_own(house: House) -> None:
    game, _ = house.seated()
    version = house.document(game)["version"]
    thrown = []
    for _ in range(5):
        forked, analyst = fork(house, game, None, version)
        thrown.append(house.act(forked, analyst, {"type": "roll"})["events"][0]["data"]["draw"]["values"])
    assert len(set(map(tuple, thrown))) > 1
    assert house.document(game)["version"] == version


def test_an_analyst_takes_back_beyond_other_seats(house: House) -> None:
    game, _ = house.seated(ruleset="romans")
    forked, analyst = fork(house, game, None, house.document(game)["version"])
    before = house.document(forked, analyst)
    for seat in (1, 2, 1):
        action = orjson.loads(states.legal_actions(house.repository, forked, analyst, seat).body)["actions"][
            0
        ]
        acting.act(acting.Act(forked, analyst, action, None, None, seat), house.context)
    free = house.document(forked, analyst)["undo"]["free"]
    assert free[-1] == before["version"]
    assert (
        said(acting.request_undo(acting.RequestUndo(forked, analyst), house.context))["status"] == "granted"
    )
    assert (
        said(acting.request_undo(acting.RequestUndo(forked, analyst, free[-1]), house.context))["status"]
        == "granted"
    )
    assert house.document(forked, analyst)["view"] == before["view"]
    file = orjson.loads(auditing.audit(house.repository, forked, analyst))
    assert rules_level(file).status == PASSED


def test_an_analyst_names_the_seat_when_several_are_to_act(house: House) -> None:
    game, tokens = house.seated(ruleset="romans")
    forked, analyst = fork(house, game, None, house.document(game)["version"])
    with refused("malformed"):
        states.legal_actions(house.repository, forked, analyst)
    legal = orjson.loads(states.legal_actions(house.repository, forked, analyst, 2).body)
    assert legal["seat"] == 2
    with refused("malformed"):
        acting.act(acting.Act(forked, analyst, legal["actions"][0]), house.context)
    with refused("not-found"):
        acting.act(acting.Act(forked, analyst, legal["actions"][0], None, None, 3), house.context)
    done = said(acting.act(acting.Act(forked, analyst, legal["actions"][0], None, None, 2), house.context))
    assert done["events"][0]["actor"] == "seat:2"
    with refused("forbidden"):
        states.legal_actions(house.repository, game, tokens[1], 2)


def test_a_version_within_an_action_means_the_one_before_it(house: House) -> None:
    game, _ = start(house, "age-of-war", 40)
    ends = last_version_of_an_action(house, game)
    within = next(v for v in range(ends[0], ends[-1]) if v not in ends)
    forked, _ = fork(house, game, None, within)
    before = max(v for v in ends if v < within)
    assert house.kronika.repository.get(forked).table.forked.version == before


def test_forks_are_private_and_what_is_no_position_is_refused(house: House) -> None:
    game, tokens = house.seated(visibility="private")
    forked, analyst = fork(house, game, tokens[1], house.document(game, tokens[1])["version"])
    for token in (None, tokens[1], "made-up"):
        with refused("not-found"):
            states.document(house.repository, forked, token)
    with refused("not-found"):
        forking.fork(forking.Fork(game, None, 5), house.context)
    for version in (0, 1, 2, 4, 1000):
        with refused("not-found"):
            forking.fork(forking.Fork(game, tokens[1], version), house.context)
    assert forked not in str(lobby.page(house.repository, GameFilter(), 50))
    with pytest.raises(Refused):
        suspension.change_status(suspension.ChangeStatus(forked, analyst, "abandon"), house.context)


def test_the_same_key_gives_the_same_fork(house: House) -> None:
    game, tokens = house.seated()
    version = house.document(game)["version"]
    first = forking.fork(forking.Fork(game, tokens[1], version, long("k")), house.context)
    again = forking.fork(forking.Fork(game, tokens[1], version, long("k")), house.context)
    assert (again, again.replayed) == (first._replace(replayed=True), True)
    assert forking.fork(forking.Fork(game, tokens[1], version, long("l")), house.context) != first


def test_forks_can_be_forked(house: House) -> None:
    game, _ = start(house, "nagaraja", 6)
    forked, analyst = fork(house, game, None, last_version_of_an_action(house, game)[-1])
    again, other = fork(house, forked, analyst, house.document(forked, analyst)["version"])
    assert house.document(again, other)["view"] == house.document(forked, analyst)["view"]


def test_statistics_do_not_count_analyses(house: House) -> None:
    game, tokens = start(house, "nagaraja", None)
    forked, analyst = fork(house, game, None, last_version_of_an_action(house, game)[-4])
    play(house, forked, dict.fromkeys(tokens, analyst), random.Random(2))
    TableProjection(house.kronika.repository, statistics).catch_up()
    counted = statistics.document(house.kronika.store.query, "nagaraja")
    assert counted.games == {"finished": 1}
