"""Seats with a key of their own: what they do is theirs, at its one place in the log, and nobody else's."""

from __future__ import annotations

import secrets
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from flask import Flask
from flask.testing import FlaskClient

from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.signed_actions import action_hash, read_disclosure
from domain.ledger.text import b64, b64u
from service.log.verifying import rules_level
from service.operation.app import Kronika
from tests.api.kit import bearer
from tests.api.signing import Signing
from verifier import FAILED, NOT_AVAILABLE, PASSED, verify


@pytest.fixture
def table(client: FlaskClient) -> Signing:
    """Seat 1, which has a key, is to act."""
    game = Signing.at(client)
    game.until_first_acts()
    return game


def version(game: Signing) -> int:
    return int(game.get().json["version"])


def refused(game: Signing, body: Any, status: int, kind: str, seat: int | None = 1) -> dict[str, Any]:
    """A refusal that leaves nothing behind."""
    before = game.entries()
    answer = game.post("/actions", seat, body)
    assert (answer.status_code, answer.json["type"]) == (status, f"/problems/{kind}"), answer.text
    assert game.entries() == before
    return dict(answer.json)


def test_a_signed_action_is_done_and_its_signature_stands_in_the_log(table: Signing) -> None:
    action, before = table.legal(1)[0], table.entries()
    body = table.signed(action)
    answer = table.post("/actions", 1, body)
    assert answer.status_code == 201, answer.text
    new = [orjson.loads(entry) for entry in table.entries()[len(before) :]]
    h = b64u(action_hash(body["signed"]["disclosure"]))
    assert new[0]["sig"] == {"h": h, "s": body["signed"]["s"]}
    assert all("sig" not in entry for entry in new[1:])
    assert {entry["a"] for entry in new} == {new[0]["a"]}


def test_the_audit_file_passes_and_every_level_looks_at_the_signature(table: Signing) -> None:
    table.act_signed()
    table.over()
    file = table.get("/audit").json
    report = verify(file)
    assert [report[name].status for name in ("L0", "L2", "L3")] == [PASSED] * 3, report.as_dict()
    assert "2 signatures of seats good" in report["L2"].detail
    assert rules_level(file).status == PASSED


def test_a_seat_with_a_key_acts_signed_only(table: Signing) -> None:
    said = refused(table, table.legal(1)[0], 403, "forbidden")
    assert "signed" in said["detail"]
    for path, body in (("/undo-requests", {}), ("/undo-requests/1/answers", {"accept": True})):
        before = table.entries()
        assert table.post(path, 1, body).status_code == 403
        assert table.entries() == before


def test_a_seat_without_a_key_signs_nothing(client: FlaskClient) -> None:
    game = Signing.at(client)
    while game.to_act() != 2:
        game.act_signed()
    refused(game, game.signed(game.legal(2)[0], seat=2), 422, "malformed", seat=2)


def test_a_signature_is_for_one_place_of_one_log_by_one_key(table: Signing, client: FlaskClient) -> None:
    action, entries = table.legal(1)[0], table.entries()
    stranger = Ed25519PrivateKey.generate()
    forked = [*entries[:-1], entries[-1].replace(b'"at":', b'"at":1')]
    for body in (
        table.signed(action, key=stranger),
        table.signed(action, entries=forked),
        table.signed(action, seat=2),
        table.signed(action, game=Signing.at(client).id),
    ):
        said = refused(table, body, 422, "malformed")
        assert [*said["errors"]] == ["signed.s"]
    other = table.signed(action)
    other["signed"]["disclosure"] = table.signed(action)["signed"]["disclosure"]
    refused(table, other, 422, "malformed")


def test_the_signature_is_checked_before_the_rules(table: Signing) -> None:
    nonsense = {"type": "fill-line", "castle": "nowhere", "line": 1, "dice": ["infantry-1"]}
    refused(table, table.signed(nonsense, key=Ed25519PrivateKey.generate()), 422, "malformed")


def test_what_the_rules_forbid_is_refused_though_it_is_signed(client: FlaskClient) -> None:
    game = Signing.at(client)
    while game.to_act() != 2:
        game.act_signed()
    refused(game, game.signed({"type": "roll"}), 409, "not-your-turn")


