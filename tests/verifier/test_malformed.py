"""Logs that are signed by the right key and still not well-formed: each is refused, and for its own reason."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.verifier.chance import GAME
from tests.verifier.games import begun
from tests.verifier.primitives import b64, b64u, digest_of, jcs, key_id, vkey_of
from tests.verifier.synthetic import OPERATOR, STRANGER, Audit, Log, file_bytes, resigned, signed_again
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
        {"table": 0},
        {"table": "1"},
        {"table": None},
        {"disputes": {"pause": True}},
        {"meeting": "0" * 31},
        {"meeting": "A" * 32},
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


@pytest.mark.parametrize("name", sorted(CREATED.keys() - {"table"}))
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


def logged(t: str, d: Any, disclosures: list[dict[str, Any]] | None = None) -> Audit:
    """A log whose entry 6 is this, with these disclosures."""
    log = begun()
    log.add(t, d)
    return log.audit() | {"disclosures": disclosures or []}


def judged(t: str, d: Any) -> Level:
    """What L2 says of a log with this entry."""
    return verify(logged(t, d))["L2"]


def committing(text: str, d: Any, path: str, t: str = "position-set") -> Level:
    return verify(logged(t, d, [{"index": 6, "path": path, "disclosure": text}]))["L2"]


def raw(tree: Any) -> str:
    return b64u(json.dumps(tree).encode())


def digest(text: str) -> str:
    return b64u(digest_of(text.encode()))


SALT = b64u(bytes(16))
MEMBER, ELEMENT = (b64u(jcs([SALT, *name, "ace"]).encode()) for name in (["card"], []))


def card(text: str) -> dict[str, Any]:
    return {"_sd": [digest(text)]}


def test_a_disclosure_is_hashed_as_it_came_and_is_spelt_one_way() -> None:
    spaced = raw([SALT, "card", "ace"])
    assert committing(MEMBER, card(MEMBER), "/d/card", "card-chosen").status == PASSED
    assert committing(spaced, card(spaced), "/d/card", "card-chosen").status == FAILED


@pytest.mark.parametrize("value", [1, None, True, ["ace"], {"is": "ace"}])
def test_a_hidden_value_is_of_its_kind(value: Any) -> None:
    text = b64u(jcs([SALT, "card", value]).encode())
    level = committing(text, card(text), "/d/card", "card-chosen")
    assert (level.status, level.detail) == (FAILED, "/d/card is no text")


@pytest.mark.parametrize(
    ("tree", "path"),
    [
        ([SALT, "card", 1], "/d/state/other"),
        ([SALT, "card", 1], "/d/state/x/card"),
        ([SALT, "_sd", 1], "/d/state/_sd"),
        ([SALT, "...", 1], "/d/state/..."),
        ([SALT, "open", 1], "/d/state/open"),
        ([SALT, 1, 1], "/d/state/1"),
        ([SALT, "card", 1, 2], "/d/state/card"),
        ([SALT], "/d/state/card"),
        ([b64u(bytes(15)), "card", 1], "/d/state/card"),
        ([1, "card", 1], "/d/state/card"),
        ([SALT, "card", 2**53], "/d/state/card"),
        ([SALT, "card", {"é": 1}], "/d/state/card"),
        ([SALT, "card", {"_sd": []}], "/d/state/card"),
        ([SALT, "card", [{"...": 1}]], "/d/state/card"),
        ([SALT, "card", {"of": "0/d/x", "to": [0], "more": 1}], "/d/state/card"),
        ({"card": 1}, "/d/state/card"),
        ([SALT, 1], "/d/state/card"),
    ],
    ids=str,
)
def test_disclosures_that_do_not_fit(tree: Any, path: str) -> None:
    text = b64u(jcs(tree).encode())
    state = {"state": {"_sd": [digest(text)], "open": 1}}
    level = committing(text, state, path)
    assert (level.status, level.entry) == (FAILED, 6)
    good = b64u(jcs([SALT, "card", 1]).encode())
    assert committing(good, {"state": {"_sd": [digest(good)], "open": 1}}, "/d/state/card").status == PASSED


@pytest.mark.parametrize("text", [b64u(b"x"), b64u(b"\xff"), b64u(b"[" * 100_000), "é"])
def test_disclosures_that_do_not_read(text: str) -> None:
    assert committing(text, card(text), "/d/card", "card-chosen").status == FAILED


def test_a_disclosure_twice() -> None:
    row = {"index": 6, "path": "/d/card", "disclosure": MEMBER}
    assert "disclosed twice" in verify(logged("card-chosen", card(MEMBER), [row, row]))["L2"].detail


@pytest.mark.parametrize("path", ["/d/state/1", "/d/state", "/d/0", ""])
def test_an_element_at_another_place(path: str) -> None:
    d = {"state": [{"...": digest(ELEMENT)}, {"...": digest(MEMBER)}]}
    assert committing(ELEMENT, d, "/d/state/0").status == PASSED
    assert committing(ELEMENT, d, path).status == FAILED


@pytest.mark.parametrize(
    "state",
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
        {"a/b": {"c": 1}},
        {"x": {"of": "0/d/x", "to": [1]}},
        {"x": [{"epoch": 0, "slot": 0, "sides": [6], "values": [1], "x": 0}]},
    ],
    ids=str,
)
def test_malformed_commitments(state: dict[str, Any]) -> None:
    level = judged("position-set", {"state": state})
    assert (level.status, level.entry) == (FAILED, 6)


@pytest.mark.parametrize(
    "d",
    [
        {},
        {"card": "ace"},
        {"_sd": []},
        {"_sd": digest("a")},
        {"_sd": [digest("a"), digest("b")]},
        {"_sd": [1]},
        {"_sd": ["x"]},
        {"_sd": [digest("a")], "card": "ace"},
        {"_sd": [digest("a")], "more": 1},
        {"...": digest("a")},
    ],
    ids=str,
)
def test_a_type_hides_just_what_its_table_says(d: dict[str, Any]) -> None:
    assert judged("card-chosen", {"_sd": [digest("a")]}).status == PASSED
    level = judged("card-chosen", d)
    assert (level.status, level.entry) == (FAILED, 6)


MARKED = {
    "_sd": sorted([digest("a"), digest("b")]),
    "marks": [{"at": 1, "_sd": [digest("c")]}],
}
GIVEN = {"dispute": 1, "ruling": 1, "referee": 1, "clauses": [], "findings_hash": "x"}
BACK = {"kind": "backed-up", "remedy": {"to_version": 6}}
RESULT = {"ranking": [[1], [2]], "scores": {"1": 1, "2": 0}, "winners": [1]}


@pytest.mark.parametrize(
    ("t", "good", "bad"),
    [
        ("cards-marked", MARKED, MARKED | {"marks": [{"at": 1}]}),
        ("cards-marked", MARKED, MARKED | {"marks": [{"at": "1", "_sd": [digest("c")]}]}),
        ("cards-marked", MARKED, MARKED | {"marks": [MARKED["marks"][0] | {"x": 1}]}),
        ("cards-marked", MARKED, MARKED | {"marks": {}}),
        ("cards-marked", MARKED, MARKED | {"marks": [[]]}),
        ("cards-marked", MARKED, {name: it for name, it in MARKED.items() if name != "marks"}),
        ("card-named", {"card": 1}, {"card": True}),
        ("card-named", {"card": 1}, {"card": None}),
        ("card-named", {"card": 1}, {"card": "1"}),
        ("seat-taken", {"seat": 1}, {"seat": 1, "bot": None}),
        ("seat-taken", {"seat": 1}, {"seat": 1, "bot": 1}),
        ("seat-taken", {"seat": 1}, {}),
        ("ruled", GIVEN | BACK, GIVEN | BACK | {"remedy": {"chapter": 6}}),
        ("ruled", GIVEN | BACK, GIVEN | BACK | {"remedy": None}),
        ("ruled", GIVEN | BACK, GIVEN | {"kind": "backed-up"}),
        ("ruled", GIVEN | {"kind": "stands"}, GIVEN | BACK | {"kind": "stands"}),
        ("ruled", GIVEN | {"kind": "void"}, GIVEN | {"kind": "void", "remedy": {}}),
        ("ruled", GIVEN | {"kind": "stands"}, GIVEN | {"kind": ["stands"]}),
        ("ruled", GIVEN | {"kind": "result", "remedy": RESULT}, GIVEN | {"kind": "result"}),
        ("result-set", RESULT | {"ruling": 1}, RESULT | {"ruling": 1, "scores": {"1": "1"}}),
        ("result-set", RESULT | {"ruling": 1}, RESULT | {"ruling": 1, "scores": [1]}),
        ("result-set", RESULT | {"ruling": 1}, RESULT | {"ruling": 1, "scores": {"a/b": 1}}),
        ("result-set", RESULT | {"ruling": 1}, RESULT | {"ruling": 1, "ranking": [1, 2]}),
        ("game-abandoned", {}, {"why": "operator"}),
    ],
)
def test_members_that_the_table_does_not_have(t: str, good: dict[str, Any], bad: dict[str, Any]) -> None:
    assert judged(t, good).status == PASSED
    level = judged(t, bad)
    assert (level.status, level.entry) == (FAILED, 6)


OPENING = {"of": "6/d/card", "to": [1]}


def opening(shown: Any) -> Level:
    log = begun()
    log.add("card-chosen", {"_sd": [digest("a")]})
    log.add("cards-shown", {"cards": [shown]})
    return verify(log.audit())["L2"]


@pytest.mark.parametrize(
    "change",
    [
        {"of": "7/d/card"},
        {"of": "06/d/card"},
        {"of": "6/d/other"},
        {"of": "6/d"},
        {"of": 6},
        {"of": "0/sig"},
        {"to": 1},
        {"to": ["1"]},
        {"to": [True]},
        {"to": [-1]},
        {"to": []},
        {"to": [2, 1]},
        {"to": [1, 1]},
        {"more": 1},
        {"to": [0], "value": 1},
    ],
    ids=str,
)
def test_malformed_openings(change: dict[str, Any]) -> None:
    assert opening(OPENING).status == PASSED
    level = opening(OPENING | change)
    assert (level.status, level.entry) == (FAILED, 7)


@pytest.mark.parametrize("change", [{"value": "x"}, {"to": [0]}, {"to": [0, 1]}], ids=str)
def test_a_value_stands_where_everybody_is_to_know_it_and_only_there(change: dict[str, Any]) -> None:
    level = opening(OPENING | change)
    assert (level.status, level.entry) == (FAILED, 7)
    assert "if and only if everybody" in level.detail


@pytest.mark.parametrize("shown", [True, "1", [1]])
def test_a_value_of_another_kind_is_another_value(shown: Any) -> None:
    """In Python True == 1; in JSON it is not. Formats from before the closed tables name no kinds."""
    log = begun()
    log.shuffle([1, 1])
    log.open("6/d/draw/order/0")
    assert "is no text" in verify(log.audit())["L2"].detail

    def older(trees: list[dict[str, Any]], value: Any) -> None:
        del trees[0]["d"]["table"]
        trees[-1]["d"]["cards"][0]["value"] = value

    assert verify(resigned(log.audit(), lambda trees: older(trees, 1)))["L2"].status == PASSED
    level = verify(resigned(log.audit(), lambda trees: older(trees, shown)))["L2"]
    assert "another value" in level.detail


HIDDEN = {"...": digest("a")}
THROW = {"epoch": 0, "slot": 0, "sides": [6, 20], "values": [1, 1]}
SHUFFLE = {"epoch": 0, "slot": 0, "order": [HIDDEN, {"...": digest("b")}], "of": ["ace", "king"], "refs": []}


@pytest.mark.parametrize(
    ("draw", "change"),
    [
        (THROW, {"epoch": 4}),
        (THROW, {"epoch": True}),
        (THROW, {"slot": 8}),
        (THROW, {"slot": -1}),
        (THROW, {"values": [1]}),
        (THROW, {"sides": [0, 6]}),
        (THROW, {"sides": "66"}),
        (THROW, {"values": [1, "1"]}),
        (THROW, {"values": [True, 1]}),
        (THROW, {"sides": [], "values": []}),
        (THROW, {"x": 1}),
        (SHUFFLE, {"refs": ["4/d"]}),
        (SHUFFLE, {"of": ["ace"]}),
        (SHUFFLE, {"of": ["ace", 1]}),
        (SHUFFLE, {"of": [], "refs": ["4/d/x", "4/d/x"]}),
        (SHUFFLE, {"of": [], "refs": [1, 2]}),
        (SHUFFLE, {"of": 1}),
        (SHUFFLE, {"order": 1}),
        (SHUFFLE, {"order": ["ace", "king"]}),
        (SHUFFLE, {"order": [HIDDEN, HIDDEN | {"x": 1}]}),
        (SHUFFLE, {"order": [], "of": []}),
        (SHUFFLE, {"slot": 8}),
        (SHUFFLE, {"x": 1}),
    ],
    ids=str,
)
def test_malformed_draws(draw: dict[str, Any], change: dict[str, Any]) -> None:
    t = "dice-rolled" if draw is THROW else "deck-shuffled"
    assert judged(t, {"draw": draw}).status == PASSED
    level = judged(t, {"draw": draw | change})
    assert (level.status, level.entry) == (FAILED, 6)


def test_a_shuffle_of_what_was_never_committed() -> None:
    draw = SHUFFLE | {"of": [], "refs": ["4/d/x", "4/d/y"]}
    report = verify(logged("deck-shuffled", {"draw": draw}))
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
    for depth in range(10, 1000, 25):
        text = b64u(f'["{SALT}","card",{"[" * depth}{"]" * depth}]'.encode())
        level = committing(text, {"state": {"_sd": [digest(text)]}}, "/d/state/card")
        assert level.status == (PASSED if depth == 10 else FAILED)
