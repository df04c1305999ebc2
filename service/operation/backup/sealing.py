"""The encryption of a back-up: age, to one recipient. Only a restore has the identity, which the passphrase protects.

Deriving a key from the passphrase takes seconds and up to a gigabyte of memory, so it happens once, in a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import NamedTuple

import pyrage
from pyrage import DecryptError, passphrase
from pyrage.x25519 import Identity, Recipient

from service.operation.backup.objects import BackupAway

TOO_SLOW = "Excessive work"
ATTEMPTS = 50
"""Each takes 40 ms if it is refused."""


class WrongPassphrase(Exception):
    """The identity does not open with this passphrase."""


class Sealed(NamedTuple):
    """A new identity: its recipient (`age1...`), and the identity encrypted with a passphrase, as an age file."""

    recipient: str
    identity: bytes


def make_identity(secret: str) -> Sealed:
    """Made in a child process."""
    command = [sys.executable, "-P", "-m", __name__]
    done = subprocess.run(command, input=secret.encode(), capture_output=True, check=False)
    if done.returncode:
        raise BackupAway("The key of the back-up could not be made: is there a gigabyte of free memory?")
    found = json.loads(done.stdout)
    return Sealed(found["recipient"], bytes.fromhex(found["identity"]))


def open_identity(sealed: bytes, secret: str) -> Identity:
    """`WrongPassphrase`, `BackupAway`. It takes 1 to 3 seconds and up to a gigabyte."""
    try:
        return Identity.from_str(_decrypted(sealed, secret).decode())
    except (DecryptError, ValueError) as error:
        raise WrongPassphrase(
            "The passphrase is wrong, or the identity of the back-up is damaged."
        ) from error


def _decrypted(sealed: bytes, secret: str) -> bytes:
    """The library first measures, for a moment, how fast the machine is, and refuses what would take long on a busy one."""
    for _ in range(ATTEMPTS):
        try:
            return bytes(passphrase.decrypt(sealed, secret))
        except DecryptError as error:
            if not str(error).startswith(TOO_SLOW):
                raise
    raise BackupAway("This machine is too slow, or too busy, to open the identity of the back-up; try again.")


def seal(data: bytes, recipient: str) -> bytes:
    return bytes(pyrage.encrypt(data, [Recipient.from_str(recipient)]))


def _make() -> None:
    identity = Identity.generate()
    sealed = passphrase.encrypt(str(identity).encode(), sys.stdin.buffer.read().decode())
    json.dump({"recipient": str(identity.to_public()), "identity": sealed.hex()}, sys.stdout)


if __name__ == "__main__":
    _make()
