"""VAPID (RFC 8292): the key by which push services recognise this service, in the form in which browsers are given it.

The key follows from `secret.key`, so all machines of a service have the same one, and a back-up has it too.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec

from domain.ledger.text import b64u
from service.store import Store
from service.system.clock import now
from service.system.origin_url import is_loopback
from service.system.settings import Settings

NAMED = "push messages"
"""The text whose MAC becomes the key. Other texts with a MAC begin with what they are."""
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of P-256: private keys are smaller."""
LIFETIME = 12 * 3600
"""Seconds for which a push service accepts a signature; RFC 8292 allows a day."""


def is_offered(settings: Settings) -> bool:
    """Whether browsers may receive push messages: where there are accounts, at an address that push services accept."""
    address = urlsplit(settings.origin_url)
    return settings.accounts and address.scheme == "https" and not is_loopback(address.hostname or "")


def push_key(store: Store) -> ec.EllipticCurvePrivateKey:
    """The service's key."""
    return _key(store.mac(NAMED))


def public_key(store: Store) -> str:
    """The public half as browsers take it: an uncompressed point, in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat  # takes 35 ms

    point = push_key(store).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return b64u(point)


def authorization(key: ec.EllipticCurvePrivateKey, endpoint: str, origin_url: str) -> str:
    """The header for a push service; `origin_url` says who sends."""
    from py_vapid import Vapid02  # only the background worker needs it

    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": now() // 1000 + LIFETIME,
        "sub": origin_url,
    }
    # The library's check of `sub` knows no ports.
    return str(Vapid02(key, {"no-strict": True}).sign(claims)["Authorization"])


@lru_cache(maxsize=4)
def _key(mac: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int(mac, 16) % (ORDER - 1) + 1, ec.SECP256R1())
