"""A signed head that finds no room: nothing is signed that was not kept, writers hear why, and readers get the last head."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from domain.ledger.merkle import Frontier, leaf_hash
from domain.ledger.note import parse_checkpoint, split
from service.operation.app import Kronika
from tests.api.desk import Desk
from tests.api.kit import LONG_KEY, Seated, bearer
from tests.api.signing import Signing
from tests.api.test_problems import is_problem
from tests.full_disk import no_room_for_heads
from tests.service.leaves import sequence
from verifier import PASSED
from verifier.check import verify_all
from verifier.known import Known

NEW = {"ruleset": "age-of-war", "seats": 2}
ROLL = {"type": "roll"}
KEY = "the-one-action"
SIGNED_FILES = ("/audit", "/audit?after=1", "/export")
UNSIGNED = (
    "",
    "/ledger/entries",
    "/ledger/proof?index=0",
    "/ledger/consistency?from=1",
    "/ledger/disclosures",
    "/ledger/draws",
    "/ledger/cosignatures",
    "/replay",
    "/events",
    "/legal-actions",
)


class Unkept:
    """A game whose last action is stored, and its head not kept: `acted` is what its player was answered."""

    def __init__(self, game: Seated) -> None:
        self.game = game
        self.before = game.get("/checkpoint").text
        self.seat = game.to_act()
        self.acted = self.act()

    def act(self) -> TestResponse:
        return self.game.post("/actions", self.seat, ROLL, idempotency_key=KEY)


@pytest.fixture
def unkept(kronika: Kronika, game: Seated) -> Iterator[Unkept]:
    with no_room_for_heads(kronika):
        yield Unkept(game)


def size_of(note: str) -> int:
    return parse_checkpoint(split(note)[0]).size


def is_over(note: str, entries: bytes) -> bool:
    """Whether it is the head of exactly these entries."""
    head = parse_checkpoint(split(note)[0])
    frontier = Frontier().extend(map(leaf_hash, entries.splitlines()))
    return (head.size, head.root) == (frontier.size, frontier.root())


def test_writers_are_told_that_the_disk_is_full(client: FlaskClient, unkept: Unkept) -> None:
    """The one whose action is stored, whoever repeats it, and all others, of whom nothing is stored."""
    is_problem(unkept.acted, "disk-full")
    stored = unkept.game.get().json["version"]
    assert stored > size_of(unkept.before)
    is_problem(unkept.act(), "disk-full")
    turn = unkept.game.to_act()
    is_problem(unkept.game.post("/actions", turn, unkept.game.legal(turn)[0]), "disk-full")
    is_problem(client.post("/v1/games", json=NEW), "disk-full")
    assert unkept.game.get().json["version"] == stored
    is_problem(client.get("/health/ready"), "disk-full")


def test_no_problem_says_that_nothing_was_stored(unkept: Unkept) -> None:
    for language in ("en", "pl"):
        detail = unkept.game.post(
            "/actions", unkept.seat, ROLL, idempotency_key=KEY, accept_language=language
        ).json["detail"]
        assert "Nothing was stored" not in detail
        assert "Niczego nie zapisano" not in detail


def test_the_checkpoint_is_the_last_that_was_kept(unkept: Unkept) -> None:
    """The same bytes as before, over entries that stand in the log as they did, with proofs for its size."""
    note = unkept.game.get("/checkpoint").text
    assert note == unkept.before
    size = size_of(note)
    assert is_over(note, unkept.game.get(f"/ledger/entries?to={size}").data)
    assert unkept.game.get(f"/ledger/proof?index=0&size={size}").json["size"] == size
    assert unkept.game.get(f"/ledger/consistency?from={size}").json["to"] > size


def test_what_needs_no_signature_is_read_as_ever(unkept: Unkept) -> None:
    answers = {path: unkept.game.get(path, unkept.seat).status_code for path in UNSIGNED}
    assert answers == dict.fromkeys(UNSIGNED, 200)


def test_a_file_with_its_head_inside_is_not_shown_with_another_one(unkept: Unkept) -> None:
    for path in SIGNED_FILES:
        is_problem(unkept.game.get(path, unkept.seat), "disk-full")


def test_a_case_has_no_bundle_with_an_older_head(kronika: Kronika, client: FlaskClient) -> None:
    desk = Desk.at(client)
    number = desk.opened()
    with no_room_for_heads(kronika):
        said = desk.post(f"/disputes/{number}/statements", 2, {"text": "No.", "lang": "pl"})
        is_problem(said, "disk-full")
        is_problem(desk.get(f"/disputes/{number}/bundle"), "disk-full")
        assert desk.get(f"/disputes/{number}").status_code == 200
    assert desk.get(f"/disputes/{number}/bundle").status_code == 200


def test_news_come_without_the_audit_file(kronika: Kronika, game: Seated) -> None:
    """And with it under another ETag once its head is kept."""
    with no_room_for_heads(kronika):
        unkept = Unkept(game)
        news = game.get("/news?audit=0", unkept.seat)
        assert (news.status_code, news.json["audit"]) == (200, None)
        assert news.json["version"] == news.json["document"]["version"] > size_of(unkept.before)
    whole = game.get("/news?audit=0", unkept.seat, if_none_match=news.headers["ETag"])
    assert whole.status_code == 200
    assert size_of(whole.json["audit"]["checkpoint"]) == len(whole.json["audit"]["entries"])


def test_a_game_of_which_no_head_was_kept_has_no_checkpoint(client: FlaskClient, kronika: Kronika) -> None:
    """It is stored all the same, and whoever repeats his request is told of it once there is room."""
    before = set(kronika.store.games())

    def create() -> TestResponse:
        return client.post("/v1/games", json=NEW, headers={"Idempotency-Key": LONG_KEY})

    with no_room_for_heads(kronika):
        is_problem(create(), "disk-full")
        [made] = set(kronika.store.games()) - before
        is_problem(client.get(f"/v1/games/{made}/checkpoint"), "disk-full")
        is_problem(client.get(f"/v1/games/{made}/audit"), "disk-full")
        is_problem(create(), "disk-full")
    assert create().json["id"] == made
    assert size_of(client.get(f"/v1/games/{made}/checkpoint").text) == 1


def test_whoever_has_written_never_gets_the_older_head(unkept: Unkept, client: FlaskClient) -> None:
    """Neither in an answer nor in a refusal that has a checkpoint to sign on top of."""
    game = unkept.game
    refused = [
        unkept.act(),
        game.post("/forks", unkept.seat, {"version": size_of(unkept.before)}, idempotency_key=LONG_KEY),
        client.put(f"{game.url}/suspension", headers=bearer(game.organiser)),
    ]
    for answer in refused:
        assert "checkpoint" not in is_problem(answer, "disk-full")


def test_a_refusal_that_has_a_head_to_sign_on_top_of_has_no_older_one(
    kronika: Kronika, client: FlaskClient
) -> None:
    table = Signing.at(client)
    table.until_first_acts()
    outdated = table.signed(table.legal(1)[0])
    with no_room_for_heads(kronika):
        is_problem(table.act_signed(), "disk-full")
        refused = table.post("/actions", 1, outdated)
        assert "checkpoint" not in is_problem(refused, "disk-full")
    assert size_of(table.post("/actions", 1, outdated).json["checkpoint"]) == table.get().json["version"]


def test_with_room_again_all_goes_on(kronika: Kronika, client: FlaskClient, game: Seated) -> None:
    """What was stored is found done by whoever repeats it, under a head that goes on from the one before."""
    with no_room_for_heads(kronika):
        unkept = Unkept(game)
        stored = game.get().json["version"]
    again = unkept.act()
    assert again.json["version"] == stored == game.get().json["version"]
    assert again.json["checkpoint"] == game.get("/checkpoint").text
    assert client.get("/health/ready").status_code == 200
    sequence(kronika)
    known = Known(older=unkept.before, heads=[kronika.repository.logs.current().head().note])
    report = verify_all({"": game.get("/audit").data}, known)[""]
    assert [level.status for level in report.levels[:2]] == [PASSED, PASSED]
    assert game.act().status_code == 201
