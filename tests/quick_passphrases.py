"""Back-ups whose passphrases are stretched little in this process; commands in processes of their own use the real cost."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from service.operation import encrypted_file


def _little(salt: bytes, length: int, n: int, r: int, p: int) -> Scrypt:
    assert (n, r, p) == (2**16, 8, 1), (
        "what back-ups cost whoever guesses, and with which older ones are read"
    )
    return Scrypt(salt, length=length, n=2, r=r, p=p)


@pytest.fixture(scope="module", autouse=True)
def quick_passphrases() -> Iterator[None]:
    """What a package's tests import so that none of their back-ups costs much."""
    with patch.object(encrypted_file, "Scrypt", _little):
        yield
