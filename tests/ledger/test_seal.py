"""Sealing: RFC 9901 digests, what the sealed data shows, and the exact way back."""

from collections import Counter
from typing import Any

import msgspec
import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.draws import Roll, Shuffle
from domain.hidden import Hidden, Opened, stamped
from domain.ledger.canonical import NotCanonical, decode
from domain.ledger.entry import Seen, encode
from domain.ledger.entry import decode as decode_entry
from domain.ledger.seal import (
    Undisclosed,
    digest,
    disclosure,
    disclosures,
    read_event,
    salt,
    seal_event,
    secrets_from,
    unseal,
)
from domain.ledger.text import b64, from_b64u

K_SALT = bytes(range(32))


class Event(msgspec.Struct, frozen=True):
    pass


class Thrown(Event, frozen=True, tag="thrown"):
    seat: int
    roll: Roll


class Card(msgspec.Struct, frozen=True, tag="card"):
    name: str
    weight: int = 0


class Slot(msgspec.Struct, frozen=True, tag="slot"):
    at: int
    card: Hidden[Card]
    twin: Hidden[int]


class Laid(Event, frozen=True, tag="laid"):
    first: Hidden[str]
    seat: int
    slots: tuple[Slot, ...] = ()
    loose: tuple[Hidden[int], ...] = ()
    by_seat: dict[int, Hidden[int]] = {}
    shown: Opened[str] | None = None


class Mixed(Event, frozen=True, tag="mixed"):
    deck: Shuffle[int]


class Turned(Event, frozen=True, tag="turned"):
    card: Opened[int]


class Anything(Event, frozen=True, tag="anything"):
    what: Any


class Plain(Event, frozen=True, tag="plain"):
    counts: dict[str, int]


def nested(levels: int) -> tuple:
    return (nested(levels - 1),) if levels > 1 else ()


LAID = Laid(
    first=Hidden("fort", (1,)),
    seat=2,
    slots=(Slot(0, Hidden(Card("ace", 3), (1, 2)), Hidden(7)), Slot(1, Hidden(Card("ten")), Hidden(8, (0,)))),
    loose=(Hidden(5, (2,)), Hidden(6)),
    by_seat={1: Hidden(11, (1,)), 2: Hidden(12, (2,))},
    shown=Opened("gate", (0,), "0/d/first"),
)


def round_trip(event: Any, index: int) -> Any:
    d, secrets = seal_event(event, index, K_SALT)
    data = encode(index, "t", 0, "table", 0, d, ())
    decode(data, sealed=True)
    return read_event(type(event), index, decode_entry(data).d, orjson.loads(orjson.dumps(secrets)))


def test_rfc_9901_section_4_2_digests():
    member = "WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0"
    assert digest(member) == "X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0"
    element = "WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0"
    assert digest(element) == "w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs"
    assert secrets_from({"/d/family_name": member, "/d/nationalities/0": element}) == {
        "/d/family_name": ["Möbius", [], "family_name"],
        "/d/nationalities/0": ["FR", []],
    }


def test_a_disclosure_is_the_canonical_array_of_salt_name_and_value():
    made = disclosure(bytes(16), "card", {"b": 1, "a": "é"})
    assert from_b64u(made) == '["AAAAAAAAAAAAAAAAAAAAAA","card",{"a":"é","b":1}]'.encode()
    assert from_b64u(disclosure(bytes(16), 3)) == b'["AAAAAAAAAAAAAAAAAAAAAA",3]'


def test_bytes_have_one_text():
    assert from_b64u("-_8") == b"\xfb\xff"
    for other in ("-_9", "-_8=", "+/8", "-_8\n"):
        with pytest.raises(ValueError):
            from_b64u(other)


def test_every_place_has_its_own_salt():
    salts = {salt(K_SALT, index, path) for index in range(20) for path in ("/d/a", "/d/a/0", "/d/a/1")}
    assert len(salts) == 60
    assert {len(s) for s in salts} == {16}
    assert salt(K_SALT, 0, "/d/a") != salt(bytes(32), 0, "/d/a")


