"""Legal actions in words: every entry says in both languages what a button for it says, and is posted as it is."""

from __future__ import annotations

import orjson
import pytest
from flask.testing import FlaskClient

from domain.rulesets import registry
from domain.sentence import Seat, say
from tests.api.kit import Seated, bearer


def test_each_legal_action_has_its_label_beside_its_own_members(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    labelled = game.get("/legal-actions?labels=true", seat).json["actions"]
    assert all(set(action["label"]) == {"en", "pl"} and all(action["label"].values()) for action in labelled)
    bare = [{k: v for k, v in action.items() if k not in ("label", "say")} for action in labelled]
    assert bare == game.legal(seat) == game.get("/legal-actions?labels=false", seat).json["actions"]
    assert game.get("/legal-actions?labels=1", seat).status_code == 422


def test_with_labels_the_seat_is_told_what_it_is_asked(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    assert game.get("/legal-actions?labels=true", seat).json["prompt"] == {
        "en": "Throw the dice.",
        "pl": "Rzuć kośćmi.",
    }
    assert "prompt" not in game.get("/legal-actions", seat).json
    assert "prompt" not in game.get("/legal-actions?labels=true", 3 - seat).json


def test_labels_name_seats_by_their_players(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Seated.at(client)
    ruleset = registry()["age-of-war"]
    monkeypatch.setattr(type(ruleset), "describe", lambda self, action: say("Wave to {seat}", seat=Seat(2)))
    told = game.get("/legal-actions?labels=true", game.to_act()).json["actions"][0]["label"]
    assert told == {"en": "Wave to Bo", "pl": "Wave to Bo"}


def test_an_entry_is_posted_with_its_label_which_says_nothing(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    entry = game.get("/legal-actions?labels=true", seat).json["actions"][0]
    first = game.post("/actions", seat, entry, Idempotency_Key="try-1")
    assert first.status_code == 201
    assert entry["say"] == {"en": "Throw the dice. 7 dice.", "pl": "Rzuć kośćmi. 7 kości."}
    entry["label"] = entry["say"] = {"en": "Surrender", "pl": "Poddaj się"}
    assert game.post("/actions", seat, entry, Idempotency_Key="try-1").data == first.data
    del entry["label"], entry["say"]
    assert game.post("/actions", seat, entry, Idempotency_Key="try-1").data == first.data
    opened = client.get(f"{game.url}/events", headers=bearer(game.tokens[seat]))
    assert '"label"' not in opened.text
    assert '"say"' not in opened.text


def test_actions_and_streams_tell_their_events_in_both_languages(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    acted = game.post("/actions?labels=true", seat, {"type": "roll"}, Idempotency_Key="once")
    again = game.post("/actions", seat, {"type": "roll"}, Idempotency_Key="once")
    assert again.headers["Idempotent-Replayed"] == "true"
    told = game.get("/events?labels=true", seat).json["events"]
    done = acted.json["events"]
    assert done == told[-len(done) :]
    assert done[0]["text"]["en"].startswith("Ada ") or done[0]["text"]["en"].startswith("Bo ")
    assert done[0]["text"]["pl"] != done[0]["text"]["en"]
    assert all(event.pop("text") for event in done)
    assert done == again.json["events"]
    client.post(f"{game.url}/abandonment", headers=bearer(game.organiser))
    told = game.get("/events?labels=true", seat).json["events"]
    for query, expected in (("?labels=true", told), ("", game.get("/events", seat).json["events"])):
        lines = game.get(f"/stream{query}", seat).text.splitlines()
        assert [orjson.loads(it[6:]) for it in lines if it.startswith("data: ")] == expected


def test_a_label_of_another_form_is_refused(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    refused = game.act_refused(seat, {**game.legal(seat)[0], "label": "Roll"})
    assert (refused.status_code, set(refused.json["errors"])) == (422, {"label"})


def test_events_frames_and_chapters_are_told_in_both_languages(client: FlaskClient) -> None:
    game = Seated.at(client, ruleset="romans")
    english, polish = (game.get(f"/replay?lang={lang}", 1).json for lang in ("en", "pl"))
    both = game.get("/replay?labels=true", 1).json
    told = [
        {"en": one["text"], "pl": other["text"]}
        for one, other in zip(english["frames"], polish["frames"], strict=True)
    ]
    assert [frame["text"] for frame in both["frames"]] == told
    titles = zip(english["chapters"], polish["chapters"], strict=True)
    assert [chapter["text"] for chapter in both["chapters"]] == [
        {"en": a["title"], "pl": b["title"]} for a, b in titles
    ]
    events = game.get("/events?labels=true", 1).json["events"]
    assert [event.pop("text") for event in events] == told
    assert events == game.get("/events", 1).json["events"]
    lines = game.get("/events?labels=true", 1, Accept="application/x-ndjson").data.splitlines()
    assert [orjson.loads(line)["text"] for line in lines] == told
    assert not any("text" in chapter for chapter in english["chapters"])
