"""Logs that are signed by the right key and still not well-formed: each is refused, and for its own reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.verifier.chance import GAME
from tests.verifier.games import begun
from tests.verifier.primitives import b64, b64u, digest_of, jcs, key_id, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Audit, Log, file_bytes, signed_again
from verifier import FAILED, NOT_AVAILABLE, PASSED, Level, verify


def with_entry(i: int, text: str, level: str = "L0") -> Level:
    """What a level says of a log with this entry, signed by the operator."""
    audit = begun().audit()
    audit["entries"][i] = text
    return verify(signed_again(audit))[level]


def changed(i: int, /, **members: Any) -> str:
    tree = begun().trees[i] | members
    return jcs({name: value for name, value in tree.items() if value != "drop"})


def nested(levels: int) -> list[Any]:
    return [nested(levels - 1)] if levels > 1 else []


def test_the_harness_itself() -> None:
    for text in (
        changed(5),
        changed(5, d={"x": nested(14)}),
        changed(5, d={"k" * 64: 2**53 - 1}),
        changed(5, a=5),
    ):
        assert with_entry(5, text).status == PASSED


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (changed(5) + " ", "not canonical"),
        (changed(5).replace('"v":1}', '"v":1,"v":1}'), "not canonical"),
        (changed(5).replace('"a":6,', "").replace('"v":1}', '"v":1,"a":6}'), "not canonical"),
        (changed(5).replace("table", "\\u0074able"), "not canonical"),
        (changed(5, a=1.5), "no integer"),
        (changed(5, d={"x": float("nan")}), "no integer"),
        (changed(5, d={"x": nested(15)}), "nested more than 16 deep"),
        ("[" * 100_000 + "]" * 100_000, "longer than"),
        (changed(5, d={"k" * 65: 1}), "no ASCII key"),
        (changed(5, d={"é": 1}), "no ASCII key"),
        (changed(5, d={"x": 2**53}), "more than 53 bits"),
        (changed(5, d={"x": "y" * 65_500}), "longer than"),
        ("", "Expecting value"),
        ("3", "no object"),
        (changed(5, i=1), "calls itself entry 1"),
        (changed(5, i="drop"), "'i' is missing"),
        (changed(5, v=2), "'v' is missing or malformed"),
        (changed(5, v=True), "'v' is missing or malformed"),
        (changed(5, at=-1), "'at' is missing or malformed"),
        (changed(5, t=1), "'t' is missing or malformed"),
        (changed(5, by=None), "'by' is missing or malformed"),
        (changed(5, by="seat:0"), "'by' is missing or malformed"),
        (changed(5, by="seat:01"), "'by' is missing or malformed"),
        (changed(5, by="referee"), "'by' is missing or malformed"),
        (changed(5, by="organiser:1"), "'by' is missing or malformed"),
        (changed(5, a="1"), "'a' is missing or malformed"),
        (changed(5, a=7), "belongs to action 7, out of order"),
        (changed(5, a=4), "belongs to action 4, out of order"),
        (changed(5, d=[]), "'d' is missing or malformed"),
        (changed(5, r=[1]), "'r' is missing or malformed"),
        (changed(5, more=1), "unknown members ['more']"),
        (changed(5, seen=1), "'seen' is missing or malformed"),
        (changed(5, seen={"n": 1}), "'r' is missing"),
        (changed(5, seen={"n": 1, "r": b64(bytes(32)), "x": 1}), "unknown members ['x']"),
        (changed(5, seen={"n": 1, "r": "x"}), "the head seen"),
        (changed(5, seen={"n": 1, "r": b64(bytes(31))}), "the head seen"),
        (changed(5, seen={"n": 1, "r": b64(bytes(32))}), "another log of 1 entries"),
        (changed(5, seen={"n": 6, "r": b64(bytes(32))}), "a longer log than there was"),
        (changed(5, sig=1), "'sig' is missing or malformed"),
        (changed(5, sig={"h": b64u(bytes(32))}), "'s' is missing"),
        (changed(5, sig={"s": b64u(bytes(63))}), "'s' is missing or malformed"),
        (changed(5, sig={"s": b64u(bytes(64)), "h": None}), "'h' is missing or malformed"),
        (changed(5, sig={"s": b64u(bytes(64)), "x": 1}), "unknown members ['x']"),
        (changed(5, d={"x": {"of": "0/d/x", "to": 1}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": ["1"]}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": [True]}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": [-1]}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": []}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": [2, 1]}}), "malformed seats"),
        (changed(5, d={"x": {"of": "0/d/x", "to": [1, 1], "value": 1}}), "malformed seats"),
        (changed(5, d={"epoch": 0, "slot": 0, "order": 1, "of": [], "refs": []}), "is not hidden"),
        (changed(5, d={"x": [{"epoch": 0, "slot": 0, "order": [1], "of": [1], "refs": []}]}), "is not hidden"),
    ],
)  # fmt: skip
def test_malformed_entries(text: str, why: str) -> None:
    level = with_entry(5, text)
    assert (level.status, level.entry) == (FAILED, 5)
    assert why in level.detail


CREATED = Log().trees[0]["d"]
PLACE = {"id": "0" * 32, "number": 0, "games": 1, "path": []}


@pytest.mark.parametrize(
    "change",
    [
        {"game": GAME.hex.upper()},
        {"game": "0" * 32},
        {"game": "x" * 32},
        {"origin": f"play.example.org/x/{GAME}"},
        {"origin": f"/g/{GAME}"},
        {"origin": f"play.example.org/g/{GAME.hex}"},
        {"ruleset": "other"},
        {"edition": "2"},
        {"edition_hash": "0" * 63},
        {"edition_hash": "A" * 64},
        {"nonce": 1},
        {"nonce": b64u(bytes(15))},
        {"rules": 0},
        {"seats": 0},
        {"seats": 256},
        {"seats": True},
        {"options": None},
        {"undo": None},
        {"visibility": 1},
        {"disputes": True},
        {"draw_roots": CREATED["draw_roots"][:3]},
        {"draw_roots": ["x"] * 4},
        {"draw_roots": [b64(bytes(31))] * 4},
        {"draw_count": 12},
        {"draw_count": 0},
        {"vkey": vkey_of(Log().origin, STRANGER.public)},
        {"more": 1},
        {"tournament": None},
        {"tournament": PLACE | {"id": "0" * 31}},
        {"tournament": PLACE | {"id": "A" * 32}},
        {"tournament": PLACE | {"number": 1}},
        {"tournament": PLACE | {"games": 0}},
        {"tournament": PLACE | {"games": 2}},
        {"tournament": PLACE | {"path": [b64(bytes(32))]}},
        {"tournament": PLACE | {"games": 2, "path": [b64(bytes(31))]}},
        {"tournament": PLACE | {"more": 1}},
    ],
    ids=str,
)
def test_what_entry_0_must_bind(change: dict[str, Any]) -> None:
    level = with_entry(0, changed(0, d=CREATED | change))
    assert (level.status, level.entry) == (FAILED, 0)


@pytest.mark.parametrize("name", CREATED)
def test_nothing_may_be_missing_in_entry_0(name: str) -> None:
    level = with_entry(0, changed(0, d={n: value for n, value in CREATED.items() if n != name}))
    assert (level.status, level.entry) == (FAILED, 0)


def test_the_origin_must_be_that_of_the_game_even_when_all_agree_on_another() -> None:
    audit = begun().audit() | {"game": "0" * 32}
    audit["entries"][0] = changed(0, d=CREATED | {"game": "0" * 32})
    level = verify(signed_again(audit))["L0"]
    assert (level.status, level.detail) == (FAILED, "its origin is not that of its game")


def test_a_log_begins_with_the_games_creation() -> None:
    assert with_entry(0, changed(0, t="game-started")).entry == 0
    assert verify(signed_again(begun().audit() | {"entries": []}))["L0"].status == FAILED


LOG = begun()
HEAD = LOG.head()


def note(text: str, name: str = LOG.origin, keyid: bytes | None = None) -> str:
    keyid = key_id(LOG.origin, OPERATOR.public) if keyid is None else keyid
    return f"{text}\n— {name} {b64(keyid + OPERATOR.sign(text.encode()))}\n"


@pytest.mark.parametrize(
    ("checkpoint", "why"),
    [
        (note(HEAD.replace("play", "clay")), "not signed by"),
        (note(HEAD, name="other"), "not signed by"),
        (note(HEAD, keyid=b"1234"), "not signed by"),
        (note(HEAD, keyid=b"12345"), "malformed"),
        (note(HEAD.replace("\n6\n", "\n06\n")), "not a signed note"),
        (note(HEAD.replace("\n6\n", "\n-6\n")), "not a signed note"),
        (note(HEAD.replace("\n6\n", "\n" + "9" * 5000 + "\n")), "not a signed note"),
        (note(HEAD + "more\n"), "not a signed note"),
        (note(HEAD) + note(HEAD).rpartition("\n\n")[2], "not a signed note"),
        (note(HEAD).rstrip("\n"), "not a signed note"),
        (note(HEAD).replace("—", "-"), "not a signed note"),
        (note(f"{LOG.origin}\n6\n{b64(bytes(31))}\n"), "malformed"),
        (note(f"{LOG.origin}\n6\n{b64(bytes(32))}\n"), "not those that the checkpoint signs"),
        (note(HEAD.replace("\n6\n", "\n5\n")), "over 5 entries, the file has 6"),
        (note(HEAD).replace("\n6\n", "\n5\n"), "signature is not good"),
    ],
)
def test_bad_checkpoints(checkpoint: str, why: str) -> None:
    level = verify(LOG.audit() | {"checkpoint": checkpoint})["L0"]
    assert level.status == FAILED
    assert why in level.detail


VKEY = vkey_of(LOG.origin, OPERATOR.public)


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "x",
        vkey_of(LOG.origin, OPERATOR.public, 2),
        vkey_of(LOG.origin, OPERATOR.public, 4),
        VKEY[:-1],
        VKEY.replace(LOG.origin, "other"),
        VKEY + "\n",
        VKEY.replace("+", " ", 1),
    ],
)
def test_bad_verifier_keys(vkey: str) -> None:
    audit = LOG.audit() | {"vkey": vkey}
    audit["entries"][0] = changed(0, d=CREATED | {"vkey": vkey})
    level = verify(signed_again(audit))["L0"]
    assert level.status == FAILED
    assert "key" in level.detail


def logged(d: Any, disclosures: list[dict[str, Any]]) -> Audit:
    """A log whose entry 6 has this data, with these disclosures."""
    log = begun()
    log.add("cards-shown", d)
    return log.audit() | {"disclosures": disclosures}


def committing(text: str, d: Any, path: str) -> Level:
    return verify(logged(d, [{"index": 6, "path": path, "disclosure": text}]))["L2"]


def raw(tree: Any) -> str:
    return b64u(json.dumps(tree).encode())


def digest(text: str) -> str:
    return b64u(digest_of(text.encode()))


SALT = b64u(bytes(16))
MEMBER, ELEMENT = (b64u(jcs([SALT, *name, 1]).encode()) for name in (["card"], []))


@pytest.mark.parametrize("text", [MEMBER, raw([SALT, "card", 1])])
def test_a_disclosure_is_hashed_as_it_came(text: str) -> None:
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
        ("é", "/d/card"),
    ],
)
def test_disclosures_that_do_not_fit(text: str, path: str) -> None:
    level = committing(text, {"_sd": [digest(text)], "open": 1}, path)
    assert (level.status, level.entry) == (FAILED, 6)


def test_a_disclosure_twice() -> None:
    row = {"index": 6, "path": "/d/card", "disclosure": MEMBER}
    assert "disclosed twice" in verify(logged({"_sd": [digest(MEMBER)]}, [row, row]))["L2"].detail


@pytest.mark.parametrize("path", ["/d/x/1", "/d/x", "/d/0", ""])
def test_an_element_at_another_place(path: str) -> None:
    d = {"x": [{"...": digest(ELEMENT)}, {"...": digest(MEMBER)}]}
    assert committing(ELEMENT, d, "/d/x/0").status == PASSED
    assert committing(ELEMENT, d, path).status == FAILED


@pytest.mark.parametrize(
    "d",
    [
        {"_sd": sorted([digest("a"), digest("b")], reverse=True)},
        {"_sd": [digest("a")] * 2},
        {"_sd": []},
        {"_sd": digest("a")},
        {"_sd": ["x"]},
        {"_sd": [1]},
        {"x": {"...": digest("a")}},
        {"x": [{"...": digest("a"), "y": 1}]},
        {"x": [{"...": "x"}]},
        {"x": [{"...": digest("a")}], "_sd": [digest("a")]},
        {"x": {"of": "6/d/card", "to": [1]}, "_sd": [digest("a")]},
        {"x": {"of": "5/d/card", "to": [1]}},
        {"x": {"of": "06/d/card", "to": [1]}},
        {"x": {"of": 6, "to": [1]}},
        {"x": {"of": "0/sig", "to": [1]}},
    ],
    ids=str,
)
def test_malformed_commitments_and_openings(d: dict[str, Any]) -> None:
    level = verify(logged(d, []))["L2"]
    assert (level.status, level.entry) == (FAILED, 6)


@pytest.mark.parametrize("opening", [{"to": [1], "value": "x"}, {"to": [0]}, {"to": [0, 1]}], ids=str)
def test_a_value_stands_where_everybody_is_to_know_it_and_only_there(opening: dict[str, Any]) -> None:
    log = begun()
    log.add("card-chosen", {"_sd": [digest("a")]})
    log.add("cards-shown", {"card": {"of": "6/d/card"} | opening})
    level = verify(log.audit())["L2"]
    assert (level.status, level.entry) == (FAILED, 7)
    assert "if and only if everybody" in level.detail


@pytest.mark.parametrize("shown", [True, 1.0, "1", [1]])
def test_a_value_of_another_kind_is_another_value(shown: Any) -> None:
    """In Python True == 1; in JSON it is not."""
    log = begun()
    log.add("card-chosen", {"_sd": [digest(MEMBER)]})
    log.add("cards-shown", {"card": {"of": "6/d/card", "to": [0], "value": shown}})
    row = {"index": 6, "path": "/d/card", "disclosure": MEMBER}
    assert not verify(log.audit() | {"disclosures": [row]}).ok


HIDDEN = {"...": digest("a")}


@pytest.mark.parametrize(
    "draw",
    [
        {"epoch": 4, "slot": 0, "sides": [6], "values": [1]},
        {"epoch": 0, "slot": 8, "sides": [6], "values": [1]},
        {"epoch": True, "slot": 0, "sides": [6], "values": [1]},
        {"epoch": 0, "slot": 0, "sides": [6, 6], "values": [1]},
        {"epoch": 0, "slot": 0, "sides": [0], "values": [1]},
        {"epoch": 0, "slot": 0, "sides": "6", "values": [1]},
        {"epoch": 0, "slot": 0, "order": [HIDDEN], "of": [1], "refs": ["4/d"]},
        {"epoch": 0, "slot": 0, "order": [HIDDEN, {"...": digest("b")}], "of": [1], "refs": []},
        {"epoch": 0, "slot": 0, "order": [HIDDEN], "of": [], "refs": [1]},
        {"epoch": 0, "slot": 0, "order": [HIDDEN], "of": [], "refs": ["4/d/x"]},
        {"epoch": 0, "slot": 0, "order": [], "of": 1, "refs": []},
    ],
    ids=str,
)
def test_malformed_draws(draw: dict[str, Any]) -> None:
    report = verify(logged({"x": [draw]}, []))
    assert (report["L2"].status, report["L3"].status, report["L3"].entry) == (PASSED, FAILED, 6)


def test_a_draw_that_takes_too_much_of_its_stream() -> None:
    log = begun()
    log.served[0, 0] = "throw"
    log.add("dice-rolled", {"draw": {"epoch": 0, "slot": 0, "sides": [2] * 1021, "values": [1] * 1021}})
    assert "more than 8160 bytes" in verify(log.audit())["L3"].detail


DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@pytest.mark.parametrize("member", ["key", "path"])
def test_base64_with_stray_bits(member: str) -> None:
    """The last digit of 32 bytes has two bits that mean nothing; they must be zero."""
    log = begun()
    log.throw()
    draw = log.audit()["draws"][0]
    text = (draw["key"] if member == "key" else draw["path"][0]).rstrip("=")
    stray = text[:-1] + DIGITS[DIGITS.index(text[-1]) + 1]
    spelt = stray if member == "key" else [stray + "=", *draw["path"][1:]]
    level = verify(log.audit() | {"draws": [draw | {member: spelt}]})["L3"]
    assert level.status == FAILED
    assert "base64" in level.detail


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
def test_a_file_that_is_spelt_otherwise(old: bytes, new: bytes) -> None:
    data = file_bytes(LOG.audit())
    assert verify(data)["L0"].status == PASSED
    report = verify(data.replace(old, new, 1))
    assert [level.status for level in report.levels] == [FAILED, *[NOT_AVAILABLE] * 3]


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b"\xff", b"[" * 100_000, b"1.5"])
def test_what_is_no_audit_file_at_all(data: bytes) -> None:
    assert verify(data)["L0"].status == FAILED


def test_an_object_with_what_no_file_can_hold() -> None:
    """Half of a character beyond U+FFFF, which JSON can escape and UTF-8 cannot write."""
    audit, half = LOG.audit(), "\ud800"
    for bad in (
        {"checkpoint": audit["checkpoint"].replace("play", half)},
        {"cosignatures": [{"vkey": VKEY.replace("play", half), "note": audit["checkpoint"]}]},
        {"entries": [half]},
        {"origin": half},
    ):
        assert verify(audit | bad)["L0"].status == FAILED
    assert (
        verify(audit | {"disclosures": [{"index": 3, "path": half, "disclosure": half}]})["L2"].status
        == FAILED
    )
    assert verify(audit | {"seeds": [{"seat": 1, "seed": half}]})["L3"].status == FAILED


def test_a_value_that_is_nested_too_deep() -> None:
    for depth in range(100, 1000, 25):
        text = b64u(f'["{SALT}","card",{"[" * depth}{"]" * depth}]'.encode())
        log = begun()
        log.add("card-chosen", {"_sd": [digest(text)]})
        log.add("cards-shown", {"card": {"of": "6/d/card", "to": [0], "value": 1}})
        row = {"index": 6, "path": "/d/card", "disclosure": text}
        assert verify(log.audit() | {"disclosures": [row]})["L2"].status == FAILED