@pytest.mark.parametrize("off", [-1, 1, 1000])
def test_what_was_signed_for_another_version_is_stale(table: Signing, off: int) -> None:
    said = refused(table, table.signed(table.legal(1)[0], n=version(table) + off), 412, "stale")
    assert said["version"] == version(table)
    assert said["checkpoint"] == table.get("/checkpoint").text


def test_nothing_signed_is_good_after_the_game_has_moved_on(table: Signing) -> None:
    body = table.signed(table.legal(1)[0])
    table.act_signed()
    refused(table, body, 412, "stale")


def test_the_same_signed_action_again_gets_the_first_answer_again(table: Signing) -> None:
    body = table.signed(table.legal(1)[0])
    first = table.post("/actions", 1, body)
    table.until_first_acts()
    table.act_signed()
    after = table.entries()
    again = table.post("/actions", 1, body)
    assert (again.status_code, again.data) == (201, first.data)
    assert table.entries() == after


def test_what_somebody_else_has_signed_is_not_answered(table: Signing) -> None:
    body = table.signed(table.legal(1)[0])
    table.post("/actions", 1, body)
    refused(table, body, 409, "gone-elsewhere", seat=2)
    refused(table, body, 401, "unauthenticated", seat=None)


def test_concurrent_retries_do_one_thing(table: Signing, app: Flask) -> None:
    body, before = table.signed(table.legal(1)[0]), version(table)
    headers = bearer(table.tokens[1])

    def post(_: int) -> Any:
        return app.test_client().post(f"{table.url}/actions", json=body, headers=headers)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(post, range(8)))
    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.data for answer in answers}) == 1
    assert version(table) == before + len(answers[0].json["events"])


def test_concurrent_different_actions_do_one_thing(table: Signing, app: Flask) -> None:
    bodies = [table.signed(table.legal(1)[0]) for _ in range(6)]
    headers = bearer(table.tokens[1])

    def post(body: Any) -> int:
        return app.test_client().post(f"{table.url}/actions", json=body, headers=headers).status_code

    with ThreadPoolExecutor(6) as pool:
        statuses = sorted(pool.map(post, bodies))
    assert statuses == [201, 412, 412, 412, 412, 412]


@pytest.mark.parametrize(
    "disclosure",
    [
        "AAAA",
        b64u(b"[]"),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA"]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"type":"roll"} ]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"type":1}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA","type",{"type":"roll"}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAA",{"type":"roll"}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"n":1.5,"type":"roll"}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"type":"roll","label":{}}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"type":"no-such-action"}]'),
        b64u(b'["AAAAAAAAAAAAAAAAAAAAAA",{"type":"table.undo-request"}]'),
        b64u(b"[" * 2000),
        "=",
        "\u00e9",
    ],
)
def test_disclosures_are_written_the_one_way(table: Signing, disclosure: str) -> None:
    body = table.signed({"type": "roll"})
    body["signed"]["disclosure"] = disclosure
    refused(table, body, 422, "malformed")


@pytest.mark.parametrize("size", [0, 15, 17])
def test_a_salt_has_16_bytes(table: Signing, size: int) -> None:
    said = refused(table, table.signed(table.legal(1)[0], salt=bytes(size)), 422, "malformed")
    assert [*said["errors"]] == ["signed.disclosure"]


@pytest.mark.parametrize(
    "change",
    [
        {"n": "5"},
        {"n": 2**60},
        {"s": "A"},
        {"s": "A" * 85 + "B"},
        {"more": 1},
    ],
)
def test_what_is_signed_has_its_form(table: Signing, change: dict[str, Any]) -> None:
    body = table.signed({"type": "roll"})
    refused(table, {"signed": {**body["signed"], **change}}, 422, "malformed")
    refused(table, {**body, "type": "roll"}, 422, "malformed")


# -- taking back


