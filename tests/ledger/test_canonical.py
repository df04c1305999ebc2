"""The canonical profile, with the `rfc8785` package as oracle."""

from contextlib import suppress

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.ledger.canonical import MAX_BYTES, MAX_INTEGER, NotCanonical, check, decode, encode

keys = st.text(st.characters(max_codepoint=127), max_size=64).filter(lambda k: k not in ("_sd", "...", "of"))
scalars = st.none() | st.booleans() | st.integers(-MAX_INTEGER, MAX_INTEGER)
strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
documents = st.recursive(
    scalars | strings,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=30,
)


def nest(levels: int) -> list:
    tree: list = []
    for _ in range(levels - 1):
        tree = [tree]
    return tree


@given(documents)
def test_encoding_is_rfc_8785(tree):
    assert encode(tree) == rfc8785.dumps(tree)


@given(documents)
def test_decoding_gives_the_tree_back(tree):
    assert decode(encode(tree)) == tree


@given(documents, st.data())
def test_no_two_byte_strings_mean_the_same(tree, data):
    """A changed byte is refused, or means something else."""
    good = encode(tree)
    at = data.draw(st.integers(0, len(good) - 1))
    bad = bytearray(good)
    bad[at] ^= 1 << data.draw(st.integers(0, 7))
    with suppress(NotCanonical):
        assert encode(decode(bytes(bad))) != good


def test_control_characters_are_escaped_as_rfc_8785_says():
    text = "".join(map(chr, range(32))) + '"\\\x7f/€\U0001f600'
    assert encode(text) == rfc8785.dumps(text)


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":1,"a":1}',
        b'{"b":1,"a":1}',
        b'{"a": 1}',
        b'{"a":1}\n',
        b'"\\u0041"',
        b'"\\/"',
        b"1.0",
        b"1e3",
        b"-0",
        b"NaN",
        b"9007199254740992",
        b"-9007199254740992",
        b"123456789012345678901234567890",
        b'"\\ud800"',
        b'"\xff"',
        b'{"\xc3\xa9":1}',
        b'{"' + b"k" * 65 + b'":1}',
        b"",
        b"[",
        b"[" * 17 + b"]" * 17,
        b"[" * 2000 + b"]" * 2000,
        b'{"_sd":[]}',
        b'[{"...":"x"}]',
        b'{"of":"0/d/a","to":[0]}',
    ],
)
def test_refused_bytes(data: bytes):
    with pytest.raises(NotCanonical):
        decode(data)


@pytest.mark.parametrize("tree", [1.5, float("nan"), {1: 2}, {"é": 1}, b"x", {1, 2}, "\ud800", 2**53])
def test_refused_trees(tree):
    with pytest.raises(NotCanonical):
        encode(tree)


def test_the_limits_themselves_are_allowed():
    assert decode(encode(nest(16))) == nest(16)
    assert decode(encode({"k" * 64: MAX_INTEGER})) == {"k" * 64: MAX_INTEGER}
    assert len(encode("x" * (MAX_BYTES - 2))) == MAX_BYTES
    with pytest.raises(NotCanonical):
        encode("x" * (MAX_BYTES - 1))
    with pytest.raises(NotCanonical):
        check(nest(16), depth=2)


def test_sealed_data_may_hold_the_reserved_keys():
    tree = {"_sd": ["x"], "a": [{"...": "y"}], "b": {"of": "0/d/a", "to": [0]}}
    assert decode(encode(tree, sealed=True), sealed=True) == tree
