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

from service.backup.objects import BackupAway


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
    """`WrongPassphrase`. It takes 1 to 3 seconds and up to a gigabyte."""
    try:
        return Identity.from_str(passphrase.decrypt(sealed, secret).decode())
    except (DecryptError, ValueError) as error:
        raise WrongPassphrase(
            "The passphrase is wrong, or the identity of the back-up is damaged."
        ) from error


def seal(data: bytes, recipient: str) -> bytes:
    return bytes(pyrage.encrypt(data, [Recipient.from_str(recipient)]))


def _make() -> None:
    identity = Identity.generate()
    sealed = passphrase.encrypt(str(identity).encode(), sys.stdin.buffer.read().decode())
    json.dump({"recipient": str(identity.to_public()), "identity": sealed.hex()}, sys.stdout)


if __name__ == "__main__":
    _make()
