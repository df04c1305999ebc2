"""Signed notes: the example of the C2SP page's reference implementation, and what must not verify."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger.note import BadNote, Checkpoint, make_vkey, parse_checkpoint, parse_vkey, sign, verify
from domain.ledger.text import from_b64

VKEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SKEY = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
NOTE = (
    TEXT
    + "\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
KEY = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
ORIGIN = "play.example.org/g/6f1c0b7e-90ab-4d6e-8f3e-0123456789ab"
OURS = make_vkey(ORIGIN, KEY.public_key().public_bytes_raw())


def test_the_reference_note_verifies_and_is_made_again_byte_for_byte():
    assert verify(NOTE, VKEY) == TEXT
    private = Ed25519PrivateKey.from_private_bytes(from_b64(SKEY)[1:])
    assert sign(TEXT, "PeterNeumann", private) == NOTE
    assert make_vkey("PeterNeumann", private.public_key().public_bytes_raw()) == VKEY
    assert parse_vkey(VKEY)[0] == "PeterNeumann"


def test_a_checkpoint_is_three_lines_and_comes_back():
    checkpoint = Checkpoint(ORIGIN, 12, bytes(range(32)))
    assert checkpoint.text() == f"{ORIGIN}\n12\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n"
    assert parse_checkpoint(verify(sign(checkpoint.text(), ORIGIN, KEY), OURS)) == checkpoint


def test_signatures_by_others_are_passed_over():
    other = Ed25519PrivateKey.from_private_bytes(bytes(32))
    line = sign(TEXT, "witness.example.org", other).rpartition("\n\n")[2]
    assert verify(NOTE + line, VKEY) == TEXT
    with pytest.raises(BadNote):
        verify(NOTE, OURS)


@pytest.mark.parametrize("bit", range(8))
def test_no_bit_of_a_signed_note_can_change(bit: int):
    note = sign(Checkpoint(ORIGIN, 12, bytes(32)).text(), ORIGIN, KEY).encode()
    for i in range(len(note)):
        changed = bytearray(note)
        changed[i] ^= 1 << bit
        try:
            text = changed.decode()
        except UnicodeDecodeError:
            continue
        with pytest.raises(BadNote):
            verify(text, OURS)


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        "PeterNeumann+c74f20a4+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+C74F20A3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeuman+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "Peter Neumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+Ahpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10T",
    ],
)
def test_bad_verifier_keys(vkey: str):
    with pytest.raises(BadNote):
        parse_vkey(vkey)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\u00a0b", "a\nb"])
def test_key_names_hold_no_space_and_no_plus(name: str):
    with pytest.raises(BadNote):
        make_vkey(name, bytes(32))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "o\n1\n",
        "o\n01\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "o\n-1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n",
        "o\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        "o\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9=\n",
        "o\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\nmore\n",
    ],
)
def test_bad_checkpoints(text: str):
    with pytest.raises(BadNote):
        parse_checkpoint(text)


@pytest.mark.parametrize("note", ["", "x", "x\n", TEXT, TEXT + "\n", TEXT + "\n— PeterNeumann\n", NOTE[:-1]])
def test_bad_notes(note: str):
    with pytest.raises(BadNote):
        verify(note, VKEY)


def test_a_text_to_sign_ends_with_a_newline():
    with pytest.raises(BadNote):
        sign("no newline", ORIGIN, KEY)
