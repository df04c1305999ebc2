"""Files that are signed by the right key and still not well-formed: each is refused, and for its own reason."""

import json
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest

from domain.ledger import note
from domain.ledger.audit import audit_bytes
from domain.ledger.merkle import leaf_hash, tree_root
from domain.ledger.seal import digest, disclosure
from domain.ledger.text import b64, b64u
from tests.verifier import synthetic as toy
from verifier import FAILED, PASSED, Level, verify


def compact(tree: Any) -> str:
    return json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def signed(audit: dict[str, Any], entries: list[str]) -> dict[str, Any]:
    """The audit with other entries, as the service itself would sign them."""
    leaves = [leaf_hash(text.encode()) for text in entries]
    head = note.Checkpoint(toy.ORIGIN, len(leaves), tree_root(leaves))
    return audit | {"entries": entries, "checkpoint": note.sign(head.text(), toy.ORIGIN, toy.PRIVATE)}


def with_entry(i: int, text: str) -> Level:
    audit = toy.begun().audit()
    entries = list(audit["entries"])
    entries[i] = text
    return verify(signed(audit, entries))["L0"]


def changed(number: int, /, **members: Any) -> str:
    tree = json.loads(toy.begun().audit()["entries"][number]) | members
    return compact({name: value for name, value in tree.items() if value != "drop"})


def nested(levels: int) -> list:
    return [nested(levels - 1)] if levels > 1 else []


def test_the_harness_itself():
    assert with_entry(2, changed(2)).status == PASSED
    assert with_entry(2, changed(2, d={"x": nested(14)})).status == PASSED
    assert with_entry(2, changed(2, d={"k" * 64: 2**53 - 1})).status == PASSED


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (changed(2) + " ", "not canonical"),
        (changed(2).replace('"v":1}', '"v":1,"v":1}'), "not canonical"),
        (changed(2).replace('"a":2,', "").replace('"v":1}', '"v":1,"a":2}'), "not canonical"),
        (changed(2).replace("seat:2", "seat\\u003a2"), "not canonical"),
        (changed(2, a=1.5), "no integer"),
        (changed(2, d={"x": float("nan")}), "no integer"),
        (changed(2, d={"x": nested(15)}), "nested more than 16 deep"),
        ("[" * 100_000 + "]" * 100_000, "longer than"),
        (changed(2, d={"k" * 65: 1}), "no ASCII key"),
        (changed(2, d={"é": 1}), "no ASCII key"),
        (changed(2, d={"x": 2**53}), "more than 53 bits"),
        (changed(2, d={"x": "y" * 65_500}), "longer than"),
        ("", "Expecting value"),
        ("3", "no object"),
        (changed(2, i=1), "calls itself entry 1"),
        (changed(2, i="drop"), "'i' is missing"),
        (changed(2, v=2), "'v' is missing or malformed"),
        (changed(2, v=True), "'v' is missing or malformed"),
        (changed(2, at=-1), "'at' is missing or malformed"),
        (changed(2, t=1), "'t' is missing or malformed"),
        (changed(2, by=None), "'by' is missing or malformed"),
        (changed(2, a="1"), "'a' is missing or malformed"),
        (changed(2, d=[]), "'d' is missing or malformed"),
        (changed(2, r=[1]), "'r' is missing or malformed"),
        (changed(2, more=1), "unknown members ['more']"),
        (changed(2, seen=1), "'seen' is missing or malformed"),
        (changed(2, seen={"n": 1}), "'r' is missing"),
        (changed(2, seen={"n": 1, "r": b64(bytes(32)), "x": 1}), "unknown members ['x']"),
        (changed(2, seen={"n": 1, "r": "x"}), "the head seen"),
        (changed(2, seen={"n": 1, "r": b64(bytes(31))}), "the head seen"),
        (changed(2, seen={"n": 1, "r": b64(bytes(32))}), "another log of 1 entries"),
        (changed(2, seen={"n": 3, "r": b64(bytes(32))}), "a longer log than there was"),
    ],
)
def test_malformed_entries(text: str, why: str):
    level = with_entry(2, text)
    assert (level.status, level.entry) == (FAILED, 2)
    assert why in level.detail


CREATED = json.loads(toy.Game().audit()["entries"][0])["d"]


