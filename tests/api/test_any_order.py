"""A client may name the members of a set within an action in any order, signed or not."""

from __future__ import annotations

from typing import Any

import orjson
from flask.testing import FlaskClient

from domain.ledger.signed_actions import read_disclosure
from service.log.verifying import rules_level
from tests.api.kit import Seated
from tests.api.signing import Signing
from verifier import PASSED

OWN = {"ruleset": "touche", "options": {"set_choice": "own"}}


def three_kinds(game: Seated, seat: int) -> dict[str, Any]:
    """A choice of three different patterns as a client may name them: the last kind first."""
    listed = next(action for action in game.legal(seat) if action["kinds"])
    return {**listed, "kinds": listed["kinds"][::-1]}


def test_an_action_in_another_order_is_the_listed_one_also_for_an_idempotency_key(
    client: FlaskClient,
) -> None:
    game = Seated.at(client, **OWN)
    seat = game.to_act()
    turned = three_kinds(game, seat)
    listed = {**turned, "kinds": turned["kinds"][::-1]}
    asked = {"action": turned, "version": game.get().json["version"]}
    assert game.post("/explanations", seat, asked).json["legal"] is True
    first = game.post("/actions", seat, turned, Idempotency_Key="the-order-of-kinds")
    assert first.status_code == 201, first.text
    assert [need["kind"] for need in first.json["events"][0]["data"]["goal"]] == listed["kinds"]
    again = game.post("/actions", seat, listed, Idempotency_Key="the-order-of-kinds")
    assert (again.status_code, again.json) == (201, first.json)
    other = {"type": "choose-set", "set": "squares"}
    assert game.post("/actions", seat, other, Idempotency_Key="the-order-of-kinds").status_code == 422


def test_what_is_not_listed_in_any_order_is_refused_under_its_clause(client: FlaskClient) -> None:
    game = Seated.at(client, **OWN)
    seat = game.to_act()
    turned = three_kinds(game, seat)
    for kinds in (turned["kinds"][:1] * 3, turned["kinds"][:2]):
        answer = game.act_refused(seat, {**turned, "kinds": kinds})
        assert (answer.status_code, answer.json["rule"]) == (409, "touche.set.1")
        assert "each named once" in answer.json["detail"]


def test_what_was_signed_stays_as_it_was_and_follows_from_the_rules(client: FlaskClient) -> None:
    game = Signing.at(client, **OWN)
    game.until_first_acts()
    turned = three_kinds(game, 1)
    body = game.signed(turned)
    assert game.post("/actions", 1, body).status_code == 201
    game.over()
    file = game.get("/audit").json
    disclosed = [row["disclosure"] for row in file["disclosures"] if row["path"] == "/sig"]
    assert [read_disclosure(text) for text in disclosed] == [turned]
    assert disclosed == [body["signed"]["disclosure"]]
    assert rules_level(file).status == PASSED, orjson.dumps(rules_level(file))
