"""Keys and signatures that lax code would take: small order, second spellings, for seats, logs and witnesses alike."""

from __future__ import annotations

from base64 import b64decode

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.verifier.games import WITNESS, WITNESS_NAME, begun, people
from tests.verifier.players import Player
from tests.verifier.primitives import Key, b64, b64u, cosigned, key_id, sha512_scalar, unb64u, vkey_of
from tests.verifier.synthetic import Audit, Log, resigned
from verifier import FAILED, PASSED, verify
from verifier.ed25519 import good_key, good_signature

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
EIGHTH = int("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)
SMALL = [0, 1, P - 1, EIGHTH, P - EIGHTH]
SIGN = 1 << 255
BAD_KEYS = [
    (y + sign).to_bytes(32, "little")
    for y in [*SMALL, P, P + 1, P + 2, P + 18, 2**255 - 1]
    for sign in (0, SIGN)
]
"""All points of small order with both signs, and y that are not below p, among them second spellings of those points."""


@pytest.mark.parametrize("key", BAD_KEYS, ids=[key.hex()[:8] + key.hex()[-4:] for key in BAD_KEYS])
def test_keys_that_stand_for_nobody(key: bytes) -> None:
    assert not good_key(key)
    assert good_key(Key("somebody").public)
    assert with_seat_key(key) == (FAILED, "L2")
    assert with_log_key(key) == (FAILED, "L0")
    assert with_witness_key(key) == (FAILED, "L0")


def result(audit: Audit, level: str) -> tuple[str, str]:
    report = verify(audit)
    assert "key" in report[level].detail
    return report[level].status, next(it.name for it in report.levels if it.status == FAILED)


def with_seat_key(key: bytes) -> tuple[str, str]:
    log = Log()
    log.take(Player(1, key=True))
    return result(resigned(log.audit(), lambda trees: trees[1]["d"].update(key=b64u(key))), "L2")


def with_log_key(key: bytes) -> tuple[str, str]:
    log = begun()
    vkey = vkey_of(log.origin, key)
    audit = resigned(log.audit(), lambda trees: trees[0]["d"].update(vkey=vkey)) | {"vkey": vkey}
    text = audit["checkpoint"].partition("\n\n")[0] + "\n"
    return result(audit | {"checkpoint": forged_note(text, log.origin, key)}, "L0")


def forged_note(text: str, name: str, key: bytes) -> str:
    """With R the identity and S zero, which lax code takes from a key of small order."""
    identity = b"\x01" + bytes(63)
    return f"{text}\n— {name} {b64(key_id(name, key) + identity)}\n"


def with_witness_key(key: bytes) -> tuple[str, str]:
    log = begun()
    item = cosigned(log.head(), WITNESS_NAME, WITNESS) | {"vkey": vkey_of(WITNESS_NAME, key, 4)}
    return result(log.audit() | {"cosignatures": [item]}, "L0")


MESSAGE = b"a message"


def test_a_signature_is_spelt_in_one_way() -> None:
    key = Key("somebody")
    signature = key.sign(MESSAGE)
    larger = int.from_bytes(signature[32:], "little") + ORDER
    assert good_signature(key.public, signature, MESSAGE)
    assert not good_signature(key.public, signature[:32] + larger.to_bytes(32, "little"), MESSAGE)
    assert not good_signature(key.public, signature, MESSAGE + b".")
    assert not good_signature(key.public, b"\x01" + bytes(31) + signature[32:], MESSAGE)


def test_the_identity_is_no_commitment_even_where_the_equation_holds() -> None:
    """S = h a gives S B = h A, so with R the identity everything but the rule against it would agree."""
    key = Key("somebody")
    point = b"\x01" + bytes(31)
    scalar = sha512_scalar(point + key.public + MESSAGE) * key.scalar() % ORDER
    signature = point + scalar.to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(key.public).verify(signature, MESSAGE)
    assert not good_signature(key.public, signature, MESSAGE)


def test_a_vector_of_rfc_8032() -> None:
    key = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    assert good_signature(key, signature, b"\x72")


def test_a_second_spelling_of_a_seats_signature() -> None:
    log = Log()
    for player in people(keys=True):
        log.take(player)
    audit = log.audit()
    assert verify(audit)["L2"].status == PASSED

    def respell(trees: list[dict]) -> None:
        signature = unb64u(trees[1]["sig"]["s"])
        scalar = int.from_bytes(signature[32:], "little") + ORDER
        trees[1]["sig"]["s"] = b64u(signature[:32] + scalar.to_bytes(32, "little"))

    assert verify(resigned(audit, respell))["L2"].status == FAILED


@pytest.mark.parametrize("kind", [1, 2, 5])
def test_a_witness_key_is_of_its_own_kind(kind: int) -> None:
    log = begun()
    item = cosigned(log.head(), WITNESS_NAME, WITNESS)
    changed = item | {"vkey": vkey_of(WITNESS_NAME, WITNESS.public, kind)}
    assert verify(log.audit() | {"cosignatures": [item]})["L0"].status == PASSED
    assert verify(log.audit() | {"cosignatures": [changed]})["L0"].status == FAILED


def test_a_cosignature_for_another_time() -> None:
    log = begun()
    one, two = (cosigned(log.head(), WITNESS_NAME, WITNESS, time)["note"].split(" ") for time in (1, 2))
    first, second = b64decode(one[-1].strip()), b64decode(two[-1].strip())
    mixed = " ".join([*one[:-1], b64(first[:4] + second[4:12] + first[12:]) + "\n"])
    item = {"vkey": vkey_of(WITNESS_NAME, WITNESS.public, 4), "note": mixed}
    level = verify(log.audit() | {"cosignatures": [item]})["L0"]
    assert (level.status, "is not good" in level.detail) == (FAILED, True)


def test_a_key_that_is_no_point_signs_nothing() -> None:
    """y = 2 is on no point of the curve."""
    log = Log()
    log.take(Player(1, key=True))
    level = verify(resigned(log.audit(), lambda trees: trees[1]["d"].update(key=b64u(b"\x02" + bytes(31)))))[
        "L2"
    ]
    assert (level.status, "not signed by the key" in level.detail) == (FAILED, True)
