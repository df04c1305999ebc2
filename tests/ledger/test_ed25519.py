"""Ed25519 as strictly as ledger.md wants it: an example of RFC 8032, and everything that only lax code lets through."""

from hashlib import sha512

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.ledger.ed25519 import good_key, verify
from domain.ledger.note import BadNote, make_vkey, parse_vkey

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, PRIME) % PRIME

SEED = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
KEY = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
MESSAGE = b"\x72"
SIGNATURE = bytes.fromhex(
    "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
    "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
)
EIGHTH = "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"
"""A point of order eight."""
LOW_ORDER = {
    "the identity": "01" + 31 * "00",
    "the identity with a sign": "01" + 30 * "00" + "80",
    "the identity, beyond p": "ee" + 30 * "ff" + "7f",
    "the identity, beyond p, with a sign": "ee" + 31 * "ff",
    "order two": "ec" + 30 * "ff" + "7f",
    "order two with a sign": "ec" + 31 * "ff",
    "order four": 32 * "00",
    "order four, the other": 31 * "00" + "80",
    "order four, beyond p": "ed" + 30 * "ff" + "7f",
    "order four, the other, beyond p": "ed" + 31 * "ff",
    "order eight, the first": EIGHTH,
    "order eight, the second": EIGHTH[:-2] + "85",
    "order eight, the third": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "order eight, the fourth": "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
}


def _number(encoded: bytes) -> int:
    return int.from_bytes(encoded, "little")


def _add(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
    (x1, y1), (x2, y2) = a, b
    product = D * x1 * x2 * y1 * y2
    x = (x1 * y2 + x2 * y1) * pow(1 + product, -1, PRIME)
    y = (y1 * y2 + x1 * x2) * pow(1 - product, -1, PRIME)
    return x % PRIME, y % PRIME


def _times(scalar: int, point: tuple[int, int]) -> tuple[int, int]:
    result = (0, 1)
    for bit in bin(scalar)[2:]:
        result = _add(result, result)
        result = _add(result, point) if bit == "1" else result
    return result


def _point(encoded: bytes) -> tuple[int, int]:
    y = (_number(encoded) & (2**255 - 1)) % PRIME
    square = (y * y - 1) * pow(D * y * y + 1, -1, PRIME) % PRIME
    x = pow(square, (PRIME + 3) // 8, PRIME)
    x = x if x * x % PRIME == square else x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
    return (PRIME - x if x % 2 != encoded[31] >> 7 else x), y


def _encoded(point: tuple[int, int]) -> bytes:
    return (point[1] | (point[0] % 2) << 255).to_bytes(32, "little")


BASE = _point((4 * pow(5, -1, PRIME) % PRIME).to_bytes(32, "little"))


def _with_torsion(message: bytes) -> bytes:
    """What only the equation with a cofactor takes: a good signature but for a point of order eight added to R."""
    digest = sha512(SEED).digest()
    secret = _number(digest[:32]) & (2**254 - 8) | 2**254
    nonce = 12345
    r = _encoded(_add(_times(nonce, BASE), _point(bytes.fromhex(EIGHTH))))
    challenge = _number(sha512(r + KEY + message).digest())
    return r + ((nonce + challenge * secret) % ORDER).to_bytes(32, "little")


def test_the_example_of_the_rfc_verifies():
    assert good_key(KEY)
    assert verify(KEY, SIGNATURE, MESSAGE)
    assert not verify(KEY, SIGNATURE, b"\x73")


@pytest.mark.parametrize("encoded", LOW_ORDER.values(), ids=LOW_ORDER)
def test_no_point_of_low_order_is_a_key(encoded: str):
    key = bytes.fromhex(encoded)
    assert _times(8, _point(key)) == (0, 1)
    assert not good_key(key)
    with pytest.raises(BadNote):
        parse_vkey(make_vkey("kronika/g/1", key))


@pytest.mark.parametrize("beyond", range(19))
@pytest.mark.parametrize("sign", [0, 1])
def test_a_key_is_written_in_one_way(beyond: int, sign: int):
    assert not good_key((PRIME + beyond | sign << 255).to_bytes(32, "little"))


@pytest.mark.parametrize("key", [b"", KEY[:-1], KEY + b"\0"])
def test_a_key_has_32_bytes(key: bytes):
    assert not good_key(key)
    assert not verify(key, SIGNATURE, MESSAGE)


def test_a_key_of_the_identity_would_sign_everything():
    key = bytes.fromhex(LOW_ORDER["the identity"])
    signature = _encoded(_times(7, BASE)) + (7).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(key).verify(signature, b"whatever it says")
    assert not verify(key, signature, b"whatever it says")


def test_the_second_half_of_a_signature_is_below_the_order():
    larger = SIGNATURE[:32] + (_number(SIGNATURE[32:]) + ORDER).to_bytes(32, "little")
    assert not verify(KEY, larger, MESSAGE)
    assert not verify(KEY, SIGNATURE[:32] + ORDER.to_bytes(32, "little"), MESSAGE)


def test_the_first_half_of_a_signature_is_not_the_identity():
    """Who knows the key can make one: the secret times the challenge is then the second half."""
    identity = _encoded((0, 1))
    secret = _number(sha512(SEED).digest()[:32]) & (2**254 - 8) | 2**254
    challenge = _number(sha512(identity + KEY + MESSAGE).digest())
    signature = identity + (challenge * secret % ORDER).to_bytes(32, "little")
    Ed25519PublicKey.from_public_bytes(KEY).verify(signature, MESSAGE)
    assert not verify(KEY, signature, MESSAGE)


def test_the_equation_is_the_one_without_cofactor():
    signature = _with_torsion(MESSAGE)
    r, s, challenge = signature[:32], signature[32:], sha512(signature[:32] + KEY + MESSAGE).digest()
    right = _add(_point(r), _times(_number(challenge), _point(KEY)))
    assert _times(8 * _number(s), BASE) == _times(8, right)
    assert not verify(KEY, signature, MESSAGE)


@pytest.mark.parametrize("length", [0, 63, 65])
def test_a_signature_has_64_bytes(length: int):
    assert not verify(KEY, (SIGNATURE + b"\0")[:length], MESSAGE)


def test_one_changed_bit_anywhere_is_noticed():
    private = Ed25519PrivateKey.from_private_bytes(SEED)
    assert private.sign(MESSAGE) == SIGNATURE
    for bit in range(512):
        changed = bytearray(SIGNATURE)
        changed[bit // 8] ^= 1 << bit % 8
        assert not verify(KEY, bytes(changed), MESSAGE)
