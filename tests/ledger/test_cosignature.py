"""Cosignatures and what is sent for them, against the example of the published pages."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from domain.ledger import note
from domain.ledger.cosignature import (
    Submission,
    cosign,
    make_vkey,
    parse_submission,
    parse_vkey,
    verified,
)
from domain.ledger.note import BadNote, Checkpoint
from domain.ledger.text import b64

WITNESS = Ed25519PrivateKey.from_private_bytes(bytes(range(1, 33)))
PUBLIC = WITNESS.public_key().public_bytes_raw()
VKEY = make_vkey("witness.example", PUBLIC)
HEAD = Checkpoint("kronika/g/6f1c0b7e-90ab-4d6e-8f3e-0123456789ab", 12, bytes(range(32))).text()
SIGNED = note.sign(HEAD, "kronika/g/6f1c0b7e-90ab-4d6e-8f3e-0123456789ab", WITNESS)


def test_a_cosignature_says_when_the_head_was_seen():
    line = cosign(HEAD, "witness.example", WITNESS, 1_700_000_000)
    assert verified(SIGNED + line, VKEY) == f"{HEAD}\n{line}"
    signature = note.split(f"{HEAD}\n{line}")[1][0][1]
    assert int.from_bytes(signature[4:12], "big") == 1_700_000_000
    WITNESS.public_key().verify(signature[12:], b"cosignature/v1\ntime 1700000000\n" + HEAD.encode())


@pytest.mark.parametrize("place", range(4, 76))
def test_neither_the_time_nor_the_signature_can_change(place: int):
    _, [(name, good)] = note.split(f"{HEAD}\n{cosign(HEAD, 'witness.example', WITNESS, 1_700_000_000)}")
    bad = bytearray(good)
    bad[place] ^= 1
    with pytest.raises(BadNote):
        verified(f"{HEAD}\n— {name} {b64(bytes(bad))}\n", VKEY)


def test_a_signature_of_a_log_is_no_cosignature():
    with pytest.raises(BadNote):
        verified(SIGNED, VKEY)
    with pytest.raises(BadNote):
        parse_vkey(note.make_vkey("witness.example", PUBLIC))
    with pytest.raises(BadNote):
        note.parse_vkey(VKEY)


def test_a_submission_reads_as_the_published_example():
    text = (
        "old 20852014\n"
        "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n"
        "jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=\n"
        "\n"
        "example.com/behind-the-sofa\n"
        "20852163\n"
        "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
        "\n"
        "— example.com/behind-the-sofa "
        "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    )
    read = parse_submission(text)
    assert (read.old, len(read.proof)) == (20852014, 2)
    assert note.parse_checkpoint(note.split(read.note)[0]).size == 20852163
    assert read.text() == text


@pytest.mark.parametrize(
    "head",
    [
        "",
        "old 01\n",
        "old -1\n",
        "old  1\n",
        "old 1 \n",
        "new 1\n",
        "old 1\nAAAA\n",
        "old 1\nPlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw\n",
        "old 1\n" + 64 * "PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=\n",
        f"old {10**30}\n",
    ],
)
def test_nothing_else_is_a_submission(head: str):
    with pytest.raises(BadNote):
        parse_submission(f"{head}\n{SIGNED}")


def test_a_first_head_needs_no_proof():
    assert parse_submission(Submission(0, (), SIGNED).text()) == Submission(0, [], SIGNED)