@pytest.mark.parametrize(
    "change",
    [
        {"game": toy.GAME.hex.upper()},
        {"game": "0" * 32},
        {"origin": "play.example.org/x/" + str(toy.GAME)},
        {"origin": "/g/" + str(toy.GAME)},
        {"ruleset": "other"},
        {"edition": "2"},
        {"edition_hash": "0" * 63},
        {"nonce": 1},
        {"draw_roots": CREATED["draw_roots"][:3]},
        {"draw_roots": ["x"] * 4},
        {"draw_roots": [b64(bytes(31))] * 4},
        {"draw_count": 12},
        {"draw_count": 0},
        {"vkey": toy.make_vkey(toy.STRANGER)},
    ],
)
def test_what_entry_0_must_bind(change: dict):
    level = with_entry(0, changed(0, d=CREATED | change))
    assert (level.status, level.entry) == (FAILED, 0)


def test_the_origin_must_be_that_of_the_game_even_when_all_agree_on_another():
    other = "0" * 32
    audit = toy.begun().audit() | {"game": other}
    level = verify(signed(audit, [changed(0, d=CREATED | {"game": other}), *audit["entries"][1:]]))["L0"]
    assert (level.status, level.detail) == (FAILED, "its origin is not that of its game")


def test_a_log_begins_with_the_games_creation():
    assert with_entry(0, changed(0, t="game-started")).entry == 0
    assert verify(signed(toy.begun().audit(), []))["L0"].status == FAILED


PUBLIC = toy.PRIVATE.public_key().public_bytes_raw()


def signed_note(text: str, name: str = toy.ORIGIN, key_id: bytes | None = None) -> str:
    key_id = note.key_id(toy.ORIGIN, PUBLIC) if key_id is None else key_id
    return f"{text}\n— {name} {b64(key_id + toy.PRIVATE.sign(text.encode()))}\n"


GAME = toy.begun()
HEAD = note.Checkpoint(toy.ORIGIN, 4, GAME.frontier.root()).text()


@pytest.mark.parametrize(
    ("checkpoint", "why"),
    [
        (signed_note(HEAD.replace("play", "clay")), "not signed by"),
        (signed_note(HEAD, name="other"), "not signed by"),
        (signed_note(HEAD, key_id=b"1234"), "not signed by"),
        (signed_note(HEAD, key_id=b"12345"), "malformed"),
        (signed_note(HEAD.replace("\n4\n", "\n04\n")), "not a signed note"),
        (signed_note(HEAD.replace("\n4\n", "\n-4\n")), "not a signed note"),
        (signed_note(HEAD.replace("\n4\n", "\n" + "9" * 5000 + "\n")), "not a signed note"),
        (signed_note(HEAD + "more\n"), "not a signed note"),
        (signed_note(HEAD) + signed_note(HEAD).rpartition("\n\n")[2], "not a signed note"),
        (signed_note(HEAD).rstrip("\n"), "not a signed note"),
        (signed_note(HEAD).replace("—", "-"), "not a signed note"),
        (signed_note(f"{toy.ORIGIN}\n4\n{b64(bytes(31))}\n"), "malformed"),
        (signed_note(f"{toy.ORIGIN}\n4\n{b64(bytes(32))}\n"), "not those that the checkpoint signs"),
        (signed_note(HEAD.replace("\n4\n", "\n5\n")), "over 5 entries, the file has 4"),
    ],
)
def test_bad_checkpoints(checkpoint: str, why: str):
    level = verify(GAME.audit() | {"checkpoint": checkpoint})["L0"]
    assert level.status == FAILED
    assert why in level.detail


def key_of_kind(kind: int) -> str:
    material = bytes((kind,)) + PUBLIC
    key_id = sha256(toy.ORIGIN.encode() + b"\n" + material).digest()[:4]
    return f"{toy.ORIGIN}+{key_id.hex()}+{b64encode(material).decode()}"


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "x",
        key_of_kind(2),
        key_of_kind(1)[:-1],
        key_of_kind(1).replace(toy.ORIGIN, "other"),
        key_of_kind(1) + "\n",
        key_of_kind(1).replace("+", " ", 1),
    ],
)
def test_bad_verifier_keys(vkey: str):
    audit = GAME.audit() | {"vkey": vkey}
    level = verify(signed(audit, [changed(0, d=CREATED | {"vkey": vkey})]))["L0"]
    assert level.status == FAILED
    assert "key" in level.detail


def test_a_key_of_our_own_kind_is_good():
    assert key_of_kind(1) == toy.make_vkey(toy.PRIVATE)
    assert verify(GAME.audit() | {"checkpoint": signed_note(HEAD)})["L0"].status == PASSED


