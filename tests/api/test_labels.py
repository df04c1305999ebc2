"""Legal actions in words: every entry says in both languages what a button for it says, and is posted as it is."""

from __future__ import annotations

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
    bare = [{k: v for k, v in action.items() if k != "label"} for action in labelled]
    assert bare == game.legal(seat) == game.get("/legal-actions?labels=false", seat).json["actions"]
    assert game.get("/legal-actions?labels=1", seat).status_code == 422


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
    entry["label"] = {"en": "Surrender", "pl": "Poddaj się"}
    assert game.post("/actions", seat, entry, Idempotency_Key="try-1").data == first.data
    del entry["label"]
    assert game.post("/actions", seat, entry, Idempotency_Key="try-1").data == first.data
    opened = client.get(f"{game.url}/events", headers=bearer(game.tokens[seat]))
    assert "label" not in opened.text


def test_a_label_of_another_form_is_refused(client: FlaskClient) -> None:
    game = Seated.at(client)
    seat = game.to_act()
    refused = game.act_refused(seat, {**game.legal(seat)[0], "label": "Roll"})
    assert (refused.status_code, set(refused.json["errors"])) == (422, {"label"})
