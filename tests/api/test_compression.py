"""gzip: long answers that everybody may have; of what a token opened only parts, each by itself; nothing that hands one out."""

from __future__ import annotations

import gzip
import zlib

import orjson
import pytest
from flask.testing import FlaskClient
from msgspec.json import encode
from werkzeug.test import TestResponse

from api.http.compression import deflate_own_text
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


@pytest.fixture
def touche(client: FlaskClient) -> Seated:
    """Whose turn it is may lay many cards on many fields."""
    options = {"set_choice": "agreed", "set": "squares"}
    return Seated.at(client, ruleset="touche", options=options)


def news(game: Seated, after: int, seat: int, accepted: str = "gzip") -> TestResponse:
    return game.get(f"/news?after={after}&audit={after}", seat, Accept_Encoding=accepted)


def test_what_the_rules_offer_a_seat_is_compressed_and_the_length_is_told_in_steps(touche: Seated) -> None:
    seat = touche.to_act()
    plain, packed = (news(touche, 0, seat, accepted) for accepted in ("", "gzip"))
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert len(packed.data) % 512 == 0
    assert len(packed.data) < len(plain.data)
    assert [b'"actions":[{' in answer.data for answer in (plain, packed)] == [True, False]


def test_what_a_seat_holds_beside_the_words_of_others_is_not_compressed(touche: Seated) -> None:
    seat = touche.to_act()
    bytes_of = {after: news(touche, after, seat).data for after in (0, 1)}
    for part in ("document", "replay"):
        assert (
            encode(news(touche, 0, seat, "").json[part]["game" if part == "replay" else "id"]) in bytes_of[0]
        )
    document = encode(news(touche, 1, seat, "").json["document"]["view"])
    assert document in bytes_of[1]
    assert b'"frames":[{' in bytes_of[0]
    assert b'"frames":[{' not in bytes_of[1]


@pytest.mark.parametrize("chosen", [b"Ola", b"sacred relic", b" of the temple of "])
def test_how_much_the_words_of_others_are_like_a_secret_does_not_show(chosen: bytes) -> None:
    """As long as with words as long that are like nothing else; and it is read as it was."""
    lengths = []
    for name in (chosen, bytes(range(1, len(chosen) + 1))):
        told = [b"The hand of ", name, b", with: sacred relic; of ", name, b"; a tile of the temple of"]
        packed = deflate_own_text(told)
        assert zlib.decompressobj(wbits=-15).decompress(packed) == b"".join(told)
        lengths.append(len(packed))
    assert lengths[0] == lengths[1] < len(b"".join(told)) + 60


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