def test_plain_events_are_their_fields_without_the_tag():
    event = Thrown(2, Roll(0, 3, (6, 6), (1, 5)))
    d, secrets = seal_event(event, 9, K_SALT)
    assert orjson.loads(orjson.dumps(d)) == {
        "seat": 2,
        "roll": {"epoch": 0, "slot": 3, "sides": [6, 6], "values": [1, 5]},
    }
    assert secrets == {}
    assert round_trip(event, 9) == event


def test_what_sealed_data_shows():
    d, secrets = seal_event(LAID, 4, K_SALT)
    made = disclosures(4, secrets, K_SALT)
    assert d["_sd"] == [digest(made["/d/first"])]
    assert "first" not in d
    assert d["slots"][0] == {
        "type": "slot",
        "at": 0,
        "_sd": sorted((digest(made["/d/slots/0/card"]), digest(made["/d/slots/0/twin"]))),
    }
    assert d["loose"] == [{"...": digest(made["/d/loose/0"])}, {"...": digest(made["/d/loose/1"])}]
    assert d["by_seat"] == {"_sd": sorted((digest(made["/d/by_seat/1"]), digest(made["/d/by_seat/2"])))}
    assert d["shown"] == {"of": "0/d/first", "to": [0], "value": "gate"}
    assert all(str(secret) not in str(d) for secret in ("fort", "ace", "ten"))


def test_what_the_secrets_hold():
    _, secrets = seal_event(LAID, 4, K_SALT)
    assert secrets["/d/first"] == ["fort", [1], "first"]
    assert secrets["/d/slots/0/card"] == [{"type": "card", "name": "ace", "weight": 3}, [1, 2], "card"]
    assert secrets["/d/loose/0"] == [5, [2]]
    assert secrets["/d/by_seat/2"] == [12, [2], "2"]


def test_a_shuffle_commits_every_place_by_itself():
    event = Mixed(Shuffle(0, 1, tuple(Hidden(n) for n in (3, 1, 2)), of=(1, 2, 3)))
    d, secrets = seal_event(event, 4, K_SALT)
    made = disclosures(4, secrets, K_SALT)
    order = [{"...": digest(made[f"/d/deck/order/{n}"])} for n in range(3)]
    assert d == {"deck": {"epoch": 0, "slot": 1, "order": order, "of": [1, 2, 3], "refs": []}}


def test_what_everybody_knows_from_the_start_is_sealed_all_the_same():
    d, secrets = seal_event(Laid(Hidden("x", (0,)), 1), 0, K_SALT)
    assert "first" not in d
    assert secrets == {"/d/first": ["x", [0], "first"]}


def test_something_opened_to_a_few_seats_keeps_its_value_out_of_the_entry():
    event = Turned(Opened(5, (1, 2), "3/d/deck/order/0"))
    d, secrets = seal_event(event, 7, K_SALT)
    assert d == {"card": {"of": "3/d/deck/order/0", "to": [1, 2]}}
    assert secrets == {"/d/card": [5]}
    assert disclosures(7, secrets, K_SALT) == {}
    assert round_trip(event, 7) == event


@pytest.mark.parametrize(
    "event",
    [
        LAID,
        Mixed(Shuffle(0, 1, tuple(Hidden(n, (n,)) for n in (3, 1, 2)), refs=("0/d/a", "0/d/b", "0/d/c"))),
        Turned(Opened(5, (0,), "3/d/deck/order/0")),
        Anything({"a": [1, {"b": None}], "c": "é"}),
        Anything(orjson.loads("[" * 14 + "]" * 14)),
    ],
)
def test_the_way_back_is_exact(event: Event):
    assert round_trip(event, 12) == stamped(event, 12)
    assert round_trip(stamped(event, 12), 12) == stamped(event, 12)


texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
knowers = st.lists(st.integers(0, 4), unique=True, max_size=3).map(tuple)
learning = knowers.filter(bool).map(sorted).map(tuple)
hidden_numbers = st.builds(Hidden, st.integers(0, 99), knowers)
slots = st.builds(
    Slot,
    st.integers(0, 9),
    st.builds(Hidden, st.builds(Card, texts), knowers),
    hidden_numbers,
)
laid = st.builds(
    Laid,
    st.builds(Hidden, texts, knowers),
    st.integers(1, 4),
    st.lists(slots, max_size=3).map(tuple),
    st.lists(hidden_numbers, max_size=4).map(tuple),
    st.dictionaries(st.integers(1, 4), hidden_numbers, max_size=3),
    st.none() | st.builds(Opened, texts, learning, st.just("0/d/first")),
)


@given(laid, st.integers(0, 2**40))
def test_any_event_comes_back_exactly(event: Laid, index: int):
    assert round_trip(event, index) == stamped(event, index)


@given(laid)
def test_digests_are_unique_and_one_for_each_secret(event: Laid):
    d, secrets = seal_event(event, 3, K_SALT)
    text = orjson.dumps(d).decode()
    counts = Counter(text.count(digest(made)) for made in disclosures(3, secrets, K_SALT).values())
    assert set(counts) == {1}


@pytest.mark.parametrize(
    "event",
    [
        Laid(Hidden(None, (1,)), 1),
        Laid(Hidden("x", (), "3/d/first"), 1),
        Turned(Opened(None, (0,), "0/d/first")),
        Turned(Opened(4, (0,), "")),
        Turned(Opened(4, (), "0/d/first")),
        Plain({"é": 1}),
        Plain({"x": 2**53}),
        Anything(nested(15)),
        Laid(Hidden(nested(17)), 1),
        Anything({"_sd": 1}),
        Anything({"a": {"...": 1}}),
        Anything({"a": [{"of": 1, "to": 2}]}),
        Anything({"a/b": Hidden(1)}),
        Anything(1.5),
        Laid(Hidden(2.5), 1),
        Anything(2**53),
        Laid(Hidden(2**53), 1),
    ],
)
def test_what_cannot_be_sealed(event: Event):
    with pytest.raises((ValueError, NotCanonical)):
        seal_event(event, 4, K_SALT)


def test_unsealing_without_the_secrets_says_which_are_missing():
    d, secrets = seal_event(LAID, 4, K_SALT)
    tree = orjson.loads(orjson.dumps(d))
    with pytest.raises(Undisclosed, match="4/d"):
        unseal(4, tree, {k: v for k, v in secrets.items() if k != "/d/first"})
    with pytest.raises(Undisclosed, match="4/d/loose/1"):
        unseal(4, tree, {k: v for k, v in secrets.items() if k != "/d/loose/1"})


def test_an_export_that_discloses_all_gives_the_events_back_but_for_their_knowers():
    d, secrets = seal_event(Laid(Hidden("fort", (1,)), 2), 4, K_SALT)
    known = secrets_from(disclosures(4, secrets, K_SALT))
    assert read_event(Laid, 4, orjson.dumps(d), known) == Laid(Hidden("fort", (), "4/d/first"), 2)


def test_the_bytes_of_an_entry():
    d, _ = seal_event(Thrown(2, Roll(0, 3, (6,), (5,))), 7, K_SALT)
    data = encode(7, "thrown", 1700000000000, "seat:2", 3, d, ("aow.roll.1",), seen=Seen(7, b64(bytes(32))))
    assert data == (
        b'{"a":3,"at":1700000000000,"by":"seat:2","d":{"roll":{"epoch":0,"sides":[6],"slot":3,"values":[5]},'
        b'"seat":2},"i":7,"r":["aow.roll.1"],"seen":{"n":7,"r":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="},'
        b'"t":"thrown","v":1}'
    )
    entry = decode_entry(data)
    assert (entry.i, entry.t, entry.by, entry.a, entry.r) == (7, "thrown", "seat:2", 3, ("aow.roll.1",))
    assert entry.seen is not None
    assert entry.seen.n == 7


def test_an_entry_has_at_most_65535_bytes():
    d, _ = seal_event(Anything("x" * 70_000), 0, K_SALT)
    with pytest.raises(NotCanonical):
        encode(0, "anything", 0, "table", 0, d, ())
