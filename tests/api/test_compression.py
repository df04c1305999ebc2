"""gzip: long answers that everybody may have, and nothing that a token opened or that hands one out."""

from __future__ import annotations

import gzip
import zlib

import orjson
import pytest
from flask.testing import FlaskClient

from tests.api.kit import Seated, bearer
from tests.api.test_portable import abandon

GZIP = {"Accept-Encoding": "br, gzip;q=0.8"}


@pytest.fixture
def over(client: FlaskClient) -> Seated:
    game = Seated.at(client)
    for _ in range(3):
        game.act()
    abandon(game)
    return game


@pytest.mark.parametrize("path", ["/events", "/replay", "/audit", "/export", "", "/states?from=2&to=4"])
def test_long_answers_are_the_same_compressed(over: Seated, path: str) -> None:
    plain, packed = over.get(path), over.client.get(over.url + path, headers=GZIP)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
    assert "Content-Encoding" not in plain.headers
    assert all("Accept-Encoding" in answer.vary for answer in (plain, packed))
    if "ETag" in plain.headers:
        assert packed.headers["ETag"] == f"W/{plain.headers['ETag']}"


def test_a_compressed_answer_is_known_again(over: Seated) -> None:
    address = f"{over.url}/replay"
    plain = over.client.get(address).headers["ETag"]
    for held, told in ((f"W/{plain}", f"W/{plain}"), (plain, plain)):
        again = over.client.get(address, headers={**GZIP, "If-None-Match": held})
        assert (again.status_code, again.headers["ETag"]) == (304, told)
        assert "Content-Encoding" not in again.headers


@pytest.mark.parametrize("accepted", ["", "br", "gzip;q=0", "identity"])
def test_who_does_not_ask_for_it_gets_it_plain(over: Seated, accepted: str) -> None:
    answer = over.client.get(f"{over.url}/replay", headers={"Accept-Encoding": accepted})
    assert "Content-Encoding" not in answer.headers
    assert answer.json["game"] == over.id


def test_nothing_that_a_token_opened_or_that_hands_one_out_is_compressed(over: Seated) -> None:
    for path in ("/events", "/replay", "/audit", "/export", "", "/notes"):
        answer = over.client.get(over.url + path, headers={**GZIP, **bearer(over.tokens[1])})
        assert "Content-Encoding" not in answer.headers, path
    organiser = {**GZIP, **bearer(over.organiser)}
    made = over.client.post("/v1/games", json={"ruleset": "age-of-war", "seats": 2}, headers=GZIP)
    assert "Content-Encoding" not in made.headers
    assert len(made.data) > 300
    forked = over.client.post(f"{over.url}/forks", json={"version": 5}, headers=organiser)
    assert "Content-Encoding" not in forked.headers
    refused = over.client.get(f"/v1/games?player={'x' * 2000}", headers=GZIP)
    assert (refused.status_code, refused.headers.get("Content-Encoding")) == (422, None)


def test_streams_are_not_compressed(over: Seated) -> None:
    answer = over.client.get(f"{over.url}/stream", headers=GZIP)
    assert "Content-Encoding" not in answer.headers
    assert answer.text.count("\ndata: ") == over.get().json["version"]


def test_lines_come_one_by_one(over: Seated) -> None:
    address = f"{over.url}/events"
    asked = {**GZIP, "Accept": "application/x-ndjson"}
    answer = over.client.get(address, headers=asked, buffered=False)
    assert answer.headers["Content-Encoding"] == "gzip"
    parts = iter(answer.response)
    first = zlib.decompressobj(wbits=31).decompress(next(parts))
    answer.close()
    assert [orjson.loads(line)["version"] for line in first.splitlines()] == [1]
    whole = over.client.get(address, headers=asked)
    plain = over.client.get(address, headers={"Accept": "application/x-ndjson"})
    assert gzip.decompress(whole.data) == plain.data
    assert len(whole.data) < len(plain.data)


def test_head_tells_what_get_would(over: Seated) -> None:
    head = over.client.head(f"{over.url}/replay", headers=GZIP)
    whole = over.client.get(f"{over.url}/replay", headers=GZIP)
    for name in ("Content-Encoding", "ETag", "Content-Type", "Vary"):
        assert head.headers[name] == whole.headers[name]
    assert head.data == b""
