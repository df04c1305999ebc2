"""Why so: the arguments behind events, for everybody, and behind actions, for the seat that asks."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from domain.argument import step
from domain.rulesets import registry
from domain.rulesets.romans.events import WarriorPlaced
from projections.documents.explanations import ActionExplanation
from tests.api.kit import Seated, bearer
from tests.api.test_forks import forked


def filled(client: FlaskClient, **more: Any) -> Seated:
    """A game of Age of War in which a line has been filled."""
    game = Seated.at(client, **more)
    for _ in range(30):
        seat = game.to_act()
        fills = [it for it in game.legal(seat) if it["type"] == "fill-line"]
        if fills:
            assert game.post("/actions", seat, fills[0]).status_code == 201
            return game
        game.act()
    raise AssertionError("no line could be filled")


def last(game: Seated, kind: str) -> dict[str, Any]:
    events = game.get("/events").json["events"]
    return next(event for event in reversed(events) if event["type"] == kind)


def test_an_event_is_argued_in_both_languages_with_its_figures(client: FlaskClient) -> None:
    game = filled(client)
    event = last(game, "line-filled")
    told = game.get(f"/explanations/{event['version']}").json
    assert {name: told[name] for name in ("game", "ruleset", "version", "type", "rules", "viewer")} == {
        "game": game.id,
        "ruleset": "age-of-war",
        "version": event["version"],
        "type": "line-filled",
        "rules": event["rules"],
        "viewer": "spectator",
    }
    clauses = registry()["age-of-war"].clauses
    assert set(event["rules"]) <= {step["clause"] for step in told["steps"]} <= set(clauses)
    left = told["steps"][-1]
    assert left["numbers"] == {name: event["data"][name] for name in ("open_lines", "dice_left")}
    assert left["text"]["en"].startswith("That makes one line;")
    assert left["text"]["pl"].startswith("To jedna linia;")


def test_what_decides_nothing_has_no_steps(client: FlaskClient) -> None:
    game = Seated.at(client)
    assert game.get("/explanations/1").json["steps"] == []
    assert game.get("/explanations/1").json["type"] == "game-created"


def test_there_is_no_argument_for_a_version_that_is_not(client: FlaskClient) -> None:
    game = Seated.at(client)
    version = game.get().json["version"]
    for beyond in (0, version + 1):
        answer = game.get(f"/explanations/{beyond}")
        assert (answer.status_code, answer.json["type"]) == (404, "/problems/not-found")
        asked = game.post("/explanations", 1, {"version": beyond, "action": {"type": "roll"}})
        assert asked.status_code == (422 if beyond == 0 else 404)


def test_an_argument_stays_when_its_event_is_taken_back(client: FlaskClient) -> None:
    game = filled(client)
    version, seat = last(game, "line-filled")["version"], game.get("/events").json["events"][-1]["actor"]
    before = game.get(f"/explanations/{version}").json
    assert before["steps"]
    assert game.post("/undo-requests", int(seat.removeprefix("seat:")), {}).json["status"] == "granted"
    assert game.get(f"/explanations/{version}").json == before


def test_a_version_may_be_kept_for_good_only_by_whoever_came_without_a_token(client: FlaskClient) -> None:
    game = filled(client)
    path = f"/explanations/{last(game, 'line-filled')['version']}"
    assert game.get(path).headers["Cache-Control"] == "private, no-cache"
    kept = f"{path}?document_revision={game.get().json['document_revision']}"
    assert "immutable" in game.get(kept).headers["Cache-Control"]
    assert game.get(kept, 1).headers["Cache-Control"] == "private, no-store"
    tag = game.get(path).headers["ETag"]
    assert game.get(path, If_None_Match=tag).status_code == 304


def test_a_private_game_explains_itself_to_its_own_only(client: FlaskClient) -> None:
    game = Seated.at(client, visibility="private")
    other = Seated.at(client)
    assert game.get("/explanations/1", 1).status_code == 200
    for headers in ({}, bearer(other.tokens[1]), bearer("nobody")):
        assert client.get(f"{game.url}/explanations/1", headers=headers).status_code == 404
        question = {"version": 1, "action": {"type": "roll"}}
        status = client.post(f"{game.url}/explanations", json=question, headers=headers).status_code
        assert status == (404 if headers else 401)


# -- actions


def ask(game: Seated, seat: int, action: Any, version: int | None = None, query: str = "") -> Any:
    at = game.get("", seat).json["version"] if version is None else version
    return game.post(f"/explanations{query}", seat, {"version": at, "action": action})


def test_a_seat_is_told_why_its_action_is_legal(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat, version = game.to_act(), game.get().json["version"]
    answer = ask(game, seat, {"type": "roll"})
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-store")
    assert set(answer.json) == set(ActionExplanation.__struct_fields__)
    assert (answer.json["legal"], answer.json["seat"], answer.json["action"]) == (
        True,
        seat,
        {"type": "roll"},
    )
    assert [step["clause"] for step in answer.json["steps"]] == ["war.turn.1"]
    assert game.get().json["version"] == version


def test_a_refused_action_is_argued_with_the_same_clause_and_words(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat, action = game.to_act(), {"type": "set-aside"}
    refused = game.post("/actions", seat, action).json
    told = ask(game, seat, action).json
    assert not told["legal"]
    assert (told["steps"][0]["clause"], told["steps"][0]["text"]["en"]) == (
        refused["rule"],
        refused["detail"],
    )
    assert told["steps"][0]["text"]["pl"] == "Najpierw trzeba rzucić 7 kośćmi."


def test_the_past_is_argued_as_it_was(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat, version = game.to_act(), game.get().json["version"]
    game.act()
    assert not ask(game, seat, {"type": "roll"}).json["legal"]
    assert ask(game, seat, {"type": "roll"}, version).json["legal"]
    waiting = ask(game, seat, {"type": "roll"}, 1).json
    assert (waiting["legal"], waiting["steps"][0]["clause"]) == (False, "table.status")


def test_whoever_is_not_to_act_is_told_whose_turn_it_is(client: FlaskClient) -> None:
    game = Seated.at(client)
    other = 3 - game.to_act()
    told = ask(game, other, {"type": "roll"}).json
    assert (told["legal"], told["seat"], told["steps"][0]["clause"]) == (False, other, "table.legal")


def test_only_a_seat_asks_and_only_for_itself(client: FlaskClient) -> None:
    game = Seated.at(client)
    question = {"version": 3, "action": {"type": "roll"}}
    assert client.post(f"{game.url}/explanations", json=question).status_code == 401
    assert game.post("/explanations", None, question, **bearer(game.organiser)).status_code == 403
    assert ask(game, 1, {"type": "roll"}, query="?seat=2").status_code == 403


def test_an_analyst_asks_for_any_seat(client: FlaskClient) -> None:
    analysis = forked(Seated.at(client), seat=1)
    told = ask(analysis, 1, {"type": "roll"}, query="?seat=2").json
    assert told["seat"] == 2


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"version": 3}, "action"),
        ({"action": {"type": "roll"}}, "version"),
        ({"version": "3", "action": {"type": "roll"}}, "version"),
        ({"version": 3, "action": []}, "action"),
        ({"version": 3, "action": {"type": "pass"}}, "action.type"),
        ({"version": 3, "action": {"type": "fill-line", "castle": "edo", "line": 1}}, "action.dice"),
        ({"version": 3, "action": {"type": "roll"}, "more": 1}, "more"),
    ],
)
def test_a_question_that_cannot_be_read_says_where(client: FlaskClient, body: Any, path: str) -> None:
    game = Seated.at(client)
    answer = game.post("/explanations", 1, body)
    assert (answer.status_code, answer.json["type"]) == (422, "/problems/malformed")
    assert list(answer.json["errors"]) == [path]


def test_a_label_is_ignored(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    labelled = game.get("/legal-actions?labels=true", seat).json["actions"][0]
    assert ask(game, seat, labelled).json["legal"]


def test_a_card_that_another_holds_is_a_card_that_one_does_not_hold(client: FlaskClient) -> None:
    game = Seated.at(client, ruleset="romans")
    own = next(it for it in game.legal(1) if it["type"] == "place-warrior")
    assert ask(game, 1, own).json["legal"]
    for warrior in sorted(warriors(game, 2) - warriors(game, 1)):
        told = ask(game, 1, {"type": "place-warrior", "warrior": warrior, "fort": 1}).json
        assert not told["legal"]
        assert told["steps"][0]["text"]["en"].startswith("You do not hold")


def warriors(game: Seated, seat: int) -> set[str]:
    return {it["warrior"] for it in game.legal(seat) if it["type"] == "place-warrior"}


def test_an_argument_is_given_what_its_viewer_knows_and_no_more(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A warrior lies face down, and the argument blabs: it has nothing to tell the other seat and strangers."""
    blabs = {WarriorPlaced: lambda before, event: [step("romans.place.1", "{it}", it=str(event.warrior))]}
    monkeypatch.setattr(type(registry()["romans"]), "explanations", blabs)
    game = Seated.at(client, ruleset="romans")
    laid = next(it for it in game.legal(1) if it["type"] == "place-warrior")
    assert game.post("/actions", 1, laid).status_code == 201
    path = f"/explanations/{last(game, 'warrior-placed')['version']}"
    told = {seat: game.get(path, seat).json["steps"][0]["text"]["en"] for seat in (1, 2, None)}
    told[0] = client.get(game.url + path, headers=bearer(game.organiser)).json["steps"][0]["text"]["en"]
    assert [seat for seat in told if laid["warrior"] in told[seat]] == [1]


@pytest.mark.parametrize("ruleset", ["romans", "nagaraja"])
def test_in_the_midst_of_an_action_one_could_do_what_one_could_before_it(
    client: FlaskClient, ruleset: str
) -> None:
    """Between what comes of it nobody could choose: warriors are not dealt yet, an effect is not over."""
    game = Seated.at(client, ruleset=ruleset)
    for _ in range(8):
        seat = game.get("", 1).json["to_act"][0]
        first = game.legal(seat)[0]
        assert game.post("/actions", seat, first).status_code == 201
    actions = [frame["action"] for frame in game.get("/replay").json["frames"]]
    in_midst = [after == action for action, after in zip(actions, [*actions[1:], None], strict=True)]
    assert in_midst.count(True) > 5
    for version, midst in enumerate(in_midst, 1):
        meant = actions.index(actions[version - 1]) if midst else version
        for seat in (1, 2):
            could = game.get(f"/legal-actions?version={version}&labels=true", seat)
            why = game.post("/explanations", seat, {"version": version, "action": first})
            assert [(it.status_code, it.json["version"]) for it in (could, why)] == [(200, meant)] * 2
