"""Names: letters of every script, in one spelling, and nothing that cannot be seen."""

from __future__ import annotations

import unicodedata

import orjson
import pytest
from flask.testing import FlaskClient

from tests.api.kit import Seated
from tests.api.test_portable import FILE, abandon


@pytest.mark.parametrize(
    "name",
    ["Zo\u0301sia", "Łukasz Żółć", "Ωμέγα", "李白", "निराला", "حافظ", "О\u2019Коннор", "Ada 🎲", "1-2_3!"],
)
def test_names_of_every_script_in_one_spelling(client: FlaskClient, name: str) -> None:
    made = client.post("/v1/games", json={"ruleset": "touche", "seats": 2})
    path = made.headers["Location"]
    assert client.post(f"{path}/seats", json={"name": name}).status_code == 201
    kept = client.get(path).json["seats"][0]["name"]
    assert kept == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("letter", ["\u200b", "\u202e", "\ufeff", "\u2028", "\u2029", "\x85", "\U000e0041"])
def test_what_cannot_be_seen_is_in_no_name(client: FlaskClient, letter: str) -> None:
    terms = {"ruleset": "touche", "seats": 2}
    for kind, more in (("games", {}), ("tournaments", {"games": 1})):
        made = client.post(f"/v1/{kind}", json={**terms, **more})
        refused = client.post(f"{made.headers['Location']}/seats", json={"name": f"A{letter}B"})
        assert (refused.status_code, [*refused.json["errors"]]) == (422, ["name"])
        assert f"U+{ord(letter):04X}" in refused.json["detail"]


def test_a_file_brings_no_such_name_in(client: FlaskClient, game: Seated) -> None:
    abandon(game)
    file = game.get("/export").json
    file["players"][0]["name"] = "A\u202eda"
    refused = client.post("/v1/imports", data=orjson.dumps(file), content_type=FILE)
    assert (refused.status_code, refused.json["type"]) == (422, "/problems/malformed")