def test_a_seat_takes_back_what_it_signed(table: Signing) -> None:
    taken = _filled(table)
    body = table.signed({"type": "table.undo-request"})
    before = len(table.entries())
    answer = table.post("/undo-requests", 1, body)
    assert (answer.status_code, answer.json["status"]) == (201, "granted"), answer.text
    entries = [orjson.loads(entry) for entry in table.entries()]
    assert [entry["t"] for entry in entries[before:]] == ["undo-requested", "rewound"]
    assert ("sig" in entries[before], "sig" in entries[before + 1]) == (True, False)
    assert table.post("/undo-requests", 1, body).data == answer.data
    again = table.post("/actions", 1, taken)
    assert again.status_code == 201, "what was taken back was done; its first answer is given again"
    assert len(table.entries()) == len(entries)
    table.over()
    file = table.get("/audit").json
    assert verify(file)["L2"].status == PASSED
    assert rules_level(file).status == PASSED


def _filled(table: Signing) -> dict[str, Any]:
    """Seat 1 throws until it has filled a line, which may be taken back; what it posted for that."""
    while True:
        table.until_first_acts()
        fills = [action for action in table.legal(1) if action["type"] == "fill-line"]
        body = table.signed(fills[0] if fills else table.legal(1)[0])
        assert table.post("/actions", 1, body).status_code == 201
        if fills:
            return body


def test_what_is_asked_of_the_table_is_posted_where_it_belongs(table: Signing) -> None:
    before = table.entries()
    for path, action in (
        ("/undo-requests", {"type": "roll"}),
        ("/undo-requests", {"type": "table.undo-answer", "request": 1, "accept": True}),
        ("/undo-requests", {"type": "table.undo-request", "to_version": None}),
        ("/undo-requests/1/answers", {"type": "table.undo-request"}),
        ("/undo-requests/1/answers", {"type": "table.undo-answer", "request": 2, "accept": True}),
    ):
        assert table.post(path, 1, table.signed(action)).status_code == 422
    assert table.entries() == before


# -- who learns what was signed


def disclosed(game: Signing, seat: int | None) -> set[int]:
    rows = game.get("/ledger/disclosures", seat).json["disclosures"]
    return {row["index"] for row in rows if row["path"] == "/sig"}


def test_a_public_action_is_disclosed_to_everybody(table: Signing) -> None:
    n = version(table)
    body = table.signed(table.legal(1)[0])
    table.post("/actions", 1, body)
    row = {"index": n, "path": "/sig", "disclosure": body["signed"]["disclosure"]}
    for seat in (None, 1, 2):
        assert row in table.get("/ledger/disclosures", seat).json["disclosures"]


def test_what_names_a_secret_is_disclosed_to_its_seat_until_the_game_is_over(client: FlaskClient) -> None:
    game = Signing.at(client, ruleset="romans")
    for _ in range(3):
        assert game.act_signed().status_code == 201
    mine, others = disclosed(game, 1), disclosed(game, 2)
    assert others == disclosed(game, None)
    secret = mine - others
    assert secret, "orders are secret as long as they are sealed"
    file = game.get("/audit").json
    assert verify(file)["L2"].status == PASSED
    assert rules_level(file).status == NOT_AVAILABLE
    game.over()
    assert disclosed(game, None) == mine
    file = game.get("/audit").json
    assert rules_level(file).status == PASSED
    without = {**file, "disclosures": [row for row in file["disclosures"] if row["path"] != "/sig"]}
    assert verify(without)["L2"].status == PASSED
    assert rules_level(without).status == NOT_AVAILABLE
    _an_action_that_was_not_done_fails(file, max(secret))


def _an_action_that_was_not_done_fails(file: dict[str, Any], index: int) -> None:
    """L4 asks for the very action; another one of the seat, though it was signed, does not lead there."""
    rows = [row for row in file["disclosures"] if row["path"] == "/sig"]
    own = next(row for row in rows if row["index"] == index)
    done = read_disclosure(own["disclosure"])
    other = next(row for row in rows if read_disclosure(row["disclosure"]) != done)
    own["disclosure"] = other["disclosure"]
    assert verify(file)["L2"].status == FAILED
    assert rules_level(file).status == FAILED


# -- where it goes from here