def committing(text: str, d: Any, path: str) -> Level:
    """A log whose entry 4 commits this very disclosure, and discloses it at `path`."""
    game = toy.begun()
    game.add(toy.CardsShown(()), d=d)
    return verify(game.audit() | {"disclosures": [{"index": 4, "path": path, "disclosure": text}]})["L2"]


def raw(tree: Any) -> str:
    return b64u(json.dumps(tree).encode())


SALT = b64u(bytes(16))
MEMBER, ELEMENT = disclosure(bytes(16), "card", 1), disclosure(bytes(16), 1)


@pytest.mark.parametrize("text", [MEMBER, raw([SALT, "card", 1])])
def test_a_disclosure_is_hashed_as_it_came(text: str):
    assert committing(text, {"_sd": [digest(text)]}, "/d/card").status == PASSED


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (MEMBER, "/d/other"),
        (MEMBER, "/d/x/card"),
        (raw([SALT, "_sd", 1]), "/d/_sd"),
        (raw([SALT, "...", 1]), "/d/..."),
        (raw([SALT, "open", 1]), "/d/open"),
        (raw([SALT, 1, 1]), "/d/1"),
        (raw([SALT, "card", 1, 2]), "/d/card"),
        (raw([SALT]), "/d/card"),
        (raw([b64u(bytes(15)), "card", 1]), "/d/card"),
        (raw([1, "card", 1]), "/d/card"),
        (raw({"card": 1}), "/d/card"),
        (b64u(b"x"), "/d/card"),
        (b64u(b"\xff"), "/d/card"),
        (b64u(b"[" * 100_000), "/d/card"),
        (ELEMENT, "/d/card"),
    ],
)
def test_bad_disclosures_of_members(text: str, path: str):
    level = committing(text, {"_sd": [digest(text)], "open": 1, "x": {}}, path)
    assert (level.status, level.entry) == (FAILED, 4)


@pytest.mark.parametrize("text", [ELEMENT + "=", ELEMENT[:-1], ELEMENT + "é", "\ud800"])
def test_disclosures_that_are_no_base64(text: str):
    assert committing(text, {"x": [{"...": digest(ELEMENT)}]}, "/d/x/0").status == FAILED


@pytest.mark.parametrize("path", ["/d/x/1", "/d/x", "/d/x/00", "d/x/0", "", "/d/x/0/"])
def test_a_disclosure_of_an_element_somewhere_else(path: str):
    d = {"x": [{"...": digest(ELEMENT)}, {"...": digest(MEMBER)}]}
    assert committing(ELEMENT, d, "/d/x/0").status == PASSED
    level = committing(ELEMENT, d, path)
    assert (level.status, level.entry) == (FAILED, 4)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"format"', b' "format"'),
        (b'"draws":[', b'"draws":[],"draws":['),
        (b"play.example", b"\\u0070lay.example"),
        (b"kronika-audit/1", b"kronika-audit/2"),
        (b'"ruleset":"toy"', b'"ruleset":"\xff"'),
    ],
)
def test_a_file_that_is_spelt_otherwise(old: bytes, new: bytes):
    data = audit_bytes(GAME.audit())
    assert verify(data)["L0"].status == PASSED
    report = verify(data.replace(old, new, 1))
    assert [level.status for level in report.levels] == [FAILED, *["not available"] * 3]


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b"\xff", b"[" * 100_000, b"1.5"])
def test_what_is_no_audit_file_at_all(data: bytes):
    assert verify(data)["L0"].status == FAILED


ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


@pytest.mark.parametrize("member", ["key", "path"])
def test_base64_with_stray_bits(member: str):
    """The last digit of 32 bytes has two bits that mean nothing; they must be zero."""
    game = toy.begun()
    game.add(game.roll(0, 0))
    draw = game.audit()["draws"][0]
    text = draw["key"].replace("-", "+").replace("_", "/") if member == "key" else draw["path"][0]
    digits = text.rstrip("=")
    stray = digits[:-1] + ALPHABET[ALPHABET.index(digits[-1]) + 1] + text[len(digits) :]
    spelt = stray.replace("+", "-").replace("/", "_") if member == "key" else [stray, *draw["path"][1:]]
    level = verify(game.audit() | {"draws": [draw | {member: spelt}]})["L3"]
    assert level.status == FAILED
    assert "base64" in level.detail