def test_an_import_keeps_what_was_signed(table: Signing, kronika: Kronika, tmp_path: Any) -> None:
    from api.app import create_app
    from service.operation.app import compose, prepare
    from service.system.settings import Settings

    table.act_signed()
    table.over()
    file = table.get("/export").data
    settings = Settings(database=f"sqlite:///{tmp_path / 'k.db'}", data=tmp_path)
    prepare(settings)
    abroad = compose(settings)
    client = create_app(abroad).test_client()
    taken = client.post("/v1/imports", data=file, content_type="application/json")
    assert taken.status_code == 201, taken.text
    assert client.get(f"{table.url}/export").data == file
    abroad.close()


def test_a_fork_is_free_of_keys(table: Signing, client: FlaskClient) -> None:
    table.act_signed()
    made = table.post("/forks", 1, {"version": version(table)})
    assert made.status_code == 201, made.text
    fork, token = made.json["id"], bearer(made.json["token"])
    actions = client.get(f"/v1/games/{fork}/legal-actions", headers=token).json["actions"]
    assert client.post(f"/v1/games/{fork}/actions", json=actions[0], headers=token).status_code == 201


# -- the head that a client has seen


def seen(game: Signing, n: int) -> dict[str, Any]:
    return {"n": n, "r": b64(tree_root([leaf_hash(entry) for entry in game.entries()[:n]]))}


@pytest.fixture
def unsigned(client: FlaskClient) -> Signing:
    """Seat 2, which has no key, is to act."""
    game = Signing.at(client)
    while game.to_act() != 2:
        game.act_signed()
    return game


@pytest.mark.parametrize("behind", [0, 1, 3])
def test_the_head_that_a_client_has_seen_stands_in_the_log(unsigned: Signing, behind: int) -> None:
    head = seen(unsigned, version(unsigned) - behind)
    before = len(unsigned.entries())
    answer = unsigned.post("/actions", 2, {**unsigned.legal(2)[0], "seen": head})
    assert answer.status_code == 201, answer.text
    new = [orjson.loads(entry) for entry in unsigned.entries()[before:]]
    assert new[0]["seen"] == head
    assert all("seen" not in entry for entry in new[1:])
    assert verify(unsigned.get("/audit").json)["L0"].status == PASSED


def test_a_head_of_another_log_is_a_split_view(unsigned: Signing) -> None:
    action, now = unsigned.legal(2)[0], version(unsigned)
    for head in (
        {"n": now, "r": b64(secrets.token_bytes(32))},
        {"n": now - 1, "r": seen(unsigned, now)["r"]},
        {"n": now + 1, "r": seen(unsigned, now)["r"]},
    ):
        said = refused(unsigned, {**action, "seen": head}, 409, "split-view", seat=2)
        assert said["checkpoint"] == unsigned.get("/checkpoint").text


@pytest.mark.parametrize("head", [None, 1, {"n": 1}, {"n": -1, "r": "A" * 43 + "="}, {"n": 1, "r": "A" * 43}])
def test_a_head_has_its_form(unsigned: Signing, head: Any) -> None:
    refused(unsigned, {**unsigned.legal(2)[0], "seen": head}, 422, "malformed", seat=2)


def test_a_retry_may_have_seen_more(unsigned: Signing) -> None:
    action, headers = unsigned.legal(2)[0], {"Idempotency_Key": "once"}
    first = unsigned.post("/actions", 2, {**action, "seen": seen(unsigned, 1)}, **headers)
    again = unsigned.post("/actions", 2, {**action, "seen": seen(unsigned, 2)}, **headers)
    assert (again.status_code, again.data) == (201, first.data)


def test_the_log_spells_the_head_in_its_one_way(unsigned: Signing) -> None:
    """JSON knows no integers: 5.0 is 5. In an entry it would be what no verifier takes, and nobody could read the game."""
    head, before = seen(unsigned, version(unsigned)), unsigned.entries()
    action = unsigned.legal(2)[0]
    answer = unsigned.post("/actions", 2, {**action, "seen": {**head, "n": float(head["n"])}})
    assert answer.status_code == 201, answer.text
    assert orjson.loads(unsigned.entries()[len(before)])["seen"] == head
    assert verify(unsigned.get("/audit").json)["L0"].status == PASSED
